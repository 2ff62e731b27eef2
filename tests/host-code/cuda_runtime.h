/* cuda_runtime.h: as much of CUDA as exported programs need, played by the host: for test-host-code.py
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Device memory is memory. A kernel's threads are done one after the other, or, where it has barriers,
 * as threads of this computer, block by block.
 */
#pragma once

#include <barrier>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#define __global__
#define __device__
#define __host__
#define __constant__
#define __shared__ static
#define __forceinline__ inline
#define __launch_bounds__(...)
#define __restrict__

struct uint3 { unsigned int x, y, z; };
struct dim3
{
  unsigned int x, y, z;
  dim3 (unsigned int a = 1, unsigned int b = 1, unsigned int c = 1) : x (a), y (b), z (c) {}
};

#define VECTORS(type, name) \
  struct name##2 { type x, y; }; struct name##3 { type x, y, z; }; struct name##4 { type x, y, z, w; }; \
  inline name##2 make_##name##2 (type x, type y) { return { x, y }; } \
  inline name##3 make_##name##3 (type x, type y, type z) { return { x, y, z }; } \
  inline name##4 make_##name##4 (type x, type y, type z, type w) { return { x, y, z, w }; }
VECTORS (float, float)
VECTORS (double, double)
VECTORS (int, int)
VECTORS (unsigned char, uchar)
VECTORS (short, short)

inline thread_local uint3 threadIdx, blockIdx;
inline dim3 blockDim, gridDim;
inline char stub_shared[1 << 17];
inline std::barrier<> *stub_barrier;
inline std::mutex stub_mutex;

typedef int cudaError_t;
typedef struct stub_stream *cudaStream_t;
typedef struct stub_event *cudaEvent_t;
enum { cudaSuccess = 0 };
enum cudaMemcpyKind { cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice };
enum { cudaEventDisableTiming = 2, cudaFuncAttributeMaxDynamicSharedMemorySize = 8 };

inline const char *cudaGetErrorString (cudaError_t) { return "an error"; }
inline cudaError_t cudaGetLastError () { return cudaSuccess; }
inline cudaError_t cudaDeviceSynchronize () { return cudaSuccess; }
/* what nobody wrote is no zero */
inline cudaError_t
cudaMalloc (void **memory, size_t bytes)
{
  *memory = std::malloc (bytes);
  std::memset (*memory, 0x5a, bytes);
  return cudaSuccess;
}
template <typename T> cudaError_t cudaMalloc (T **memory, size_t bytes)
{
  return cudaMalloc (reinterpret_cast<void **> (memory), bytes);
}
inline cudaError_t cudaFree (void *memory) { std::free (memory); return cudaSuccess; }
inline cudaError_t
cudaMemcpy (void *to, const void *from, size_t bytes, cudaMemcpyKind)
{
  std::memcpy (to, from, bytes);
  return cudaSuccess;
}
inline cudaError_t
cudaMemcpy2DAsync (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                   size_t height, cudaMemcpyKind, cudaStream_t)
{
  for (size_t i = 0; i < height; i++)
    std::memcpy (static_cast<char *> (to) + i * to_pitch,
                 static_cast<const char *> (from) + i * from_pitch, width);
  return cudaSuccess;
}
template <typename T> cudaError_t cudaMemcpyToSymbol (T &to, const void *from, size_t bytes)
{
  std::memcpy ((void *) &to, from, bytes);
  return cudaSuccess;
}
template <typename T> cudaError_t cudaMemcpyFromSymbol (void *to, const T &from, size_t bytes)
{
  std::memcpy (to, (const void *) &from, bytes);
  return cudaSuccess;
}
template <typename T> cudaError_t cudaFuncSetAttribute (T *, int, size_t) { return cudaSuccess; }
inline cudaError_t cudaStreamCreate (cudaStream_t *stream) { *stream = nullptr; return cudaSuccess; }
inline cudaError_t cudaStreamWaitEvent (cudaStream_t, cudaEvent_t, unsigned int) { return cudaSuccess; }
inline cudaError_t cudaEventCreate (cudaEvent_t *event) { *event = nullptr; return cudaSuccess; }
inline cudaError_t
cudaEventCreateWithFlags (cudaEvent_t *event, unsigned int)
{
  *event = nullptr;
  return cudaSuccess;
}
inline cudaError_t cudaEventRecord (cudaEvent_t, cudaStream_t = nullptr) { return cudaSuccess; }
inline cudaError_t cudaEventSynchronize (cudaEvent_t) { return cudaSuccess; }
inline cudaError_t cudaEventDestroy (cudaEvent_t) { return cudaSuccess; }
inline cudaError_t
cudaEventElapsedTime (float *ms, cudaEvent_t, cudaEvent_t)
{
  *ms = 0;
  return cudaSuccess;
}

inline void __syncthreads () { stub_barrier->arrive_and_wait (); }
template <typename T, typename V> T
atomicAdd (T *place, V value)
{
  std::lock_guard<std::mutex> lock (stub_mutex);
  T old = *place;

  *place = old + static_cast<T> (value);
  return old;
}
template <typename T> T min (T a, T b) { return a < b ? a : b; }
template <typename T> T max (T a, T b) { return a > b ? a : b; }

/* A kernel with its arguments, for every thread of the grid. */
inline void
stub_run (dim3 grid, dim3 block, bool has_barriers, const std::function<void ()> &kernel)
{
  const size_t threads = size_t (block.x) * block.y * block.z;

  gridDim = grid;
  blockDim = block;
  for (size_t b = 0; b < size_t (grid.x) * grid.y * grid.z; b++)
    {
      std::barrier<> barrier (static_cast<std::ptrdiff_t> (threads));
      std::vector<std::thread> team;
      auto one = [&] (size_t t)
        {
          blockIdx = { unsigned (b % grid.x), unsigned (b / grid.x % grid.y),
                       unsigned (b / grid.x / grid.y) };
          threadIdx = { unsigned (t % block.x), unsigned (t / block.x % block.y),
                        unsigned (t / block.x / block.y) };
          kernel ();
          if (has_barriers)
            barrier.arrive_and_drop ();
        };

      stub_barrier = &barrier;
      for (size_t t = 0; t < threads; t++)
        if (has_barriers)
          team.emplace_back (one, t);
        else
          one (t);
      for (std::thread &thread : team)
        thread.join ();
    }
}

inline dim3 stub_grid, stub_block;
inline void stub_configure (dim3 grid, dim3 block, size_t = 0, cudaStream_t = nullptr)
{
  stub_grid = grid;
  stub_block = block;
}
