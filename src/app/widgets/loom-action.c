/* loom-action.c: actions of widgets: a table for each class, keys, and activation by name
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-action.h"

/* Name to LoomActionEntry, of all classes: no two have an action of one name. */
static GHashTable *installed;

static void
activate_cb (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  const LoomActionEntry *entry = g_hash_table_lookup (installed, name);
  gpointer object = entry->object != 0 ? G_STRUCT_MEMBER (gpointer, widget, entry->object) : widget;

  if (parameter != NULL)
    ((void (*) (gpointer, GVariant *)) entry->activate) (object, parameter);
  else
    ((void (*) (gpointer, int)) entry->activate) (object, entry->number);
}

/**
 * loom_action_install:
 * @entries: its actions; they live as long as the program
 * @n_entries: how many they are
 *
 * Installs actions, as `gtk_widget_class_install_action()` does one.
 */
void
loom_action_install (gpointer               klass,
                     const LoomActionEntry *entries,
                     guint                  n_entries)
{
  if (installed == NULL)
    installed = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < n_entries; i++)
    {
      const gboolean is_new
          = g_hash_table_insert (installed, (gpointer) entries[i].name, (gpointer) &entries[i]);

      g_return_if_fail (is_new);
      gtk_widget_class_install_action (klass, entries[i].name, entries[i].type, activate_cb);
    }
}

/**
 * loom_action_bind:
 * @keys: one or several, each as `gtk_accelerator_parse()` reads it, with blanks between them
 * @action: with its parameter, as `g_action_parse_detailed_name()` reads it: "picture.plane(-1)"
 *
 * Binds keys to an action, as `gtk_widget_class_add_binding_action()` does one.
 */
void
loom_action_bind (gpointer    klass,
                  const char *keys,
                  const char *action)
{
  g_auto (GStrv) each = g_strsplit (keys, " ", -1);
  g_autofree char *name = NULL;
  g_autoptr (GVariant) parameter = NULL;
  const gboolean is_action = g_action_parse_detailed_name (action, &name, &parameter, NULL);

  g_return_if_fail (is_action);
  for (guint i = 0; each[i] != NULL; i++)
    {
      g_autoptr (GtkShortcut) shortcut = gtk_shortcut_new (
          gtk_shortcut_trigger_parse_string (each[i]), gtk_named_action_new (name));

      gtk_shortcut_set_arguments (shortcut, parameter);
      gtk_widget_class_add_shortcut (klass, shortcut);
    }
}

/**
 * loom_action_activate:
 * @widget: where to look for the action, and in its parents
 * @name: the action, with its group
 * @format: (nullable): the format of its parameter, or %NULL for none
 * @...: what the format asks for
 *
 * Activates an action, as `gtk_widget_activate_action()` does, which passes in silence over one
 * that it does not find. Who names an action in the code relies on it: that it is not there is a
 * mistake of ours, and is said.
 */
void
loom_action_activate (GtkWidget  *widget,
                      const char *name,
                      const char *format,
                      ...)
{
  g_autoptr (GVariant) parameter = NULL;

  g_return_if_fail (GTK_IS_WIDGET (widget));
  g_return_if_fail (name != NULL);

  if (format != NULL)
    {
      va_list arguments;

      va_start (arguments, format);
      parameter = g_variant_ref_sink (g_variant_new_va (format, NULL, &arguments));
      va_end (arguments);
    }
  if (!gtk_widget_activate_action_variant (widget, name, parameter))
    g_critical ("%s finds no action %s", G_OBJECT_TYPE_NAME (widget), name);
}
