/* loom-cli-summary.c: a run in a few lines for people
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cli-summary.h"

#include "loom-cli-profile.h"
#include "loom-cli-steps.h"
#include "loom-cli-cell.h"
#include "loom-cli-trace.h"

#include "loom-typeset.h"

#include <glib/gi18n-lib.h>

#include <inttypes.h>

/* The first cell that differs is said by the warning. */
static void
print_worst (const LoomRunArray *array)
{
  const LoomShape *shape = loom_array_get_shape (array->array);
  g_autofree char *worst = loom_run_array_dup_checked (array, &array->worst);
  g_autofree char *absolute = loom_deviation_dup_absolute (&array->deviation, shape);
  g_autofree char *relative = loom_deviation_dup_relative (&array->deviation, shape);
  g_autofree char *ulps = loom_deviation_dup_ulps (&array->deviation, shape);

  if (worst != NULL)
    g_printerr (_("%1$s: the worst is %2$s\n"), array->name, worst);
  if (absolute != NULL)
    g_printerr (_("%1$s: largest difference %2$s\n"), array->name, absolute);
  if (relative != NULL)
    g_printerr (_("%1$s: largest relative difference %2$s\n"), array->name, relative);
  if (ulps != NULL)
    g_printerr (_("%1$s: largest difference in last places %2$s\n"), array->name, ulps);
}

static void
print_check (LoomRun *run)
{
  for (guint i = 0; i < run->arrays->len; i++)
    {
      const LoomRunArray *array = g_ptr_array_index (run->arrays, i);

      g_autofree char *compared = loom_typeset_count (array->compared);
      g_autofree char *mismatches = loom_typeset_count (array->mismatches);

      if (array->compared == 0)
        continue;
      g_printerr (ngettext ("%1$s: %2$s cell compared with the reference, %3$s differ\n",
                            "%1$s: %2$s cells compared with the reference, %3$s differ\n",
                            (gulong) array->compared), array->name, compared, mismatches);
      print_worst (array);
    }
}

static void
print_timings (const LoomTimings *timings)
{
  const char *source;
  LoomSummary summary;

  if (timings->kernel_ms == NULL || timings->kernel_ms->len == 0)
    return;

  loom_summary_init (&summary, (const double *) timings->kernel_ms->data, timings->kernel_ms->len,
                     0);
  source = timings->fidelity == LOOM_FIDELITY_MEASURED ? _("measured") : _("this computer");
  if (timings->compilation != LOOM_COMPILATION_COLD)
    g_printerr (ngettext ("Kernel %1$.3f ms (%3$s, %2$u sample), code from the cache\n",
                          "Kernel %1$.3f ms (%3$s, median of %2$u samples), code "
                          "from the cache\n", summary.n),
                summary.median, summary.n, source);
  else
    /* Translators: 3 is whether a GPU “measured” the time or it is that of “this computer” */
    g_printerr (ngettext ("Kernel %1$.3f ms (%3$s, %2$u sample), compiled in %4$.1f ms\n",
                          "Kernel %1$.3f ms (%3$s, median of %2$u samples), compiled in %4$.1f "
                          "ms\n", summary.n),
                summary.median, summary.n, source, MAX (timings->compile_ms, 0));
}

static void
print_copies (const GPtrArray *copies)
{
  for (guint i = 0; i < copies->len; i++)
    {
      const LoomArrayCopy *copy = copies->pdata[i];
      g_autofree char *size = g_format_size_full (copy->bytes, G_FORMAT_SIZE_IEC_UNITS);
      g_autofree char *speed = g_format_size ((guint64) MIN (copy->bytes_per_second, 1e18));

      /* Translators: an array, its size, a GPU, a rate, and whether the way there is “direct” */
      g_printerr (_("Copied %1$s, %2$s, to %3$s at %4$s/s, %5$s\n"), copy->array, size, copy->to,
                  speed, copy->direct ? _("direct") : _("through this computer"));
      if (!copy->same)
        g_printerr (_("What arrived of %1$s on %2$s is not what the kernel left\n"), copy->array,
                    copy->to);
    }
}

/* The form that editors jump to, as for the compiler's messages. */
static void
print_line (LoomCliInput *input,
            const char   *kind,
            const char   *file,
            guint         line,
            const char   *text)
{
  if (line > 0)
    g_printerr ("%s:%u: %s: %s\n", file != NULL ? file : input->name, line, kind, text);
  else
    g_printerr ("%s: %s: %s\n", input->name, kind, text);
}

static void
print_site (LoomCliInput   *input,
            const LoomSite *site)
{
  g_autofree char *block =
      g_strdup_printf ("%u,%u,%u", site->block.x, site->block.y, site->block.z);
  g_autofree char *thread =
      g_strdup_printf ("%u,%u,%u", site->thread.x, site->thread.y, site->thread.z);
  g_autofree char *text = g_strdup_printf (_("block %1$s, thread %2$s"), block, thread);

  print_line (input, _("note"), site->file, site->line, text);
}

static void
print_finding (LoomCliInput      *input,
               const char        *kind,
               const LoomFinding *finding)
{
  print_line (input, kind, finding->has_site ? finding->site.file : NULL,
              finding->has_site ? finding->site.line : 0, finding->text);

  if (finding->has_site)
    print_site (input, &finding->site);

  if (finding->has_other)
    print_site (input, &finding->other);

  for (guint i = 0; i < finding->threads->len; i++)
    {
      const LoomThreadGroup *group = finding->threads->pdata[i];
      g_autofree char *text = loom_thread_group_dup_text (group);
      g_autofree char *threads = loom_thread_group_dup_threads (group);
      g_autofree char *line = g_strdup_printf ("%s: %s", text, threads);

      print_line (input, _("note"), group->file, group->line, line);
    }
}

static void
print_order (LoomCliInput *input,
             LoomRun      *run)
{
  g_autofree char *sentence = loom_run_dup_order_sentence (run);

  if (sentence != NULL)
    print_line (input, _("warning"), NULL, 0, sentence);
}

/**
 * loom_cli_summary_print_warnings:
 * @input: the document
 * @findings: (element-type LoomFinding): of its plan, or of a run
 */
void
loom_cli_summary_print_warnings (LoomCliInput *input,
                                 GPtrArray    *findings)
{
  for (guint i = 0; i < findings->len; i++)
    print_finding (input, _("warning"), g_ptr_array_index (findings, i));
}

/**
 * loom_cli_summary_print:
 * @run: a run
 * @plan: what was launched, with its hints
 * @input: the document
 * @sentence: (nullable): that the window shows under the picture
 *
 * Says on the error stream what happened: the launch, the sentence under the picture, the check,
 * the times, the warnings, and the trap last, where it is seen.
 */
void
loom_cli_summary_print (LoomRun      *run,
                        LoomPlan     *plan,
                        LoomCliInput *input,
                        const char   *sentence)
{
  g_autofree char *guess = loom_plan_dup_guess (plan, NULL, "range");
  g_autofree char *block = loom_dim3_format (&run->block);
  g_autofree char *grid = loom_dim3_format (&run->grid);
  g_autofree char *threads = loom_typeset_count (run->threads);

  g_printerr (_("%1$s: grid %2$s of blocks %3$s, %4$s threads on %5$s\n"), run->kernel, grid,
              block, threads, loom_backend_id_get_name (run->backend));
  if (guess != NULL)
    g_printerr ("%s\n", guess);

  if (sentence != NULL)
    g_printerr ("%s\n", sentence);

  print_check (run);
  print_timings (&run->timings);
  loom_cli_steps_print (run);

  if (run->job != NULL)
    print_copies (run->job->copies);

  if (run->profile != NULL)
    loom_cli_profile_print (run->profile);

  if (run->trace != NULL)
    loom_cli_trace_print (run->trace);

  if (run->replay != NULL)
    loom_cli_trace_print_replay (run->replay);

  if (run->cell != NULL)
    loom_cli_cell_print (run->cell, plan);

  loom_cli_summary_print_warnings (input, plan->findings);
  loom_cli_summary_print_warnings (input, run->findings);
  print_order (input, run);
  /* two threads that leave one value need no order to agree */
  if (run->equal_writes > 0)
    g_printerr (ngettext ("%" PRId64 " store left what another thread had left there, in no "
                          "order: no race, as the value is the same\n",
                          "%" PRId64 " stores left what another thread had left there, in no "
                          "order: no race, as the value is the same\n",
                          (gulong) run->equal_writes),
                run->equal_writes);

  if (run->trap == NULL)
    return;

  print_finding (input, _("trap"), run->trap);

  if (run->trapped_blocks > 1)
    g_printerr (ngettext ("%" PRIu64 " block was stopped\n",
                          "%" PRIu64 " blocks were stopped\n", run->trapped_blocks),
                run->trapped_blocks);
}
