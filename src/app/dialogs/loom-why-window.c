/* loom-why-window.c: why can't I run? What was looked for to run kernels with, and what came of it
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-pages.h"

#include "loom-action.h"
#include "loom-connect.h"
#include "loom-content.h"
#include "loom-page.h"
#include "loom-resources.h"
#include "loom-widget.h"

#include <glib/gi18n-lib.h>

struct _LoomWhyWindow
{
  AdwWindow        parent_instance;

  LoomSession     *session;
  GtkListBox      *list;
  GtkStack        *stack;
  AdwToastOverlay *toasts;
};

G_DEFINE_FINAL_TYPE (LoomWhyWindow, loom_why_window, ADW_TYPE_WINDOW)

static void
entry_free (gpointer data)
{
  LoomWhyEntry *self = data;

  g_free (self->name);
  g_free (self->state);
  g_strfreev (self->searched);
  g_free (self);
}

/* "/usr/lib/x.so<tab>no such file" becomes a clause. */
static char *
dup_place (const char *searched)
{
  g_auto (GStrv) parts = g_strsplit (searched, "\t", 2);

  if (g_strv_length (parts) < 2)
    return g_strdup (searched);
  /* Translators: a place in the file system, and why a library could not be taken from there. */
  return g_strdup_printf (_("%1$s: %2$s"), parts[0], parts[1]);
}

static LoomWhyEntry *
library_entry_new (GVariant *dictionary)
{
  LoomWhyEntry *self = g_new0 (LoomWhyEntry, 1);
  const char *name = "", *path = "", *version = "", *why = "";
  g_auto (GStrv) searched = NULL;

  g_variant_lookup (dictionary, "name", "&s", &name);
  g_variant_lookup (dictionary, "found", "b", &self->found);
  g_variant_lookup (dictionary, "path", "&s", &path);
  g_variant_lookup (dictionary, "version", "&s", &version);
  g_variant_lookup (dictionary, "why", "&s", &why);
  g_variant_lookup (dictionary, "searched", "^as", &searched);

  self->name = g_strdup (name);
  if (self->found)
    /* Translators: the version of a library, and where it is. */
    self->state = *version != '\0' ? g_strdup_printf (_("Version %1$s in %2$s"), version, path)
                                   : g_strdup (path);
  else
    self->state
        = *why != '\0' ? g_strdup_printf (_("Not found: %s"), why) : g_strdup (_("Not found"));
  self->searched = g_new0 (char *, searched != NULL ? g_strv_length (searched) + 1 : 1);
  for (guint i = 0; searched != NULL && searched[i] != NULL; i++)
    self->searched[i] = dup_place (searched[i]);
  return self;
}

/* What runs kernels, told as a library is: what there is, or why there is not. */
static LoomWhyEntry *
backend_entry_new (GVariant *dictionary)
{
  LoomWhyEntry *self = g_new0 (LoomWhyEntry, 1);
  const char *name = "", *why = "";

  g_variant_lookup (dictionary, "name", "&s", &name);
  g_variant_lookup (dictionary, "available", "b", &self->found);
  g_variant_lookup (dictionary, "why", "&s", &why);
  self->name = g_strdup (name);
  self->state = g_strdup (self->found ? _("Ready") : why);
  self->searched = g_new0 (char *, 1);
  return self;
}

/**
 * loom_why_list:
 * @description: (nullable): what the runner described, (aa{sv}aa{sv})
 *
 * Returns: (transfer full) (element-type LoomWhyEntry): what kernels can run on, then the libraries
 *   behind it
 */
GPtrArray *
loom_why_list (GVariant *description)
{
  GPtrArray *entries = g_ptr_array_new_with_free_func (entry_free);

  if (description == NULL
      || !g_variant_is_of_type (description, G_VARIANT_TYPE ("(aa{sv}aa{sv})")))
    return entries;
  for (gsize part = 0; part < 2; part++)
    {
      g_autoptr (GVariant) list = g_variant_get_child_value (description, part);

      for (gsize i = 0; i < g_variant_n_children (list); i++)
        {
          g_autoptr (GVariant) dictionary = g_variant_get_child_value (list, i);

          g_ptr_array_add (entries, part == 0 ? backend_entry_new (dictionary)
                                              : library_entry_new (dictionary));
        }
    }
  return entries;
}

/**
 * loom_why_dup_text:
 * @description: (nullable): what the runner described
 *
 * Returns: (transfer full): the same as text, to send to somebody who can help
 */
char *
loom_why_dup_text (GVariant *description)
{
  g_autoptr (GPtrArray) entries = loom_why_list (description);
  GString *text = g_string_new ("Gridloom " PACKAGE_VERSION "\n");

  for (guint i = 0; i < entries->len; i++)
    {
      const LoomWhyEntry *entry = g_ptr_array_index (entries, i);

      g_string_append_printf (text, "%s %s: %s\n", entry->found ? "+" : "-", entry->name,
                              entry->state);
      for (guint k = 0; entry->searched[k] != NULL; k++)
        g_string_append_printf (text, "    %s\n", entry->searched[k]);
    }
  return g_string_free (text, FALSE);
}

/* What was found has no need to tell where it was not. */
static GtkWidget *
entry_row_new (const LoomWhyEntry *entry)
{
  g_autoptr (GPtrArray) places = g_ptr_array_new ();
  GtkWidget *row;

  for (guint i = 0; entry->searched[i] != NULL; i++)
    {
      GtkWidget *label = loom_label_new_wrapping (entry->searched[i], -1);

      gtk_label_set_selectable (GTK_LABEL (label), TRUE);
      gtk_widget_add_css_class (label, "place");
      g_ptr_array_add (places, label);
    }
  row = loom_page_row_new (entry->name, entry->state, entry->found,
                           entry->found ? _("Found") : _("Missing"), places);
  if (places->len > 0)
    adw_expander_row_set_expanded (ADW_EXPANDER_ROW (row), !entry->found);
  return row;
}

static void
update (LoomWhyWindow *self)
{
  GVariant *description = loom_session_get_choices (self->session)->backends;
  g_autoptr (GPtrArray) entries = loom_why_list (description);

  loom_list_box_clear (self->list);
  for (guint i = 0; i < entries->len; i++)
    gtk_list_box_append (self->list, entry_row_new (g_ptr_array_index (entries, i)));
  gtk_stack_set_visible_child_name (self->stack, description != NULL ? "list" : "waiting");
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "why.copy", description != NULL);
}

static void
copy_action (LoomWhyWindow *self)
{
  g_autofree char *text = loom_why_dup_text (loom_session_get_choices (self->session)->backends);

  loom_content_copy_text (GTK_WIDGET (self), text);
  adw_toast_overlay_add_toast (self->toasts, adw_toast_new (_("Copied")));
}

static void
loom_why_window_finalize (GObject *object)
{
  LoomWhyWindow *self = LOOM_WHY_WINDOW (object);

  g_clear_object (&self->session);

  G_OBJECT_CLASS (loom_why_window_parent_class)->finalize (object);
}

static void
loom_why_window_class_init (LoomWhyWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  static const LoomActionEntry actions[] = {
    { "why.copy", NULL, G_CALLBACK (copy_action) },
  };

  G_OBJECT_CLASS (klass)->finalize = loom_why_window_finalize;
  loom_action_install (klass, actions, G_N_ELEMENTS (actions));
  loom_page_class_init (klass, "loom-why-window.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomWhyWindow, list);
  gtk_widget_class_bind_template_child (widget_class, LoomWhyWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, LoomWhyWindow, toasts);
}

static void
loom_why_window_init (LoomWhyWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWindow *
loom_why_window_new (GtkWindow   *parent,
                     LoomSession *session)
{
  LoomWhyWindow *self = LOOM_WHY_WINDOW (loom_page_new (LOOM_TYPE_WHY_WINDOW, parent));

  self->session = g_object_ref (session);
  loom_connect (loom_session_get_run_settings (session), "notify::backends", update, self);
  update (self);
  return GTK_WINDOW (self);
}
