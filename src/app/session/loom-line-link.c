/* loom-line-link.c: one line of the source, and what was made from it
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-line-link.h"

struct _LoomLineLink
{
  GObject parent_instance;

  guint   cursor, hovered, marked;
};

enum { PROP_0, PROP_CURSOR, PROP_HOVERED, PROP_MARKED, N_PROPS };

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (LoomLineLink, loom_line_link, G_TYPE_OBJECT)

static void
loom_line_link_get_property (GObject    *object,
                             guint       prop_id,
                             GValue     *value,
                             GParamSpec *pspec)
{
  LoomLineLink *self = LOOM_LINE_LINK (object);

  g_value_set_uint (value, prop_id == PROP_CURSOR    ? self->cursor
                           : prop_id == PROP_HOVERED ? self->hovered
                                                     : self->marked);
}

static void
loom_line_link_class_init (LoomLineLinkClass *klass)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = loom_line_link_get_property;
  properties[PROP_CURSOR] = g_param_spec_uint ("cursor", NULL, NULL, 0, G_MAXUINT, 0, flags);
  properties[PROP_HOVERED] = g_param_spec_uint ("hovered", NULL, NULL, 0, G_MAXUINT, 0, flags);
  properties[PROP_MARKED] = g_param_spec_uint ("marked", NULL, NULL, 0, G_MAXUINT, 0, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
loom_line_link_init (LoomLineLink *self)
{
}

static void
set (LoomLineLink *self,
     guint        *member,
     guint         line,
     guint         property)
{
  if (*member == line)
    return;
  *member = line;
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

guint
loom_line_link_get_cursor (LoomLineLink *self)
{
  g_return_val_if_fail (LOOM_IS_LINE_LINK (self), 0);

  return self->cursor;
}

guint
loom_line_link_get_hovered (LoomLineLink *self)
{
  g_return_val_if_fail (LOOM_IS_LINE_LINK (self), 0);

  return self->hovered;
}

guint
loom_line_link_get_marked (LoomLineLink *self)
{
  g_return_val_if_fail (LOOM_IS_LINE_LINK (self), 0);

  return self->marked;
}

void
loom_line_link_set_cursor (LoomLineLink *self,
                           guint         line)
{
  g_return_if_fail (LOOM_IS_LINE_LINK (self));

  set (self, &self->cursor, line, PROP_CURSOR);
}

void
loom_line_link_set_hovered (LoomLineLink *self,
                            guint         line)
{
  g_return_if_fail (LOOM_IS_LINE_LINK (self));

  set (self, &self->hovered, line, PROP_HOVERED);
}

void
loom_line_link_set_marked (LoomLineLink *self,
                           guint         line)
{
  g_return_if_fail (LOOM_IS_LINE_LINK (self));

  set (self, &self->marked, line, PROP_MARKED);
}
