/* loom-cudriver.c: CUDA's driver interface: its errors, devices and contexts
 *
 * It is the same machine as that of the runtime. Interpreters and libraries find it by the name
 * libcuda.so.1.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-cudriver-private.h"

#include <dlfcn.h>

struct CUctx_st
{
  int          device;
  unsigned int flags;
  guint        uses;            /* of the primary context, or of one that was attached to */
  gboolean     is_primary;
};

static gboolean is_ready;
static struct CUctx_st primary[LOOM_CUDART_MAX_DEVICES];

/* The contexts of a thread; the last one is current. */
static GPrivate stacks = G_PRIVATE_INIT ((GDestroyNotify) g_ptr_array_unref);

static GPtrArray *
get_stack (void)
{
  if (g_private_get (&stacks) == NULL)
    g_private_set (&stacks, g_ptr_array_new ());
  return g_private_get (&stacks);
}

static CUcontext
get_current (void)
{
  GPtrArray *stack = get_stack ();

  return stack->len > 0 ? stack->pdata[stack->len - 1] : NULL;
}

/* The runtime's current device follows the context. */
static void
follow_stack (void)
{
  if (get_current () != NULL)
    cudaSetDevice (get_current ()->device);
}

/* Whether functions that need a context may be called by this thread. */
CUresult
_loom_cudriver_check (void)
{
  return !is_ready                 ? CUDA_ERROR_NOT_INITIALIZED
         : get_current () == NULL ? CUDA_ERROR_INVALID_CONTEXT
                                   : CUDA_SUCCESS;
}

/* An error of the runtime as the driver has it: most have the same number. */
CUresult
_loom_cudriver_answer (cudaError_t error)
{
  switch ((int) error)
    {
    case cudaErrorInvalidConfiguration:
    case cudaErrorInvalidPitchValue:
    case cudaErrorInvalidMemcpyDirection:
    case cudaErrorInvalidChannelDescriptor:
      return CUDA_ERROR_INVALID_VALUE;
    case cudaErrorInvalidDeviceFunction:
      return CUDA_ERROR_INVALID_HANDLE;
    case cudaErrorInvalidSymbol:
      return CUDA_ERROR_NOT_FOUND;
    default:
      return (CUresult) error;
    }
}

static const struct
{
  CUresult    error;
  const char *name;
} errors[] = {
#define GRIDLOOM_DRIVER_ERROR(name, value) { name, #name },
#include "gridloom_driver_errors.h"
#undef GRIDLOOM_DRIVER_ERROR
};

CUresult
cuGetErrorName (CUresult     error,
                const char **name)
{
  for (guint i = 0; i < G_N_ELEMENTS (errors); i++)
    if (errors[i].error == error)
      {
        *name = errors[i].name;
        return CUDA_SUCCESS;
      }
  *name = NULL;
  return CUDA_ERROR_INVALID_VALUE;
}

CUresult
cuGetErrorString (CUresult     error,
                  const char **text)
{
  const char *name;

  *text = cuGetErrorName (error, &name) == CUDA_SUCCESS
          ? cudaGetErrorString ((cudaError_t) error) : NULL;
  return *text != NULL ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult
cuInit (unsigned int flags)
{
  int n;
  const cudaError_t error = cudaGetDeviceCount (&n);

  if (flags != 0)
    return CUDA_ERROR_INVALID_VALUE;
  is_ready = error == cudaSuccess;
  return _loom_cudriver_answer (error);
}

CUresult
cuDriverGetVersion (int *version)
{
  return version != NULL ? _loom_cudriver_answer (cudaDriverGetVersion (version))
                         : CUDA_ERROR_INVALID_VALUE;
}

/* The newest version of a function that is there, refused ones too. */
CUresult
cuGetProcAddress_v2 (const char  *name,
                     void       **function,
                     int          version,
                     cuuint64_t   flags,
                     int         *status)
{
  static const char * const versions[] = { "_v2", "" };

  *function = NULL;
  for (guint i = 0; i < G_N_ELEMENTS (versions) && *function == NULL; i++)
    {
      g_autofree char *versioned = g_strconcat (name, versions[i], NULL);
      Dl_info own;

      if (dladdr ((gpointer) cuInit, &own) != 0)
        {
          void *library = dlopen (own.dli_fname, RTLD_LAZY | RTLD_NOLOAD);

          *function = library != NULL ? dlsym (library, versioned) : NULL;
          if (library != NULL)
            dlclose (library);
        }
    }
  if (status != NULL)
    *status = *function != NULL ? 0 : 1;
  return *function != NULL ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

CUresult
cuGetProcAddress (const char  *name,
                  void       **function,
                  int          version,
                  cuuint64_t   flags)
{
  return cuGetProcAddress_v2 (name, function, version, flags, NULL);
}

/* -- Devices -- */

static CUresult
check_device (CUdevice device)
{
  int n = 0;

  if (!is_ready)
    return CUDA_ERROR_NOT_INITIALIZED;
  cudaGetDeviceCount (&n);
  return device >= 0 && device < n ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

#define CHECK_DEVICE(device) \
  if (check_device (device) != CUDA_SUCCESS) \
    return check_device (device)

CUresult
cuDeviceGetCount (int *n)
{
  return is_ready ? _loom_cudriver_answer (cudaGetDeviceCount (n)) : CUDA_ERROR_NOT_INITIALIZED;
}

CUresult
cuDeviceGet (CUdevice *device,
             int       index)
{
  CHECK_DEVICE (index);
  *device = index;
  return CUDA_SUCCESS;
}

CUresult
cuDeviceGetName (char     *name,
                 int       size,
                 CUdevice  device)
{
  struct cudaDeviceProp properties;

  CHECK_DEVICE (device);
  cudaGetDeviceProperties (&properties, device);
  g_strlcpy (name, properties.name, (gsize) MAX (size, 1));
  return CUDA_SUCCESS;
}

CUresult
cuDeviceGetUuid (CUuuid   *uuid,
                 CUdevice  device)
{
  CHECK_DEVICE (device);
  *uuid = (CUuuid) { "gridloom" };
  uuid->bytes[sizeof uuid->bytes - 1] = (char) device;
  return CUDA_SUCCESS;
}

CUresult
cuDeviceGetUuid_v2 (CUuuid   *uuid,
                    CUdevice  device)
{
  return cuDeviceGetUuid (uuid, device);
}

CUresult
cuDeviceTotalMem_v2 (size_t   *size,
                     CUdevice  device)
{
  size_t available;

  CHECK_DEVICE (device);
  return _loom_cudriver_answer (cudaMemGetInfo (&available, size));
}

CUresult
cuDeviceGetAttribute (int                *value,
                      CUdevice_attribute  attribute,
                      CUdevice            device)
{
  CHECK_DEVICE (device);
  return _loom_cudriver_answer (cudaDeviceGetAttribute (value, (enum cudaDeviceAttr) attribute,
                                                        device));
}

CUresult
cuDeviceComputeCapability (int      *major,
                           int      *minor,
                           CUdevice  device)
{
  const CUresult error = cuDeviceGetAttribute (major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR,
                                               device);

  return error != CUDA_SUCCESS ? error
         : cuDeviceGetAttribute (minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
}

CUresult
cuDeviceGetPCIBusId (char     *id,
                     int       size,
                     CUdevice  device)
{
  CHECK_DEVICE (device);
  return _loom_cudriver_answer (cudaDeviceGetPCIBusId (id, size, device));
}

CUresult
cuDeviceGetByPCIBusId (CUdevice   *device,
                       const char *id)
{
  return is_ready ? _loom_cudriver_answer (cudaDeviceGetByPCIBusId (device, id))
                  : CUDA_ERROR_NOT_INITIALIZED;
}

CUresult
cuDeviceCanAccessPeer (int      *can,
                       CUdevice  device,
                       CUdevice  peer)
{
  CHECK_DEVICE (device);
  return _loom_cudriver_answer (cudaDeviceCanAccessPeer (can, device, peer));
}

/* -- Contexts -- */

CUresult
cuDevicePrimaryCtxRetain (CUcontext *context,
                          CUdevice   device)
{
  CHECK_DEVICE (device);
  primary[device].device = device;
  primary[device].is_primary = TRUE;
  primary[device].uses++;
  *context = &primary[device];
  return CUDA_SUCCESS;
}

CUresult
cuDevicePrimaryCtxRelease_v2 (CUdevice device)
{
  CHECK_DEVICE (device);
  if (primary[device].uses == 0)
    return CUDA_ERROR_INVALID_CONTEXT;
  primary[device].uses--;
  return CUDA_SUCCESS;
}

/* Memory stays, as at cudaDeviceReset(). */
CUresult
cuDevicePrimaryCtxReset_v2 (CUdevice device)
{
  CHECK_DEVICE (device);
  primary[device].uses = 0;
  return CUDA_SUCCESS;
}

CUresult
cuDevicePrimaryCtxSetFlags_v2 (CUdevice     device,
                               unsigned int flags)
{
  CHECK_DEVICE (device);
  primary[device].flags = flags;
  return CUDA_SUCCESS;
}

CUresult
cuDevicePrimaryCtxGetState (CUdevice      device,
                            unsigned int *flags,
                            int          *active)
{
  CHECK_DEVICE (device);
  *flags = primary[device].flags;
  *active = primary[device].uses > 0;
  return CUDA_SUCCESS;
}

CUresult
cuCtxPushCurrent_v2 (CUcontext context)
{
  if (!is_ready)
    return CUDA_ERROR_NOT_INITIALIZED;
  if (context == NULL)
    return CUDA_ERROR_INVALID_CONTEXT;
  g_ptr_array_add (get_stack (), context);
  follow_stack ();
  return CUDA_SUCCESS;
}

CUresult
cuCtxPopCurrent_v2 (CUcontext *context)
{
  GPtrArray *stack = get_stack ();

  if (_loom_cudriver_check () != CUDA_SUCCESS)
    return _loom_cudriver_check ();
  if (context != NULL)
    *context = get_current ();
  g_ptr_array_set_size (stack, (gint) stack->len - 1);
  follow_stack ();
  return CUDA_SUCCESS;
}

CUresult
cuCtxSetCurrent (CUcontext context)
{
  if (!is_ready)
    return CUDA_ERROR_NOT_INITIALIZED;
  if (get_current () != NULL)
    cuCtxPopCurrent_v2 (NULL);
  return context != NULL ? cuCtxPushCurrent_v2 (context) : CUDA_SUCCESS;
}

CUresult
cuCtxGetCurrent (CUcontext *context)
{
  if (!is_ready)
    return CUDA_ERROR_NOT_INITIALIZED;
  *context = get_current ();
  return CUDA_SUCCESS;
}

CUresult
cuCtxCreate_v2 (CUcontext    *context,
                unsigned int  flags,
                CUdevice      device)
{
  CHECK_DEVICE (device);
  *context = g_new (struct CUctx_st, 1);
  **context = (struct CUctx_st) { device, flags, 1, FALSE };
  return cuCtxPushCurrent_v2 (*context);
}

/* One use less; without any the context goes, where it is current from this thread. Others that
 * have it are in the wrong, as they are with a GPU. */
CUresult
cuCtxDestroy_v2 (CUcontext context)
{
  if (!is_ready)
    return CUDA_ERROR_NOT_INITIALIZED;
  if (context == NULL || context->is_primary)
    return CUDA_ERROR_INVALID_CONTEXT;
  if (--context->uses > 0)
    return CUDA_SUCCESS;
  g_ptr_array_remove (get_stack (), context);
  follow_stack ();
  g_free (context);
  return CUDA_SUCCESS;
}

CUresult
cuCtxAttach (CUcontext    *context,
             unsigned int  flags)
{
  if (_loom_cudriver_check () != CUDA_SUCCESS)
    return _loom_cudriver_check ();
  *context = get_current ();
  (*context)->uses++;
  return CUDA_SUCCESS;
}

CUresult
cuCtxDetach (CUcontext context)
{
  return cuCtxDestroy_v2 (context);
}

CUresult
cuCtxGetDevice (CUdevice *device)
{
  if (_loom_cudriver_check () == CUDA_SUCCESS)
    *device = get_current ()->device;
  return _loom_cudriver_check ();
}

CUresult
cuCtxGetFlags (unsigned int *flags)
{
  if (_loom_cudriver_check () == CUDA_SUCCESS)
    *flags = get_current ()->flags;
  return _loom_cudriver_check ();
}

CUresult
cuCtxGetApiVersion (CUcontext     context,
                    unsigned int *version)
{
  *version = 3020;              /* of every context since CUDA 4 */
  return is_ready ? CUDA_SUCCESS : CUDA_ERROR_NOT_INITIALIZED;
}

FORWARD (cuCtxSynchronize, (void), cudaDeviceSynchronize ())
FORWARD (cuCtxSetLimit, (CUlimit limit, size_t value), cudaDeviceSetLimit (limit, value))
FORWARD (cuCtxGetLimit, (size_t *value, CUlimit limit), cudaDeviceGetLimit (value, limit))
FORWARD (cuCtxSetCacheConfig, (CUfunc_cache config), cudaDeviceSetCacheConfig (config))
FORWARD (cuCtxGetCacheConfig, (CUfunc_cache *config), cudaDeviceGetCacheConfig (config))
FORWARD (cuCtxSetSharedMemConfig, (CUsharedconfig config), cudaDeviceSetSharedMemConfig (config))
FORWARD (cuCtxGetSharedMemConfig, (CUsharedconfig *config), cudaDeviceGetSharedMemConfig (config))
FORWARD (cuCtxGetStreamPriorityRange, (int *least, int *greatest),
         cudaDeviceGetStreamPriorityRange (least, greatest))

CUresult
cuCtxEnablePeerAccess (CUcontext    context,
                       unsigned int flags)
{
  return context == NULL ? CUDA_ERROR_INVALID_CONTEXT
         : LOOM_CUDRIVER_CALL (cudaDeviceEnablePeerAccess (context->device, flags));
}

CUresult
cuCtxDisablePeerAccess (CUcontext context)
{
  return context == NULL ? CUDA_ERROR_INVALID_CONTEXT
         : LOOM_CUDRIVER_CALL (cudaDeviceDisablePeerAccess (context->device));
}

FORWARD (cuProfilerStart, (void), cudaSuccess)
FORWARD (cuProfilerStop, (void), cudaSuccess)

CUresult
cuStreamGetCtx (CUstream   stream,
                CUcontext *context)
{
  if (_loom_cudriver_check () == CUDA_SUCCESS)
    *context = get_current ();
  return _loom_cudriver_check ();
}

/* What programs in other languages find there is told in the library: in C and C++ the headers do
 * that. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wstrict-prototypes"
#pragma GCC diagnostic ignored "-Wold-style-definition"
#define REFUSED(name, version) \
  CUresult name##version () \
  { \
    gridloom_refuse (#name); \
    return CUDA_ERROR_NOT_SUPPORTED; \
  }
#include "gridloom_driver_refused.h"
#undef REFUSED
#pragma GCC diagnostic pop
