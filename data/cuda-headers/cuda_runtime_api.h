/* cuda_runtime_api.h: the CUDA runtime's interface for C
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "driver_types.h"

#ifdef __CUDA__
#define GRIDLOOM_HOST __attribute__ ((host))
#else
#define GRIDLOOM_HOST
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define GRIDLOOM_ENTRY(state, name, parameters) GRIDLOOM_HOST cudaError_t name parameters;
#include "gridloom_entries.h"
#undef GRIDLOOM_ENTRY

GRIDLOOM_HOST const char *cudaGetErrorName (cudaError_t error);
GRIDLOOM_HOST const char *cudaGetErrorString (cudaError_t error);
GRIDLOOM_HOST struct cudaChannelFormatDesc cudaCreateChannelDesc (int x, int y, int z, int w,
                                                                  enum cudaChannelFormatKind kind);

/* Says once that a function is not supported, and returns cudaErrorNotSupported. */
GRIDLOOM_HOST cudaError_t gridloom_refuse (const char *name);

/* What a compiler calls for a program's own code. */
GRIDLOOM_HOST void  **__cudaRegisterFatBinary (void *wrapper);
GRIDLOOM_HOST void    __cudaRegisterFatBinaryEnd (void **module);
GRIDLOOM_HOST void    __cudaUnregisterFatBinary (void **module);
GRIDLOOM_HOST void    __cudaRegisterFunction (void **module, const char *stub, char *name,
                                              const char *device_name, int threads, uint3 *thread,
                                              uint3 *block, dim3 *blocks, dim3 *grid, int *warp);
GRIDLOOM_HOST void    __cudaRegisterVar (void **module, char *variable, char *name,
                                         const char *device_name, int is_extern, size_t size,
                                         int is_constant, int is_global);
/* Before that: where the host has its managed variables; that it touches memory of the device. */
GRIDLOOM_HOST void    gridloom_register_managed (char *begin, char *end);
GRIDLOOM_HOST void    gridloom_share_memory (void);

/* What an interpreter tells: a function that writes the path of the source file whose line is being
 * run, and returns the number of that line; 0: it is not known. */
GRIDLOOM_HOST void    gridloom_set_place_finder (int (*find) (char *file, int size));

#ifdef __cplusplus
GRIDLOOM_HOST unsigned int __cudaPushCallConfiguration (dim3 grid, dim3 block, size_t shared = 0,
                                                        cudaStream_t stream = 0);
#else
unsigned int __cudaPushCallConfiguration (dim3 grid, dim3 block, size_t shared,
                                          cudaStream_t stream);
#endif
#ifdef __cplusplus
}
#endif

#ifdef __cplusplus
/* A function that does nothing but say its name, whatever it is given. */
#define GRIDLOOM_REFUSE(type, value, name) \
  template <class... A> static inline type name (const A &...) \
  { \
    gridloom_refuse (#name); \
    return value; \
  }
#define REFUSED(name) GRIDLOOM_REFUSE (cudaError_t, cudaErrorNotSupported, name)
#include "gridloom_refused.h"
#else
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wstrict-prototypes"
#define REFUSED(name) \
  static inline cudaError_t name () { return gridloom_refuse (#name); }
#include "gridloom_refused.h"
#pragma GCC diagnostic pop
#endif
#undef REFUSED
