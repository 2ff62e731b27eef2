/* cuda_runtime.h: what nvcc includes by itself in front of each file, for a compiler of its host
 * code, and what files without code for the device include
 *
 * Bodies of device functions are read, but no code is made of them: what they may call is only
 * declared.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#ifdef __CUDA__
#define __CUDACC__ 1
#define __NVCC__ 1
#endif
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 9
#define __CUDACC_VER_BUILD__ 86

/* What programs ask to know which headers were read. */
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __DRIVER_TYPES_H__
#define __VECTOR_TYPES_H__

#ifdef __CUDA__
#define __global__ __attribute__ ((global))
#define __device__ __attribute__ ((device))
#define __host__ __attribute__ ((host))
#define __shared__ __attribute__ ((shared))
#define __constant__ __attribute__ ((constant))
/* Clang has no managed variables for CUDA: the section says which ones are. */
#define __managed__ __attribute__ ((device)) __attribute__ ((section ("gridloom_managed")))
#define __launch_bounds__(...) __attribute__ ((launch_bounds (__VA_ARGS__)))
#define __grid_constant__
#else
#define __global__
#define __device__
#define __host__
#define __shared__
#define __constant__
#define __managed__
#define __launch_bounds__(...)
#define __grid_constant__
#endif
#define __forceinline__ __inline__ __attribute__ ((always_inline))
#define __noinline__    /* a hint, and the standard library writes __attribute__ ((__noinline__)) */
#define __align__(n) __attribute__ ((aligned (n)))
#define __builtin_align__(n) __attribute__ ((aligned (n)))
#define CUDARTAPI
#define CUDART_CB

#ifndef __cplusplus
#include "cuda_runtime_api.h"
#else

/* The C library's functions are called by device functions, too; glibc has names of its own that
 * CUDA uses for device functions. */
#pragma clang force_cuda_host_device begin
#define _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#define __sinf __glibc_sinf
#define __cosf __glibc_cosf
#define __tanf __glibc_tanf
#define __expf __glibc_expf
#define __exp10f __glibc_exp10f
#define __logf __glibc_logf
#define __log2f __glibc_log2f
#define __log10f __glibc_log10f
#define __powf __glibc_powf
#define __sincosf __glibc_sincosf
#include <math.h>
#undef __sinf
#undef __cosf
#undef __tanf
#undef __expf
#undef __exp10f
#undef __logf
#undef __log2f
#undef __log10f
#undef __powf
#undef __sincosf
#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#undef _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#pragma clang force_cuda_host_device end

#include <climits>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <time.h>
#include <utility>

/* Without std:: these are the overloads of C++, too, as for nvcc: isnan(), abs(long), fmax(float).
 * But beta(), legendre() and their like of C++17 stay in std, since programs have variables of such
 * names. */
#pragma push_macro("_GLIBCXX_USE_STD_SPEC_FUNCS")
#undef _GLIBCXX_USE_STD_SPEC_FUNCS
#define _GLIBCXX_USE_STD_SPEC_FUNCS 0
#include <math.h>
#include <stdlib.h>
#pragma pop_macro("_GLIBCXX_USE_STD_SPEC_FUNCS")

#include "cuda_runtime_api.h"
#include "vector_functions.h"

/* Pointers of every type, where C takes void **. */
template <class T> static inline cudaError_t
cudaMalloc (T **address, size_t size)
{
  return cudaMalloc ((void **) address, size);
}

template <class T> static inline cudaError_t
cudaMallocHost (T **address, size_t size, unsigned int flags = 0)
{
  return cudaMallocHost ((void **) address, size, flags);
}

template <class T> static inline cudaError_t
cudaHostAlloc (T **address, size_t size, unsigned int flags)
{
  return cudaHostAlloc ((void **) address, size, flags);
}

template <class T> static inline cudaError_t
cudaMallocManaged (T **address, size_t size, unsigned int flags = cudaMemAttachGlobal)
{
  return cudaMallocManaged ((void **) address, size, flags);
}

template <class T> static inline cudaError_t
cudaMallocPitch (T **address, size_t *pitch, size_t width, size_t height)
{
  return cudaMallocPitch ((void **) address, pitch, width, height);
}

template <class T> static inline cudaError_t
cudaMallocAsync (T **address, size_t size, cudaStream_t stream)
{
  return cudaMallocAsync ((void **) address, size, stream);
}

template <class T> static inline cudaError_t
cudaMallocAsync (T **address, size_t size, cudaMemPool_t pool, cudaStream_t stream)
{
  return cudaMallocFromPoolAsync ((void **) address, size, pool, stream);
}

template <class T> static inline cudaError_t
cudaMallocFromPoolAsync (T **address, size_t size, cudaMemPool_t pool, cudaStream_t stream)
{
  return cudaMallocFromPoolAsync ((void **) address, size, pool, stream);
}

template <class T> static inline cudaError_t
cudaHostGetDevicePointer (T **device, void *host, unsigned int flags)
{
  return cudaHostGetDevicePointer ((void **) device, host, flags);
}

/* Variables by their names. */
template <class T> static inline cudaError_t
cudaMemcpyToSymbol (const T &symbol, const void *from, size_t size, size_t offset = 0,
                    cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
  return cudaMemcpyToSymbol (static_cast<const void *> (&symbol), from, size, offset, kind);
}

template <class T> static inline cudaError_t
cudaMemcpyFromSymbol (void *to, const T &symbol, size_t size, size_t offset = 0,
                      cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
  return cudaMemcpyFromSymbol (to, static_cast<const void *> (&symbol), size, offset, kind);
}

template <class T> static inline cudaError_t
cudaMemcpyToSymbolAsync (const T &symbol, const void *from, size_t size, size_t offset,
                         cudaMemcpyKind kind, cudaStream_t stream = 0)
{
  return cudaMemcpyToSymbolAsync (static_cast<const void *> (&symbol), from, size, offset, kind,
                                  stream);
}

template <class T> static inline cudaError_t
cudaMemcpyFromSymbolAsync (void *to, const T &symbol, size_t size, size_t offset,
                           cudaMemcpyKind kind, cudaStream_t stream = 0)
{
  return cudaMemcpyFromSymbolAsync (to, static_cast<const void *> (&symbol), size, offset, kind,
                                    stream);
}

template <class P, class T> static inline cudaError_t
cudaGetSymbolAddress (P **address, const T &symbol)
{
  return cudaGetSymbolAddress ((void **) address, static_cast<const void *> (&symbol));
}

template <class T> static inline cudaError_t
cudaGetSymbolSize (size_t *size, const T &symbol)
{
  return cudaGetSymbolSize (size, static_cast<const void *> (&symbol));
}

/* Kernels by their names. */
template <class T> static inline cudaError_t
cudaFuncGetAttributes (cudaFuncAttributes *attributes, T *kernel)
{
  return cudaFuncGetAttributes (attributes, reinterpret_cast<const void *> (kernel));
}

template <class T> static inline cudaError_t
cudaFuncSetAttribute (T *kernel, cudaFuncAttribute attribute, int value)
{
  return cudaFuncSetAttribute (reinterpret_cast<const void *> (kernel), attribute, value);
}

template <class T> static inline cudaError_t
cudaFuncSetCacheConfig (T *kernel, cudaFuncCache config)
{
  return cudaFuncSetCacheConfig (reinterpret_cast<const void *> (kernel), config);
}

template <class T> static inline cudaError_t
cudaLaunchKernel (T *kernel, dim3 grid, dim3 block, void **args, size_t shared = 0,
                  cudaStream_t stream = 0)
{
  return cudaLaunchKernel (reinterpret_cast<const void *> (kernel), grid, block, args, shared,
                           stream);
}

template <class T> static inline cudaError_t
cudaLaunchCooperativeKernel (T *kernel, dim3 grid, dim3 block, void **args, size_t shared = 0,
                             cudaStream_t stream = 0)
{
  return cudaLaunchCooperativeKernel (reinterpret_cast<const void *> (kernel), grid, block, args,
                                      shared, stream);
}

template <class... P, class... A> static inline cudaError_t
cudaLaunchKernelEx (const cudaLaunchConfig_t *config, void (*kernel) (P...), A &&...given)
{
  return [&] (P... params)
    {
      void *args[] = { const_cast<void *> (static_cast<const void *> (&params))..., nullptr };

      return cudaLaunchKernelExC (config, reinterpret_cast<const void *> (kernel), args);
    } (std::forward<A> (given)...);
}

template <class T> static inline cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessor (int *blocks, T *kernel, int threads, size_t shared)
{
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor (
      blocks, reinterpret_cast<const void *> (kernel), threads, shared);
}

/* The block with which most threads are resident, the largest of several: blocks are tried from the
 * largest on. */
template <class T, class F> static inline cudaError_t
cudaOccupancyMaxPotentialBlockSizeVariableSMem (int *grid, int *block, T *kernel, F shared,
                                                int limit = 0)
{
  int most = 0, multiprocessors = 0, device = 0, largest = 1024;
  cudaError_t error = cudaGetDevice (&device);

  if (error == cudaSuccess)
    error = cudaDeviceGetAttribute (&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  if (limit > 0 && limit < largest)
    largest = limit;
  for (int threads = largest; threads > 0 && error == cudaSuccess;
       threads -= threads % 32 != 0 ? threads % 32 : 32)
    {
      int blocks = 0;

      error = cudaOccupancyMaxActiveBlocksPerMultiprocessor (&blocks, kernel, threads,
                                                             shared (threads));
      if (blocks * threads > most)
        {
          most = blocks * threads;
          *block = threads;
          *grid = blocks * multiprocessors;
        }
    }
  return error;
}

template <class T> static inline cudaError_t
cudaOccupancyMaxPotentialBlockSize (int *grid, int *block, T *kernel, size_t shared = 0,
                                    int limit = 0)
{
  return cudaOccupancyMaxPotentialBlockSizeVariableSMem (
      grid, block, kernel, [shared] (int) { return shared; }, limit);
}

static inline cudaError_t
cudaEventCreate (cudaEvent_t *event, unsigned int flags)
{
  return cudaEventCreateWithFlags (event, flags);
}

/* As CUDA 13 has them. */
static inline cudaError_t
cudaMemPrefetchAsync (const void *address, size_t size, cudaMemLocation to, unsigned int flags,
                      cudaStream_t stream = 0)
{
  return cudaMemPrefetchAsync (address, size,
                               to.type == cudaMemLocationTypeDevice ? to.id : cudaCpuDeviceId,
                               stream);
}

static inline cudaError_t
cudaMemAdvise (const void *address, size_t size, cudaMemoryAdvise advice, cudaMemLocation of)
{
  return cudaMemAdvise (address, size, advice,
                        of.type == cudaMemLocationTypeDevice ? of.id : cudaCpuDeviceId);
}

/* Channels of a type. */
template <class T> cudaChannelFormatDesc cudaCreateChannelDesc ()
{
  return cudaCreateChannelDesc (0, 0, 0, 0, cudaChannelFormatKindNone);
}

#define GRIDLOOM_CHANNELS(type, bits, kind) \
  template <> inline cudaChannelFormatDesc cudaCreateChannelDesc<type> () \
  { return cudaCreateChannelDesc (bits, 0, 0, 0, cudaChannelFormatKind##kind); }
#define GRIDLOOM_VECTOR_CHANNELS(type, bits, kind) \
  template <> inline cudaChannelFormatDesc cudaCreateChannelDesc<type##1> () \
  { return cudaCreateChannelDesc (bits, 0, 0, 0, cudaChannelFormatKind##kind); } \
  template <> inline cudaChannelFormatDesc cudaCreateChannelDesc<type##2> () \
  { return cudaCreateChannelDesc (bits, bits, 0, 0, cudaChannelFormatKind##kind); } \
  template <> inline cudaChannelFormatDesc cudaCreateChannelDesc<type##4> () \
  { return cudaCreateChannelDesc (bits, bits, bits, bits, cudaChannelFormatKind##kind); }

GRIDLOOM_CHANNELS (char, 8, Signed)
GRIDLOOM_CHANNELS (signed char, 8, Signed)
GRIDLOOM_CHANNELS (unsigned char, 8, Unsigned)
GRIDLOOM_CHANNELS (short, 16, Signed)
GRIDLOOM_CHANNELS (unsigned short, 16, Unsigned)
GRIDLOOM_CHANNELS (int, 32, Signed)
GRIDLOOM_CHANNELS (unsigned int, 32, Unsigned)
GRIDLOOM_CHANNELS (float, 32, Float)
GRIDLOOM_VECTOR_CHANNELS (char, 8, Signed)
GRIDLOOM_VECTOR_CHANNELS (uchar, 8, Unsigned)
GRIDLOOM_VECTOR_CHANNELS (short, 16, Signed)
GRIDLOOM_VECTOR_CHANNELS (ushort, 16, Unsigned)
GRIDLOOM_VECTOR_CHANNELS (int, 32, Signed)
GRIDLOOM_VECTOR_CHANNELS (uint, 32, Unsigned)
GRIDLOOM_VECTOR_CHANNELS (float, 32, Float)
#undef GRIDLOOM_CHANNELS
#undef GRIDLOOM_VECTOR_CHANNELS

static inline cudaExtent
make_cudaExtent (size_t width, size_t height, size_t depth)
{
  return { width, height, depth };
}

static inline cudaPos
make_cudaPos (size_t x, size_t y, size_t z)
{
  return { x, y, z };
}

static inline cudaPitchedPtr
make_cudaPitchedPtr (void *address, size_t pitch, size_t width, size_t height)
{
  return { address, pitch, width, height };
}

#ifdef __CUDA__
#include "gridloom_device.h"

/* The linker's names for the section of managed variables; NULL where there are none. */
extern "C" __attribute__ ((weak, visibility ("hidden"))) char __start_gridloom_managed[];
extern "C" __attribute__ ((weak, visibility ("hidden"))) char __stop_gridloom_managed[];

static __attribute__ ((constructor (101), used)) void
gridloom_find_managed ()
{
  gridloom_register_managed (__start_gridloom_managed, __stop_gridloom_managed);
}
#endif
#endif
