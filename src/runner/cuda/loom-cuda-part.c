/* loom-cuda-part.c: a GPU that has bands of arrays
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What it has of an array lies in its own memory, and kernels get the address at which the whole
 * array would begin: a row is found where it always is. Beside each array lie zones that no kernel
 * should touch: a row that the GPU has not is read as numbers that are none, and what was written
 * there is found afterwards.
 */

#include "config.h"

#include "loom-cuda-part.h"

#include "loom-cuda-kernel.h"
#include "loom-cuda-pool.h"
#include "loom-ptx-window.h"

#include <glib/gi18n-lib.h>

#define ALIGN ((gsize) 256)
#define LEAST_ZONE ((gsize) 64 << 10)
#define MOST_ZONE ((gsize) 1 << 20)
#define STRAY 0xff              /* in each byte of a zone: no number as a float */

typedef struct
{
  LoomRunShare  share;
  gsize         offset;         /* of the first row that is held, in the arena */
  gsize         zone;           /* bytes before it and behind it */
  guint8       *bytes;          /* on the device, of the rows that are held */
} Array;

static Array *
get_array (const LoomCudaPart *self,
           guint               index)
{
  return &g_array_index (self->arrays, Array, index);
}

static gsize
align (gsize size)
{
  return (size + ALIGN - 1) / ALIGN * ALIGN;
}

/**
 * loom_cuda_part_enter:
 *
 * Makes the GPU that of this thread.
 *
 * Returns: whether it is
 */
gboolean
loom_cuda_part_enter (const LoomCudaPart  *self,
                      GError             **error)
{
  return LOOM_CUDA_CALL (self->context, error, cudaSetDevice, self->context->device);
}

static gboolean
add_array (LoomCudaPart       *self,
           const LoomPlanArg  *arg,
           GError            **error)
{
  Array array = { .bytes = NULL };

  if (arg->symbol == NULL && (arg->is_rows || arg->texture.kind != LOOM_TEXTURE_NONE))
    return loom_fail (error, LOOM_ERROR_UNSUPPORTED,
                      _("The kernel gets no plain pointer to %s, which cannot be on several GPUs: "
                        "run it on one, or on simulated devices"), arg->name);
  if (!loom_run_share_init (&array.share, self->plan, arg, self->device))
    return loom_fail (error, LOOM_ERROR_MEMORY, _("The array %s is too large for a GPU"),
                      arg->name);
  g_array_append_val (self->arrays, array);
  return TRUE;
}

static gboolean
list_arrays (LoomCudaPart  *self,
             GError       **error)
{
  g_autoptr (GPtrArray) arrays = loom_plan_list_arrays (self->plan);

  for (guint i = 0; i < arrays->len; i++)
    if (!add_array (self, arrays->pdata[i], error))
      return FALSE;
  return TRUE;
}

/* Bytes on each side of an array. */
static gsize
choose_zone (const Array *array)
{
  return align (CLAMP (2 * array->share.row_size, LEAST_ZONE, MOST_ZONE));
}

/* Returns: the bytes of all arrays with their zones */
static gsize
place_arrays (LoomCudaPart *self)
{
  gsize end = 0;

  for (guint i = 0; i < self->arrays->len; i++)
    {
      Array *array = get_array (self, i);

      if (array->share.arg->symbol != NULL)
        continue;
      array->zone = choose_zone (array);
      array->offset = end + array->zone;
      end = align (array->offset + loom_run_share_get_size (&array->share)) + array->zone;
    }
  return end;
}

/* Where counters are, arrays lie as these want it, as far apart as else. */
static gboolean
place_counters (LoomCudaPart              *self,
                const LoomBackendRequest  *request,
                GError                   **error)
{
  self->counted = g_new0 (LoomPtxArenaArray, self->arrays->len + 1);
  for (guint i = 0; i < self->arrays->len; i++)
    {
      const Array *array = get_array (self, i);

      self->counted[i] = (LoomPtxArenaArray) {
        .size = loom_run_share_get_size (&array->share), .cell_size = array->share.arg->type.size,
        .guard = 2 * choose_zone (array), .symbol = array->share.arg->symbol,
      };
    }
  if (!loom_cuda_counters_init (request, self->counted, self->arrays->len, &self->layout, error))
    return FALSE;
  for (guint i = 0; i < self->arrays->len; i++)
    get_array (self, i)->offset = self->counted[i].offset;
  return TRUE;
}

static gboolean
find_variable (LoomCudaPart  *self,
               Array         *array,
               GError       **error)
{
  const LoomPlanArg *arg = array->share.arg;
  LoomCudaVariable *variable = loom_cuda_module_find_variable (self->module, arg->symbol);

  if (variable == NULL || variable->size != array->share.row_size)
    return loom_fail (error, LOOM_ERROR_DOCUMENT,
                      _("The variable %1$s has %2$llu bytes in the program, and %3$llu were bound "
                        "to it"), arg->name,
                      (unsigned long long) (variable != NULL ? variable->size : 0),
                      (unsigned long long) array->share.row_size);
  array->bytes = variable->address;
  return TRUE;
}

static gboolean
fill_zone (LoomCudaPart  *self,
           guint8        *from,
           gsize          size,
           GError       **error)
{
  return LOOM_CUDA_CALL (self->context, error, cudaMemsetAsync, from, STRAY, size, self->main);
}

static gboolean
fill_zones (LoomCudaPart  *self,
            const Array   *array,
            GError       **error)
{
  return fill_zone (self, array->bytes - array->zone, array->zone, error) &&
         fill_zone (self, array->bytes + loom_run_share_get_size (&array->share), array->zone,
                    error);
}

/* Arrays one after the other in the memory that the device keeps from run to run. */
static gboolean
take_arrays (LoomCudaPart  *self,
             gsize          size,
             LoomJob       *job,
             GError       **error)
{
  self->arena = loom_cuda_pool_take (self->context, LOOM_CUDA_ARENA, size, job, error);
  if (self->arena == NULL)
    return FALSE;
  for (guint i = 0; i < self->arrays->len; i++)
    {
      Array *array = get_array (self, i);

      if (array->share.arg->symbol != NULL)
        {
          if (!find_variable (self, array, error))
            return FALSE;
          continue;
        }
      array->bytes = self->arena + array->offset;
      if (!self->counts && !fill_zones (self, array, error))
        return FALSE;
    }
  return !self->counts ||
         (fill_zone (self, self->arena, self->layout.array_bytes, error) &&
          loom_cuda_counters_clear (self->context, &self->layout, self->arena, error));
}

/* NULL for a step that launches nothing. */
static gboolean
find_kernel (LoomCudaPart   *self,
             const LoomPlan *launch,
             GError        **error)
{
  cudaKernel_t kernel = NULL;

  if (launch != NULL)
    {
      kernel = loom_cuda_module_get_kernel (self->module, launch->entry, error);
      if (kernel == NULL ||
          !loom_cuda_kernel_check_block (self->context, kernel, launch, error) ||
          !loom_cuda_kernel_allow_shared (self->context, kernel, launch->shared, error))
        return FALSE;
    }
  g_ptr_array_add (self->kernels, kernel);
  return TRUE;
}

static gboolean
find_kernels (LoomCudaPart              *self,
              const LoomBackendRequest  *request,
              GError                   **error)
{
  for (guint i = 0; i < self->plan->steps->len; i++)
    {
      const LoomPlan *launch = ((LoomPlanStep *) self->plan->steps->pdata[i])->launch;

      if ((launch != NULL &&
           (!loom_ptx_window_check (request->module, launch->entry, error) ||
            !loom_cuda_kernel_check_device (self->context, launch, error))) ||
          !find_kernel (self, launch, error))
        return FALSE;
    }
  return TRUE;
}

/* What counts, as parts of grids. */
static char *
make_counting (LoomCudaPart              *self,
               const LoomBackendRequest  *request,
               GError                   **error)
{
  g_autofree char *whole = loom_cuda_counters_instrument (request, &self->layout, error);
  g_autoptr (LoomPtxModule) module
      = whole != NULL ? loom_ptx_module_parse (whole, -1, error) : NULL;

  if (module == NULL)
    return NULL;
  loom_ptx_module_verify (module, NULL);
  return loom_ptx_window_print (module);
}

static gboolean
take_module (LoomCudaPart  *self,
             const char    *ptx,
             GError       **error)
{
  g_autoptr (LoomPtxModule) module = loom_ptx_module_parse (ptx, -1, error);

  if (module == NULL)
    return FALSE;
  self->module = loom_cuda_module_get (self->context, module, ptx, error);
  return self->module != NULL && loom_cuda_module_restore (self->module, error);
}

/* What is at the edges comes before what is begun already. */
static gboolean
make_streams (LoomCudaPart  *self,
              GError       **error)
{
  LoomCudaContext *context = self->context;
  int least = 0, greatest = 0;

  self->main = loom_cuda_stream_get_handle (context->stream);
  return LOOM_CUDA_CALL (context, error, cudaDeviceGetStreamPriorityRange, &least, &greatest) &&
         LOOM_CUDA_CALL (context, error, cudaStreamCreateWithPriority, &self->edge,
                         cudaStreamNonBlocking, greatest) &&
         LOOM_CUDA_CALL (context, error, cudaStreamCreateWithPriority, &self->copies,
                         cudaStreamNonBlocking, greatest);
}

static gboolean
open_part (LoomCudaPart              *self,
           const LoomBackendRequest  *request,
           const char                *ptx,
           LoomJob                   *job,
           GError                   **error)
{
  g_autofree char *counting = NULL;
  gsize size;

  if (!loom_cuda_part_enter (self, error) || !make_streams (self, error) ||
      !list_arrays (self, error))
    return FALSE;
  if (!self->counts)
    size = place_arrays (self);
  else if (!place_counters (self, request, error) ||
           (counting = make_counting (self, request, error)) == NULL)
    return FALSE;
  else
    size = loom_cuda_counters_get_size (&self->layout);
  return take_module (self, self->counts ? counting : ptx, error) &&
         take_arrays (self, size, job, error) && find_kernels (self, request, error);
}

/**
 * loom_cuda_part_new:
 * @request: what is run; its plan is split
 * @context: of the GPU, open, whose mutex the caller holds until the part is gone
 * @ptx: the module's, as parts of grids
 * @device: which of the run's devices
 * @counts: whether it counts what launches access, one after the other, rather than be fast
 * @job: where allocations are noted
 *
 * Makes ready what the device needs: its bands, its variables as the program initialises them, and
 * the kernels of the steps.
 *
 * Errors: %LOOM_ERROR_UNSUPPORTED for a kernel or an array that cannot be in parts,
 * %LOOM_ERROR_LAUNCH for a launch that the device does not allow, %LOOM_ERROR_MEMORY,
 * %LOOM_ERROR_DOCUMENT; else as loom_cuda_check().
 *
 * Returns: (transfer full): the device, or %NULL
 */
LoomCudaPart *
loom_cuda_part_new (const LoomBackendRequest  *request,
                    LoomCudaContext           *context,
                    const char                *ptx,
                    guint                      device,
                    gboolean                   counts,
                    LoomJob                   *job,
                    GError                   **error)
{
  g_autoptr (LoomCudaPart) self = g_new0 (LoomCudaPart, 1);

  self->context = context;
  self->device = device;
  self->plan = loom_plan_ref (request->plan);
  self->arrays = g_array_new (FALSE, TRUE, sizeof (Array));
  self->kernels = g_ptr_array_new ();
  self->counts = counts;
  return open_part (self, request, ptx, job, error) ? g_steal_pointer (&self) : NULL;
}

/* Nothing of a device that is lost can be given back. */
void
loom_cuda_part_free (LoomCudaPart *self)
{
  if (self == NULL)
    return;

  if (!loom_cuda_is_spent () && loom_cuda_part_enter (self, NULL))
    {
      self->context->cuda->cudaDeviceSynchronize ();
      if (self->edge != NULL)
        self->context->cuda->cudaStreamDestroy (self->edge);
      if (self->copies != NULL)
        self->context->cuda->cudaStreamDestroy (self->copies);
    }
  g_ptr_array_unref (self->kernels);
  g_array_unref (self->arrays);
  g_free (self->counted);
  g_free (self->counters);
  loom_plan_unref (self->plan);
  g_free (self);
}

/**
 * loom_cuda_part_get_share:
 *
 * Returns: (transfer none): what the device has of the array
 */
const LoomRunShare *
loom_cuda_part_get_share (const LoomCudaPart *self,
                          guint               array)
{
  return &get_array (self, array)->share;
}

/**
 * loom_cuda_part_get_row:
 * @row: one that the device has, or the first of all
 *
 * Returns: (transfer none): where on the device that row is, or would be
 */
guint8 *
loom_cuda_part_get_row (const LoomCudaPart *self,
                        guint               array,
                        guint64             row)
{
  const Array *own = get_array (self, array);

  return own->bytes - own->share.held.begin * own->share.row_size + row * own->share.row_size;
}

/**
 * loom_cuda_part_put:
 * @bytes: of the whole array
 *
 * Brings the rows that the device has, behind all that its main stream does by now.
 *
 * Returns: whether they are there
 */
gboolean
loom_cuda_part_put (LoomCudaPart  *self,
                    guint          array,
                    const guint8  *bytes,
                    GError       **error)
{
  const Array *own = get_array (self, array);

  return loom_cuda_part_enter (self, error) &&
         loom_cuda_context_copy (self->context, own->bytes,
                                 bytes + own->share.held.begin * own->share.row_size,
                                 loom_run_share_get_size (&own->share), cudaMemcpyHostToDevice,
                                 error) &&
         loom_cuda_stream_drain (self->context->stream, error);
}

/**
 * loom_cuda_part_get:
 * @rows: some that the device has
 * @bytes: of the whole array, which gets them
 *
 * Brings rows back, behind all that its main stream does by now.
 *
 * Returns: whether they are here
 */
gboolean
loom_cuda_part_get (LoomCudaPart    *self,
                    guint            array,
                    LoomSplitRange   rows,
                    guint8          *bytes,
                    GError         **error)
{
  const gsize row_size = get_array (self, array)->share.row_size;

  return loom_cuda_part_enter (self, error) &&
         loom_cuda_context_copy (self->context, bytes + rows.begin * row_size,
                                 loom_cuda_part_get_row (self, array, rows.begin),
                                 (rows.end - rows.begin) * row_size, cudaMemcpyDeviceToHost,
                                 error) &&
         loom_cuda_stream_drain (self->context->stream, error);
}

/**
 * loom_cuda_part_copy:
 * @from: an array
 * @to: another one that lies the same way
 *
 * Queues on its main stream the copying of what the device has of an array.
 *
 * Returns: whether it was taken
 */
gboolean
loom_cuda_part_copy (LoomCudaPart  *self,
                     guint          from,
                     guint          to,
                     GError       **error)
{
  return loom_cuda_part_enter (self, error) &&
         loom_cuda_context_copy (self->context, get_array (self, to)->bytes,
                                 get_array (self, from)->bytes,
                                 loom_run_share_get_size (&get_array (self, to)->share),
                                 cudaMemcpyDeviceToDevice, error);
}

/**
 * loom_cuda_part_launch:
 * @step: a launch among the steps
 * @blocks: which of its blocks by linear index: whole slices of the grid
 * @values: (element-type GByteArray): what its parameters get; the addresses are put here
 * @arrays: for each argument of the launch the array that it is, -1: none
 * @stream: one of the part's
 *
 * Queues some blocks of a launch.
 *
 * Returns: whether they were taken
 */
gboolean
loom_cuda_part_launch (LoomCudaPart    *self,
                       guint            step,
                       LoomSplitRange   blocks,
                       GPtrArray       *values,
                       const gint32    *arrays,
                       cudaStream_t     stream,
                       GError         **error)
{
  LoomPlan *launch = ((LoomPlanStep *) self->plan->steps->pdata[step])->launch;
  const LoomSplitLaunch extents = loom_plan_get_extents (launch);
  g_autofree guint64 *addresses = g_new0 (guint64, launch->args->len + 1);
  g_autofree gpointer *params = g_new0 (gpointer, values->len + 1);
  LoomDim3 first;
  const LoomDim3 grid = loom_split_get_window (&extents, blocks, &first);
  LoomPtxWindow window = { { first.x, first.y, first.z },
                           { launch->grid.x, launch->grid.y, launch->grid.z } };

  if (blocks.begin == blocks.end)
    return TRUE;
  for (guint i = 0; i < launch->args->len; i++)
    if (arrays[i] >= 0)
      addresses[i] = (guint64) (guintptr) loom_cuda_part_get_row (self, (guint) arrays[i], 0);
  loom_backend_put_addresses (launch, values, addresses);
  for (guint i = 0; i < values->len; i++)
    params[i] = ((GByteArray *) values->pdata[i])->data;
  params[values->len] = &window;
  return loom_cuda_kernel_queue (self->context, self->kernels->pdata[step], launch, &grid, stream,
                                 FALSE, params, error);
}

/**
 * loom_cuda_part_begin_counting:
 * @step: a launch among the steps, which comes next
 *
 * Waits for all that its main stream does, and lets the launch count. One without arrays in bands,
 * which each device does whole, is counted by the first.
 *
 * Returns: whether it will
 */
gboolean
loom_cuda_part_begin_counting (LoomCudaPart  *self,
                               guint          step,
                               GError       **error)
{
  const LoomCudaCounts counts
      = self->device > 0 && !loom_plan_step_is_split (self->plan, self->plan->steps->pdata[step])
            ? LOOM_CUDA_COUNTS_NOTHING
        : (gint) step == self->plan->shown ? LOOM_CUDA_COUNTS_ALL : LOOM_CUDA_COUNTS_ACCESSES;

  return loom_cuda_counters_begin (self->context, self->module, &self->layout, self->arena, counts,
                                   error);
}

/* The counters, when nothing is launched any more. */
static gboolean
fetch_counters (LoomCudaPart  *self,
                GError       **error)
{
  const gsize size = self->layout.size - self->layout.counters;

  if (self->counters != NULL)
    return TRUE;
  self->counters = g_try_malloc (MAX (size, 1));
  if (self->counters == NULL)
    return loom_fail (error, LOOM_ERROR_MEMORY, _("There is no memory for what a GPU counted"));
  return loom_cuda_part_enter (self, error) &&
         loom_cuda_context_copy (self->context, self->counters,
                                 self->arena + self->layout.counters, size,
                                 cudaMemcpyDeviceToHost, error) &&
         loom_cuda_stream_drain (self->context->stream, error);
}

/* Room for what was counted of so many cells. */
static guint8 *
take_planes (const LoomRunPlanes *like,
             guint64              n,
             guint                writer_size,
             LoomRunPlanes       *planes)
{
  const guint64 size = n * (2 * sizeof (guint32) + 2 * writer_size);
  guint8 *memory = g_try_malloc0 (MAX (size, 1)), *at = memory;

  *planes = (LoomRunPlanes) { NULL };
  if (memory == NULL)
    return NULL;
  /* the longest first, so that all are aligned */
  planes->lowest = like->lowest != NULL ? at : NULL, at += n * writer_size;
  planes->highest = like->highest != NULL ? at : NULL, at += n * writer_size;
  planes->writes = like->writes != NULL ? (gpointer) at : NULL, at += n * sizeof (guint32);
  planes->reads = like->reads != NULL ? (gpointer) at : NULL;
  return memory;
}

/**
 * loom_cuda_part_add_counts:
 * @planes: of the whole array
 *
 * Adds what it counted on the cells that it has.
 *
 * Errors: %LOOM_ERROR_MEMORY; else as loom_cuda_check().
 *
 * Returns: whether it could be done
 */
gboolean
loom_cuda_part_add_counts (LoomCudaPart         *self,
                           guint                 array,
                           const LoomRunPlanes  *planes,
                           GError              **error)
{
  const Array *own = get_array (self, array);
  const guint writer_size = self->layout.how.writer_size;
  const guint64 n = loom_run_share_get_size (&own->share) / own->share.arg->type.size;
  g_autofree guint8 *memory = NULL;
  LoomRunPlanes counted;

  if (!fetch_counters (self, error))
    return FALSE;
  memory = take_planes (planes, n, writer_size, &counted);
  if (memory == NULL)
    return loom_fail (error, LOOM_ERROR_MEMORY, _("There is no memory for what a GPU counted"));
  loom_ptx_arena_fold (&self->layout, &self->counted[array], self->counters,
                       &(LoomPtxArenaPlanes) { counted.writes, counted.reads, counted.lowest,
                                               counted.highest });
  loom_run_share_add_counts (&own->share, &counted, planes, writer_size);
  return TRUE;
}

/**
 * loom_cuda_part_count_stored:
 * @n: (out): threads of the last launch of the kernel that is shown that stored to an array or
 *   a variable
 *
 * Returns: whether it could be told
 */
gboolean
loom_cuda_part_count_stored (LoomCudaPart  *self,
                             guint64       *n,
                             GError       **error)
{
  if (!fetch_counters (self, error))
    return FALSE;
  *n = self->layout.threads - loom_ptx_arena_count_idle (&self->layout, self->counters);
  return TRUE;
}

/* How many bytes of a zone are not what they were; -1: it cannot be told. */
static gssize
count_stray (LoomCudaPart  *self,
             const guint8  *zone,
             gsize          size,
             GError       **error)
{
  g_autofree guint8 *bytes = g_malloc (size);
  gssize n = 0;

  if (!loom_cuda_context_copy (self->context, bytes, zone, size, cudaMemcpyDeviceToHost, error) ||
      !loom_cuda_stream_drain (self->context->stream, error))
    return -1;
  for (gsize i = 0; i < size; i++)
    n += bytes[i] != STRAY;
  return n;
}

/**
 * loom_cuda_part_find_stray:
 * @run: gets a finding for each array beside whose rows something was written
 *
 * Looks beside the rows that the device has.
 *
 * Returns: whether it could be done
 */
gboolean
loom_cuda_part_find_stray (LoomCudaPart  *self,
                           LoomRun       *run,
                           GError       **error)
{
  if (!loom_cuda_part_enter (self, error))
    return FALSE;
  for (guint i = 0; i < self->arrays->len && get_array (self, i)->zone > 0; i++)
    {
      const Array *array = get_array (self, i);
      const guint8 *end = array->bytes + loom_run_share_get_size (&array->share);
      const gssize before = count_stray (self, array->bytes - array->zone, array->zone, error);
      const gssize behind = before < 0 ? -1 : count_stray (self, end, array->zone, error);
      LoomFinding *finding;

      if (behind < 0)
        return FALSE;
      if (before + behind == 0)
        continue;
      finding = loom_finding_new (
          LOOM_ERROR_OOB,
          _("Device %1$u wrote %2$llu bytes beside the rows %3$llu to %4$llu that it has of %5$s, "
            "which are lost; simulated devices stop there and name thread and row"), self->device,
          (unsigned long long) (before + behind), (unsigned long long) array->share.held.begin,
          (unsigned long long) array->share.held.end - 1, array->share.arg->name);
      finding->array = g_strdup (array->share.arg->name);
      g_ptr_array_add (run->findings, finding);
    }
  return TRUE;
}
