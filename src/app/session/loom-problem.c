/* loom-problem.c: one row of the list of problems
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-problem.h"

#include "loom-source-mend.h"

#include <glib/gi18n-lib.h>

G_DEFINE_FINAL_TYPE (LoomProblem, loom_problem, G_TYPE_OBJECT)

static void
loom_problem_finalize (GObject *object)
{
  LoomProblem *self = LOOM_PROBLEM (object);

  g_free (self->file);
  g_free (self->text);
  g_free (self->replacement);

  G_OBJECT_CLASS (loom_problem_parent_class)->finalize (object);
}

static void
loom_problem_class_init (LoomProblemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = loom_problem_finalize;
}

static void
loom_problem_init (LoomProblem *self)
{
}

LoomProblem *
loom_problem_new_diagnostic (const LoomDiagnostic *diagnostic)
{
  LoomProblem *self = g_object_new (LOOM_TYPE_PROBLEM, NULL);

  self->severity = diagnostic->severity;
  self->file = g_strdup (diagnostic->file);
  self->line = diagnostic->line;
  self->column = diagnostic->column;
  self->text = g_strdup (diagnostic->text);
  self->fix = diagnostic->fix;
  self->replacement = g_strdup (diagnostic->replacement);
  return self;
}

/* What is found while a kernel runs names its thread, as the banner of a trap does. */
static char *
dup_with_thread (const char     *text,
                 const LoomSite *site)
{
  const LoomDim3 *block = &site->block, *thread = &site->thread;

  /* Translators: what a thread does, then block and thread as x, y, z */
  return g_strdup_printf (_("%1$s. Block (%2$u, %3$u, %4$u), thread (%5$u, %6$u, %7$u)"), text,
                          block->x, block->y, block->z, thread->x, thread->y, thread->z);
}

/**
 * loom_problem_new_finding:
 * @finding: a trap, or the warning of an observer or a launch
 * @severity: how it is marked
 *
 * Makes a row of a finding, which is copied.
 */
LoomProblem *
loom_problem_new_finding (const LoomFinding *finding,
                          LoomSeverity       severity)
{
  LoomProblem *self = g_object_new (LOOM_TYPE_PROBLEM, NULL);

  self->severity = severity;
  self->file = finding->has_site ? g_strdup (finding->site.file) : NULL;
  self->line = finding->has_site ? finding->site.line : 0;
  self->text = finding->code == LOOM_ERROR_RACE && finding->has_site
                   ? dup_with_thread (finding->text, &finding->site)
                   : g_strdup (finding->text);
  if (finding->shared_needed > 0)
    {
      self->fix = LOOM_FIX_SET_SHARED;
      self->replacement = g_strdup_printf ("%" G_GUINT64_FORMAT, finding->shared_needed);
    }
  else if (finding->threads->len > 0)
    self->fix = LOOM_FIX_SHOW_THREADS;
  return self;
}

/* The statement that left an array, under a test of its index. */
static char *
dup_guarded (const LoomRun *run,
             LoomDocument  *document)
{
  const LoomFinding *trap = run->trap;
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (LoomSourceParameter));
  const LoomShape *shape = NULL;
  gsize length;

  if (trap->code != LOOM_ERROR_OOB || !trap->has_site || trap->site.file != NULL
      || trap->array == NULL || trap->offset < (gint64) trap->array_size)
    return NULL;
  for (guint i = 0; i < run->arguments->len; i++)
    {
      const LoomRunArgument *argument = run->arguments->pdata[i];
      LoomSourceParameter number = { .name = argument->name };

      if (argument->array >= 0 && g_str_equal (argument->name, trap->array))
        shape = loom_array_get_shape (
            ((LoomRunArray *) run->arrays->pdata[argument->array])->array);
      else if (argument->kind == LOOM_PARAM_SCALAR && argument->values->len == 1
               && g_ascii_string_to_unsigned (argument->values->pdata[0], 10, 1, G_MAXUINT64,
                                              &number.value, NULL))
        g_array_append_val (numbers, number);
    }
  if (shape == NULL)
    return NULL;
  return loom_source_mend_index (loom_document_get_source (document, &length), trap->site.line,
                                 run->kernel, trap->array, shape,
                                 (const LoomSourceParameter *) numbers->data, numbers->len);
}

/**
 * loom_problem_new_trap:
 * @run: a run that was stopped by a fault of its kernel
 * @document: the text that it is of
 *
 * Makes a row of the fault. Where a thread left an array and the cure is known, a button puts the
 * statement under a test of its index.
 */
LoomProblem *
loom_problem_new_trap (const LoomRun *run,
                       LoomDocument  *document)
{
  LoomProblem *self = loom_problem_new_finding (run->trap, LOOM_SEVERITY_ERROR);

  if (self->fix != LOOM_FIX_NONE)
    return self;
  self->replacement = dup_guarded (run, document);
  self->fix = self->replacement != NULL ? LOOM_FIX_ADD_GUARD : LOOM_FIX_NONE;
  return self;
}

/**
 * loom_problem_new_other:
 * @finding: a trap or warning that speaks of two places
 *
 * Makes a row for the second place, so that its line can be gone to.
 *
 * Returns: (transfer full) (nullable): a note, %NULL if the second place is no other line
 */
LoomProblem *
loom_problem_new_other (const LoomFinding *finding)
{
  g_autofree char *place = loom_place_format (finding->site.file, finding->site.line);
  g_autofree char *other = loom_place_format (finding->other.file, finding->other.line);
  LoomProblem *self;

  if (!finding->has_other || finding->other.line == 0 || g_str_equal (place, other))
    return NULL;
  self = g_object_new (LOOM_TYPE_PROBLEM, NULL);
  self->severity = LOOM_SEVERITY_NOTE;
  self->file = g_strdup (finding->other.file);
  self->line = finding->other.line;
  if (finding->code == LOOM_ERROR_RACE)
    {
      g_autofree char *text = g_strdup_printf (_("The other access of the race in line %s"), place);

      self->text = dup_with_thread (text, &finding->other);
    }
  else if (finding->code == LOOM_ERROR_UNINITIALISED)
    self->text = g_strdup_printf (_("Where what line %s reads is used"), place);
  else
    self->text = g_strdup_printf (_("The other threads of the problem in line %s"),
                                  place);
  return self;
}

/**
 * loom_problem_new_order:
 * @run: a run that was tried in other orders
 *
 * Makes a row that says that its result hangs on the order of warps, with a button that has the
 * text ask for an order that shows it.
 *
 * Returns: (transfer full) (nullable): a warning, %NULL if it does not
 */
LoomProblem *
loom_problem_new_order (const LoomRun *run)
{
  g_autofree char *sentence = loom_run_dup_order_sentence (run);
  LoomProblem *self;

  if (sentence == NULL)
    return NULL;
  self = g_object_new (LOOM_TYPE_PROBLEM, NULL);
  self->severity = LOOM_SEVERITY_WARNING;
  self->text = g_steal_pointer (&sentence);
  self->fix = LOOM_FIX_USE_SEED;
  self->replacement = g_strdup_printf ("%u", g_array_index (run->other_seeds, guint32, 0));
  return self;
}

/**
 * loom_problem_new_error:
 * @error: why there is no run
 * @line: the line of the document that it is about, or 0
 * @column: in characters, or 0 for the whole line
 *
 * Makes a row of an error, whose message is copied.
 */
LoomProblem *
loom_problem_new_error (const GError *error,
                        guint         line,
                        guint         column)
{
  LoomProblem *self = g_object_new (LOOM_TYPE_PROBLEM, NULL);
  const char *key, *value;

  self->severity = LOOM_SEVERITY_ERROR;
  self->line = line;
  self->column = column;
  self->text = g_strdup (error->message);
  if (line > 0 && loom_error_get_fix (error, &key, &value))
    {
      self->fix = LOOM_FIX_SET_KEY;
      self->replacement = g_strconcat (key, "=", value, NULL);
    }
  return self;
}

/**
 * loom_problem_find_worst:
 * @problems: a list of #LoomProblem
 *
 * Finds what is to be told where there is room for one.
 *
 * Returns: (transfer full) (nullable): the first of the worst, %NULL if there is none
 */
LoomProblem *
loom_problem_find_worst (GListModel *problems)
{
  LoomProblem *worst = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (problems); i++)
    {
      g_autoptr (LoomProblem) problem = g_list_model_get_item (problems, i);

      if (worst == NULL || problem->severity > worst->severity)
        g_set_object (&worst, problem);
    }
  return worst;
}

/**
 * loom_problem_compare:
 *
 * Orders problems: errors first, since warnings often follow from them; then by line and column,
 * those of the document before those of files that it includes. Those without a place come before
 * those with one. Fits g_list_store_sort().
 *
 * Returns: negative, zero or positive as strcmp()
 */
int
loom_problem_compare (gconstpointer a,
                      gconstpointer b,
                      gpointer      unused)
{
  const LoomProblem *first = a, *second = b;
  const int errors
      = (second->severity == LOOM_SEVERITY_ERROR) - (first->severity == LOOM_SEVERITY_ERROR);
  const int files = g_strcmp0 (first->file, second->file);

  if (errors != 0)
    return errors;
  if (files != 0)
    return files;
  if (first->line != second->line)
    return first->line < second->line ? -1 : 1;
  if (first->column != second->column)
    return first->column < second->column ? -1 : 1;
  return (int) second->severity - (int) first->severity;
}
