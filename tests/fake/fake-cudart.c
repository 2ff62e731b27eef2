/* fake-cudart.c: the entry points of the CUDA runtime that Gridloom uses, without a GPU
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Kernels run on the simulator, on the streams' own threads; all else is memory of this process. What goes wrong, and
 * when, stands in a file: fake-rules.h.
 */

#include "config.h"

#include "fake-device.h"
#include "fake-rules.h"

#include <string.h>

#define LOOM_ENTRY(result, entry, arguments) __attribute__ ((visibility ("default"))) result entry arguments;
LOOM_CUDART_ENTRIES (LOOM_ENTRY)
#undef LOOM_ENTRY

#define MEMORY ((size_t) 1 << 30)
#define RULES(call) \
  do \
    { \
      const int applied = fake_rules_apply (call); \
      if (applied != 0) \
        return (cudaError_t) applied; \
    } \
  while (0)

/* What a stream is to do. */
typedef struct
{
  gpointer           to, from, kernel, function;
  size_t             size;
  int                value;
  cudaLaunchConfig_t config;
  GBytes            *params;
  struct cudaMemcpy3DParms parms;
} Work;

typedef struct
{
  GMutex mutex;
  GCond  cond;
  gint64 time;                  /* µs; 0: not yet */
  guint  recorded, happened;    /* how often */
} Event;

/* A stream waits until an event has happened so often. */
typedef struct
{
  Event *event;
  guint  times;
} Wait;

cudaError_t
cudaRuntimeGetVersion (int *version)
{
  RULES ("cudaRuntimeGetVersion");
#ifdef FAKE_IS_OLD
  *version = 12020;
#else
  *version = 13000;
#endif
  return cudaSuccess;
}

cudaError_t
cudaDriverGetVersion (int *version)
{
  RULES ("cudaDriverGetVersion");
  *version = fake_rules_get_number ("old", 0) != 0 ? 12040 : 13000;
  return cudaSuccess;
}

const char *
cudaGetErrorName (cudaError_t error)
{
  return error == cudaSuccess ? "cudaSuccess" : "cudaErrorOfTheFake";
}

const char *
cudaGetErrorString (cudaError_t error)
{
  return error == cudaSuccess ? "no error" : "an error of the fake";
}

cudaError_t
cudaGetDeviceCount (int *count)
{
  RULES ("cudaGetDeviceCount");
  if (fake_rules_get_number ("old", 0) != 0)
    return cudaErrorInsufficientDriver;

  *count = fake_rules_get_number ("devices", 2);
  return *count > 0 ? cudaSuccess : cudaErrorNoDevice;
}

cudaError_t
cudaGetDeviceProperties (struct cudaDeviceProp *properties,
                         int                    device)
{
  const char *name = g_getenv ("GRIDLOOM_FAKE_NAME");

  RULES ("cudaGetDeviceProperties");
  if (name != NULL)
    g_strlcpy ((char *) properties, name, 256);
  else
    g_snprintf ((char *) properties, 256, "Fake GPU %d", device);
  memcpy ((char *) properties + 288, &(size_t) { MEMORY }, sizeof (size_t));
  return cudaSuccess;
}

cudaError_t
cudaDeviceGetAttribute (int                 *value,
                        enum cudaDeviceAttr  attribute,
                        int                  device)
{
  static const struct
  {
    enum cudaDeviceAttr attribute;
    int                 value;
  } rows[] = {
    { cudaDevAttrMaxThreadsPerBlock, 1024 },
    { cudaDevAttrMaxBlockDimX, 1024 },
    { cudaDevAttrMaxBlockDimY, 1024 },
    { cudaDevAttrMaxBlockDimZ, 64 },
    { cudaDevAttrMaxGridDimX, 2147483647 },
    { cudaDevAttrMaxGridDimY, 65535 },
    { cudaDevAttrMaxGridDimZ, 65535 },
    { cudaDevAttrMaxSharedMemoryPerBlock, 49152 },
    { cudaDevAttrTotalConstantMemory, 65536 },
    { cudaDevAttrWarpSize, 32 },
    { cudaDevAttrMaxRegistersPerBlock, 65536 },
    { cudaDevAttrMultiProcessorCount, 132 },
    { cudaDevAttrClockRate, 1980000 },
    { cudaDevAttrMemoryClockRate, 2619000 },
    { cudaDevAttrGlobalMemoryBusWidth, 5120 },
    { cudaDevAttrL2CacheSize, 1 << 20 },
    { cudaDevAttrMaxThreadsPerMultiProcessor, 2048 },
    { cudaDevAttrComputeCapabilityMajor, 9 },
    { cudaDevAttrMaxSharedMemoryPerMultiprocessor, 233472 },
    { cudaDevAttrMaxRegistersPerMultiprocessor, 65536 },
    { cudaDevAttrCooperativeLaunch, 1 },
    { cudaDevAttrMaxSharedMemoryPerBlockOptin, 232448 },
    { cudaDevAttrMaxBlocksPerMultiprocessor, 32 },
    { cudaDevAttrReservedSharedMemoryPerBlock, 1024 },
  };

  RULES ("cudaDeviceGetAttribute");
  *value = 0;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].attribute == attribute)
      *value = rows[i].value;
  return cudaSuccess;
}

cudaError_t
cudaDeviceGetPCIBusId (char *id,
                       int   length,
                       int   device)
{
  RULES ("cudaDeviceGetPCIBusId");
  g_snprintf (id, length, "0000:%02X:00.0", device);
  return cudaSuccess;
}

cudaError_t
cudaSetDevice (int device)
{
  RULES ("cudaSetDevice");
  return cudaSuccess;
}

cudaError_t
cudaGetLastError (void)
{
  return (cudaError_t) fake_rules_get_lost ();
}

cudaError_t
cudaDeviceSynchronize (void)
{
  RULES ("cudaDeviceSynchronize");
  fake_stream_drain ();
  return (cudaError_t) fake_rules_get_lost ();
}

cudaError_t
cudaMemGetInfo (size_t *available,
                size_t *total)
{
  RULES ("cudaMemGetInfo");
  *available = MEMORY;
  *total = MEMORY;
  return cudaSuccess;
}

cudaError_t
cudaDeviceCanAccessPeer (int *can,
                         int  device,
                         int  peer)
{
  RULES ("cudaDeviceCanAccessPeer");
  *can = device != peer;
  return cudaSuccess;
}

cudaError_t
cudaDeviceEnablePeerAccess (int          peer,
                            unsigned int flags)
{
  RULES ("cudaDeviceEnablePeerAccess");
  return cudaSuccess;
}

cudaError_t
cudaDeviceGetStreamPriorityRange (int *least,
                                  int *greatest)
{
  RULES ("cudaDeviceGetStreamPriorityRange");
  *least = 0;
  *greatest = -5;
  return cudaSuccess;
}

cudaError_t
cudaStreamCreateWithFlags (cudaStream_t *stream,
                           unsigned int  flags)
{
  RULES ("cudaStreamCreateWithFlags");
  *stream = fake_stream_new ();
  return cudaSuccess;
}

cudaError_t
cudaStreamCreateWithPriority (cudaStream_t *stream,
                              unsigned int  flags,
                              int           priority)
{
  RULES ("cudaStreamCreateWithPriority");
  *stream = fake_stream_new ();
  return cudaSuccess;
}

cudaError_t
cudaStreamDestroy (cudaStream_t stream)
{
  RULES ("cudaStreamDestroy");
  fake_stream_free (stream);
  return cudaSuccess;
}

cudaError_t
cudaEventCreateWithFlags (cudaEvent_t  *event,
                          unsigned int  flags)
{
  Event *self;

  RULES ("cudaEventCreateWithFlags");
  self = g_new0 (Event, 1);
  g_mutex_init (&self->mutex);
  g_cond_init (&self->cond);
  *event = (cudaEvent_t) self;
  return cudaSuccess;
}

cudaError_t
cudaEventDestroy (cudaEvent_t event)
{
  RULES ("cudaEventDestroy");
  g_free (event);
  return cudaSuccess;
}

static void
stamp (gpointer data)
{
  Event *self = data;

  g_mutex_lock (&self->mutex);
  self->time = g_get_monotonic_time ();
  self->happened++;
  g_cond_broadcast (&self->cond);
  g_mutex_unlock (&self->mutex);
}

cudaError_t
cudaEventRecord (cudaEvent_t  event,
                 cudaStream_t stream)
{
  Event *self = (Event *) event;

  RULES ("cudaEventRecord");
  g_mutex_lock (&self->mutex);
  self->recorded++;
  g_mutex_unlock (&self->mutex);
  fake_stream_push (stream, stamp, self);
  return cudaSuccess;
}

static void
await (gpointer data)
{
  g_autofree Wait *self = data;

  g_mutex_lock (&self->event->mutex);
  while (self->event->happened < self->times)
    g_cond_wait (&self->event->cond, &self->event->mutex);
  g_mutex_unlock (&self->event->mutex);
}

/* For what was recorded by now, however often the event is recorded later. */
cudaError_t
cudaStreamWaitEvent (cudaStream_t stream,
                     cudaEvent_t  event,
                     unsigned int flags)
{
  Wait *wait;

  RULES ("cudaStreamWaitEvent");
  wait = g_new (Wait, 1);
  *wait = (Wait) { (Event *) event, ((Event *) event)->recorded };
  fake_stream_push (stream, await, wait);
  return cudaSuccess;
}

cudaError_t
cudaEventSynchronize (cudaEvent_t event)
{
  Event *self = (Event *) event;

  RULES ("cudaEventSynchronize");
  g_mutex_lock (&self->mutex);
  while (self->happened < self->recorded)
    g_cond_wait (&self->cond, &self->mutex);
  g_mutex_unlock (&self->mutex);
  return (cudaError_t) fake_rules_get_lost ();
}

cudaError_t
cudaEventElapsedTime (float       *ms,
                      cudaEvent_t  start,
                      cudaEvent_t  end)
{
  const char *slower = g_getenv ("GRIDLOOM_FAKE_SLOWER");

  RULES ("cudaEventElapsedTime");
  *ms = (((Event *) end)->time - ((Event *) start)->time) / 1000.0f;
  if (slower != NULL)
    *ms *= (float) g_ascii_strtod (slower, NULL);
  return cudaSuccess;
}

cudaError_t
cudaMalloc (void   **address,
            size_t   size)
{
  RULES ("cudaMalloc");
  if (size > MEMORY)
    return cudaErrorMemoryAllocation;

  *address = fake_memory_new (size, NULL);
  return cudaSuccess;
}

cudaError_t
cudaFree (void *address)
{
  RULES ("cudaFree");
  return (cudaError_t) fake_rules_get_lost ();
}

cudaError_t
cudaHostAlloc (void         **address,
               size_t         size,
               unsigned int   flags)
{
  RULES ("cudaHostAlloc");
  *address = g_malloc0 (size);
  return cudaSuccess;
}

cudaError_t
cudaFreeHost (void *address)
{
  RULES ("cudaFreeHost");
  g_free (address);
  return (cudaError_t) fake_rules_get_lost ();
}

cudaError_t
cudaHostGetDevicePointer (void         **device,
                          void          *host,
                          unsigned int   flags)
{
  RULES ("cudaHostGetDevicePointer");
  *device = fake_memory_new (16, host);
  return cudaSuccess;
}

static void
work_free (Work *self)
{
  g_clear_pointer (&self->params, g_bytes_unref);
  g_free (self);
}

static void
do_copy (gpointer data)
{
  Work *self = data;

  if (fake_rules_get_lost () == 0)
    memcpy (fake_memory_find (self->to), fake_memory_find (self->from), self->size);
  work_free (self);
}

static void
do_set (gpointer data)
{
  Work *self = data;

  if (fake_rules_get_lost () == 0)
    memset (fake_memory_find (self->to), self->value, self->size);
  work_free (self);
}

static void
do_call (gpointer data)
{
  Work *self = data;

  if (fake_rules_get_lost () == 0 && fake_rules_get_number ("mute", 0) == 0)
    ((cudaHostFn_t) self->function) (self->to);
  work_free (self);
}

static void
do_launch (gpointer data)
{
  Work *self = data;

  if (fake_rules_get_lost () == 0)
    fake_rules_lose (fake_kernel_run (self->kernel, &self->config, self->params));
  work_free (self);
}

static void
push (cudaStream_t stream,
      FakeWork     function,
      Work         work)
{
  fake_stream_push (stream, function, g_memdup2 (&work, sizeof work));
}

cudaError_t
cudaMemcpyAsync (void                *to,
                 const void          *from,
                 size_t               size,
                 enum cudaMemcpyKind  kind,
                 cudaStream_t         stream)
{
  RULES ("cudaMemcpyAsync");
  push (stream, do_copy, (Work) { .to = to, .from = (gpointer) from, .size = size });
  return cudaSuccess;
}

static void
do_copy_array (gpointer data)
{
  Work *self = data;

  if (fake_rules_get_lost () == 0)
    fake_array_copy (&self->parms);
  work_free (self);
}

cudaError_t
cudaMemcpy3DAsync (const struct cudaMemcpy3DParms *parms,
                   cudaStream_t                    stream)
{
  RULES ("cudaMemcpy3DAsync");
  push (stream, do_copy_array, (Work) { .parms = *parms });
  return cudaSuccess;
}

cudaError_t
cudaMalloc3DArray (cudaArray_t                        *array,
                   const struct cudaChannelFormatDesc *desc,
                   struct cudaExtent                   extent,
                   unsigned int                        flags)
{
  RULES ("cudaMalloc3DArray");
  *array = fake_array_new (desc, extent, (flags & cudaArrayLayered) != 0);
  return cudaSuccess;
}

cudaError_t
cudaFreeArray (cudaArray_t array)
{
  RULES ("cudaFreeArray");
  return (cudaError_t) fake_rules_get_lost ();
}

cudaError_t
cudaCreateTextureObject (cudaTextureObject_t               *object,
                         const struct cudaResourceDesc     *resource,
                         const struct cudaTextureDesc      *texture,
                         const struct cudaResourceViewDesc *view)
{
  RULES ("cudaCreateTextureObject");
  *object = fake_array_get_object (resource, texture);
  return cudaSuccess;
}

cudaError_t
cudaDestroyTextureObject (cudaTextureObject_t object)
{
  RULES ("cudaDestroyTextureObject");
  return (cudaError_t) fake_rules_get_lost ();
}

cudaError_t
cudaCreateSurfaceObject (cudaSurfaceObject_t           *object,
                         const struct cudaResourceDesc *resource)
{
  RULES ("cudaCreateSurfaceObject");
  *object = fake_array_get_object (resource, NULL);
  return cudaSuccess;
}

cudaError_t
cudaDestroySurfaceObject (cudaSurfaceObject_t object)
{
  RULES ("cudaDestroySurfaceObject");
  return (cudaError_t) fake_rules_get_lost ();
}

cudaError_t
cudaMemcpyPeerAsync (void         *to,
                     int           to_device,
                     const void   *from,
                     int           from_device,
                     size_t        size,
                     cudaStream_t  stream)
{
  RULES ("cudaMemcpyPeerAsync");
  push (stream, do_copy, (Work) { .to = to, .from = (gpointer) from, .size = size });
  return cudaSuccess;
}

cudaError_t
cudaMemsetAsync (void         *address,
                 int           value,
                 size_t        size,
                 cudaStream_t  stream)
{
  RULES ("cudaMemsetAsync");
  push (stream, do_set, (Work) { .to = address, .value = value, .size = size });
  return cudaSuccess;
}

cudaError_t
cudaLaunchHostFunc (cudaStream_t  stream,
                    cudaHostFn_t  function,
                    void         *data)
{
  RULES ("cudaLaunchHostFunc");
  push (stream, do_call, (Work) { .to = data, .function = (gpointer) function });
  return cudaSuccess;
}

cudaError_t
cudaLaunchKernelExC (const cudaLaunchConfig_t  *config,
                     const void                *kernel,
                     void                     **args)
{
  RULES ("cudaLaunchKernelExC");
  if (config->numAttrs > 0
      && config->gridDim.x > (guint) fake_rules_get_number ("resident", G_MAXINT))
    return cudaErrorCooperativeLaunchTooLarge;

  push (config->stream, do_launch,
        (Work) { .kernel = (gpointer) kernel, .config = *config,
                 .params = fake_kernel_pack ((gpointer) kernel, args) });
  return cudaSuccess;
}

cudaError_t
cudaFuncGetAttributes (struct cudaFuncAttributes *attributes,
                       const void                *kernel)
{
  RULES ("cudaFuncGetAttributes");
  *attributes = (struct cudaFuncAttributes) {
    .maxThreadsPerBlock = fake_rules_get_number ("threads", 1024), .numRegs = 40,
    .sharedSizeBytes = (size_t) fake_rules_get_number ("shared", 0),
    .ptxVersion = 75, .binaryVersion = 90,
  };
  return cudaSuccess;
}

cudaError_t
cudaFuncSetAttribute (const void             *kernel,
                      enum cudaFuncAttribute  attribute,
                      int                     value)
{
  RULES ("cudaFuncSetAttribute");
  return cudaSuccess;
}

cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessor (int        *blocks,
                                               const void *kernel,
                                               int         threads,
                                               size_t      shared)
{
  RULES ("cudaOccupancyMaxActiveBlocksPerMultiprocessor");
  *blocks = 1536 / MAX (threads, 48);
  return cudaSuccess;
}

#ifndef FAKE_IS_OLD
cudaError_t
cudaLibraryLoadData (cudaLibrary_t           *library,
                     const void              *code,
                     enum cudaJitOption      *options,
                     void                   **values,
                     unsigned int             n,
                     enum cudaLibraryOption  *library_options,
                     void                   **library_values,
                     unsigned int             n_library)
{
  RULES ("cudaLibraryLoadData");
  return (cudaError_t) fake_library_new (code, (gpointer *) library);
}

#endif

cudaError_t
cudaLibraryUnload (cudaLibrary_t library)
{
  RULES ("cudaLibraryUnload");
  fake_library_free (library);
  return cudaSuccess;
}

cudaError_t
cudaLibraryGetKernel (cudaKernel_t  *kernel,
                      cudaLibrary_t  library,
                      const char    *name)
{
  RULES ("cudaLibraryGetKernel");
  *kernel = fake_library_kernel (library, name);
  return cudaSuccess;
}

cudaError_t
cudaLibraryGetGlobal (void          **address,
                      size_t         *size,
                      cudaLibrary_t   library,
                      const char     *name)
{
  RULES ("cudaLibraryGetGlobal");
  *address = fake_library_global (library, name, size);
  return *address != NULL ? cudaSuccess : cudaErrorSymbolNotFound;
}
