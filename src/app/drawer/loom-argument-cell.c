/* loom-argument-cell.c: what an argument is given, in the table: shown, and typed
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-argument-cell.h"

#include "loom-class.h"
#include "loom-connect.h"
#include "loom-field.h"
#include "loom-widget.h"

#include <glib/gi18n-lib.h>

#define REASON_CHARS 48

struct _LoomArgumentCell
{
  GtkWidget         parent_instance;

  LoomSession      *session;
  LoomArgumentLine *line;       /* or NULL */
  GtkWidget        *stack;
  GtkWidget        *label;
  LoomField        *field;
  GtkWidget        *popover;    /* the reason below the field */
  GtkWidget        *reason;
};

G_DEFINE_FINAL_TYPE (LoomArgumentCell, loom_argument_cell, GTK_TYPE_WIDGET)

static guint move_signal;

static gboolean
is_editing (LoomArgumentCell *self)
{
  return gtk_stack_get_visible_child (GTK_STACK (self->stack)) == GTK_WIDGET (self->field);
}

/* The row of the table has the keys when nothing is typed. */
static void
focus_row (LoomArgumentCell *self)
{
  GtkWidget *row = GTK_WIDGET (self);

  while (row != NULL && g_strcmp0 (gtk_widget_get_css_name (row), "row") != 0)
    row = gtk_widget_get_parent (row);
  if (row != NULL)
    gtk_widget_grab_focus (row);
}

static void
show (LoomArgumentCell *self)
{
  const char *given = self->line != NULL
                      ? loom_argument_line_get_text (self->line, LOOM_ARGUMENT_GIVEN) : NULL;
  const char *fault = self->line != NULL ? loom_argument_line_get_fault (self->line) : NULL;

  gtk_label_set_label (GTK_LABEL (self->label), given != NULL ? given : "–");
  gtk_widget_set_tooltip_text (self->label, fault != NULL ? fault : given);
  loom_widget_set_css_class (self->label, "error", fault != NULL);
  loom_field_show (self->field, given != NULL ? given : "");
}

static void
begin (LoomArgumentCell *self)
{
  const char *typed;
  g_autofree char *name = NULL;

  if (self->line == NULL || !loom_argument_line_can_edit (self->line))
    return;

  typed = loom_argument_line_get_typed (self->line);
  /* Translators: a field for what the argument %s is given */
  name = g_strdup_printf (_("%s is given"),
                          loom_argument_line_get_text (self->line, LOOM_ARGUMENT_NAME));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->field), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  name, -1);
  show (self);
  gtk_stack_set_visible_child (GTK_STACK (self->stack), GTK_WIDGET (self->field));
  if (typed != NULL)
    loom_field_type (self->field, typed, FALSE);
}

static void
end (LoomArgumentCell *self)
{
  gtk_popover_popdown (GTK_POPOVER (self->popover));
  if (self->line != NULL)
    loom_argument_line_set_typed (self->line, NULL);
  gtk_stack_set_visible_child (GTK_STACK (self->stack), self->label);
}

static void
edit_cb (LoomArgumentCell *self)
{
  begin (self);
  if (is_editing (self))
    gtk_widget_grab_focus (GTK_WIDGET (self->field));
}

static void
try_cb (LoomArgumentCell  *self,
        gboolean           apply,
        GError           **error,
        LoomField         *field)
{
  if (self->line != NULL)
    loom_argument_line_try (self->line, self->session, loom_field_get_text (field), apply, error);
}

static void
reason_cb (LoomArgumentCell *self)
{
  const char *reason = loom_field_get_reason (self->field);

  if (reason == NULL || !is_editing (self) || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    {
      gtk_popover_popdown (GTK_POPOVER (self->popover));
      return;
    }
  gtk_label_set_label (GTK_LABEL (self->reason), reason);
  gtk_popover_popup (GTK_POPOVER (self->popover));
}

/* What is good holds, and the row is next; what is not stays in the field. */
static gboolean
finish (LoomArgumentCell *self)
{
  loom_field_apply (self->field);
  if (loom_field_is_refused (self->field))
    return FALSE;
  end (self);
  return TRUE;
}

static void
activate_cb (LoomArgumentCell *self)
{
  if (is_editing (self) && finish (self))
    focus_row (self);
}

static void
leave_cb (LoomArgumentCell *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  if (root != NULL && !gtk_widget_in_destruction (GTK_WIDGET (root)) && is_editing (self))
    finish (self);
  gtk_popover_popdown (GTK_POPOVER (self->popover));
}

static gboolean
key_cb (LoomArgumentCell *self,
        guint             key,
        guint             code,
        GdkModifierType   state)
{
  const gboolean is_back = key == GDK_KEY_ISO_Left_Tab || (state & GDK_SHIFT_MASK) != 0;

  if (!is_editing (self))
    return GDK_EVENT_PROPAGATE;
  if (key == GDK_KEY_Escape)
    {
      loom_field_revert (self->field);
      end (self);
      focus_row (self);
      return GDK_EVENT_STOP;
    }
  if (key != GDK_KEY_Tab && key != GDK_KEY_KP_Tab && key != GDK_KEY_ISO_Left_Tab)
    return GDK_EVENT_PROPAGATE;
  if (finish (self))
    {
      focus_row (self);
      g_signal_emit (self, move_signal, 0, is_back ? -1 : 1);
    }
  return GDK_EVENT_STOP;
}

static void
loom_argument_cell_measure (GtkWidget      *widget,
                            GtkOrientation  orientation,
                            int             for_size,
                            int            *minimum,
                            int            *natural,
                            int            *minimum_baseline,
                            int            *natural_baseline)
{
  gtk_widget_measure (LOOM_ARGUMENT_CELL (widget)->stack, orientation, for_size, minimum, natural,
                      minimum_baseline, natural_baseline);
}

static void
loom_argument_cell_size_allocate (GtkWidget *widget,
                                  int        width,
                                  int        height,
                                  int        baseline)
{
  LoomArgumentCell *self = LOOM_ARGUMENT_CELL (widget);

  gtk_widget_allocate (self->stack, width, height, baseline, NULL);
  gtk_popover_present (GTK_POPOVER (self->popover));
}

static void
loom_argument_cell_dispose (GObject *object)
{
  LoomArgumentCell *self = LOOM_ARGUMENT_CELL (object);

  loom_argument_cell_set_line (self, NULL);
  g_clear_pointer (&self->popover, gtk_widget_unparent);
  g_clear_pointer (&self->stack, gtk_widget_unparent);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (loom_argument_cell_parent_class)->dispose (object);
}

static void
loom_argument_cell_class_init (LoomArgumentCellClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = loom_argument_cell_dispose;
  widget_class->measure = loom_argument_cell_measure;
  widget_class->size_allocate = loom_argument_cell_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "argumentcell");
  move_signal = LOOM_SIGNAL_NEW (klass, "move", 1, G_TYPE_INT);
}

static void
loom_argument_cell_init (LoomArgumentCell *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  self->label = loom_label_new ("–", "tabular", 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->label), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (self->label), 12);
  gtk_label_set_max_width_chars (GTK_LABEL (self->label), 24);
  self->field = g_object_new (LOOM_TYPE_FIELD, "width-chars", 12, "max-width-chars", 24,
                              "has-frame", FALSE, NULL);
  gtk_widget_add_css_class (GTK_WIDGET (self->field), "compact");
  loom_widget_set_spoken_name (self->field, loom_argument_field_get_title (LOOM_ARGUMENT_GIVEN));
  self->stack = gtk_stack_new ();
  gtk_stack_add_child (GTK_STACK (self->stack), self->label);
  gtk_stack_add_child (GTK_STACK (self->stack), GTK_WIDGET (self->field));
  gtk_widget_set_parent (self->stack, GTK_WIDGET (self));
  self->reason = loom_label_new_wrapping (NULL, REASON_CHARS);
  gtk_widget_add_css_class (self->reason, "error");
  self->popover = gtk_popover_new ();
  gtk_popover_set_autohide (GTK_POPOVER (self->popover), FALSE);
  gtk_popover_set_position (GTK_POPOVER (self->popover), GTK_POS_BOTTOM);
  gtk_widget_set_can_focus (self->popover, FALSE);
  gtk_popover_set_child (GTK_POPOVER (self->popover), self->reason);
  gtk_widget_set_parent (self->popover, GTK_WIDGET (self));

  loom_connect (self->field, "try", try_cb, self);
  loom_connect (self->field, "reason-changed", reason_cb, self);
  loom_connect (self->field, "activate", activate_cb, self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (leave_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self->field), focus);
}

GtkWidget *
loom_argument_cell_new (LoomSession *session)
{
  LoomArgumentCell *self = g_object_new (LOOM_TYPE_ARGUMENT_CELL, NULL);

  self->session = g_object_ref (session);
  return GTK_WIDGET (self);
}

/**
 * loom_argument_cell_set_line:
 * @line: (nullable): what is shown from now on
 *
 * Shows a line. What is refused of the one before stays with it, and is there again with it.
 */
void
loom_argument_cell_set_line (LoomArgumentCell *self,
                             LoomArgumentLine *line)
{
  g_return_if_fail (LOOM_IS_ARGUMENT_CELL (self));

  if (self->line != NULL)
    {
      g_autofree char *typed = is_editing (self) && loom_field_is_refused (self->field)
                               ? g_strdup (loom_field_get_text (self->field)) : NULL;

      g_signal_handlers_disconnect_by_data (self->line, self);
      end (self);
      loom_argument_line_set_typed (self->line, typed);
      loom_field_revert (self->field);
      g_clear_object (&self->line);
    }
  if (line == NULL)
    return;

  self->line = g_object_ref (line);
  loom_connect (line, "changed", show, self);
  loom_connect (line, "edit", edit_cb, self);
  show (self);
  if (loom_argument_line_get_typed (line) != NULL)
    begin (self);
}

LoomArgumentLine *
loom_argument_cell_get_line (LoomArgumentCell *self)
{
  g_return_val_if_fail (LOOM_IS_ARGUMENT_CELL (self), NULL);

  return self->line;
}
