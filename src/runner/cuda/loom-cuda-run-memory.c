/* loom-cuda-run-memory.c: the arrays of a run, to the device and back
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All arrays lie in one arena, so that what is counted of them does too. Before every launch the
 * arena and the module's variables are copied from an image of them on the device itself.
 */

#include "config.h"

#include "loom-cuda-counters.h"
#include "loom-cuda-run-private.h"
#include "loom-parallel.h"

#include <glib/gi18n-lib.h>

static gsize
align (gsize size)
{
  return (size + LOOM_PTX_ARENA_ALIGN - 1) / LOOM_PTX_ARENA_ALIGN * LOOM_PTX_ARENA_ALIGN;
}

static LoomCudaVariable *
find_variable (LoomCudaRun    *self,
               LoomRunBuffer  *buffer,
               GError        **error)
{
  LoomCudaVariable *variable
      = loom_cuda_module_find_variable (self->module, buffer->arg->symbol);

  if (variable != NULL && variable->size == buffer->size)
    return variable;

  return loom_fail_null (
      error, LOOM_ERROR_DOCUMENT,
      _("The variable %1$s has %2$llu bytes in the program, and %3$llu were bound to it"),
      buffer->arg->name, (unsigned long long) (variable != NULL ? variable->size : 0),
      (unsigned long long) buffer->size);
}

/* Steps are counted in a run of their own, which counts nothing else. */
static gboolean
init_layout (LoomCudaRun  *self,
             guint         n,
             GError      **error)
{
  const LoomBackendRequest *request = self->request;
  const gboolean has_steps = request->plan->steps->len > 0;
  const LoomCoverageFlags coverage
      = has_steps ? LOOM_COVERAGE_NONE : request->options->coverage;

  if (has_steps && self->counts)
    return loom_cuda_counters_init (request, self->arrays, n, &self->layout, error);
  return loom_ptx_arena_init (&self->layout, request->module, self->arrays, n,
                              &request->plan->grid, &request->plan->block, coverage,
                              coverage != LOOM_COVERAGE_NONE, error);
}

/* Where arrays lie and which variables are counted, and behind the arrays in the image what these
 * are set to. */
static gboolean
lay_out (LoomCudaRun  *self,
         GError      **error)
{
  const guint n = self->memory->buffers->len;

  self->arrays = g_new0 (LoomPtxArenaArray, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    {
      LoomRunBuffer *buffer = loom_run_memory_get (self->memory, i);

      self->arrays[i] = (LoomPtxArenaArray) { .size = buffer->size,
                                              .cell_size = buffer->arg->type.size,
                                              .symbol = buffer->arg->symbol };
      self->n_arrays += buffer->arg->symbol == NULL ? 1 : 0;
    }
  if (!init_layout (self, n, error))
    return FALSE;

  self->image_size = align (self->layout.array_bytes);
  self->offsets = g_new0 (gsize, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    {
      const LoomRunBuffer *buffer = loom_run_memory_get (self->memory, i);

      self->offsets[i] = buffer->arg->symbol == NULL ? self->arrays[i].offset : self->image_size;
      if (buffer->arg->symbol != NULL)
        self->image_size += align (buffer->size);
    }
  return TRUE;
}

static gboolean
reserve (LoomCudaRun  *self,
         GError      **error)
{
  LoomJob *job = self->run->job;
  const gsize counters = self->layout.size - self->layout.counters;
  const gsize size = self->counts ? loom_cuda_counters_get_size (&self->layout)
                                  : self->layout.size;

  self->arena = loom_cuda_pool_take (self->context, LOOM_CUDA_ARENA, size, job, error);
  if (self->arena == NULL)
    return FALSE;
  self->image
      = loom_cuda_pool_take (self->context, LOOM_CUDA_IMAGE, self->image_size, job, error);
  if (self->image == NULL)
    return FALSE;
  self->staging = loom_cuda_pool_take (self->context, LOOM_CUDA_STAGING,
                                       MAX (self->image_size, counters), job, error);
  return self->staging != NULL;
}

static void
stage (LoomCudaRun *self)
{
  g_autoptr (GArray) copies = g_array_new (FALSE, FALSE, sizeof (LoomParallelCopy));

  for (guint i = 0; i < self->memory->buffers->len; i++)
    {
      LoomRunBuffer *buffer = loom_run_memory_get (self->memory, i);

      loom_parallel_add_copy (copies, self->staging + self->offsets[i], buffer->bytes,
                              buffer->size);
    }
  loom_parallel_copy (copies);
  loom_cuda_run_guard_fill (self);
}

/**
 * loom_cuda_run_upload:
 * @self: a run whose arrays are filled
 *
 * Takes the memory on the device and puts the image there.
 *
 * Errors: %LOOM_ERROR_MEMORY.
 *
 * Returns: whether it is there
 */
gboolean
loom_cuda_run_upload (LoomCudaRun  *self,
                      GError      **error)
{
  LoomCudaContext *context = self->context;

  if (!lay_out (self, error) || !reserve (self, error)
      || !loom_cuda_run_texture_make (self, error))
    return FALSE;

  stage (self);
  return loom_cuda_context_copy (context, self->image, self->staging, self->image_size,
                                 cudaMemcpyHostToDevice, error)
         && loom_cuda_stream_drain (context->stream, error);
}

static gboolean
copy (LoomCudaRun   *self,
      gpointer       to,
      gconstpointer  from,
      gsize          size,
      gboolean       to_host,
      GError       **error)
{
  LoomCudaContext *context = self->context;

  return size == 0
         || loom_cuda_context_copy (context, to, from, size,
                                    to_host ? cudaMemcpyDeviceToHost : cudaMemcpyDeviceToDevice,
                                    error);
}

/**
 * loom_cuda_run_restore:
 * @run: a #LoomCudaRun
 *
 * Queues what makes arrays and variables as they are before a first launch.
 *
 * Returns: whether it was taken
 */
gboolean
loom_cuda_run_restore (gpointer   run,
                       GError   **error)
{
  LoomCudaRun *self = run;

  if (!copy (self, self->arena, self->image, self->layout.array_bytes, FALSE, error)
      || !loom_cuda_module_restore (self->module, error))
    return FALSE;

  for (guint i = 0; i < self->memory->buffers->len; i++)
    {
      LoomRunBuffer *buffer = loom_run_memory_get (self->memory, i);
      LoomCudaVariable *variable;

      if (buffer->arg->symbol == NULL)
        {
          self->addresses[buffer->index]
              = (guint64) (guintptr) self->arena + self->arrays[i].offset;
          buffer->address = buffer->arg->texture.kind == LOOM_TEXTURE_NONE
                                ? self->addresses[buffer->index] : 0;
          continue;
        }
      variable = find_variable (self, buffer, error);
      if (variable == NULL
          /* a variable that the document does not set is only read back */
          || (!loom_plan_arg_is_kept (buffer->arg)
              && !copy (self, variable->address, self->image + self->offsets[i], buffer->size,
                        FALSE, error)))
        return FALSE;
      buffer->address = (guint64) (guintptr) variable->address;
    }

  return loom_cuda_run_texture_restore (self, error);
}

static gboolean
queue_variables (LoomCudaRun  *self,
                 GError      **error)
{
  for (guint i = self->n_arrays; i < self->memory->buffers->len; i++)
    {
      LoomRunBuffer *buffer = loom_run_memory_get (self->memory, i);
      LoomCudaVariable *variable = find_variable (self, buffer, error);

      if (variable == NULL
          || !copy (self, self->staging + self->offsets[i], variable->address, buffer->size, TRUE,
                    error))
        return FALSE;
    }

  return TRUE;
}

/**
 * loom_cuda_run_find_array:
 * @buffer: of an argument
 *
 * Finds where in the arena the argument's bytes are by now: swaps move those of pointers.
 *
 * Returns: the address on the device
 */
guint8 *
loom_cuda_run_find_array (LoomCudaRun         *self,
                          const LoomRunBuffer *buffer)
{
  if (buffer->arg->texture.kind != LOOM_TEXTURE_NONE)
    for (guint i = 0; i < self->memory->buffers->len; i++)
      if (loom_run_memory_get (self->memory, i) == buffer)
        return self->arena + self->offsets[i];

  return (guint8 *) (guintptr) self->addresses[buffer->index];
}

/**
 * loom_cuda_run_download:
 * @self: a run after a launch
 *
 * Brings arrays and variables back. After swaps each argument gets what it points at by then.
 *
 * Returns: whether all came
 */
gboolean
loom_cuda_run_download (LoomCudaRun  *self,
                        GError      **error)
{
  g_autoptr (GArray) copies = g_array_new (FALSE, FALSE, sizeof (LoomParallelCopy));

  if (!loom_cuda_run_texture_fetch (self, error)
      || !copy (self, self->staging, self->arena, self->layout.array_bytes, TRUE, error)
      || !queue_variables (self, error) || !loom_cuda_stream_drain (self->context->stream, error))
    return FALSE;

  for (guint i = 0; i < self->memory->buffers->len; i++)
    {
      LoomRunBuffer *buffer = loom_run_memory_get (self->memory, i);
      const gsize offset
          = buffer->arg->symbol == NULL
                ? (gsize) (loom_cuda_run_find_array (self, buffer) - self->arena)
                : self->offsets[i];

      loom_parallel_add_copy (copies, buffer->bytes, self->staging + offset, buffer->size);
    }
  loom_parallel_copy (copies);
  loom_cuda_run_guard_compare (self);

  return TRUE;
}
