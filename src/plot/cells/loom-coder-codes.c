/* loom-coder-codes.c: the code of each cell of a plane, which ones occur, and how they rank
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-coder-private.h"

#include "loom-parallel.h"

#include <string.h>

#define RARE_CLASS (1.0 / 16)   /* share of the cells */
#define RARE_LEVEL (1.0 / 1024)
/* A run holds twenty times as many bytes for cells as their codes are. */
#define MOST_KEPT_CELLS (G_GUINT64_CONSTANT (1) << 28)
/* Counting a code waits until the same one was counted; neighbours mostly have the same. */
#define COUNTERS 4

/* Of some of the cells: how many have a code. */
typedef struct
{
  LoomParallelRange cells;
  guint64           counts[LOOM_N_CODES];
} CodeCounts;

static void
count (CodeCounts   *self,
       const guint8 *codes,
       gsize         n)
{
  guint16 counts[COUNTERS][LOOM_N_CODES] = { 0 };

  G_STATIC_ASSERT (LOOM_CODER_STRETCH <= G_MAXUINT16);
  for (gsize i = 0; i < n; i++)
    counts[i % COUNTERS][codes[i]]++;
  for (guint k = 0; k < COUNTERS; k++)
    for (guint code = 0; code < LOOM_N_CODES; code++)
      self->counts[code] += counts[k][code];
}

static void
encode_part (gpointer part,
             gpointer coder)
{
  const LoomCoder *self = coder;
  CodeCounts *counts = part;
  const guint64 end = counts->cells.first + counts->cells.n;
  guint8 codes[LOOM_CODER_STRETCH];

  for (guint64 first = counts->cells.first; first < end; first += LOOM_CODER_STRETCH)
    {
      const gsize n = MIN (LOOM_CODER_STRETCH, end - first);

      self->facts->encode (self, self->layout.first + first, n, codes);
      count (counts, codes, n);
      if (self->kept != NULL)
        memcpy (self->kept + first, codes, n);
    }
}

static void
encode (LoomCoder *self,
        gboolean   keeps)
{
  g_autoptr (GArray) parts = loom_parallel_cut (self->layout.cells, 1, sizeof (CodeCounts));

  if (keeps && self->layout.cells <= MOST_KEPT_CELLS)
    self->kept = g_try_malloc (self->layout.cells);
  loom_parallel_each (parts, encode_part, self);
  for (guint i = 0; i < parts->len; i++)
    for (guint code = 0; code < LOOM_N_CODES; code++)
      self->counts[code] += g_array_index (parts, CodeCounts, i).counts[code];
}

/* Of some of the cells: a block, or a warp of one, that has a colour, and the lowest with a code.
 */
typedef struct
{
  LoomParallelRange cells;
  guint64           numbers[LOOM_CATEGORIES];
  guint64           firsts[LOOM_N_CODES];
  gboolean          repeats;    /* whether another one has the same colour */
} Owners;

static void
owners_init (Owners *self)
{
  for (guint color = 0; color < LOOM_CATEGORIES; color++)
    self->numbers[color] = LOOM_NO_WRITER;
  for (guint code = 0; code < LOOM_N_CODES; code++)
    self->firsts[code] = LOOM_NO_WRITER;
}

static void
owners_add (Owners  *self,
            guint    color,
            guint64  number)
{
  guint64 *known = &self->numbers[color];

  self->repeats |= *known != LOOM_NO_WRITER && *known != number;
  *known = number;
}

static void
find_owners (gpointer part,
             gpointer coder)
{
  const LoomCoder *self = coder;
  Owners *owners = part;
  LoomOwner owner = { .block = LOOM_NO_WRITER };

  owners_init (owners);
  for (guint64 i = 0; i < owners->cells.n; i++)
    {
      const guint64 thread
          = _loom_coder_get_thread (self, self->layout.first + owners->cells.first + i);
      guint64 number;
      guint8 code;

      if (thread == LOOM_NO_WRITER)
        continue;
      number = self->facts->get_number (self, thread);
      _loom_coder_find_owner (self, thread, &owner);
      code = self->facts->get_code (self, &owner);
      owners_add (owners, (code - LOOM_CODE_FIRST) / self->facts->tints, number);
      owners->firsts[code] = MIN (owners->firsts[code], number);
    }
}

/* Which blocks or warps the colours stand for: those of this plane. A colour in other tints is the
 * same colour. */
static void
find_firsts (LoomCoder *self)
{
  g_autoptr (GArray) parts = loom_parallel_cut (self->layout.cells, 1, sizeof (Owners));
  Owners all = { 0 };

  owners_init (&all);
  loom_parallel_each (parts, find_owners, self);
  for (guint i = 0; i < parts->len; i++)
    {
      const Owners *owners = &g_array_index (parts, Owners, i);

      all.repeats |= owners->repeats;
      for (guint color = 0; color < LOOM_CATEGORIES; color++)
        if (owners->numbers[color] != LOOM_NO_WRITER)
          owners_add (&all, color, owners->numbers[color]);
      for (guint code = 0; code < LOOM_N_CODES; code++)
        all.firsts[code] = MIN (all.firsts[code], owners->firsts[code]);
    }
  memcpy (self->firsts, all.firsts, sizeof self->firsts);
  self->repeats = all.repeats;
}

typedef struct
{
  guint8 code;
  double weight;
} Weighed;

static int
compare_weights (gconstpointer a,
                 gconstpointer b)
{
  const Weighed *x = a, *y = b;

  if (x->weight != y->weight)
    return x->weight < y->weight ? -1 : 1;
  return x->code < y->code ? -1 : x->code > y->code;
}

/* What must be seen however small it is drawn. */
static gboolean
is_alarm (const LoomCoder *self,
          guint            code)
{
  const LoomLensClass *class = self->facts->classes;

  for (; class != NULL && class->code != 0; class++)
    if (class->code == code)
      return class->is_alarm;
  return self->shows == LOOM_SHOWS_NUMBERS && code >= LOOM_CODE_NAN;
}

/* Alarms come first, in the order of their codes; then what is rare, the rarest first; what is
 * common weighs less than 1, and not by how common it is. */
static double
weigh (const LoomCoder *self,
       guint            code)
{
  gboolean few = self->shows == LOOM_SHOWS_COUNTS || self->shows == LOOM_SHOWS_CLASSES;
  double share = (double) self->counts[code] / MAX (self->layout.cells, 1);

  if (is_alarm (self, code))
    return 3 + code;
  return share < (few ? RARE_CLASS : RARE_LEVEL) ? 2 - share : 0;
}

static void
rank (LoomCoder *self)
{
  Weighed weighed[LOOM_N_CODES - 1];

  for (guint i = LOOM_CODE_FIRST; i < LOOM_N_CODES; i++)
    weighed[i - 1] = (Weighed) { i, weigh (self, i) };
  qsort (weighed, G_N_ELEMENTS (weighed), sizeof weighed[0], compare_weights);
  for (guint i = 0; i < G_N_ELEMENTS (weighed); i++)
    {
      self->ranks[weighed[i].code] = i + 1;
      self->codes[i + 1] = weighed[i].code;
      if (weighed[i].weight < 1)
        self->common = i + 1;
    }
}

/**
 * loom_coder_encode_plane:
 * @keeps: whether to keep the codes of all but very big planes; loom_coder_clear() frees them
 *
 * Encodes every cell of the plane: which codes occur, how they rank, and for which cells they
 * stand.
 */
void
loom_coder_encode_plane (LoomCoder *self,
                         gboolean   keeps)
{
  encode (self, keeps);
  if (self->shows == LOOM_SHOWS_CATEGORIES)
    find_firsts (self);
  rank (self);
}

void
loom_coder_clear (LoomCoder *self)
{
  g_clear_pointer (&self->kept, g_free);
}
