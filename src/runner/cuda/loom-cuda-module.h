#pragma once

#include "loom-cuda-context.h"

#include "loom-kernel-costs.h"
#include "loom-ptx-module.h"

/* A module variable on the device. */
typedef struct
{
  char     *name;               /* in the PTX */
  gpointer  address, pristine;  /* on the device; as the program initialised it */
  gsize     size;
} LoomCudaVariable;

/* PTX that a device has taken, with its variables as they were then. Its context owns it. */
typedef struct
{
  LoomCudaContext *context;
  char            *ptx;
  cudaLibrary_t    library;
  GArray          *variables;   /* (element-type LoomCudaVariable) */
  double           load_ms;
} LoomCudaModule;

LoomCudaModule   *loom_cuda_module_get           (LoomCudaContext  *context,
                                                  LoomPtxModule    *module,
                                                  const char       *ptx,
                                                  GError          **error);
LoomCudaVariable *loom_cuda_module_find_variable (LoomCudaModule   *self,
                                                  const char       *name);
gboolean          loom_cuda_module_restore       (LoomCudaModule   *self,
                                                  GError          **error);
cudaKernel_t      loom_cuda_module_get_kernel    (LoomCudaModule   *self,
                                                  const char       *entry,
                                                  GError          **error);
