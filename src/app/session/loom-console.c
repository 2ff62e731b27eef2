/* loom-console.c: expressions over the arrays of a run, and what they came to
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-console.h"

#include "loom-class.h"
#include "loom-connect.h"
#include "loom-error.h"
#include "loom-run-scope.h"
#include "loom-scalar-text.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

/* What the list keeps: so many results, in so many bytes; the newest and those that are pinned are
 * kept in any case. */
#define MOST_RESULTS 50
#define MOST_BYTES (G_GUINT64_CONSTANT (512) << 20)
#define MOST_HISTORY 200

struct _LoomConsole
{
  GObject       parent_instance;

  GListStore   *results;        /* (element-type LoomConsoleResult) */
  GPtrArray    *history;        /* (element-type utf8) the oldest first */
  guint         at;             /* in it; its length: what is being typed */
  guint         next_id;
  guint         next_name;
  GCancellable *evaluating;     /* what a thread evaluates, or NULL */
  GError       *error;          /* of the last expression, or NULL */
};

typedef struct
{
  char      *expression;
  LoomScope *scope;
} Task;

enum { SIGNAL_EVALUATED, SIGNAL_PINNED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LoomConsoleResult, loom_console_result, G_TYPE_OBJECT)
G_DEFINE_FINAL_TYPE (LoomConsole, loom_console, G_TYPE_OBJECT)

static void
loom_console_result_finalize (GObject *object)
{
  LoomConsoleResult *self = LOOM_CONSOLE_RESULT (object);

  g_free (self->expression);
  g_free (self->type);
  g_free (self->text);
  g_free (self->summary);
  g_free (self->name);
  g_clear_pointer (&self->value, loom_value_unref);
  g_clear_pointer (&self->array, loom_array_unref);

  G_OBJECT_CLASS (loom_console_result_parent_class)->finalize (object);
}

static void
loom_console_result_class_init (LoomConsoleResultClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = loom_console_result_finalize;
}

static void
loom_console_result_init (LoomConsoleResult *self)
{
}

static void
loom_console_finalize (GObject *object)
{
  LoomConsole *self = LOOM_CONSOLE (object);

  loom_cancel (&self->evaluating);
  g_clear_object (&self->results);
  g_ptr_array_unref (self->history);
  g_clear_error (&self->error);

  G_OBJECT_CLASS (loom_console_parent_class)->finalize (object);
}

static void
loom_console_class_init (LoomConsoleClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = loom_console_finalize;
  signals[SIGNAL_EVALUATED] = LOOM_SIGNAL_NEW (klass, "evaluated", 0);
  signals[SIGNAL_PINNED] = LOOM_SIGNAL_NEW (klass, "pinned", 0);
}

static void
loom_console_init (LoomConsole *self)
{
  self->results = g_list_store_new (LOOM_TYPE_CONSOLE_RESULT);
  self->history = g_ptr_array_new_with_free_func (g_free);
  self->next_id = self->next_name = 1;
}

LoomConsole *
loom_console_new (void)
{
  return g_object_new (LOOM_TYPE_CONSOLE, NULL);
}

/**
 * loom_console_get_results:
 *
 * Returns: (transfer none): (element-type LoomConsoleResult): the newest first
 */
GListModel *
loom_console_get_results (LoomConsole *self)
{
  g_return_val_if_fail (LOOM_IS_CONSOLE (self), NULL);

  return G_LIST_MODEL (self->results);
}

/**
 * loom_console_get_error:
 *
 * Returns: (transfer none) (nullable): why the last expression came to nothing
 */
const GError *
loom_console_get_error (LoomConsole *self)
{
  g_return_val_if_fail (LOOM_IS_CONSOLE (self), NULL);

  return self->error;
}

/**
 * loom_console_find:
 *
 * Returns: (transfer none) (nullable): the result of that number, while it is kept
 */
LoomConsoleResult *
loom_console_find (LoomConsole *self,
                   guint        id)
{
  g_return_val_if_fail (LOOM_IS_CONSOLE (self), NULL);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->results)); i++)
    {
      g_autoptr (LoomConsoleResult) result
          = g_list_model_get_item (G_LIST_MODEL (self->results), i);

      if (result->id == id)
        return result;
    }
  return NULL;
}

static void
task_free (gpointer data)
{
  Task *task = data;

  g_free (task->expression);
  loom_scope_unref (task->scope);
  g_free (task);
}

static char *
dup_summary (const LoomValue *value)
{
  LoomStatistics statistics;
  g_autofree char *min = NULL, *max = NULL, *mean = NULL;

  if (value->rank == 0 || loom_type_count_components (&value->type) != 1)
    return NULL;
  loom_statistics_init (&statistics, value, 0);
  if (statistics.n_bins == 0)
    return g_strdup (_("no finite number"));
  min = loom_scalar_text_shorten (LOOM_SCALAR_F32, (double) (float) statistics.min);
  max = loom_scalar_text_shorten (LOOM_SCALAR_F32, (double) (float) statistics.max);
  mean = loom_scalar_text_shorten (LOOM_SCALAR_F32, (double) (float) statistics.mean);
  if (statistics.nans + statistics.infinities == 0)
    return g_strdup_printf (_("min %1$s, max %2$s, mean %3$s"), min, max, mean);
  return g_strdup_printf (_("min %1$s, max %2$s, mean %3$s; not finite: %4$" PRIu64),
                          min, max, mean, statistics.nans + statistics.infinities);
}

static void
evaluate_thread (GTask        *task,
                 gpointer      source,
                 gpointer      task_data,
                 GCancellable *cancellable)
{
  const Task *data = task_data;
  g_autoptr (LoomConsoleResult) result = NULL;
  GError *error = NULL;
  LoomValue *value = loom_evaluate (data->expression, data->scope, cancellable, &error);

  if (value == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  result = g_object_new (LOOM_TYPE_CONSOLE_RESULT, NULL);
  result->expression = g_strdup (data->expression);
  result->value = value;
  result->array = loom_value_dup_array (value, NULL);
  result->type = loom_value_format_type (value);
  result->text = loom_value_format (value);
  result->summary = dup_summary (value);
  g_task_return_pointer (task, g_steal_pointer (&result), g_object_unref);
}

/* Lets go of the oldest that are not pinned. */
static void
trim (LoomConsole *self)
{
  GListModel *results = G_LIST_MODEL (self->results);
  guint64 bytes = 0;

  for (guint i = 0, n = 0; i < g_list_model_get_n_items (results);)
    {
      g_autoptr (LoomConsoleResult) result = g_list_model_get_item (results, i);

      bytes += g_bytes_get_size (result->value->bytes);
      n++;
      if (i > 0 && result->name == NULL && (n > MOST_RESULTS || bytes > MOST_BYTES))
        g_list_store_remove (self->results, i);
      else
        i++;
    }
}

/* A call that another one has taken the place of touches nothing. */
static void
evaluated_cb (GObject      *source,
              GAsyncResult *async_result,
              gpointer      user_data)
{
  LoomConsole *self = LOOM_CONSOLE (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomConsoleResult) result = g_task_propagate_pointer (G_TASK (async_result), &error);

  if (g_task_get_cancellable (G_TASK (async_result)) != self->evaluating)
    return;
  g_clear_object (&self->evaluating);
  g_clear_error (&self->error);
  self->error = g_steal_pointer (&error);
  if (result != NULL)
    {
      result->id = self->next_id++;
      g_list_store_insert (self->results, 0, result);
      trim (self);
    }
  g_signal_emit (self, signals[SIGNAL_EVALUATED], 0);
}

static LoomScope *
make_scope (LoomConsole *self,
            LoomRun     *run,
            guint        shown)
{
  LoomScope *scope = loom_scope_new ();

  if (run != NULL)
    loom_scope_add_run (scope, run, shown);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->results)); i++)
    {
      g_autoptr (LoomConsoleResult) result
          = g_list_model_get_item (G_LIST_MODEL (self->results), i);

      if (result->name != NULL)
        loom_scope_add (scope, result->name, result->value);
    }
  return scope;
}

static void
remember (LoomConsole *self,
          const char  *expression)
{
  const guint n = self->history->len;

  if (n == 0 || !g_str_equal (self->history->pdata[n - 1], expression))
    g_ptr_array_add (self->history, g_strdup (expression));
  if (self->history->len > MOST_HISTORY)
    g_ptr_array_remove_index (self->history, 0);
  self->at = self->history->len;
}

/**
 * loom_console_evaluate:
 * @run: (nullable): whose arrays are named
 * @shown: the index of the one whose extents are meant by `x`, `y` and `cols`
 *
 * Begins to evaluate an expression, in place of one that is not done yet.
 */
void
loom_console_evaluate (LoomConsole *self,
                       const char  *expression,
                       LoomRun     *run,
                       guint        shown)
{
  g_autoptr (GTask) task = NULL;
  Task *data;

  g_return_if_fail (LOOM_IS_CONSOLE (self) && expression != NULL);

  loom_cancel (&self->evaluating);
  self->evaluating = g_cancellable_new ();
  remember (self, expression);
  data = g_new0 (Task, 1);
  data->expression = g_strdup (expression);
  data->scope = make_scope (self, run, shown);
  task = g_task_new (self, self->evaluating, evaluated_cb, NULL);
  g_task_set_source_tag (task, loom_console_evaluate);
  g_task_set_task_data (task, data, task_free);
  g_task_run_in_thread (task, evaluate_thread);
}

/**
 * loom_console_toggle_pin:
 * @id: of a result
 *
 * Gives a result a name that further expressions know, or takes it away. One with a name outlives
 * the run that it is of, so that the next one can be held against it.
 */
void
loom_console_toggle_pin (LoomConsole *self,
                         guint        id)
{
  LoomConsoleResult *result;

  g_return_if_fail (LOOM_IS_CONSOLE (self));

  result = loom_console_find (self, id);
  if (result == NULL)
    return;
  if (result->name != NULL)
    g_clear_pointer (&result->name, g_free);
  else
    result->name = g_strdup_printf ("p%u", self->next_name++);
  g_signal_emit (self, signals[SIGNAL_PINNED], 0);
}

/**
 * loom_console_step:
 * @step: -1 for the expression before, 1 for the one after
 *
 * Returns: (transfer none) (nullable): the expression there; empty behind the last; %NULL before
 *   the first
 */
const char *
loom_console_step (LoomConsole *self,
                   int          step)
{
  g_return_val_if_fail (LOOM_IS_CONSOLE (self), NULL);

  if ((step < 0 && self->at == 0) || (step > 0 && self->at >= self->history->len))
    return NULL;
  self->at += step;
  return self->at < self->history->len ? self->history->pdata[self->at] : "";
}
