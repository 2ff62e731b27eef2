/* loom-sim-coverage.c: counting accesses as they are made
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-coverage-exec-private.h"
#include "loom-sim-level-private.h"

#include <string.h>

/* Lanes that lie side by side within one page: `n` units from `start` on, 1 << shift of them for
 * each lane, the first lane being thread `first`. Loads may be of as many lanes for each as
 * `times` says. */
typedef struct
{
  guint   start, n, shift, times;
  guint64 first;
} Stretch;

/* Bits of a stretch's first word, and how many units they are. */
static inline guint32
get_mask (guint  at,
          guint  left,
          guint *many)
{
  *many = MIN (left, 32 - at % 32);
  return (G_MAXUINT32 >> (32 - *many)) << (at % 32);
}

static inline gboolean
has_bits (const guint32 *bits,
          const Stretch *stretch)
{
  guint32 any = 0;

  for (guint at = stretch->start, left = stretch->n, many; left > 0; at += many, left -= many)
    any |= bits[at / 32] & get_mask (at, left, &many);
  return any != 0;
}

static inline void
set_bits (guint32       *bits,
          const Stretch *stretch)
{
  for (guint at = stretch->start, left = stretch->n, many; left > 0; at += many, left -= many)
    bits[at / 32] |= get_mask (at, left, &many);
}

static void
note_once (LoomSimTracker *self,
           LoomSimTally   *tally,
           guint           at,
           guint           n,
           guint           shift,
           guint32         first)
{
  guint32 *once;

  if (tally->once == NULL)
    loom_sim_tracker_add_once (self, tally);
  once = tally->once + at;
  LOOM_SIM_IVDEP
  for (guint i = 0; i < n; i++)
    once[i] = first + (i >> shift);
}

/* Units that were not stored to before. */
static inline void
note_threads (LoomSimTracker *self,
              LoomSimTally   *tally,
              const Stretch  *stretch)
{
  guint at = stretch->start, left = stretch->n;
  guint32 first = (guint32) stretch->first;

  if (stretch->shift != 0)
    {
      note_once (self, tally, at, left, stretch->shift, first);
      return;
    }
  while (left > 0)
    {
      const guint many = MIN (left, LOOM_SIM_RUN - at % LOOM_SIM_RUN);

      if (many == LOOM_SIM_RUN)
        {
          tally->runs |= G_GUINT64_CONSTANT (1) << (at / LOOM_SIM_RUN);
          tally->first[at / LOOM_SIM_RUN] = first;
        }
      else
        note_once (self, tally, at, many, 0, first);
      at += many;
      first += many;
      left -= many;
    }
}

/* The highest thread of a unit that nobody stored to is none, all bits one; one more than that
 * is 0, so it needs no case of its own. */
#define NOTE_AGAIN(T) \
  static void \
  note_again_##T (const LoomSimTally *tally, const Stretch *stretch) \
  { \
    guint32 *counts = tally->counts + stretch->start; \
    T *lowest = (T *) tally->lowest + stretch->start; \
    T *highest = (T *) tally->highest + stretch->start; \
    const T first = (T) stretch->first; \
    const guint n = stretch->n, shift = stretch->shift; \
    \
    LOOM_SIM_IVDEP \
    for (guint i = 0; i < n; i++) \
      { \
        const T id = first + (T) (i >> shift), low = lowest[i], high = highest[i] + 1; \
        \
        counts[i]++; \
        lowest[i] = low < id ? low : id; \
        highest[i] = (high > id + 1 ? high : id + 1) - 1; \
      } \
  }

NOTE_AGAIN (guint32)
NOTE_AGAIN (guint64)

static inline void
add_loads (guint32       *counts,
           const Stretch *stretch)
{
  const guint n = stretch->n, times = stretch->times;

  counts += stretch->start;
  LOOM_SIM_IVDEP
  for (guint i = 0; i < n; i++)
    counts[i] += times;
}

static inline void
count_store (LoomSimTracker        *self,
             const LoomSimCoverage *coverage,
             LoomSimTally          *tally,
             const Stretch         *stretch)
{
  if (tally->counts == NULL && self->counts && has_bits (tally->stored, stretch))
    loom_sim_tracker_add_counts (self, coverage, tally);
  set_bits (tally->stored, stretch);
  if (!self->counts)
    return;
  if (tally->counts == NULL)
    note_threads (self, tally, stretch);
  else if (coverage->writer_size == 4)
    note_again_guint32 (tally, stretch);
  else
    note_again_guint64 (tally, stretch);
}

/* Whether a page need not be copied before a store. */
static inline gboolean
is_journalled (const LoomSimRegion *region,
               guint64              page)
{
  return region->journal == NULL ||
         __atomic_load_n (&region->journal[page], __ATOMIC_ACQUIRE) == LOOM_SIM_JOURNAL_READY;
}

/* A stretch within one page. */
static inline void
count_stretch (LoomSimTracker        *self,
               const LoomSimRegion   *region,
               guint32                slot,
               guint64                page,
               const Stretch         *stretch,
               guint                  kind)
{
  LoomSimTally *tally = self->tallies[slot] != NULL ? self->tallies[slot][page] : NULL;

  if (G_UNLIKELY (tally == NULL))
    tally = loom_sim_tracker_add_tally (self, slot, page);
  if (kind != LOOM_SIM_ACCESS_LOAD)
    {
      if (!is_journalled (region, page))
        loom_sim_tracker_journal (self, slot, page);
      tally->plain |= kind == LOOM_SIM_ACCESS_STORE;
      count_store (self, region->coverage, tally, stretch);
    }
  if (kind != LOOM_SIM_ACCESS_STORE && tally->reads != NULL)
    add_loads (tally->reads, stretch);
  if (kind == LOOM_SIM_ACCESS_LOAD && region->journal != NULL)
    set_bits (tally->loaded, stretch);
}

/* `n` units from `start` on, cut where pages begin. */
static inline void
count_units (LoomSimTracker        *self,
             const LoomSimRegion   *region,
             guint32                slot,
             guint64                start,
             guint64                n,
             guint                  shift,
             guint                  times,
             guint64                first,
             guint                  kind)
{
  while (n > 0)
    {
      const guint at = (guint) (start % LOOM_SIM_PAGE_UNITS);
      const Stretch stretch = {
        at, (guint) MIN (n, LOOM_SIM_PAGE_UNITS - at), shift, times, first
      };

      count_stretch (self, region, slot, start / LOOM_SIM_PAGE_UNITS, &stretch, kind);
      start += stretch.n;
      n -= stretch.n;
      first += stretch.n >> shift;
    }
}

/* The bits of up to 32 units from one on, which lie in two words. */
static inline gboolean
has_few (const guint32 *bits,
         guint          at,
         guint64        mask)
{
  const guint word = at / 32, next = MIN (word + 1, LOOM_SIM_PAGE_WORDS - 1);

  return ((bits[word] & (guint32) mask) | (bits[next] & (guint32) (mask >> 32))) != 0;
}

static inline void
set_few (guint32 *bits,
         guint    at,
         guint64  mask)
{
  const guint word = at / 32, next = MIN (word + 1, LOOM_SIM_PAGE_WORDS - 1);

  bits[word] |= (guint32) mask;
  bits[next] |= (guint32) (mask >> 32);
}

/* Notes up to 32 threads in a row. */
static inline void
set_threads (guint32 *once,
             guint32  first,
             guint    n)
{
#ifdef __AVX512F__
  const __m512i iota = _mm512_set_epi32 (15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  const guint64 mask = (G_GUINT64_CONSTANT (1) << n) - 1;

  _mm512_mask_storeu_epi32 (once, (__mmask16)mask,
                            _mm512_add_epi32 (iota, _mm512_set1_epi32 ((gint)first)));
  if (n > 16)
    _mm512_mask_storeu_epi32 (once + 16, (__mmask16) (mask >> 16),
                              _mm512_add_epi32 (iota, _mm512_set1_epi32 ((gint) first + 16)));
#else
  LOOM_SIM_IVDEP
  for (guint i = 0; i < n; i++)
    once[i] = first + i;
#endif
}

/* One more for each of up to 32 units. */
static inline void
add_few (guint32 *counts,
         guint    n)
{
#ifdef __AVX512F__
  const __m512i one = _mm512_set1_epi32 (1);
  const guint64 mask = (G_GUINT64_CONSTANT (1) << n) - 1;

  for (guint i = 0; i < n; i += 16, counts += 16)
    {
      const __mmask16 lanes = (__mmask16) (mask >> i);

      _mm512_mask_storeu_epi32 (counts, lanes,
                                _mm512_add_epi32 (_mm512_maskz_loadu_epi32 (lanes, counts), one));
    }
#else
  LOOM_SIM_IVDEP
  for (guint i = 0; i < n; i++)
    counts[i]++;
#endif
}

/* Up to a warp's lanes side by side, on a page that is ready for them, as lanes that go each
 * their own way or rows that begin anywhere make many pieces of: what stretches do, without
 * their cases. FALSE: nothing was counted. */
static inline gboolean
count_few (LoomSimTracker        *self,
           const LoomSimRegion   *region,
           const LoomSimPiece    *piece,
           guint64                unit,
           guint64                thread,
           guint                  kind)
{
  LoomSimTally **tallies = self->tallies[piece->slot];
  LoomSimTally *tally = tallies != NULL ? tallies[unit / LOOM_SIM_PAGE_UNITS] : NULL;
  const guint at = (guint) (unit % LOOM_SIM_PAGE_UNITS), n = piece->n_lanes;
  const guint64 mask = ((G_GUINT64_CONSTANT (1) << n) - 1) << (at % 32);

  if (tally == NULL || at + n > LOOM_SIM_PAGE_UNITS)
    return FALSE;
  if (kind == LOOM_SIM_ACCESS_LOAD)
    {
      if (tally->reads != NULL)
        add_few (tally->reads + at, n);
      if (region->journal != NULL)
        set_few (tally->loaded, at, mask);
      return TRUE;
    }
  if (kind != LOOM_SIM_ACCESS_STORE || !self->counts || tally->counts != NULL || tally->once == NULL
      || !is_journalled (region, unit / LOOM_SIM_PAGE_UNITS))
    return FALSE;
  if (has_few (tally->stored, at, mask))
    return FALSE;
  tally->plain = TRUE;
  set_few (tally->stored, at, mask);
  set_threads (tally->once + at, (guint32) thread, n);
  return TRUE;
}

static inline void
count_piece (LoomSimTracker     *self,
             const LoomSimPiece *piece,
             guint               size,
             guint64             first,
             guint               kind)
{
  const LoomSimRegion *region = &self->regions[piece->slot];
  const guint unit_bits = (guint) __builtin_ctz (region->coverage->unit);
  const guint64 start = piece->offset >> unit_bits;
  /* A load may be narrower than a unit where only stores are counted. */
  const guint each = size >> unit_bits;
  const guint shift = each > 1 ? (guint) __builtin_ctz (each) : 0;

  if (piece->n_lanes <= LOOM_SIM_WARP && each == 1 && piece->spread &&
      count_few (self, region, piece, start, first, kind))
    return;
  if (piece->spread)
    {
      const guint64 end = (piece->offset + (guint64) piece->n_lanes * size - 1) >> unit_bits;

      count_units (self, region, piece->slot, start, end - start + 1, shift, 1, first, kind);
    }
  else if (kind == LOOM_SIM_ACCESS_LOAD)
    count_units (self, region, piece->slot, start, MAX (each, 1), shift, piece->n_lanes, first,
                 kind);
  else
    for (guint i = 0; i < piece->n_lanes; i++)
      count_units (self, region, piece->slot, start, MAX (each, 1), shift, 1, first + i, kind);
}

static void
note_stored (LoomSimVector      *v,
             const LoomSimPiece *piece)
{
  if ((piece->lane | piece->n_lanes) % LOOM_SIM_GROUP == 0)
    {
      memset ((guint16 *) v->stored + piece->lane / LOOM_SIM_GROUP, 0xff, piece->n_lanes / 8);
      return;
    }
  for (guint n = piece->lane; n < piece->lane + (guint) piece->n_lanes; )
    {
      const guint w = n / LOOM_SIM_WARP, from = n % LOOM_SIM_WARP;
      const guint many = MIN (LOOM_SIM_WARP - from, piece->lane + (guint) piece->n_lanes - n);

      v->stored[w] |= (many == LOOM_SIM_WARP ? G_MAXUINT32 : (1u << many) - 1) << from;
      n += many;
    }
}

static inline gboolean
is_same_place (const LoomSimPiece *a,
               const LoomSimPiece *b)
{
  return a->offset == b->offset && a->slot == b->slot && a->n_lanes == b->n_lanes
         && a->spread == b->spread;
}

void
loom_sim_coverage_count (LoomSimTracker     *self,
                         const LoomSimOp    *op,
                         const LoomSimPiece *pieces,
                         guint               n_pieces,
                         guint64             first)
{
  const guint kind = op->detail->kind;

  for (guint i = 0; i < n_pieces; i++)
    {
      const LoomSimPiece *piece = &pieces[i];

      /* That something was loaded needs to be noted once. */
      if (kind == LOOM_SIM_ACCESS_LOAD && !self->counts_reads && i > 0
          && is_same_place (piece, piece - 1))
        continue;
      if (self->regions[piece->slot].coverage != NULL)
        count_piece (self, piece, op->detail->size, first + piece->lane, kind);
    }
}

void
loom_sim_coverage_access (LoomSimTracker     *self,
                          LoomSimVector      *v,
                          const LoomSimOp    *op,
                          const LoomSimPiece *pieces,
                          guint               n_pieces)
{
  const guint kind = op->detail->kind;

  for (guint i = 0; kind != LOOM_SIM_ACCESS_LOAD && i < n_pieces; i++)
    if (self->regions[pieces[i].slot].is_output)
      note_stored (v, &pieces[i]);
  loom_sim_coverage_count (self, op, pieces, n_pieces,
                           v->block->index * self->block_threads + v->first);
}
