/* loom-layout.c: which rooms of a window are open
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-layout.h"

/* Pixels at a text scale of 1; larger text needs more. */
#define FOLD_BELOW 1000         /* two side bars and a picture */
#define COMPACT_BELOW 860       /* words on all buttons */
#define DRAWER_FROM 760         /* a picture above the drawer */

/* The editor's share is at most this of a narrow window. */
#define NARROW_SHARE 0.5

enum {
  PROP_0,
  PROP_SHOW_EDITOR,
  PROP_SHOW_LAUNCH,
  PROP_SHOW_DRAWER,
  PROP_FOLDED,
  PROP_COMPACT,
  N_PROPS
};

/* The rooms are indexed by their properties. */
struct _LoomLayout
{
  GObject    parent_instance;

  GSettings *settings;
  gboolean   show[N_PROPS];
  gboolean   folded;
  gboolean   compact;
  gboolean   drawer_chosen;     /* by a person, here; the settings may not keep it */
  gboolean   drawer_offered;    /* there was something to read in it */
  gboolean   drawer_fits;       /* the window is high enough for a picture above it */
  int        width;             /* of the window; 0: not known yet */
};

G_DEFINE_FINAL_TYPE (LoomLayout, loom_layout, G_TYPE_OBJECT)

static GParamSpec *properties [N_PROPS];

/* The nicks of "narrow-room", by what it stands for. */
static const char * const narrow_rooms[N_PROPS] = {
  "none",
  [PROP_SHOW_EDITOR] = "editor",
  [PROP_SHOW_LAUNCH] = "launch",
};

static void
set_show (LoomLayout *self,
          guint       room,
          gboolean    show)
{
  if (!self->show[room] == !show)
    return;
  self->show[room] = !!show;
  g_object_notify_by_pspec (G_OBJECT (self), properties[room]);
}

/* What a person chose. */
static void
choose (LoomLayout *self,
        guint       room,
        gboolean    show)
{
  const guint other = room == PROP_SHOW_EDITOR ? PROP_SHOW_LAUNCH : PROP_SHOW_EDITOR;

  if (!self->show[room] == !show)
    return;
  self->drawer_chosen |= room == PROP_SHOW_DRAWER;
  if (!self->folded || room == PROP_SHOW_DRAWER)
    {
      g_settings_set_boolean (self->settings, properties[room]->name, show);
    }
  else
    {
      g_settings_set_string (self->settings, "narrow-room", narrow_rooms[show ? room : 0]);
      set_show (self, other, FALSE);
    }
  set_show (self, room, show);
}

static void
loom_layout_get_property (GObject    *object,
                          guint       prop_id,
                          GValue     *value,
                          GParamSpec *pspec)
{
  LoomLayout *self = LOOM_LAYOUT (object);

  if (prop_id == PROP_FOLDED)
    g_value_set_boolean (value, self->folded);
  else if (prop_id == PROP_COMPACT)
    g_value_set_boolean (value, self->compact);
  else
    g_value_set_boolean (value, self->show[prop_id]);
}

static void
loom_layout_set_property (GObject      *object,
                          guint         prop_id,
                          const GValue *value,
                          GParamSpec   *pspec)
{
  choose (LOOM_LAYOUT (object), prop_id, g_value_get_boolean (value));
}

static void
loom_layout_finalize (GObject *object)
{
  LoomLayout *self = LOOM_LAYOUT (object);

  g_clear_object (&self->settings);

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
  properties[PROP_SHOW_DRAWER] = g_param_spec_boolean ("show-drawer", NULL, NULL, FALSE, write);
  properties[PROP_FOLDED] = g_param_spec_boolean ("folded", NULL, NULL, FALSE, read);
  properties[PROP_COMPACT] = g_param_spec_boolean ("compact", NULL, NULL, FALSE, read);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
loom_layout_init (LoomLayout *self)
{
}

/**
 * loom_layout_new:
 * @settings: where the rooms are remembered
 *
 * Makes the layout of a wide window.
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

static gboolean
is_wanted (LoomLayout *self,
           guint       room)
{
  g_autofree char *narrow = NULL;

  if (!self->folded)
    return g_settings_get_boolean (self->settings, properties[room]->name);
  narrow = g_settings_get_string (self->settings, "narrow-room");
  return g_str_equal (narrow, narrow_rooms[room]);
}

static void
set_folded (LoomLayout *self,
            gboolean    folded)
{
  if (folded == self->folded)
    return;
  self->folded = folded;
  for (guint room = PROP_SHOW_EDITOR; room <= PROP_SHOW_LAUNCH; room++)
    set_show (self, room, is_wanted (self, room));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FOLDED]);
}

static void
set_compact (LoomLayout *self,
             gboolean    compact)
{
  if (compact == self->compact)
    return;
  self->compact = compact;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_COMPACT]);
}

/* A drawer that no person has opened or shut is open for what was to be read, where it fits. */
static void
update_drawer (LoomLayout *self)
{
  g_autoptr (GVariant) chosen = g_settings_get_user_value (self->settings, "show-drawer");

  if (chosen == NULL && !self->drawer_chosen)
    set_show (self, PROP_SHOW_DRAWER, self->drawer_offered && self->drawer_fits);
}

/**
 * loom_layout_set_size:
 * @width: of the window in pixels
 * @height: of the window in pixels
 * @text_scale: how much larger than usual the user wants text, 1 for as usual
 *
 * Opens the rooms that a window of this size has.
 */
void
loom_layout_set_size (LoomLayout *self,
                      int         width,
                      int         height,
                      double      text_scale)
{
  g_return_if_fail (LOOM_IS_LAYOUT (self));

  self->width = width;
  self->drawer_fits = height >= DRAWER_FROM * text_scale;
  set_compact (self, width < COMPACT_BELOW * text_scale);
  set_folded (self, width < FOLD_BELOW * text_scale);
  update_drawer (self);
}

/**
 * loom_layout_offer_drawer:
 *
 * Opens the drawer for something that is to be read in it, if the window has room for it and no
 * person has shut it.
 *
 * Returns: whether it was shut, so that nobody is on one of its pages
 */
gboolean
loom_layout_offer_drawer (LoomLayout *self)
{
  gboolean was_shown;

  g_return_val_if_fail (LOOM_IS_LAYOUT (self), FALSE);

  was_shown = self->show[PROP_SHOW_DRAWER];
  self->drawer_offered = TRUE;
  update_drawer (self);
  return !was_shown;
}

/**
 * loom_layout_get_folded:
 *
 * Returns: whether the window has room for one side bar only
 */
gboolean
loom_layout_get_folded (LoomLayout *self)
{
  g_return_val_if_fail (LOOM_IS_LAYOUT (self), FALSE);

  return self->folded;
}

/**
 * loom_layout_get_compact:
 *
 * Returns: whether the window is too narrow for words on every button
 */
gboolean
loom_layout_get_compact (LoomLayout *self)
{
  g_return_val_if_fail (LOOM_IS_LAYOUT (self), FALSE);

  return self->compact;
}

int
loom_layout_get_editor_width (LoomLayout *self)
{
  double share;

  g_return_val_if_fail (LOOM_IS_LAYOUT (self), 0);

  share = g_settings_get_double (self->settings, "editor-share");
  return (int) (self->width * (self->folded ? MIN (share, NARROW_SHARE) : share));
}

/**
 * loom_layout_set_editor_width:
 * @width: what somebody made the editor's width in pixels
 *
 * Remembers the editor's share of the window.
 */
void
loom_layout_set_editor_width (LoomLayout *self,
                              int         width)
{
  g_return_if_fail (LOOM_IS_LAYOUT (self));
  g_return_if_fail (self->width > 0);

  g_settings_set_double (self->settings, "editor-share",
                         CLAMP (width / (double) self->width, 0.05, 0.95));
}
