/* loom-devices-window.c: what kernels can run on here
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-pages.h"

#include "loom-action.h"
#include "loom-class.h"
#include "loom-connect.h"
#include "loom-content.h"
#include "loom-copies-view.h"
#include "loom-copy-table.h"
#include "loom-device.h"
#include "loom-page.h"
#include "loom-resources.h"
#include "loom-source-contexts.h"
#include "loom-widget.h"

#include <glib/gi18n-lib.h>

/* That a sentence has room for. */
#define MOST_CALLS 12

struct _LoomDevicesWindow
{
  AdwWindow        parent_instance;

  LoomSession     *session;
  GtkListBox      *list;
  GtkStack        *stack;
  AdwToastOverlay *toasts;
  LoomCopiesView  *copies;
  GtkWidget       *contexts;    /* what contexts are, where there are some */
  GtkLabel        *calls;       /* that the document makes of its own */
};

G_DEFINE_FINAL_TYPE (LoomDevicesWindow, loom_devices_window, ADW_TYPE_WINDOW)

static GtkWidget *
fact_row_new (const LoomFact *fact)
{
  GtkWidget *row = adw_action_row_new (), *value = loom_label_new_value (fact->value, -1);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), fact->title);
  gtk_label_set_selectable (GTK_LABEL (value), TRUE);
  gtk_widget_add_css_class (value, "dim-label");
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), value);
  return row;
}

/* One that can be chosen has the button that chooses it. */
static GtkWidget *
use_button_new (const LoomDevice *device,
                gboolean          is_used)
{
  GtkWidget *button = gtk_button_new_with_label (is_used ? _("In Use") : _("Use"));
  g_autofree char *label = g_strdup_printf (_("Run on %s"), device->name);

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  /* A button is as sensitive as its action, so that the one in use has none. */
  gtk_widget_set_sensitive (button, !is_used);
  if (!is_used)
    {
      gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", device->id);
      gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "devices.use");
    }
  loom_widget_set_spoken_name (button, label);
  return button;
}

static char *
dup_state (const LoomDevice *device,
           gboolean          simulated)
{
  if (!device->available)
    return g_strdup (device->why);
  if (simulated)
    return g_strdup (
        _("Runs the same instructions on this computer’s processor; counts, does not measure"));
  return device->display
             ? g_strdup_printf (_("%s, drives a display: a long kernel freezes it"), device->id)
             : g_strdup (device->id);
}

static GtkWidget *
device_row_new (const LoomDevice *device,
                gboolean          is_used)
{
  g_autoptr (GPtrArray) facts = loom_device_list_facts (device);
  g_autoptr (GPtrArray) rows = g_ptr_array_new ();
  g_autofree char *state = dup_state (device, device->backend.kind == LOOM_BACKEND_SIMULATOR);
  GtkWidget *row;

  for (guint i = 0; i < facts->len; i++)
    g_ptr_array_add (rows, fact_row_new (facts->pdata[i]));
  row = loom_page_row_new (device->name, state, device->available,
                           device->available ? _("Ready") : _("Not available"), rows);
  if (device->available && rows->len > 0)
    adw_expander_row_add_action (ADW_EXPANDER_ROW (row), use_button_new (device, is_used));
  else if (device->available)
    adw_action_row_add_suffix (ADW_ACTION_ROW (row), use_button_new (device, is_used));
  return row;
}

/* Contexts in the host code, which nothing here runs. */
static char *
dup_calls (GPtrArray *calls)
{
  GString *list = g_string_new (NULL);
  g_autofree char *text = NULL;

  for (guint i = 0; i < MIN (calls->len, MOST_CALLS); i++)
    {
      const LoomContextCall *call = calls->pdata[i];

      g_string_append (list, i > 0 ? ", " : "");
      /* Translators: a function of CUDA that host code calls, and where */
      g_string_append_printf (list, _("%1$s (line %2$u)"), call->name, call->line);
    }
  if (calls->len > MOST_CALLS)
    g_string_append (list, ", …");
  text = g_string_free (list, FALSE);
  /* Translators: functions with their lines */
  return g_strdup_printf (_("Contexts in the host code of this document: %s. Host code is not run "
                            "here, so none of them is made."), text);
}

static void
update_calls (LoomDevicesWindow *self)
{
  LoomDocument *document = loom_session_get_document (self->session);
  g_autoptr (GPtrArray) calls = NULL;
  g_autofree char *text = NULL;
  const char *source;
  gsize length = 0;

  if (document == NULL)
    return;
  source = loom_document_get_source (document, &length);
  calls = loom_source_list_contexts (source, length);
  text = dup_calls (calls);
  gtk_label_set_label (self->calls, text);
  gtk_widget_set_visible (GTK_WIDGET (self->calls), calls->len > 0);
}

static void
update (LoomDevicesWindow *self)
{
  GVariant *description = loom_session_get_choices (self->session)->backends;
  g_autoptr (GPtrArray) devices = loom_device_list (description);
  const char *used = loom_session_get_choices (self->session)->backend;
  gboolean has_gpu = FALSE;

  loom_list_box_clear (self->list);
  for (guint i = 0; i < devices->len; i++)
    {
      const LoomDevice *device = devices->pdata[i];

      has_gpu = has_gpu || (device->available && device->backend.kind == LOOM_BACKEND_CUDA);
      gtk_list_box_append (self->list, device_row_new (device, g_strcmp0 (device->id, used) == 0));
    }
  update_calls (self);
  gtk_widget_set_visible (self->contexts,
                          has_gpu || gtk_widget_get_visible (GTK_WIDGET (self->calls)));
  gtk_stack_set_visible_child_name (self->stack, description != NULL ? "list" : "waiting");
}

static void
use_action (LoomDevicesWindow *self,
            GVariant          *parameter)
{
  g_object_set (loom_session_get_run_settings (self->session), "backend",
                g_variant_get_string (parameter, NULL), NULL);
}

static void
append_table (GString       *text,
              LoomCopyTable *table)
{
  g_autofree char *lines = table != NULL ? loom_copy_table_dup_text (table) : NULL;

  if (lines != NULL)
    g_string_append (text, lines);
  loom_copy_table_free (table);
}

static void
copy_action (LoomDevicesWindow *self)
{
  GVariant *description = loom_session_get_choices (self->session)->backends;
  GVariant *rates = loom_session_get_copies (self->session)->rates;
  g_autoptr (GPtrArray) devices = loom_device_list (description);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < devices->len; i++)
    {
      const LoomDevice *device = devices->pdata[i];
      g_autoptr (GPtrArray) facts = loom_device_list_facts (device);

      g_string_append_printf (text, "%s\t%s\t%s\n", device->id, device->name, device->why);
      for (guint k = 0; k < facts->len; k++)
        g_string_append_printf (text, "\t%s\t%s\n", ((LoomFact *) facts->pdata[k])->title,
                                ((LoomFact *) facts->pdata[k])->value);
    }
  append_table (text, loom_copy_table_new_host (description, rates));
  append_table (text, loom_copy_table_new_peers (description, rates));
  loom_content_copy_text (GTK_WIDGET (self), text->str);
  g_string_free (text, TRUE);
  adw_toast_overlay_add_toast (self->toasts, adw_toast_new (_("Copied")));
}

static void
measure_cb (LoomDevicesWindow *self,
            gboolean           start)
{
  g_signal_emit_by_name (self, "measure", start);
}

/* Nobody waits for the figures of a window that is closed. */
static void
loom_devices_window_unrealize (GtkWidget *widget)
{
  measure_cb (LOOM_DEVICES_WINDOW (widget), FALSE);
  GTK_WIDGET_CLASS (loom_devices_window_parent_class)->unrealize (widget);
}

static void
loom_devices_window_finalize (GObject *object)
{
  LoomDevicesWindow *self = LOOM_DEVICES_WINDOW (object);

  g_clear_object (&self->session);

  G_OBJECT_CLASS (loom_devices_window_parent_class)->finalize (object);
}

static void
loom_devices_window_class_init (LoomDevicesWindowClass *klass)
{
  static const LoomActionEntry actions[] = {
    { "devices.use", "s", G_CALLBACK (use_action) },
    { "devices.copy", NULL, G_CALLBACK (copy_action) },
  };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = loom_devices_window_finalize;
  widget_class->unrealize = loom_devices_window_unrealize;
  LOOM_SIGNAL_NEW (klass, "measure", 1, G_TYPE_BOOLEAN);
  g_type_ensure (LOOM_TYPE_COPIES_VIEW);
  loom_action_install (widget_class, actions, G_N_ELEMENTS (actions));
  loom_page_class_init (widget_class, "loom-devices-window.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomDevicesWindow, list);
  gtk_widget_class_bind_template_child (widget_class, LoomDevicesWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, LoomDevicesWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, LoomDevicesWindow, copies);
  gtk_widget_class_bind_template_child (widget_class, LoomDevicesWindow, contexts);
  gtk_widget_class_bind_template_child (widget_class, LoomDevicesWindow, calls);
  gtk_widget_class_bind_template_callback (widget_class, measure_cb);
}

static void
loom_devices_window_init (LoomDevicesWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWindow *
loom_devices_window_new (GtkWindow   *parent,
                         LoomSession *session)
{
  LoomDevicesWindow *self
      = LOOM_DEVICES_WINDOW (loom_page_new (LOOM_TYPE_DEVICES_WINDOW, parent));

  self->session = g_object_ref (session);
  loom_connect (loom_session_get_run_settings (session), "notify::backends", update, self);
  loom_connect (loom_session_get_run_settings (session), "notify::backend", update, self);
  g_object_set (self->copies, "session", session, NULL);
  update (self);
  return GTK_WINDOW (self);
}
