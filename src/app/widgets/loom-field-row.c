/* loom-field-row.c: a row with a title, a field, and a line that says what is wrong with it
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-field-row.h"

#include "loom-connect.h"
#include "loom-widget.h"

typedef struct
{
  LoomField     *field;
  GtkWidget     *suffix;

  GtkBox        *line;
  LoomFieldNote *note;
} LoomFieldRowPrivate;

enum {
  PROP_0,
  PROP_FIELD,
  PROP_SUFFIX,
  PROP_HINT,
  N_PROPS
};

G_DEFINE_TYPE_WITH_PRIVATE (LoomFieldRow, loom_field_row, ADW_TYPE_PREFERENCES_ROW)

static GParamSpec *properties [N_PROPS];

static void
reason_cb (LoomFieldRow *self)
{
  LoomFieldRowPrivate *priv = loom_field_row_get_instance_private (self);

  loom_field_note_set_reason (priv->note, loom_field_get_reason (priv->field));
}

static void
title_cb (LoomFieldRow *self)
{
  LoomFieldRowPrivate *priv = loom_field_row_get_instance_private (self);

  loom_widget_set_spoken_name (priv->field,
                               adw_preferences_row_get_title (ADW_PREFERENCES_ROW (self)));
}

static void
loom_field_row_constructed (GObject *object)
{
  LoomFieldRow *self = LOOM_FIELD_ROW (object);
  LoomFieldRowPrivate *priv = loom_field_row_get_instance_private (self);

  G_OBJECT_CLASS (loom_field_row_parent_class)->constructed (object);

  if (priv->field == NULL)
    priv->field = g_object_ref_sink (g_object_new (LOOM_TYPE_FIELD, NULL));
  gtk_widget_set_hexpand (GTK_WIDGET (priv->field), TRUE);
  gtk_box_prepend (priv->line, GTK_WIDGET (priv->field));
  loom_connect (priv->field, "reason-changed", reason_cb, self);
  g_signal_connect (self, "notify::title", G_CALLBACK (title_cb), NULL);
}

static void
loom_field_row_set_property (GObject      *object,
                             guint         prop_id,
                             const GValue *value,
                             GParamSpec   *pspec)
{
  LoomFieldRow *self = LOOM_FIELD_ROW (object);
  LoomFieldRowPrivate *priv = loom_field_row_get_instance_private (self);

  if (prop_id == PROP_FIELD)
    priv->field = g_value_dup_object (value);
  else if (prop_id == PROP_SUFFIX)
    {
      priv->suffix = g_value_get_object (value);
      if (priv->suffix != NULL)
        gtk_box_append (priv->line, priv->suffix);
    }
  else
    loom_field_row_set_hint (self, g_value_get_string (value));
}

static void
loom_field_row_dispose (GObject *object)
{
  LoomFieldRowPrivate *priv = loom_field_row_get_instance_private (LOOM_FIELD_ROW (object));

  g_clear_object (&priv->field);
  G_OBJECT_CLASS (loom_field_row_parent_class)->dispose (object);
}

static void
loom_field_row_class_init (LoomFieldRowClass *klass)
{
  const GParamFlags flags = G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->constructed = loom_field_row_constructed;
  object_class->dispose = loom_field_row_dispose;
  object_class->set_property = loom_field_row_set_property;
  properties[PROP_FIELD] = g_param_spec_object ("field", NULL, NULL, LOOM_TYPE_FIELD,
                                                flags | G_PARAM_CONSTRUCT_ONLY);
  properties[PROP_SUFFIX] = g_param_spec_object ("suffix", NULL, NULL, GTK_TYPE_WIDGET, flags);
  properties[PROP_HINT] = g_param_spec_string ("hint", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

/* Not a template: GTK 4.8 can't dispose one of a class and of its parent. */
static void
loom_field_row_init (LoomFieldRow *self)
{
  LoomFieldRowPrivate *priv = loom_field_row_get_instance_private (self);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *title = loom_label_new_wrapping (NULL, -1);

  gtk_widget_set_margin_top (box, 9);
  gtk_widget_set_margin_bottom (box, 9);
  gtk_widget_set_margin_start (box, 12);
  gtk_widget_set_margin_end (box, 12);
  g_object_bind_property (self, "title", title, "label", G_BINDING_SYNC_CREATE);
  gtk_box_append (GTK_BOX (box), title);
  priv->line = GTK_BOX (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (priv->line));
  priv->note = g_object_new (LOOM_TYPE_FIELD_NOTE, NULL);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (priv->note));

  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (self), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (self), FALSE);
  gtk_widget_set_focusable (GTK_WIDGET (self), FALSE);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (self), FALSE);
}

LoomField *
loom_field_row_get_field (LoomFieldRow *self)
{
  LoomFieldRowPrivate *priv = loom_field_row_get_instance_private (self);

  g_return_val_if_fail (LOOM_IS_FIELD_ROW (self), NULL);

  return priv->field;
}

void
loom_field_row_set_hint (LoomFieldRow *self,
                         const char   *hint)
{
  LoomFieldRowPrivate *priv = loom_field_row_get_instance_private (self);

  g_return_if_fail (LOOM_IS_FIELD_ROW (self));

  loom_field_note_set_text (priv->note, hint != NULL ? hint : "");
}

LoomFieldNote *
loom_field_row_get_note (LoomFieldRow *self)
{
  LoomFieldRowPrivate *priv = loom_field_row_get_instance_private (self);

  g_return_val_if_fail (LOOM_IS_FIELD_ROW (self), NULL);

  return priv->note;
}
