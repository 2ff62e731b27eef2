/* loom-sim-collect.c: adding what workers counted to the planes of arrays
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-coverage-private.h"

#define PARTS 16u               /* of an array for each worker, as not all of it is counted alike */

/* Where a page's units go. */
typedef struct
{
  guint32  *writes, *reads;
  gpointer  lowest, highest;
  guint     per;                /* units for each thread in lowest and highest */
  guint     n;                  /* units of the page that exist */
} Target;

/* The highest thread of a cell that nobody stored to is none, all bits one: one more than that is
 * 0. */
#define ADD_WRITERS(T) \
  static inline void \
  widen_##T (const Target *to, guint64 cell, T low, T high) \
  { \
    T *lowest = (T *) to->lowest + cell, *highest = (T *) to->highest + cell; \
    \
    *lowest = MIN (*lowest, low); \
    *highest = MAX ((T) (*highest + 1), (T) (high + 1)) - 1; \
  } \
  static void \
  add_writers_##T (const Target *to, const LoomSimTally *tally) \
  { \
    const T *low = tally->lowest, *high = tally->highest; \
    \
    for (guint i = 0; i < to->n; i++) \
      widen_##T (to, i / to->per, low[i], high[i]); \
  }

ADD_WRITERS (guint32)
ADD_WRITERS (guint64)

/* A page on which no unit was stored to twice. */
static void
add_once (const Target       *to,
          const LoomSimTally *tally)
{
  for (guint i = 0; i < to->n; i++)
    {
      const guint32 on = tally->stored[i / 32] >> (i % 32) & 1;
      const guint32 id = on != 0 ? loom_sim_tally_get_thread (tally, i) : G_MAXUINT32;

      if (to->writes != NULL)
        to->writes[i] += on;
      if (to->lowest != NULL)
        widen_guint32 (to, i / to->per, id, id);
    }
}

/* The usual case of it: a thread for each cell, and all planes asked for. A run without gaps
 * becomes vector code. */
static inline void
add_run (const Target *to,
         guint         at,
         guint32       first)
{
  guint32 *lowest = (guint32 *) to->lowest + at, *highest = (guint32 *) to->highest + at,
          *writes = to->writes + at;

#pragma GCC ivdep
  for (guint i = 0; i < LOOM_SIM_RUN; i++)
    {
      const guint32 id = first + i;

      writes[i]++;
      lowest[i] = MIN (lowest[i], id);
      highest[i] = MAX (highest[i] + 1, id + 1) - 1;
    }
}

static void
add_once_by_cell (const Target       *to,
                  const LoomSimTally *tally)
{
  for (guint at = 0; at < to->n; at += LOOM_SIM_RUN)
    {
      const guint run = at / LOOM_SIM_RUN;
      guint bits = tally->stored[at / 32] >> (at % 32) & ((1u << LOOM_SIM_RUN) - 1);

      if ((tally->runs >> run & 1) != 0)
        add_run (to, at, tally->first[run]);
      else
        for (; bits != 0; bits &= bits - 1)
          {
            const guint i = at + (guint) __builtin_ctz (bits);

            to->writes[i]++;
            widen_guint32 (to, i, tally->once[i], tally->once[i]);
          }
    }
}

static void
add_tally (const LoomSimTracker *self,
           const LoomSimTally   *tally,
           const Target         *to)
{
  if (tally->reads != NULL && to->reads != NULL)
    for (guint i = 0; i < to->n; i++)
      to->reads[i] += tally->reads[i];
  if (!self->counts)
    return;
  if (tally->counts == NULL)
    {
      if (to->per == 1 && to->lowest != NULL && to->writes != NULL)
        add_once_by_cell (to, tally);
      else
        add_once (to, tally);
      return;
    }
  for (guint i = 0; to->writes != NULL && i < to->n; i++)
    to->writes[i] += tally->counts[i];
}

static void
add_threads (const LoomSimCoverage *coverage,
             const LoomSimTally    *tally,
             const Target          *to)
{
  if (tally->counts == NULL || to->lowest == NULL)
    return;
  if (coverage->writer_size == 4)
    add_writers_guint32 (to, tally);
  else
    add_writers_guint64 (to, tally);
}

/* A cell's count is the largest of its units'. */
static void
fold (const guint32 *units,
      guint          per,
      guint64        n_units,
      guint32       *cells)
{
  for (guint64 i = 0; i < n_units / per; i++)
    {
      guint32 most = 0;

      for (guint u = 0; u < per; u++)
        most = MAX (most, units[i * per + u]);
      cells[i] = most;
    }
}

static Target
get_target (const LoomSimTracker *self,
            const LoomSimRegion  *region,
            guint64               page)
{
  const LoomSimCoverage *coverage = region->coverage;
  const LoomSimPlanes *planes = &region->planes;
  const gboolean has_writers = loom_sim_tracker_has_writers (self, region);
  const guint64 first = page * LOOM_SIM_PAGE_UNITS, cell = first / coverage->units_per_cell;
  guint32 *writes = coverage->writes != NULL ? coverage->writes : planes->writes;
  guint32 *reads = coverage->reads != NULL ? coverage->reads : planes->reads;

  return (Target) {
    .writes = writes != NULL ? writes + first : NULL,
    .reads = reads != NULL ? reads + first : NULL,
    .lowest = has_writers ? (guint8 *) planes->lowest + cell * coverage->writer_size : NULL,
    .highest = has_writers ? (guint8 *) planes->highest + cell * coverage->writer_size : NULL,
    .per = coverage->units_per_cell,
    .n = (guint) MIN (LOOM_SIM_PAGE_UNITS, coverage->n_units - MIN (first, coverage->n_units)),
  };
}

static void
collect_pages (const LoomSimTracker *self,
               guint                 index,
               guint64               first,
               guint64               end)
{
  const LoomSimRegion *region = &self->regions[index];

  for (guint64 page = first; page < end; page++)
    {
      const LoomSimTally *tally = self->tallies[index][page];

      if (tally != NULL)
        {
          const Target to = get_target (self, region, page);

          add_tally (self, tally, &to);
          add_threads (region->coverage, tally, &to);
        }
    }
}

typedef struct _Collect Collect;

/* One step of collecting, in parts. */
struct _Collect
{
  LoomSimTracker **trackers;
  guint            n;
  void           (*step) (const Collect *self,
                          guint          part);
  guint            n_parts;
  guint            next;        /* atomic: part */
};

/* What is added to planes here is in other cells for each tracker. */
static void
settle (const Collect *self,
        guint          part)
{
  self->trackers[part]->isa->coverage_settle (self->trackers[part], TRUE);
}

/* A part of the pages that all counted on, of slots whose cells do not go over from page to page;
 * of others the first has all. */
static void
collect (const Collect *self,
         guint          part)
{
  for (guint slot = LOOM_SIM_FIRST_SLOT; slot < self->trackers[0]->n_regions; slot++)
    {
      const LoomSimCoverage *coverage = self->trackers[0]->regions[slot].coverage;
      const guint64 n_pages = coverage != NULL ? coverage->n_pages : 0;
      const guint64 parts = n_pages > 0 && LOOM_SIM_PAGE_UNITS % coverage->units_per_cell == 0
                            ? self->n_parts : 1;
      const guint64 first = n_pages * MIN (part, parts) / parts;
      const guint64 end = n_pages * MIN (part + 1, parts) / parts;

      for (guint i = 0; i < self->n; i++)
        if (self->trackers[i]->tallies[slot] != NULL)
          collect_pages (self->trackers[i], slot, first, end);
    }
}

static void
take_parts (guint    worker,
            gpointer data)
{
  Collect *self = data;
  guint part;

  while ((part = __atomic_fetch_add (&self->next, 1, __ATOMIC_RELAXED)) < self->n_parts)
    self->step (self, part);
}

static void
fold_region (const LoomSimRegion *region)
{
  const LoomSimCoverage *coverage = region->coverage;

  if (coverage != NULL && coverage->writes != NULL)
    fold (coverage->writes, coverage->units_per_cell, coverage->n_units, region->planes.writes);
  if (coverage != NULL && coverage->reads != NULL)
    fold (coverage->reads, coverage->units_per_cell, coverage->n_units, region->planes.reads);
}

/* Adds all that trackers counted to the planes of their objects. One needs no pool. */
void
loom_sim_collect_trackers (LoomSimTracker **trackers,
                           guint            n,
                           LoomSimPool     *pool)
{
  Collect steps[] = { { trackers, n, settle, n, 0 }, { trackers, n, collect, n * PARTS, 0 } };

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      if (n > 1)
        loom_sim_pool_run (pool, take_parts, &steps[i]);
      else
        take_parts (0, &steps[i]);
    }
  for (guint slot = LOOM_SIM_FIRST_SLOT; slot < trackers[0]->n_regions; slot++)
    fold_region (&trackers[0]->regions[slot]);
}
