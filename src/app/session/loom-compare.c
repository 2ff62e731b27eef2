/* loom-compare.c: the run that is pinned, held against the one that is shown
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-compare.h"

#include "loom-comparison.h"
#include "loom-connect.h"

#include <glib/gi18n-lib.h>

/* Runs of more cells are compared in a thread; fewer take less than 5 ms. */
#define MOST_CELLS_AT_ONCE (G_GUINT64_CONSTANT (1) << 18)

struct _LoomCompare
{
  GObject          parent_instance;

  LoomViewState   *state;
  LoomRunJob      *job;         /* that is pinned, or NULL */
  LoomRun         *pinned;      /* its result, as long as it is pinned */
  LoomRun         *other;       /* that, at the moment that is shown; or NULL */
  LoomCompareMode  mode;
  LoomRun         *shown;       /* what the state shows, with its differences; not owned */
  LoomLens         lens;        /* of the two that show differences */
  LoomLens         before;      /* the lens that differences took the place of */
  GCancellable    *comparing;   /* in a thread, or NULL */
  guint            taking : 1;  /* the state is being told, and tells so */
};

/* Two runs on their way to a thread. */
typedef struct
{
  LoomRun *shown, *other;
} Pair;

enum {
  PROP_0,
  PROP_JOB,
  PROP_MODE,
  N_PROPS
};

G_DEFINE_FINAL_TYPE (LoomCompare, loom_compare, G_TYPE_OBJECT)

G_DEFINE_ENUM_TYPE (LoomCompareMode, loom_compare_mode,
                    G_DEFINE_ENUM_VALUE (LOOM_COMPARE_OFF, "off"),
                    G_DEFINE_ENUM_VALUE (LOOM_COMPARE_SIDE, "side"),
                    G_DEFINE_ENUM_VALUE (LOOM_COMPARE_BLINK, "blink"),
                    G_DEFINE_ENUM_VALUE (LOOM_COMPARE_DIFFERENCE, "difference"))

static GParamSpec *properties[N_PROPS];

static LoomRunArray *
get_array (LoomRun *run,
           guint    index)
{
  return run != NULL && index < run->arrays->len ? run->arrays->pdata[index] : NULL;
}

/* -- What A is, at the moment that B is shown at -- */

static gboolean
has_frame (const LoomRun *run,
           guint64        moment,
           guint         *index)
{
  for (*index = 0; *index < run->frames->len; (*index)++)
    if (g_array_index (run->frames, LoomRunFrame, *index).moment == moment)
      return TRUE;
  return FALSE;
}

/* Of steps that A has not taken, or has not kept, there is no such moment. */
static void
find_other (LoomCompare *self)
{
  guint64 moment;
  guint index;

  g_clear_pointer (&self->other, loom_run_unref);
  if (self->pinned == NULL)
    return;
  if (!loom_view_state_get_moment_number (self->state, &moment))
    self->other = loom_run_ref (self->pinned);
  else if (has_frame (self->pinned, moment, &index))
    self->other = loom_run_new_frame (self->pinned, index);
}

/**
 * loom_compare_get_other:
 * @view: (out): how to look at it, as at the run that is shown
 *
 * Returns: (transfer none) (nullable): the pinned run as it is to be shown; %NULL: it has no such
 *   array, or no such moment
 */
LoomRun *
loom_compare_get_other (LoomCompare *self,
                        LoomView    *view)
{
  const LoomRunArray *array;
  LoomRunArray *other;

  g_return_val_if_fail (LOOM_IS_COMPARE (self), NULL);

  *view = *loom_view_state_get_view (self->state);
  array = get_array (loom_view_state_get_run (self->state), view->array);
  other = array != NULL && self->other != NULL ? loom_run_find_array (self->other, array->name)
                                               : NULL;
  return other != NULL && g_ptr_array_find (self->other->arrays, other, &view->array)
         ? self->other : NULL;
}

static char *
dup_kind (const LoomRunArray *array)
{
  g_autofree char *type = loom_type_format (loom_array_get_cell_type (array->array));
  g_autofree char *shape = loom_shape_format (loom_array_get_shape (array->array));

  return g_strdup_printf ("%s %s", type, shape);
}

/**
 * loom_compare_dup_obstacle:
 *
 * Returns: (transfer full) (nullable): a sentence that says why the array that is shown can't be
 *   held against that of the pinned run, cell by cell; %NULL if it can, or nothing is pinned
 */
char *
loom_compare_dup_obstacle (LoomCompare *self)
{
  const LoomRunArray *array, *other;
  g_autofree char *was = NULL, *is = NULL;
  LoomView view;
  LoomRun *run;

  g_return_val_if_fail (LOOM_IS_COMPARE (self), NULL);

  array = get_array (loom_view_state_get_run (self->state),
                     loom_view_state_get_view (self->state)->array);
  if (self->pinned == NULL || array == NULL)
    return NULL;
  if (self->other == NULL)
    return g_strdup (_("Run A did not keep this moment: go to another, or to the end."));
  run = loom_compare_get_other (self, &view);
  if (run == NULL)
    return g_strdup_printf (_("Run A has no array %s: choose another array."), array->name);
  other = get_array (run, view.array);
  if (loom_type_equal (loom_array_get_cell_type (array->array),
                       loom_array_get_cell_type (other->array)) &&
      loom_shape_equal (loom_array_get_shape (array->array),
                        loom_array_get_shape (other->array)))
    return NULL;
  was = dup_kind (other);
  is = dup_kind (array);
  /* Translators: an array; its type and extents in either run: "f is float 16,16 in A" */
  return g_strdup_printf (_("%1$s is %2$s in A and %3$s in B: cells can’t be compared."),
                          array->name, was, is);
}

/* -- Differences -- */

static gboolean
is_of_differences (LoomLens lens)
{
  return lens == LOOM_LENS_CHANGE || lens == LOOM_LENS_DIFFERENCE;
}

/* By how much values changed; where none did, what else is different. */
static LoomLens
choose_lens (LoomCompare *self,
             LoomRun     *run)
{
  const LoomRunArray *array = get_array (run, loom_view_state_get_view (self->state)->array);
  const LoomArrayDifference *difference = array != NULL ? array->difference : NULL;

  if (is_of_differences (self->lens))
    return self->lens;
  return difference != NULL && difference->differ > 0 &&
         difference->planes[LOOM_COMPARED_VALUES].differ == 0 ? LOOM_LENS_DIFFERENCE
                                                              : LOOM_LENS_CHANGE;
}

static void
take (LoomCompare    *self,
      LoomComparison *comparison)
{
  self->shown = comparison->a;
  self->lens = choose_lens (self, comparison->a);
  self->taking = TRUE;
  loom_view_state_show_differences (self->state, comparison->a, self->lens);
  self->taking = FALSE;
}

static void
hide (LoomCompare *self,
      LoomLens     lens)
{
  self->taking = TRUE;
  loom_view_state_hide_differences (self->state, lens);
  self->taking = FALSE;
  self->shown = loom_view_state_get_run (self->state);
}

static LoomComparison *
compare (LoomRun *shown,
         LoomRun *other)
{
  /* Translators: of the two runs that are compared, the one that is shown and the one that is
   * pinned; as in "5 on A" */
  return loom_comparison_new_named (shown, other, 0, _("B"), _("A"));
}

static void
pair_free (gpointer data)
{
  Pair *pair = data;

  loom_run_unref (pair->shown);
  loom_run_unref (pair->other);
  g_free (pair);
}

static void
compare_thread (GTask        *task,
                gpointer      source,
                gpointer      task_data,
                GCancellable *cancellable)
{
  const Pair *pair = task_data;

  g_task_return_pointer (task, compare (pair->shown, pair->other),
                         (GDestroyNotify) loom_comparison_unref);
}

static void
compared_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  LoomCompare *self = LOOM_COMPARE (source);
  g_autoptr (LoomComparison) comparison = g_task_propagate_pointer (G_TASK (result), NULL);

  if (comparison == NULL || g_task_get_cancellable (G_TASK (result)) != self->comparing)
    return;
  g_clear_object (&self->comparing);
  take (self, comparison);
}

static guint64
count_cells (LoomRun *run)
{
  guint64 cells = 0;

  for (guint i = 0; i < run->arrays->len; i++)
    {
      guint64 n;

      if (loom_shape_cells (loom_array_get_shape (get_array (run, i)->array), &n))
        cells += n;
    }
  return cells;
}

static void
start (LoomCompare *self)
{
  LoomRun *shown = loom_view_state_get_run (self->state);
  g_autoptr (LoomComparison) comparison = NULL;
  g_autoptr (GTask) task = NULL;
  Pair *pair;

  loom_cancel (&self->comparing);
  if (self->mode != LOOM_COMPARE_DIFFERENCE || shown == NULL || self->other == NULL)
    return;
  if (count_cells (shown) <= MOST_CELLS_AT_ONCE)
    {
      comparison = compare (shown, self->other);
      take (self, comparison);
      return;
    }
  self->comparing = g_cancellable_new ();
  pair = g_new (Pair, 1);
  *pair = (Pair) { loom_run_ref (shown), loom_run_ref (self->other) };
  task = g_task_new (self, self->comparing, compared_cb, NULL);
  g_task_set_source_tag (task, start);
  g_task_set_task_data (task, pair, pair_free);
  g_task_run_in_thread (task, compare_thread);
}

/**
 * loom_compare_is_pending:
 *
 * Returns: whether what is shown is being compared, so that its differences are not there yet
 */
gboolean
loom_compare_is_pending (LoomCompare *self)
{
  g_return_val_if_fail (LOOM_IS_COMPARE (self), FALSE);

  return self->comparing != NULL;
}

/* Another run, another moment, another array, or another lens: through one that shows no
 * differences somebody has turned to something else. */
static void
view_cb (LoomCompare *self)
{
  const LoomLens lens = loom_view_state_get_view (self->state)->lens;
  LoomRun *run = loom_view_state_get_run (self->state);

  if (self->taking)
    return;
  if (run == self->shown)
    {
      if (self->mode != LOOM_COMPARE_DIFFERENCE || self->comparing != NULL)
        return;
      if (is_of_differences (lens))
        self->lens = lens;
      else
        loom_compare_set_mode (self, LOOM_COMPARE_OFF);
      return;
    }
  self->shown = run;
  find_other (self);
  start (self);
}

/* -- The object -- */

static void
loom_compare_finalize (GObject *object)
{
  LoomCompare *self = LOOM_COMPARE (object);

  loom_cancel (&self->comparing);
  g_clear_object (&self->state);
  g_clear_object (&self->job);
  g_clear_pointer (&self->pinned, loom_run_unref);
  g_clear_pointer (&self->other, loom_run_unref);

  G_OBJECT_CLASS (loom_compare_parent_class)->finalize (object);
}

static void
loom_compare_get_property (GObject    *object,
                           guint       prop_id,
                           GValue     *value,
                           GParamSpec *pspec)
{
  LoomCompare *self = LOOM_COMPARE (object);

  if (prop_id == PROP_JOB)
    g_value_set_object (value, self->job);
  else
    g_value_set_enum (value, self->mode);
}

static void
loom_compare_class_init (LoomCompareClass *klass)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = loom_compare_finalize;
  object_class->get_property = loom_compare_get_property;
  properties[PROP_JOB] = g_param_spec_object ("job", NULL, NULL, LOOM_TYPE_RUN_JOB, flags);
  properties[PROP_MODE] = g_param_spec_enum ("mode", NULL, NULL, LOOM_TYPE_COMPARE_MODE,
                                             LOOM_COMPARE_OFF, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
loom_compare_init (LoomCompare *self)
{
  self->lens = self->before = LOOM_LENS_VALUE;
}

/**
 * loom_compare_new:
 * @state: what shows the run that a pinned one is held against; a reference is held
 *
 * Returns: (transfer full): a comparison with nothing pinned
 */
LoomCompare *
loom_compare_new (LoomViewState *state)
{
  LoomCompare *self = g_object_new (LOOM_TYPE_COMPARE, NULL);

  self->state = g_object_ref (state);
  loom_connect (state, "notify::view", view_cb, self);
  return self;
}

LoomRunJob *
loom_compare_get_job (LoomCompare *self)
{
  g_return_val_if_fail (LOOM_IS_COMPARE (self), NULL);

  return self->job;
}

/**
 * loom_compare_pin:
 * @job: (nullable): a run with its result, in place of the one that was pinned; %NULL: none
 *
 * Pins a run as A.
 */
void
loom_compare_pin (LoomCompare *self,
                  LoomRunJob  *job)
{
  LoomRun *run;

  g_return_if_fail (LOOM_IS_COMPARE (self));

  if (job == self->job)
    return;
  if (job == NULL)
    loom_compare_set_mode (self, LOOM_COMPARE_OFF);
  run = job != NULL ? loom_run_job_get_status (job)->run : NULL;
  g_set_object (&self->job, job);
  g_clear_pointer (&self->pinned, loom_run_unref);
  self->pinned = run != NULL ? loom_run_ref (run) : NULL;
  find_other (self);
  if (self->mode == LOOM_COMPARE_DIFFERENCE)
    {
      hide (self, self->before);
      start (self);
    }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_JOB]);
}

LoomCompareMode
loom_compare_get_mode (LoomCompare *self)
{
  g_return_val_if_fail (LOOM_IS_COMPARE (self), LOOM_COMPARE_OFF);

  return self->mode;
}

/**
 * loom_compare_set_mode:
 * @mode: how to look at both
 *
 * Looks at the pinned run and the one that is shown together. Without one nothing happens.
 */
void
loom_compare_set_mode (LoomCompare     *self,
                       LoomCompareMode  mode)
{
  const LoomCompareMode last = self->mode;
  LoomLens lens;

  g_return_if_fail (LOOM_IS_COMPARE (self));

  if (mode == last || (mode != LOOM_COMPARE_OFF && self->pinned == NULL))
    return;
  lens = loom_view_state_get_view (self->state)->lens;
  self->mode = mode;
  if (mode == LOOM_COMPARE_DIFFERENCE)
    {
      self->before = lens;
      start (self);
    }
  else if (last == LOOM_COMPARE_DIFFERENCE)
    {
      loom_cancel (&self->comparing);
      self->lens = LOOM_LENS_VALUE;
      hide (self, is_of_differences (lens) ? self->before : lens);
    }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MODE]);
}
