/* gridloom_errors.h: every error of the CUDA runtime
 *
 * GRIDLOOM_ERROR (name, value, text): the value and the sentence as CUDA 12 has them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

GRIDLOOM_ERROR (cudaSuccess, 0, "no error")
GRIDLOOM_ERROR (cudaErrorInvalidValue, 1, "invalid argument")
GRIDLOOM_ERROR (cudaErrorMemoryAllocation, 2, "out of memory")
GRIDLOOM_ERROR (cudaErrorInitializationError, 3, "initialization error")
GRIDLOOM_ERROR (cudaErrorCudartUnloading, 4, "driver shutting down")
GRIDLOOM_ERROR (cudaErrorProfilerDisabled, 5,
                "profiler disabled while using external profiling tool")
GRIDLOOM_ERROR (cudaErrorProfilerNotInitialized, 6,
                "profiler not initialized: call cudaProfilerInitialize()")
GRIDLOOM_ERROR (cudaErrorProfilerAlreadyStarted, 7, "profiler already started")
GRIDLOOM_ERROR (cudaErrorProfilerAlreadyStopped, 8, "profiler already stopped")
GRIDLOOM_ERROR (cudaErrorInvalidConfiguration, 9, "invalid configuration argument")
GRIDLOOM_ERROR (cudaErrorInvalidPitchValue, 12, "invalid pitch argument")
GRIDLOOM_ERROR (cudaErrorInvalidSymbol, 13, "invalid device symbol")
GRIDLOOM_ERROR (cudaErrorInvalidHostPointer, 16, "invalid host pointer")
GRIDLOOM_ERROR (cudaErrorInvalidDevicePointer, 17, "invalid device pointer")
GRIDLOOM_ERROR (cudaErrorInvalidTexture, 18, "invalid texture reference")
GRIDLOOM_ERROR (cudaErrorInvalidTextureBinding, 19, "texture is not bound to a pointer")
GRIDLOOM_ERROR (cudaErrorInvalidChannelDescriptor, 20, "invalid channel descriptor")
GRIDLOOM_ERROR (cudaErrorInvalidMemcpyDirection, 21, "invalid copy direction for memcpy")
GRIDLOOM_ERROR (cudaErrorAddressOfConstant, 22,
                "cannot take the address of a __constant__ variable")
GRIDLOOM_ERROR (cudaErrorTextureFetchFailed, 23, "texture fetch failed")
GRIDLOOM_ERROR (cudaErrorTextureNotBound, 24, "texture is not bound")
GRIDLOOM_ERROR (cudaErrorSynchronizationError, 25, "synchronization error")
GRIDLOOM_ERROR (cudaErrorInvalidFilterSetting, 26,
                "linear filtering not supported for non-float type")
GRIDLOOM_ERROR (cudaErrorInvalidNormSetting, 27,
                "read as normalized float not supported for 32-bit non float type")
GRIDLOOM_ERROR (cudaErrorMixedDeviceExecution, 28,
                "device emulation mode and device execution mode cannot be mixed")
GRIDLOOM_ERROR (cudaErrorNotYetImplemented, 31, "feature not yet implemented")
GRIDLOOM_ERROR (cudaErrorMemoryValueTooLarge, 32,
                "memory size or pointer value too large to fit in 32 bit")
GRIDLOOM_ERROR (cudaErrorInsufficientDriver, 35,
                "CUDA driver version is insufficient for CUDA runtime version")
GRIDLOOM_ERROR (cudaErrorInvalidSurface, 37, "invalid surface reference")
GRIDLOOM_ERROR (cudaErrorDuplicateVariableName, 43,
                "duplicate global variable looked up by string name")
GRIDLOOM_ERROR (cudaErrorDuplicateTextureName, 44,
                "duplicate texture reference looked up by string name")
GRIDLOOM_ERROR (cudaErrorDuplicateSurfaceName, 45,
                "duplicate surface reference looked up by string name")
GRIDLOOM_ERROR (cudaErrorDevicesUnavailable, 46,
                "CUDA-capable device(s) is/are busy or unavailable")
GRIDLOOM_ERROR (cudaErrorIncompatibleDriverContext, 49, "incompatible driver context")
GRIDLOOM_ERROR (cudaErrorMissingConfiguration, 52, "__global__ function call is not configured")
GRIDLOOM_ERROR (cudaErrorPriorLaunchFailure, 53, "unspecified launch failure in prior launch")
GRIDLOOM_ERROR (cudaErrorLaunchMaxDepthExceeded, 65,
                "launch would exceed maximum depth of nested launches")
GRIDLOOM_ERROR (cudaErrorLaunchFileScopedTex, 66,
                "launch failed because kernel uses unsupported, file-scoped textures")
GRIDLOOM_ERROR (cudaErrorLaunchFileScopedSurf, 67,
                "launch failed because kernel uses unsupported, file-scoped surfaces")
GRIDLOOM_ERROR (cudaErrorSyncDepthExceeded, 68,
                "cudaDeviceSynchronize failed because it exceeds maximum depth")
GRIDLOOM_ERROR (cudaErrorLaunchPendingCountExceeded, 69,
                "launch failed because it exceeds maximum pending launch count")
GRIDLOOM_ERROR (cudaErrorInvalidDeviceFunction, 98, "invalid device function")
GRIDLOOM_ERROR (cudaErrorNoDevice, 100, "no CUDA-capable device is detected")
GRIDLOOM_ERROR (cudaErrorInvalidDevice, 101, "invalid device ordinal")
GRIDLOOM_ERROR (cudaErrorStartupFailure, 127, "startup failure in cuda runtime")
GRIDLOOM_ERROR (cudaErrorInvalidKernelImage, 200, "device kernel image is invalid")
GRIDLOOM_ERROR (cudaErrorDeviceUninitialized, 201, "invalid device context")
GRIDLOOM_ERROR (cudaErrorMapBufferObjectFailed, 205, "mapping of buffer object failed")
GRIDLOOM_ERROR (cudaErrorUnmapBufferObjectFailed, 206, "unmapping of buffer object failed")
GRIDLOOM_ERROR (cudaErrorArrayIsMapped, 207, "array is mapped")
GRIDLOOM_ERROR (cudaErrorAlreadyMapped, 208, "resource already mapped")
GRIDLOOM_ERROR (cudaErrorNoKernelImageForDevice, 209,
                "no kernel image is available for execution on the device")
GRIDLOOM_ERROR (cudaErrorAlreadyAcquired, 210, "resource already acquired")
GRIDLOOM_ERROR (cudaErrorNotMapped, 211, "resource not mapped")
GRIDLOOM_ERROR (cudaErrorNotMappedAsArray, 212, "resource not mapped as array")
GRIDLOOM_ERROR (cudaErrorNotMappedAsPointer, 213, "resource not mapped as pointer")
GRIDLOOM_ERROR (cudaErrorECCUncorrectable, 214, "uncorrectable ECC error encountered")
GRIDLOOM_ERROR (cudaErrorUnsupportedLimit, 215, "limit is not supported on this architecture")
GRIDLOOM_ERROR (cudaErrorDeviceAlreadyInUse, 216,
                "exclusive-thread device already in use by a different thread")
GRIDLOOM_ERROR (cudaErrorPeerAccessUnsupported, 217,
                "peer access is not supported between these two devices")
GRIDLOOM_ERROR (cudaErrorInvalidPtx, 218, "a PTX JIT compilation failed")
GRIDLOOM_ERROR (cudaErrorInvalidGraphicsContext, 219, "invalid OpenGL or DirectX context")
GRIDLOOM_ERROR (cudaErrorNvlinkUncorrectable, 220,
                "uncorrectable NVLink error detected during the execution")
GRIDLOOM_ERROR (cudaErrorJitCompilerNotFound, 221, "PTX JIT compiler library not found")
GRIDLOOM_ERROR (cudaErrorUnsupportedPtxVersion, 222,
                "the provided PTX was compiled with an unsupported toolchain.")
GRIDLOOM_ERROR (cudaErrorInvalidSource, 300, "device kernel image is invalid")
GRIDLOOM_ERROR (cudaErrorFileNotFound, 301, "file not found")
GRIDLOOM_ERROR (cudaErrorSharedObjectSymbolNotFound, 302, "shared object symbol not found")
GRIDLOOM_ERROR (cudaErrorSharedObjectInitFailed, 303, "shared object initialization failed")
GRIDLOOM_ERROR (cudaErrorOperatingSystem, 304,
                "OS call failed or operation not supported on this OS")
GRIDLOOM_ERROR (cudaErrorInvalidResourceHandle, 400, "invalid resource handle")
GRIDLOOM_ERROR (cudaErrorIllegalState, 401,
                "the operation cannot be performed in the present state")
GRIDLOOM_ERROR (cudaErrorSymbolNotFound, 500, "named symbol not found")
GRIDLOOM_ERROR (cudaErrorNotReady, 600, "device not ready")
GRIDLOOM_ERROR (cudaErrorIllegalAddress, 700, "an illegal memory access was encountered")
GRIDLOOM_ERROR (cudaErrorLaunchOutOfResources, 701, "too many resources requested for launch")
GRIDLOOM_ERROR (cudaErrorLaunchTimeout, 702, "the launch timed out and was terminated")
GRIDLOOM_ERROR (cudaErrorLaunchIncompatibleTexturing, 703,
                "launch uses incompatible texturing mode")
GRIDLOOM_ERROR (cudaErrorPeerAccessAlreadyEnabled, 704, "peer access is already enabled")
GRIDLOOM_ERROR (cudaErrorPeerAccessNotEnabled, 705, "peer access has not been enabled")
GRIDLOOM_ERROR (cudaErrorSetOnActiveProcess, 708,
                "cannot set while device is active in this process")
GRIDLOOM_ERROR (cudaErrorContextIsDestroyed, 709, "context is destroyed")
GRIDLOOM_ERROR (cudaErrorAssert, 710, "device-side assert triggered")
GRIDLOOM_ERROR (cudaErrorTooManyPeers, 711, "peer mapping resources exhausted")
GRIDLOOM_ERROR (cudaErrorHostMemoryAlreadyRegistered, 712,
                "part or all of the requested memory range is already mapped")
GRIDLOOM_ERROR (cudaErrorHostMemoryNotRegistered, 713,
                "pointer does not correspond to a registered memory region")
GRIDLOOM_ERROR (cudaErrorHardwareStackError, 714, "hardware stack error")
GRIDLOOM_ERROR (cudaErrorIllegalInstruction, 715, "an illegal instruction was encountered")
GRIDLOOM_ERROR (cudaErrorMisalignedAddress, 716, "misaligned address")
GRIDLOOM_ERROR (cudaErrorInvalidAddressSpace, 717,
                "operation not supported on global/shared address space")
GRIDLOOM_ERROR (cudaErrorInvalidPc, 718, "invalid program counter")
GRIDLOOM_ERROR (cudaErrorLaunchFailure, 719, "unspecified launch failure")
GRIDLOOM_ERROR (cudaErrorCooperativeLaunchTooLarge, 720, "too many blocks in cooperative launch")
GRIDLOOM_ERROR (cudaErrorNotPermitted, 800, "operation not permitted")
GRIDLOOM_ERROR (cudaErrorNotSupported, 801, "operation not supported")
GRIDLOOM_ERROR (cudaErrorSystemNotReady, 802, "system not yet initialized")
GRIDLOOM_ERROR (cudaErrorSystemDriverMismatch, 803,
                "system has unsupported display driver / cuda driver combination")
GRIDLOOM_ERROR (cudaErrorStreamCaptureUnsupported, 900,
                "operation not permitted when stream is capturing")
GRIDLOOM_ERROR (cudaErrorStreamCaptureInvalidated, 901,
                "operation failed due to a previous error during capture")
GRIDLOOM_ERROR (cudaErrorStreamCaptureUnmatched, 903, "capture was not initiated in this stream")
GRIDLOOM_ERROR (cudaErrorStreamCaptureUnjoined, 904, "capturing stream has unjoined work")
GRIDLOOM_ERROR (cudaErrorStreamCaptureIsolation, 905,
                "dependency created on uncaptured work in another stream")
GRIDLOOM_ERROR (cudaErrorGraphExecUpdateFailure, 910,
                "the graph update was not performed because it included changes which "
                "violated constraints specific to instantiated graph update")
GRIDLOOM_ERROR (cudaErrorUnknown, 999, "unknown error")
GRIDLOOM_ERROR (cudaErrorApiFailureBase, 10000, "api failure base")
