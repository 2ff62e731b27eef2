#pragma once

/* Every entry point of NVRTC, the CUDA driver and the CUDA runtime that Gridloom uses: written down here so that
 * building needs no CUDA, and compared with the real headers by tests/runner/compare-cuda-api.py where there are some.
 * LOOM_ENTRY (result, name, (arguments)); seen by loom-*-library.c and loom-nvrtc.c only. */

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

typedef int CUdevice;

typedef enum
{
  CUDA_SUCCESS = 0,
} CUresult;

typedef enum
{
  cudaSuccess = 0,
} cudaError_t;
#endif

#define LOOM_NVRTC_ENTRIES(LOOM_ENTRY) \
  LOOM_ENTRY (nvrtcResult, nvrtcVersion, (int *major, int *minor)) \
  LOOM_ENTRY (const char *, nvrtcGetErrorString, (nvrtcResult result)) \
  LOOM_ENTRY (nvrtcResult, nvrtcCreateProgram, (nvrtcProgram *program, const char *source, const char *name, int n, \
                                                const char * const *headers, const char * const *header_names)) \
  LOOM_ENTRY (nvrtcResult, nvrtcDestroyProgram, (nvrtcProgram *program)) \
  LOOM_ENTRY (nvrtcResult, nvrtcAddNameExpression, (nvrtcProgram program, const char * const expression)) \
  LOOM_ENTRY (nvrtcResult, nvrtcCompileProgram, (nvrtcProgram program, int n, const char * const *options)) \
  LOOM_ENTRY (nvrtcResult, nvrtcGetLoweredName, (nvrtcProgram program, const char * const expression, \
                                                 const char **lowered)) \
  LOOM_ENTRY (nvrtcResult, nvrtcGetPTXSize, (nvrtcProgram program, size_t *size)) \
  LOOM_ENTRY (nvrtcResult, nvrtcGetPTX, (nvrtcProgram program, char *ptx)) \
  LOOM_ENTRY (nvrtcResult, nvrtcGetProgramLogSize, (nvrtcProgram program, size_t *size)) \
  LOOM_ENTRY (nvrtcResult, nvrtcGetProgramLog, (nvrtcProgram program, char *log))

#define LOOM_DRIVER_ENTRIES(LOOM_ENTRY) \
  LOOM_ENTRY (CUresult, cuInit, (unsigned int flags)) \
  LOOM_ENTRY (CUresult, cuDriverGetVersion, (int *version)) \
  LOOM_ENTRY (CUresult, cuDeviceGetCount, (int *count)) \
  LOOM_ENTRY (CUresult, cuDeviceGetName, (char *name, int length, CUdevice device))

#define LOOM_CUDART_ENTRIES(LOOM_ENTRY) \
  LOOM_ENTRY (cudaError_t, cudaRuntimeGetVersion, (int *version))
