/* loom-run-details.c: everything about a run as lines, whatever shows them
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-run-details.h"

#include "loom-format.h"
#include "loom-share.h"
#include "loom-typeset.h"

#include <glib/gi18n-lib.h>

static void
detail_free (gpointer data)
{
  LoomDetail *self = data;

  g_free (self->title);
  g_free (self->value);
  g_free (self);
}

static LoomDetail *
add (GPtrArray      *details,
     LoomDetailKind  kind,
     const char     *title,
     char           *value)
{
  LoomDetail *detail = g_new0 (LoomDetail, 1);

  *detail = (LoomDetail) { .kind = kind, .title = g_strdup (title), .value = value, .length = -1 };
  g_ptr_array_add (details, detail);
  return detail;
}

static void
add_time (GPtrArray      *details,
          LoomDetailKind  kind,
          const char     *title,
          double          ms,
          LoomFidelity    fidelity)
{
  LoomDetail *detail;

  if (ms < 0)
    return;
  detail = add (details, kind, title, loom_format_ms (ms));
  detail->fidelity = fidelity;
  detail->is_number = TRUE;
}

/* How far a run is, in words. */
static const char *
get_state_title (LoomRunJobState state)
{
  switch (state)
    {
    case LOOM_RUN_JOB_COMPILING:
      return _("Compiling");
    case LOOM_RUN_JOB_RUNNING:
      return _("Running");
    case LOOM_RUN_JOB_DONE:
      return _("Done");
    case LOOM_RUN_JOB_FAILED:
      return _("Failed");
    case LOOM_RUN_JOB_CANCELLED:
      return _("Cancelled");
    case LOOM_RUN_JOB_QUEUED:
    default:
      return _("Queued");
    }
}

static const char *
get_step_title (LoomStepKind kind)
{
  static const char * const titles[] = {
    N_("Filling arrays"), N_("Waiting for the context"), N_("Loading the module"), N_("Uploading"),
    N_("Warming up"), N_("Running samples"), N_("Downloading"), N_("Copying to another GPU"),
    N_("Counting accesses"),
    N_("Adding up counts"), N_("Noting the schedule"),
    N_("Checking the reference"),
  };

  G_STATIC_ASSERT (G_N_ELEMENTS (titles) == LOOM_N_STEPS);
  return _(titles[kind]);
}

/**
 * loom_run_details_get_state:
 *
 * Returns: (transfer none): how far it is, in words: the step while it runs
 */
const char *
loom_run_details_get_state (LoomRunJob *job)
{
  const LoomStepKind step = loom_run_job_get_status (job)->step;

  return step < LOOM_N_STEPS ? get_step_title (step)
                             : get_state_title (loom_run_job_get_status (job)->state);
}

const char *
loom_detail_kind_get_title (LoomDetailKind kind)
{
  static const char * const titles[] = {
    N_("Copied to another GPU"), N_("After the run"), N_("Job"), N_("Launch"), N_("Totals"),
    N_("Times"), N_("Steps"), N_("Kernel"), N_("Memory of the run"),
  };

  G_STATIC_ASSERT (G_N_ELEMENTS (titles) == LOOM_N_DETAILS);
  g_return_val_if_fail ((guint) kind < LOOM_N_DETAILS, NULL);
  return _(titles[kind]);
}

static void
add_outcomes (GPtrArray *details,
              GPtrArray *outcomes)
{
  for (guint i = 0; i < outcomes->len; i++)
    {
      const LoomLinkOutcome *outcome = outcomes->pdata[i];
      const char *state = loom_link_state_get_title (outcome->state);
      g_autofree char *time = outcome->ms >= 0 ? loom_format_ms (outcome->ms) : NULL;

      if (time != NULL)
        add (details, LOOM_DETAIL_AFTER, outcome->text,
             /* Translators: “done” or “failed”, what was found, and how long it took */
             g_strdup_printf (_("%1$s: %2$s (%3$s)"), state, outcome->words, time));
      else
        add (details, LOOM_DETAIL_AFTER, outcome->text,
             g_strdup_printf ("%s: %s", state, outcome->words));
    }
}

/* What was done with its result, or why nothing was. */
static void
add_after (GPtrArray  *details,
           LoomRunJob *job)
{
  const LoomRunJobStatus *status = loom_run_job_get_status (job);

  if (status->outcomes != NULL)
    add_outcomes (details, status->outcomes);
  else if (status->links_wait)
    add (details, LOOM_DETAIL_AFTER, _("Not done"),
         g_strdup_printf (ngettext ("%u line of [after] waits until somebody asks for a run: an "
                                    "edit made this one",
                                    "%u lines of [after] wait until somebody asks for a run: an "
                                    "edit made this one", status->links), status->links));
}

static void
add_job (GPtrArray  *details,
         LoomRunJob *job,
         const char *device)
{
  LoomRun *run = loom_run_job_get_status (job)->figures;
  const char *error = loom_run_job_get_status (job)->error;

  add (details, LOOM_DETAIL_JOB, _("State"),
       g_strdup (loom_run_details_get_state (job)));
  if (error != NULL && *error != '\0')
    add (details, LOOM_DETAIL_JOB, _("Reason"), loom_format_sentence (error));
  if (run != NULL && loom_run_job_get_status (job)->run == NULL)
    add (details, LOOM_DETAIL_JOB, _("Result"), g_strdup (_("not kept, to save memory")));
  add (details, LOOM_DETAIL_JOB, _("Device"), g_strdup (device));
  add (details, LOOM_DETAIL_JOB, _("Requested at"), loom_run_job_dup_time (job));
  add_time (details, LOOM_DETAIL_JOB, _("From start to end"), loom_run_job_get_ms (job),
            LOOM_FIDELITY_HOST);
  if (run != NULL && run->job != NULL)
    add (details, LOOM_DETAIL_JOB, _("Stream"),
         g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", run->job->stream));
}

static gulong
count (const LoomDim3 *extents)
{
  return (gulong) extents->x * extents->y * extents->z;
}

/**
 * loom_run_details_dup_launch:
 *
 * Returns: (transfer full) (nullable): its grid and block in a few words
 */
char *
loom_run_details_dup_launch (LoomRunJob *job)
{
  const LoomRunJobLaunch *launch = loom_run_job_get_status (job)->launch;
  g_autofree char *block = NULL, *grid = NULL, *blocks = NULL, *threads = NULL;

  if (launch == NULL)
    return NULL;
  block = loom_format_extents (&launch->block);
  grid = loom_format_extents (&launch->grid);
  /* Translators: %s is an extent such as "2 × 2", as in "2 × 2 blocks of 8 × 8 threads" */
  blocks = g_strdup_printf (ngettext ("%s block", "%s blocks", count (&launch->grid)), grid);
  threads = g_strdup_printf (ngettext ("%s thread", "%s threads", count (&launch->block)), block);
  /* Translators: 1 "2 × 2 blocks", 2 "8 × 8 threads" */
  return g_strdup_printf (C_("launch", "%1$s of %2$s"), blocks, threads);
}

static void
add_launch (GPtrArray  *details,
            LoomRunJob *job)
{
  const LoomRunJobLaunch *launch = loom_run_job_get_status (job)->launch;

  if (launch == NULL)
    return;
  add (details, LOOM_DETAIL_LAUNCH, _("Kernel"), g_strdup (launch->kernel));
  add (details, LOOM_DETAIL_LAUNCH, _("Block"), loom_format_extents (&launch->block));
  add (details, LOOM_DETAIL_LAUNCH, _("Grid"), loom_format_extents (&launch->grid));
  if (launch->shared > 0)
    add (details, LOOM_DETAIL_LAUNCH, _("Dynamic shared memory"),
         g_format_size_full (launch->shared, G_FORMAT_SIZE_IEC_UNITS));
}

/* A line with a number that was counted; takes both texts. */
static void
add_total (GPtrArray           *details,
           const LoomRunTotals *totals,
           char                *title,
           char                *value)
{
  g_autofree char *owned = title;
  LoomDetail *detail = add (details, LOOM_DETAIL_TOTALS, owned, value);

  detail->fidelity = totals->fidelity;
  detail->is_number = TRUE;
}

static char *
dup_part (guint64 part,
          guint64 whole)
{
  g_autofree char *some = loom_typeset_count (part), *all = loom_typeset_count (whole);

  /* Translators: some of all cells or threads */
  return g_strdup_printf (_("%1$s of %2$s"), some, all);
}

static void
add_writes (GPtrArray             *details,
            const LoomRunTotals   *totals,
            const LoomArrayTotals *array)
{
  const LoomArrayCounts *counts = &array->counts;

  /* Translators: in these titles %s is the name of an array */
  add_total (details, totals, g_strdup_printf (_("%s: cells written"), array->name),
             dup_part (counts->written, counts->cells));
  add_total (details, totals, g_strdup_printf (_("%s: cells written more than once"), array->name),
             loom_typeset_count (counts->rewritten));
  if (counts->missed >= 0)
    add_total (details, totals, g_strdup_printf (_("%s: cells missed"), array->name),
               loom_typeset_count ((guint64) counts->missed));
  if (counts->extra >= 0)
    add_total (details, totals, g_strdup_printf (_("%s: cells written that should not be"),
                                                 array->name),
               loom_typeset_count ((guint64) counts->extra));
  add_total (details, totals, g_strdup_printf (_("%s: writes"), array->name),
             loom_typeset_count (counts->writes));
}

static void
add_totals (GPtrArray  *details,
            LoomRunJob *job)
{
  const LoomRunTotals *totals = loom_run_job_get_status (job)->totals;

  if (totals == NULL)
    return;
  add_total (details, totals, g_strdup (_("Threads")), loom_typeset_count (totals->threads));
  if (totals->idle_threads >= 0)
    add_total (details, totals, g_strdup (_("Threads without a store")),
               dup_part ((guint64) totals->idle_threads, totals->threads));
  for (guint i = 0; i < totals->arrays->len; i++)
    {
      const LoomArrayTotals *array = totals->arrays->pdata[i];

      if (array->has_writes && (array->counts.writes > 0 || array->counts.missed > 0))
        add_writes (details, totals, array);
      if (array->has_reads)
        add_total (details, totals, g_strdup_printf (_("%s: reads"), array->name),
                   loom_typeset_count (array->counts.reads));
      if (array->compared > 0)
        add_total (details, totals,
                   g_strdup_printf (_("%s: cells that differ from the reference"), array->name),
                   dup_part (array->mismatches, array->compared));
    }
}

static guint
count_marked (const LoomRun *run)
{
  const GArray *samples = run->timings.kernel_ms;
  guint marked = 0;

  for (guint i = 0; i < samples->len; i++)
    marked += loom_measurement_is_marked (run->measurement, g_array_index (samples, double, i));
  return marked;
}

/* With the rule, where it says something. */
static char *
dup_outliers (const LoomSummary *summary)
{
  if (summary->outliers == 0)
    return g_strdup (_("none"));
  return g_strdup_printf (ngettext ("%u: farther from the quartiles than one and a half times the "
                                    "distance between them",
                                    "%u: farther from the quartiles than one and a half times the "
                                    "distance between them", summary->outliers),
                          summary->outliers);
}

static void
add_samples (GPtrArray     *details,
             const LoomRun *run)
{
  const GArray *samples = run->timings.kernel_ms;
  const LoomFidelity fidelity = run->timings.fidelity;
  g_autofree char *spread = NULL;
  LoomSummary summary;
  guint marked;

  loom_summary_init (&summary, (const double *) samples->data, samples->len,
                     run->measurement != NULL ? run->measurement->floor_ms : -1);
  if (summary.n == 0)
    return;
  spread = loom_share_format (summary.spread, 1);
  marked = count_marked (run);
  add_time (details, LOOM_DETAIL_TIMES, _("Kernel, median"), summary.median, fidelity);
  if (summary.n > 1)
    {
      add_time (details, LOOM_DETAIL_TIMES, _("Kernel, fastest"), summary.least, fidelity);
      add_time (details, LOOM_DETAIL_TIMES, _("Kernel, 95 of 100 up to"), summary.p95, fidelity);
      /* Translators: a share, as 5 % */
      add (details, LOOM_DETAIL_TIMES, _("Spread"),
           g_strdup_printf (_("%s, between the quartiles"), spread));
      add (details, LOOM_DETAIL_TIMES, _("Outliers"), dup_outliers (&summary));
    }
  add (details, LOOM_DETAIL_TIMES, _("Samples"),
       marked > 0 ? g_strdup_printf (_("%1$u, of which %2$u too short to trust"), summary.n, marked)
                  : g_strdup_printf ("%u", summary.n));
  if (run->measurement != NULL)
    add (details, LOOM_DETAIL_TIMES, _("Noise"), g_strdup (loom_noise_get_title (summary.noise)));
}

/* What the samples are to be read by. */
static void
add_conditions (GPtrArray             *details,
                const LoomMeasurement *self)
{
  add_time (details, LOOM_DETAIL_TIMES, _("Empty kernel (floor)"), self->floor_ms,
            LOOM_FIDELITY_MEASURED);
  add (details, LOOM_DETAIL_TIMES, _("Clock held back"),
       g_strdup (loom_throttle_get_title (self->throttle)));
  add (details, LOOM_DETAIL_TIMES, _("L2 cache before a sample"),
       g_strdup (self->cold ? _("emptied") : _("as the last launch left it")));
}

static void
add_measurement (GPtrArray             *details,
                 const LoomMeasurement *self)
{
  const LoomFidelity measured = LOOM_FIDELITY_MEASURED;

  add_conditions (details, self);
  add (details, LOOM_DETAIL_TIMES, _("Queued before it started"),
       g_strdup (self->gated ? _("yes, behind a gate") : _("no")));
  add_time (details, LOOM_DETAIL_TIMES, _("Restoring the arrays"), self->restore_ms, measured);
  add_time (details, LOOM_DETAIL_TIMES, _("Loading the module"), self->module_ms,
            LOOM_FIDELITY_HOST);
  add_time (details, LOOM_DETAIL_TIMES, _("Starting the context"), self->context_ms,
            LOOM_FIDELITY_HOST);
  add_time (details, LOOM_DETAIL_TIMES, _("Callback latency, median"),
            self->callback_median_us < 0 ? -1 : self->callback_median_us / 1000, measured);
  add_time (details, LOOM_DETAIL_TIMES, _("Callback latency, 95 of 100"),
            self->callback_p95_us < 0 ? -1 : self->callback_p95_us / 1000, measured);
}

static void
add_steps (GPtrArray     *details,
           const LoomJob *job)
{
  double end = 0;

  for (guint i = 0; i < job->steps->len; i++)
    end = MAX (end, g_array_index (job->steps, LoomStep, i).end_ms);
  for (guint i = 0; i < job->steps->len; i++)
    {
      const LoomStep *step = &g_array_index (job->steps, LoomStep, i);
      LoomDetail *detail = add (details, LOOM_DETAIL_STEPS, get_step_title (step->kind),
                                loom_format_ms (step->end_ms - step->start_ms));

      detail->is_number = TRUE;
      detail->fidelity = LOOM_FIDELITY_HOST;
      detail->start = end > 0 ? step->start_ms / end : 0;
      detail->length = end > 0 ? (step->end_ms - step->start_ms) / end : 0;
    }
}

static void
add_memory (GPtrArray     *details,
            const LoomJob *job)
{
  static const char * const kinds[] = {
    N_("on the device"), N_("pinned on this computer"), N_("mapped from this computer"),
  };

  for (guint i = 0; i < job->allocations->len; i++)
    {
      const LoomAllocation *allocation = job->allocations->pdata[i];
      g_autofree char *size = g_format_size_full (allocation->bytes, G_FORMAT_SIZE_IEC_UNITS);

      add (details, LOOM_DETAIL_MEMORY, allocation->owner,
           g_strdup_printf (
               /* Translators: a size, where the memory lies, and whether it was freed */
               _("%1$s %2$s at 0x%3$lx, %4$s"), size, _(kinds[allocation->kind]),
               (gulong) allocation->address,
               allocation->freed ? _("freed") : _("kept for the next run")));
    }
}

/* The array and where to, then how fast. */
static void
add_copies (GPtrArray     *details,
            const LoomJob *job)
{
  for (guint i = 0; i < job->copies->len; i++)
    {
      const LoomArrayCopy *copy = job->copies->pdata[i];
      g_autofree char *to = loom_backend_dup_title (copy->to);
      g_autofree char *title = g_strdup_printf (_("%1$s to %2$s"), copy->array, to);
      g_autofree char *size = g_format_size_full (copy->bytes, G_FORMAT_SIZE_IEC_UNITS);
      g_autofree char *rate = loom_rate_format (copy->bytes_per_second);
      const char *way
          = copy->direct ? _("peer access") : _("no peer access: through this computer");
      const char *whole = copy->same ? _("arrived unchanged") : _("did not arrive unchanged");
      LoomDetail *detail;

      detail = add (details, LOOM_DETAIL_COPIES, title,
                    g_strdup_printf (
                        /* Translators: a rate, a size, which way the copy went, whether it is as
                         * the kernel left it */
                        _("%1$s, %2$s, %3$s, %4$s"), rate, size, way, whole));
      detail->fidelity = LOOM_FIDELITY_MEASURED;
      detail->is_number = TRUE;
    }
}

static const char *
describe_limiter (LoomLimiter limiter)
{
  switch (limiter)
    {
    case LOOM_LIMITER_BLOCKS:
      return _("limited by the blocks that a multiprocessor can hold");
    case LOOM_LIMITER_THREADS:
      return _("limited by the threads that a multiprocessor can hold");
    case LOOM_LIMITER_REGISTERS:
      return _("limited by registers");
    case LOOM_LIMITER_SHARED:
      return _("limited by shared memory");
    case LOOM_LIMITER_NONE:
    default:
      return _("what limits it is not known");
    }
}

/**
 * loom_run_details_dup_costs:
 * @costs: what a kernel takes of a GPU
 *
 * Returns: (transfer full): its occupancy and what limits it, in a clause
 */
char *
loom_run_details_dup_costs (const LoomKernelCosts *costs)
{
  g_autofree char *occupancy = loom_share_format (costs->occupancy, 1);

  /* Translators: the first is a share, as 50 % */
  return g_strdup_printf (ngettext ("%1$s, %2$u block on a multiprocessor, %3$s",
                                    "%1$s, %2$u blocks on a multiprocessor, %3$s",
                                    costs->blocks_per_multiprocessor),
                          occupancy, costs->blocks_per_multiprocessor,
                          describe_limiter (costs->limiter));
}

static void
add_costs (GPtrArray             *details,
           const LoomKernelCosts *self)
{
  const struct { const char *title; guint64 bytes; } sizes[] = {
    { _("Shared memory in the source"), self->shared_static },
    { _("Shared memory of the launch"), self->shared_dynamic },
    { _("Local memory of a thread"), self->local },
    { _("Constant memory"), self->constant },
  };

  add (details, LOOM_DETAIL_KERNEL, _("Occupancy"), loom_run_details_dup_costs (self));
  add (details, LOOM_DETAIL_KERNEL, _("Registers of a thread"),
       g_strdup_printf ("%u", self->registers));
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    add (details, LOOM_DETAIL_KERNEL, sizes[i].title,
         g_format_size_full (sizes[i].bytes, G_FORMAT_SIZE_IEC_UNITS));
  add (details, LOOM_DETAIL_KERNEL, _("Threads of a block, at most"),
       g_strdup_printf ("%u", self->max_threads));
  add (details, LOOM_DETAIL_KERNEL, _("Code for"),
       g_strdup_printf (_("PTX %1$u.%2$u, binary %3$u.%4$u"), self->ptx_version / 10,
                        self->ptx_version % 10, self->binary_version / 10,
                        self->binary_version % 10));
}

/**
 * loom_run_details_list_samples:
 *
 * Lists what the samples of a run's kernel come to, and what they are to be read by.
 *
 * Returns: (transfer full) (element-type LoomDetail): lines
 */
GPtrArray *
loom_run_details_list_samples (const LoomRun *run)
{
  GPtrArray *details = g_ptr_array_new_with_free_func (detail_free);

  add_samples (details, run);
  if (run->measurement != NULL)
    add_conditions (details, run->measurement);
  return details;
}

/**
 * loom_run_details_list:
 * @device: what ran it, for people
 *
 * Lists what is known of a run, by kind.
 *
 * Returns: (transfer full) (element-type LoomDetail): lines
 */
GPtrArray *
loom_run_details_list (LoomRunJob *job,
                       const char *device)
{
  GPtrArray *details = g_ptr_array_new_with_free_func (detail_free);
  LoomRun *run = loom_run_job_get_status (job)->figures;

  add_after (details, job);
  add_job (details, job, device);
  add_launch (details, job);
  add_totals (details, job);
  if (run == NULL)
    return details;
  add_time (details, LOOM_DETAIL_TIMES, _("Compiling"), run->timings.compile_ms,
            LOOM_FIDELITY_HOST);
  add (details, LOOM_DETAIL_TIMES, _("Compiled code"),
       g_strdup (loom_format_compilation (run->timings.compilation)));
  add_samples (details, run);
  add_time (details, LOOM_DETAIL_TIMES, _("Upload"), run->timings.upload_ms, run->timings.fidelity);
  add_time (details, LOOM_DETAIL_TIMES, _("Download"), run->timings.download_ms,
            run->timings.fidelity);
  if (run->measurement != NULL)
    add_measurement (details, run->measurement);
  if (run->job != NULL)
    add_copies (details, run->job);
  if (run->job != NULL)
    add_steps (details, run->job);
  if (run->costs != NULL)
    add_costs (details, run->costs);
  if (run->job != NULL)
    add_memory (details, run->job);
  return details;
}
