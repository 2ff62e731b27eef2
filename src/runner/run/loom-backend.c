/* loom-backend.c: what is the same on any backend: what a run begins with, and what it ends with
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-backend.h"

#include "loom-run-check.h"

#include <glib/gi18n-lib.h>

#include <string.h>

static const LoomBackend *
get_backend (const LoomBackendRequest *request)
{
  return request->options->backend.kind == LOOM_BACKEND_CUDA ? &loom_cuda_backend
                                                             : &loom_sim_backend;
}

/**
 * loom_backend_run:
 * @request: what to run, and on what
 * @memory: (out) (transfer full): the memory that the result's arrays and planes lie in; must
 * outlive it
 *
 * Runs a launch. Blocks this thread; whoever cancels sets the request's flag, and a sample at hand
 * is still waited for. A kernel that faults on a GPU, or does not end there, costs this process the
 * device: loom_cuda_is_spent() is true from then on.
 *
 * Errors: %LOOM_ERROR_BACKEND where there is no such device or it was lost, %LOOM_ERROR_MEMORY,
 * %LOOM_ERROR_LAUNCH, %LOOM_ERROR_UNSUPPORTED, %LOOM_ERROR_USAGE, %LOOM_ERROR_DOCUMENT,
 * %LOOM_ERROR_FILE, %LOOM_ERROR_RUNNER, %G_IO_ERROR_CANCELLED.
 *
 * Returns: (transfer full): the run, also of a kernel that trapped; or %NULL
 */
LoomRun *
loom_backend_run (const LoomBackendRequest  *request,
                  LoomIpcMemory            **memory,
                  GError                   **error)
{
  const LoomBackend *backend = get_backend (request);

  return backend->check (request, error) ? backend->run (request, memory, error) : NULL;
}

/**
 * loom_backend_enter:
 * @request: what is run
 * @step: what begins now
 *
 * Tells whoever follows the run.
 */
void
loom_backend_enter (const LoomBackendRequest *request,
                    LoomStepKind              step)
{
  if (request->progress.enter != NULL)
    request->progress.enter (request->progress.data, step);
}

/**
 * loom_backend_new_run:
 * @request: what is run
 *
 * Makes a result that says what is run, and on what.
 *
 * Returns: (transfer full): the run, without results
 */
LoomRun *
loom_backend_new_run (const LoomBackendRequest *request)
{
  const LoomBackend *backend = get_backend (request);
  const LoomPlan *plan = request->plan;
  LoomRun *run = loom_run_new ();

  run->backend = request->options->backend;
  run->fidelity = backend->counts;
  run->kernel = g_strdup (plan->kernel);
  run->block = plan->block;
  run->grid = plan->grid;
  run->shared = plan->shared;
  run->launches = plan->launches;
  run->timings.fidelity = backend->times;
  run->timings.compile_ms = request->compiled->compile_ms;
  run->timings.compilation = request->options->reused        ? LOOM_COMPILATION_REUSED
                             : request->compiled->is_cached ? LOOM_COMPILATION_CACHED
                                                            : LOOM_COMPILATION_COLD;
  return run;
}

/**
 * loom_backend_fill:
 * @request: what is run
 * @buffer: of an argument or variable, zeros
 * @range: which of its cells are wanted
 *
 * Makes what an array or module variable holds before the first launch.
 *
 * Errors: those of filling.
 *
 * Returns: whether it was filled
 */
gboolean
loom_backend_fill (const LoomBackendRequest  *request,
                   LoomRunBuffer             *buffer,
                   LoomCellRange              range,
                   GError                   **error)
{
  LoomFillContext context = request->fill;

  context.range = range;
  if (!loom_backend_begin_variable (request, buffer, error) ||
      !loom_array_fill (&context, buffer->arg, buffer->bytes, loom_run_buffer_get_size (buffer),
                        error))
    return FALSE;
  loom_run_buffer_spread (buffer);
  return TRUE;
}

/* What arrays and module variables hold before the first launch, their domains and their
 * references. */
static gboolean
fill_buffers (const LoomBackendRequest  *request,
              LoomRunMemory             *memory,
              GError                   **error)
{
  const LoomFillContext *context = &request->fill;

  for (guint i = 0; i < memory->buffers->len; i++)
    {
      LoomRunBuffer *buffer = loom_run_memory_get (memory, i);

      if (!loom_backend_fill (request, buffer, (LoomCellRange) { 0, 0 }, error))
        return FALSE;
      if (buffer->image != NULL)
        memcpy (buffer->image, buffer->bytes, buffer->size);
      if (buffer->domain != NULL
          && !loom_array_fill_domain (context, buffer->arg, buffer->domain,
                                      loom_run_buffer_get_size (buffer) / buffer->arg->type.size,
                                      error))
        return FALSE;
      if (buffer->reference != NULL &&
          !loom_array_fill_reference (context, buffer->arg, buffer->reference,
                                      loom_run_buffer_get_size (buffer), error))
        return FALSE;
    }

  return TRUE;
}

/**
 * loom_backend_refill:
 * @request: what is run
 * @arg: an array with the shape of the buffer's, and the fill that is wanted
 * @buffer: of an argument, which may hold anything by now
 *
 * Fills an array again.
 *
 * Errors: those of filling.
 *
 * Returns: whether it was filled
 */
gboolean
loom_backend_refill (const LoomBackendRequest  *request,
                     const LoomPlanArg         *arg,
                     LoomRunBuffer             *buffer,
                     GError                   **error)
{
  /* some fills take it for granted that memory is zeros */
  memset (buffer->bytes, 0, buffer->size);
  if (!loom_array_fill (&request->fill, arg, buffer->bytes, loom_run_buffer_get_size (buffer),
                        error))
    return FALSE;
  loom_run_buffer_spread (buffer);
  return TRUE;
}

/**
 * loom_backend_take_memory:
 * @request: what is run
 * @run: its number of threads is set
 *
 * Sums what the run will hold and takes it, as zeros.
 *
 * Errors: %LOOM_ERROR_LAUNCH, %LOOM_ERROR_MEMORY.
 *
 * Returns: (transfer full): the memory, or %NULL
 */
LoomRunMemory *
loom_backend_take_memory (const LoomBackendRequest  *request,
                          LoomRun                   *run,
                          GError                   **error)
{
  guint64 blocks, block;

  if (!loom_dim3_volume (&request->plan->block, &block)
      || !loom_dim3_volume (&request->plan->grid, &blocks)
      || !g_uint64_checked_mul (&run->threads, blocks, block))
    return loom_fail_null (error, LOOM_ERROR_LAUNCH,
                           _("This launch has more threads than can be counted"));

  return loom_run_memory_new (request->plan, request->options, run->threads,
                              request->memory_limit, error);
}

/**
 * loom_backend_new_memory:
 * @request: what is run
 * @run: its number of threads is set
 *
 * Takes the memory of a run and fills it: arrays and module variables as they are before the first
 * launch, their domains and their references.
 *
 * Errors: those of loom_backend_take_memory(), and those of filling.
 *
 * Returns: (transfer full): the memory, or %NULL
 */
LoomRunMemory *
loom_backend_new_memory (const LoomBackendRequest  *request,
                         LoomRun                   *run,
                         GError                   **error)
{
  g_autoptr (LoomRunMemory) memory = loom_backend_take_memory (request, run, error);

  if (memory == NULL)
    return NULL;
  if (get_backend (request)->is_populated)
    loom_ipc_memory_populate (memory->file);
  return fill_buffers (request, memory, error) ? g_steal_pointer (&memory) : NULL;
}

static void
free_bytes (gpointer bytes)
{
  g_byte_array_unref (bytes);
}

/* As many zeros as a parameter has bytes, and room for an address. */
static GByteArray *
take_zeros (guint32 size)
{
  const gsize taken = MAX (size, sizeof (guint64));
  guint8 *bytes = g_try_malloc0 (taken);

  return bytes != NULL ? g_byte_array_new_take (bytes, taken) : NULL;
}

/**
 * loom_backend_new_values:
 * @request: what is run
 * @plan: the request's, or a launch among its steps
 *
 * Makes the bytes of parameters. Those of numbers and structs do not change from sample to sample;
 * addresses of arrays, also within structs, are zeros until loom_backend_put_addresses() is called.
 *
 * Returns: (transfer full) (element-type GByteArray): for each parameter its bytes, at least 8.
 *   %NULL on error
 */
GPtrArray *
loom_backend_new_values (const LoomBackendRequest  *request,
                         LoomPlan                  *plan,
                         GError                   **error)
{
  const LoomFillContext *context = &request->fill;
  g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func (free_bytes);

  for (guint i = 0; i < loom_plan_count_params (plan); i++)
    {
      const LoomPlanArg *arg = plan->args->pdata[i];
      GByteArray *bytes = take_zeros (arg->kind == LOOM_PARAM_ARRAY ? 0 : arg->type.size);

      if (bytes == NULL)
        return loom_fail_null (error, LOOM_ERROR_MEMORY,
                               _("There is no memory for the argument %s"), arg->name);
      g_ptr_array_add (values, bytes);
      if (arg->kind == LOOM_PARAM_SCALAR
              ? !loom_scalar_fill (context, arg, bytes->data, error)
              : arg->kind == LOOM_PARAM_STRUCT
                    && !loom_array_fill (context, arg, bytes->data, arg->type.size, error))
        return NULL;
    }

  return g_steal_pointer (&values);
}

/**
 * loom_backend_put_addresses:
 * @plan: a launch
 * @values: from loom_backend_new_values()
 * @addresses: of each argument that is an array and not the same as another one
 *
 * Puts the addresses of arrays where the kernel looks for them: into the parameter, or into the
 * struct that points to the array. A pointer in a struct that is null has none.
 */
void
loom_backend_put_addresses (LoomPlan       *plan,
                            GPtrArray      *values,
                            const guint64  *addresses)
{
  for (guint i = 0; i < plan->args->len; i++)
    {
      const LoomPlanArg *arg = plan->args->pdata[i];
      GByteArray *bytes
          = arg->is_extra ? NULL : values->pdata[arg->owner >= 0 ? (guint) arg->owner : i];

      if (bytes != NULL && arg->kind == LOOM_PARAM_ARRAY)
        memcpy (bytes->data + (arg->owner >= 0 ? arg->offset : 0),
                &addresses[arg->same >= 0 ? (guint) arg->same : i], sizeof *addresses);
      else if (bytes != NULL && arg->owner >= 0)
        memset (bytes->data + arg->offset, 0, sizeof *addresses);
    }
}

/* Where the cells of an argument or a variable lie. */
static void
set_place (LoomRunArgument   *argument,
           LoomRunMemory     *memory,
           const LoomPlanArg *owner,
           guint64            pointer)
{
  for (guint i = 0; i < memory->buffers->len; i++)
    {
      const LoomRunBuffer *buffer = loom_run_memory_get (memory, i);

      if (buffer->arg != owner)
        continue;
      argument->array = (gint) i;
      argument->base = buffer->address;
      argument->pitch = buffer->address != 0 ? loom_plan_arg_get_pitch (owner) : 0;
    }
  argument->pointer = pointer;
}

/**
 * loom_backend_add_arguments:
 * @request: what is run
 * @run: the result
 * @memory: of the run, whose buffers know their addresses
 * @values: what the kernel gets, with addresses in it
 * @addresses: of each argument that is an array and not the same as another one
 *
 * Notes what the kernel gets of each argument, at the first launch.
 */
void
loom_backend_add_arguments (const LoomBackendRequest *request,
                            LoomRun                  *run,
                            LoomRunMemory            *memory,
                            GPtrArray                *values,
                            const guint64            *addresses)
{
  LoomPlan *plan = request->plan;

  for (guint i = 0; i < plan->args->len; i++)
    {
      const LoomPlanArg *arg = plan->args->pdata[i];
      const guint same = arg->same >= 0 ? (guint) arg->same : i;
      LoomRunArgument *argument = loom_run_argument_new (arg->name, arg->kind, &arg->type);

      if (arg->kind == LOOM_PARAM_ARRAY)
        set_place (argument, memory, plan->args->pdata[same], addresses[same]);
      else if (loom_plan_arg_is_null (arg))
        g_ptr_array_add (argument->values, g_strdup ("null"));
      else
        loom_run_argument_set_values (argument, ((GByteArray *) values->pdata[i])->data,
                                      arg->type.size);
      g_ptr_array_add (run->arguments, argument);
    }
  for (guint i = 0; i < plan->symbols->len; i++)
    {
      const LoomPlanArg *arg = plan->symbols->pdata[i];
      LoomRunArgument *argument = loom_run_argument_new (arg->name, arg->kind, &arg->type);

      argument->is_symbol = TRUE;
      argument->shape = arg->shape;
      set_place (argument, memory, arg, 0);
      g_ptr_array_add (run->arguments, argument);
    }
}

/* A view into the memory file, which outlives the run here: loom_ipc_run_to_variant() turns it into
 * an offset. NULL where there is no plane. */
static GBytes *
view (gconstpointer plane,
      guint64       cells,
      guint         size)
{
  return plane != NULL ? g_bytes_new_static (plane, cells * size) : NULL;
}

static gboolean
add_array (const LoomBackendRequest  *request,
           LoomRun                   *run,
           LoomRunMemory             *memory,
           guint                      index,
           GError                   **error)
{
  LoomRunBuffer *buffer = loom_run_memory_get (memory, index);
  const guint writer_size = memory->writer_size;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (LoomArray) array = NULL;
  LoomRunArray *result;

  loom_run_buffer_gather (buffer, writer_size);
  bytes = g_bytes_new_static (buffer->bytes, buffer->size);
  array = loom_array_new (&buffer->arg->type, &buffer->arg->shape, bytes, error);
  if (array == NULL)
    return FALSE;

  result = loom_run_array_new (buffer->arg->name, array);
  result->is_symbol = buffer->arg->symbol != NULL;
  result->is_const = buffer->arg->is_const;
  result->writer_size = writer_size;
  result->writes = view (buffer->planes.writes, buffer->cells, 4);
  result->reads = view (buffer->planes.reads, buffer->cells, 4);
  result->lowest = view (buffer->planes.lowest, buffer->cells, writer_size);
  result->highest = view (buffer->planes.highest, buffer->cells, writer_size);
  result->domain = view (buffer->domain, buffer->cells, 1);
  result->mismatch = view (buffer->mismatch, buffer->cells, 1);
  result->reference = view (buffer->reference, buffer->cells, buffer->arg->type.size);
  result->seeds = view (buffer->seeds, buffer->cells, 1);
  result->first_seeds = view (buffer->first_seeds, buffer->cells, 1);
  result->races = view (buffer->races, buffer->cells, 1);
  result->uninitialised = view (buffer->uninitialised, buffer->cells, 1);
  if (buffer->frames != NULL)
    {
      result->frames = g_bytes_new_static (buffer->frames, memory->n_slots *
                                           loom_run_buffer_get_size (buffer));
      result->frames_low = buffer->frames_low;
      result->frames_high = buffer->frames_high;
    }
  result->sectors = view (buffer->mean, buffer->cells, sizeof (float));
  result->load_sectors = view (buffer->loads.mean, buffer->cells, sizeof (float));
  result->store_sectors = view (buffer->stores.mean, buffer->cells, sizeof (float));
  result->first_write = view (buffer->first_write, buffer->cells, sizeof (guint32));
  if (buffer->index != G_MAXUINT && (gint) buffer->index == request->plan->main_array)
    run->main_array = (gint) run->arrays->len;
  g_ptr_array_add (run->arrays, result);

  if (buffer->reference != NULL)
    {
      LoomFinding *finding;

      /* what was kept of a run that was stopped is not stopped again */
      if (!loom_run_check_compare (
              buffer->arg, buffer->bytes, buffer->reference, buffer->size, buffer->mismatch,
              run->trap == NULL ? request->fill.cancel : NULL, result, error))
        return FALSE;
      finding = loom_run_check_explain (buffer->arg, result);
      if (finding != NULL)
        g_ptr_array_add (run->findings, finding);
    }

  return TRUE;
}

/**
 * loom_backend_add_arrays:
 * @request: what was run
 * @run: the result
 * @memory: of the run, which holds what the launches left in it
 *
 * Adds all arrays to a result, compared with their references where they have some.
 *
 * Returns: whether it could be
 */
gboolean
loom_backend_add_arrays (const LoomBackendRequest  *request,
                         LoomRun                   *run,
                         LoomRunMemory             *memory,
                         GError                   **error)
{
  g_autoptr (GBytes) threads = view (memory->threads, run->threads, sizeof (guint32));
  g_autoptr (GBytes) lanes = view (memory->lanes, run->threads, sizeof (guint64));
  g_autoptr (GBytes) states = view (memory->states, run->threads, 1);

  for (guint i = 0; i < memory->buffers->len; i++)
    if (!add_array (request, run, memory, i, error))
      return FALSE;

  if (run->profile == NULL)
    return TRUE;
  loom_profile_set_threads (run->profile, threads);
  loom_profile_set_activity (run->profile, lanes, states);
  return TRUE;
}
