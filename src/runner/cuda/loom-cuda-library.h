#pragma once

#include "loom-cuda-api.h"
#include "loom-library-search.h"

#include "loom-error.h"

/* The CUDA runtime, opened once in a process and never closed. From any thread. */
typedef struct
{
#define LOOM_ENTRY(result, entry, arguments) result (*entry) arguments;
  LOOM_CUDART_ENTRIES (LOOM_ENTRY)
#undef LOOM_ENTRY

  LoomLibrary *library;         /* where it was looked for */
  int          runtime, driver; /* versions: 13000 is 13.0; 0: not known */
  int          n_devices;
  GError      *why;             /* nothing can run; else NULL */
  gboolean     may_pass;        /* another process may find it otherwise */
} LoomCuda;

const LoomCuda *loom_cuda_get            (void);
char           *loom_cuda_format_version (int              version);
int             loom_cuda_get_attribute  (const LoomCuda  *self,
                                          enum cudaDeviceAttr attribute,
                                          int              device);
char           *loom_cuda_get_name       (const LoomCuda  *self,
                                          int              device);
guint64         loom_cuda_get_memory     (const LoomCuda  *self,
                                          int              device);

/* What a code of CUDA's means. */
LoomError       loom_cuda_error_code     (cudaError_t      code);
gboolean        loom_cuda_error_is_final (cudaError_t      code);
void            loom_cuda_error_note     (cudaError_t      code);
gboolean        loom_cuda_is_spent       (void);
gboolean        loom_cuda_check          (const LoomCuda  *self,
                                          cudaError_t      code,
                                          const char      *what,
                                          GError         **error);

/* Calls an entry point and makes an error of what it returned, see loom_cuda_check(). owner: what
 * has the runtime as its `cuda`. */
#define LOOM_CUDA_CALL(owner, error, entry, ...) \
  loom_cuda_check ((owner)->cuda, (owner)->cuda->entry (__VA_ARGS__), #entry, (error))
