/* loom-field-note.c: what stands below fields, and why one of them is wrong
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-field-note.h"

struct _LoomFieldNote
{
  GtkWidget       parent_instance;

  GtkWidget      *stack;        /* both, so that it is as high as the text alone would be */
  GtkLabel       *text;
  GtkInscription *reason;
};

G_DEFINE_FINAL_TYPE (LoomFieldNote, loom_field_note, GTK_TYPE_WIDGET)

static void
loom_field_note_dispose (GObject *object)
{
  LoomFieldNote *self = LOOM_FIELD_NOTE (object);

  g_clear_pointer (&self->stack, gtk_widget_unparent);
  self->text = NULL;
  self->reason = NULL;

  G_OBJECT_CLASS (loom_field_note_parent_class)->dispose (object);
}

static void
loom_field_note_class_init (LoomFieldNoteClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = loom_field_note_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "loomfieldnote");
}

static void
loom_field_note_init (LoomFieldNote *self)
{
  static const char * const text_classes[] = { "caption", "tabular", "dim-label", NULL };
  static const char * const reason_classes[] = { "caption", "error", NULL };

  self->text = g_object_new (GTK_TYPE_LABEL,
                             "xalign", 0.0,
                             "yalign", 0.0,
                             "wrap", TRUE,
                             "wrap-mode", PANGO_WRAP_WORD_CHAR,
                             "css-classes", text_classes,
                             NULL);
  self->reason = g_object_new (GTK_TYPE_INSCRIPTION,
                               "yalign", 0.0,
                               "wrap-mode", PANGO_WRAP_WORD_CHAR,
                               "text-overflow", GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END,
                               "css-classes", reason_classes,
                               NULL);
  self->stack = gtk_stack_new ();
  gtk_stack_add_child (GTK_STACK (self->stack), GTK_WIDGET (self->text));
  gtk_stack_add_child (GTK_STACK (self->stack), GTK_WIDGET (self->reason));
  gtk_widget_set_parent (self->stack, GTK_WIDGET (self));
}

void
loom_field_note_set_text (LoomFieldNote *self,
                          const char    *text)
{
  g_return_if_fail (LOOM_IS_FIELD_NOTE (self));
  g_return_if_fail (text != NULL);

  gtk_label_set_label (self->text, text);
}

void
loom_field_note_set_reason (LoomFieldNote *self,
                            const char    *reason)
{
  g_return_if_fail (LOOM_IS_FIELD_NOTE (self));

  gtk_inscription_set_text (self->reason, reason);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->reason), reason);
  gtk_stack_set_visible_child (GTK_STACK (self->stack),
                               reason != NULL ? GTK_WIDGET (self->reason)
                                              : GTK_WIDGET (self->text));
}

/**
 * loom_field_note_is_cut:
 *
 * Returns: whether there is a reason that has no room as a whole
 */
gboolean
loom_field_note_is_cut (LoomFieldNote *self)
{
  g_autoptr (PangoLayout) layout = NULL;
  const char *text;
  int width, height;

  g_return_val_if_fail (LOOM_IS_FIELD_NOTE (self), FALSE);

  text = gtk_inscription_get_text (self->reason);
  /* not of the reason, which has no size before it is shown */
  width = gtk_widget_get_width (GTK_WIDGET (self));
  if (text == NULL || width == 0)
    return FALSE;
  layout = gtk_widget_create_pango_layout (GTK_WIDGET (self->reason), text);
  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_width (layout, width * PANGO_SCALE);
  pango_layout_get_pixel_size (layout, NULL, &height);
  return height > gtk_widget_get_height (GTK_WIDGET (self));
}
