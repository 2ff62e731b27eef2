/* loom-run-seeds.c: which cells hang on the order of warps and blocks
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-run-memory.h"

#include <string.h>

/**
 * loom_run_memory_keep_ordinary:
 *
 * Keeps what the cells hold, for what other orders leave to be compared with.
 */
void
loom_run_memory_keep_ordinary (LoomRunMemory *self)
{
  for (guint i = 0; i < self->buffers->len; i++)
    {
      LoomRunBuffer *buffer = loom_run_memory_get (self, i);

      memcpy (buffer->ordinary, buffer->bytes, buffer->size);
    }
}

static gboolean
count_cells (LoomRunBuffer *buffer,
             guint32        seed)
{
  const gsize size = buffer->arg->type.size;
  gboolean differs = FALSE;

  if (memcmp (buffer->bytes, buffer->ordinary, buffer->size) == 0)
    return FALSE;
  for (guint64 cell = 0; cell < buffer->cells; cell++)
    if (memcmp (buffer->bytes + cell * size, buffer->ordinary + cell * size, size) != 0)
      {
        if (buffer->seeds[cell]++ == 0)
          buffer->first_seeds[cell] = (guint8) (seed + 1);
        differs = TRUE;
      }
  return differs;
}

/**
 * loom_run_memory_count_seed:
 * @seed: of the order, below %LOOM_MAX_SEEDS
 *
 * Counts the cells in which another order left other bytes.
 *
 * Returns: whether there are any
 */
gboolean
loom_run_memory_count_seed (LoomRunMemory *self,
                            guint32        seed)
{
  gboolean differs = FALSE;

  for (guint i = 0; i < self->buffers->len; i++)
    differs |= count_cells (loom_run_memory_get (self, i), seed);
  return differs;
}
