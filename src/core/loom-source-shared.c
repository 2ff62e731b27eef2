/* loom-source-shared.c: the dynamic shared memory of a launch that is known only once its block is
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-launches-private.h"

#define WARP 32
#define MOST (1 << 28)          /* of threads and bytes, so that their products are numbers */

/* What the first variable that makes up a block, the next and the last are tried with. */
static const gint64 tried[][3] = { { 32, 2, 2 }, { 64, 2, 2 }, { 128, 6, 2 }, { 96, 4, 10 } };

typedef struct
{
  gint64 threads;               /* of the block */
  gint64 bytes;                 /* of shared memory */
} Sample;

static gint64
read_threads (LoomSourceNames         *self,
              const LoomWrittenLaunch *written)
{
  LoomReadExtent block;
  gint64 threads = 1;

  g_hash_table_remove_all (self->values);
  self->open = 0;
  block = _loom_source_names_read_extent (self, written->block.first, written->block.end);
  for (guint axis = 0; axis < 3; axis++)
    threads *= block.axes[axis].is_certain ? CLAMP (block.axes[axis].value, 0, G_MAXUINT16) : 0;
  g_free (block.text);
  return threads;
}

/* Of the block as its variables are tried; 0: it hangs on more than them. */
static gint64
suppose_block (LoomSourceNames         *self,
               const LoomWrittenLaunch *written,
               const gint64            *numbers)
{
  gint64 threads = read_threads (self, written);

  for (guint i = 0; i < G_N_ELEMENTS (*tried) && threads == 0 && self->open != 0; i++)
    {
      LoomNumber *supposed = g_new0 (LoomNumber, 1);

      supposed->type = LOOM_NUMBER_INT;
      supposed->integer = numbers[i];
      g_hash_table_insert (self->supposed, GUINT_TO_POINTER (self->open), supposed);
      threads = read_threads (self, written);
    }
  return threads;
}

static gboolean
take_sample (LoomSourceNames         *self,
             const LoomWrittenLaunch *written,
             const gint64            *numbers,
             Sample                  *sample)
{
  gboolean is_read;

  sample->threads = suppose_block (self, written, numbers);
  is_read = sample->threads > 0 && sample->threads <= MOST &&
            _loom_source_names_evaluate (self, written->shared.first, written->shared.end,
                                         &sample->bytes) &&
            ABS (sample->bytes) <= MOST;
  g_hash_table_remove_all (self->supposed);
  g_hash_table_remove_all (self->values);
  return is_read;
}

/* Of a launch whose shared memory is not certain: the bytes may be a line over the threads of a
 * block that is not certain either. */
void
_loom_source_names_follow_block (LoomSourceNames         *self,
                                 const LoomWrittenLaunch *written,
                                 LoomSourceLaunch        *launch)
{
  Sample samples[G_N_ELEMENTS (tried)];
  gint64 threads, bytes;

  for (guint i = 0; i < G_N_ELEMENTS (tried); i++)
    if (loom_read_extent_is_certain (&launch->block) ||
        !take_sample (self, written, tried[i], &samples[i]))
      return;

  threads = samples[1].threads - samples[0].threads;
  bytes = samples[1].bytes - samples[0].bytes;
  if (threads <= 0 || bytes <= 0 || bytes * WARP % threads != 0 ||
      bytes * samples[0].threads % threads != 0 || bytes * WARP / threads > G_MAXINT32)
    return;
  for (guint i = 2; i < G_N_ELEMENTS (tried); i++)
    if ((samples[i].bytes - samples[0].bytes) * threads !=
        bytes * (samples[i].threads - samples[0].threads))
      return;

  launch->shared_per_warp = bytes * WARP / threads;
  launch->shared_besides
    = CLAMP (samples[0].bytes - bytes * samples[0].threads / threads, G_MININT32, G_MAXINT32);
}
