/* loom-devices-window.c: what kernels can run on here
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-devices-window.h"

#include "loom-copies-view.h"
#include "loom-copy-table.h"
#include "loom-device.h"
#include "loom-page.h"
#include "loom-resources.h"

#include <glib/gi18n-lib.h>

struct _LoomDevicesWindow
{
  AdwWindow        parent_instance;

  LoomSession     *session;
  GtkListBox      *list;
  GtkStack        *stack;
  AdwToastOverlay *toasts;
  LoomCopiesView  *copies;
};

G_DEFINE_FINAL_TYPE (LoomDevicesWindow, loom_devices_window, ADW_TYPE_WINDOW)

static guint measure_signal;

static GtkWidget *
fact_row_new (const LoomFact *fact)
{
  GtkWidget *row = adw_action_row_new (), *value = gtk_label_new (fact->value);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), fact->title);
  gtk_label_set_selectable (GTK_LABEL (value), TRUE);
  gtk_widget_add_css_class (value, "dim-label");
  gtk_widget_add_css_class (value, "tabular");
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
  gtk_widget_set_sensitive (button, !is_used);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "devices.use");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", device->id);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
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
  const gboolean expands = facts->len > 0;
  g_autofree char *state = dup_state (device, device->backend.kind == LOOM_BACKEND_SIMULATOR);
  g_autofree char *subtitle = g_markup_escape_text (state, -1);
  GtkWidget *row = expands ? adw_expander_row_new () : adw_action_row_new ();
  GtkWidget *icon = gtk_image_new_from_icon_name (
      device->available ? "object-select-symbolic" : "dialog-warning-symbolic");

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), device->name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (icon), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  device->available ? _("Ready") : _("Not available"), -1);
  if (!device->available)
    gtk_widget_add_css_class (icon, "warning");
  if (expands)
    {
      adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (row), subtitle);
      adw_expander_row_add_prefix (ADW_EXPANDER_ROW (row), icon);
      for (guint i = 0; i < facts->len; i++)
        adw_expander_row_add_row (ADW_EXPANDER_ROW (row), fact_row_new (facts->pdata[i]));
    }
  else
    {
      adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
      adw_action_row_add_prefix (ADW_ACTION_ROW (row), icon);
    }
  if (device->available && expands)
    adw_expander_row_add_action (ADW_EXPANDER_ROW (row), use_button_new (device, is_used));
  else if (device->available)
    adw_action_row_add_suffix (ADW_ACTION_ROW (row), use_button_new (device, is_used));
  return row;
}

static void
update (LoomDevicesWindow *self)
{
  GVariant *description = loom_session_get_backends (self->session);
  g_autoptr (GPtrArray) devices = loom_device_list (description);
  const char *used = loom_session_get_backend (self->session);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->list))) != NULL)
    gtk_list_box_remove (self->list, child);
  for (guint i = 0; i < devices->len; i++)
    {
      const LoomDevice *device = devices->pdata[i];

      gtk_list_box_append (self->list, device_row_new (device, g_strcmp0 (device->id, used) == 0));
    }
  gtk_stack_set_visible_child_name (self->stack, description != NULL ? "list" : "waiting");
}

static void
use_action (GtkWidget  *widget,
            const char *name,
            GVariant   *parameter)
{
  loom_session_set_backend (LOOM_DEVICES_WINDOW (widget)->session,
                            g_variant_get_string (parameter, NULL));
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
copy_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  LoomDevicesWindow *self = LOOM_DEVICES_WINDOW (widget);
  g_autoptr (GPtrArray) devices = loom_device_list (loom_session_get_backends (self->session));
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
  append_table (text, loom_copy_table_new_host (loom_session_get_backends (self->session),
                                                loom_session_get_copies (self->session)));
  append_table (text, loom_copy_table_new_peers (loom_session_get_backends (self->session),
                                                 loom_session_get_copies (self->session)));
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text->str);
  g_string_free (text, TRUE);
  adw_toast_overlay_add_toast (self->toasts, adw_toast_new (_("Copied")));
}

static void
measure_cb (LoomDevicesWindow *self,
            gboolean           start)
{
  g_signal_emit (self, measure_signal, 0, start);
}

/* Nobody waits for the figures of a window that is closed. */
static void
loom_devices_window_unrealize (GtkWidget *widget)
{
  measure_cb (LOOM_DEVICES_WINDOW (widget), FALSE);
  GTK_WIDGET_CLASS (loom_devices_window_parent_class)->unrealize (widget);
}

static void
loom_devices_window_dispose (GObject *object)
{
  LoomDevicesWindow *self = LOOM_DEVICES_WINDOW (object);

  gtk_widget_dispose_template (GTK_WIDGET (self), LOOM_TYPE_DEVICES_WINDOW);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (loom_devices_window_parent_class)->dispose (object);
}

static void
loom_devices_window_class_init (LoomDevicesWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = loom_devices_window_dispose;
  widget_class->unrealize = loom_devices_window_unrealize;
  measure_signal = g_signal_new ("measure", LOOM_TYPE_DEVICES_WINDOW, G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
  g_type_ensure (LOOM_TYPE_COPIES_VIEW);
  gtk_widget_class_install_action (widget_class, "devices.use", "s", use_action);
  gtk_widget_class_install_action (widget_class, "devices.copy", NULL, copy_action);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-devices-window.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomDevicesWindow, list);
  gtk_widget_class_bind_template_child (widget_class, LoomDevicesWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, LoomDevicesWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, LoomDevicesWindow, copies);
  gtk_widget_class_bind_template_callback (widget_class, measure_cb);
  loom_page_class_init (widget_class);
}

static void
loom_devices_window_init (LoomDevicesWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * loom_devices_window_new:
 * @parent: (nullable): the window that it belongs to
 * @session: whose runner described what there is
 *
 * Returns: (transfer none): a window that lists devices, owned by GTK
 */
GtkWindow *
loom_devices_window_new (GtkWindow   *parent,
                         LoomSession *session)
{
  LoomDevicesWindow *self
      = LOOM_DEVICES_WINDOW (loom_page_new (LOOM_TYPE_DEVICES_WINDOW, parent));

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "notify::backends", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::backend", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  loom_copies_view_set_session (self->copies, session);
  update (self);
  return GTK_WINDOW (self);
}
