/* loom-cuda-run-guard.c: what a kernel did beside its arrays, which a GPU lets it do
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Between the arrays of the arena lie guard zones with a pattern. Before each launch they are
 * restored with the arrays, and they come back with them, so looking costs a timed launch nothing.
 * Where accesses are counted the zones' are too: then also what only reads there is seen, and who
 * wrote.
 */

#include "config.h"

#include "loom-cuda-run-private.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* A number that is no number as a float and a half, and a huge one as a double, so that a result
 * made of it is seen to be wrong. */
#define PATTERN 0x7fcba5b1u
#define PERIOD  sizeof (guint32)        /* bytes until the pattern comes again */

/* The half of a gap that is nearer to one array. */
typedef struct
{
  const LoomPtxArenaArray *array;
  gboolean                 is_before;
  guint64                  from, end;   /* in the arena */
} Zone;

static guint64
get_end (const LoomCudaRun *self,
         guint              i)
{
  return self->arrays[i].offset + self->arrays[i].size;
}

/* Half way, at a multiple of what any unit divides. */
static guint64
get_middle (guint64 from,
            guint64 end)
{
  return MAX (from, (from + end) / 2 / LOOM_PTX_ARENA_ALIGN * LOOM_PTX_ARENA_ALIGN);
}

/* number: two for each array, that before it first. */
static Zone
get_zone (const LoomCudaRun *self,
          guint              number)
{
  const guint i = number / 2;
  Zone zone = { .array = &self->arrays[i], .is_before = number % 2 == 0 };

  if (zone.is_before)
    {
      zone.from = i == 0 ? 0 : get_middle (get_end (self, i - 1), zone.array->offset);
      zone.end = zone.array->offset;
    }
  else
    {
      zone.from = get_end (self, i);
      zone.end = i + 1 < self->n_arrays ? get_middle (zone.from, self->arrays[i + 1].offset)
                                        : self->layout.array_bytes;
    }
  return zone;
}

static guint8
get_pattern (guint64 offset)
{
  return (guint8) (PATTERN >> (offset % PERIOD * 8));
}

/**
 * loom_cuda_run_guard_fill:
 * @self: a run whose arrays are laid out
 *
 * Writes the pattern between the arrays, where they are staged.
 */
void
loom_cuda_run_guard_fill (LoomCudaRun *self)
{
  self->overruns = g_new0 (LoomCudaOverrun, 2 * self->n_arrays + 1);
  for (guint i = 0; i < 2 * self->n_arrays; i++)
    {
      const Zone zone = get_zone (self, i);
      const guint64 n = zone.end - zone.from;
      guint8 *bytes = self->staging + zone.from;

      for (guint64 k = 0; k < MIN (n, PERIOD); k++)
        bytes[k] = get_pattern (zone.from + k);
      for (guint64 done = PERIOD; done < n; done *= 2)
        memcpy (bytes + done, bytes, MIN (done, n - done));
    }
}

/* Zones are an eighth of what they guard: the library compares them as fast as memory is read. */
static gboolean
is_untouched (const LoomCudaRun *self,
              const Zone        *zone)
{
  const guint64 n = zone->end - zone->from;
  const guint8 *bytes = self->staging + zone->from;

  for (guint64 k = 0; k < MIN (n, PERIOD); k++)
    if (bytes[k] != get_pattern (zone->from + k))
      return FALSE;
  return n <= PERIOD || memcmp (bytes, bytes + PERIOD, n - PERIOD) == 0;
}

/* Zones are walked away from their array, so the first is the nearest. */
static void
note (LoomCudaOverrun *overrun,
      const Zone      *zone,
      guint64          at)
{
  const gint64 size = (gint64) MAX (zone->array->cell_size, 1);
  const gint64 offset = (gint64) at - (gint64) zone->array->offset;

  /* Before the array a cell is come to from its last byte. */
  if (!overrun->is_seen)
    overrun->offset = offset < 0 ? (offset - size + 1) / size * size : offset;
  overrun->is_seen = TRUE;
}

/**
 * loom_cuda_run_guard_compare:
 * @self: a run whose arrays were brought back to where they were staged
 *
 * Notes what the last sample wrote between the arrays.
 */
void
loom_cuda_run_guard_compare (LoomCudaRun *self)
{
  for (guint i = 0; i < 2 * self->n_arrays; i++)
    {
      const Zone zone = get_zone (self, i);
      const guint64 n = is_untouched (self, &zone) ? 0 : zone.end - zone.from;

      for (guint64 k = 0; k < n; k++)
        {
          const guint64 at = zone.is_before ? zone.end - 1 - k : zone.from + k;

          if (self->staging[at] == get_pattern (at))
            continue;
          note (&self->overruns[i], &zone, at);
          self->overruns[i].written++;
        }
    }
}

/* Threads are 4 or 8 bytes; all bits one: none. */
static guint64
get_thread (const LoomCudaRun *self,
            gconstpointer      threads,
            guint64            i)
{
  if (self->layout.how.writer_size == 8)
    return ((const guint64 *) threads)[i];
  return ((const guint32 *) threads)[i] != G_MAXUINT32 ? ((const guint32 *) threads)[i]
                                                       : G_MAXUINT64;
}

static void
count_zone (LoomCudaRun     *self,
            const Zone      *zone,
            LoomCudaOverrun *overrun)
{
  const guint unit = self->layout.how.unit;
  const guint64 first = (zone->from + unit - 1) / unit, n = zone->end / unit - first;
  const LoomPtxArenaArray units = { .size = n * unit, .cell_size = unit, .offset = first * unit };
  g_autofree guint32 *writes = g_new0 (guint32, n + 1), *reads = g_new0 (guint32, n + 1);
  g_autofree guint64 *lowest = g_new (guint64, n + 1);
  const LoomPtxArenaPlanes planes = { .writes = writes, .reads = reads, .lowest = lowest };

  memset (lowest, 0xff, n * sizeof *lowest);
  loom_ptx_arena_fold (&self->layout, &units, self->staging, &planes);
  *overrun = (LoomCudaOverrun) { .is_counted = TRUE, .thread = G_MAXUINT64 };
  for (guint64 k = 0; k < n; k++)
    {
      const guint64 i = zone->is_before ? n - 1 - k : k;

      if (writes[i] == 0 && reads[i] == 0)
        continue;
      note (overrun, zone, (first + i) * unit);
      overrun->written += writes[i] != 0 ? unit : 0;
      overrun->read += reads[i] != 0 ? unit : 0;
      overrun->thread = MIN (overrun->thread, get_thread (self, lowest, i));
    }
}

/**
 * loom_cuda_run_guard_count:
 * @self: a run whose counters were brought back
 *
 * Notes what was counted between the arrays, in place of what was compared.
 */
void
loom_cuda_run_guard_count (LoomCudaRun *self)
{
  const LoomCoverageFlags both = LOOM_COVERAGE_WRITES | LOOM_COVERAGE_READS;

  if ((self->layout.how.coverage & both) != both)
    return;
  for (guint i = 0; i < 2 * self->n_arrays; i++)
    {
      const Zone zone = get_zone (self, i);

      count_zone (self, &zone, &self->overruns[i]);
    }
}

static void
set_thread (LoomCudaRun *self,
            LoomFinding *finding,
            guint64      thread)
{
  const LoomPlan *plan = self->request->plan;
  const guint64 per_block = self->layout.how.block_threads;

  if (thread == G_MAXUINT64 || thread >= self->layout.threads)
    return;
  finding->has_site = TRUE;
  finding->site.block = loom_dim3_unpack (&plan->grid, thread / per_block);
  finding->site.thread = loom_dim3_unpack (&plan->block, thread % per_block);
}

static LoomFinding *
explain (const LoomCudaOverrun   *overrun,
         const LoomPtxArenaArray *array,
         const char              *name)
{
  const gint64 size = (gint64) MAX (array->cell_size, 1);
  const gint64 cell = overrun->offset / size;
  g_autofree char *written = g_format_size (overrun->written);
  g_autofree char *read = g_format_size (overrun->read);

  if (overrun->is_counted)
    return loom_finding_new (
        LOOM_ERROR_OOB,
        _("Outside %1$s the kernel wrote %2$s and read %3$s, the nearest where its cell %4$lld "
          "would be "
          "(it has %5$llu); run it on the simulator, which stops there and names thread and line"),
        name, written, read, (long long) cell, (unsigned long long) (array->size / size));

  return loom_finding_new (
      LOOM_ERROR_OOB,
      _("Outside %1$s the kernel wrote %2$s, the nearest where its cell %3$lld would be (it has "
        "%4$llu); "
        "run it on the simulator, which stops there and names thread and line"),
      name, written, (long long) cell, (unsigned long long) (array->size / size));
}

/**
 * loom_cuda_run_guard_add:
 * @self: a run that has ended well
 *
 * Warns of what was noted.
 */
void
loom_cuda_run_guard_add (LoomCudaRun *self)
{
  for (guint i = 0; i < 2 * self->n_arrays; i++)
    {
      const LoomCudaOverrun *overrun = &self->overruns[i];
      const LoomPtxArenaArray *array = &self->arrays[i / 2];
      const char *name = loom_run_memory_get (self->memory, i / 2)->arg->name;
      LoomFinding *finding;

      if (!overrun->is_seen)
        continue;
      finding = explain (overrun, array, name);
      finding->space = LOOM_SPACE_GLOBAL;
      finding->array = g_strdup (name);
      finding->offset = overrun->offset;
      finding->array_size = array->size;
      if (overrun->is_counted)
        set_thread (self, finding, overrun->thread);
      g_ptr_array_add (self->run->findings, finding);
    }
}
