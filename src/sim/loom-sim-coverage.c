/* loom-sim-coverage.c: counting accesses as they are made
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-coverage-private.h"
#include "loom-sim-exec-private.h"

/* Where a stretch of units within one page is counted. lowest and highest are by cell for an owner, by unit for others,
 * as `per` says: units for each of their entries. */
typedef struct
{
  guint32  *writes, *reads;
  gpointer  lowest, highest;
  guint     writer_size, per;
} Counters;

/* `n` lanes from thread `first` on, each covering `each` units from `start` on. */
typedef struct
{
  guint64 start;
  guint   n, each;
  guint64 first;
} Stretch;

static void
add_one (guint32 *counts,
         guint64  n)
{
  LOOM_SIM_IVDEP
  for (guint64 i = 0; i < n; i++)
    counts[i]++;
}

#define NOTE_WRITERS(T) \
  static void \
  note_writers_##T (const Counters *counters, const Stretch *stretch) \
  { \
    T *lowest = counters->lowest, *highest = counters->highest; \
    \
    if (stretch->each == 1 && counters->per == 1) \
      { \
        const T first = (T) stretch->first; \
        const guint n = stretch->n; \
        \
        lowest += stretch->start; \
        highest += stretch->start; \
        LOOM_SIM_IVDEP \
        for (guint i = 0; i < n; i++) \
          { \
            const T low = lowest[i], id = first + (T) i; \
            lowest[i] = low < id ? low : id; \
          } \
        /* One more than "none" is 0, so the highest needs no case of its own. */ \
        LOOM_SIM_IVDEP \
        for (guint i = 0; i < n; i++) \
          { \
            const T high = highest[i] + 1, id = first + (T) i + 1; \
            highest[i] = (high > id ? high : id) - 1; \
          } \
        return; \
      } \
    for (guint i = 0; i < stretch->n; i++) \
      for (guint u = 0; u < stretch->each; u++) \
        { \
          const T id = (T) (stretch->first + i); \
          const guint64 at = (stretch->start + (guint64) i * stretch->each + u) / counters->per; \
          \
          lowest[at] = MIN (lowest[at], id); \
          highest[at] = highest[at] == (T) -1 ? id : MAX (highest[at], id); \
        } \
  }

NOTE_WRITERS (guint32)
NOTE_WRITERS (guint64)

static void
note_writers (const Counters *counters,
              const Stretch  *stretch)
{
  if (counters->lowest == NULL)
    return;
  if (counters->writer_size == 4)
    note_writers_guint32 (counters, stretch);
  else
    note_writers_guint64 (counters, stretch);
}

static void
count_stretch (const Counters *counters,
               const Stretch  *stretch,
               guint           kind)
{
  const guint64 n = (guint64) stretch->n * stretch->each;

  if (kind != LOOM_SIM_ACCESS_LOAD)
    {
      if (counters->writes != NULL)
        add_one (counters->writes + stretch->start, n);
      note_writers (counters, stretch);
    }
  if (kind != LOOM_SIM_ACCESS_STORE && counters->reads != NULL)
    add_one (counters->reads + stretch->start, n);
}

static Counters
get_own_counters (const LoomSimTracker  *self,
                  const LoomSimCoverage *coverage)
{
  return (Counters) {
    .writes = coverage->writes,
    .reads = self->counts_reads ? coverage->reads : NULL,
    .lowest = self->counts_writers ? coverage->lowest : NULL,
    .highest = coverage->highest,
    .writer_size = coverage->writer_size,
    .per = coverage->units_per_cell,
  };
}

static void
count_foreign (LoomSimTracker     *self,
               LoomSimForeignPage *page,
               const Stretch      *stretch,
               guint               kind)
{
  const Counters counters = {
    .writes = page->writes,
    .reads = self->counts_reads ? page->reads : NULL,
    .lowest = page->lowest,
    .highest = page->highest,
    .writer_size = 8,
    .per = 1,
  };
  Stretch here = *stretch;

  here.start %= LOOM_SIM_PAGE_UNITS;
  page->plain |= kind == LOOM_SIM_ACCESS_STORE;
  count_stretch (&counters, &here, kind);
}

/* Bytes that this worker loaded, by segments: they may be narrower than a unit, and lie on several pages. */
static void
note_loaded (LoomSimTracker     *self,
             LoomSimCoverage    *coverage,
             const LoomSimPiece *piece,
             guint               size)
{
  const guint64 bytes = piece->spread ? (guint64) piece->n_lanes * size : size;
  const guint64 end = (piece->offset + bytes - 1) / coverage->unit / LOOM_SIM_SEGMENT_UNITS;
  guint64 *loaded = self->loaded[piece->slot];

  if (loaded == NULL)
    loaded = self->loaded[piece->slot] = g_new0 (guint64, coverage->n_pages);
  for (guint64 segment = piece->offset / coverage->unit / LOOM_SIM_SEGMENT_UNITS; segment <= end; segment++)
    loaded[segment / LOOM_SIM_PAGE_SEGMENTS] |= G_GUINT64_CONSTANT (1) << (segment % LOOM_SIM_PAGE_SEGMENTS);
}

/* All of it on one page. */
static void
count_shared (LoomSimTracker  *self,
              LoomSimCoverage *coverage,
              guint32          slot,
              const Stretch   *stretch,
              guint            kind)
{
  const guint64 page = stretch->start / LOOM_SIM_PAGE_UNITS;
  const guint8 owner = __atomic_load_n (&coverage->owner[page], __ATOMIC_ACQUIRE);
  LoomSimForeignPage *foreign = NULL;
  Counters counters;

  if (owner != self->worker + 1)
    loom_sim_tracker_claim (self, slot, page, &foreign);
  if (foreign != NULL)
    {
      count_foreign (self, foreign, stretch, kind);
      return;
    }
  if (kind == LOOM_SIM_ACCESS_STORE)
    coverage->plain[page] = TRUE;
  counters = get_own_counters (self, coverage);
  count_stretch (&counters, stretch, kind);
}

/* Cuts a stretch where pages begin. */
static void
count_by_pages (LoomSimTracker  *self,
                LoomSimCoverage *coverage,
                guint32          slot,
                Stretch          stretch,
                guint            kind)
{
  while (stretch.n > 0)
    {
      const guint left = LOOM_SIM_PAGE_UNITS - (guint) (stretch.start % LOOM_SIM_PAGE_UNITS);
      Stretch part = stretch;

      /* A lane's units never lie across pages: they begin at a multiple of their number. */
      part.n = MIN (stretch.n, left / stretch.each);
      count_shared (self, coverage, slot, &part, kind);
      stretch.start += (guint64) part.n * part.each;
      stretch.first += part.n;
      stretch.n -= part.n;
    }
}

/* Lanes that all go to one place. */
static void
count_same (LoomSimTracker  *self,
            LoomSimCoverage *coverage,
            guint32          slot,
            Stretch          stretch,
            guint            kind)
{
  const guint n = stretch.n;

  stretch.n = 1;
  for (guint i = 0; i < n; i++, stretch.first++)
    if (self->shares)
      count_by_pages (self, coverage, slot, stretch, kind);
    else
      {
        const Counters counters = get_own_counters (self, coverage);

        count_stretch (&counters, &stretch, kind);
      }
}

static void
note_stored (LoomSimVector      *v,
             const LoomSimPiece *piece)
{
  for (guint n = piece->lane; n < piece->lane + (guint) piece->n_lanes; )
    {
      const guint w = n / LOOM_SIM_WARP, from = n % LOOM_SIM_WARP;
      const guint many = MIN (LOOM_SIM_WARP - from, piece->lane + (guint) piece->n_lanes - n);

      v->stored[w] |= (many == LOOM_SIM_WARP ? G_MAXUINT32 : (1u << many) - 1) << from;
      n += many;
    }
}

#define loom_sim_coverage_access LOOM_SIM_ISA (loom_sim_coverage_access)
void loom_sim_coverage_access (LoomSimObserver    *observer,
                               LoomSimVector      *v,
                               const LoomSimOp    *op,
                               const LoomSimPiece *pieces,
                               guint               n_pieces);

void
loom_sim_coverage_access (LoomSimObserver    *observer,
                          LoomSimVector      *v,
                          const LoomSimOp    *op,
                          const LoomSimPiece *pieces,
                          guint               n_pieces)
{
  LoomSimTracker *self = (LoomSimTracker *) observer;
  const guint kind = op->detail->kind;
  const guint64 first = v->block->index * self->block_threads + v->first;

  for (guint i = 0; i < n_pieces; i++)
    {
      const LoomSimPiece *piece = &pieces[i];
      LoomSimCoverage *coverage;
      Stretch stretch;

      if (piece->slot < LOOM_SIM_FIRST_SLOT)
        continue;
      if (kind != LOOM_SIM_ACCESS_LOAD && self->slots[piece->slot].is_array)
        note_stored (v, piece);
      coverage = self->slots[piece->slot].coverage;
      if (coverage == NULL)
        continue;
      if (kind == LOOM_SIM_ACCESS_LOAD)
        {
          if (self->shares)
            note_loaded (self, coverage, piece, op->detail->size);
          if (!self->counts_reads || coverage->reads == NULL)
            continue;
        }
      stretch = (Stretch) {
        .start = piece->offset / coverage->unit, .n = piece->n_lanes, .each = op->detail->size / coverage->unit,
        .first = first + piece->lane
      };
      if (!piece->spread && piece->n_lanes > 1)
        count_same (self, coverage, piece->slot, stretch, kind);
      else if (self->shares)
        count_by_pages (self, coverage, piece->slot, stretch, kind);
      else
        {
          const Counters counters = get_own_counters (self, coverage);

          count_stretch (&counters, &stretch, kind);
        }
    }
}
