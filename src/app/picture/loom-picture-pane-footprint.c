/* loom-picture-pane-footprint.c: what a thread wrote, and what the writers of the cell that was
 * asked about read, in the picture of the array where they did
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-picture-pane-private.h"

#include "loom-format.h"
#include "loom-numbers.h"
#include "loom-typeset.h"

#include <glib/gi18n-lib.h>

/* Whether a cell of the array stands in the picture, and where. */
static gboolean
find_place (LoomPicture     *picture,
            const LoomShape *shape,
            guint64          cell,
            guint64         *col,
            guint64         *row)
{
  if (loom_picture_is_wrapped (picture))
    return loom_picture_find_index (picture, cell, col, row);
  *col = cell % shape->cols;
  *row = cell / shape->cols % shape->rows;
  return cell / shape->cols / shape->rows == loom_picture_get_view (picture)->plane;
}

/* Cells side by side have one frame. */
static void
add_cell (GArray  *spans,
          guint64  col,
          guint64  row)
{
  LoomGridSpan *last = spans->len > 0 ? &g_array_index (spans, LoomGridSpan, spans->len - 1) : NULL;

  if (last != NULL && last->row == row && last->col + last->n == col)
    last->n++;
  else
    g_array_append_val (spans, ((LoomGridSpan) { col, row, 1 }));
}

static void
add_cells (GArray                *spans,
           LoomPicture           *picture,
           const LoomCellHistory *history,
           const LoomRunArray    *array)
{
  const LoomShape *shape = loom_array_get_shape (array->array);

  for (guint i = 0; i < history->footprint->len; i++)
    {
      const LoomCellSource *source = &g_array_index (history->footprint, LoomCellSource, i);
      guint64 col, row, cells = 0;

      if (g_str_equal (history->arrays->pdata[source->array], array->name) &&
          loom_shape_cells (shape, &cells) && source->cell < cells &&
          find_place (picture, shape, source->cell, &col, &row))
        add_cell (spans, col, row);
    }
}

static guint64
count_cells (const GArray *spans)
{
  guint64 n = 0;

  for (guint i = 0; i < spans->len; i++)
    n += g_array_index (spans, LoomGridSpan, i).n;
  return n;
}

static char *
dup_footprint_text (const GArray *spans)
{
  const guint64 n = count_cells (spans);
  g_autofree char *number = loom_typeset_count (n);

  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE,
                   "%s cell is framed: the writers of the cell that was asked about read it.",
                   "%s cells are framed: the writers of the cell that was asked about read them.",
                   (gulong) n), number);
}

/* What the thread that is replayed accesses in the step that is shown. */
static char *
add_access (LoomPicturePane    *self,
            GArray             *spans,
            LoomPicture        *picture,
            const LoomRunArray *array)
{
  const LoomShape *shape = loom_array_get_shape (array->array);
  const guint size = loom_array_get_cell_type (array->array)->size;
  const char *name;
  const LoomReplayAccess *access = loom_replayer_get_access (self->replayer, &name);
  guint64 col, row, cells = 0;

  if (access == NULL || !g_str_equal (name, array->name) || size == 0 ||
      !loom_shape_cells (shape, &cells))
    return NULL;
  for (guint64 cell = access->at / size; cell * size < access->at + access->size; cell++)
    if (cell < cells && find_place (picture, shape, cell, &col, &row))
      add_cell (spans, col, row);
  return g_strdup (access->is_store
                       ? _("Framed is what the replayed thread stores to in this step.")
                       : _("Framed is what the replayed thread reads in this step."));
}

/* -- What the selected thread wrote -- */

/* What the simulator told of a thread of the run that is shown; NULL: it was not asked. */
static const LoomTrace *
find_trace (LoomPicturePane *self,
            const LoomSite  *thread)
{
  LoomRunQuery *query = loom_session_get_run_query (self->session, LOOM_RUN_QUERY_THREAD);
  LoomRun *answer = loom_run_query_get_answer (query);
  const LoomTrace *trace = answer != NULL ? answer->trace : NULL;

  return trace != NULL && loom_run_query_get_run (query) == self->run &&
                 loom_dim3_equal (&trace->target.block, &thread->block) &&
                 loom_dim3_equal (&trace->target.thread, &thread->thread)
             ? trace
             : NULL;
}

static void
add_access_cells (GArray                *cells,
                  const LoomTrace       *trace,
                  const LoomTraceAccess *access,
                  const LoomRunArray    *array)
{
  const guint size = loom_array_get_cell_type (array->array)->size;

  if (access->kind == LOOM_CELL_READ || access->array < 0 || access->offset < 0 || size == 0 ||
      !g_str_equal (trace->arrays->pdata[access->array], array->name))
    return;
  for (guint64 cell = (guint64) access->offset / size;
       cell * size < (guint64) access->offset + access->size; cell++)
    g_array_append_val (cells, cell);
}

static void
add_traced_cells (GArray             *cells,
                  const LoomTrace    *trace,
                  const LoomRunArray *array)
{
  for (guint i = 0; i < trace->lanes->len; i++)
    {
      const LoomTraceLane *lane = &g_array_index (trace->lanes, LoomTraceLane, i);

      for (guint j = 0; j < MIN (lane->n_accesses, LOOM_TRACE_MAX_ACCESSES); j++)
        add_access_cells (cells, trace, &lane->accesses[j], array);
    }
}

/* Each cell once, in the order of rows. */
static void
add_sorted (GArray          *spans,
            GArray          *cells,
            LoomPicture     *picture,
            const LoomShape *shape)
{
  guint64 all = 0, col, row;

  loom_sort_numbers (cells);
  for (guint i = 0; loom_shape_cells (shape, &all) && i < cells->len; i++)
    {
      const guint64 cell = g_array_index (cells, guint64, i);

      if (cell < all && find_place (picture, shape, cell, &col, &row))
        add_cell (spans, col, row);
    }
}

/* Until the simulator tells all of it, and where it is not asked, it is what the run tells of
 * writers. */
static char *
add_written (LoomPicturePane    *self,
             GArray             *spans,
             LoomPicture        *picture,
             const LoomRunArray *array)
{
  const LoomSite *thread = loom_view_state_get_thread (self->state);
  const LoomTrace *trace = thread != NULL ? find_trace (self, thread) : NULL;
  g_autoptr (GArray) cells = NULL;
  g_autofree char *number = NULL;
  guint64 n;

  if (thread == NULL)
    return NULL;
  cells = g_array_new (FALSE, FALSE, sizeof (guint64));
  loom_picture_add_thread_cells (picture, loom_picture_number_thread (picture, thread), cells);
  if (trace != NULL)
    add_traced_cells (cells, trace, array);
  add_sorted (spans, cells, picture, loom_array_get_shape (array->array));
  n = count_cells (spans);
  number = loom_typeset_count (n);
  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%s cell is framed: the selected thread wrote it.",
                   "%s cells are framed: the selected thread wrote them.", (gulong) n), number);
}

/* An answer, the step that is replayed, the selected thread, the picture or the array that it shows
 * has changed. A thread that is replayed is what one looks at, then one that is selected. */
void
_loom_picture_pane_follow_footprint (LoomPicturePane *self)
{
  g_autoptr (GArray) spans = g_array_new (FALSE, FALSE, sizeof (LoomGridSpan));
  LoomPicture *picture = loom_grid_view_get_picture (self->grid);
  LoomRun *answer = self->query != NULL ? loom_run_query_get_answer (self->query) : NULL;
  const LoomRunArray *array = self->run != NULL && self->view.array < self->run->arrays->len
                                  ? self->run->arrays->pdata[self->view.array]
                                  : NULL;
  g_autofree char *text = NULL;

  if (array != NULL && picture != NULL && self->replayer != NULL)
    text = add_access (self, spans, picture, array);
  if (text == NULL && array != NULL && picture != NULL && self->session != NULL)
    text = add_written (self, spans, picture, array);
  if (text == NULL && array != NULL && picture != NULL && answer != NULL)
    {
      add_cells (spans, picture, answer->cell, array);
      text = dup_footprint_text (spans);
    }
  loom_grid_view_set_footprint (self->grid, (LoomGridSpan *) (gpointer) spans->data, spans->len,
                                text);
}
