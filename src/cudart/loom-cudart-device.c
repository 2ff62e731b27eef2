/* loom-cudart-device.c: what a program is told of the simulated devices
 *
 * There is one, or as many as the environment's GRIDLOOM_DEVICES says. All are this computer.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-cudart-private.h"

#include "loom-limits.h"

#include <string.h>
#include <unistd.h>

#define CLOCK_KHZ 1500000       /* of no device that there is: programs divide by it */

static _Thread_local int current;

/* The one that this thread of the program works with. */
int
_loom_cudart_get_device (void)
{
  return current;
}

static int
count_devices (void)
{
  const char *text = g_getenv ("GRIDLOOM_DEVICES");

  return text != NULL ? CLAMP (atoi (text), 0, LOOM_CUDART_MAX_DEVICES) : 1;
}

cudaError_t
cudaGetDeviceCount (int *count)
{
  LOOM_CUDART_BEGIN;
  *count = count_devices ();
  return _loom_cudart_leave (*count > 0 ? cudaSuccess : cudaErrorNoDevice);
}

cudaError_t
cudaGetDevice (int *device)
{
  LOOM_CUDART_BEGIN;
  *device = current;
  return cudaSuccess;
}

#define CHECK_DEVICE(device) \
  LOOM_CUDART_BEGIN; \
  if ((device) < 0 || (device) >= count_devices ()) \
    return _loom_cudart_leave (cudaErrorInvalidDevice)

cudaError_t
cudaSetDevice (int device)
{
  CHECK_DEVICE (device);
  current = device;
  return cudaSuccess;
}

cudaError_t
cudaChooseDevice (int                         *device,
                  const struct cudaDeviceProp *properties)
{
  LOOM_CUDART_BEGIN;
  *device = 0;
  return cudaSuccess;
}

/* One figure in one place: the properties are read from the attributes. */
cudaError_t
cudaDeviceGetAttribute (int                 *value,
                        enum cudaDeviceAttr  attribute,
                        int                  device)
{
  const LoomLimits *limits = loom_limits_get_simulator ();

  CHECK_DEVICE (device);
  switch (attribute)
    {
    case cudaDevAttrMaxThreadsPerBlock: *value = (int) limits->threads_per_block; break;
    case cudaDevAttrMaxBlockDimX: *value = (int) limits->block.x; break;
    case cudaDevAttrMaxBlockDimY: *value = (int) limits->block.y; break;
    case cudaDevAttrMaxBlockDimZ: *value = (int) limits->block.z; break;
    case cudaDevAttrMaxGridDimX: *value = (int) limits->grid.x; break;
    case cudaDevAttrMaxGridDimY: *value = (int) limits->grid.y; break;
    case cudaDevAttrMaxGridDimZ: *value = (int) limits->grid.z; break;
    case cudaDevAttrMaxSharedMemoryPerBlock: *value = 48 << 10; break;
    case cudaDevAttrTotalConstantMemory: *value = 64 << 10; break;
    case cudaDevAttrWarpSize: *value = (int) limits->warp_size; break;
    case cudaDevAttrMaxPitch: *value = G_MAXINT; break;
    case cudaDevAttrClockRate: *value = CLOCK_KHZ; break;
    case cudaDevAttrMemoryClockRate: *value = CLOCK_KHZ; break;
    case cudaDevAttrGlobalMemoryBusWidth: *value = 256; break;
    case cudaDevAttrTextureAlignment: *value = 512; break;
    case cudaDevAttrMultiProcessorCount: *value = (int) limits->multiprocessors; break;
    case cudaDevAttrL2CacheSize: *value = 4 << 20; break;
    case cudaDevAttrMaxThreadsPerMultiProcessor:
      *value = (int) limits->threads_per_multiprocessor;
      break;
    case cudaDevAttrMaxRegistersPerBlock:
    case cudaDevAttrMaxRegistersPerMultiprocessor: *value = LOOM_CUDART_REGISTERS; break;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
    case cudaDevAttrMaxSharedMemoryPerBlockOptin: *value = (int) limits->shared_per_block; break;
    case cudaDevAttrMaxBlocksPerMultiprocessor:
      *value = (int) limits->blocks_per_multiprocessor;
      break;
    case cudaDevAttrComputeCapabilityMajor: *value = 7; break;
    case cudaDevAttrComputeCapabilityMinor: *value = 5; break;
    case cudaDevAttrMaxTexture1DWidth:
    case cudaDevAttrMaxTexture2DWidth:
    case cudaDevAttrMaxSurface1DWidth:
    case cudaDevAttrMaxSurface2DWidth: *value = 131072; break;
    case cudaDevAttrMaxTexture2DHeight:
    case cudaDevAttrMaxSurface2DHeight: *value = 65536; break;
    case cudaDevAttrMaxTexture3DWidth:
    case cudaDevAttrMaxTexture3DHeight:
    case cudaDevAttrMaxTexture3DDepth: *value = 16384; break;
    case cudaDevAttrMaxTexture1DLinearWidth: *value = 1 << 28; break;
    case cudaDevAttrTexturePitchAlignment: *value = 32; break;
    case cudaDevAttrHostRegisterSupported:
    case cudaDevAttrAsyncEngineCount:
    case cudaDevAttrGpuOverlap:
    case cudaDevAttrCanMapHostMemory:
    case cudaDevAttrConcurrentKernels:
    case cudaDevAttrUnifiedAddressing:
    case cudaDevAttrStreamPrioritiesSupported:
    case cudaDevAttrManagedMemory:
    case cudaDevAttrConcurrentManagedAccess:
    case cudaDevAttrCooperativeLaunch:
    case cudaDevAttrMemoryPoolsSupported: *value = 1; break;
    case cudaDevAttrPciBusId: *value = device + 1; break;
    default: *value = 0; break;
    }
  return cudaSuccess;
}

static int
get (enum cudaDeviceAttr attribute,
     int                 device)
{
  int value = 0;

  cudaDeviceGetAttribute (&value, attribute, device);
  return value;
}

cudaError_t
cudaGetDeviceProperties (struct cudaDeviceProp *properties,
                         int                    device)
{
  struct cudaDeviceProp *self = properties;

  CHECK_DEVICE (device);
  memset (self, 0, sizeof *self);
  g_snprintf (self->name, sizeof self->name, "Gridloom simulator %d", device);
  self->totalGlobalMem = (size_t) sysconf (_SC_PHYS_PAGES) * (size_t) sysconf (_SC_PAGESIZE);
#define COPY(member, attribute) self->member = get (cudaDevAttr##attribute, device)
  COPY (sharedMemPerBlock, MaxSharedMemoryPerBlock);
  COPY (regsPerBlock, MaxRegistersPerBlock);
  COPY (warpSize, WarpSize);
  COPY (memPitch, MaxPitch);
  COPY (maxThreadsPerBlock, MaxThreadsPerBlock);
  COPY (maxThreadsDim[0], MaxBlockDimX);
  COPY (maxThreadsDim[1], MaxBlockDimY);
  COPY (maxThreadsDim[2], MaxBlockDimZ);
  COPY (maxGridSize[0], MaxGridDimX);
  COPY (maxGridSize[1], MaxGridDimY);
  COPY (maxGridSize[2], MaxGridDimZ);
  COPY (clockRate, ClockRate);
  COPY (totalConstMem, TotalConstantMemory);
  COPY (major, ComputeCapabilityMajor);
  COPY (minor, ComputeCapabilityMinor);
  COPY (textureAlignment, TextureAlignment);
  COPY (deviceOverlap, GpuOverlap);
  COPY (multiProcessorCount, MultiProcessorCount);
  COPY (canMapHostMemory, CanMapHostMemory);
  COPY (concurrentKernels, ConcurrentKernels);
  COPY (pciBusID, PciBusId);
  COPY (asyncEngineCount, AsyncEngineCount);
  COPY (unifiedAddressing, UnifiedAddressing);
  COPY (memoryClockRate, MemoryClockRate);
  COPY (memoryBusWidth, GlobalMemoryBusWidth);
  COPY (l2CacheSize, L2CacheSize);
  COPY (maxThreadsPerMultiProcessor, MaxThreadsPerMultiProcessor);
  COPY (streamPrioritiesSupported, StreamPrioritiesSupported);
  COPY (sharedMemPerMultiprocessor, MaxSharedMemoryPerMultiprocessor);
  COPY (regsPerMultiprocessor, MaxRegistersPerMultiprocessor);
  COPY (managedMemory, ManagedMemory);
  COPY (concurrentManagedAccess, ConcurrentManagedAccess);
  COPY (cooperativeLaunch, CooperativeLaunch);
  COPY (sharedMemPerBlockOptin, MaxSharedMemoryPerBlockOptin);
  COPY (maxBlocksPerMultiProcessor, MaxBlocksPerMultiprocessor);
  COPY (memoryPoolsSupported, MemoryPoolsSupported);
  COPY (texturePitchAlignment, TexturePitchAlignment);
  COPY (maxTexture1D, MaxTexture1DWidth);
  COPY (maxTexture1DLinear, MaxTexture1DLinearWidth);
  COPY (maxTexture2D[0], MaxTexture2DWidth);
  COPY (maxTexture2D[1], MaxTexture2DHeight);
  COPY (maxTexture3D[0], MaxTexture3DWidth);
  COPY (maxTexture3D[1], MaxTexture3DHeight);
  COPY (maxTexture3D[2], MaxTexture3DDepth);
  COPY (maxSurface1D, MaxSurface1DWidth);
  COPY (maxSurface2D[0], MaxSurface2DWidth);
  COPY (maxSurface2D[1], MaxSurface2DHeight);
#undef COPY
  return cudaSuccess;
}

cudaError_t
cudaDeviceGetPCIBusId (char *id,
                       int   length,
                       int   device)
{
  CHECK_DEVICE (device);
  g_snprintf (id, (gulong) length, "0000:%02X:00.0", get (cudaDevAttrPciBusId, device));
  return cudaSuccess;
}

cudaError_t
cudaDeviceGetByPCIBusId (int        *device,
                         const char *id)
{
  char known[32];

  LOOM_CUDART_BEGIN;
  for (*device = 0; *device < count_devices (); (*device)++)
    if (cudaDeviceGetPCIBusId (known, sizeof known, *device) == cudaSuccess &&
        g_ascii_strcasecmp (known, id) == 0)
      return cudaSuccess;
  return _loom_cudart_leave (cudaErrorInvalidDevice);
}

cudaError_t
cudaGetDeviceFlags (unsigned int *flags)
{
  LOOM_CUDART_BEGIN;
  *flags = cudaDeviceMapHost;
  return cudaSuccess;
}

cudaError_t
cudaDeviceSynchronize (void)
{
  LOOM_CUDART_BEGIN;
  return cudaSuccess;
}

cudaError_t
cudaThreadSynchronize (void)
{
  return cudaDeviceSynchronize ();
}

/* Memory stays: a program that resets the device at its end may still print what lies in managed
 * memory. */
cudaError_t
cudaDeviceReset (void)
{
  return cudaDeviceSynchronize ();
}

cudaError_t
cudaThreadExit (void)
{
  return cudaDeviceSynchronize ();
}

cudaError_t
cudaDeviceGetLimit (size_t         *value,
                    enum cudaLimit  limit)
{
  LOOM_CUDART_BEGIN;
  *value = limit == cudaLimitStackSize        ? 1024
           : limit == cudaLimitMallocHeapSize ? 8 << 20
                                              : 1 << 20;
  return cudaSuccess;
}

cudaError_t
cudaDeviceGetCacheConfig (enum cudaFuncCache *config)
{
  LOOM_CUDART_BEGIN;
  *config = cudaFuncCachePreferNone;
  return cudaSuccess;
}

cudaError_t
cudaDeviceGetSharedMemConfig (enum cudaSharedMemConfig *config)
{
  LOOM_CUDART_BEGIN;
  *config = cudaSharedMemBankSizeFourByte;
  return cudaSuccess;
}

/* Access that was enabled. */
static gboolean peers[LOOM_CUDART_MAX_DEVICES][LOOM_CUDART_MAX_DEVICES];

cudaError_t
cudaDeviceCanAccessPeer (int *can,
                         int  device,
                         int  peer)
{
  CHECK_DEVICE (device);
  if (peer < 0 || peer >= count_devices ())
    return _loom_cudart_leave (cudaErrorInvalidDevice);
  *can = device != peer;
  return cudaSuccess;
}

/* Each device reaches all of the others alike: their rank is 0. */
cudaError_t
cudaDeviceGetP2PAttribute (int                    *value,
                           enum cudaDeviceP2PAttr  attribute,
                           int                     device,
                           int                     peer)
{
  cudaError_t error;

  LOOM_CUDART_BEGIN;
  error = device != peer ? cudaDeviceCanAccessPeer (value, device, peer)
                         : _loom_cudart_leave (cudaErrorInvalidDevice);
  if (error == cudaSuccess && attribute == cudaDevP2PAttrPerformanceRank)
    *value = 0;
  return error;
}

static cudaError_t
set_peer (int         peer,
          gboolean    enabled,
          cudaError_t refusal)
{
  CHECK_DEVICE (peer);
  if (peer == current)
    return _loom_cudart_leave (cudaErrorInvalidDevice);
  if (peers[current][peer] == enabled)
    return _loom_cudart_leave (refusal);
  peers[current][peer] = enabled;
  return cudaSuccess;
}

cudaError_t
cudaDeviceEnablePeerAccess (int          peer,
                            unsigned int flags)
{
  return set_peer (peer, TRUE, cudaErrorPeerAccessAlreadyEnabled);
}

cudaError_t
cudaDeviceDisablePeerAccess (int peer)
{
  return set_peer (peer, FALSE, cudaErrorPeerAccessNotEnabled);
}

cudaError_t
cudaRuntimeGetVersion (int *version)
{
  *version = CUDART_VERSION;
  return cudaSuccess;
}

cudaError_t
cudaDriverGetVersion (int *version)
{
  return cudaRuntimeGetVersion (version);
}
