/* loom-change-line.c: one change between two runs, as a line of a table
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-change-line.h"

#include "loom-class.h"

struct _LoomChangeLine
{
  GObject    parent_instance;

  GPtrArray *changes;           /* that it is one of */
  guint      index;
};

LOOM_DEFINE_PLAIN_TYPE (LoomChangeLine, loom_change_line, G_TYPE_OBJECT)

LOOM_DEFINE_FINALIZE (LoomChangeLine, loom_change_line)
{
  g_clear_pointer (&self->changes, g_ptr_array_unref);
}

static void
loom_change_line_class_init (LoomChangeLineClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = loom_change_line_finalize;
}

/**
 * loom_change_line_new:
 * @changes: (element-type LoomRunChange): changes; a reference is held
 * @index: of one of them
 *
 * Returns: (transfer full): the line
 */
LoomChangeLine *
loom_change_line_new (GPtrArray *changes,
                      guint      index)
{
  LoomChangeLine *self;

  g_return_val_if_fail (changes != NULL && index < changes->len, NULL);

  self = g_object_new (LOOM_TYPE_CHANGE_LINE, NULL);
  self->changes = g_ptr_array_ref (changes);
  self->index = index;
  return self;
}

/**
 * loom_change_line_get_change:
 *
 * Returns: (transfer none): the change
 */
LOOM_DEFINE_GETTER (LoomChangeLine, CHANGE_LINE, const LoomRunChange *,
                    loom_change_line_get_change, self->changes->pdata[self->index])
