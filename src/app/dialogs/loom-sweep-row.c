/* loom-sweep-row.c: an axis of a sweep, chosen from what a launch has
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-sweep-row.h"

#include "loom-connect.h"
#include "loom-widget.h"

#include <glib/gi18n-lib.h>

struct _LoomSweepRow
{
  GtkWidget    parent_instance;

  GtkDropDown *name;            /* its first item stands for no axis */
  GtkEntry    *values;
};

G_DEFINE_FINAL_TYPE (LoomSweepRow, loom_sweep_row, GTK_TYPE_WIDGET)

static void
name_cb (LoomSweepRow *self)
{
  gtk_widget_set_sensitive (GTK_WIDGET (self->values),
                            gtk_drop_down_get_selected (self->name) > 0);
}

static void
loom_sweep_row_dispose (GObject *object)
{
  LoomSweepRow *self = LOOM_SWEEP_ROW (object);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (loom_sweep_row_parent_class)->dispose (object);
}

static void
loom_sweep_row_class_init (LoomSweepRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = loom_sweep_row_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
}

static void
loom_sweep_row_init (LoomSweepRow *self)
{
  gtk_box_layout_set_spacing (
      GTK_BOX_LAYOUT (gtk_widget_get_layout_manager (GTK_WIDGET (self))), 6);
  self->name = GTK_DROP_DOWN (gtk_drop_down_new (NULL, NULL));
  self->values = GTK_ENTRY (gtk_entry_new ());
  gtk_entry_set_activates_default (self->values, TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self->values), TRUE);
  gtk_widget_set_size_request (GTK_WIDGET (self->name), 150, -1);
  gtk_entry_set_placeholder_text (self->values, _("8,16,32 or 8..64*2"));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->name), _("What is varied"));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->values),
                               _("Its values: numbers and ranges, as in 8,16 or 8..64, 8..64+8, "
                                 "8..64*2"));
  loom_widget_set_spoken_name (self->name, _("What is varied"));
  loom_widget_set_spoken_name (self->values, _("Its values"));
  gtk_widget_set_parent (GTK_WIDGET (self->name), GTK_WIDGET (self));
  gtk_widget_set_parent (GTK_WIDGET (self->values), GTK_WIDGET (self));
  loom_connect (self->name, "notify::selected", name_cb, self);
}

static void
choose (LoomSweepRow        *self,
        GtkStringList       *list,
        const LoomSweepAxis *axis)
{
  g_autoptr (GString) values = g_string_new (NULL);
  guint place = 0;

  for (guint i = 1; i < g_list_model_get_n_items (G_LIST_MODEL (list)); i++)
    if (g_str_equal (gtk_string_list_get_string (list, i), axis->name))
      place = i;
  if (place == 0)
    {
      place = g_list_model_get_n_items (G_LIST_MODEL (list));
      gtk_string_list_append (list, axis->name);
    }
  for (guint i = 0; i < axis->values->len; i++)
    g_string_append_printf (values, "%s%s", i > 0 ? "," : "", (char *) axis->values->pdata[i]);
  gtk_drop_down_set_selected (self->name, place);
  gtk_editable_set_text (GTK_EDITABLE (self->values), values->str);
}

/**
 * loom_sweep_row_new:
 * @names: (array zero-terminated=1): what can be varied
 * @axis: (nullable): what it begins with
 *
 * Returns: (transfer floating): a row
 */
GtkWidget *
loom_sweep_row_new (const char * const  *names,
                    const LoomSweepAxis *axis)
{
  LoomSweepRow *self = g_object_new (LOOM_TYPE_SWEEP_ROW, NULL);
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);

  /* Translators: no further axis of a sweep */
  gtk_string_list_append (list, _("nothing else"));
  for (guint i = 0; names[i] != NULL; i++)
    gtk_string_list_append (list, names[i]);
  gtk_drop_down_set_model (self->name, G_LIST_MODEL (list));
  if (axis != NULL)
    choose (self, list, axis);
  name_cb (self);
  return GTK_WIDGET (self);
}

/**
 * loom_sweep_row_dup_axis:
 *
 * Returns: (transfer full) (nullable): the axis as text for loom_sweep_axes_parse(); %NULL: none is
 *   chosen
 */
char *
loom_sweep_row_dup_axis (LoomSweepRow *self)
{
  GtkStringObject *name = gtk_drop_down_get_selected_item (self->name);

  if (gtk_drop_down_get_selected (self->name) == 0 || name == NULL)
    return NULL;
  return g_strdup_printf ("%s=%s", gtk_string_object_get_string (name),
                          gtk_editable_get_text (GTK_EDITABLE (self->values)));
}
