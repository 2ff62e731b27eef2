/* loom-sim-backend.c: runs a plan on the simulator
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * In this order: sum and take the memory, fill it, launch (each sample from the same bytes, on a
 * device of its own), compare, gather. Runs in a thread of its own; whoever cancels sets a flag.
 */

#include "config.h"

#include "loom-backend.h"

#include "loom-cell-watch.h"
#include "loom-run-hints.h"
#include "loom-run-split.h"
#include "loom-sim-fill.h"
#include "loom-sim-kernel.h"

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
  LoomChecks            checks;     /* what is looked for now */
  gint64                seed;       /* of the order now, -1: none */
  gboolean              profiles;   /* now */
  LoomRun              *written;    /* what came of the code as it is written, or NULL; owned */
  LoomBlockCosts       *costs;      /* that the next launch adds up: the run's, or NULL */
  LoomTrace            *trace;      /* that is made now: the run's, or NULL */
  LoomCellWatch        *cell;       /* that is watched, or NULL; owned */
  gboolean              watches;    /* now */
  LoomReplay           *replay;     /* that is made now: the run's, or NULL */
  guint8               *blocks;     /* that are run for it, by index; NULL: all */
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
  g_clear_pointer (&job->cell, loom_cell_watch_free);
  g_clear_pointer (&job->blocks, g_free);
  g_clear_pointer (&job->written, loom_run_unref);
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
          planes.loads = (LoomSimRequests) { buffer->loads.requests, buffer->loads.sectors };
          planes.stores = (LoomSimRequests) { buffer->stores.requests, buffer->stores.sectors };
          planes.first_write = buffer->first_write;
        }
      planes.races = buffer->races;
      planes.uninitialised = buffer->uninitialised;
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
          (job->checks & LOOM_CHECK_UNINITIALISED) != 0)
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

static gboolean
is_one_launch (const LoomPlan *plan)
{
  return plan->steps->len == 0 && plan->launches == 1;
}

/* Threads of another kernel than the one that is shown have other numbers, so who wrote is counted
 * of that one alone. */
static LoomSimOptions
choose_options (const Job *job,
                gboolean   is_shown)
{
  LoomSimOptions how;

  loom_sim_kernel_init_options (job->request, &how);
  how.schedule_seed = job->seed;
  how.checks = job->checks;
  how.coverage = is_shown ? job->coverage : job->coverage & ~LOOM_COVERAGE_WRITERS;
  how.profile = job->profiles ? job->run->profile : NULL;
  if (job->profiles && is_shown)
    how.threads = (LoomSimThreads) { job->memory->threads, job->memory->lanes,
                                     job->memory->states };
  how.trace = is_shown ? job->trace : NULL;
  how.replay = is_shown ? job->replay : NULL;
  how.may_end = is_one_launch (job->plan);
  how.blocks = job->blocks;
  return how;
}

/* Counts of the launch before are no part of the next one's time. */
static void
collect_counts (gpointer data)
{
  const Job *job = data;

  loom_sim_collect (job->sim);
}

/* One launch of a sample. spent: grows by the time that it took, also where it was stopped. */
static gboolean
launch_timed (Job             *job,
              const LoomPlan  *launch,
              GPtrArray       *values,
              gboolean         is_shown,
              double          *spent,
              GError         **error)
{
  LoomSimOptions how = choose_options (job, is_shown);
  const gint64 start = g_get_monotonic_time ();
  gboolean is_done;

  how.costs = g_steal_pointer (&job->costs);
  if (job->watches)
    loom_cell_watch_begin_launch (job->cell, launch, &how);
  is_done = loom_sim_kernel_launch (job->sim, launch, NULL, values, &how, &job->outcome, error);
  *spent += since (start);
  if (!is_done)
    return FALSE;
  /* What a launch said is kept from the first sample: the others say the same. */
  if (job->output != NULL)
    loom_sim_kernel_keep (&job->outcome, &how, is_shown, job->run, job->output);
  else if (job->outcome.trap != NULL && job->run->trap == NULL)
    job->run->trap = loom_finding_copy (job->outcome.trap);
  return TRUE;
}

static gboolean
launch_step (gpointer    data,
             guint       index,
             GPtrArray  *values,
             const guint64 *addresses,
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

/* The steps of one sample over several devices. */
static gboolean
launch_split (Job      *job,
              GString  *output,
              double   *spent,
              GError  **error)
{
  LoomBackendRequest request = *job->request;
  LoomRunOptions options = *request.options;
  gboolean is_done, has_arrays;
  LoomRunParts parts;

  options.checks = job->checks;
  request.options = &options;
  if (!request.init_parts (&request, job->module, job->coverage, job->memory->writer_size, &parts,
                           error))
    return FALSE;
  is_done = loom_run_split_execute (&request, job->run, job->memory, &parts, job->coverage,
                                    output, spent, &has_arrays, error);
  parts.free (parts.data);
  return is_done;
}

static gboolean
fill_for_replay (Job     *job,
                 GError **error)
{
  const LoomDim3 *grid = &job->plan->grid, *block = &job->replay->target.block;
  const guint64 index = ((guint64) block->z * grid->y + block->y) * grid->x + block->x;

  return is_one_launch (job->plan)
             ? loom_sim_fill_some (job->request, job->sim, job->values, NULL, index, job->memory,
                                   &job->blocks, error)
             : loom_sim_fill_all (job->request, job->memory, error);
}

/* A run of which nothing but a cell or a thread is wanted fills no more than that takes. */
static gboolean
begin_watching (Job     *job,
                GError **error)
{
  if (job->watches)
    loom_cell_watch_begin_sample (job->cell, job->memory);
  if (!loom_run_options_are_partial (job->request->options))
    return TRUE;
  put_addresses (job, job->values);
  return job->replay != NULL ? fill_for_replay (job, error)
                             : loom_cell_watch_fill (job->cell, job->request, job->sim, job->values,
                                                     job->memory, error);
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
  if (loom_split_is_split (&job->plan->split))
    return launch_split (job, output, spent, error);
  if (!make_device (job, error))
    return FALSE;
  if (!begin_watching (job, error))
    return FALSE;

  job->output = output;
  job->spent = 0;
  if (job->plan->steps->len > 0)
    {
      const gboolean is_done = loom_run_steps_execute (job->request, job->run, job->memory,
                                                       &device, error);

      *spent = job->spent;
      return is_done;
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

/* The optimiser merges and drops accesses, and drops what is done with what nothing has written.
 * Values, times and all else are of the code as it will run. Where this one cannot run, all
 * uninitialised reads are those of the other, and that is said. */
static gboolean
launch_as_written (Job     *job,
                   GError **error)
{
  const LoomRunOptions *options = job->request->options;
  g_autoptr (LoomRun) written = loom_backend_new_run (job->request);
  g_autoptr (GString) output = g_string_new (NULL);
  g_autoptr (GError) why = NULL;
  LoomRun *shown = job->run;
  double spent = 0;
  gboolean is_done;

  job->module = job->request->written;
  job->coverage = options->as_written ? options->coverage : LOOM_COVERAGE_NONE;
  job->checks = options->checks & LOOM_CHECK_UNINITIALISED;
  job->run = written;
  is_done = launch_sample (job, output, &spent, &why);
  job->run = shown;
  if (!is_done && (options->as_written || g_error_matches (why, G_IO_ERROR, G_IO_ERROR_CANCELLED)))
    {
      g_propagate_error (error, g_steal_pointer (&why));
      return FALSE;
    }
  if (!is_done)
    {
      loom_run_hints_add_unseen (job->run, why->message);
      return TRUE;
    }

  if (job->sim != NULL)
    loom_sim_collect (job->sim);
  loom_run_memory_keep_marks (job->memory);
  if (options->as_written)
    loom_run_memory_set_aside (job->memory);
  job->written = g_steal_pointer (&written);
  return TRUE;
}

/* Of the first n findings. */
static gboolean
is_known_read (GPtrArray         *findings,
               guint              n,
               const LoomFinding *read)
{
  for (guint i = 0; i < n; i++)
    {
      const LoomFinding *known = findings->pdata[i];

      if (known->code == read->code && known->site.line == read->site.line &&
          g_strcmp0 (known->site.file, read->site.file) == 0 &&
          g_strcmp0 (known->array, read->array) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Uninitialised reads that only the code as it is written has. */
static void
add_dropped_reads (LoomRun *run,
                   LoomRun *written)
{
  const guint n = run->findings->len;

  for (guint i = 0; i < written->findings->len; i++)
    {
      const LoomFinding *finding = written->findings->pdata[i];

      if (finding->code == LOOM_ERROR_UNINITIALISED && !is_known_read (run->findings, n, finding))
        g_ptr_array_add (run->findings, loom_finding_copy (finding));
    }
}

/* The optimiser may have dropped what stops the kernel as it is written; what was looked for ends
 * there. */
static void
take_written (Job *job)
{
  LoomRun *run = job->run, *written = job->written;

  add_dropped_reads (run, written);
  run->as_written = job->request->options->as_written;
  if (run->as_written)
    run->idle_threads = written->idle_threads;
  if (written->trap == NULL || run->trap != NULL)
    return;
  if (!run->as_written)
    {
      loom_run_hints_add_unseen (run, written->trap->text);
      return;
    }
  run->trap = g_steal_pointer (&written->trap);
  run->trapped_blocks = written->trapped_blocks;
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

/* One sample in some order, for nothing but what it leaves in the arrays; *stopped: it was. */
static gboolean
try_order (Job       *job,
           gint64     seed,
           gboolean  *stopped,
           GError   **error)
{
  double spent = 0;

  job->seed = seed;
  if (!launch_sample (job, NULL, &spent, error))
    return FALSE;
  if (job->sim != NULL)
    fetch_symbols (job);
  *stopped = job->run->trap != NULL;
  g_clear_pointer (&job->run->trap, loom_finding_free);
  return TRUE;
}

/* Before the samples that are told of, so that what these leave stays. Where the launch is stopped
 * in its own order, there is nothing to compare with. */
static gboolean
try_seeds (Job     *job,
           GError **error)
{
  const gint64 own = job->request->options->schedule_seed;
  gboolean stopped, is_known;

  if (job->request->options->seeds == 0)
    return TRUE;
  job->checks = LOOM_CHECK_NONE;
  if (!try_order (job, own, &stopped, error))
    return FALSE;
  is_known = !stopped;
  loom_run_memory_keep_ordinary (job->memory);
  for (guint32 seed = 0; is_known && seed < job->request->options->seeds; seed++)
    {
      if (!try_order (job, seed, &stopped, error))
        return FALSE;
      if (loom_run_memory_count_seed (job->memory, seed) || stopped)
        g_array_append_val (job->run->other_seeds, seed);
    }
  job->run->seeds = is_known ? job->request->options->seeds : 0;
  job->seed = own;
  return TRUE;
}

/* Of all arrays that a kernel gets. */
static guint64
get_footprint (Job *job)
{
  guint64 bytes = 0;

  for (guint i = 0; i < job->memory->buffers->len; i++)
    bytes += loom_run_memory_get (job->memory, i)->size;
  return bytes;
}

/* A model is made of one launch: steps have several, devices that share one have parts of it. */
static void
prepare_costs (Job *job)
{
  if (!job->request->options->block_costs || job->plan->steps->len > 0 ||
      loom_split_is_split (&job->plan->split))
    return;
  job->run->block_costs = loom_block_costs_new ();
  job->run->block_costs->footprint = get_footprint (job);
}

/* Being asked to stop in the middle of a launch leaves what was done until then, as it does between
 * steps; but half of what is asked of a cell, a thread or the costs of blocks is no answer. */
static gboolean
leave_stopped (Job     *job,
               GError **error)
{
  if (error == NULL || !g_error_matches (*error, G_IO_ERROR, G_IO_ERROR_CANCELLED) ||
      job->plan->steps->len > 0 || job->sim == NULL || job->run->block_costs != NULL ||
      loom_run_options_are_partial (job->request->options))
    return FALSE;
  g_clear_error (error);
  job->run->trap = loom_finding_new (LOOM_ERROR_STOPPED,
                                     _("Stopped; what was done until then is kept"));
  return TRUE;
}

static gboolean
launch_all (Job     *job,
            GError **error)
{
  g_autoptr (GString) output = g_string_new (NULL);
  const LoomRunOptions *options = job->request->options;

  if (job->request->written != NULL)
    {
      loom_backend_enter (job->request, LOOM_STEP_COVERAGE);
      if (!launch_as_written (job, error))
        return FALSE;
    }

  loom_backend_enter (job->request, LOOM_STEP_SAMPLES);
  job->module = job->request->module;
  job->coverage = LOOM_COVERAGE_NONE;
  if (!try_seeds (job, error))
    return FALSE;
  job->coverage = options->as_written ? LOOM_COVERAGE_NONE : options->coverage;
  job->checks = options->checks;
  prepare_costs (job);
  for (guint i = 0; i < options->repeat && job->run->trap == NULL; i++)
    {
      double spent = 0;

      job->profiles = i == 0 && options->profile;
      job->costs = i == 0 ? job->run->block_costs : NULL;
      job->trace = i == 0 ? job->run->trace : NULL;
      job->replay = i == 0 ? job->run->replay : NULL;
      job->watches = i == 0 && job->cell != NULL;
      if (!launch_sample (job, i == 0 ? output : NULL, &spent, error) &&
          !leave_stopped (job, error))
        return FALSE;
      if (job->profiles)
        loom_run_memory_average (job->memory);
      if (job->watches)
        job->run->cell = loom_cell_watch_finish (job->cell, job->memory);
      /* a sample that was stopped before its first launch took no time that says anything */
      if (spent > 0 || job->run->trap == NULL)
        g_array_append_val (job->run->timings.kernel_ms, spent);
    }

  /* nothing was launched: an order that was tried before stopped it */
  if (job->run->block_costs != NULL && job->run->block_costs->n_blocks == 0)
    g_clear_pointer (&job->run->block_costs, loom_block_costs_free);
  if (job->written != NULL)
    take_written (job);

  loom_run_take_output (job->run, g_string_free (g_steal_pointer (&output), FALSE));
  return TRUE;
}

static gboolean
gather (Job     *job,
        GError **error)
{
  /* those of several devices have come back already */
  if (job->sim != NULL)
    {
      fetch_symbols (job);
      loom_sim_collect (job->sim);
    }
  if (job->run->as_written)
    loom_run_memory_bring_back (job->memory);
  if (job->written != NULL)
    loom_run_memory_join_marks (job->memory);
  if (!loom_backend_add_arrays (job->request, job->run, job->memory, error))
    return FALSE;

  loom_run_hints_add (job->run, job->plan);
  return TRUE;
}

/* What is watched of one device. */
static gboolean
check_split_options (const LoomRunOptions  *options,
                     GError               **error)
{
  const struct { gboolean is_asked; const char *name; } not_split[] = {
    { options->profile, "profile" }, { options->as_written, "as-written" },
    { options->trace.whom != LOOM_TRACE_NOBODY, "trace" }, { options->cell.array != NULL, "cell" },
    { options->replay.n_steps > 0, "replay" },
    { options->seeds > 0, "seeds" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (not_split); i++)
    if (not_split[i].is_asked)
      return loom_fail (error, LOOM_ERROR_UNSUPPORTED,
                        _("%s is of one device; run it with one: devices=1 in [split]"),
                        not_split[i].name);
  return TRUE;
}

static gboolean
check (const LoomBackendRequest  *request,
       GError                   **error)
{
  const LoomPlan *plan = request->plan;
  const LoomLimits *limits = loom_limits_get_simulator ();

  if (loom_split_is_split (&plan->split) && !check_split_options (request->options, error))
    return FALSE;
  for (guint i = 0; i < plan->steps->len; i++)
    {
      const LoomPlan *launch = ((LoomPlanStep *) plan->steps->pdata[i])->launch;

      if (launch != NULL &&
          !loom_limits_check (limits, &launch->block, &launch->grid, launch->shared, error))
        return FALSE;
    }
  return loom_limits_check (limits, &plan->block, &plan->grid, plan->shared, error);
}

/* Memory whose arrays are filled once it is known what of them is needed. */
static LoomRunMemory *
take_memory (const LoomBackendRequest  *request,
             LoomRun                   *run,
             GError                   **error)
{
  LoomRunMemory *memory = loom_backend_take_memory (request, run, error);

  for (guint i = 0; memory != NULL && i < memory->buffers->len; i++)
    {
      LoomRunBuffer *buffer = loom_run_memory_get (memory, i);

      if (buffer->arg->symbol != NULL &&
          !loom_backend_fill (request, buffer, (LoomCellRange) { 0, 0 }, error))
        g_clear_pointer (&memory, loom_run_memory_free);
    }
  return memory;
}

static LoomRun *
run (const LoomBackendRequest  *request,
     LoomIpcMemory            **memory,
     GError                   **error)
{
  g_auto (Job) job = { .request = request, .plan = request->plan };
  const gboolean is_partial = loom_run_options_are_partial (request->options);
  gint64 start = g_get_monotonic_time ();

  job.run = loom_backend_new_run (request);
  job.seed = request->options->schedule_seed;
  if (request->options->profile)
    job.run->profile = loom_profile_new ();
  if (request->options->trace.whom != LOOM_TRACE_NOBODY)
    job.run->trace = loom_trace_new (&request->options->trace);
  if (request->options->replay.n_steps > 0)
    job.run->replay = loom_replay_new (&request->options->replay);

  loom_backend_enter (request, LOOM_STEP_FILL);
  job.memory = is_partial ? take_memory (request, job.run, error)
                          : loom_backend_new_memory (request, job.run, error);
  if (job.memory == NULL
      || (job.values = loom_backend_new_values (request, job.plan, error)) == NULL)
    return NULL;
  if (request->options->cell.array != NULL &&
      (job.cell = loom_cell_watch_new (job.plan, &request->options->cell, job.memory,
                                       error)) == NULL)
    return NULL;
  job.run->timings.upload_ms = since (start);

  if (!launch_all (&job, error))
    return NULL;

  start = g_get_monotonic_time ();
  loom_backend_enter (request, LOOM_STEP_CHECK);
  if (is_partial)
    g_ptr_array_set_size (job.run->arguments, 0);
  else if (!gather (&job, error))
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
