/* loom-replay-lanes.c: the lanes of the warp that is replayed, and expressions over them
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-replay-lanes.h"

#include "loom-error.h"
#include "loom-replay-row.h"
#include "loom-replay-text.h"

#include <glib/gi18n-lib.h>

#define MAX_WATCHES 8u

enum { COLUMN_LANE, COLUMN_THREAD, COLUMN_STATE, N_COLUMNS };

struct _LoomReplayLanes
{
  GObject        parent_instance;

  GtkColumnView *view;          /* borrowed: it is the pane's, as this is */
  GListStore    *rows;          /* (element-type LoomReplayRow) of all lanes */
  GPtrArray     *watches;       /* (element-type utf8) expressions */
  LoomScope     *scope;         /* that they were evaluated in last, or NULL */
};

G_DEFINE_FINAL_TYPE (LoomReplayLanes, loom_replay_lanes, G_TYPE_OBJECT)

static void
loom_replay_lanes_finalize (GObject *object)
{
  LoomReplayLanes *self = LOOM_REPLAY_LANES (object);

  g_clear_object (&self->rows);
  g_ptr_array_unref (self->watches);
  g_clear_pointer (&self->scope, loom_scope_unref);

  G_OBJECT_CLASS (loom_replay_lanes_parent_class)->finalize (object);
}

static void
loom_replay_lanes_class_init (LoomReplayLanesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = loom_replay_lanes_finalize;
}

static void
loom_replay_lanes_init (LoomReplayLanes *self)
{
  self->rows = g_list_store_new (LOOM_TYPE_REPLAY_ROW);
  self->watches = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < LOOM_WARP_LANES; i++)
    {
      g_autoptr (LoomReplayRow) row = loom_replay_row_new ();

      g_list_store_append (self->rows, row);
    }
}

static void
add_column (LoomReplayLanes *self,
            const char      *title,
            guint            index,
            gboolean         is_number)
{
  g_autoptr (GtkColumnViewColumn) column = loom_replay_column_new (title, index, is_number);

  gtk_column_view_append_column (self->view, column);
}

/**
 * loom_replay_lanes_new:
 * @view: a table without columns, which lives as long
 *
 * Returns: (transfer full): what fills it
 */
LoomReplayLanes *
loom_replay_lanes_new (GtkColumnView *view)
{
  LoomReplayLanes *self = g_object_new (LOOM_TYPE_REPLAY_LANES, NULL);
  g_autoptr (GtkNoSelection) selection
      = gtk_no_selection_new (G_LIST_MODEL (g_object_ref (self->rows)));

  self->view = view;
  add_column (self, _("Lane"), COLUMN_LANE, TRUE);
  add_column (self, _("Thread"), COLUMN_THREAD, FALSE);
  add_column (self, _("In this step"), COLUMN_STATE, FALSE);
  gtk_column_view_set_model (view, GTK_SELECTION_MODEL (selection));
  return self;
}

static const char *
get_lane_state (const LoomReplayPlace *place,
                guint                  lane)
{
  const guint32 bit = 1u << lane;

  return (place->executed & bit) != 0 ? _("executes")
         : (place->active & bit) != 0 ? _("guard is false")
         : (place->live & bit) != 0   ? _("elsewhere")
                                      : _("returned");
}

static char *
dup_cell (const LoomValue *value,
          guint            lane)
{
  const guint64 n = loom_value_count (value);

  if (n == 0 || (value->rank > 0 && lane >= n))
    return NULL;
  return loom_scalar_format (value->type.scalar,
                             loom_value_get_cell (value, value->rank > 0 ? lane : 0));
}

static void
show_watch (LoomReplayLanes *self,
            guint            index)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomValue) value = loom_evaluate (self->watches->pdata[index], self->scope, NULL,
                                               &error);

  for (guint lane = 0; lane < LOOM_WARP_LANES; lane++)
    {
      g_autoptr (LoomReplayRow) row = g_list_model_get_item (G_LIST_MODEL (self->rows), lane);
      g_autofree char *text = value != NULL ? dup_cell (value, lane) : NULL;
      const char *before = loom_replay_row_get (row, N_COLUMNS + index);

      loom_replay_row_set (row, N_COLUMNS + index, text != NULL ? text : "—",
                           before != NULL && text != NULL && strcmp (before, text) != 0);
    }
}

static void
tell_rows (LoomReplayLanes *self)
{
  for (guint i = 0; i < LOOM_WARP_LANES; i++)
    {
      g_autoptr (LoomReplayRow) row = g_list_model_get_item (G_LIST_MODEL (self->rows), i);

      loom_replay_row_tell (row);
    }
}

/**
 * loom_replay_lanes_update:
 * @state: after a step, of all lanes or of the thread alone
 * @place: where the warp was
 * @block: threads of a block
 * @parameters: (element-type utf8): names of the kernel's parameters in the source
 *
 * Shows what the lanes did in a step.
 */
void
loom_replay_lanes_update (LoomReplayLanes       *self,
                          const LoomReplayState *state,
                          const LoomReplayPlace *place,
                          const LoomDim3        *block,
                          GPtrArray             *parameters)
{
  const LoomDim3 *thread = &state->replay->target.thread;
  const guint linear = (thread->z * block->y + thread->y) * block->x + thread->x,
              first = linear / LOOM_WARP_LANES * LOOM_WARP_LANES;

  g_return_if_fail (LOOM_IS_REPLAY_LANES (self));

  g_clear_pointer (&self->scope, loom_scope_unref);
  self->scope = loom_replay_state_new_scope (state, parameters);
  for (guint lane = 0; lane < LOOM_WARP_LANES; lane++)
    {
      g_autoptr (LoomReplayRow) row = g_list_model_get_item (G_LIST_MODEL (self->rows), lane);
      const LoomDim3 at = loom_dim3_unpack (block, first + lane);
      const gboolean is_own = first + lane == linear;
      g_autofree char *number = g_strdup_printf ("%u", lane);
      g_autofree char *name = g_strdup_printf ("(%u, %u, %u)", at.x, at.y, at.z);

      loom_replay_row_set (row, COLUMN_LANE, number, is_own);
      loom_replay_row_set (row, COLUMN_THREAD, at.z < block->z ? name : "—", FALSE);
      loom_replay_row_set (row, COLUMN_STATE, get_lane_state (place, lane), FALSE);
    }
  for (guint i = 0; i < self->watches->len && state->replay->target.warp; i++)
    show_watch (self, i);
  tell_rows (self);
}

/**
 * loom_replay_lanes_watch:
 * @expression: over registers, each an array of a number for each lane
 *
 * Watches what an expression comes to.
 *
 * Errors: those of loom_evaluate().
 *
 * Returns: whether it can be evaluated now
 */
gboolean
loom_replay_lanes_watch (LoomReplayLanes  *self,
                         const char       *expression,
                         GError          **error)
{
  g_autoptr (LoomValue) value = NULL;

  g_return_val_if_fail (LOOM_IS_REPLAY_LANES (self), FALSE);

  if (self->watches->len >= MAX_WATCHES)
    return loom_fail (error, LOOM_ERROR_USAGE,
                      _("%u expressions are watched at most. Take away some of them first."),
                      MAX_WATCHES);
  if (self->scope == NULL)
    return loom_fail (error, LOOM_ERROR_USAGE, _("No thread is replayed yet."));
  value = loom_evaluate (expression, self->scope, NULL, error);
  if (value == NULL)
    return FALSE;
  g_ptr_array_add (self->watches, g_strdup (expression));
  add_column (self, expression, N_COLUMNS + self->watches->len - 1, TRUE);
  show_watch (self, self->watches->len - 1);
  tell_rows (self);
  return TRUE;
}

/**
 * loom_replay_lanes_unwatch:
 *
 * Watches nothing any more.
 */
void
loom_replay_lanes_unwatch (LoomReplayLanes *self)
{
  GListModel *columns;

  g_return_if_fail (LOOM_IS_REPLAY_LANES (self));

  columns = gtk_column_view_get_columns (self->view);
  for (guint i = g_list_model_get_n_items (columns); i-- > N_COLUMNS;)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      gtk_column_view_remove_column (self->view, column);
    }
  g_ptr_array_set_size (self->watches, 0);
}
