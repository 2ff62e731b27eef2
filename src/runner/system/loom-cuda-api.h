#pragma once

/* Every entry point of NVRTC and the CUDA runtime that Gridloom uses, written down so that building
 * needs no CUDA: with the types that programs are compiled against (data/cuda-headers), compared
 * with the real headers by tests/runner/compare-cuda-api.py where there are some.
 * LOOM_ENTRY (result, name, (arguments)); seen by loom-*-library.c and loom-nvrtc.c only. */

#include <stddef.h>

#ifndef LOOM_CUDA_API_REAL_TYPES
#include "driver_types.h"

typedef enum
{
  NVRTC_SUCCESS = 0,
  NVRTC_ERROR_OUT_OF_MEMORY = 1,
  NVRTC_ERROR_INVALID_OPTION = 5,
  NVRTC_ERROR_COMPILATION = 6,
} nvrtcResult;

typedef struct _nvrtcProgram *nvrtcProgram;
typedef struct CUlib_st      *cudaLibrary_t;
typedef struct CUkern_st     *cudaKernel_t;

enum cudaJitOption
{
  cudaJitNoOption = 0,
};

enum cudaLibraryOption
{
  cudaLibraryNoOption = 0,
};
#endif

#define LOOM_NVRTC_ENTRIES(LOOM_ENTRY) \
  LOOM_ENTRY (nvrtcResult, nvrtcVersion, (int *major, int *minor)) \
  LOOM_ENTRY (const char *, nvrtcGetErrorString, (nvrtcResult result)) \
  LOOM_ENTRY (nvrtcResult, nvrtcCreateProgram, (nvrtcProgram *program, const char *source, \
                                                const char *name, int n, \
                                                const char * const *headers, \
                                                const char * const *header_names)) \
  LOOM_ENTRY (nvrtcResult, nvrtcDestroyProgram, (nvrtcProgram *program)) \
  LOOM_ENTRY (nvrtcResult, nvrtcAddNameExpression, (nvrtcProgram program, \
                                                    const char * const expression)) \
  LOOM_ENTRY (nvrtcResult, nvrtcCompileProgram, (nvrtcProgram program, int n, \
                                                 const char * const *options)) \
  LOOM_ENTRY (nvrtcResult, nvrtcGetLoweredName, (nvrtcProgram program, \
                                                 const char * const expression, \
                                                 const char **lowered)) \
  LOOM_ENTRY (nvrtcResult, nvrtcGetPTXSize, (nvrtcProgram program, size_t *size)) \
  LOOM_ENTRY (nvrtcResult, nvrtcGetPTX, (nvrtcProgram program, char *ptx)) \
  LOOM_ENTRY (nvrtcResult, nvrtcGetCUBINSize, (nvrtcProgram program, size_t *size)) \
  LOOM_ENTRY (nvrtcResult, nvrtcGetCUBIN, (nvrtcProgram program, char *cubin)) \
  LOOM_ENTRY (nvrtcResult, nvrtcGetProgramLogSize, (nvrtcProgram program, size_t *size)) \
  LOOM_ENTRY (nvrtcResult, nvrtcGetProgramLog, (nvrtcProgram program, char *log))

#define LOOM_CUDART_ENTRIES(LOOM_ENTRY) \
  LOOM_CUDART_DEVICE_ENTRIES (LOOM_ENTRY) \
  LOOM_CUDART_STREAM_ENTRIES (LOOM_ENTRY) \
  LOOM_CUDART_MEMORY_ENTRIES (LOOM_ENTRY) \
  LOOM_CUDART_TEXTURE_ENTRIES (LOOM_ENTRY) \
  LOOM_CUDART_KERNEL_ENTRIES (LOOM_ENTRY)

#define LOOM_CUDART_DEVICE_ENTRIES(LOOM_ENTRY) \
  LOOM_ENTRY (cudaError_t, cudaRuntimeGetVersion, (int *version)) \
  LOOM_ENTRY (cudaError_t, cudaDriverGetVersion, (int *version)) \
  LOOM_ENTRY (const char *, cudaGetErrorName, (cudaError_t error)) \
  LOOM_ENTRY (const char *, cudaGetErrorString, (cudaError_t error)) \
  LOOM_ENTRY (cudaError_t, cudaGetDeviceCount, (int *count)) \
  LOOM_ENTRY (cudaError_t, cudaGetDeviceProperties, (struct cudaDeviceProp *properties, \
                                                     int device)) \
  LOOM_ENTRY (cudaError_t, cudaDeviceGetAttribute, (int *value, enum cudaDeviceAttr attribute, \
                                                    int device)) \
  LOOM_ENTRY (cudaError_t, cudaDeviceGetPCIBusId, (char *id, int length, int device)) \
  LOOM_ENTRY (cudaError_t, cudaSetDevice, (int device)) \
  LOOM_ENTRY (cudaError_t, cudaGetLastError, (void)) \
  LOOM_ENTRY (cudaError_t, cudaDeviceSynchronize, (void)) \
  LOOM_ENTRY (cudaError_t, cudaMemGetInfo, (size_t *available, size_t *total)) \
  LOOM_ENTRY (cudaError_t, cudaDeviceCanAccessPeer, (int *can, int device, int peer)) \
  LOOM_ENTRY (cudaError_t, cudaDeviceEnablePeerAccess, (int peer, unsigned int flags)) \
  LOOM_ENTRY (cudaError_t, cudaDeviceGetStreamPriorityRange, (int *least, int *greatest))

#define LOOM_CUDART_STREAM_ENTRIES(LOOM_ENTRY) \
  LOOM_ENTRY (cudaError_t, cudaStreamCreateWithFlags, (cudaStream_t *stream, unsigned int flags)) \
  LOOM_ENTRY (cudaError_t, cudaStreamCreateWithPriority, (cudaStream_t *stream, \
                                                          unsigned int flags, int priority)) \
  LOOM_ENTRY (cudaError_t, cudaStreamDestroy, (cudaStream_t stream)) \
  LOOM_ENTRY (cudaError_t, cudaStreamWaitEvent, (cudaStream_t stream, cudaEvent_t event, \
                                                 unsigned int flags)) \
  LOOM_ENTRY (cudaError_t, cudaEventCreateWithFlags, (cudaEvent_t *event, unsigned int flags)) \
  LOOM_ENTRY (cudaError_t, cudaEventDestroy, (cudaEvent_t event)) \
  LOOM_ENTRY (cudaError_t, cudaEventRecord, (cudaEvent_t event, cudaStream_t stream)) \
  LOOM_ENTRY (cudaError_t, cudaEventSynchronize, (cudaEvent_t event)) \
  LOOM_ENTRY (cudaError_t, cudaEventElapsedTime, (float *ms, cudaEvent_t start, cudaEvent_t end))

#define LOOM_CUDART_MEMORY_ENTRIES(LOOM_ENTRY) \
  LOOM_ENTRY (cudaError_t, cudaMalloc, (void **address, size_t size)) \
  LOOM_ENTRY (cudaError_t, cudaFree, (void *address)) \
  LOOM_ENTRY (cudaError_t, cudaHostAlloc, (void **address, size_t size, unsigned int flags)) \
  LOOM_ENTRY (cudaError_t, cudaFreeHost, (void *address)) \
  LOOM_ENTRY (cudaError_t, cudaHostGetDevicePointer, (void **device, void *host, \
                                                      unsigned int flags)) \
  LOOM_ENTRY (cudaError_t, cudaMemcpyAsync, (void *to, const void *from, size_t size, \
                                             enum cudaMemcpyKind kind, cudaStream_t stream)) \
  LOOM_ENTRY (cudaError_t, cudaMemcpyPeerAsync, (void *to, int to_device, const void *from, \
                                                 int from_device, size_t size, \
                                                 cudaStream_t stream)) \
  LOOM_ENTRY (cudaError_t, cudaMemsetAsync, (void *address, int value, size_t size, \
                                             cudaStream_t stream))

#define LOOM_CUDART_TEXTURE_ENTRIES(LOOM_ENTRY) \
  LOOM_ENTRY (cudaError_t, cudaMalloc3DArray, (cudaArray_t *array, \
                                               const struct cudaChannelFormatDesc *desc, \
                                               struct cudaExtent extent, unsigned int flags)) \
  LOOM_ENTRY (cudaError_t, cudaFreeArray, (cudaArray_t array)) \
  LOOM_ENTRY (cudaError_t, cudaMemcpy3DAsync, (const struct cudaMemcpy3DParms *parms, \
                                               cudaStream_t stream)) \
  LOOM_ENTRY (cudaError_t, cudaCreateTextureObject, \
              (cudaTextureObject_t *object, const struct cudaResourceDesc *resource, \
               const struct cudaTextureDesc *texture, const struct cudaResourceViewDesc *view)) \
  LOOM_ENTRY (cudaError_t, cudaDestroyTextureObject, (cudaTextureObject_t object)) \
  LOOM_ENTRY (cudaError_t, cudaCreateSurfaceObject, \
              (cudaSurfaceObject_t *object, const struct cudaResourceDesc *resource)) \
  LOOM_ENTRY (cudaError_t, cudaDestroySurfaceObject, (cudaSurfaceObject_t object))

#define LOOM_CUDART_KERNEL_ENTRIES(LOOM_ENTRY) \
  LOOM_ENTRY (cudaError_t, cudaLaunchHostFunc, (cudaStream_t stream, cudaHostFn_t function, \
                                                void *data)) \
  LOOM_ENTRY (cudaError_t, cudaLaunchKernelExC, (const cudaLaunchConfig_t *config, \
                                                 const void *kernel, void **args)) \
  LOOM_ENTRY (cudaError_t, cudaFuncGetAttributes, (struct cudaFuncAttributes *attributes, \
                                                   const void *kernel)) \
  LOOM_ENTRY (cudaError_t, cudaFuncSetAttribute, (const void *kernel, \
                                                  enum cudaFuncAttribute attribute, int value)) \
  LOOM_ENTRY (cudaError_t, cudaOccupancyMaxActiveBlocksPerMultiprocessor, \
              (int *blocks, const void *kernel, int threads, size_t shared)) \
  LOOM_ENTRY (cudaError_t, cudaLibraryLoadData, (cudaLibrary_t *library, const void *code, \
                                                 enum cudaJitOption *options, void **values, \
                                                 unsigned int n, \
                                                 enum cudaLibraryOption *library_options, \
                                                 void **library_values, unsigned int n_library)) \
  LOOM_ENTRY (cudaError_t, cudaLibraryUnload, (cudaLibrary_t library)) \
  LOOM_ENTRY (cudaError_t, cudaLibraryGetKernel, (cudaKernel_t *kernel, cudaLibrary_t library, \
                                                  const char *name)) \
  LOOM_ENTRY (cudaError_t, cudaLibraryGetGlobal, (void **address, size_t *size, \
                                                  cudaLibrary_t library, const char *name))
