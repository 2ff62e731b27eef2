/* loom-session-problems.c: what is wrong with a document: a function of all the rest
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-session-private.h"

#include "loom-chain.h"
#include "loom-dismissed.h"
#include "loom-error.h"
#include "loom-launch-advice.h"
#include "loom-number.h"
#include "loom-problem.h"
#include "loom-typeset.h"
#include "loom-view-settings.h"

#include <glib/gi18n-lib.h>

static void
add_diagnostics (GPtrArray *problems,
                 GPtrArray *diagnostics)
{
  for (guint i = 0; diagnostics != NULL && i < diagnostics->len; i++)
    g_ptr_array_add (problems, loom_problem_new_diagnostic (g_ptr_array_index (diagnostics, i)));
}

/* One that speaks of two lines is at both. */
static void
add_rows (GPtrArray         *problems,
          LoomProblem       *problem,
          const LoomFinding *finding)
{
  LoomProblem *other = loom_problem_new_other (finding);

  g_ptr_array_add (problems, problem);
  if (other != NULL)
    g_ptr_array_add (problems, other);
}

static void
add_warning_of (GPtrArray         *problems,
                const LoomFinding *finding)
{
  add_rows (problems, loom_problem_new_finding (finding, LOOM_SEVERITY_WARNING), finding);
}

/* But not what the document dismisses. */
static void
add_findings (GPtrArray   *problems,
              LoomSession *self,
              GPtrArray   *findings)
{
  const char *kernel = self->plan != NULL ? self->plan->kernel : NULL;

  for (guint i = 0; i < findings->len; i++)
    {
      const LoomFinding *finding = g_ptr_array_index (findings, i);

      if (!loom_dismissed_has (self->document, kernel, finding->code))
        add_warning_of (problems, finding);
    }
}

/* What is wrong with the launch that neither plan nor run has found; where a thread has left an
 * array already, that is told. */
static void
add_advice (GPtrArray   *problems,
            LoomSession *self)
{
  const gboolean has_trap = loom_session_has_current_run (self) && self->run->trap != NULL;
  g_autoptr (GPtrArray) advice = loom_launch_list_advice (self);

  for (guint i = 0; advice != NULL && !has_trap && i < advice->len; i++)
    {
      const LoomAdvice *one = advice->pdata[i];
      g_autoptr (LoomFinding) finding = NULL;

      if (one->code != LOOM_ERROR_MISSING_GUARD)
        continue;
      finding = loom_finding_new (one->code, "%s", one->text);
      add_warning_of (problems, finding);
    }
}

static void
add_error (GPtrArray    *problems,
           LoomSession  *self)
{
  guint line = 0, column = 0;

  if (!loom_session_locate_error (self, &line, &column)
      && g_error_matches (self->error, LOOM_ERROR, LOOM_ERROR_LAUNCH))
    line = loom_document_get_block_line (self->document);
  g_ptr_array_add (problems, loom_problem_new_error (self->error, line, column));
}

/* What stopped the chain of a run. */
static void
add_chain (GPtrArray              *problems,
           const LoomRunJobStatus *status)
{
  const LoomLinkOutcome *failure
      = status->outcomes != NULL ? loom_link_outcomes_find_failure (status->outcomes) : NULL;
  g_autoptr (LoomDiagnostic) problem = NULL;

  if (failure == NULL)
    return;
  problem = loom_diagnostic_new (LOOM_SEVERITY_ERROR, failure->line, failure->column,
                                 /* Translators: %s is why a line of [after] failed */
                                 _("after the run: %s"), failure->words);
  g_ptr_array_add (problems, loom_problem_new_diagnostic (problem));
}

/* text: is taken */
static void
add_warning (GPtrArray *problems,
             char      *text)
{
  g_autoptr (LoomDiagnostic) problem
      = loom_diagnostic_new (LOOM_SEVERITY_WARNING, 0, 0, "%s", text);

  g_ptr_array_add (problems, loom_problem_new_diagnostic (problem));
  g_free (text);
}

/* Of an expectation that is beyond the array, or that holds nowhere, each cell is one too many. */
static char *
dup_extra (const LoomArrayTotals *totals,
           guint64                missed,
           guint64                extra)
{
  g_autofree char *n_extra = loom_typeset_count (extra);

  if (missed == 0 && extra == totals->counts.written)
    return g_strdup_printf (
        /* Translators: 1 a number, 2 an array's name */
        ngettext ("No cell of %2$s is one to write, and %1$s was written: what “Cells to write” "
                  "says holds for none",
                  "No cell of %2$s is one to write, and %1$s were written: what “Cells to write” "
                  "says holds for none", (gulong) extra), n_extra, totals->name);
  return g_strdup_printf (
      /* Translators: 1 a number, 2 an array's name */
      ngettext ("%1$s cell of %2$s was written that should not be",
                "%1$s cells of %2$s were written that should not be", (gulong) extra),
      n_extra, totals->name);
}

/* Cells that were not written as the document expects. */
static void
add_coverage (GPtrArray             *problems,
              const LoomArrayTotals *totals)
{
  const guint64 missed = (guint64) MAX (totals->counts.missed, 0),
                extra = (guint64) MAX (totals->counts.extra, 0);
  g_autofree char *n_missed = loom_typeset_count (missed);

  if (missed > 0)
    add_warning (problems,
                 /* Translators: 1 a number, 2 an array's name */
                 g_strdup_printf (ngettext ("%1$s cell of %2$s was missed",
                                            "%1$s cells of %2$s were missed", (gulong) missed),
                                  n_missed, totals->name));
  if (extra > 0)
    add_warning (problems, dup_extra (totals, missed, extra));
}

/* What is known of the run that is shown beside its findings. */
static void
add_outcome (GPtrArray   *problems,
             LoomSession *self)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->jobs)); i++)
    {
      g_autoptr (LoomRunJob) job = g_list_model_get_item (G_LIST_MODEL (self->jobs), i);
      const LoomRunJobStatus *status = loom_run_job_get_status (job);

      if (status->run != self->run)
        continue;
      for (guint j = 0; status->totals != NULL && j < status->totals->arrays->len; j++)
        add_coverage (problems, status->totals->arrays->pdata[j]);
      add_chain (problems, status);
    }
}

static void
add_found (GPtrArray *problems,
           GPtrArray *found)
{
  add_diagnostics (problems, found);
  g_ptr_array_unref (found);
}

static int
compare_problems (gconstpointer a,
                  gconstpointer b)
{
  return loom_problem_compare (*(gpointer *) a, *(gpointer *) b, NULL);
}

/* Who has not begun to write has made no mistake: a page in the picture's place says what to do. */
static gboolean
has_source (LoomSession *self)
{
  const char *source;
  gsize length = 0;

  if (self->document == NULL)
    return FALSE;
  source = loom_document_get_source (self->document, &length);
  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isspace (source[i]))
      return TRUE;
  return FALSE;
}

/* Without a picture, a page in its place says what is missing here, and no line can mend it. */
static gboolean
is_on_page (LoomSession *self)
{
  return self->run == NULL && g_error_matches (self->error, LOOM_ERROR, LOOM_ERROR_BACKEND);
}

/* A launch is refused for the first fault of the settings, which all have rows. */
static gboolean
has_row (LoomSession *self)
{
  return self->document != NULL && loom_document_is_broken (self->document)
         && g_error_matches (self->error, LOOM_ERROR, LOOM_ERROR_DOCUMENT);
}

/* Made anew whenever a part of what they follow from changes. A stale run, or an older one that is
 * shown, says nothing about the text as it is now, so its findings go at once. */
void
_loom_session_update_problems (LoomSession *self)
{
  g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_object_unref);
  LoomProblem *order;

  if (self->document != NULL)
    add_diagnostics (problems, loom_document_get_problems (self->document));
  if (self->document != NULL)
    add_found (problems, loom_view_check_settings (self->document, self->compiled, self->plan));
  if (self->compiled != NULL && has_source (self))
    add_diagnostics (problems, self->compiled->diagnostics);
  if (self->plan != NULL)
    {
      add_diagnostics (problems, self->plan->problems);
      add_found (problems, loom_chain_check (self->document, self->plan));
      add_findings (problems, self, self->plan->findings);
      add_advice (problems, self);
    }
  if (self->error != NULL && !is_on_page (self) && !has_row (self))
    add_error (problems, self);
  if (loom_session_has_current_run (self))
    {
      /* who has stopped a run knows */
      if (self->run->trap != NULL && self->run->trap->code != LOOM_ERROR_STOPPED)
        add_rows (problems, loom_problem_new_trap (self->run, self->document), self->run->trap);
      add_findings (problems, self, self->run->findings);
      order = loom_problem_new_order (self->run);
      if (order != NULL)
        g_ptr_array_add (problems, order);
      add_outcome (problems, self);
    }
  if (self->comparison != NULL && loom_session_has_current_run (self)
      && !loom_comparison_is_same (self->comparison))
    {
      g_autofree char *sentence = loom_comparison_dup_sentence (self->comparison);
      g_autoptr (LoomFinding) finding = loom_finding_new (LOOM_ERROR_MISMATCH, "%s", sentence);

      add_warning_of (problems, finding);
    }

  g_ptr_array_sort (problems, compare_problems);
  g_list_store_splice (self->problems, 0, g_list_model_get_n_items (G_LIST_MODEL (self->problems)),
                       problems->pdata, problems->len);
}

/**
 * loom_session_locate_error:
 * @line: (out): the line of the setting that its error is about
 * @column: (out): in characters, or 0 for the whole line
 *
 * A launch is refused for what its settings say; which of them, the error knows if one is to blame,
 * and not only the defaults.
 *
 * Returns: whether there is an error, and such a setting
 */
gboolean
loom_session_locate_error (LoomSession *self,
                           guint       *line,
                           guint       *column)
{
  const char *kernel;

  g_return_val_if_fail (LOOM_IS_SESSION (self), FALSE);

  kernel = self->plan != NULL ? self->plan->kernel : NULL;
  return self->error != NULL && self->document != NULL
         && (loom_error_get_place (self->error, line, column)
             || loom_document_locate (self->document, kernel, self->error->message, line, column));
}

GListModel *
loom_session_get_problems (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return G_LIST_MODEL (self->problems);
}

/**
 * loom_session_count_problems:
 *
 * Returns: how many problems there are; a note tells more of the one before it
 */
guint
loom_session_count_problems (LoomSession *self)
{
  const guint n = g_list_model_get_n_items (loom_session_get_problems (self));
  guint count = 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (LoomProblem) problem
          = g_list_model_get_item (loom_session_get_problems (self), i);

      count += problem->severity > LOOM_SEVERITY_NOTE;
    }
  return count;
}
