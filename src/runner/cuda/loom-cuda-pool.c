/* loom-cuda-pool.c: allocations that stay from run to run
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Allocating and page-locking take longer than most kernels. Each pool grows to what a run needs;
 * one that is too large to be kept from other programs goes back at the end of its run.
 */

#include "config.h"

#include "loom-cuda-pool.h"

#include <glib/gi18n-lib.h>

#define MOST_KEPT ((gsize) 256 << 20)
#define GRAIN ((gsize) 2 << 20)

static const struct
{
  const char    *owner;
  LoomMemoryKind kind;
} pools[] = {
  { N_("arrays and counters"), LOOM_MEMORY_DEVICE },
  { N_("contents before each launch"), LOOM_MEMORY_DEVICE },
  { N_("transfer"), LOOM_MEMORY_PINNED },
  { N_("contents that steps copy"), LOOM_MEMORY_PINNED },
};

G_STATIC_ASSERT (G_N_ELEMENTS (pools) == LOOM_CUDA_N_POOLS);
G_STATIC_ASSERT (LOOM_CUDA_N_POOLS == LOOM_CUDA_N_POOL_SLOTS);

/* Others may read it at any time. */
static void
note_size (LoomCudaContext *self,
           LoomCudaPool     pool,
           gsize            size)
{
  if (pools[pool].kind != LOOM_MEMORY_PINNED)
    __atomic_add_fetch (&self->held, size - self->pool_sizes[pool], __ATOMIC_ACQ_REL);
  self->pool_sizes[pool] = size;
}

static void
release (LoomCudaContext *self,
         LoomCudaPool     pool)
{
  if (self->pools[pool] == NULL)
    return;

  if (pools[pool].kind == LOOM_MEMORY_PINNED)
    self->cuda->cudaFreeHost (self->pools[pool]);
  else
    self->cuda->cudaFree (self->pools[pool]);
  self->pools[pool] = NULL;
  note_size (self, pool, 0);
}

static cudaError_t
allocate (LoomCudaContext *self,
          LoomCudaPool     pool,
          gsize            size)
{
  return pools[pool].kind == LOOM_MEMORY_PINNED
             ? self->cuda->cudaHostAlloc (&self->pools[pool], size, 0)
             : self->cuda->cudaMalloc (&self->pools[pool], size);
}

static void
explain (LoomCudaContext  *self,
         LoomCudaPool      pool,
         gsize             size,
         GError          **error)
{
  gsize available = 0, total = 0;
  g_autofree char *wanted = g_format_size_full (size, G_FORMAT_SIZE_IEC_UNITS);
  g_autofree char *left = NULL;

  self->cuda->cudaMemGetInfo (&available, &total);
  left = g_format_size_full (available, G_FORMAT_SIZE_IEC_UNITS);
  g_set_error (
      error, LOOM_ERROR, LOOM_ERROR_MEMORY,
      pools[pool].kind == LOOM_MEMORY_PINNED
          ? _("This computer has no %1$s of memory to share with cuda:%2$d (%3$s are free on "
              "the GPU); make the shape smaller")
          : _("This run needs %1$s more memory on cuda:%2$d, where %3$s are free; make the shape "
              "smaller, or ask for less coverage"),
      wanted, self->device, left);
}

/**
 * loom_cuda_pool_take:
 * @pool: which
 * @size: bytes
 * @job: where the allocation is noted
 *
 * Makes a pool at least this large. What it held is lost if it has to grow.
 *
 * Errors: %LOOM_ERROR_MEMORY, with what is free.
 *
 * Returns: (transfer none): its address, or %NULL
 */
gpointer
loom_cuda_pool_take (LoomCudaContext  *self,
                     LoomCudaPool      pool,
                     gsize             size,
                     LoomJob          *job,
                     GError          **error)
{
  cudaError_t code;

  size = (MAX (size, 1) + GRAIN - 1) / GRAIN * GRAIN;
  if (self->pool_sizes[pool] < size)
    {
      release (self, pool);
      code = allocate (self, pool, size);
      if (code != cudaSuccess)
        {
          self->pools[pool] = NULL;
          self->cuda->cudaGetLastError ();
          if (code == cudaErrorMemoryAllocation)
            explain (self, pool, size, error);
          else
            loom_cuda_check (
                self->cuda, code,
                pools[pool].kind == LOOM_MEMORY_PINNED ? "cudaHostAlloc" : "cudaMalloc", error);
          return NULL;
        }
      note_size (self, pool, size);
    }

  loom_job_add_allocation (job, _(pools[pool].owner), pools[pool].kind,
                           (guint64) (guintptr) self->pools[pool], self->pool_sizes[pool]);
  return self->pools[pool];
}

/**
 * loom_cuda_pool_trim:
 * @job: the run that ends
 *
 * Gives back what is too large to keep.
 */
void
loom_cuda_pool_trim (LoomCudaContext *self,
                     LoomJob         *job)
{
  for (guint i = 0; i < LOOM_CUDA_N_POOLS; i++)
    {
      if (self->pool_sizes[i] <= MOST_KEPT)
        continue;

      for (guint j = 0; j < job->allocations->len; j++)
        {
          LoomAllocation *allocation = job->allocations->pdata[j];

          if (allocation->address == (guint64) (guintptr) self->pools[i])
            allocation->freed = TRUE;
        }
      release (self, i);
    }
}
