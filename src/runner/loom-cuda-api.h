#pragma once

/* Every entry point of NVRTC and the CUDA runtime that Gridloom uses: written down here so that
 * building needs no CUDA, and compared with the real headers by tests/runner/compare-cuda-api.py
 * where there are some. LOOM_ENTRY (result, name, (arguments)); seen by loom-*-library.c and
 * loom-nvrtc.c only. */

#include <stddef.h>

#ifndef LOOM_CUDA_API_REAL_TYPES
typedef enum
{
  NVRTC_SUCCESS = 0,
  NVRTC_ERROR_OUT_OF_MEMORY = 1,
  NVRTC_ERROR_INVALID_OPTION = 5,
  NVRTC_ERROR_COMPILATION = 6,
} nvrtcResult;

typedef struct _nvrtcProgram *nvrtcProgram;

typedef enum
{
  cudaSuccess = 0,
  cudaErrorInvalidValue = 1,
  cudaErrorMemoryAllocation = 2,
  cudaErrorInitializationError = 3,
  cudaErrorInvalidConfiguration = 9,
  cudaErrorInsufficientDriver = 35,
  cudaErrorDevicesUnavailable = 46,
  cudaErrorInvalidDeviceFunction = 98,
  cudaErrorNoDevice = 100,
  cudaErrorNoKernelImageForDevice = 209,
  cudaErrorECCUncorrectable = 214,
  cudaErrorInvalidPtx = 218,
  cudaErrorUnsupportedPtxVersion = 222,
  cudaErrorSymbolNotFound = 500,
  cudaErrorIllegalAddress = 700,
  cudaErrorLaunchOutOfResources = 701,
  cudaErrorLaunchTimeout = 702,
  cudaErrorPeerAccessAlreadyEnabled = 704,
  cudaErrorAssert = 710,
  cudaErrorHardwareStackError = 714,
  cudaErrorIllegalInstruction = 715,
  cudaErrorMisalignedAddress = 716,
  cudaErrorInvalidAddressSpace = 717,
  cudaErrorInvalidPc = 718,
  cudaErrorLaunchFailure = 719,
  cudaErrorCooperativeLaunchTooLarge = 720,
  cudaErrorUnknown = 999,
} cudaError_t;

enum cudaDeviceAttr
{
  cudaDevAttrMaxThreadsPerBlock = 1,
  cudaDevAttrMaxBlockDimX = 2,
  cudaDevAttrMaxBlockDimY = 3,
  cudaDevAttrMaxBlockDimZ = 4,
  cudaDevAttrMaxGridDimX = 5,
  cudaDevAttrMaxGridDimY = 6,
  cudaDevAttrMaxGridDimZ = 7,
  cudaDevAttrMaxSharedMemoryPerBlock = 8,
  cudaDevAttrTotalConstantMemory = 9,
  cudaDevAttrWarpSize = 10,
  cudaDevAttrMaxRegistersPerBlock = 12,
  cudaDevAttrClockRate = 13,
  cudaDevAttrMultiProcessorCount = 16,
  cudaDevAttrKernelExecTimeout = 17,
  cudaDevAttrMemoryClockRate = 36,
  cudaDevAttrGlobalMemoryBusWidth = 37,
  cudaDevAttrL2CacheSize = 38,
  cudaDevAttrMaxThreadsPerMultiProcessor = 39,
  cudaDevAttrComputeCapabilityMajor = 75,
  cudaDevAttrComputeCapabilityMinor = 76,
  cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81,
  cudaDevAttrMaxRegistersPerMultiprocessor = 82,
  cudaDevAttrCooperativeLaunch = 95,
  cudaDevAttrMaxSharedMemoryPerBlockOptin = 97,
  cudaDevAttrMaxBlocksPerMultiprocessor = 106,
  cudaDevAttrReservedSharedMemoryPerBlock = 111,
};

enum cudaMemcpyKind
{
  cudaMemcpyHostToDevice = 1,
  cudaMemcpyDeviceToHost = 2,
  cudaMemcpyDeviceToDevice = 3,
};

enum cudaFuncAttribute
{
  cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
};

enum cudaJitOption
{
  cudaJitNoOption = 0,
};

enum cudaLibraryOption
{
  cudaLibraryNoOption = 0,
};

struct cudaDeviceProp;

struct cudaFuncAttributes
{
  size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
  int    maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA;
  int    maxDynamicSharedSizeBytes, preferredShmemCarveout;
  int    rest[32];              /* the versions of CUDA add to it */
};

typedef enum
{
  cudaLaunchAttributeCooperative = 2,
} cudaLaunchAttributeID;

typedef struct
{
  cudaLaunchAttributeID id;
  char                  pad[4];
  union
  {
    char pad[64];
    int  cooperative;
  } val;
} cudaLaunchAttribute;

typedef struct
{
  unsigned int x, y, z;
} dim3;

typedef struct CUstream_st  *cudaStream_t;
typedef struct CUevent_st   *cudaEvent_t;
typedef struct CUlib_st     *cudaLibrary_t;
typedef struct CUkern_st    *cudaKernel_t;
typedef void               (*cudaHostFn_t) (void *data);

typedef struct
{
  dim3                 gridDim, blockDim;
  size_t               dynamicSmemBytes;
  cudaStream_t         stream;
  cudaLaunchAttribute *attrs;
  unsigned int         numAttrs;
} cudaLaunchConfig_t;

typedef struct cudaArray           *cudaArray_t;
typedef struct cudaMipmappedArray  *cudaMipmappedArray_t;
typedef unsigned long long          cudaTextureObject_t;
typedef unsigned long long          cudaSurfaceObject_t;

enum cudaChannelFormatKind
{
  cudaChannelFormatKindSigned = 0,
  cudaChannelFormatKindUnsigned = 1,
  cudaChannelFormatKindFloat = 2,
};

struct cudaChannelFormatDesc
{
  int                        x, y, z, w;
  enum cudaChannelFormatKind f;
};

struct cudaExtent
{
  size_t width, height, depth;
};

struct cudaPos
{
  size_t x, y, z;
};

struct cudaPitchedPtr
{
  void  *ptr;
  size_t pitch, xsize, ysize;
};

struct cudaMemcpy3DParms
{
  cudaArray_t           srcArray;
  struct cudaPos        srcPos;
  struct cudaPitchedPtr srcPtr;
  cudaArray_t           dstArray;
  struct cudaPos        dstPos;
  struct cudaPitchedPtr dstPtr;
  struct cudaExtent     extent;
  enum cudaMemcpyKind   kind;
};

enum cudaResourceType
{
  cudaResourceTypeArray = 0,
  cudaResourceTypeLinear = 2,
};

struct cudaResourceDesc
{
  enum cudaResourceType resType;
  union
  {
    struct
    {
      cudaArray_t array;
    } array;
    struct
    {
      void                        *devPtr;
      struct cudaChannelFormatDesc desc;
      size_t                       sizeInBytes;
    } linear;
    struct
    {
      int reserved[32];
    } reserved;
  } res;
  unsigned int flags;
};

struct cudaResourceViewDesc;

enum cudaTextureAddressMode
{
  cudaAddressModeWrap = 0,
  cudaAddressModeClamp = 1,
  cudaAddressModeMirror = 2,
  cudaAddressModeBorder = 3,
};

enum cudaTextureFilterMode
{
  cudaFilterModePoint = 0,
  cudaFilterModeLinear = 1,
};

enum cudaTextureReadMode
{
  cudaReadModeElementType = 0,
  cudaReadModeNormalizedFloat = 1,
};

struct cudaTextureDesc
{
  enum cudaTextureAddressMode addressMode[3];
  enum cudaTextureFilterMode  filterMode;
  enum cudaTextureReadMode    readMode;
  int                         sRGB;
  float                       borderColor[4];
  int                         normalizedCoords;
  unsigned int                maxAnisotropy;
  enum cudaTextureFilterMode  mipmapFilterMode;
  float                       mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
  int                         disableTrilinearOptimization;
  int                         seamlessCubemap;
};

#define cudaArrayLayered 1
#define cudaArraySurfaceLoadStore 2
#define cudaArrayTextureGather 8
#define cudaHostAllocMapped 2
#define cudaStreamNonBlocking 1
#define cudaEventBlockingSync 1
#define cudaEventDisableTiming 2
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
