/* loom-advice-pattern.c: which threads of a launch part from the others, by name: beyond the end,
 * on one side of a diagonal, every other one, or as the data have it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Threads part by whether they have stored or, where all have, by how many instructions they took.
 * Each pattern is a question that each thread answers for itself, so one look at them is enough.
 */

#include "config.h"

#include "loom-advice-private.h"

#include <glib/gi18n-lib.h>

/* As many threads tell as much as all of them. */
#define MAX_THREADS (1u << 16)
#define MAX_STRIPES 64u

/* Which values of something are met among threads that act, and among those that don't. */
typedef struct
{
  gint64 least[2], most[2];
} Sides;

typedef struct
{
  const LoomPlan *plan;
  const LoomRun  *run;
  const guint8   *states;
  const guint32  *counts;       /* instructions of each; NULL: they part by what they store */
  guint32         limit;        /* from which a thread acts */
  guint64         n[2];         /* threads within the range that don't act, and that do */
  guint64         outside[2];   /* and beyond it */
  Sides           falling, rising;      /* x - y, x + y */
  guint           parities;     /* bits by side and (x + y) % 2 */
  guint64         stripes[2];   /* bits by x % MAX_STRIPES, of each side */
} Search;

static LoomDim3
get_place (const LoomRun *run,
           guint64        thread)
{
  const guint64 n = (guint64) run->block.x * run->block.y * run->block.z;
  const LoomDim3 block = loom_dim3_unpack (&run->grid, thread / n);
  const LoomDim3 within = loom_dim3_unpack (&run->block, thread % n);

  return LOOM_DIM3 (block.x * run->block.x + within.x, block.y * run->block.y + within.y,
                    block.z * run->block.z + within.z);
}

static gboolean
acts (const Search *self,
      guint64       thread)
{
  return self->counts != NULL ? self->counts[thread] >= self->limit
                              : self->states[thread] == LOOM_THREAD_STORED;
}

static void
add_side (Sides    *self,
          gboolean  side,
          gint64    value)
{
  self->least[side] = MIN (self->least[side], value);
  self->most[side] = MAX (self->most[side], value);
}

static void
look_at (Search  *self,
         guint64  thread)
{
  const LoomDim3 at = get_place (self->run, thread), *range = &self->plan->range;
  const gboolean side = acts (self, thread) ? 1 : 0;

  if (self->plan->range_known && (at.x >= range->x || at.y >= range->y || at.z >= range->z))
    {
      self->outside[side]++;
      return;
    }
  self->n[side]++;
  add_side (&self->falling, side, (gint64) at.x - at.y);
  add_side (&self->rising, side, (gint64) at.x + at.y);
  self->parities |= 1u << (2 * side + (at.x + at.y) % 2);
  self->stripes[side] |= G_GUINT64_CONSTANT (1) << at.x % MAX_STRIPES;
}

/* An odd step meets both kinds of every other thread. */
static void
look_at_all (Search *self)
{
  const guint64 n = self->run->threads, step = (n / MAX_THREADS) | 1;
  const Sides none = { { G_MAXINT64, G_MAXINT64 }, { G_MININT64, G_MININT64 } };

  self->falling = self->rising = none;
  self->n[0] = self->n[1] = self->outside[0] = self->outside[1] = 0;
  self->parities = self->stripes[0] = self->stripes[1] = 0;
  for (guint64 i = 0; i < n; i += step)
    look_at (self, i);
}

static gboolean
are_apart (const Sides *self)
{
  return self->most[0] < self->least[1] || self->most[1] < self->least[0];
}

/* Each parity is on one side: 0b0110 or 0b1001. */
static gboolean
is_checkerboard (const Search *self)
{
  return self->parities == 6 || self->parities == 9;
}

static LoomPattern
judge (const Search *self)
{
  if (self->n[1] == 0)
    return LOOM_PATTERN_NONE;
  if (self->n[0] == 0)
    return self->outside[0] > 0 ? LOOM_PATTERN_TAIL : LOOM_PATTERN_NONE;
  if (self->plan->rank > 1 && is_checkerboard (self))
    return LOOM_PATTERN_CHECKERBOARD;
  if ((self->stripes[0] & self->stripes[1]) == 0)
    return LOOM_PATTERN_STRIPES;
  if (self->plan->rank > 1 && (are_apart (&self->falling) || are_apart (&self->rising)))
    return LOOM_PATTERN_TRIANGLE;
  return LOOM_PATTERN_DATA;
}

/* NULL: what a run kept is not of all threads of this launch. */
static gconstpointer
get_plane (GBytes  *bytes,
           guint64  threads,
           gsize    size)
{
  return bytes != NULL && g_bytes_get_size (bytes) == threads * size
             ? g_bytes_get_data (bytes, NULL) : NULL;
}

/**
 * _loom_advice_find_pattern:
 * @run: one that kept what became of each thread
 *
 * Returns: which threads part from the others
 */
LoomPattern
_loom_advice_find_pattern (const LoomPlan *plan,
                           const LoomRun  *run)
{
  const LoomThreadSpread *spread = &run->profile->spread;
  Search search = { .plan = plan, .run = run };
  LoomPattern pattern;

  search.states = get_plane (run->profile->states, run->threads, sizeof (guint8));
  if (search.states == NULL || plan->steps->len > 0)
    return LOOM_PATTERN_NONE;
  look_at_all (&search);
  pattern = judge (&search);
  if (pattern != LOOM_PATTERN_NONE || spread->least == spread->most)
    return pattern;

  search.counts = get_plane (run->profile->threads, run->threads, sizeof (guint32));
  search.limit = spread->least + (spread->most - spread->least) / 2 + 1;
  if (search.counts == NULL)
    return LOOM_PATTERN_NONE;
  look_at_all (&search);
  return judge (&search);
}

/**
 * _loom_pattern_describe:
 *
 * Returns: which threads part, and what is done about it
 */
const char *
_loom_pattern_describe (LoomPattern self)
{
  static const char * const words[LOOM_N_PATTERNS] = {
    [LOOM_PATTERN_NONE] = N_("Its branches or loops send lanes of one warp different ways"),
    [LOOM_PATTERN_TAIL] = N_("The pattern is a tail: threads beyond the range go along in the last "
                             "warps. A block that divides the range has none"),
    [LOOM_PATTERN_CHECKERBOARD] = N_("The pattern is a checkerboard: threads with an even sum of x "
                                     "and y do other work than those beside them. Let neighbouring "
                                     "threads have cells of one colour"),
    [LOOM_PATTERN_STRIPES] = N_("The pattern is stripes: whether a thread works depends on its "
                                "lane. Let threads that follow each other have the work"),
    [LOOM_PATTERN_TRIANGLE] = N_("The pattern is a triangle: threads on one side of a diagonal "
                                 "have no work. Blocks that lie wholly there end at once; smaller "
                                 "blocks follow the diagonal more closely"),
    [LOOM_PATTERN_DATA] = N_("It follows no pattern of the indices, so it depends on the data: "
                             "sort the work, or give a warp cells that are alike"),
  };

  return _(words[self]);
}
