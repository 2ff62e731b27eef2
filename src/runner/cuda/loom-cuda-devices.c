/* loom-cuda-devices.c: says what there is of CUDA's driver, runtime and devices
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-cuda-devices.h"

#include "loom-backend-id.h"
#include "loom-cuda-context.h"
#include "loom-cuda-library.h"

#include <glib/gi18n-lib.h>

static const char * const driver_names[] = { "libcuda.so.1", NULL };

static void
begin_backend (GVariantBuilder *backend,
               LoomBackendId    id,
               const char      *name,
               const char      *why)
{
  g_variant_builder_init (backend, G_VARIANT_TYPE_VARDICT);
  g_variant_builder_add (backend, "{sv}", "id",
                         g_variant_new_string (loom_backend_id_get_name (id)));
  g_variant_builder_add (backend, "{sv}", "name", g_variant_new_string (name));
  g_variant_builder_add (backend, "{sv}", "available", g_variant_new_boolean (why == NULL));
  g_variant_builder_add (backend, "{sv}", "why", g_variant_new_string (why != NULL ? why : ""));
}

/* why: it can't be used, or NULL */
static void
add_backend (GVariantBuilder *backends,
             LoomBackendId    id,
             const char      *name,
             const char      *why)
{
  GVariantBuilder backend;

  begin_backend (&backend, id, name, why);
  g_variant_builder_add_value (backends, g_variant_builder_end (&backend));
}

static void
add_extents (GVariantBuilder     *device,
             const char          *key,
             const LoomCuda      *cuda,
             enum cudaDeviceAttr  first,
             int                  number)
{
  g_variant_builder_add (device, "{sv}", key,
                         g_variant_new ("(uuu)", loom_cuda_get_attribute (cuda, first, number),
                                        loom_cuda_get_attribute (cuda, first + 1, number),
                                        loom_cuda_get_attribute (cuda, first + 2, number)));
}

static void
add_numbers (GVariantBuilder *device,
             const LoomCuda  *cuda,
             int              number)
{
  static const struct
  {
    const char          *key;
    enum cudaDeviceAttr  attribute;
  } rows[] = {
    { "multiprocessors", cudaDevAttrMultiProcessorCount },
    { "clock", cudaDevAttrClockRate },
    { "memory-clock", cudaDevAttrMemoryClockRate },
    { "memory-bus", cudaDevAttrGlobalMemoryBusWidth },
    { "l2", cudaDevAttrL2CacheSize },
    { "constant", cudaDevAttrTotalConstantMemory },
    { "warp", cudaDevAttrWarpSize },
    { "threads-per-block", cudaDevAttrMaxThreadsPerBlock },
    { "shared-per-block", cudaDevAttrMaxSharedMemoryPerBlock },
    { "shared-per-block-most", cudaDevAttrMaxSharedMemoryPerBlockOptin },
    { "registers-per-block", cudaDevAttrMaxRegistersPerBlock },
    { "threads-per-multiprocessor", cudaDevAttrMaxThreadsPerMultiProcessor },
    { "blocks-per-multiprocessor", cudaDevAttrMaxBlocksPerMultiprocessor },
    { "shared-per-multiprocessor", cudaDevAttrMaxSharedMemoryPerMultiprocessor },
    { "registers-per-multiprocessor", cudaDevAttrMaxRegistersPerMultiprocessor },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const int value = loom_cuda_get_attribute (cuda, rows[i].attribute, number);

      g_variant_builder_add (device, "{sv}", rows[i].key, g_variant_new_uint64 (MAX (value, 0)));
    }
  add_extents (device, "block", cuda, cudaDevAttrMaxBlockDimX, number);
  add_extents (device, "grid", cuda, cudaDevAttrMaxGridDimX, number);
}

/* Of this process: other programs have contexts of their own. */
static void
add_context (GVariantBuilder *device,
             int              number)
{
  LoomCudaContextState state;

  loom_cuda_context_read (number, &state);
  g_variant_builder_add (device, "{sv}", "context-opened",
                         g_variant_new_uint64 ((guint64) state.opened));
  g_variant_builder_add (device, "{sv}", "context-runs", g_variant_new_uint64 (state.runs));
  g_variant_builder_add (device, "{sv}", "context-held", g_variant_new_uint64 (state.held));
}

static void
add_device (GVariantBuilder *backends,
            const LoomCuda  *cuda,
            int              number)
{
  g_autofree char *name = loom_cuda_get_name (cuda, number);
  g_autofree char *driver = loom_cuda_format_version (cuda->driver);
  g_autofree char *runtime = loom_cuda_format_version (cuda->runtime);
  g_autofree char *compute
      = g_strdup_printf ("%d.%d",
                         loom_cuda_get_attribute (cuda, cudaDevAttrComputeCapabilityMajor, number),
                         loom_cuda_get_attribute (cuda, cudaDevAttrComputeCapabilityMinor, number));
  GVariantBuilder device;
  GVariantBuilder peers;

  begin_backend (&device, LOOM_BACKEND_ID_CUDA (number), name, NULL);
  g_variant_builder_add (&device, "{sv}", "compute", g_variant_new_string (compute));
  g_variant_builder_add (&device, "{sv}", "driver", g_variant_new_string (driver));
  g_variant_builder_add (&device, "{sv}", "runtime", g_variant_new_string (runtime));
  g_variant_builder_add (&device, "{sv}", "memory",
                         g_variant_new_uint64 (loom_cuda_get_memory (cuda, number)));
  /* A driver limits the time of a kernel where a person waits for the screen. */
  g_variant_builder_add (
      &device, "{sv}", "display",
      g_variant_new_boolean (loom_cuda_get_attribute (cuda, cudaDevAttrKernelExecTimeout, number)
                             != 0));
  add_numbers (&device, cuda, number);
  g_variant_builder_init (&peers, G_VARIANT_TYPE ("au"));
  for (int i = 0; i < cuda->n_devices; i++)
    {
      int can = 0;

      if (i != number && cuda->cudaDeviceCanAccessPeer (&can, number, i) == cudaSuccess && can != 0)
        g_variant_builder_add (&peers, "u", i);
    }
  g_variant_builder_add (&device, "{sv}", "peers", g_variant_builder_end (&peers));
  add_context (&device, number);
  g_variant_builder_add_value (backends, g_variant_builder_end (&device));
}

/**
 * loom_cuda_devices_describe:
 * @backends: an aa{sv} being built
 * @libraries: an aa{sv} being built
 *
 * Adds the simulator and every GPU found to the backends, the driver and the runtime to the
 * libraries. Asks the driver, which may take a while.
 */
void
loom_cuda_devices_describe (GVariantBuilder *backends,
                            GVariantBuilder *libraries)
{
  g_autoptr (LoomLibrary) driver = loom_library_search (_("CUDA driver"), driver_names, NULL);
  const LoomCuda *cuda = loom_cuda_get ();

  if (cuda->driver != 0)
    {
      g_free (driver->version);
      driver->version = loom_cuda_format_version (cuda->driver);
    }

  add_backend (backends, LOOM_BACKEND_ID_SIMULATOR, _("Simulator"), NULL);
  for (int i = 0; i < cuda->n_devices; i++)
    add_device (backends, cuda, i);
  if (cuda->why != NULL)
    add_backend (backends, LOOM_BACKEND_ID_CUDA (0), _("NVIDIA GPU"), cuda->why->message);

  g_variant_builder_add_value (libraries, loom_library_describe (driver, NULL));
  g_variant_builder_add_value (libraries, loom_library_describe (cuda->library, NULL));
}
