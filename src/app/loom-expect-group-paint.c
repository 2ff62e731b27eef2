/* loom-expect-group-paint.c: cells that are expected, painted in the picture
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-expect-group-private.h"

#include "loom-cells.h"
#include "loom-connect.h"

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

/* Puts a cell into the set that is painted, or takes it out: one edit. */
static void
toggle_cell (LoomExpectGroup *self,
             const LoomCell  *cell)
{
  const char *value = _loom_expect_group_get_value (self, "domain");
  g_autofree char *cells = NULL, *changed = NULL;
  g_autofree guint8 *mask = NULL;
  LoomDomain domain;
  guint64 n;

  loom_domain_read (&domain, value, self->shape.rank);
  if (domain.kind != LOOM_DOMAIN_CELLS || cell->col >= self->shape.cols ||
      cell->row >= self->shape.rows || cell->plane >= self->shape.planes ||
      !loom_shape_cells (&self->shape, &n) || (mask = g_try_malloc0 (n)) == NULL ||
      !loom_cells_parse (domain.rest, &self->shape, mask, NULL))
    return;
  mask[(cell->plane * self->shape.rows + cell->row) * self->shape.cols + cell->col] ^= 1;
  cells = loom_cells_format (mask, &self->shape);
  changed = g_strconcat (loom_domain_get_word (LOOM_DOMAIN_CELLS), cells, NULL);
  _loom_expect_group_try_value (self, "domain", changed, TRUE, NULL);
}

static void
unpin (LoomExpectGroup *self)
{
  loom_view_state_set_pin (loom_session_get_view_state (self->session), NULL);
}

/* The same cell can be painted again at once, so it doesn't stay selected. */
void
_loom_expect_group_paint_pin (LoomExpectGroup *self)
{
  LoomViewState *state = loom_session_get_view_state (self->session);
  const LoomCell *cell = loom_view_state_get_pin (state);
  LoomRun *run = loom_view_state_get_run (state);
  const guint shown = loom_view_state_get_view (state)->array;

  if (cell == NULL || run == NULL || !gtk_switch_get_active (self->paint) ||
      shown >= run->arrays->len ||
      g_strcmp0 (((LoomRunArray *) run->arrays->pdata[shown])->name, self->name) != 0)
    return;
  toggle_cell (self, cell);
  loom_call_later (&self->unpin_id, G_PRIORITY_DEFAULT, 0, G_CALLBACK (unpin), self);
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
