/* loom-dim3-row.c: a row with three numbers
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-launch-rows.h"

#include "loom-class.h"
#include "loom-connect.h"
#include "loom-number-field.h"
#include "loom-resources.h"
#include "loom-template.h"
#include "loom-widget.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* So many pixels of a drag are one step of the number. */
#define DRAG_PIXELS 6

#define N_AXES 3

struct _LoomDim3Row
{
  AdwPreferencesRow  parent_instance;

  LoomNumberField   *field_x;
  LoomNumberField   *field_y;
  LoomNumberField   *field_z;
  LoomField         *entered;           /* last; NULL: none so far */
  GtkLabel          *letter_x;
  GtkLabel          *letter_y;
  GtkLabel          *letter_z;
  GtkBox            *fields;
  GtkBox            *top;
  LoomFieldNote     *note;
  GtkWidget         *suffix;

  guint32            value[N_AXES];
  guint64            drag_from;
  guint              known : 1;
};

enum {
  PROP_0,
  PROP_EXPLANATION,
  PROP_SUFFIX,
  PROP_EDITABLE,
  N_PROPS
};

G_DEFINE_FINAL_TYPE (LoomDim3Row, loom_dim3_row, ADW_TYPE_PREFERENCES_ROW)

static GParamSpec *properties [N_PROPS];

static LoomNumberField *
get_field (LoomDim3Row *self,
           guint        axis)
{
  return axis == 0 ? self->field_x : axis == 1 ? self->field_y : self->field_z;
}

/* What the fields come to with what is typed into one of them: with what is typed into the others
 * as well, or with what holds there. */
static gboolean
read_value (LoomDim3Row  *self,
            LoomField    *typed,
            gboolean      with_others,
            LoomDim3     *value,
            GError      **error)
{
  guint64 numbers[N_AXES];

  for (guint axis = 0; axis < N_AXES; axis++)
    {
      LoomNumberField *field = get_field (self, axis);

      numbers[axis] = self->value[axis];
      if (LOOM_FIELD (field) == typed)
        {
          if (!loom_number_field_read (field, &numbers[axis], error))
            return FALSE;
        }
      else if (with_others && loom_field_is_typed (LOOM_FIELD (field)))
        loom_number_field_read (field, &numbers[axis], NULL);
    }

  *value = LOOM_DIM3 (numbers[0], numbers[1], numbers[2]);
  return TRUE;
}

/* Two axes may only be right together, and one that is right does not wait for one that is not. */
static void
try_cb (LoomDim3Row  *self,
        gboolean      apply,
        GError      **error,
        LoomField    *typed)
{
  g_autoptr (GError) together = NULL;
  LoomDim3 value, alone;

  if (!read_value (self, typed, TRUE, &value, error)
      || !read_value (self, typed, FALSE, &alone, error))
    return;

  g_signal_emit_by_name (self, "try", &value, apply, &together);
  if (together != NULL)
    {
      value = alone;
      g_signal_emit_by_name (self, "try", &value, apply, error);
    }
  if (*error == NULL && apply)
    loom_dim3_row_set_value (self, &value);
}

/* What is wrong with the field that was entered last, or else with the first that is wrong. */
static void
update_reason (LoomDim3Row *self)
{
  const char *reason = NULL;

  if (self->entered != NULL)
    reason = loom_field_get_reason (self->entered);
  for (guint axis = 0; axis < N_AXES && reason == NULL; axis++)
    reason = loom_field_get_reason (LOOM_FIELD (get_field (self, axis)));

  loom_field_note_set_reason (self->note, reason);
}

static void
enter_cb (LoomDim3Row        *self,
          GtkEventController *focus)
{
  self->entered = LOOM_FIELD (gtk_event_controller_get_widget (focus));
  update_reason (self);
}

static guint
get_dragged_axis (LoomDim3Row *self,
                  GtkGesture  *gesture)
{
  GtkWidget *letter = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture));

  return letter == GTK_WIDGET (self->letter_x) ? 0 : letter == GTK_WIDGET (self->letter_y) ? 1 : 2;
}

static void
drag_begin_cb (LoomDim3Row *self,
               double       x,
               double       y,
               GtkGesture  *gesture)
{
  self->drag_from = self->value[get_dragged_axis (self, gesture)];
  g_signal_emit_by_name (self, "drag-begin");
}

static void
drag_update_cb (LoomDim3Row *self,
                double       x,
                double       y,
                GtkGesture  *gesture)
{
  loom_number_field_step (get_field (self, get_dragged_axis (self, gesture)), self->drag_from,
                          (gint64) floor (x / DRAG_PIXELS));
}

static void
drag_end_cb (LoomDim3Row *self,
             double       x,
             double       y,
             GtkGesture  *gesture)
{
  g_signal_emit_by_name (self, "drag-end");
}

static void
add_drag (LoomDim3Row *self,
          GtkLabel    *letter)
{
  GtkGesture *gesture = gtk_gesture_drag_new ();

  loom_connect (gesture, "drag-begin", drag_begin_cb, self);
  loom_connect (gesture, "drag-update", drag_update_cb, self);
  loom_connect (gesture, "drag-end", drag_end_cb, self);
  gtk_widget_add_controller (GTK_WIDGET (letter), GTK_EVENT_CONTROLLER (gesture));
  gtk_widget_set_cursor_from_name (GTK_WIDGET (letter), "ew-resize");
}

/* "Block x": a field is read out with the row that it stands in. */
static void
title_cb (LoomDim3Row *self)
{
  static const char letters[] = "xyz";
  const char *title = adw_preferences_row_get_title (ADW_PREFERENCES_ROW (self));

  for (guint axis = 0; axis < N_AXES; axis++)
    {
      g_autofree char *label = NULL;

      /* Translators: an extent of a launch and one of its axes, "Block x". */
      label = g_strdup_printf (_("%1$s %2$c"), title, letters[axis]);
      loom_widget_set_spoken_name (get_field (self, axis), label);
    }
}

static void
loom_dim3_row_set_property (GObject      *object,
                            guint         prop_id,
                            const GValue *value,
                            GParamSpec   *pspec)
{
  LoomDim3Row *self = LOOM_DIM3_ROW (object);

  if (prop_id == PROP_EXPLANATION)
    loom_dim3_row_set_explanation (self, g_value_get_string (value));
  else if (prop_id == PROP_SUFFIX)
    {
      self->suffix = g_value_get_object (value);
      if (self->suffix != NULL)
        gtk_box_append (self->top, self->suffix);
    }
  else
    {
      /* what nobody can type into shows what holds */
      gtk_widget_set_sensitive (GTK_WIDGET (self->fields), g_value_get_boolean (value));
      if (!g_value_get_boolean (value))
        loom_dim3_row_revert (self);
    }
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-dim3-row.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomDim3Row, field_x);
  gtk_widget_class_bind_template_child (widget_class, LoomDim3Row, field_y);
  gtk_widget_class_bind_template_child (widget_class, LoomDim3Row, field_z);
  gtk_widget_class_bind_template_child (widget_class, LoomDim3Row, letter_x);
  gtk_widget_class_bind_template_child (widget_class, LoomDim3Row, letter_y);
  gtk_widget_class_bind_template_child (widget_class, LoomDim3Row, letter_z);
  gtk_widget_class_bind_template_child (widget_class, LoomDim3Row, fields);
  gtk_widget_class_bind_template_child (widget_class, LoomDim3Row, top);
  gtk_widget_class_bind_template_child (widget_class, LoomDim3Row, note);
  gtk_widget_class_bind_template_callback (widget_class, try_cb);
  gtk_widget_class_bind_template_callback (widget_class, update_reason);
}

static void
loom_dim3_row_class_init (LoomDim3RowClass *klass)
{
  const GParamFlags flags = G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = loom_template_dispose;
  object_class->set_property = loom_dim3_row_set_property;
  properties[PROP_EXPLANATION] = g_param_spec_string ("explanation", NULL, NULL, NULL, flags);
  properties[PROP_SUFFIX] = g_param_spec_object ("suffix", NULL, NULL, GTK_TYPE_WIDGET, flags);
  properties[PROP_EDITABLE] = g_param_spec_boolean ("editable", NULL, NULL, TRUE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  LOOM_SIGNAL_NEW (klass, "try", 3, G_TYPE_POINTER, G_TYPE_BOOLEAN, G_TYPE_POINTER);
  LOOM_SIGNAL_NEW (klass, "drag-begin", 0);
  LOOM_SIGNAL_NEW (klass, "drag-end", 0);
  g_type_ensure (LOOM_TYPE_FIELD_NOTE);
  g_type_ensure (LOOM_TYPE_NUMBER_FIELD);
  bind_template (GTK_WIDGET_CLASS (klass));
}

static void
loom_dim3_row_init (LoomDim3Row *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  add_drag (self, self->letter_x);
  add_drag (self, self->letter_y);
  add_drag (self, self->letter_z);
  for (guint axis = 0; axis < N_AXES; axis++)
    {
      GtkEventController *focus = gtk_event_controller_focus_new ();

      loom_connect (focus, "enter", enter_cb, self);
      gtk_widget_add_controller (GTK_WIDGET (get_field (self, axis)), focus);
    }
  loom_dim3_row_set_known (self, TRUE);
  loom_dim3_row_set_value (self, &LOOM_DIM3 (1, 1, 1));
  g_signal_connect (self, "notify::title", G_CALLBACK (title_cb), NULL);
}

/**
 * loom_dim3_row_get_value:
 *
 * Returns: the three numbers that hold, whatever is being typed
 */
LoomDim3
loom_dim3_row_get_value (LoomDim3Row *self)
{
  g_return_val_if_fail (LOOM_IS_DIM3_ROW (self), LOOM_DIM3 (1, 1, 1));

  return LOOM_DIM3 (self->value[0], self->value[1], self->value[2]);
}

/**
 * loom_dim3_row_set_value:
 * @value: three numbers
 *
 * Shows an extent. Where an axis is what it was, what is being typed stays.
 */
void
loom_dim3_row_set_value (LoomDim3Row    *self,
                         const LoomDim3 *value)
{
  g_return_if_fail (LOOM_IS_DIM3_ROW (self));
  g_return_if_fail (value != NULL);

  self->value[0] = value->x;
  self->value[1] = value->y;
  self->value[2] = value->z;
  for (guint axis = 0; axis < N_AXES; axis++)
    if (self->known)
      loom_number_field_show (get_field (self, axis), self->value[axis]);
    else
      loom_field_show (LOOM_FIELD (get_field (self, axis)), "–");
}

/**
 * loom_dim3_row_set_most:
 * @most: that any axis can be
 */
void
loom_dim3_row_set_most (LoomDim3Row *self,
                        guint32      most)
{
  g_return_if_fail (LOOM_IS_DIM3_ROW (self));

  for (guint axis = 0; axis < N_AXES; axis++)
    g_object_set (get_field (self, axis), "most", (guint64) most, NULL);
}

/**
 * loom_dim3_row_set_known:
 * @known: whether there is anything to have an extent
 *
 * Shows dashes in place of the numbers where there is nothing that they could be of.
 */
void
loom_dim3_row_set_known (LoomDim3Row *self,
                         gboolean     known)
{
  const LoomDim3 value = loom_dim3_row_get_value (self);

  g_return_if_fail (LOOM_IS_DIM3_ROW (self));

  self->known = known != FALSE;
  loom_dim3_row_set_value (self, &value);
}

/**
 * loom_dim3_row_set_fault:
 * @fault: (nullable): why the numbers that hold are wrong
 *
 * Marks the numbers, as loom_field_set_fault() does one.
 */
void
loom_dim3_row_set_fault (LoomDim3Row *self,
                         const char  *fault)
{
  g_return_if_fail (LOOM_IS_DIM3_ROW (self));

  for (guint axis = 0; axis < N_AXES; axis++)
    loom_field_set_fault (LOOM_FIELD (get_field (self, axis)), fault);
}

void
loom_dim3_row_set_explanation (LoomDim3Row *self,
                               const char  *explanation)
{
  g_return_if_fail (LOOM_IS_DIM3_ROW (self));

  loom_field_note_set_text (self->note, explanation != NULL ? explanation : "");
}

void
loom_dim3_row_revert (LoomDim3Row *self)
{
  g_return_if_fail (LOOM_IS_DIM3_ROW (self));

  for (guint axis = 0; axis < N_AXES; axis++)
    loom_field_revert (LOOM_FIELD (get_field (self, axis)));
}

LoomFieldNote *
loom_dim3_row_get_note (LoomDim3Row *self)
{
  g_return_val_if_fail (LOOM_IS_DIM3_ROW (self), NULL);

  return self->note;
}

GtkWidget *
loom_dim3_row_get_field (LoomDim3Row *self,
                         guint        axis)
{
  g_return_val_if_fail (LOOM_IS_DIM3_ROW (self), NULL);

  return GTK_WIDGET (get_field (self, axis));
}
