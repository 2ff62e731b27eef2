/* gridloom_entries.h: every entry point of the CUDA runtime that programs may call here
 *
 * GRIDLOOM_ENTRY (state, name, parameters), each of which returns a cudaError_t:
 *   DONE      does what CUDA does
 *   IGNORED   is taken and changes nothing that a program could see, such as a hint on caches
 *
 * cudaFuncGetAttributes() tells registers, static shared memory and local memory of the machine code
 * that NVRTC makes of a program's own source for the simulated device's capability. Of code that a
 * program loads itself, and where NVRTC makes none, they are 0, and occupancy does not count them.
 *
 * What is not here says so at its first call: gridloom_refused.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#ifdef __cplusplus
#define OR(value) = value
#else
#define OR(value)
#endif

#define ARRAY cudaArray_t
#define CONST_ARRAY cudaArray_const_t
#define CHANNELS struct cudaChannelFormatDesc
#define KIND enum cudaMemcpyKind
#define STREAM cudaStream_t

/* -- Memory -- */
GRIDLOOM_ENTRY (DONE, cudaMalloc, (void **address, size_t size))
GRIDLOOM_ENTRY (DONE, cudaMallocManaged, (void **address, size_t size, unsigned int flags OR (1)))
GRIDLOOM_ENTRY (DONE, cudaMallocHost, (void **address, size_t size, unsigned int flags OR (0)))
GRIDLOOM_ENTRY (DONE, cudaHostAlloc, (void **address, size_t size, unsigned int flags))
GRIDLOOM_ENTRY (DONE, cudaMallocPitch, (void **address, size_t *pitch, size_t width, size_t height))
GRIDLOOM_ENTRY (DONE, cudaMalloc3D, (struct cudaPitchedPtr *address, struct cudaExtent extent))
GRIDLOOM_ENTRY (DONE, cudaMallocAsync, (void **address, size_t size, STREAM stream))
GRIDLOOM_ENTRY (DONE, cudaFree, (void *address))
GRIDLOOM_ENTRY (DONE, cudaFreeAsync, (void *address, STREAM stream))
GRIDLOOM_ENTRY (DONE, cudaFreeHost, (void *address))
GRIDLOOM_ENTRY (DONE, cudaHostRegister, (void *address, size_t size, unsigned int flags))
GRIDLOOM_ENTRY (DONE, cudaHostUnregister, (void *address))
GRIDLOOM_ENTRY (DONE, cudaHostGetDevicePointer, (void **device, void *host, unsigned int flags))
GRIDLOOM_ENTRY (DONE, cudaHostGetFlags, (unsigned int *flags, void *host))
GRIDLOOM_ENTRY (DONE, cudaMemGetInfo, (size_t *available, size_t *total))
GRIDLOOM_ENTRY (DONE, cudaPointerGetAttributes, (struct cudaPointerAttributes *attributes, const void *address))
GRIDLOOM_ENTRY (IGNORED, cudaMemPrefetchAsync, (const void *address, size_t size, int device, STREAM stream OR (0)))
GRIDLOOM_ENTRY (IGNORED, cudaMemAdvise, (const void *address, size_t size, enum cudaMemoryAdvise advice, int device))
GRIDLOOM_ENTRY (DONE, cudaMallocFromPoolAsync, (void **address, size_t size, cudaMemPool_t pool, STREAM stream))
GRIDLOOM_ENTRY (DONE, cudaDeviceGetDefaultMemPool, (cudaMemPool_t *pool, int device))
GRIDLOOM_ENTRY (DONE, cudaDeviceGetMemPool, (cudaMemPool_t *pool, int device))
GRIDLOOM_ENTRY (IGNORED, cudaDeviceSetMemPool, (int device, cudaMemPool_t pool))
GRIDLOOM_ENTRY (DONE, cudaMemPoolCreate, (cudaMemPool_t *pool, const struct cudaMemPoolProps *properties))
GRIDLOOM_ENTRY (IGNORED, cudaMemPoolDestroy, (cudaMemPool_t pool))
GRIDLOOM_ENTRY (IGNORED, cudaMemPoolSetAccess, (cudaMemPool_t pool, const struct cudaMemAccessDesc *access, size_t n))
GRIDLOOM_ENTRY (IGNORED, cudaMemPoolSetAttribute, (cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value))
GRIDLOOM_ENTRY (IGNORED, cudaMemPoolTrimTo, (cudaMemPool_t pool, size_t size))

/* -- Copies -- */
GRIDLOOM_ENTRY (DONE, cudaMemcpy, (void *to, const void *from, size_t size, KIND kind))
GRIDLOOM_ENTRY (DONE, cudaMemcpyAsync, (void *to, const void *from, size_t size, KIND kind, STREAM stream OR (0)))
GRIDLOOM_ENTRY (DONE, cudaMemcpyPeer, (void *to, int to_device, const void *from, int from_device, size_t size))
GRIDLOOM_ENTRY (DONE, cudaMemcpyPeerAsync, (void *to, int to_device, const void *from, int from_device, size_t size, STREAM stream OR (0)))
GRIDLOOM_ENTRY (DONE, cudaMemcpy2D, (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, KIND kind))
GRIDLOOM_ENTRY (DONE, cudaMemcpy2DAsync, (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, KIND kind, STREAM stream OR (0)))
GRIDLOOM_ENTRY (DONE, cudaMemcpy3D, (const struct cudaMemcpy3DParms *parms))
GRIDLOOM_ENTRY (DONE, cudaMemcpy3DAsync, (const struct cudaMemcpy3DParms *parms, STREAM stream OR (0)))
GRIDLOOM_ENTRY (DONE, cudaMemset, (void *address, int value, size_t size))
GRIDLOOM_ENTRY (DONE, cudaMemsetAsync, (void *address, int value, size_t size, STREAM stream OR (0)))
GRIDLOOM_ENTRY (DONE, cudaMemset2D, (void *address, size_t pitch, int value, size_t width, size_t height))
GRIDLOOM_ENTRY (DONE, cudaMemset2DAsync, (void *address, size_t pitch, int value, size_t width, size_t height, STREAM stream OR (0)))
GRIDLOOM_ENTRY (DONE, cudaMemset3D, (struct cudaPitchedPtr address, int value, struct cudaExtent extent))
GRIDLOOM_ENTRY (DONE, cudaMemset3DAsync, (struct cudaPitchedPtr address, int value, struct cudaExtent extent, STREAM stream OR (0)))

/* -- Variables of a program -- */
GRIDLOOM_ENTRY (DONE, cudaGetSymbolAddress, (void **address, const void *symbol))
GRIDLOOM_ENTRY (DONE, cudaGetSymbolSize, (size_t *size, const void *symbol))
GRIDLOOM_ENTRY (DONE, cudaMemcpyToSymbol, (const void *symbol, const void *from, size_t size, size_t offset OR (0), KIND kind OR (cudaMemcpyHostToDevice)))
GRIDLOOM_ENTRY (DONE, cudaMemcpyFromSymbol, (void *to, const void *symbol, size_t size, size_t offset OR (0), KIND kind OR (cudaMemcpyDeviceToHost)))
GRIDLOOM_ENTRY (DONE, cudaMemcpyToSymbolAsync, (const void *symbol, const void *from, size_t size, size_t offset, KIND kind, STREAM stream OR (0)))
GRIDLOOM_ENTRY (DONE, cudaMemcpyFromSymbolAsync, (void *to, const void *symbol, size_t size, size_t offset, KIND kind, STREAM stream OR (0)))

/* -- Arrays, textures, surfaces -- */
GRIDLOOM_ENTRY (DONE, cudaMallocArray, (ARRAY *array, const CHANNELS *channels, size_t width, size_t height OR (0), unsigned int flags OR (0)))
GRIDLOOM_ENTRY (DONE, cudaMalloc3DArray, (ARRAY *array, const CHANNELS *channels, struct cudaExtent extent, unsigned int flags OR (0)))
GRIDLOOM_ENTRY (DONE, cudaFreeArray, (ARRAY array))
GRIDLOOM_ENTRY (DONE, cudaArrayGetInfo, (CHANNELS *channels, struct cudaExtent *extent, unsigned int *flags, ARRAY array))
GRIDLOOM_ENTRY (DONE, cudaGetChannelDesc, (CHANNELS *channels, CONST_ARRAY array))
GRIDLOOM_ENTRY (DONE, cudaMemcpyToArray, (ARRAY to, size_t x, size_t y, const void *from, size_t size, KIND kind))
GRIDLOOM_ENTRY (DONE, cudaMemcpyFromArray, (void *to, CONST_ARRAY from, size_t x, size_t y, size_t size, KIND kind))
GRIDLOOM_ENTRY (DONE, cudaMemcpyToArrayAsync, (ARRAY to, size_t x, size_t y, const void *from, size_t size, KIND kind, STREAM stream OR (0)))
GRIDLOOM_ENTRY (DONE, cudaMemcpy2DToArray, (ARRAY to, size_t x, size_t y, const void *from, size_t pitch, size_t width, size_t height, KIND kind))
GRIDLOOM_ENTRY (DONE, cudaMemcpy2DToArrayAsync, (ARRAY to, size_t x, size_t y, const void *from, size_t pitch, size_t width, size_t height, KIND kind, STREAM stream OR (0)))
GRIDLOOM_ENTRY (DONE, cudaMemcpy2DFromArray, (void *to, size_t pitch, CONST_ARRAY from, size_t x, size_t y, size_t width, size_t height, KIND kind))
GRIDLOOM_ENTRY (DONE, cudaCreateTextureObject, (cudaTextureObject_t *object, const struct cudaResourceDesc *resource, const struct cudaTextureDesc *texture, const struct cudaResourceViewDesc *view))
GRIDLOOM_ENTRY (DONE, cudaDestroyTextureObject, (cudaTextureObject_t object))
GRIDLOOM_ENTRY (DONE, cudaCreateSurfaceObject, (cudaSurfaceObject_t *object, const struct cudaResourceDesc *resource))
GRIDLOOM_ENTRY (DONE, cudaDestroySurfaceObject, (cudaSurfaceObject_t object))

/* -- Kernels -- */
GRIDLOOM_ENTRY (DONE, cudaLaunchKernel, (const void *kernel, dim3 grid, dim3 block, void **args, size_t shared, STREAM stream))
GRIDLOOM_ENTRY (DONE, cudaLaunchKernelExC, (const cudaLaunchConfig_t *config, const void *kernel, void **args))
GRIDLOOM_ENTRY (DONE, cudaLaunchCooperativeKernel, (const void *kernel, dim3 grid, dim3 block, void **args, size_t shared OR (0), STREAM stream OR (0)))
GRIDLOOM_ENTRY (DONE, cudaLaunchHostFunc, (STREAM stream, cudaHostFn_t function, void *data))
GRIDLOOM_ENTRY (DONE, cudaFuncGetAttributes, (struct cudaFuncAttributes *attributes, const void *kernel))
GRIDLOOM_ENTRY (DONE, cudaFuncSetAttribute, (const void *kernel, enum cudaFuncAttribute attribute, int value))
GRIDLOOM_ENTRY (IGNORED, cudaFuncSetCacheConfig, (const void *kernel, enum cudaFuncCache config))
GRIDLOOM_ENTRY (IGNORED, cudaFuncSetSharedMemConfig, (const void *kernel, enum cudaSharedMemConfig config))
GRIDLOOM_ENTRY (DONE, cudaOccupancyMaxActiveBlocksPerMultiprocessor, (int *blocks, const void *kernel, int threads, size_t shared))
GRIDLOOM_ENTRY (DONE, cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags, (int *blocks, const void *kernel, int threads, size_t shared, unsigned int flags))
GRIDLOOM_ENTRY (DONE, __cudaPopCallConfiguration, (dim3 *grid, dim3 *block, size_t *shared, void *stream))

/* -- Streams and events -- */
GRIDLOOM_ENTRY (DONE, cudaStreamCreate, (STREAM *stream))
GRIDLOOM_ENTRY (DONE, cudaStreamCreateWithFlags, (STREAM *stream, unsigned int flags))
GRIDLOOM_ENTRY (DONE, cudaStreamCreateWithPriority, (STREAM *stream, unsigned int flags, int priority))
GRIDLOOM_ENTRY (DONE, cudaStreamDestroy, (STREAM stream))
GRIDLOOM_ENTRY (DONE, cudaStreamSynchronize, (STREAM stream))
GRIDLOOM_ENTRY (DONE, cudaStreamQuery, (STREAM stream))
GRIDLOOM_ENTRY (DONE, cudaStreamWaitEvent, (STREAM stream, cudaEvent_t event, unsigned int flags OR (0)))
GRIDLOOM_ENTRY (DONE, cudaStreamAddCallback, (STREAM stream, cudaStreamCallback_t callback, void *data, unsigned int flags))
GRIDLOOM_ENTRY (DONE, cudaStreamGetFlags, (STREAM stream, unsigned int *flags))
GRIDLOOM_ENTRY (DONE, cudaStreamGetPriority, (STREAM stream, int *priority))
GRIDLOOM_ENTRY (IGNORED, cudaStreamSetAttribute, (STREAM stream, cudaStreamAttrID attribute, const cudaStreamAttrValue *value))
GRIDLOOM_ENTRY (IGNORED, cudaStreamAttachMemAsync, (STREAM stream, void *address, size_t size OR (0), unsigned int flags OR (4)))
GRIDLOOM_ENTRY (DONE, cudaStreamIsCapturing, (STREAM stream, enum cudaStreamCaptureStatus *status))
GRIDLOOM_ENTRY (DONE, cudaDeviceGetStreamPriorityRange, (int *least, int *greatest))
GRIDLOOM_ENTRY (DONE, cudaEventCreate, (cudaEvent_t *event))
GRIDLOOM_ENTRY (DONE, cudaEventCreateWithFlags, (cudaEvent_t *event, unsigned int flags))
GRIDLOOM_ENTRY (DONE, cudaEventDestroy, (cudaEvent_t event))
GRIDLOOM_ENTRY (DONE, cudaEventRecord, (cudaEvent_t event, STREAM stream OR (0)))
GRIDLOOM_ENTRY (DONE, cudaEventRecordWithFlags, (cudaEvent_t event, STREAM stream OR (0), unsigned int flags OR (0)))
GRIDLOOM_ENTRY (DONE, cudaEventSynchronize, (cudaEvent_t event))
GRIDLOOM_ENTRY (DONE, cudaEventQuery, (cudaEvent_t event))
GRIDLOOM_ENTRY (DONE, cudaEventElapsedTime, (float *ms, cudaEvent_t start, cudaEvent_t end))

/* -- Devices -- */
GRIDLOOM_ENTRY (DONE, cudaGetDeviceCount, (int *count))
GRIDLOOM_ENTRY (DONE, cudaGetDevice, (int *device))
GRIDLOOM_ENTRY (DONE, cudaSetDevice, (int device))
GRIDLOOM_ENTRY (DONE, cudaGetDeviceProperties, (struct cudaDeviceProp *properties, int device))
GRIDLOOM_ENTRY (DONE, cudaDeviceGetAttribute, (int *value, enum cudaDeviceAttr attribute, int device))
GRIDLOOM_ENTRY (DONE, cudaChooseDevice, (int *device, const struct cudaDeviceProp *properties))
GRIDLOOM_ENTRY (IGNORED, cudaSetValidDevices, (int *devices, int n))
GRIDLOOM_ENTRY (IGNORED, cudaSetDeviceFlags, (unsigned int flags))
GRIDLOOM_ENTRY (DONE, cudaGetDeviceFlags, (unsigned int *flags))
GRIDLOOM_ENTRY (DONE, cudaDeviceReset, (void))
GRIDLOOM_ENTRY (DONE, cudaDeviceSynchronize, (void))
GRIDLOOM_ENTRY (DONE, cudaThreadSynchronize, (void))
GRIDLOOM_ENTRY (DONE, cudaThreadExit, (void))
GRIDLOOM_ENTRY (IGNORED, cudaDeviceSetLimit, (enum cudaLimit limit, size_t value))
GRIDLOOM_ENTRY (DONE, cudaDeviceGetLimit, (size_t *value, enum cudaLimit limit))
GRIDLOOM_ENTRY (IGNORED, cudaDeviceSetCacheConfig, (enum cudaFuncCache config))
GRIDLOOM_ENTRY (DONE, cudaDeviceGetCacheConfig, (enum cudaFuncCache *config))
GRIDLOOM_ENTRY (IGNORED, cudaDeviceSetSharedMemConfig, (enum cudaSharedMemConfig config))
GRIDLOOM_ENTRY (DONE, cudaDeviceGetSharedMemConfig, (enum cudaSharedMemConfig *config))
GRIDLOOM_ENTRY (DONE, cudaDeviceGetPCIBusId, (char *id, int length, int device))
GRIDLOOM_ENTRY (DONE, cudaDeviceCanAccessPeer, (int *can, int device, int peer))
GRIDLOOM_ENTRY (DONE, cudaDeviceGetP2PAttribute, (int *value, enum cudaDeviceP2PAttr attribute, int device, int peer))
GRIDLOOM_ENTRY (DONE, cudaDeviceEnablePeerAccess, (int peer, unsigned int flags))
GRIDLOOM_ENTRY (DONE, cudaDeviceDisablePeerAccess, (int peer))
GRIDLOOM_ENTRY (DONE, cudaDeviceGetByPCIBusId, (int *device, const char *id))
GRIDLOOM_ENTRY (IGNORED, cudaInitDevice, (int device, unsigned int flags, unsigned int set))
GRIDLOOM_ENTRY (IGNORED, cudaCtxResetPersistingL2Cache, (void))
GRIDLOOM_ENTRY (DONE, cudaRuntimeGetVersion, (int *version))
GRIDLOOM_ENTRY (DONE, cudaDriverGetVersion, (int *version))
GRIDLOOM_ENTRY (DONE, cudaGetLastError, (void))
GRIDLOOM_ENTRY (DONE, cudaPeekAtLastError, (void))
GRIDLOOM_ENTRY (IGNORED, cudaProfilerStart, (void))
GRIDLOOM_ENTRY (IGNORED, cudaProfilerStop, (void))

#undef ARRAY
#undef CONST_ARRAY
#undef CHANNELS
#undef KIND
#undef STREAM
#undef OR
