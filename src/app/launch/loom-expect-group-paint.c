/* loom-expect-group-paint.c: cells that are expected, painted in the picture
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-expect-group-private.h"

#include "loom-cells.h"

/* Painting goes on from the cells that are expected now. */
static char *
dup_painted (LoomExpectGroup *self)
{
  LoomRun *run = loom_session_get_run (self->session);
  const LoomRunArray *array = run != NULL ? loom_run_find_array (run, self->name) : NULL;
  g_autofree char *cells = NULL;

  if (array == NULL || array->domain == NULL || self->choices[LOOM_EXPECT_DOMAIN].value == NULL ||
      !loom_shape_equal (loom_array_get_shape (array->array), &self->shape))
    return g_strdup (loom_domain_get_word (LOOM_DOMAIN_CELLS));
  cells = loom_cells_format (g_bytes_get_data (array->domain, NULL), &self->shape);
  return g_strconcat (loom_domain_get_word (LOOM_DOMAIN_CELLS), cells, NULL);
}

/* The cells between two become what the first was not. */
static void
fill (guint8          *mask,
      const LoomShape *shape,
      const LoomCell  *from,
      const LoomCell  *to)
{
  const guint64 first = (from->plane * shape->rows + from->row) * shape->cols + from->col;
  const guint8 wanted = !mask[first];

  for (guint64 plane = MIN (from->plane, to->plane); plane <= MAX (from->plane, to->plane); plane++)
    for (guint64 row = MIN (from->row, to->row); row <= MAX (from->row, to->row); row++)
      memset (mask + (plane * shape->rows + row) * shape->cols + MIN (from->col, to->col), wanted,
              MAX (from->col, to->col) - MIN (from->col, to->col) + 1);
}

static gboolean
has_cell (const LoomShape *shape,
          const LoomCell  *cell)
{
  return cell->col < shape->cols && cell->row < shape->rows && cell->plane < shape->planes;
}

/* Puts cells into the set that is painted, or takes them out: one edit. */
void
_loom_expect_group_paint (LoomExpectGroup *self,
                          const LoomCell  *from,
                          const LoomCell  *to)
{
  const char *value = _loom_expect_group_get_value (self, "domain");
  g_autofree char *cells = NULL, *changed = NULL;
  g_autofree guint8 *mask = NULL;
  LoomDomain domain;
  guint64 n;

  loom_domain_read (&domain, value, self->shape.rank);
  if (domain.kind != LOOM_DOMAIN_CELLS || !has_cell (&self->shape, from) ||
      !has_cell (&self->shape, to) || !loom_shape_cells (&self->shape, &n) ||
      (mask = g_try_malloc0 (n)) == NULL ||
      !loom_cells_parse (domain.rest, &self->shape, mask, NULL))
    return;
  fill (mask, &self->shape, from, to);
  cells = loom_cells_format (mask, &self->shape);
  changed = g_strconcat (loom_domain_get_word (LOOM_DOMAIN_CELLS), cells, NULL);
  _loom_expect_group_try_value (self, "domain", changed, TRUE, NULL);
}

/* Cells of another array can be selected meanwhile. */
void
_loom_expect_group_update_painting (LoomExpectGroup *self)
{
  LoomViewState *state = loom_session_get_view_state (self->session);
  LoomRun *run = loom_view_state_get_run (state);
  const guint shown = loom_view_state_get_view (state)->array;

  loom_view_state_set_painting (
    state, gtk_switch_get_active (self->paint) && run != NULL && shown < run->arrays->len &&
           g_strcmp0 (((LoomRunArray *) run->arrays->pdata[shown])->name, self->name) == 0);
}

void
_loom_expect_group_begin_painting (LoomExpectGroup  *self,
                                   GError          **error)
{
  g_autofree char *value = dup_painted (self);

  if (!_loom_expect_group_try_value (self, "domain", value, TRUE, error))
    return;
  self->wants_lens = TRUE;
  gtk_switch_set_active (self->paint, TRUE);
}

/* Who begins to paint wants to see what is painted. */
void
_loom_expect_group_show_painted (LoomExpectGroup *self)
{
  LoomViewState *state = loom_session_get_view_state (self->session);
  LoomRun *run = loom_session_get_run (self->session);
  LoomRunArray *array = run != NULL ? loom_run_find_array (run, self->name) : NULL;
  LoomView view = *loom_view_state_get_view (state);

  if (!self->wants_lens || array == NULL || array->domain == NULL)
    return;
  self->wants_lens = FALSE;
  g_ptr_array_find (run->arrays, array, &view.array);
  if (!loom_lens_is_available (LOOM_LENS_EXPECTED, run, view.array))
    return;
  view.lens = LOOM_LENS_EXPECTED;
  loom_view_state_choose (state, &view);
}
