/* loom-missing.c: where the cells are that were not written: whole planes, rows and columns, or
 * scattered ones
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-missing.h"

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
} Search;

static gboolean
is_written (const Search *self,
            guint64       cell)
{
  return loom_planes_get_count (self->planes->writes, cell) > 0;
}

static gboolean
is_wanted (const Search *self,
           guint64       cell)
{
  return self->planes->domain == NULL || self->planes->domain[cell] != 0;
}

static void
look (Search      *self,
      LoomMissing *missing)
{
  guint64 cell = 0;

  for (guint64 plane = 0; plane < self->shape->planes; plane++)
    for (guint64 row = 0; row < self->shape->rows; row++)
      for (guint64 col = 0; col < self->shape->cols; col++, cell++)
        {
          const gboolean written = is_written (self, cell), wanted = is_wanted (self, cell);
          const guint8 seen = (written ? SEEN_WRITTEN : 0) | (wanted ? SEEN_WANTED : 0);

          self->seen[AXIS_PLANES][plane] |= seen;
          self->seen[AXIS_ROWS][row] |= seen;
          self->seen[AXIS_COLS][col] |= seen;
          if (wanted && !written && missing->n++ == 0)
            missing->first = cell;
        }
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

/* Which combinations of the three axes the missing cells lie in: a bit for each combination. */
static guint
find_combinations (const Search *self)
{
  guint combinations = 0;
  guint64 cell = 0;

  for (guint64 plane = 0; plane < self->shape->planes; plane++)
    for (guint64 row = 0; row < self->shape->rows; row++)
      for (guint64 col = 0; col < self->shape->cols; col++, cell++)
        if (is_wanted (self, cell) && !is_written (self, cell))
          combinations |= 1 << (has (&self->empty[AXIS_PLANES], plane) << AXIS_PLANES |
                                has (&self->empty[AXIS_ROWS], row) << AXIS_ROWS |
                                has (&self->empty[AXIS_COLS], col) << AXIS_COLS);
  return combinations;
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
             LoomMissing  *missing)
{
  static const guint8 choices[] = { 1, 2, 4, 1 | 2, 1 | 4, 2 | 4, 1 | 2 | 4 };
  const guint combinations = find_combinations (self);

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
  const guint slowest = N_AXES - CLAMP (shape->rank, 1, N_AXES);

  *self = (LoomMissing) { 0 };
  for (guint axis = 0; axis < N_AXES; axis++)
    search.seen[axis] = g_malloc0 (MAX (search.length[axis], 1));
  look (&search, self);
  for (guint axis = slowest; axis < N_AXES; axis++)
    search.empty[axis] = find_stretch (search.seen[axis], search.length[axis]);
  if (self->n > 0)
    choose_axes (&search, self);
  for (guint axis = 0; axis < N_AXES; axis++)
    g_free (search.seen[axis]);
}
