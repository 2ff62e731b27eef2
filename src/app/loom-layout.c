/* loom-layout.c: which rooms of a window are open
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-layout.h"

/* Pixels at a text scale of 1; larger text needs more. */
#define FOLD_BELOW 1000

enum {
  PROP_0,
  PROP_SHOW_EDITOR,
  PROP_SHOW_LAUNCH,
  PROP_SHOW_DRAWER,
  PROP_FOLDED,
  N_PROPS
};

/* The rooms are indexed by their properties. */
struct _LoomLayout
{
  GObject    parent_instance;

  GSettings *settings;
  gboolean   show[N_PROPS];
  gboolean   folded;
};

G_DEFINE_FINAL_TYPE (LoomLayout, loom_layout, G_TYPE_OBJECT)

static GParamSpec *properties [N_PROPS];

static void
set_show (LoomLayout *self,
          guint       room,
          gboolean    show)
{
  if (!self->show[room] == !show)
    return;
  self->show[room] = !!show;
  if (!self->folded || room == PROP_SHOW_DRAWER)
    g_settings_set_boolean (self->settings, properties[room]->name, show);
  g_object_notify_by_pspec (G_OBJECT (self), properties[room]);
}

static void
loom_layout_get_property (GObject    *object,
                          guint       prop_id,
                          GValue     *value,
                          GParamSpec *pspec)
{
  LoomLayout *self = LOOM_LAYOUT (object);

  switch (prop_id)
    {
    case PROP_SHOW_EDITOR:
    case PROP_SHOW_LAUNCH:
    case PROP_SHOW_DRAWER:
      g_value_set_boolean (value, self->show[prop_id]);
      break;
    case PROP_FOLDED:
      g_value_set_boolean (value, self->folded);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
loom_layout_set_property (GObject      *object,
                          guint         prop_id,
                          const GValue *value,
                          GParamSpec   *pspec)
{
  LoomLayout *self = LOOM_LAYOUT (object);

  switch (prop_id)
    {
    case PROP_SHOW_EDITOR:
    case PROP_SHOW_LAUNCH:
    case PROP_SHOW_DRAWER:
      set_show (self, prop_id, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
loom_layout_finalize (GObject *object)
{
  g_clear_object (&LOOM_LAYOUT (object)->settings);
  G_OBJECT_CLASS (loom_layout_parent_class)->finalize (object);
}

static void
loom_layout_class_init (LoomLayoutClass *klass)
{
  const GParamFlags read = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;
  const GParamFlags write = read | G_PARAM_WRITABLE;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = loom_layout_finalize;
  object_class->get_property = loom_layout_get_property;
  object_class->set_property = loom_layout_set_property;
  properties[PROP_SHOW_EDITOR] = g_param_spec_boolean ("show-editor", NULL, NULL, TRUE, write);
  properties[PROP_SHOW_LAUNCH] = g_param_spec_boolean ("show-launch", NULL, NULL, TRUE, write);
  properties[PROP_SHOW_DRAWER] = g_param_spec_boolean ("show-drawer", NULL, NULL, TRUE, write);
  properties[PROP_FOLDED] = g_param_spec_boolean ("folded", NULL, NULL, FALSE, read);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
loom_layout_init (LoomLayout *self)
{
}

/**
 * loom_layout_new:
 * @settings: where the rooms of a wide window are remembered
 *
 * Makes the layout of a wide window.
 *
 * Returns: (transfer full): a layout
 */
LoomLayout *
loom_layout_new (GSettings *settings)
{
  LoomLayout *self = g_object_new (LOOM_TYPE_LAYOUT, NULL);

  self->settings = g_object_ref (settings);
  for (guint room = PROP_SHOW_EDITOR; room <= PROP_SHOW_DRAWER; room++)
    self->show[room] = g_settings_get_boolean (settings, properties[room]->name);
  return self;
}

/**
 * loom_layout_set_width:
 * @self: a layout
 * @width: of the window in pixels
 * @text_scale: how much larger than usual the user wants text, 1 for as usual
 *
 * Folds the side bars away, or brings them back.
 */
void
loom_layout_set_width (LoomLayout *self,
                       int         width,
                       double      text_scale)
{
  gboolean folded = width < FOLD_BELOW * text_scale;

  g_return_if_fail (LOOM_IS_LAYOUT (self));

  if (folded == self->folded)
    return;

  /* folded first and unfolded last, so that neither is taken for the user's wish */
  self->folded = TRUE;
  for (guint room = PROP_SHOW_EDITOR; room <= PROP_SHOW_LAUNCH; room++)
    set_show (self, room,
              !folded && g_settings_get_boolean (self->settings, properties[room]->name));
  self->folded = folded;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FOLDED]);
}

/**
 * loom_layout_get_folded:
 * @self: a layout
 *
 * Returns: whether the window is too narrow for side bars
 */
gboolean
loom_layout_get_folded (LoomLayout *self)
{
  g_return_val_if_fail (LOOM_IS_LAYOUT (self), FALSE);

  return self->folded;
}
