/* loom-cli-report.c: a run, or why there was none, as JSON
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cli-report.h"

#include "loom-cli.h"
#include "loom-cli-arguments.h"
#include "loom-cli-gpu.h"
#include "loom-cli-json.h"
#include "loom-cli-profile.h"
#include "loom-cli-steps.h"
#include "loom-cli-trace.h"

/* Only where it is not the document. */
static void
add_file (JsonBuilder *builder,
          const char  *file)
{
  if (file != NULL)
    loom_cli_json_add_text (builder, "file", file);
}

static void
add_site (JsonBuilder    *builder,
          const LoomSite *site)
{
  add_file (builder, site->file);
  loom_cli_json_add_count (builder, "line", site->line);
  loom_cli_json_add_dim3 (builder, "block", &site->block);
  loom_cli_json_add_dim3 (builder, "thread", &site->thread);
}

/* Only where there are any: most lines are what they look like. */
static void
add_frames (JsonBuilder     *builder,
            const GPtrArray *frames)
{
  if (frames->len == 0)
    return;

  loom_cli_json_begin_array (builder, "inlined_from");

  for (guint i = 0; i < frames->len; i++)
    {
      const LoomFrame *frame = g_ptr_array_index (frames, i);

      json_builder_begin_object (builder);
      add_file (builder, frame->file);
      loom_cli_json_add_count (builder, "line", frame->line);
      loom_cli_json_add_text (builder, "function", frame->function);
      json_builder_end_object (builder);
    }

  json_builder_end_array (builder);
}

/**
 * loom_cli_report_add_finding:
 * @builder: where a value is expected
 * @finding: (nullable): a trap or a warning; %NULL is `null`
 *
 * Adds a finding as an object: what, where, and what else has to do with it.
 */
void
loom_cli_report_add_finding (JsonBuilder       *builder,
                             const LoomFinding *finding)
{
  if (finding == NULL)
    {
      json_builder_add_null_value (builder);
      return;
    }

  json_builder_begin_object (builder);
  loom_cli_json_add_text (builder, "code", loom_error_get_name (finding->code));
  loom_cli_json_add_text (builder, "text", finding->text);

  if (finding->has_site)
    {
      add_site (builder, &finding->site);
      add_frames (builder, finding->inlined_from);
    }

  if (finding->has_site || finding->array != NULL)
    {
      loom_cli_json_add_text (
          builder, "space",
          finding->space != LOOM_SPACE_NONE ? loom_space_get_name (finding->space) : NULL);
      loom_cli_json_add_text (builder, "array", finding->array);
      if (finding->space == LOOM_SPACE_NONE)
        loom_cli_json_add_null (builder, "offset");
      else
        loom_cli_json_add_int (builder, "offset", finding->offset);

      loom_cli_json_add_count (builder, "count", finding->count);
      if (finding->shared_needed > 0)
        loom_cli_json_add_count (builder, "shared_needed", finding->shared_needed);
    }

  if (finding->has_other)
    {
      loom_cli_json_begin_object (builder, "other");
      add_site (builder, &finding->other);
      json_builder_end_object (builder);
    }

  json_builder_end_object (builder);
}

static void
add_problem (JsonBuilder          *builder,
             const LoomDiagnostic *problem)
{
  json_builder_begin_object (builder);
  loom_cli_json_add_text (builder, "code", loom_error_get_name (LOOM_ERROR_SETTINGS));
  loom_cli_json_add_text (builder, "text", problem->text);
  loom_cli_json_add_count (builder, "line", problem->line);
  json_builder_end_object (builder);
}

static void
add_launch (JsonBuilder *builder,
            LoomRun     *run,
            LoomPlan    *plan)
{
  guint64 blocks = 0;

  loom_dim3_volume (&run->grid, &blocks);

  loom_cli_json_begin_object (builder, "launch");
  loom_cli_json_add_dim3 (builder, "block", &run->block);
  loom_cli_json_add_dim3 (builder, "grid", &run->grid);
  loom_cli_json_add_count (builder, "shared", run->shared);
  loom_cli_json_add_count (builder, "blocks", blocks);
  loom_cli_json_add_count (builder, "threads", run->threads);
  loom_cli_json_add_count (builder, "warp_instructions", run->warp_instructions);
  if (plan->reason != NULL)
    loom_cli_json_add_text (builder, "reason", plan->reason);
  json_builder_end_object (builder);
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
  g_autofree char *name = loom_cli_dup_array_name (run, array);
  LoomArrayCounts counts;
  gboolean written = array->writes != NULL;

  loom_run_array_count (array, &counts);

  loom_cli_json_begin_object (builder, name);
  loom_cli_json_add_count (builder, "cells", counts.cells);
  loom_cli_json_add_optional (builder, "written", written ? (gint64) counts.written : -1);
  loom_cli_json_add_optional (builder, "rewritten", written ? (gint64) counts.rewritten : -1);
  loom_cli_json_add_optional (builder, "writes", written ? (gint64) counts.writes : -1);
  loom_cli_json_add_optional (builder, "reads", array->reads != NULL ? (gint64) counts.reads : -1);
  loom_cli_json_add_optional (builder, "missed", counts.missed);
  loom_cli_json_add_optional (builder, "extra", counts.extra);
  json_builder_end_object (builder);
}

static void
add_coverage (JsonBuilder *builder,
              LoomRun     *run)
{
  if (!has_coverage (run))
    {
      loom_cli_json_add_null (builder, "coverage");
      return;
    }

  loom_cli_json_begin_object (builder, "coverage");
  loom_cli_json_add_count (builder, "threads", run->threads);
  loom_cli_json_add_optional (builder, "idle_threads", run->idle_threads);
  loom_cli_json_add_truth (builder, "as_written", run->as_written);
  loom_cli_json_begin_object (builder, "arrays");

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
add_timings (JsonBuilder       *builder,
             const LoomTimings *timings)
{
  loom_cli_json_begin_object (builder, "timings");
  loom_cli_json_add_text (builder, "fidelity", loom_fidelity_get_name (timings->fidelity));
  loom_cli_json_add_measure (builder, "compile_ms", timings->compile_ms);
  loom_cli_json_add_measure (builder, "upload_ms", timings->upload_ms);
  loom_cli_json_begin_array (builder, "kernel_ms");

  for (guint i = 0; timings->kernel_ms != NULL && i < timings->kernel_ms->len; i++)
    loom_cli_json_add_rounded (builder, g_array_index (timings->kernel_ms, double, i));

  json_builder_end_array (builder);
  loom_cli_json_add_measure (builder, "download_ms", timings->download_ms);
  loom_cli_json_add_measure (builder, "callback_ms", timings->callback_ms);
  json_builder_end_object (builder);
}

static void
add_cell (JsonBuilder           *builder,
          const char            *key,
          const LoomRunArray    *array,
          const LoomCheckedCell *cell)
{
  loom_cli_json_begin_object (builder, key);
  loom_cli_json_add_text (builder, "array", array->name);
  loom_cli_json_add_count (builder, "cell", cell->cell);
  loom_cli_json_add_text (builder, "got", cell->got);
  loom_cli_json_add_text (builder, "expected", cell->expected);
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
      loom_cli_json_add_null (builder, "first");
      loom_cli_json_add_null (builder, "worst");
    }
  else
    {
      add_cell (builder, "first", first, &first->first);
      add_cell (builder, "worst", deviating, &deviating->worst);
    }
  loom_cli_json_add_deviation (builder, "deviation", &deviating->deviation);
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
      loom_cli_json_add_null (builder, "check");
      return;
    }

  loom_cli_json_begin_object (builder, "check");
  loom_cli_json_add_count (builder, "compared", compared);
  loom_cli_json_add_count (builder, "mismatches", mismatches);
  add_cells (builder, first, deviating);
  json_builder_end_object (builder);
}

/**
 * loom_cli_report_format_run:
 * @run: a run, trapped or not
 * @plan: what was launched, with its hints
 * @problems: (element-type LoomDiagnostic): about the settings
 * @arguments: whether it says what the kernel got of each argument, too
 *
 * Says everything about a run that a script may want. Times are in milliseconds, `null` where a
 * step was not done; counts are `null` where they were not asked for.
 *
 * Returns: (transfer full): one JSON object and a newline
 */
char *
loom_cli_report_format_run (LoomRun   *run,
                            LoomPlan  *plan,
                            GPtrArray *problems,
                            gboolean   arguments)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  loom_cli_json_add_text (builder, "backend", loom_backend_id_get_name (run->backend));
  loom_cli_json_add_text (builder, "fidelity", loom_fidelity_get_name (run->fidelity));
  loom_cli_json_add_text (builder, "kernel", run->kernel);
  add_launch (builder, run, plan);
  add_coverage (builder, run);
  add_timings (builder, &run->timings);
  add_check (builder, run);
  json_builder_set_member_name (builder, "trap");

  loom_cli_report_add_finding (builder, run->trap);

  if (run->profile != NULL)
    loom_cli_profile_add (builder, run->profile);
  if (run->trace != NULL)
    loom_cli_trace_add (builder, run->trace);
  loom_cli_gpu_add (builder, run);
  loom_cli_steps_add (builder, run);
  if (arguments)
    loom_cli_arguments_add (builder, run, plan);

  loom_cli_json_add_text (builder, "output", run->output != NULL ? run->output : "");
  loom_cli_json_begin_array (builder, "warnings");

  for (guint i = 0; i < problems->len; i++)
    add_problem (builder, g_ptr_array_index (problems, i));

  for (guint i = 0; i < plan->findings->len; i++)
    loom_cli_report_add_finding (builder, g_ptr_array_index (plan->findings, i));

  for (guint i = 0; i < run->findings->len; i++)
    loom_cli_report_add_finding (builder, g_ptr_array_index (run->findings, i));

  json_builder_end_array (builder);

  if (run->equal_writes >= 0)
    loom_cli_json_add_count (builder, "equal_writes", (guint64) run->equal_writes);

  return loom_cli_json_finish (builder);
}

static void
add_diagnostics (JsonBuilder  *builder,
                 LoomCompiled *compiled)
{
  loom_cli_json_begin_array (builder, "diagnostics");

  for (guint i = 0; compiled != NULL && i < compiled->diagnostics->len; i++)
    {
      const LoomDiagnostic *diagnostic = g_ptr_array_index (compiled->diagnostics, i);

      json_builder_begin_object (builder);
      loom_cli_json_add_text (builder, "severity",
                              loom_cli_get_severity_name (diagnostic->severity));
      loom_cli_json_add_text (builder, "text", diagnostic->text);
      add_file (builder, diagnostic->file);
      loom_cli_json_add_count (builder, "line", diagnostic->line);
      loom_cli_json_add_count (builder, "column", diagnostic->column);
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

  loom_cli_json_begin_object (builder, "trap");
  loom_cli_json_add_text (builder, "code", loom_error_get_name (code));
  loom_cli_json_add_text (builder, "text", error->message);

  if (line > 0)
    {
      add_file (builder, file);
      loom_cli_json_add_count (builder, "line", line);
    }

  json_builder_end_object (builder);
}

/**
 * loom_cli_report_format_failure:
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
loom_cli_report_format_failure (const char   *backend,
                                const char   *kernel,
                                const GError *error,
                                LoomCompiled *compiled)
{
  static const char *absent[] = { "launch", "coverage", "timings", "check" };
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  loom_cli_json_add_text (builder, "backend", backend);
  loom_cli_json_add_text (builder, "fidelity", NULL);
  loom_cli_json_add_text (builder, "kernel", kernel);

  for (guint i = 0; i < G_N_ELEMENTS (absent); i++)
    loom_cli_json_add_text (builder, absent[i], NULL);

  add_failure (builder, error, compiled);
  loom_cli_json_add_text (builder, "output", "");
  loom_cli_json_begin_array (builder, "warnings");
  json_builder_end_array (builder);
  add_diagnostics (builder, compiled);

  return loom_cli_json_finish (builder);
}
