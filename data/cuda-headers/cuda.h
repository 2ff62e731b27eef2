/* cuda.h: the types of CUDA's driver interface, whose functions say their name at the first call
 *
 * Most programs that include it call the runtime alone.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cuda_runtime_api.h"

#include <stdint.h>

#define CUDA_VERSION 12090
#define CUDAAPI
#define CU_DEVICE_CPU ((CUdevice) -1)
#define CU_DEVICE_INVALID ((CUdevice) -2)

typedef enum cudaError_enum
{
  CUDA_SUCCESS = 0,
  CUDA_ERROR_INVALID_VALUE = 1,
  CUDA_ERROR_OUT_OF_MEMORY = 2,
  CUDA_ERROR_NOT_INITIALIZED = 3,
  CUDA_ERROR_DEINITIALIZED = 4,
  CUDA_ERROR_NO_DEVICE = 100,
  CUDA_ERROR_INVALID_DEVICE = 101,
  CUDA_ERROR_INVALID_IMAGE = 200,
  CUDA_ERROR_INVALID_CONTEXT = 201,
  CUDA_ERROR_NO_BINARY_FOR_GPU = 209,
  CUDA_ERROR_INVALID_SOURCE = 300,
  CUDA_ERROR_FILE_NOT_FOUND = 301,
  CUDA_ERROR_INVALID_HANDLE = 400,
  CUDA_ERROR_NOT_FOUND = 500,
  CUDA_ERROR_NOT_READY = 600,
  CUDA_ERROR_ILLEGAL_ADDRESS = 700,
  CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES = 701,
  CUDA_ERROR_LAUNCH_FAILED = 719,
  CUDA_ERROR_NOT_SUPPORTED = 801,
  CUDA_ERROR_UNKNOWN = 999,
} CUresult;

typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef unsigned long long CUtexObject;
typedef unsigned long long CUsurfObject;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUarray_st *CUarray;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;
typedef struct CUgraph_st *CUgraph;
typedef struct CUgraphNode_st *CUgraphNode;
typedef struct CUgraphExec_st *CUgraphExec;

/* The driver's numbers of errors are the runtime's. */
static inline CUresult
cuGetErrorName (CUresult error, const char **name)
{
  *name = cudaGetErrorName ((cudaError_t) error);
  return CUDA_SUCCESS;
}

static inline CUresult
cuGetErrorString (CUresult error, const char **text)
{
  *text = cudaGetErrorString ((cudaError_t) error);
  return CUDA_SUCCESS;
}

#ifdef __cplusplus
#define REFUSED(name) GRIDLOOM_REFUSE (CUresult, CUDA_ERROR_NOT_SUPPORTED, name)
REFUSED (cuInit) REFUSED (cuDriverGetVersion) REFUSED (cuDeviceGet) REFUSED (cuDeviceGetCount)
REFUSED (cuDeviceGetName) REFUSED (cuDeviceGetAttribute) REFUSED (cuDeviceTotalMem)
REFUSED (cuDeviceComputeCapability) REFUSED (cuDevicePrimaryCtxRetain)
REFUSED (cuDevicePrimaryCtxRelease) REFUSED (cuCtxCreate) REFUSED (cuCtxDestroy)
REFUSED (cuCtxGetCurrent) REFUSED (cuCtxSetCurrent) REFUSED (cuCtxPushCurrent)
REFUSED (cuCtxPopCurrent) REFUSED (cuCtxGetDevice) REFUSED (cuCtxSynchronize) REFUSED (cuModuleLoad)
REFUSED (cuModuleLoadData) REFUSED (cuModuleLoadDataEx) REFUSED (cuModuleLoadFatBinary)
REFUSED (cuModuleUnload) REFUSED (cuModuleGetFunction) REFUSED (cuModuleGetGlobal)
REFUSED (cuLaunchKernel) REFUSED (cuLaunchKernelEx) REFUSED (cuFuncGetAttribute)
REFUSED (cuFuncSetAttribute) REFUSED (cuOccupancyMaxActiveBlocksPerMultiprocessor)
REFUSED (cuMemAlloc) REFUSED (cuMemAllocHost) REFUSED (cuMemAllocManaged) REFUSED (cuMemAllocPitch)
REFUSED (cuMemHostAlloc) REFUSED (cuMemFree) REFUSED (cuMemFreeHost) REFUSED (cuMemGetInfo)
REFUSED (cuMemGetAddressRange) REFUSED (cuMemcpy) REFUSED (cuMemcpyAsync) REFUSED (cuMemcpyHtoD)
REFUSED (cuMemcpyDtoH) REFUSED (cuMemcpyDtoD) REFUSED (cuMemcpyHtoDAsync)
REFUSED (cuMemcpyDtoHAsync) REFUSED (cuMemcpyDtoDAsync) REFUSED (cuMemcpy2D) REFUSED (cuMemcpy3D)
REFUSED (cuMemsetD8) REFUSED (cuMemsetD16) REFUSED (cuMemsetD32) REFUSED (cuMemsetD8Async)
REFUSED (cuMemsetD32Async) REFUSED (cuMemCreate) REFUSED (cuMemRelease) REFUSED (cuMemMap)
REFUSED (cuMemUnmap) REFUSED (cuMemSetAccess) REFUSED (cuMemAddressReserve)
REFUSED (cuMemAddressFree) REFUSED (cuMemGetAllocationGranularity) REFUSED (cuPointerGetAttribute)
REFUSED (cuStreamCreate) REFUSED (cuStreamDestroy) REFUSED (cuStreamSynchronize)
REFUSED (cuStreamWaitEvent) REFUSED (cuStreamWaitValue32) REFUSED (cuStreamWriteValue32)
REFUSED (cuEventCreate) REFUSED (cuEventDestroy) REFUSED (cuEventRecord)
REFUSED (cuEventSynchronize) REFUSED (cuEventElapsedTime) REFUSED (cuTensorMapEncodeTiled)
#undef REFUSED
#endif
