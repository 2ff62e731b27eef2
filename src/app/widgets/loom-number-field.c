/* loom-number-field.c: a field for a whole number
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-number-field.h"

#include "loom-arithmetic.h"

#define STEPS_OF_A_PAGE 8

struct _LoomNumberField
{
  LoomField  parent_instance;

  guint64    least, most;
  guint      step;
};

enum {
  PROP_0,
  PROP_LEAST,
  PROP_MOST,
  PROP_STEP,
  N_PROPS
};

G_DEFINE_FINAL_TYPE (LoomNumberField, loom_number_field, LOOM_TYPE_FIELD)

static GParamSpec *properties [N_PROPS];

/* From the number that stands there; what is none can't be stepped. */
static void
step (LoomNumberField *self,
      int              steps)
{
  guint64 number;

  if (loom_number_field_read (self, &number, NULL))
    loom_number_field_step (self, number, (gint64) steps * self->step);
  else
    gtk_widget_error_bell (GTK_WIDGET (self));
}

static gboolean
step_cb (GtkWidget *widget,
         GVariant  *args,
         gpointer   data)
{
  step (LOOM_NUMBER_FIELD (widget), g_variant_get_int32 (args));
  return GDK_EVENT_STOP;
}

/* Without the focus the wheel is for scrolling past. */
static gboolean
scroll_cb (LoomNumberField *self,
           double           dx,
           double           dy)
{
  if (gtk_widget_get_focus_child (GTK_WIDGET (self)) == NULL || dy == 0)
    return GDK_EVENT_PROPAGATE;

  step (self, dy < 0 ? 1 : -1);
  return GDK_EVENT_STOP;
}

static void
loom_number_field_set_property (GObject      *object,
                                guint         prop_id,
                                const GValue *value,
                                GParamSpec   *pspec)
{
  LoomNumberField *self = LOOM_NUMBER_FIELD (object);

  if (prop_id == PROP_LEAST)
    self->least = g_value_get_uint64 (value);
  else if (prop_id == PROP_MOST)
    self->most = g_value_get_uint64 (value);
  else
    self->step = g_value_get_uint (value);
}

static void
loom_number_field_class_init (LoomNumberFieldClass *klass)
{
  const GParamFlags flags = G_PARAM_WRITABLE | G_PARAM_CONSTRUCT | G_PARAM_STATIC_STRINGS;
  static const struct { guint key, other; int steps; } keys[] = {
    { GDK_KEY_Up, GDK_KEY_KP_Up, 1 },
    { GDK_KEY_Down, GDK_KEY_KP_Down, -1 },
    { GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up, STEPS_OF_A_PAGE },
    { GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down, -STEPS_OF_A_PAGE },
  };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->set_property = loom_number_field_set_property;
  properties[PROP_LEAST]
      = g_param_spec_uint64 ("least", NULL, NULL, 0, G_MAXINT64, 1, flags);
  properties[PROP_MOST]
      = g_param_spec_uint64 ("most", NULL, NULL, 0, G_MAXUINT64, G_MAXUINT32, flags);
  properties[PROP_STEP] = g_param_spec_uint ("step", NULL, NULL, 1, 1 << 20, 1, flags);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPS, properties);

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      gtk_widget_class_add_binding (widget_class, keys[i].key, 0, step_cb, "i", keys[i].steps);
      gtk_widget_class_add_binding (widget_class, keys[i].other, 0, step_cb, "i", keys[i].steps);
    }
}

static void
loom_number_field_init (LoomNumberField *self)
{
  GtkEventController *scroll = gtk_event_controller_scroll_new (
      GTK_EVENT_CONTROLLER_SCROLL_VERTICAL | GTK_EVENT_CONTROLLER_SCROLL_DISCRETE);

  g_signal_connect_swapped (scroll, "scroll", G_CALLBACK (scroll_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
}

/**
 * loom_number_field_read:
 * @number: (out): what stands there comes to
 * @error: return location; why it is no number that is allowed
 *
 * Returns: %FALSE with @error set
 */
gboolean
loom_number_field_read (LoomNumberField  *self,
                        guint64          *number,
                        GError          **error)
{
  g_return_val_if_fail (LOOM_IS_NUMBER_FIELD (self), FALSE);

  return loom_arithmetic_evaluate (loom_field_get_text (LOOM_FIELD (self)), (gint64) self->least,
                                   self->most, number, error);
}

void
loom_number_field_show (LoomNumberField *self,
                        guint64          number)
{
  g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT, number);

  g_return_if_fail (LOOM_IS_NUMBER_FIELD (self));

  loom_field_show (LOOM_FIELD (self), text);
}

/**
 * loom_number_field_step:
 * @from: a number that is allowed
 * @by: how far to go from there
 *
 * Does what typing and Enter do with the number that is so far away, or with the last one that is
 * allowed on the way.
 */
void
loom_number_field_step (LoomNumberField *self,
                        guint64          from,
                        gint64           by)
{
  g_autofree char *text = NULL;
  guint64 far = by < 0 ? (guint64) -by : (guint64) by;

  g_return_if_fail (LOOM_IS_NUMBER_FIELD (self));
  g_return_if_fail (from >= self->least && from <= self->most);

  from = by < 0 ? from - MIN (far, from - self->least) : from + MIN (far, self->most - from);
  text = g_strdup_printf ("%" G_GUINT64_FORMAT, from);
  loom_field_type (LOOM_FIELD (self), text, TRUE);
}
