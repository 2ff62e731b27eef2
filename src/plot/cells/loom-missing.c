/* loom-missing.c: where the cells are that were not written: whole planes, rows and columns, or
 * scattered ones
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-missing.h"

#include "loom-parallel.h"

enum
{
  AXIS_PLANES,
  AXIS_ROWS,
  AXIS_COLS,
  N_AXES,
};

/* Of one plane, row or column. */
enum
{
  SEEN_WRITTEN = 1 << 0,
  SEEN_WANTED = 1 << 1,
};

typedef struct
{
  const LoomPlanes *planes;
  const LoomShape  *shape;
  guint8           *seen[N_AXES];
  guint64           length[N_AXES];
  LoomStretch       empty[N_AXES];
  guint64          *missed;             /* of each row of each plane: how many cells */
} Search;

/* Some of the rows of all planes, one plane behind the other. */
typedef struct
{
  LoomParallelRange rows;
  guint8           *cols;               /* what was seen in each column of these */
  guint             combinations;
} Rows;

/* SEEN_ of a cell that a kernel should write, as each does without a domain. */
static inline guint8
see (guint32 writes,
     guint8  domain)
{
  return (writes > 0 ? SEEN_WRITTEN : 0) | (domain != 0 ? SEEN_WANTED : 0);
}

static guint64
look_at_row (const LoomPlanes *planes,
             guint64           first,
             gsize             n,
             guint8           *cols,
             guint8           *all)
{
  const guint8 *writes = planes->writes + first * sizeof (guint32);
  const guint8 *domain = planes->domain != NULL ? planes->domain + first : NULL;
  guint64 missed = 0;

  for (gsize col = 0; col < n; col++)
    {
      const guint8 seen
          = see (loom_planes_get_count (writes, col), domain != NULL ? domain[col] : 1);

      cols[col] |= seen;
      *all |= seen;
      missed += seen == SEEN_WANTED;
    }
  return missed;
}

static void
look_at_rows (gpointer part,
              gpointer search)
{
  const Search *self = search;
  Rows *rows = part;

  rows->cols = g_malloc0 (MAX (self->shape->cols, 1));
  for (guint64 i = rows->rows.first; i < rows->rows.first + rows->rows.n; i++)
    {
      guint8 seen = 0;

      self->missed[i] = look_at_row (self->planes, i * self->shape->cols, self->shape->cols,
                                     rows->cols, &seen);
      /* others look at other rows of the same planes */
      __atomic_fetch_or (&self->seen[AXIS_PLANES][i / self->shape->rows], seen, __ATOMIC_RELAXED);
      __atomic_fetch_or (&self->seen[AXIS_ROWS][i % self->shape->rows], seen, __ATOMIC_RELAXED);
    }
}

static gboolean
is_missed (const Search *self,
           guint64       cell)
{
  const guint8 *domain = self->planes->domain;

  return see (loom_planes_get_count (self->planes->writes, cell), domain != NULL ? domain[cell] : 1)
         == SEEN_WANTED;
}

static void
look (Search      *self,
      LoomMissing *missing,
      GArray      *parts)
{
  const guint64 rows = self->shape->planes * self->shape->rows;
  guint64 row = 0;

  loom_parallel_each (parts, look_at_rows, self);
  for (guint i = 0; i < parts->len; i++)
    for (guint64 col = 0; col < self->shape->cols; col++)
      self->seen[AXIS_COLS][col] |= g_array_index (parts, Rows, i).cols[col];
  for (guint64 i = rows; i-- > 0;)
    {
      missing->n += self->missed[i];
      row = self->missed[i] > 0 ? i : row;
    }
  missing->first = row * self->shape->cols;
  while (missing->n > 0 && !is_missed (self, missing->first))
    missing->first++;
}

/* The only stretch in which something is wanted and nothing written; none if there are several. */
static LoomStretch
find_stretch (const guint8 *seen,
              guint64       length)
{
  LoomStretch stretch = { 0, 0 };
  gboolean is_over = FALSE;

  for (guint64 i = 0; i < length; i++)
    {
      if (seen[i] != SEEN_WANTED)
        {
          is_over |= stretch.n > 0;
          continue;
        }
      if (is_over)
        return (LoomStretch) { 0, 0 };
      if (stretch.n == 0)
        stretch.first = i;
      stretch.n = i - stretch.first + 1;
    }
  return stretch;
}

static gboolean
has (const LoomStretch *stretch,
     guint64            index)
{
  return index >= stretch->first && index - stretch->first < stretch->n;
}

static void
combine_rows (gpointer part,
              gpointer search)
{
  const Search *self = search;
  const guint64 cols = self->shape->cols;
  Rows *rows = part;

  for (guint64 i = rows->rows.first; i < rows->rows.first + rows->rows.n; i++)
    for (guint64 col = 0; self->missed[i] > 0 && col < cols; col++)
      if (is_missed (self, i * cols + col))
        rows->combinations
            |= 1 << (has (&self->empty[AXIS_PLANES], i / self->shape->rows) << AXIS_PLANES |
                     has (&self->empty[AXIS_ROWS], i % self->shape->rows) << AXIS_ROWS |
                     has (&self->empty[AXIS_COLS], col) << AXIS_COLS);
}

/* Whether stretches on these axes hold all missing cells. */
static gboolean
suffices (guint axes,
          guint combinations)
{
  for (guint combination = 0; combination < 1 << N_AXES; combination++)
    {
      if (combinations & 1 << combination && (axes & combination) == 0)
        return FALSE;
    }
  return TRUE;
}

/* The fewest axes, and of equally few the slowest. */
static void
choose_axes (const Search *self,
             LoomMissing  *missing,
             guint         combinations)
{
  static const guint8 choices[] = { 1, 2, 4, 1 | 2, 1 | 4, 2 | 4, 1 | 2 | 4 };

  for (guint i = 0; i < G_N_ELEMENTS (choices) && !missing->is_whole; i++)
    {
      if (!suffices (choices[i], combinations))
        continue;
      missing->is_whole = TRUE;
      if (choices[i] & 1 << AXIS_PLANES)
        missing->planes = self->empty[AXIS_PLANES];
      if (choices[i] & 1 << AXIS_ROWS)
        missing->rows = self->empty[AXIS_ROWS];
      if (choices[i] & 1 << AXIS_COLS)
        missing->cols = self->empty[AXIS_COLS];
    }
}

/**
 * loom_missing_find:
 * @self: (out): where to put what is found
 * @planes: of an array, with its writes
 * @shape: of the array
 *
 * Finds the cells that were not written though the domain has them; without a domain, all that were
 * not written. It goes through the cells twice.
 */
void
loom_missing_find (LoomMissing      *self,
                   const LoomPlanes *planes,
                   const LoomShape  *shape)
{
  Search search = {
    .planes = planes, .shape = shape, .length = { shape->planes, shape->rows, shape->cols },
  };
  const guint64 rows = shape->planes * shape->rows;
  const guint slowest = N_AXES - CLAMP (shape->rank, 1, N_AXES);
  g_autoptr (GArray) parts = loom_parallel_cut (rows, shape->cols, sizeof (Rows));

  *self = (LoomMissing) { 0 };
  for (guint axis = 0; axis < N_AXES; axis++)
    search.seen[axis] = g_malloc0 (MAX (search.length[axis], 1));
  search.missed = g_new (guint64, MAX (rows, 1));
  look (&search, self, parts);
  for (guint axis = slowest; axis < N_AXES; axis++)
    search.empty[axis] = find_stretch (search.seen[axis], search.length[axis]);
  if (self->n > 0)
    {
      guint combinations = 0;

      loom_parallel_each (parts, combine_rows, &search);
      for (guint i = 0; i < parts->len; i++)
        combinations |= g_array_index (parts, Rows, i).combinations;
      choose_axes (&search, self, combinations);
    }
  for (guint axis = 0; axis < N_AXES; axis++)
    g_free (search.seen[axis]);
  for (guint i = 0; i < parts->len; i++)
    g_free (g_array_index (parts, Rows, i).cols);
  g_free (search.missed);
}
