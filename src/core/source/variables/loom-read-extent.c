/* loom-read-extent.c: a grid or a block as host code has it, as far as that is certain
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-read-extent.h"

/**
 * loom_read_extent_of:
 *
 * Returns: an extent that is known, as if it stood in a source with no more axes than it needs
 */
LoomReadExtent
loom_read_extent_of (const LoomDim3 *extent)
{
  const guint32 axes[] = { extent->x, extent->y, extent->z };
  LoomReadExtent self = { .rank = extent->z > 1 ? 3 : extent->y > 1 ? 2 : 1 };

  for (guint axis = 0; axis < 3; axis++)
    self.axes[axis] = (LoomReadNumber) { TRUE, axes[axis] };
  return self;
}

/**
 * loom_read_extent_is_certain:
 *
 * Returns: whether all axes are known for certain, and such that a launch can have them
 */
gboolean
loom_read_extent_is_certain (const LoomReadExtent *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  for (guint axis = 0; axis < 3; axis++)
    {
      if (!self->axes[axis].is_certain || self->axes[axis].value < 1 ||
          self->axes[axis].value > G_MAXINT32)
        return FALSE;
    }

  return self->rank > 0;
}

/**
 * loom_read_extent_get:
 *
 * Returns: an extent that is certain
 */
LoomDim3
loom_read_extent_get (const LoomReadExtent *self)
{
  return LOOM_DIM3 (self->axes[0].value, self->axes[1].value, self->axes[2].value);
}
