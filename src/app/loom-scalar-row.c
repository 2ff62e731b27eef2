/* loom-scalar-row.c: a number that a kernel is given
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-scalar-row.h"

#include "loom-launch.h"

#include <glib/gi18n-lib.h>

struct _LoomScalarRow
{
  AdwEntryRow  parent_instance;

  LoomSession *session;
  char        *name;
};

G_DEFINE_FINAL_TYPE (LoomScalarRow, loom_scalar_row, ADW_TYPE_ENTRY_ROW)

static void
apply_cb (LoomScalarRow *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self));
  g_autoptr (GError) error = NULL;

  if (loom_launch_edit_argument (self->session, self->name, "value", *text != '\0' ? text : NULL,
                                 &error))
    gtk_widget_remove_css_class (GTK_WIDGET (self), "error");
  else
    gtk_widget_add_css_class (GTK_WIDGET (self), "error");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), error != NULL ? error->message : NULL);
}

static void
loom_scalar_row_dispose (GObject *object)
{
  LoomScalarRow *self = LOOM_SCALAR_ROW (object);

  g_clear_object (&self->session);
  g_clear_pointer (&self->name, g_free);
  G_OBJECT_CLASS (loom_scalar_row_parent_class)->dispose (object);
}

static void
loom_scalar_row_class_init (LoomScalarRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = loom_scalar_row_dispose;
}

static void
loom_scalar_row_init (LoomScalarRow *self)
{
  adw_entry_row_set_show_apply_button (ADW_ENTRY_ROW (self), TRUE);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (self), FALSE);
  g_signal_connect (self, "apply", G_CALLBACK (apply_cb), NULL);
}

/**
 * loom_scalar_row_new:
 * @session: whose settings it edits
 *
 * Makes a row.
 *
 * Returns: (transfer floating): a row
 */
GtkWidget *
loom_scalar_row_new (LoomSession *session)
{
  LoomScalarRow *self = g_object_new (LOOM_TYPE_SCALAR_ROW, NULL);

  self->session = g_object_ref (session);
  return GTK_WIDGET (self);
}

/**
 * loom_scalar_row_set_argument:
 * @self: a row
 * @argument: the argument, bound
 *
 * Shows an argument. What the user is just typing stays.
 */
void
loom_scalar_row_set_argument (LoomScalarRow     *self,
                              const LoomPlanArg *argument)
{
  g_autofree char *type = loom_type_format (&argument->type);
  g_autofree char *title = NULL;
  const char *value = argument->value != NULL ? argument->value : "";

  g_return_if_fail (LOOM_IS_SCALAR_ROW (self));

  g_free (self->name);
  self->name = g_strdup (argument->name);
  /* Translators: an argument of a kernel and its type, "n · int32". */
  title = g_strdup_printf (_("%1$s · %2$s"), argument->name, type);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), title);
  if (gtk_widget_get_focus_child (GTK_WIDGET (self)) == NULL &&
      g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (self)), value) != 0)
    {
      /* without this the row would take the text for an edit, and offer to apply it */
      adw_entry_row_set_show_apply_button (ADW_ENTRY_ROW (self), FALSE);
      gtk_editable_set_text (GTK_EDITABLE (self), value);
      adw_entry_row_set_show_apply_button (ADW_ENTRY_ROW (self), TRUE);
    }
}
