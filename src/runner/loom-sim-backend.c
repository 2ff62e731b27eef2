/* loom-sim-backend.c: runs a plan on the simulator
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * In this order: sum and take the memory, fill it, launch (each sample from the same bytes, on a
 * device of its own), compare, gather. Runs in a thread of its own; whoever cancels sets a flag.
 */

#include "config.h"

#include "loom-backend.h"

#include "loom-run-hints.h"
#include "loom-run-steps.h"
#include "loom-sim.h"

#include <glib/gi18n-lib.h>

#include <string.h>

typedef struct
{
  const LoomBackendRequest *request;
  LoomPlan             *plan;
  LoomRunMemory        *memory;
  GPtrArray            *values;     /* (element-type GByteArray) of each parameter */
  LoomPtxModule        *module;     /* that runs now */
  LoomCoverageFlags     coverage;   /* that is counted now */
  gboolean              profiles;   /* now */
  LoomTrace            *trace;      /* that is made now: the run's, or NULL */
  LoomSim              *sim;
  LoomSimOutcome        outcome;    /* of the last launch */
  GString              *output;     /* that launches add to now, or NULL */
  double                spent;      /* milliseconds in launches of the steps now */
  LoomRun              *run;
} Job;

static void
job_clear (Job *job)
{
  g_clear_pointer (&job->memory, loom_run_memory_free);
  g_clear_pointer (&job->values, g_ptr_array_unref);
  g_clear_pointer (&job->sim, loom_sim_free);
  loom_sim_outcome_clear (&job->outcome);
  g_clear_pointer (&job->run, loom_run_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Job, job_clear)

static double
since (gint64 start)
{
  return (g_get_monotonic_time () - start) / 1000.0;
}

static gboolean
set_symbol (Job                  *job,
            LoomRunBuffer        *buffer,
            const LoomSimPlanes  *planes,
            GError              **error)
{
  gsize size = 0;
  gpointer bytes = loom_sim_find_symbol (job->sim, buffer->arg->symbol, &size);

  if (bytes == NULL || size != buffer->size)
    return loom_fail (error, LOOM_ERROR_DOCUMENT,
                      _("The variable %1$s has %2$llu bytes in the program, and %3$llu were bound "
                        "to it"), buffer->arg->name, (unsigned long long) size,
                      (unsigned long long) buffer->size);

  buffer->address = loom_sim_get_symbol_address (job->sim, buffer->arg->symbol);
  if (!loom_plan_arg_is_kept (buffer->arg))
    memcpy (bytes, buffer->bytes, size);
  return loom_sim_count_symbol (job->sim, buffer->arg->symbol, buffer->arg->type.size, planes);
}

/* What a kernel gets that is given pointers to the rows of an array. */
static void
add_rows (Job           *job,
          LoomRunBuffer *buffer)
{
  const LoomShape *shape = &buffer->arg->shape;
  const gsize n = shape->rows * shape->planes;
  g_autofree char *name = NULL;

  g_free (buffer->rows);
  buffer->rows = g_new (guint64, n);
  for (gsize i = 0; i < n; i++)
    buffer->rows[i] = buffer->address + i * shape->cols * buffer->arg->type.size;
  /* Translators: an array of pointers to the rows of the array %s */
  name = g_strdup_printf (_("%s (pointers to its rows)"), buffer->arg->name);
  buffer->rows_address = loom_sim_add_array (job->sim, name, (guint8 *) buffer->rows,
                                             n * sizeof (guint64), sizeof (guint64), NULL);
}

/* A device as new: its variables, its heap, and these arrays. */
static gboolean
make_device (Job     *job,
             GError **error)
{
  g_clear_pointer (&job->sim, loom_sim_free);
  job->sim = loom_sim_new (job->module, error);
  if (job->sim == NULL)
    return FALSE;

  for (guint i = 0; i < job->memory->buffers->len; i++)
    {
      LoomRunBuffer *buffer = loom_run_memory_get (job->memory, i);
      LoomSimPlanes planes = { buffer->planes.writes, buffer->planes.reads, buffer->planes.lowest,
                               buffer->planes.highest, job->memory->writer_size };

      if (job->profiles)
        {
          planes.requests = buffer->requests;
          planes.sectors = buffer->sectors;
        }
      if (buffer->arg->symbol != NULL)
        {
          if (!set_symbol (job, buffer, &planes, error))
            return FALSE;
          continue;
        }
      buffer->address = loom_sim_add_array (job->sim, buffer->arg->name, buffer->bytes,
                                            buffer->size, buffer->arg->type.size, &planes);
      if (buffer->arg->texture.kind != LOOM_TEXTURE_NONE)
        loom_sim_set_texture (job->sim, buffer->address, &buffer->arg->texture, &buffer->arg->type,
                              &buffer->arg->shape);
      if (buffer->arg->type.scalar == LOOM_SCALAR_BYTES)
        loom_sim_set_padded (job->sim, buffer->address);
      if (buffer->arg->is_rows)
        add_rows (job, buffer);
      if (buffer->arg->fill.kind == LOOM_FILL_POISON &&
          (job->request->options->checks & LOOM_CHECK_UNINITIALISED) != 0)
        loom_sim_set_undefined (job->sim, buffer->address);
    }

  return TRUE;
}

static guint64
find_address (gpointer    sim,
              const char *lowered)
{
  return loom_sim_get_symbol_address (sim, lowered);
}

static guint64
find_buffer (gpointer             data,
             const LoomRunBuffer *buffer)
{
  return buffer->arg->is_rows ? buffer->rows_address : buffer->address;
}

/* Where the arrays are now: swaps move them. What the kernel that is shown gets is noted at its
 * first launch. */
static void
put_addresses (Job       *job,
               GPtrArray *values)
{
  g_autofree guint64 *addresses = g_new0 (guint64, job->plan->args->len + 1);

  for (guint i = 0; i < job->memory->buffers->len; i++)
    {
      const LoomRunBuffer *buffer = loom_run_memory_get (job->memory, i);

      if (buffer->index != G_MAXUINT)
        addresses[buffer->index] = find_buffer (job, buffer);
    }

  loom_backend_put_addresses (job->plan, values, addresses);
  if (job->run->arguments->len > 0)
    return;
  loom_backend_add_arguments (job->request, job->run, job->memory, values, addresses);
  loom_backend_add_variables (job->request, job->run, find_address, job->sim);
}

static GByteArray *
make_params (Job             *job,
             const LoomPlan  *launch,
             GPtrArray       *values,
             GError         **error)
{
  g_autoptr (GByteArray) params = g_byte_array_new ();

  for (guint i = 0; i < values->len; i++)
    {
      const GByteArray *value = values->pdata[i];
      guint before = params->len;
      gsize offset, size;

      if (!loom_sim_get_param (job->sim, launch->entry, i, &offset, &size)
          || offset > G_MAXUINT16 || size > G_MAXUINT16)
        return loom_fail_null (error, LOOM_ERROR_LAUNCH,
                               _("The kernel %1$s has no parameter %2$u in the program"),
                               launch->kernel, i + 1);

      if (offset + size > before)
        {
          g_byte_array_set_size (params, (guint) (offset + size));
          memset (params->data + before, 0, params->len - before);
        }
      memcpy (params->data + offset, value->data, MIN (size, value->len));
    }

  return g_steal_pointer (&params);
}

/* Threads of another kernel than the one that is shown have other numbers, so who wrote is counted
 * of that one alone. */
static gboolean
launch_once (Job             *job,
             const LoomPlan  *launch,
             GPtrArray       *values,
             gboolean         is_shown,
             GError         **error)
{
  const LoomRunOptions *options = job->request->options;
  g_autoptr (GByteArray) params = make_params (job, launch, values, error);
  LoomSimLaunch what = { 0 };
  LoomSimOptions how = { 0 };

  if (params == NULL)
    return FALSE;

  what.entry = launch->entry;
  what.grid = launch->grid;
  what.block = launch->block;
  what.shared = (guint32) launch->shared;
  what.params = params->data;
  what.params_size = params->len;
  how.workers = options->workers;
  how.budget = options->budget;
  how.wall_ms = options->wall_ms;
  how.schedule_seed = options->schedule_seed;
  how.checks = options->checks;
  how.coverage = is_shown ? job->coverage : job->coverage & ~LOOM_COVERAGE_WRITERS;
  how.profile = job->profiles ? job->run->profile : NULL;
  how.threads = job->profiles && is_shown ? job->memory->threads : NULL;
  how.trace = is_shown ? job->trace : NULL;
  how.cancel = job->request->fill.cancel;

  loom_sim_outcome_clear (&job->outcome);
  return loom_sim_run (job->sim, &what, &how, &job->outcome, error);
}

/* What the launch said is kept from the first sample: the others say the same. */
static void
keep_outcome (Job      *job,
              gboolean  is_shown,
              GString  *output)
{
  LoomRun *run = job->run;

  if (job->outcome.output != NULL)
    g_string_append_len (output, job->outcome.output->str, job->outcome.output->len);
  run->warp_instructions += job->outcome.warp_instructions;
  run->trapped_blocks = job->outcome.trapped_blocks;
  if (is_shown && (job->coverage & LOOM_COVERAGE_WRITES))
    run->idle_threads = (gint64) job->outcome.idle_threads;
  for (guint i = 0; job->outcome.findings != NULL && i < job->outcome.findings->len; i++)
    g_ptr_array_add (run->findings, loom_finding_copy (job->outcome.findings->pdata[i]));
  if ((job->request->options->checks & LOOM_CHECK_RACES) != 0)
    run->equal_writes = MAX (run->equal_writes, 0) + (gint64) job->outcome.equal_writes;
  if (job->outcome.serialised)
    loom_run_hints_add_serialised (run);
  if (job->outcome.trap != NULL)
    run->trap = loom_finding_copy (job->outcome.trap);
}

/* Counts of the launch before are no part of the next one's time. */
static void
collect_counts (gpointer data)
{
  const Job *job = data;

  loom_sim_collect (job->sim);
}

/* One launch of a sample. spent: grows by the time that it took. */
static gboolean
launch_timed (Job             *job,
              const LoomPlan  *launch,
              GPtrArray       *values,
              gboolean         is_shown,
              double          *spent,
              GError         **error)
{
  gint64 start;

  start = g_get_monotonic_time ();
  if (!launch_once (job, launch, values, is_shown, error))
    return FALSE;
  *spent += since (start);
  if (job->output != NULL)
    keep_outcome (job, is_shown, job->output);
  return TRUE;
}

static gboolean
launch_step (gpointer    data,
             guint       index,
             GPtrArray  *values,
             GError    **error)
{
  Job *job = data;
  const LoomPlanStep *step = job->plan->steps->pdata[index];
  const gboolean is_shown = (gint) index == job->plan->shown;

  if (is_shown && job->run->arguments->len == 0)
    put_addresses (job, values);
  if (!launch_timed (job, step->launch, values, is_shown, &job->spent, error))
    return FALSE;
  ((LoomRunStep *) job->run->steps->pdata[index])->warp_instructions
      += job->outcome.warp_instructions;
  if (job->outcome.trap != NULL && job->run->trap == NULL)
    job->run->trap = loom_finding_copy (job->outcome.trap);
  return TRUE;
}

/* The simulator's arrays are this computer's. */
static gboolean
copy_step (gpointer        data,
           guint           index,
           LoomRunBuffer  *from,
           LoomRunBuffer  *to,
           GError        **error)
{
  const Job *job = data;

  if (from != NULL && to != NULL)
    memcpy (to->bytes, from->bytes, to->size);
  return from != NULL || loom_backend_refill (job->request, to->arg, to, error);
}

static gboolean
upload_nothing (gpointer        data,
                guint           index,
                LoomRunBuffer  *buffer,
                GError        **error)
{
  return TRUE;
}

static gboolean
fetch_nothing (gpointer        data,
               LoomRunBuffer  *buffer,
               GError        **error)
{
  return TRUE;
}

/* All launches of one sample, from arrays as filled. output: what they say is kept, or NULL. */
static gboolean
launch_sample (Job      *job,
               GString  *output,
               double   *spent,
               GError  **error)
{
  const LoomStepsDevice device = {
    .data = job, .prepare = collect_counts, .launch = launch_step, .find = find_buffer,
    .copy = copy_step, .upload = upload_nothing, .fetch = fetch_nothing,
  };

  loom_run_memory_reset (job->memory);
  if (!make_device (job, error))
    return FALSE;

  job->output = output;
  job->spent = 0;
  if (job->plan->steps->len > 0)
    {
      if (!loom_run_steps_execute (job->request, job->run, job->memory, &device, error))
        return FALSE;
      *spent = job->spent;
      return TRUE;
    }

  for (guint i = 0; i < job->plan->launches && (i == 0 || job->outcome.trap == NULL); i++)
    {
      put_addresses (job, job->values);
      collect_counts (job);
      if (!launch_timed (job, job->plan, job->values, TRUE, spent, error))
        return FALSE;
      loom_run_memory_swap_all (job->memory, job->plan);
    }

  return TRUE;
}

/* Only what the planes hold is kept: values, times and all else are of the code as it will run. */
static gboolean
count_as_written (Job     *job,
                  GError **error)
{
  double spent = 0;

  job->module = job->request->written;
  job->coverage = job->request->options->coverage;
  if (!launch_sample (job, NULL, &spent, error))
    return FALSE;

  g_clear_pointer (&job->run->trap, loom_finding_free);
  job->run->as_written = TRUE;
  if (job->coverage & LOOM_COVERAGE_WRITES)
    job->run->idle_threads = (gint64) job->outcome.idle_threads;
  loom_sim_collect (job->sim);
  loom_run_memory_set_aside (job->memory);
  return TRUE;
}

static gboolean
launch_all (Job     *job,
            GError **error)
{
  g_autoptr (GString) output = g_string_new (NULL);
  const gboolean twice = job->request->written != NULL;
  g_autoptr (LoomFinding) trap = NULL;
  guint64 trapped_blocks = 0;

  if (twice)
    loom_backend_enter (job->request, LOOM_STEP_COVERAGE);
  if (twice && !count_as_written (job, error))
    return FALSE;
  if (twice && job->outcome.trap != NULL)
    {
      trap = loom_finding_copy (job->outcome.trap);
      trapped_blocks = job->outcome.trapped_blocks;
    }

  loom_backend_enter (job->request, LOOM_STEP_SAMPLES);
  job->module = job->request->module;
  job->coverage = twice ? LOOM_COVERAGE_NONE : job->request->options->coverage;
  for (guint i = 0; i < job->request->options->repeat && job->run->trap == NULL; i++)
    {
      double spent = 0;

      job->profiles = i == 0 && job->request->options->profile;
      job->trace = i == 0 ? job->run->trace : NULL;
      if (!launch_sample (job, i == 0 ? output : NULL, &spent, error))
        return FALSE;
      if (job->profiles)
        loom_run_memory_average (job->memory);
      g_array_append_val (job->run->timings.kernel_ms, spent);
    }

  /* The optimiser may have dropped what stops the kernel as it is written; its counts end there. */
  if (job->run->trap == NULL && trap != NULL)
    {
      job->run->trap = g_steal_pointer (&trap);
      job->run->trapped_blocks = trapped_blocks;
    }

  loom_run_take_output (job->run, g_string_free (g_steal_pointer (&output), FALSE));
  return TRUE;
}

static void
fetch_symbols (Job *job)
{
  for (guint i = 0; i < job->memory->buffers->len; i++)
    {
      LoomRunBuffer *buffer = loom_run_memory_get (job->memory, i);
      gsize size = 0;
      gpointer bytes = buffer->arg->symbol != NULL
                           ? loom_sim_find_symbol (job->sim, buffer->arg->symbol, &size)
                           : NULL;

      if (bytes != NULL && size == buffer->size)
        memcpy (buffer->bytes, bytes, size);
    }
}

static gboolean
gather (Job     *job,
        GError **error)
{
  fetch_symbols (job);
  loom_sim_collect (job->sim);
  if (job->run->as_written)
    loom_run_memory_bring_back (job->memory);
  if (!loom_backend_add_arrays (job->request, job->run, job->memory, error))
    return FALSE;

  loom_run_hints_add (job->run, job->plan);
  return TRUE;
}

static gboolean
check (const LoomBackendRequest  *request,
       GError                   **error)
{
  const LoomPlan *plan = request->plan;
  const LoomLimits *limits = loom_limits_get_simulator ();

  for (guint i = 0; i < plan->steps->len; i++)
    {
      const LoomPlan *launch = ((LoomPlanStep *) plan->steps->pdata[i])->launch;

      if (launch != NULL &&
          !loom_limits_check (limits, &launch->block, &launch->grid, launch->shared, error))
        return FALSE;
    }
  return loom_limits_check (limits, &plan->block, &plan->grid, plan->shared, error);
}

static LoomRun *
run (const LoomBackendRequest  *request,
     LoomIpcMemory            **memory,
     GError                   **error)
{
  g_auto (Job) job = { .request = request, .plan = request->plan };
  gint64 start = g_get_monotonic_time ();

  job.run = loom_backend_new_run (request);
  if (request->options->profile)
    job.run->profile = loom_profile_new ();
  if (request->options->trace.whom != LOOM_TRACE_NOBODY)
    job.run->trace = loom_trace_new (&request->options->trace);

  loom_backend_enter (request, LOOM_STEP_FILL);
  if ((job.memory = loom_backend_new_memory (request, job.run, error)) == NULL
      || (job.values = loom_backend_new_values (request, job.plan, error)) == NULL)
    return NULL;
  job.run->timings.upload_ms = since (start);

  if (!launch_all (&job, error))
    return NULL;

  start = g_get_monotonic_time ();
  loom_backend_enter (request, LOOM_STEP_CHECK);
  if (!gather (&job, error))
    return NULL;
  job.run->timings.download_ms = since (start);

  *memory = g_steal_pointer (&job.memory->file);
  return g_steal_pointer (&job.run);
}

const LoomBackend loom_sim_backend = {
  .counts = LOOM_FIDELITY_SIMULATED,
  .times = LOOM_FIDELITY_HOST,
  .check = check,
  .run = run,
};
