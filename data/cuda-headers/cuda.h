/* cuda.h: CUDA's driver interface, with types and values as CUDA 12 documents them
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cuda_runtime_api.h"

#include <stdint.h>

#define CUDA_VERSION 12090
#define CUDAAPI
#define CU_DEVICE_CPU ((CUdevice) -1)
#define CU_DEVICE_INVALID ((CUdevice) -2)
#define CU_STREAM_LEGACY ((CUstream) 1)
#define CU_STREAM_PER_THREAD ((CUstream) 2)
#define CU_LAUNCH_PARAM_END ((void *) 0)
#define CU_LAUNCH_PARAM_BUFFER_POINTER ((void *) 1)
#define CU_LAUNCH_PARAM_BUFFER_SIZE ((void *) 2)
#define CU_MEMHOSTALLOC_PORTABLE 1
#define CU_MEMHOSTALLOC_DEVICEMAP 2
#define CU_MEMHOSTALLOC_WRITECOMBINED 4
#define CU_MEMHOSTREGISTER_PORTABLE 1
#define CU_MEMHOSTREGISTER_DEVICEMAP 2
#define CUDA_ARRAY3D_LAYERED 1
#define CUDA_ARRAY3D_SURFACE_LDST 2
#define CU_TRSF_READ_AS_INTEGER 1
#define CU_TRSF_NORMALIZED_COORDINATES 2
#define CU_TRSF_SRGB 16

typedef enum cudaError_enum
{
#define GRIDLOOM_DRIVER_ERROR(name, value) name = value,
#include "gridloom_driver_errors.h"
#undef GRIDLOOM_DRIVER_ERROR
} CUresult;

typedef uint64_t cuuint64_t;
typedef uint32_t cuuint32_t;
typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef unsigned long long CUtexObject;
typedef unsigned long long CUsurfObject;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUlinkState_st *CUlinkState;
typedef cudaArray_t CUarray;
typedef struct CUmipmappedArray_st *CUmipmappedArray;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;
typedef struct CUgraph_st *CUgraph;
typedef struct CUgraphNode_st *CUgraphNode;
typedef struct CUgraphExec_st *CUgraphExec;
typedef struct CUuuid_st { char bytes[16]; } CUuuid;
typedef void (*CUstreamCallback) (CUstream stream, CUresult status, void *data);
typedef void (*CUhostFn) (void *data);
typedef size_t (*CUoccupancyB2DSize) (int threads);

/* An attribute has the same number here and in the runtime. */
typedef enum CUdevice_attribute_enum
{
#define SAME(name, runtime) CU_DEVICE_ATTRIBUTE_##name = cudaDevAttr##runtime,
  SAME (MAX_THREADS_PER_BLOCK, MaxThreadsPerBlock)
  SAME (MAX_BLOCK_DIM_X, MaxBlockDimX)
  SAME (MAX_BLOCK_DIM_Y, MaxBlockDimY)
  SAME (MAX_BLOCK_DIM_Z, MaxBlockDimZ)
  SAME (MAX_GRID_DIM_X, MaxGridDimX)
  SAME (MAX_GRID_DIM_Y, MaxGridDimY)
  SAME (MAX_GRID_DIM_Z, MaxGridDimZ)
  SAME (MAX_SHARED_MEMORY_PER_BLOCK, MaxSharedMemoryPerBlock)
  SAME (TOTAL_CONSTANT_MEMORY, TotalConstantMemory)
  SAME (WARP_SIZE, WarpSize)
  SAME (MAX_PITCH, MaxPitch)
  SAME (MAX_REGISTERS_PER_BLOCK, MaxRegistersPerBlock)
  SAME (CLOCK_RATE, ClockRate)
  SAME (TEXTURE_ALIGNMENT, TextureAlignment)
  SAME (GPU_OVERLAP, GpuOverlap)
  SAME (MULTIPROCESSOR_COUNT, MultiProcessorCount)
  SAME (KERNEL_EXEC_TIMEOUT, KernelExecTimeout)
  SAME (INTEGRATED, Integrated)
  SAME (CAN_MAP_HOST_MEMORY, CanMapHostMemory)
  SAME (COMPUTE_MODE, ComputeMode)
  SAME (CONCURRENT_KERNELS, ConcurrentKernels)
  SAME (ECC_ENABLED, EccEnabled)
  SAME (PCI_BUS_ID, PciBusId)
  SAME (PCI_DEVICE_ID, PciDeviceId)
  SAME (MEMORY_CLOCK_RATE, MemoryClockRate)
  SAME (GLOBAL_MEMORY_BUS_WIDTH, GlobalMemoryBusWidth)
  SAME (L2_CACHE_SIZE, L2CacheSize)
  SAME (MAX_THREADS_PER_MULTIPROCESSOR, MaxThreadsPerMultiProcessor)
  SAME (ASYNC_ENGINE_COUNT, AsyncEngineCount)
  SAME (UNIFIED_ADDRESSING, UnifiedAddressing)
  SAME (COMPUTE_CAPABILITY_MAJOR, ComputeCapabilityMajor)
  SAME (COMPUTE_CAPABILITY_MINOR, ComputeCapabilityMinor)
  SAME (STREAM_PRIORITIES_SUPPORTED, StreamPrioritiesSupported)
  SAME (MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, MaxSharedMemoryPerMultiprocessor)
  SAME (MAX_REGISTERS_PER_MULTIPROCESSOR, MaxRegistersPerMultiprocessor)
  SAME (MANAGED_MEMORY, ManagedMemory)
  SAME (CONCURRENT_MANAGED_ACCESS, ConcurrentManagedAccess)
  SAME (COOPERATIVE_LAUNCH, CooperativeLaunch)
  SAME (MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, MaxSharedMemoryPerBlockOptin)
  SAME (MAX_BLOCKS_PER_MULTIPROCESSOR, MaxBlocksPerMultiprocessor)
  SAME (MEMORY_POOLS_SUPPORTED, MemoryPoolsSupported)
#undef SAME
} CUdevice_attribute;

typedef enum CUfunction_attribute_enum
{
  CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0,
  CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1,
  CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES = 2,
  CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES = 3,
  CU_FUNC_ATTRIBUTE_NUM_REGS = 4,
  CU_FUNC_ATTRIBUTE_PTX_VERSION = 5,
  CU_FUNC_ATTRIBUTE_BINARY_VERSION = 6,
  CU_FUNC_ATTRIBUTE_CACHE_MODE_CA = 7,
  CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8,
  CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT = 9,
} CUfunction_attribute;

typedef enum CUpointer_attribute_enum
{
  CU_POINTER_ATTRIBUTE_CONTEXT = 1,
  CU_POINTER_ATTRIBUTE_MEMORY_TYPE = 2,
  CU_POINTER_ATTRIBUTE_DEVICE_POINTER = 3,
  CU_POINTER_ATTRIBUTE_HOST_POINTER = 4,
  CU_POINTER_ATTRIBUTE_IS_MANAGED = 8,
  CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL = 9,
  CU_POINTER_ATTRIBUTE_RANGE_START_ADDR = 11,
  CU_POINTER_ATTRIBUTE_RANGE_SIZE = 12,
} CUpointer_attribute;

typedef enum CUmemorytype_enum
{
  CU_MEMORYTYPE_HOST = 1,
  CU_MEMORYTYPE_DEVICE = 2,
  CU_MEMORYTYPE_ARRAY = 3,
  CU_MEMORYTYPE_UNIFIED = 4,
} CUmemorytype;

typedef enum CUarray_format_enum
{
  CU_AD_FORMAT_UNSIGNED_INT8 = 0x01,
  CU_AD_FORMAT_UNSIGNED_INT16 = 0x02,
  CU_AD_FORMAT_UNSIGNED_INT32 = 0x03,
  CU_AD_FORMAT_SIGNED_INT8 = 0x08,
  CU_AD_FORMAT_SIGNED_INT16 = 0x09,
  CU_AD_FORMAT_SIGNED_INT32 = 0x0a,
  CU_AD_FORMAT_HALF = 0x10,
  CU_AD_FORMAT_FLOAT = 0x20,
} CUarray_format;

typedef enum CUaddress_mode_enum
{
  CU_TR_ADDRESS_MODE_WRAP = 0,
  CU_TR_ADDRESS_MODE_CLAMP = 1,
  CU_TR_ADDRESS_MODE_MIRROR = 2,
  CU_TR_ADDRESS_MODE_BORDER = 3,
} CUaddress_mode;

typedef enum CUfilter_mode_enum
{
  CU_TR_FILTER_MODE_POINT = 0,
  CU_TR_FILTER_MODE_LINEAR = 1,
} CUfilter_mode;

typedef enum CUresourcetype_enum
{
  CU_RESOURCE_TYPE_ARRAY = 0,
  CU_RESOURCE_TYPE_MIPMAPPED_ARRAY = 1,
  CU_RESOURCE_TYPE_LINEAR = 2,
  CU_RESOURCE_TYPE_PITCH2D = 3,
} CUresourcetype;

typedef enum CUctx_flags_enum
{
  CU_CTX_SCHED_AUTO = 0,
  CU_CTX_SCHED_SPIN = 1,
  CU_CTX_SCHED_YIELD = 2,
  CU_CTX_SCHED_BLOCKING_SYNC = 4,
  CU_CTX_MAP_HOST = 8,
} CUctx_flags;

typedef enum CUstream_flags_enum
{
  CU_STREAM_DEFAULT = 0,
  CU_STREAM_NON_BLOCKING = 1,
} CUstream_flags;

typedef enum CUevent_flags_enum
{
  CU_EVENT_DEFAULT = 0,
  CU_EVENT_BLOCKING_SYNC = 1,
  CU_EVENT_DISABLE_TIMING = 2,
} CUevent_flags;

typedef enum CUmemAttach_flags_enum
{
  CU_MEM_ATTACH_GLOBAL = 1,
  CU_MEM_ATTACH_HOST = 2,
  CU_MEM_ATTACH_SINGLE = 4,
} CUmemAttach_flags;

typedef enum CUjit_option_enum
{
  CU_JIT_MAX_REGISTERS = 0,
  CU_JIT_THREADS_PER_BLOCK = 1,
  CU_JIT_WALL_TIME = 2,
  CU_JIT_INFO_LOG_BUFFER = 3,
  CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES = 4,
  CU_JIT_ERROR_LOG_BUFFER = 5,
  CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6,
  CU_JIT_OPTIMIZATION_LEVEL = 7,
  CU_JIT_TARGET_FROM_CUCONTEXT = 8,
  CU_JIT_TARGET = 9,
  CU_JIT_GENERATE_DEBUG_INFO = 11,
  CU_JIT_LOG_VERBOSE = 12,
  CU_JIT_GENERATE_LINE_INFO = 13,
} CUjit_option;

typedef enum CUjitInputType_enum
{
  CU_JIT_INPUT_CUBIN = 0,
  CU_JIT_INPUT_PTX = 1,
  CU_JIT_INPUT_FATBINARY = 2,
  CU_JIT_INPUT_OBJECT = 3,
  CU_JIT_INPUT_LIBRARY = 4,
} CUjitInputType;

typedef enum cudaLimit CUlimit;
#define CU_LIMIT_STACK_SIZE cudaLimitStackSize
#define CU_LIMIT_PRINTF_FIFO_SIZE cudaLimitPrintfFifoSize
#define CU_LIMIT_MALLOC_HEAP_SIZE cudaLimitMallocHeapSize

typedef enum cudaFuncCache CUfunc_cache;
#define CU_FUNC_CACHE_PREFER_NONE cudaFuncCachePreferNone
#define CU_FUNC_CACHE_PREFER_SHARED cudaFuncCachePreferShared
#define CU_FUNC_CACHE_PREFER_L1 cudaFuncCachePreferL1
#define CU_FUNC_CACHE_PREFER_EQUAL cudaFuncCachePreferEqual

typedef enum cudaSharedMemConfig CUsharedconfig;

typedef struct CUDA_MEMCPY2D_st
{
  size_t       srcXInBytes, srcY;
  CUmemorytype srcMemoryType;
  const void  *srcHost;
  CUdeviceptr  srcDevice;
  CUarray      srcArray;
  size_t       srcPitch;
  size_t       dstXInBytes, dstY;
  CUmemorytype dstMemoryType;
  void        *dstHost;
  CUdeviceptr  dstDevice;
  CUarray      dstArray;
  size_t       dstPitch;
  size_t       WidthInBytes, Height;
} CUDA_MEMCPY2D;

typedef struct CUDA_MEMCPY3D_st
{
  size_t       srcXInBytes, srcY, srcZ, srcLOD;
  CUmemorytype srcMemoryType;
  const void  *srcHost;
  CUdeviceptr  srcDevice;
  CUarray      srcArray;
  void        *reserved0;
  size_t       srcPitch, srcHeight;
  size_t       dstXInBytes, dstY, dstZ, dstLOD;
  CUmemorytype dstMemoryType;
  void        *dstHost;
  CUdeviceptr  dstDevice;
  CUarray      dstArray;
  void        *reserved1;
  size_t       dstPitch, dstHeight;
  size_t       WidthInBytes, Height, Depth;
} CUDA_MEMCPY3D;

typedef struct CUDA_ARRAY_DESCRIPTOR_st
{
  size_t         Width, Height;
  CUarray_format Format;
  unsigned int   NumChannels;
} CUDA_ARRAY_DESCRIPTOR;

typedef struct CUDA_ARRAY3D_DESCRIPTOR_st
{
  size_t         Width, Height, Depth;
  CUarray_format Format;
  unsigned int   NumChannels, Flags;
} CUDA_ARRAY3D_DESCRIPTOR;

typedef struct CUDA_RESOURCE_DESC_st
{
  CUresourcetype resType;
  union
  {
    struct { CUarray hArray; } array;
    struct { CUmipmappedArray hMipmappedArray; } mipmap;
    struct
    {
      CUdeviceptr    devPtr;
      CUarray_format format;
      unsigned int   numChannels;
      size_t         sizeInBytes;
    } linear;
    struct
    {
      CUdeviceptr    devPtr;
      CUarray_format format;
      unsigned int   numChannels;
      size_t         width, height, pitchInBytes;
    } pitch2D;
    struct { int reserved[32]; } reserved;
  } res;
  unsigned int flags;
} CUDA_RESOURCE_DESC;

typedef struct CUDA_TEXTURE_DESC_st
{
  CUaddress_mode addressMode[3];
  CUfilter_mode  filterMode;
  unsigned int   flags, maxAnisotropy;
  CUfilter_mode  mipmapFilterMode;
  float          mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
  float          borderColor[4];
  int            reserved[12];
} CUDA_TEXTURE_DESC;

struct CUDA_RESOURCE_VIEW_DESC_st;

#ifdef __cplusplus
extern "C" {
#endif
#define GRIDLOOM_DRIVER(name, parameters) GRIDLOOM_HOST CUresult name parameters;
#include "gridloom_driver.h"
#undef GRIDLOOM_DRIVER
#ifdef __cplusplus
}
#endif

/* Names of which programs mean the newest version. */
#define cuDeviceTotalMem cuDeviceTotalMem_v2
#define cuDevicePrimaryCtxRelease cuDevicePrimaryCtxRelease_v2
#define cuDevicePrimaryCtxReset cuDevicePrimaryCtxReset_v2
#define cuDevicePrimaryCtxSetFlags cuDevicePrimaryCtxSetFlags_v2
#define cuCtxCreate cuCtxCreate_v2
#define cuCtxDestroy cuCtxDestroy_v2
#define cuCtxPushCurrent cuCtxPushCurrent_v2
#define cuCtxPopCurrent cuCtxPopCurrent_v2
#define cuModuleGetGlobal cuModuleGetGlobal_v2
#define cuLinkCreate cuLinkCreate_v2
#define cuLinkAddData cuLinkAddData_v2
#define cuLinkAddFile cuLinkAddFile_v2
#define cuMemGetInfo cuMemGetInfo_v2
#define cuMemAlloc cuMemAlloc_v2
#define cuMemAllocPitch cuMemAllocPitch_v2
#define cuMemAllocHost cuMemAllocHost_v2
#define cuMemFree cuMemFree_v2
#define cuMemHostRegister cuMemHostRegister_v2
#define cuMemHostGetDevicePointer cuMemHostGetDevicePointer_v2
#define cuMemGetAddressRange cuMemGetAddressRange_v2
#define cuMemcpyHtoD cuMemcpyHtoD_v2
#define cuMemcpyHtoDAsync cuMemcpyHtoDAsync_v2
#define cuMemcpyDtoH cuMemcpyDtoH_v2
#define cuMemcpyDtoHAsync cuMemcpyDtoHAsync_v2
#define cuMemcpyDtoD cuMemcpyDtoD_v2
#define cuMemcpyDtoDAsync cuMemcpyDtoDAsync_v2
#define cuMemcpyAtoH cuMemcpyAtoH_v2
#define cuMemcpyHtoA cuMemcpyHtoA_v2
#define cuMemcpyAtoD cuMemcpyAtoD_v2
#define cuMemcpyDtoA cuMemcpyDtoA_v2
#define cuMemcpyAtoA cuMemcpyAtoA_v2
#define cuMemcpy2D cuMemcpy2D_v2
#define cuMemcpy2DUnaligned cuMemcpy2DUnaligned_v2
#define cuMemcpy2DAsync cuMemcpy2DAsync_v2
#define cuMemcpy3D cuMemcpy3D_v2
#define cuMemcpy3DAsync cuMemcpy3DAsync_v2
#define cuMemsetD8 cuMemsetD8_v2
#define cuMemsetD16 cuMemsetD16_v2
#define cuMemsetD32 cuMemsetD32_v2
#define cuMemsetD2D8 cuMemsetD2D8_v2
#define cuMemsetD2D16 cuMemsetD2D16_v2
#define cuMemsetD2D32 cuMemsetD2D32_v2
#define cuArrayCreate cuArrayCreate_v2
#define cuArray3DCreate cuArray3DCreate_v2
#define cuArrayGetDescriptor cuArrayGetDescriptor_v2
#define cuArray3DGetDescriptor cuArray3DGetDescriptor_v2
#define cuStreamDestroy cuStreamDestroy_v2
#define cuEventDestroy cuEventDestroy_v2

#ifdef __cplusplus
#define REFUSED(name, version) GRIDLOOM_REFUSE (CUresult, CUDA_ERROR_NOT_SUPPORTED, name)
#include "gridloom_driver_refused.h"
#undef REFUSED
#endif
