/* loom-figure-row.c: a figure of a device that can be changed, and where it is from
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-figure-row.h"

#include "loom-class.h"
#include "loom-connect.h"
#include "loom-widget.h"

#include <glib/gi18n-lib.h>

/* In characters, of the number and of its source. */
#define WIDTH 16
#define SOURCE_WIDTH 24

struct _LoomFigureRow
{
  LoomFieldRow  parent_instance;

  char         *key;
  LoomField    *source;
  GtkLabel     *unit;
  GtkButton    *reset;
};

G_DEFINE_FINAL_TYPE (LoomFigureRow, loom_figure_row, LOOM_TYPE_FIELD_ROW)

static void
try_cb (LoomFigureRow  *self,
        gboolean        apply,
        GError        **error,
        LoomField      *field)
{
  g_signal_emit_by_name (self, "try", field, apply, error);
}

static void
reset_cb (LoomFigureRow *self)
{
  g_signal_emit_by_name (self, "reset");
}

/* Both fields say what is wrong in the note of the row. */
static void
reason_cb (LoomFigureRow *self)
{
  const char *reason = loom_field_get_reason (loom_field_row_get_field (LOOM_FIELD_ROW (self)));

  if (reason == NULL)
    reason = loom_field_get_reason (self->source);
  loom_field_note_set_reason (loom_field_row_get_note (LOOM_FIELD_ROW (self)), reason);
}

static void
loom_figure_row_finalize (GObject *object)
{
  LoomFigureRow *self = LOOM_FIGURE_ROW (object);

  g_free (self->key);

  G_OBJECT_CLASS (loom_figure_row_parent_class)->finalize (object);
}

static void
loom_figure_row_class_init (LoomFigureRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = loom_figure_row_finalize;
  LOOM_SIGNAL_NEW (klass, "try", 3, LOOM_TYPE_FIELD, G_TYPE_BOOLEAN, G_TYPE_POINTER);
  LOOM_SIGNAL_NEW (klass, "reset", 0);
}

static void
loom_figure_row_init (LoomFigureRow *self)
{
}

static void
name_parts (LoomFigureRow *self,
            const char    *title)
{
  g_autofree char *source = g_strdup_printf (_("Source of “%s”"), title);
  g_autofree char *reset = g_strdup_printf (_("Take back “%s”"), title);

  loom_widget_set_spoken_name (self->source, source);
  loom_widget_set_spoken_name (self->reset, reset);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->source), source);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->reset),
                               _("As in the profile that this one is based on"));
}

static void
add_parts (LoomFigureRow *self,
           const char    *unit)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->unit = GTK_LABEL (loom_label_new (unit, "dim-label", 0));
  gtk_label_set_width_chars (self->unit, 6);
  self->source = g_object_new (LOOM_TYPE_FIELD, "hexpand", TRUE, "width-chars", SOURCE_WIDTH,
                               "placeholder-text", _("Where you have it from"), NULL);
  self->reset = GTK_BUTTON (gtk_button_new_from_icon_name ("edit-undo-symbolic"));
  gtk_widget_add_css_class (GTK_WIDGET (self->reset), "flat");
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->unit));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->source));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->reset));
  g_object_set (self, "suffix", box, NULL);
}

/**
 * loom_figure_row_new:
 * @key: of the figure
 * @title: for people
 * @unit: that its number is in; "" where it has none
 *
 * Returns: (transfer floating): a row that shows nothing yet
 */
LoomFigureRow *
loom_figure_row_new (const char *key,
                     const char *title,
                     const char *unit)
{
  LoomFigureRow *self = g_object_new (LOOM_TYPE_FIGURE_ROW, NULL);
  LoomField *field = loom_field_row_get_field (LOOM_FIELD_ROW (self));

  self->key = g_strdup (key);
  add_parts (self, unit);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), title);
  name_parts (self, title);
  gtk_editable_set_width_chars (GTK_EDITABLE (field), WIDTH);
  loom_connect (field, "try", try_cb, self);
  loom_connect (self->source, "try", try_cb, self);
  loom_connect (field, "reason-changed", reason_cb, self);
  loom_connect (self->source, "reason-changed", reason_cb, self);
  loom_connect (self->reset, "clicked", reset_cb, self);
  return self;
}

const char *
loom_figure_row_get_key (LoomFigureRow *self)
{
  g_return_val_if_fail (LOOM_IS_FIGURE_ROW (self), NULL);

  return self->key;
}

LoomField *
loom_figure_row_get_source (LoomFigureRow *self)
{
  g_return_val_if_fail (LOOM_IS_FIGURE_ROW (self), NULL);

  return self->source;
}

/**
 * loom_figure_row_show:
 * @text: the number
 * @source: where it is from, in the words of who typed it
 * @is_own: whether it is the user's; else there is nothing to take back, and no source of his
 */
void
loom_figure_row_show (LoomFigureRow *self,
                      const char    *text,
                      const char    *source,
                      gboolean       is_own)
{
  g_return_if_fail (LOOM_IS_FIGURE_ROW (self));
  g_return_if_fail (text != NULL && source != NULL);

  loom_field_show (loom_field_row_get_field (LOOM_FIELD_ROW (self)), text);
  loom_field_show (self->source, source);
  gtk_widget_set_sensitive (GTK_WIDGET (self->source), is_own);
  gtk_widget_set_sensitive (GTK_WIDGET (self->reset), is_own);
}
