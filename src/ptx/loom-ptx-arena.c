/* loom-ptx-arena.c: where arrays and the counters of their cells lie on a device, and what the
 * counters add up to
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-ptx-arena.h"
#include "loom-ptx-instrument.h"

#include "loom-error.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define MAX_UNIT 16u
#define MAX_GUARD 65536u        /* bytes */
#define BLOCK_WORDS 3u          /* of each block in the schedule */

/* Takes so many elements' room at the arena's end. */
static gboolean
take (guint64 *end,
      guint64  n,
      guint64  element,
      guint64 *offset)
{
  guint64 bytes;

  *offset = *end;
  return g_uint64_checked_mul (&bytes, n, element) &&
         g_uint64_checked_add (&bytes, bytes, LOOM_PTX_ARENA_ALIGN - 1) &&
         g_uint64_checked_add (end, *end, bytes / LOOM_PTX_ARENA_ALIGN * LOOM_PTX_ARENA_ALIGN);
}

static guint
choose_unit (const LoomPtxArenaArray *arrays,
             guint                    n_arrays,
             guint                    narrowest)
{
  guint unit = MIN (narrowest, MAX_UNIT);

  for (guint i = 0; i < n_arrays; i++)
    while (MAX (arrays[i].cell_size, 1) % unit != 0)
      unit /= 2;
  return unit;
}

/* Wide enough for a row too many of most arrays that have rows. */
static guint64
choose_guard (const LoomPtxArenaArray *array)
{
  return array->guard > 0 ? array->guard
                          : CLAMP (array->size / 8, LOOM_PTX_ARENA_GUARD, MAX_GUARD);
}

/* Room before the first array and after each: a small step over an end meets no other array. */
static gboolean
place_arrays (LoomPtxArenaArray *arrays,
              guint              n_arrays,
              guint64           *end)
{
  guint64 ignored;

  if (n_arrays > 0 && !take (end, choose_guard (&arrays[0]), 1, &ignored))
    return FALSE;
  for (guint i = 0; i < n_arrays; i++)
    if (!take (end, arrays[i].size, 1, &arrays[i].offset) ||
        !take (end, choose_guard (&arrays[i]), 1, &ignored))
      return FALSE;
  return TRUE;
}

/* No guards: an access that begins before a variable's end is aligned, and so ends before the next
 * one's offset. */
static gboolean
place_variables (LoomPtxArenaArray *variables,
                 guint              n_variables,
                 guint64           *end)
{
  for (guint i = 0; i < n_variables; i++)
    if (!take (end, variables[i].size, 1, &variables[i].offset))
      return FALSE;
  return TRUE;
}

static gboolean
place_counters (LoomPtxArena *self,
                guint64      *end)
{
  const LoomPtxInstrumentation *how = &self->how;
  const guint64 n_units = self->counted_bytes / how->unit;

  self->counters = *end;
  if ((how->coverage & LOOM_COVERAGE_WRITES) != 0 &&
      !take (end, n_units, sizeof (guint32), &self->writes))
    return FALSE;
  if ((how->coverage & LOOM_COVERAGE_READS) != 0 &&
      !take (end, n_units, sizeof (guint32), &self->reads))
    return FALSE;
  if ((how->coverage & LOOM_COVERAGE_WRITERS) != 0 &&
      (!take (end, n_units, how->writer_size, &self->lowest) ||
       !take (end, n_units, how->writer_size, &self->highest)))
    return FALSE;
  if (how->coverage != LOOM_COVERAGE_NONE && !take (end, self->threads, 1, &self->stored))
    return FALSE;
  return !how->schedule ||
         take (end, self->n_blocks, BLOCK_WORDS * sizeof (guint64), &self->blocks);
}

/**
 * loom_ptx_arena_init:
 * @self: (out caller-allocates): the arena
 * @module: the verified module that will be instrumented
 * @arrays: (array length=n_arrays): the launch's arrays, then the variables that are counted as
 *   arrays are; all is given but each `offset`, which is computed. They must outlive the arena
 * @n_arrays: how many of both
 * @grid: blocks of the launch
 * @block: threads of a block
 * @coverage: what is counted
 * @schedule: whether start and end of each block are kept
 *
 * Lays out the memory of a launch, see loom-ptx-arena.h.
 *
 * Errors: %LOOM_ERROR_MEMORY if no number holds its size.
 *
 * Returns: whether it can be
 */
gboolean
loom_ptx_arena_init (LoomPtxArena       *self,
                     LoomPtxModule      *module,
                     LoomPtxArenaArray  *arrays,
                     guint               n_arrays,
                     const LoomDim3     *grid,
                     const LoomDim3     *block,
                     LoomCoverageFlags   coverage,
                     gboolean            schedule,
                     GError            **error)
{
  guint64 block_threads, end = LOOM_PTX_ARENA_ALIGN;
  guint n = 0, narrowest;

  while (n < n_arrays && arrays[n].symbol == NULL)
    n++;
  *self = (LoomPtxArena) {
    .how = { .coverage = coverage, .schedule = schedule,
             .variables = arrays + n, .n_variables = n_arrays - n },
  };
  narrowest = loom_ptx_instrument_get_narrowest (module, arrays + n, n_arrays - n);
  self->how.unit = choose_unit (arrays, n_arrays, narrowest);
  if (loom_dim3_volume (block, &block_threads) && block_threads <= G_MAXUINT32 &&
      loom_dim3_volume (grid, &self->n_blocks) &&
      g_uint64_checked_mul (&self->threads, self->n_blocks, block_threads) &&
      place_arrays (arrays, n, &end))
    {
      self->how.block_threads = (guint) block_threads;
      self->how.writer_size = loom_run_choose_writer_size (self->threads);
      self->array_bytes = self->counted_bytes = end;
      if (place_variables (arrays + n, n_arrays - n, &self->counted_bytes) &&
          place_counters (self, &end) && end <= G_MAXINT64)
        {
          self->size = end;
          return TRUE;
        }
    }
  return loom_fail (error, LOOM_ERROR_MEMORY,
                    _("The arrays of this launch and their counters are larger than any memory; "
                      "make the shape or the grid smaller"));
}

/**
 * loom_ptx_arena_get_table:
 * @address: of the arena on the device, a multiple of LOOM_PTX_ARENA_ALIGN
 * @table: (out): what the module's variable LOOM_PTX_ARENA_SYMBOL has to hold
 *
 * Turns offsets into addresses. What is not counted is 0.
 */
void
loom_ptx_arena_get_table (const LoomPtxArena *self,
                          guint64             address,
                          LoomPtxArenaTable  *table)
{
  const guint64 offsets[] = { self->writes,  self->reads,  self->lowest,
                              self->highest, self->stored, self->blocks };
  guint64 *addresses[] = { &table->writes,  &table->reads,  &table->lowest,
                           &table->highest, &table->stored, &table->blocks };

  table->base = address;
  table->array_bytes = self->array_bytes;
  for (guint i = 0; i < G_N_ELEMENTS (offsets); i++)
    *addresses[i] = offsets[i] != 0 ? address + offsets[i] : 0;
}

/* A cell's count is the largest of its units'. */
static void
fold_counts (const guint32 *units,
             guint          per,
             guint64        n,
             guint32       *cells)
{
  if (per == 1)
    {
      memcpy (cells, units, n * sizeof *cells);
      return;
    }
  for (guint64 i = 0; i < n; i++)
    {
      guint32 most = 0;

      for (guint u = 0; u < per; u++)
        most = MAX (most, units[i * per + u]);
      cells[i] = most;
    }
}

/* The largest complement is that of the lowest thread; 0 becomes all bits one, none, both ways. */
#define FOLD_WRITERS(T) \
  static void \
  fold_writers_##T (const T *units, guint per, guint64 n, gboolean is_lowest, T *cells) \
  { \
    for (guint64 i = 0; i < n; i++) \
      { \
        T most = units[i * per]; \
        \
        for (guint u = 1; u < per; u++) \
          most = MAX (most, units[i * per + u]); \
        cells[i] = is_lowest ? (T) ~most : (T) (most - 1); \
      } \
  }

FOLD_WRITERS (guint32)
FOLD_WRITERS (guint64)

static void
fold_writers (const LoomPtxArena *self,
              gconstpointer       units,
              guint               per,
              guint64             n,
              gboolean            is_lowest,
              gpointer            cells)
{
  if (self->how.writer_size == 4)
    fold_writers_guint32 (units, per, n, is_lowest, cells);
  else
    fold_writers_guint64 (units, per, n, is_lowest, cells);
}

/* Where the counters of a unit lie in the copy of all. */
static gconstpointer
find_units (const LoomPtxArena *self,
            gconstpointer       counters,
            guint64             plane,
            guint64             first,
            guint               element)
{
  return (const guint8 *) counters + (plane - self->counters) + first * element;
}

/**
 * loom_ptx_arena_fold:
 * @array: one of the arena's
 * @counters: (array): the arena's bytes from `counters` to `size`, after the launch, aligned to 8
 * @planes: where the counts of the array's cells go; what the arena does not count is left alone
 *
 * Tells what was counted in each cell: of the counts of its units the largest, of their threads the
 * lowest and the highest. Bytes after the last whole cell belong to none.
 */
void
loom_ptx_arena_fold (const LoomPtxArena       *self,
                     const LoomPtxArenaArray  *array,
                     gconstpointer             counters,
                     const LoomPtxArenaPlanes *planes)
{
  const gsize cell_size = MAX (array->cell_size, 1);
  const guint per = (guint) (cell_size / self->how.unit), writer = self->how.writer_size;
  const guint64 first = array->offset / self->how.unit, n = array->size / cell_size;

  if (planes->writes != NULL && self->writes != 0)
    fold_counts (find_units (self, counters, self->writes, first, sizeof (guint32)), per, n,
                 planes->writes);
  if (planes->reads != NULL && self->reads != 0)
    fold_counts (find_units (self, counters, self->reads, first, sizeof (guint32)), per, n,
                 planes->reads);
  if (planes->lowest != NULL && self->lowest != 0)
    fold_writers (self, find_units (self, counters, self->lowest, first, writer), per, n, TRUE,
                  planes->lowest);
  if (planes->highest != NULL && self->highest != 0)
    fold_writers (self, find_units (self, counters, self->highest, first, writer), per, n, FALSE,
                  planes->highest);
}

/**
 * loom_ptx_arena_count_idle:
 * @counters: (array): the arena's bytes from `counters` to `size`, after the launch
 *
 * Counts threads that stored to no array and no variable.
 *
 * Returns: how many; 0 if nothing was counted
 */
guint64
loom_ptx_arena_count_idle (const LoomPtxArena *self,
                           gconstpointer       counters)
{
  const guint8 *stored = find_units (self, counters, self->stored, 0, 1);
  guint64 n = 0, eight, i = 0;

  if (self->stored == 0)
    return 0;
  /* Each is 0 or 1. */
  for (; i + sizeof eight <= self->threads; i += sizeof eight)
    {
      memcpy (&eight, stored + i, sizeof eight);
      n += (guint) __builtin_popcountll (eight);
    }
  for (; i < self->threads; i++)
    n += stored[i];
  return self->threads - n;
}

/**
 * loom_ptx_arena_get_block:
 * @counters: (array): the arena's bytes from `counters` to `size`, after the launch, aligned to 8
 * @index: linear index of a block
 * @block: (out): when and where it ran
 *
 * Reads the schedule, which the arena must have.
 */
void
loom_ptx_arena_get_block (const LoomPtxArena *self,
                          gconstpointer       counters,
                          guint64             index,
                          LoomPtxArenaBlock  *block)
{
  const guint64 *words = find_units (self, counters, self->blocks, index,
                                     BLOCK_WORDS * sizeof (guint64));

  g_return_if_fail (self->blocks != 0 && index < self->n_blocks);

  *block = (LoomPtxArenaBlock) { .start = ~words[0],
                                .end = words[1],
                                .multiprocessor = (gint64) words[2] - 1 };
}
