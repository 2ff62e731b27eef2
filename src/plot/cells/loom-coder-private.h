#pragma once

#include "loom-coder.h"

#define LOOM_CODER_STRETCH 4096         /* cells encoded at a time */

/* The plane that the lens reads. */
static inline const guint8 *
_loom_coder_get_plane (const LoomCoder *self)
{
  return G_STRUCT_MEMBER (const guint8 *, &self->planes, self->facts->plane);
}

/* The thread that a cell is coded by, or LOOM_NO_WRITER. */
static inline guint64
_loom_coder_get_thread (const LoomCoder *self,
                        guint64          cell)
{
  return loom_planes_get_writer (&self->planes, _loom_coder_get_plane (self), cell);
}

void _loom_coder_look_at_block (const LoomCoder *self,
                                guint64          block,
                                LoomOwner       *owner);

/* Neighbours mostly share a block: it is looked at once for a run of them. */
static inline void
_loom_coder_find_owner (const LoomCoder *self,
                        guint64          thread,
                        LoomOwner       *owner)
{
  const guint64 block = thread / self->threads_per_block;

  if (block != owner->block)
    _loom_coder_look_at_block (self, block, owner);
  owner->thread = (guint) (thread - block * self->threads_per_block);
}
