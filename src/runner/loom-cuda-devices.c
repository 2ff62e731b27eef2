/* loom-cuda-devices.c: says what there is of CUDA's driver, runtime and devices
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-cuda-devices.h"

#include "loom-cuda-api.h"
#include "loom-library-search.h"

#include <glib/gi18n-lib.h>

#include <dlfcn.h>

typedef struct
{
#define LOOM_ENTRY(result, entry, arguments) result (*entry) arguments;
  LOOM_DRIVER_ENTRIES (LOOM_ENTRY)
  LOOM_CUDART_ENTRIES (LOOM_ENTRY)
#undef LOOM_ENTRY
} Entries;

static const char * const driver_names[] = { "libcuda.so.1", NULL };
static const char * const cudart_names[] = { "libcudart.so.13", "libcudart.so.12", NULL };

static char *
format_version (int version)
{
  return g_strdup_printf ("%d.%d", version / 1000, version % 1000 / 10);
}

static gboolean
find_driver_entries (Entries     *entries,
                     LoomLibrary *driver)
{
  gboolean complete = driver->handle != NULL;

#define LOOM_ENTRY(result, entry, arguments) \
  if (complete) \
    { \
      *(gpointer *) &entries->entry = dlsym (driver->handle, #entry); \
      complete = entries->entry != NULL; \
    }
  LOOM_DRIVER_ENTRIES (LOOM_ENTRY)
#undef LOOM_ENTRY

  return complete;
}

static void
add_backend (GVariantBuilder *backends,
             const char      *id,
             const char      *name,
             gboolean         available,
             const char      *why)
{
  GVariantBuilder backend;

  g_variant_builder_init (&backend, G_VARIANT_TYPE_VARDICT);
  g_variant_builder_add (&backend, "{sv}", "id", g_variant_new_string (id));
  g_variant_builder_add (&backend, "{sv}", "name", g_variant_new_string (name));
  g_variant_builder_add (&backend, "{sv}", "available", g_variant_new_boolean (available));
  g_variant_builder_add (&backend, "{sv}", "why", g_variant_new_string (why));
  g_variant_builder_add_value (backends, g_variant_builder_end (&backend));
}

/* This version runs nothing on a GPU yet; each that is there is named all the same, with that
 * reason. */
static guint
add_devices (GVariantBuilder *backends,
             const Entries   *entries)
{
  int count = 0;

  if (entries->cuInit (0) != CUDA_SUCCESS || entries->cuDeviceGetCount (&count) != CUDA_SUCCESS)
    return 0;

  for (int i = 0; i < count; i++)
    {
      g_autofree char *id = g_strdup_printf ("cuda:%d", i);
      char name[256] = "";

      entries->cuDeviceGetName (name, sizeof name, i);
      add_backend (backends, id, g_utf8_validate (name, -1, NULL) ? name : id, FALSE,
                   _("This version of Gridloom does not run on GPUs yet; the simulator runs the "
                      "same code"));
    }

  return (guint) MAX (count, 0);
}

/**
 * loom_cuda_devices_describe:
 * @backends: an aa{sv} being built
 * @libraries: an aa{sv} being built
 *
 * Adds the simulator and every GPU found to the backends, the driver and the runtime to the
 * libraries.
 */
void
loom_cuda_devices_describe (GVariantBuilder *backends,
                            GVariantBuilder *libraries)
{
  g_autoptr (LoomLibrary) driver = loom_library_search (_("CUDA driver"), driver_names, NULL);
  g_autoptr (LoomLibrary) cudart = loom_library_search (_("CUDA runtime"), cudart_names, NULL);
  Entries entries = { NULL };
  gboolean usable = find_driver_entries (&entries, driver);
  int version = 0;
  guint n_devices;

  add_backend (backends, "sim", _("Simulator"), TRUE, "");
  if (usable && entries.cuDriverGetVersion (&version) == CUDA_SUCCESS)
    driver->version = format_version (version);
  if (cudart->handle != NULL
      && (*(gpointer *) &entries.cudaRuntimeGetVersion
          = dlsym (cudart->handle, "cudaRuntimeGetVersion"))
             != NULL
      && entries.cudaRuntimeGetVersion (&version) == cudaSuccess)
    cudart->version = format_version (version);

  n_devices = usable ? add_devices (backends, &entries) : 0;
  if (n_devices == 0)
    add_backend (backends, "cuda:0", _("NVIDIA GPU"), FALSE,
                 !usable
                     ? _("No driver of NVIDIA was found: the library libcuda.so.1 comes with it")
                     : _("The driver of NVIDIA is there, but it shows no GPU"));

  g_variant_builder_add_value (libraries, loom_library_describe (driver, NULL));
  g_variant_builder_add_value (libraries, loom_library_describe (cudart, NULL));
}
