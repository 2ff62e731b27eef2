/* loom-dim3-row.c: a row with three numbers
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-dim3-row.h"

#include "loom-application.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* So many pixels of a drag are one step of the number. */
#define DRAG_PIXELS 6

struct _LoomDim3Row
{
  AdwPreferencesRow  parent_instance;

  GtkWidget         *field_x;
  GtkWidget         *field_y;
  GtkWidget         *field_z;
  GtkLabel          *letter_x;
  GtkLabel          *letter_y;
  GtkLabel          *letter_z;
  GtkBox            *fields;
  GtkBox            *top;
  GtkLabel          *explanation;
  GtkWidget         *suffix;

  double             drag_from;
  guint              updating : 1;
  guint              known : 1;
};

enum {
  PROP_0,
  PROP_EXPLANATION,
  PROP_SUFFIX,
  PROP_EDITABLE,
  N_PROPS
};

enum {
  EDITED,
  DRAG_BEGIN,
  DRAG_END,
  N_SIGNALS
};

G_DEFINE_FINAL_TYPE (LoomDim3Row, loom_dim3_row, ADW_TYPE_PREFERENCES_ROW)

static GParamSpec *properties [N_PROPS];
static guint signals [N_SIGNALS];

static void
value_changed_cb (LoomDim3Row *self)
{
  if (!self->updating)
    g_signal_emit (self, signals[EDITED], 0);
}

/* A number that stands for nothing is not shown. */
static gboolean
output_cb (LoomDim3Row *self,
           GtkEditable *field)
{
  if (self->known)
    return FALSE;
  if (strcmp (gtk_editable_get_text (field), "–") != 0)
    gtk_editable_set_text (field, "–");
  return TRUE;
}

static GtkSpinButton *
get_dragged_field (LoomDim3Row *self,
                   GtkGesture  *gesture)
{
  GtkWidget *letter = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture));

  return GTK_SPIN_BUTTON (gtk_label_get_mnemonic_widget (GTK_LABEL (letter)));
}

static void
drag_begin_cb (LoomDim3Row *self,
               double       x,
               double       y,
               GtkGesture  *gesture)
{
  self->drag_from = gtk_spin_button_get_value (get_dragged_field (self, gesture));
  g_signal_emit (self, signals[DRAG_BEGIN], 0);
}

static void
drag_update_cb (LoomDim3Row *self,
                double       x,
                double       y,
                GtkGesture  *gesture)
{
  gtk_spin_button_set_value (get_dragged_field (self, gesture),
                             self->drag_from + floor (x / DRAG_PIXELS));
}

static void
drag_end_cb (LoomDim3Row *self,
             double       x,
             double       y,
             GtkGesture  *gesture)
{
  g_signal_emit (self, signals[DRAG_END], 0);
}

static void
add_drag (LoomDim3Row *self,
          GtkLabel    *letter)
{
  GtkGesture *gesture = gtk_gesture_drag_new ();

  g_signal_connect_object (gesture, "drag-begin", G_CALLBACK (drag_begin_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (gesture, "drag-update", G_CALLBACK (drag_update_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (gesture, "drag-end", G_CALLBACK (drag_end_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (letter), GTK_EVENT_CONTROLLER (gesture));
  gtk_widget_set_cursor_from_name (GTK_WIDGET (letter), "ew-resize");
}

/* Three fields fit side by side only without the buttons that GTK puts in; keys, the wheel and a
 * drag of the letter do the same. */
static void
hide_buttons (GtkWidget *field)
{
  for (GtkWidget *child = gtk_widget_get_first_child (field); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_BUTTON (child))
      gtk_widget_hide (child);
}

/* "Block x": a field is read out with the row that it stands in. */
static void
title_cb (LoomDim3Row *self)
{
  static const char letters[] = "xyz";
  GtkWidget *fields[] = { self->field_x, self->field_y, self->field_z };

  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    {
      g_autofree char *label = NULL;

      /* Translators: an extent of a launch and one of its axes, "Block x". */
      label = g_strdup_printf (
          _("%1$s %2$c"), adw_preferences_row_get_title (ADW_PREFERENCES_ROW (self)), letters[i]);
      gtk_accessible_update_property (GTK_ACCESSIBLE (fields[i]), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      label, -1);
    }
}

static void
loom_dim3_row_set_property (GObject      *object,
                            guint         prop_id,
                            const GValue *value,
                            GParamSpec   *pspec)
{
  LoomDim3Row *self = LOOM_DIM3_ROW (object);

  switch (prop_id)
    {
    case PROP_EXPLANATION:
      loom_dim3_row_set_explanation (self, g_value_get_string (value));
      break;
    case PROP_SUFFIX:
      self->suffix = g_value_get_object (value);
      if (self->suffix != NULL)
        gtk_box_append (self->top, self->suffix);
      break;
    case PROP_EDITABLE:
      gtk_widget_set_sensitive (GTK_WIDGET (self->fields), g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
loom_dim3_row_dispose (GObject *object)
{
  LoomDim3Row *self = LOOM_DIM3_ROW (object);

  gtk_widget_dispose_template (GTK_WIDGET (self), LOOM_TYPE_DIM3_ROW);
  G_OBJECT_CLASS (loom_dim3_row_parent_class)->dispose (object);
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
  gtk_widget_class_bind_template_child (widget_class, LoomDim3Row, explanation);
  gtk_widget_class_bind_template_callback (widget_class, value_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, output_cb);
}

static void
loom_dim3_row_class_init (LoomDim3RowClass *klass)
{
  const GParamFlags flags = G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = loom_dim3_row_dispose;
  object_class->set_property = loom_dim3_row_set_property;
  properties[PROP_EXPLANATION] = g_param_spec_string ("explanation", NULL, NULL, NULL, flags);
  properties[PROP_SUFFIX] = g_param_spec_object ("suffix", NULL, NULL, GTK_TYPE_WIDGET, flags);
  properties[PROP_EDITABLE] = g_param_spec_boolean ("editable", NULL, NULL, TRUE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[EDITED] = g_signal_new ("edited", LOOM_TYPE_DIM3_ROW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 0);
  signals[DRAG_BEGIN] = g_signal_new ("drag-begin", LOOM_TYPE_DIM3_ROW, G_SIGNAL_RUN_LAST, 0, NULL,
                                      NULL, NULL, G_TYPE_NONE, 0);
  signals[DRAG_END] = g_signal_new ("drag-end", LOOM_TYPE_DIM3_ROW, G_SIGNAL_RUN_LAST, 0, NULL,
                                    NULL, NULL, G_TYPE_NONE, 0);
  bind_template (GTK_WIDGET_CLASS (klass));
}

static void
loom_dim3_row_init (LoomDim3Row *self)
{
  self->known = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  add_drag (self, self->letter_x);
  add_drag (self, self->letter_y);
  add_drag (self, self->letter_z);
  hide_buttons (self->field_x);
  hide_buttons (self->field_y);
  hide_buttons (self->field_z);
  g_signal_connect (self, "notify::title", G_CALLBACK (title_cb), NULL);
}

/**
 * loom_dim3_row_get_value:
 * @self: a row
 *
 * Returns: the three numbers
 */
LoomDim3
loom_dim3_row_get_value (LoomDim3Row *self)
{
  g_return_val_if_fail (LOOM_IS_DIM3_ROW (self), LOOM_DIM3 (1, 1, 1));

  return LOOM_DIM3 ((guint32) gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->field_x)),
                    (guint32) gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->field_y)),
                    (guint32) gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->field_z)));
}

/**
 * loom_dim3_row_set_value:
 * @self: a row
 * @value: three numbers
 *
 * Shows an extent, without "edited".
 */
void
loom_dim3_row_set_value (LoomDim3Row    *self,
                         const LoomDim3 *value)
{
  g_return_if_fail (LOOM_IS_DIM3_ROW (self));
  g_return_if_fail (value != NULL);

  self->updating = TRUE;
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->field_x), value->x);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->field_y), value->y);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->field_z), value->z);
  self->updating = FALSE;
}

/**
 * loom_dim3_row_set_known:
 * @self: a row
 * @known: whether there is anything to have an extent
 *
 * Shows dashes in place of the numbers where there is nothing that they could be of.
 */
void
loom_dim3_row_set_known (LoomDim3Row *self,
                         gboolean     known)
{
  g_return_if_fail (LOOM_IS_DIM3_ROW (self));

  if (self->known == (known != FALSE))
    return;
  self->known = known != FALSE;
  self->updating = TRUE;
  for (guint axis = 0; axis < 3; axis++)
    {
      GtkSpinButton *field = GTK_SPIN_BUTTON (loom_dim3_row_get_field (self, axis));

      gtk_spin_button_set_numeric (field, known);
      gtk_spin_button_set_value (field, gtk_spin_button_get_value (field));
    }
  self->updating = FALSE;
}

/**
 * loom_dim3_row_set_explanation:
 * @self: a row
 * @explanation: (nullable): what stands under the numbers
 */
void
loom_dim3_row_set_explanation (LoomDim3Row *self,
                               const char  *explanation)
{
  g_return_if_fail (LOOM_IS_DIM3_ROW (self));

  gtk_label_set_label (self->explanation, explanation != NULL ? explanation : "");
  gtk_widget_set_visible (GTK_WIDGET (self->explanation),
                          explanation != NULL && *explanation != '\0');
}

/**
 * loom_dim3_row_get_field:
 * @self: a row
 * @axis: 0 for x, 1 for y, 2 for z
 *
 * Returns: (transfer none): the field of an axis, a #GtkSpinButton
 */
GtkWidget *
loom_dim3_row_get_field (LoomDim3Row *self,
                         guint        axis)
{
  g_return_val_if_fail (LOOM_IS_DIM3_ROW (self), NULL);

  return axis == 0 ? self->field_x : axis == 1 ? self->field_y : self->field_z;
}
