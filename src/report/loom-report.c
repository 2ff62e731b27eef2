/* loom-report.c: a run, or why there was none, as JSON
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-report.h"

#include "loom-json.h"
#include "loom-report-arguments.h"
#include "loom-report-cell.h"
#include "loom-report-chain.h"
#include "loom-report-gpu.h"
#include "loom-report-profile.h"
#include "loom-report-steps.h"
#include "loom-report-timings.h"
#include "loom-report-trace.h"
#include "loom-view-settings.h"

/* Only where it is not the document. */
static void
add_file (JsonBuilder *builder,
          const char  *file)
{
  if (file != NULL)
    loom_json_add_text (builder, "file", file);
}

static void
add_site (JsonBuilder    *builder,
          const LoomSite *site)
{
  add_file (builder, site->file);
  loom_json_add_count (builder, "line", site->line);
  loom_json_add_dim3 (builder, "block", &site->block);
  loom_json_add_dim3 (builder, "thread", &site->thread);
}

/* Only where there are any: most lines are what they look like. */
static void
add_frames (JsonBuilder     *builder,
            const GPtrArray *frames)
{
  if (frames->len == 0)
    return;

  loom_json_begin_array (builder, "inlined_from");

  for (guint i = 0; i < frames->len; i++)
    {
      const LoomFrame *frame = g_ptr_array_index (frames, i);

      json_builder_begin_object (builder);
      add_file (builder, frame->file);
      loom_json_add_count (builder, "line", frame->line);
      loom_json_add_text (builder, "function", frame->function);
      json_builder_end_object (builder);
    }

  json_builder_end_array (builder);
}

/* Which other orders were tried, and which came to something else. */
static void
add_seeds (JsonBuilder   *builder,
           const LoomRun *run)
{
  loom_json_begin_object (builder, "seeds");
  loom_json_add_count (builder, "tried", run->seeds);
  loom_json_begin_array (builder, "others");
  for (guint i = 0; i < run->other_seeds->len; i++)
    json_builder_add_int_value (builder, g_array_index (run->other_seeds, guint32, i));
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

static void
add_ranges (JsonBuilder           *builder,
            const LoomThreadGroup *group)
{
  guint last;

  loom_json_begin_array (builder, "ranges");
  for (guint first = 0; loom_thread_group_next_range (group, &first, &last); first = last + 1)
    {
      json_builder_begin_array (builder);
      json_builder_add_int_value (builder, first);
      json_builder_add_int_value (builder, last);
      json_builder_end_array (builder);
    }
  json_builder_end_array (builder);
}

/* Only of what is about whom threads wait for. */
static void
add_threads (JsonBuilder     *builder,
             const GPtrArray *groups)
{
  if (groups->len == 0)
    return;
  loom_json_begin_array (builder, "threads");
  for (guint i = 0; i < groups->len; i++)
    {
      const LoomThreadGroup *group = groups->pdata[i];

      json_builder_begin_object (builder);
      loom_json_add_text (builder, "state", loom_thread_group_get_state_name (group));
      if (group->state == LOOM_THREADS_AT_BARRIER)
        loom_json_add_count (builder, "barrier", group->barrier);
      add_file (builder, group->file);
      loom_json_add_count (builder, "line", group->line);
      loom_json_add_count (builder, "count", loom_thread_group_count (group));
      add_ranges (builder, group);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

/**
 * loom_report_add_finding:
 * @builder: where a value is expected
 * @finding: (nullable): a trap or a warning; %NULL is `null`
 *
 * Adds a finding as an object: what, where, and what else has to do with it.
 */
void
loom_report_add_finding (JsonBuilder       *builder,
                         const LoomFinding *finding)
{
  if (finding == NULL)
    {
      json_builder_add_null_value (builder);
      return;
    }

  json_builder_begin_object (builder);
  loom_json_add_text (builder, "code", loom_error_get_name (finding->code));
  loom_json_add_text (builder, "text", finding->text);

  if (finding->has_site)
    {
      add_site (builder, &finding->site);
      add_frames (builder, finding->inlined_from);
    }

  if (finding->has_site || finding->array != NULL)
    {
      loom_json_add_text (
      builder, "space",
      finding->space != LOOM_SPACE_NONE ? loom_space_get_name (finding->space) : NULL);
      loom_json_add_text (builder, "array", finding->array);
      if (finding->space == LOOM_SPACE_NONE)
        loom_json_add_null (builder, "offset");
      else
        loom_json_add_int (builder, "offset", finding->offset);

      loom_json_add_count (builder, "count", finding->count);
      if (finding->shared_needed > 0)
        loom_json_add_count (builder, "shared_needed", finding->shared_needed);
    }

  if (finding->has_other)
    {
      loom_json_begin_object (builder, "other");
      add_site (builder, &finding->other);
      json_builder_end_object (builder);
    }

  add_threads (builder, finding->threads);

  json_builder_end_object (builder);
}

static void
add_problem (JsonBuilder          *builder,
             const LoomDiagnostic *problem)
{
  json_builder_begin_object (builder);
  loom_json_add_text (builder, "code", loom_error_get_name (LOOM_ERROR_SETTINGS));
  loom_json_add_text (builder, "text", problem->text);
  loom_json_add_count (builder, "line", problem->line);
  json_builder_end_object (builder);
}

static void
add_launch (JsonBuilder *builder,
            LoomRun     *run,
            LoomPlan    *plan,
            const char  *from)
{
  guint64 blocks = 0;

  loom_dim3_volume (&run->grid, &blocks);

  loom_json_begin_object (builder, "launch");
  if (from != NULL)
    loom_json_add_text (builder, "from", from);
  loom_json_add_dim3 (builder, "block", &run->block);
  loom_json_add_dim3 (builder, "grid", &run->grid);
  loom_json_add_count (builder, "shared", run->shared);
  loom_json_add_count (builder, "blocks", blocks);
  loom_json_add_count (builder, "threads", run->threads);
  loom_json_add_count (builder, "warp_instructions", run->warp_instructions);
  if (plan->reason != NULL)
    loom_json_add_text (builder, "reason", plan->reason);
  json_builder_end_object (builder);
}

static void
add_guesses (JsonBuilder *builder,
             LoomPlan    *plan)
{
  loom_json_begin_array (builder, "guessed");
  for (guint i = 0; i < plan->guesses->len; i++)
    {
      const LoomGuess *guess = plan->guesses->pdata[i];
      g_autofree char *what = guess->name != NULL
                              ? g_strconcat (guess->name, ".", guess->key, NULL)
                              : g_strdup (guess->key);

      json_builder_begin_object (builder);
      loom_json_add_text (builder, "what", what);
      loom_json_add_text (builder, "value", guess->value);
      loom_json_add_text (builder, "why", guess->why);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static gboolean
has_coverage (LoomRun *run)
{
  for (guint i = 0; i < run->arrays->len; i++)
    {
      const LoomRunArray *array = g_ptr_array_index (run->arrays, i);

      if (array->writes != NULL || array->reads != NULL)
        return TRUE;
    }

  return run->idle_threads >= 0;
}

static void
add_array (JsonBuilder        *builder,
           LoomRun            *run,
           const LoomRunArray *array)
{
  g_autofree char *name = loom_run_dup_array_name (run, array);
  LoomArrayCounts counts;
  gboolean written = array->writes != NULL;

  loom_run_array_count (array, &counts);

  loom_json_begin_object (builder, name);
  loom_json_add_count (builder, "cells", counts.cells);
  loom_json_add_optional (builder, "written", written ? (gint64) counts.written : -1);
  loom_json_add_optional (builder, "rewritten", written ? (gint64) counts.rewritten : -1);
  loom_json_add_optional (builder, "writes", written ? (gint64) counts.writes : -1);
  loom_json_add_optional (builder, "reads", array->reads != NULL ? (gint64) counts.reads : -1);
  loom_json_add_optional (builder, "missed", counts.missed);
  loom_json_add_optional (builder, "extra", counts.extra);
  json_builder_end_object (builder);
}

static void
add_coverage (JsonBuilder *builder,
              LoomRun     *run)
{
  if (!has_coverage (run))
    {
      loom_json_add_null (builder, "coverage");
      return;
    }

  loom_json_begin_object (builder, "coverage");
  loom_json_add_count (builder, "threads", run->threads);
  loom_json_add_optional (builder, "idle_threads", run->idle_threads);
  loom_json_add_truth (builder, "as_written", run->as_written);
  loom_json_begin_object (builder, "arrays");

  for (guint i = 0; i < run->arrays->len; i++)
    {
      const LoomRunArray *array = g_ptr_array_index (run->arrays, i);

      if (!array->is_symbol || array->writes != NULL || array->reads != NULL)
        add_array (builder, run, array);
    }

  json_builder_end_object (builder);
  json_builder_end_object (builder);
}

static void
add_cell (JsonBuilder           *builder,
          const char            *key,
          const LoomRunArray    *array,
          const LoomCheckedCell *cell)
{
  loom_json_begin_object (builder, key);
  loom_json_add_text (builder, "array", array->name);
  loom_json_add_count (builder, "cell", cell->cell);
  loom_json_add_text (builder, "got", cell->got);
  loom_json_add_text (builder, "expected", cell->expected);
  json_builder_end_object (builder);
}

/* first: the array that the first cell is of; deviating: that with the largest deviation. */
static void
add_cells (JsonBuilder        *builder,
           const LoomRunArray *first,
           const LoomRunArray *deviating)
{
  if (first == NULL)
    {
      loom_json_add_null (builder, "first");
      loom_json_add_null (builder, "worst");
    }
  else
    {
      add_cell (builder, "first", first, &first->first);
      add_cell (builder, "worst", deviating, &deviating->worst);
    }
  loom_json_add_deviation (builder, "deviation", &deviating->deviation);
}

/* Arrays with cells that differ go before those whose cells are within the tolerance. */
static gboolean
is_worse (const LoomRunArray *a,
          const LoomRunArray *b)
{
  if (b == NULL || (a->mismatches > 0) != (b->mismatches > 0))
    return b == NULL || a->mismatches > 0;
  return a->deviation.absolute > b->deviation.absolute;
}

static void
add_check (JsonBuilder *builder,
           LoomRun     *run)
{
  guint64 compared = 0, mismatches = 0;
  const LoomRunArray *first = NULL, *deviating = NULL;

  for (guint i = 0; i < run->arrays->len; i++)
    {
      const LoomRunArray *array = g_ptr_array_index (run->arrays, i);

      compared += array->compared;
      mismatches += array->mismatches;
      if (first == NULL && array->mismatches > 0)
        first = array;
      if (array->compared > 0 && is_worse (array, deviating))
        deviating = array;
    }

  if (compared == 0)
    {
      loom_json_add_null (builder, "check");
      return;
    }

  loom_json_begin_object (builder, "check");
  loom_json_add_count (builder, "compared", compared);
  loom_json_add_count (builder, "mismatches", mismatches);
  add_cells (builder, first, deviating);
  json_builder_end_object (builder);
}

static void
add_problems (JsonBuilder *builder,
              GPtrArray   *problems)
{
  for (guint i = 0; i < problems->len; i++)
    add_problem (builder, problems->pdata[i]);
}

/* What is wrong with the settings, and what is worth knowing of the launch and of what it did. */
static void
add_warnings (JsonBuilder  *builder,
              LoomRun      *run,
              LoomPlan     *plan,
              LoomDocument *document,
              LoomCompiled *compiled)
{
  g_autoptr (GPtrArray) of_view = loom_view_check_settings (document, compiled, plan);

  loom_json_begin_array (builder, "warnings");
  add_problems (builder, loom_document_get_problems (document));
  add_problems (builder, plan->problems);
  add_problems (builder, of_view);
  for (guint i = 0; i < plan->findings->len; i++)
    loom_report_add_finding (builder, g_ptr_array_index (plan->findings, i));
  for (guint i = 0; i < run->findings->len; i++)
    loom_report_add_finding (builder, g_ptr_array_index (run->findings, i));
  json_builder_end_array (builder);
}

/**
 * loom_report_format_run:
 * @run: a run, trapped or not
 * @plan: what was launched, with its hints
 * @document: whose launch it is
 * @compiled: what that was compiled to
 * @outcomes: (nullable) (element-type LoomLinkOutcome): what was done with the run
 * @from: (nullable): where the launch is from if not from the settings
 * @arguments: whether it says what the kernel got of each argument, too
 *
 * Says everything about a run that a script may want. Times are in milliseconds, `null` where a
 * step was not done; counts are `null` where they were not asked for.
 *
 * Returns: (transfer full): one JSON object and a newline
 */
char *
loom_report_format_run (LoomRun      *run,
                        LoomPlan     *plan,
                        LoomDocument *document,
                        LoomCompiled *compiled,
                        GPtrArray    *outcomes,
                        const char   *from,
                        gboolean      arguments)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  loom_json_add_text (builder, "backend", loom_backend_id_get_name (run->backend));
  loom_json_add_text (builder, "fidelity", loom_fidelity_get_name (run->fidelity));
  loom_json_add_text (builder, "kernel", run->kernel);
  add_launch (builder, run, plan, from);
  add_guesses (builder, plan);
  add_coverage (builder, run);
  loom_report_timings_add (builder, &run->timings);
  add_check (builder, run);
  json_builder_set_member_name (builder, "trap");

  loom_report_add_finding (builder, run->trap);

  if (run->profile != NULL)
    loom_report_profile_add (builder, run->profile);
  if (run->trace != NULL)
    loom_report_trace_add (builder, run->trace);
  if (run->cell != NULL)
    loom_report_cell_add (builder, run->cell, plan);
  loom_report_gpu_add (builder, run);
  loom_report_steps_add (builder, run);
  if (arguments)
    loom_report_arguments_add (builder, run, plan);
  loom_report_chain_add (builder, outcomes);

  loom_json_add_text (builder, "output", run->output != NULL ? run->output : "");
  add_warnings (builder, run, plan, document, compiled);

  if (run->seeds > 0)
    add_seeds (builder, run);
  if (run->equal_writes >= 0)
    loom_json_add_count (builder, "equal_writes", (guint64) run->equal_writes);

  return loom_json_finish (builder);
}

static void
add_diagnostics (JsonBuilder  *builder,
                 LoomCompiled *compiled)
{
  loom_json_begin_array (builder, "diagnostics");

  for (guint i = 0; compiled != NULL && i < compiled->diagnostics->len; i++)
    {
      const LoomDiagnostic *diagnostic = g_ptr_array_index (compiled->diagnostics, i);

      json_builder_begin_object (builder);
      loom_json_add_text (builder, "severity",
                          loom_severity_get_name (diagnostic->severity));
      loom_json_add_text (builder, "text", diagnostic->text);
      add_file (builder, diagnostic->file);
      loom_json_add_count (builder, "line", diagnostic->line);
      loom_json_add_count (builder, "column", diagnostic->column);
      json_builder_end_object (builder);
    }

  json_builder_end_array (builder);
}

/* A compiler's message has a line; an error of the launch has none. */
static void
add_failure (JsonBuilder  *builder,
             const GError *error,
             LoomCompiled *compiled)
{
  LoomError code = error->domain == LOOM_ERROR ? (LoomError) error->code : LOOM_ERROR_FAILED;
  const char *file = NULL;
  guint line = 0;

  for (guint i = 0; compiled != NULL && line == 0 && i < compiled->diagnostics->len; i++)
    {
      const LoomDiagnostic *diagnostic = g_ptr_array_index (compiled->diagnostics, i);

      if (diagnostic->severity == LOOM_SEVERITY_ERROR && code == LOOM_ERROR_COMPILE)
        {
          file = diagnostic->file;
          line = diagnostic->line;
        }
    }

  loom_json_begin_object (builder, "trap");
  loom_json_add_text (builder, "code", loom_error_get_name (code));
  loom_json_add_text (builder, "text", error->message);

  if (line > 0)
    {
      add_file (builder, file);
      loom_json_add_count (builder, "line", line);
    }

  json_builder_end_object (builder);
}

/**
 * loom_report_format_failure:
 * @backend: what should have run it
 * @kernel: (nullable): the kernel, if it was known already
 * @error: why nothing ran
 * @compiled: (nullable): with the compiler's messages
 *
 * Says why there is no run, in the same form as a run: a script needs one way only to read both.
 *
 * Returns: (transfer full): one JSON object and a newline
 */
char *
loom_report_format_failure (const char   *backend,
                            const char   *kernel,
                            const GError *error,
                            LoomCompiled *compiled)
{
  static const char *absent[] = { "launch", "coverage", "timings", "check" };
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  loom_json_add_text (builder, "backend", backend);
  loom_json_add_text (builder, "fidelity", NULL);
  loom_json_add_text (builder, "kernel", kernel);

  for (guint i = 0; i < G_N_ELEMENTS (absent); i++)
    loom_json_add_text (builder, absent[i], NULL);

  add_failure (builder, error, compiled);
  loom_json_add_text (builder, "output", "");
  loom_json_begin_array (builder, "warnings");
  json_builder_end_array (builder);
  add_diagnostics (builder, compiled);

  return loom_json_finish (builder);
}
