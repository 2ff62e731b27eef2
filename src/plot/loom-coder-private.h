#pragma once

#include "loom-coder.h"

G_BEGIN_DECLS

#define LOOM_CODER_STRETCH 4096         /* cells encoded at a time */
#define LOOM_CODER_WARP 32

/* The thread that a cell is coded by, or LOOM_NO_WRITER. */
static inline guint64
_loom_coder_get_thread (const LoomCoder *self,
                        guint64          cell)
{
  return loom_planes_get_writer (&self->planes,
                                 self->lens == LOOM_LENS_HIGHEST ? self->planes.highest
                                                                 : self->planes.lowest,
                                 cell);
}

G_END_DECLS
