/* loom-cudart-memory-api.c: cudaMalloc() and what else makes, frees and describes memory
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cudart-private.h"

#include <unistd.h>

/* The multiple of bytes that rows begin at, as cudaMallocPitch() of a GPU chooses it. */
#define PITCH 512

static cudaError_t
allocate (LoomCudartPlace   place,
          gsize             size,
          void            **address)
{
  LoomCudartMemory *memory;

  if (address == NULL)
    return cudaErrorInvalidValue;
  *address = NULL;
  if (size == 0)
    return cudaSuccess;

  memory = _loom_cudart_memory_new (place, size, NULL);
  if (memory == NULL)
    return cudaErrorMemoryAllocation;

  *address = (void *) (guintptr) memory->address;
  return cudaSuccess;
}

cudaError_t
cudaMalloc (void   **address,
            size_t   size)
{
  LOOM_CUDART_BEGIN;
  return _loom_cudart_leave (allocate (LOOM_CUDART_DEVICE, size, address));
}

cudaError_t
cudaMallocAsync (void         **address,
                 size_t         size,
                 cudaStream_t   stream)
{
  return cudaMalloc (address, size);
}

cudaError_t
cudaMallocManaged (void         **address,
                   size_t         size,
                   unsigned int   flags)
{
  LOOM_CUDART_BEGIN;
  return _loom_cudart_leave (size == 0 ? cudaErrorInvalidValue
                                       : allocate (LOOM_CUDART_MANAGED, size, address));
}

cudaError_t
cudaMallocHost (void         **address,
                size_t         size,
                unsigned int   flags)
{
  LOOM_CUDART_BEGIN;
  return _loom_cudart_leave (allocate (LOOM_CUDART_PINNED, size, address));
}

cudaError_t
cudaHostAlloc (void         **address,
               size_t         size,
               unsigned int   flags)
{
  return cudaMallocHost (address, size, flags);
}

cudaError_t
cudaMalloc3D (struct cudaPitchedPtr *address,
              struct cudaExtent      extent)
{
  const size_t pitch = (extent.width + PITCH - 1) / PITCH * PITCH;
  cudaError_t error;
  void *memory;

  LOOM_CUDART_BEGIN;
  error = allocate (LOOM_CUDART_DEVICE, pitch * extent.height * MAX (extent.depth, 1), &memory);
  if (error == cudaSuccess)
    {
      LoomCudartMemory *rows = _loom_cudart_memory_find ((guint64) (guintptr) memory);

      *address = (struct cudaPitchedPtr) { memory, pitch, extent.width, extent.height };
      rows->pitch = pitch;
      rows->width = extent.width;
      rows->height = extent.height;
    }
  return _loom_cudart_leave (error);
}

cudaError_t
cudaMallocPitch (void   **address,
                 size_t  *pitch,
                 size_t   width,
                 size_t   height)
{
  struct cudaPitchedPtr memory = { NULL };
  const cudaError_t error
      = cudaMalloc3D (&memory, (struct cudaExtent) { width, height, 1 });

  if (error == cudaSuccess)
    {
      *address = memory.ptr;
      *pitch = memory.pitch;
    }
  return error;
}

cudaError_t
cudaFree (void *address)
{
  cudaError_t error;

  LOOM_CUDART_BEGIN;
  if (address == NULL)
    return cudaSuccess;
  error = _loom_cudart_memory_free ((guint64) (guintptr) address, LOOM_CUDART_DEVICE);
  if (error != cudaSuccess)
    error = _loom_cudart_memory_free ((guint64) (guintptr) address, LOOM_CUDART_MANAGED);
  return _loom_cudart_leave (error);
}

cudaError_t
cudaFreeAsync (void         *address,
               cudaStream_t  stream)
{
  return cudaFree (address);
}

cudaError_t
cudaFreeHost (void *address)
{
  LOOM_CUDART_BEGIN;
  return address == NULL ? cudaSuccess
         : _loom_cudart_leave (_loom_cudart_memory_free ((guint64) (guintptr) address,
                                                         LOOM_CUDART_PINNED));
}

cudaError_t
cudaHostRegister (void         *address,
                  size_t        size,
                  unsigned int  flags)
{
  LOOM_CUDART_BEGIN;
  if (address == NULL || size == 0)
    return _loom_cudart_leave (cudaErrorInvalidValue);
  if (_loom_cudart_memory_find_host (address) != NULL)
    return _loom_cudart_leave (cudaErrorHostMemoryAlreadyRegistered);
  return _loom_cudart_leave (_loom_cudart_memory_new (LOOM_CUDART_REGISTERED, size, address) != NULL
                             ? cudaSuccess : cudaErrorMemoryAllocation);
}

cudaError_t
cudaHostUnregister (void *address)
{
  const LoomCudartMemory *memory;

  LOOM_CUDART_BEGIN;
  memory = _loom_cudart_memory_find_host (address);
  if (memory == NULL || memory->bytes != address)
    return _loom_cudart_leave (cudaErrorHostMemoryNotRegistered);
  return _loom_cudart_leave (_loom_cudart_memory_free (memory->address, LOOM_CUDART_REGISTERED));
}

/* Pinned memory by the address that it has on the host; registered memory by its own. */
static const LoomCudartMemory *
find_host_memory (const void *host)
{
  const LoomCudartMemory *memory = _loom_cudart_memory_find_host (host);

  if (memory == NULL)
    memory = _loom_cudart_memory_find ((guint64) (guintptr) host);
  return memory != NULL &&
         (memory->place == LOOM_CUDART_PINNED || memory->place == LOOM_CUDART_REGISTERED)
         ? memory : NULL;
}

cudaError_t
cudaHostGetDevicePointer (void         **device,
                          void          *host,
                          unsigned int   flags)
{
  const LoomCudartMemory *memory;

  LOOM_CUDART_BEGIN;
  memory = find_host_memory (host);
  if (memory == NULL)
    return _loom_cudart_leave (cudaErrorInvalidValue);

  *device = (void *) (guintptr) (memory->address + (guint64) ((guint8 *) host - memory->bytes));
  return cudaSuccess;
}

cudaError_t
cudaHostGetFlags (unsigned int *flags,
                  void         *host)
{
  LOOM_CUDART_BEGIN;
  *flags = cudaHostAllocPortable | cudaHostAllocMapped;
  return _loom_cudart_leave (find_host_memory (host) != NULL ? cudaSuccess
                                                             : cudaErrorInvalidValue);
}

/* Memory of the device is that of this computer. */
cudaError_t
cudaMemGetInfo (size_t *available,
                size_t *total)
{
  const size_t page = (size_t) sysconf (_SC_PAGESIZE);

  LOOM_CUDART_BEGIN;
  *available = (size_t) sysconf (_SC_AVPHYS_PAGES) * page;
  *total = (size_t) sysconf (_SC_PHYS_PAGES) * page;
  return cudaSuccess;
}

cudaError_t
cudaPointerGetAttributes (struct cudaPointerAttributes *attributes,
                          const void                   *address)
{
  static const enum cudaMemoryType types[] = {
    [LOOM_CUDART_DEVICE] = cudaMemoryTypeDevice,
    [LOOM_CUDART_MANAGED] = cudaMemoryTypeManaged,
    [LOOM_CUDART_PINNED] = cudaMemoryTypeHost,
    [LOOM_CUDART_REGISTERED] = cudaMemoryTypeHost,
    [LOOM_CUDART_VARIABLE] = cudaMemoryTypeDevice,
  };
  const LoomCudartMemory *memory;

  LOOM_CUDART_BEGIN;
  *attributes = (struct cudaPointerAttributes) { cudaMemoryTypeUnregistered, -2, NULL,
                                                 (void *) address };
  memory = find_host_memory (address);
  if (memory == NULL)
    memory = _loom_cudart_memory_find ((guint64) (guintptr) address);
  if (memory == NULL)
    return cudaSuccess;

  attributes->type = types[memory->place];
  attributes->device = memory->device;
  attributes->devicePointer = (void *) address;
  if (attributes->type == cudaMemoryTypeDevice)
    attributes->hostPointer = NULL;
  if (memory->place == LOOM_CUDART_REGISTERED)
    cudaHostGetDevicePointer (&attributes->devicePointer, (void *) address, 0);
  return cudaSuccess;
}

/* There is one pool, which has whatever is asked of it. */
cudaError_t
cudaDeviceGetDefaultMemPool (cudaMemPool_t *pool,
                             int            device)
{
  static char default_pool;

  LOOM_CUDART_BEGIN;
  *pool = (cudaMemPool_t) &default_pool;
  return cudaSuccess;
}

cudaError_t
cudaDeviceGetMemPool (cudaMemPool_t *pool,
                      int            device)
{
  return cudaDeviceGetDefaultMemPool (pool, device);
}

cudaError_t
cudaMemPoolCreate (cudaMemPool_t                 *pool,
                   const struct cudaMemPoolProps *properties)
{
  return cudaDeviceGetDefaultMemPool (pool, 0);
}

cudaError_t
cudaMallocFromPoolAsync (void         **address,
                         size_t         size,
                         cudaMemPool_t  pool,
                         cudaStream_t   stream)
{
  return cudaMalloc (address, size);
}
