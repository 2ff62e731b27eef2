/* loom-cudriver-module.c: CUDA's driver interface: device code that a program loads
 *
 * Code is PTX; what a device would load as a binary cannot run here. The linker takes PTX alone,
 * too, and what it makes is PTX.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-cudriver-private.h"

#include "loom-limits.h"

#include <string.h>

#define MAX_PARAMS 32764        /* bytes that a kernel's parameters may have since CUDA 12 */

struct CUlinkState_st
{
  GString *ptx;
};

static gconstpointer
find_option (unsigned int   n,
             CUjit_option  *options,
             void         **values,
             CUjit_option   option)
{
  for (unsigned int i = 0; i < n; i++)
    if (options[i] == option)
      return values[i];
  return NULL;
}

/* Puts text, and its end, where the caller has room for it. */
static void
put_log (unsigned int   n,
         CUjit_option  *options,
         void         **values,
         const char    *text)
{
  char *buffer = (char *) find_option (n, options, values, CU_JIT_ERROR_LOG_BUFFER);
  const gsize size = (gsize) (guintptr) find_option (n, options, values,
                                                     CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES);

  if (buffer != NULL && size > 0)
    g_strlcpy (buffer, text, size);
}

/* What an image of device code is, where it is no PTX; NULL: it may be. */
static const char *
name_binary (const void *image)
{
  static const struct
  {
    const char *magic, *name;
  } kinds[] = {
    { "\177ELF", "cuModuleLoadData (a binary for one device)" },
    { "\x50\xed\x55\xba", "cuModuleLoadData (a fat binary)" },
    { "\xb1\x43\x62\x46", "cuModuleLoadData (a fat binary)" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (strncmp (image, kinds[i].magic, 4) == 0)
      return kinds[i].name;
  return NULL;
}

CUresult
cuModuleLoadDataEx (CUmodule      *module,
                    const void    *image,
                    unsigned int   n,
                    CUjit_option  *options,
                    void         **values)
{
  g_autofree char *message = NULL;
  LoomCudartModule *loaded;
  cudaError_t error;

  LOOM_CUDRIVER_BEGIN;
  if (module == NULL || image == NULL)
    return CUDA_ERROR_INVALID_VALUE;
  if (name_binary (image) != NULL)
    {
      gridloom_refuse (name_binary (image));
      return CUDA_ERROR_NO_BINARY_FOR_GPU;
    }

  error = _loom_cudart_module_new (image, &loaded, &message);
  if (error != cudaSuccess)
    {
      put_log (n, options, values, message);
      _loom_cudart_warn ("cuModuleLoadData(): %s", message);
      _loom_cudart_module_unload (loaded);
      return _loom_cudriver_answer (error);
    }
  *module = (CUmodule) loaded;
  return CUDA_SUCCESS;
}

CUresult
cuModuleLoadData (CUmodule   *module,
                  const void *image)
{
  return cuModuleLoadDataEx (module, image, 0, NULL, NULL);
}

CUresult
cuModuleLoad (CUmodule   *module,
              const char *path)
{
  g_autofree char *text = NULL;

  if (path == NULL)
    return CUDA_ERROR_INVALID_VALUE;
  return g_file_get_contents (path, &text, NULL, NULL) ? cuModuleLoadData (module, text)
                                                       : CUDA_ERROR_FILE_NOT_FOUND;
}

CUresult
cuModuleUnload (CUmodule module)
{
  CUresult error;

  _loom_cudart_lock ();
  error = _loom_cudriver_answer (_loom_cudart_enter ());
  if (error == CUDA_SUCCESS && !_loom_cudart_module_unload ((LoomCudartModule *) module))
    error = CUDA_ERROR_INVALID_HANDLE;
  _loom_cudart_unlock ();
  return error;
}

CUresult
cuModuleGetFunction (CUfunction *function,
                     CUmodule    module,
                     const char *name)
{
  LOOM_CUDRIVER_BEGIN;
  if (!_loom_cudart_module_is_loaded ((LoomCudartModule *) module))
    return CUDA_ERROR_INVALID_HANDLE;
  if (function == NULL || name == NULL)
    return CUDA_ERROR_INVALID_VALUE;
  *function = (CUfunction) _loom_cudart_module_get_kernel ((LoomCudartModule *) module, name);
  return *function != NULL ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

CUresult
cuModuleGetGlobal_v2 (CUdeviceptr *address,
                      size_t      *size,
                      CUmodule     module,
                      const char  *name)
{
  LoomCudartMemory *memory;
  cudaError_t error;

  LOOM_CUDRIVER_BEGIN;
  if (!_loom_cudart_module_is_loaded ((LoomCudartModule *) module))
    return CUDA_ERROR_INVALID_HANDLE;
  if (name == NULL)
    return CUDA_ERROR_INVALID_VALUE;
  error = _loom_cudart_module_get_variable ((LoomCudartModule *) module, name, &memory);
  if (error != cudaSuccess)
    return _loom_cudriver_answer (error);
  if (address != NULL)
    *address = memory->address;
  if (size != NULL)
    *size = memory->size;
  return CUDA_SUCCESS;
}

/* -- The linker -- */

CUresult
cuLinkCreate_v2 (unsigned int   n,
                 CUjit_option  *options,
                 void         **values,
                 CUlinkState   *state)
{
  LOOM_CUDRIVER_BEGIN;
  *state = g_new (struct CUlinkState_st, 1);
  (*state)->ptx = g_string_new (NULL);
  return CUDA_SUCCESS;
}

/* Whether a line is the first of what linked texts share, and they have it already: compilers write
 * it alike in each text. */
static gboolean
is_shared (GString    *ptx,
           const char *line)
{
  g_autofree char *whole = NULL;

  if (!g_str_has_prefix (line, ".weak ") && !g_str_has_prefix (line, ".common "))
    return FALSE;
  whole = g_strdup_printf ("\n%s\n", line);
  return strstr (ptx->str, whole) != NULL;
}

/* Behind other PTX a text has no heading of its own, and nothing of what both share. */
static void
append_ptx (GString    *ptx,
            const char *text)
{
  static const char * const headings[] = { ".version", ".target", ".address_size" };
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  const gboolean is_first = ptx->len == 0;
  gboolean is_within = FALSE;   /* a function that both share */

  for (guint line = 0; lines[line] != NULL; line++)
    {
      const gboolean begins = !is_first && !is_within && is_shared (ptx, lines[line]);
      gboolean is_left_out = is_within || begins;

      is_within = begins      ? !g_str_has_suffix (lines[line], ";")
                  : is_within ? *lines[line] != '}' && !g_str_equal (lines[line], ";") : FALSE;
      for (guint i = 0; i < G_N_ELEMENTS (headings); i++)
        is_left_out |= !is_first && g_str_has_prefix (lines[line], headings[i]);
      if (!is_left_out)
        g_string_append_printf (ptx, "%s\n", lines[line]);
    }
}

CUresult
cuLinkAddData_v2 (CUlinkState     state,
                  CUjitInputType  type,
                  void           *data,
                  size_t          size,
                  const char     *name,
                  unsigned int    n,
                  CUjit_option   *options,
                  void          **values)
{
  g_autofree char *text = NULL;

  LOOM_CUDRIVER_BEGIN;
  if (state == NULL || data == NULL)
    return CUDA_ERROR_INVALID_VALUE;
  if (type != CU_JIT_INPUT_PTX)
    {
      gridloom_refuse ("cuLinkAddData (other than PTX)");
      return CUDA_ERROR_NO_BINARY_FOR_GPU;
    }
  text = g_strndup (data, size);
  append_ptx (state->ptx, text);
  return CUDA_SUCCESS;
}

/* The library of cooperative groups is taken for granted: the simulator knows what it does. */
CUresult
cuLinkAddFile_v2 (CUlinkState     state,
                  CUjitInputType  type,
                  const char     *path,
                  unsigned int    n,
                  CUjit_option   *options,
                  void          **values)
{
  g_autofree char *name = g_path_get_basename (path), *text = NULL;
  gsize size;

  if (g_str_equal (name, "libcudadevrt.a"))
    return CUDA_SUCCESS;
  return g_file_get_contents (path, &text, &size, NULL)
         ? cuLinkAddData_v2 (state, type, text, size, path, n, options, values)
         : CUDA_ERROR_FILE_NOT_FOUND;
}

CUresult
cuLinkComplete (CUlinkState   state,
                void        **cubin,
                size_t       *size)
{
  LOOM_CUDRIVER_BEGIN;
  *cubin = state->ptx->str;
  if (size != NULL)
    *size = state->ptx->len + 1;
  return CUDA_SUCCESS;
}

CUresult
cuLinkDestroy (CUlinkState state)
{
  LOOM_CUDRIVER_BEGIN;
  g_string_free (state->ptx, TRUE);
  g_free (state);
  return CUDA_SUCCESS;
}

/* -- Kernels -- */

CUresult
cuFuncGetAttribute (int                  *value,
                    CUfunction_attribute  attribute,
                    CUfunction            function)
{
  struct cudaFuncAttributes all = { 0 };
  const CUresult error = LOOM_CUDRIVER_CALL (cudaFuncGetAttributes (&all, function));

  if (error != CUDA_SUCCESS)
    return error;
  switch (attribute)
    {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: *value = all.maxThreadsPerBlock; break;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: *value = (int) all.sharedSizeBytes; break;
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES: *value = (int) all.constSizeBytes; break;
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES: *value = (int) all.localSizeBytes; break;
    case CU_FUNC_ATTRIBUTE_NUM_REGS: *value = all.numRegs; break;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION: *value = all.ptxVersion; break;
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION: *value = all.binaryVersion; break;
    case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA: *value = all.cacheModeCA; break;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
      *value = all.maxDynamicSharedSizeBytes;
      break;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
      *value = all.preferredShmemCarveout;
      break;
    default:
      return CUDA_ERROR_INVALID_VALUE;
    }
  return CUDA_SUCCESS;
}

FORWARD (cuFuncSetAttribute, (CUfunction function, CUfunction_attribute attribute, int value),
         cudaFuncSetAttribute (function, (enum cudaFuncAttribute) attribute, value))
FORWARD (cuFuncSetCacheConfig, (CUfunction function, CUfunc_cache config),
         cudaFuncSetCacheConfig (function, config))
FORWARD (cuFuncSetSharedMemConfig, (CUfunction function, CUsharedconfig config),
         cudaFuncSetSharedMemConfig (function, config))
FORWARD (cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags,
         (int *n, CUfunction function, int threads, size_t shared, unsigned int flags),
         cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags (n, function, threads, shared,
                                                                 flags))

CUresult
cuOccupancyMaxActiveBlocksPerMultiprocessor (int        *n,
                                             CUfunction  function,
                                             int         threads,
                                             size_t      shared)
{
  return cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags (n, function, threads, shared, 0);
}

/* The largest block of whole warps of which a multiprocessor holds the most threads. */
CUresult
cuOccupancyMaxPotentialBlockSizeWithFlags (int                *blocks,
                                           int                *threads,
                                           CUfunction          function,
                                           CUoccupancyB2DSize  get_shared,
                                           size_t              shared,
                                           int                 limit,
                                           unsigned int        flags)
{
  const LoomLimits *limits = loom_limits_get_simulator ();
  const int warp = (int) limits->warp_size, most = (int) limits->threads_per_block;
  int best = 0;

  for (int n = limit > 0 && limit < most ? limit / warp * warp : most; n > 0; n -= warp)
    {
      int active = 0;
      const CUresult error = cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags (
          &active, function, n, get_shared != NULL ? get_shared (n) : shared, flags);

      if (error != CUDA_SUCCESS)
        return error;
      if (active * n > best)
        {
          best = active * n;
          *threads = n;
          *blocks = active * (int) limits->multiprocessors;
        }
    }
  return best > 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult
cuOccupancyMaxPotentialBlockSize (int                *blocks,
                                  int                *threads,
                                  CUfunction          function,
                                  CUoccupancyB2DSize  get_shared,
                                  size_t              shared,
                                  int                 limit)
{
  return cuOccupancyMaxPotentialBlockSizeWithFlags (blocks, threads, function, get_shared, shared,
                                                    limit, 0);
}

/* The address of each argument in a buffer that has all of them as the kernel has its parameters.
 * What is behind its end, such as the gap at the end of a struct, is zero. They lie in "bytes". */
static void **
list_arguments (LoomSim     *sim,
                const char  *entry,
                void       **extra,
                guint8     **bytes)
{
  g_autoptr (GArray) args = g_array_sized_new (TRUE, TRUE, sizeof (void *), 8);
  const guint8 *buffer = NULL;
  gsize has = 0, needed = 0, offset, size;

  for (void **e = extra; *e != CU_LAUNCH_PARAM_END; e += 2)
    if (*e == CU_LAUNCH_PARAM_BUFFER_POINTER)
      buffer = e[1];
    else if (*e == CU_LAUNCH_PARAM_BUFFER_SIZE)
      has = *(const size_t *) e[1];

  for (guint i = 0; loom_sim_get_param (sim, entry, i, &offset, &size); i++)
    needed = offset + size;
  *bytes = g_malloc0 (MAX (needed, 1));
  if (buffer != NULL)
    memcpy (*bytes, buffer, MIN (has, needed));
  for (guint i = 0; loom_sim_get_param (sim, entry, i, &offset, &size); i++)
    {
      guint8 *argument = *bytes + offset;

      g_array_append_val (args, argument);
    }
  return g_memdup2 (args->data, (args->len + 1) * sizeof (void *));
}

static CUresult
launch (CUfunction               function,
        dim3                     grid,
        dim3                     block,
        unsigned int             shared,
        CUstream                 stream,
        void                   **args,
        void                   **extra,
        const LoomCudartCaller  *from)
{
  g_autofree void **listed = NULL;
  g_autofree guint8 *bytes = NULL;
  LoomCudartKernel *kernel;
  cudaError_t error;
  LoomSim *sim;

  LOOM_CUDRIVER_BEGIN;
  kernel = _loom_cudart_kernel_find (function);
  if (kernel == NULL)
    return CUDA_ERROR_INVALID_HANDLE;
  error = _loom_cudart_kernel_load (kernel, &sim);
  if (error != cudaSuccess)
    return _loom_cudriver_answer (error);
  if (args == NULL && extra != NULL)
    args = listed = list_arguments (sim, kernel->name, extra, &bytes);
  return _loom_cudriver_answer (_loom_cudart_launch (function, grid, block, args, shared, stream,
                                                     from));
}

CUresult
cuLaunchKernel (CUfunction     function,
                unsigned int   grid_x,
                unsigned int   grid_y,
                unsigned int   grid_z,
                unsigned int   block_x,
                unsigned int   block_y,
                unsigned int   block_z,
                unsigned int   shared,
                CUstream       stream,
                void         **args,
                void         **extra)
{
  const LoomCudartCaller from = _loom_cudart_caller_find (__builtin_return_address (0));

  return launch (function, (dim3) { grid_x, grid_y, grid_z }, (dim3) { block_x, block_y, block_z },
                 shared, stream, args, extra, &from);
}

CUresult
cuLaunchCooperativeKernel (CUfunction     function,
                           unsigned int   grid_x,
                           unsigned int   grid_y,
                           unsigned int   grid_z,
                           unsigned int   block_x,
                           unsigned int   block_y,
                           unsigned int   block_z,
                           unsigned int   shared,
                           CUstream       stream,
                           void         **args)
{
  const LoomCudartCaller from = _loom_cudart_caller_find (__builtin_return_address (0));

  return launch (function, (dim3) { grid_x, grid_y, grid_z }, (dim3) { block_x, block_y, block_z },
                 shared, stream, args, NULL, &from);
}

/* -- Launches as they were before CUDA 4 -- */

CUresult
cuFuncSetBlockShape (CUfunction function,
                     int        x,
                     int        y,
                     int        z)
{
  LoomCudartKernel *kernel;

  LOOM_CUDRIVER_BEGIN;
  if (x <= 0 || y <= 0 || z <= 0)
    return CUDA_ERROR_INVALID_VALUE;
  kernel = _loom_cudart_kernel_find (function);
  if (kernel == NULL)
    return CUDA_ERROR_INVALID_HANDLE;
  kernel->next.block = (dim3) { (unsigned int) x, (unsigned int) y, (unsigned int) z };
  return CUDA_SUCCESS;
}

CUresult
cuFuncSetSharedSize (CUfunction   function,
                     unsigned int size)
{
  LoomCudartKernel *kernel;

  LOOM_CUDRIVER_BEGIN;
  kernel = _loom_cudart_kernel_find (function);
  if (kernel != NULL)
    kernel->next.shared = size;
  return kernel != NULL ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult
cuParamSetv (CUfunction    function,
             int           offset,
             void         *bytes,
             unsigned int  size)
{
  LoomCudartKernel *kernel;
  GByteArray *params;

  LOOM_CUDRIVER_BEGIN;
  kernel = _loom_cudart_kernel_find (function);
  if (kernel == NULL)
    return CUDA_ERROR_INVALID_HANDLE;
  if (offset < 0 || offset > MAX_PARAMS || size > MAX_PARAMS - (unsigned int) offset)
    return CUDA_ERROR_INVALID_VALUE;
  if (kernel->next.params == NULL)
    kernel->next.params = g_byte_array_new ();
  params = kernel->next.params;
  if (params->len < (guint) offset + size)
    g_byte_array_set_size (params, (guint) offset + size);
  if (size > 0)
    memcpy (params->data + offset, bytes, size);
  return CUDA_SUCCESS;
}

CUresult
cuParamSeti (CUfunction   function,
             int          offset,
             unsigned int value)
{
  return cuParamSetv (function, offset, &value, sizeof value);
}

CUresult
cuParamSetf (CUfunction function,
             int        offset,
             float      value)
{
  return cuParamSetv (function, offset, &value, sizeof value);
}

CUresult
cuParamSetSize (CUfunction   function,
                unsigned int size)
{
  return cuParamSetv (function, (int) MIN (size, G_MAXINT), NULL, 0);
}

static CUresult
launch_next (CUfunction              function,
             dim3                    grid,
             CUstream                stream,
             const LoomCudartCaller *from)
{
  const LoomCudartKernel *kernel = _loom_cudart_kernel_find (function);
  size_t size = kernel != NULL && kernel->next.params != NULL ? kernel->next.params->len : 0;
  void *extra[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, size > 0 ? kernel->next.params->data : NULL,
                    CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END };

  return kernel == NULL ? CUDA_ERROR_INVALID_HANDLE
         : launch (function, grid, kernel->next.block, kernel->next.shared, stream, NULL, extra,
                   from);
}

CUresult
cuLaunch (CUfunction function)
{
  const LoomCudartCaller from = _loom_cudart_caller_find (__builtin_return_address (0));

  return launch_next (function, (dim3) { 1, 1, 1 }, NULL, &from);
}

CUresult
cuLaunchGrid (CUfunction function,
              int        width,
              int        height)
{
  const LoomCudartCaller from = _loom_cudart_caller_find (__builtin_return_address (0));

  return launch_next (function, (dim3) { (unsigned int) width, (unsigned int) height, 1 }, NULL,
                      &from);
}

CUresult
cuLaunchGridAsync (CUfunction function,
                   int        width,
                   int        height,
                   CUstream   stream)
{
  const LoomCudartCaller from = _loom_cudart_caller_find (__builtin_return_address (0));

  return launch_next (function, (dim3) { (unsigned int) width, (unsigned int) height, 1 }, stream,
                      &from);
}
