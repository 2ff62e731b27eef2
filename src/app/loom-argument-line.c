/* loom-argument-line.c: an argument of a run in words
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-argument-line.h"

#include "loom-class.h"

struct _LoomArgumentLine
{
  GObject  parent_instance;

  gint     array;               /* of the run; -1: a number, or a struct */
  char    *texts[LOOM_N_ARGUMENT_FIELDS];       /* NULL: there is no such thing */
};

G_DEFINE_FINAL_TYPE (LoomArgumentLine, loom_argument_line, G_TYPE_OBJECT)

/* What the bytes of an array come to. */
typedef struct
{
  char *checksum, *sum;
} Totals;

typedef struct
{
  LoomRun    *run;
  GListStore *lines;
} Work;

LOOM_DEFINE_FINALIZE (LoomArgumentLine, loom_argument_line)
{
  for (guint i = 0; i < LOOM_N_ARGUMENT_FIELDS; i++)
    g_free (self->texts[i]);
}

static void
loom_argument_line_class_init (LoomArgumentLineClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = loom_argument_line_finalize;
  LOOM_SIGNAL_NEW (klass, "changed", 0);
}

static void
loom_argument_line_init (LoomArgumentLine *self)
{
  self->array = -1;
}

/* Sums and checksums come later. */
static gboolean
is_slow (LoomArgumentField field)
{
  return field == LOOM_ARGUMENT_SUM || field == LOOM_ARGUMENT_CHECKSUM;
}

static void
add_argument (GListStore            *lines,
              LoomRun               *run,
              const LoomRunArgument *argument)
{
  g_autoptr (LoomArgumentLine) line = g_object_new (LOOM_TYPE_ARGUMENT_LINE, NULL);

  line->array = argument->array;
  for (guint i = 0; i < LOOM_N_ARGUMENT_FIELDS; i++)
    if (!is_slow (i))
      line->texts[i] = loom_run_argument_dup_text (run, argument, i);
  g_list_store_append (lines, line);
  for (guint m = 0; m < loom_run_argument_count_members (argument); m++)
    {
      g_autoptr (LoomArgumentLine) member = g_object_new (LOOM_TYPE_ARGUMENT_LINE, NULL);

      for (guint i = 0; i < LOOM_N_ARGUMENT_FIELDS; i++)
        member->texts[i] = loom_run_argument_dup_member_text (argument, m, i);
      g_list_store_append (lines, member);
    }
}

/**
 * loom_argument_lines_add:
 * @lines: (element-type LoomArgumentLine): a list
 * @run: a run
 *
 * Adds a line for each argument of a run, and for each member of those that are structs, without
 * what takes long to add up.
 */
void
loom_argument_lines_add (GListStore *lines,
                         LoomRun    *run)
{
  g_return_if_fail (G_IS_LIST_STORE (lines) && run != NULL);

  for (guint i = 0; i < run->arguments->len; i++)
    add_argument (lines, run, run->arguments->pdata[i]);
}

static void
work_free (gpointer data)
{
  Work *work = data;

  loom_run_unref (work->run);
  g_object_unref (work->lines);
  g_free (work);
}

static void
totals_free (gpointer data)
{
  Totals *totals = data;

  g_free (totals->checksum);
  g_free (totals->sum);
  g_free (totals);
}

static void
add_up_thread (GTask        *task,
               gpointer      source,
               gpointer      data,
               GCancellable *cancellable)
{
  LoomRun *run = ((Work *) data)->run;
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (totals_free);

  for (guint i = 0; i < run->arrays->len && !g_cancellable_is_cancelled (cancellable); i++)
    {
      const LoomRunArray *array = g_ptr_array_index (run->arrays, i);
      Totals *totals = g_new0 (Totals, 1);
      double sum;

      totals->checksum = g_strdup_printf ("%08x", loom_array_get_checksum (array->array));
      if (loom_array_get_sum (array->array, &sum))
        totals->sum = g_strdup_printf ("%.9g", sum);
      g_ptr_array_add (all, totals);
    }
  g_task_return_pointer (task, g_steal_pointer (&all), (GDestroyNotify) g_ptr_array_unref);
}

static void
added_up_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      data)
{
  GListModel *lines = G_LIST_MODEL (((Work *) g_task_get_task_data (G_TASK (result)))->lines);
  g_autoptr (GPtrArray) all = g_task_propagate_pointer (G_TASK (result), NULL);

  for (guint i = 0; all != NULL && i < g_list_model_get_n_items (lines); i++)
    {
      g_autoptr (LoomArgumentLine) line = g_list_model_get_item (lines, i);
      const Totals *totals;

      if (line->array < 0)
        continue;
      totals = g_ptr_array_index (all, line->array);
      g_free (line->texts[LOOM_ARGUMENT_CHECKSUM]);
      g_free (line->texts[LOOM_ARGUMENT_SUM]);
      line->texts[LOOM_ARGUMENT_CHECKSUM] = g_strdup (totals->checksum);
      line->texts[LOOM_ARGUMENT_SUM] = g_strdup (totals->sum);
      g_signal_emit_by_name (line, "changed");
    }
}

/**
 * loom_argument_lines_add_up:
 * @lines: (element-type LoomArgumentLine): those of @run
 * @run: the run
 * @cancellable: what stops it
 *
 * Adds the arrays up in a thread, and then sets checksums and sums.
 */
void
loom_argument_lines_add_up (GListStore   *lines,
                            LoomRun      *run,
                            GCancellable *cancellable)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, added_up_cb, NULL);
  Work *work = g_new (Work, 1);

  *work = (Work) { loom_run_ref (run), g_object_ref (lines) };
  g_task_set_source_tag (task, loom_argument_lines_add_up);
  g_task_set_task_data (task, work, work_free);
  g_task_run_in_thread (task, add_up_thread);
}

/**
 * loom_argument_line_get_text:
 *
 * Returns: (transfer none) (nullable): what is told; %NULL where there is no such thing, or it is
 *   not added up yet
 */
const char *
loom_argument_line_get_text (LoomArgumentLine  *self,
                             LoomArgumentField  field)
{
  g_return_val_if_fail (LOOM_IS_ARGUMENT_LINE (self) && (guint) field < LOOM_N_ARGUMENT_FIELDS,
                        NULL);

  return self->texts[field];
}
