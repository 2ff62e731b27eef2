/* fake-library.c: libraries of the fake CUDA runtime, run by the simulator
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "fake-device.h"
#include "fake-slots.h"

#include "loom-limits.h"
#include "loom-sim.h"

#include <stdio.h>
#include <string.h>

typedef struct
{
  LoomSim   *sim;
  GMutex     mutex;
  guint      n_slots, n_known;  /* of the simulator; allocations that it was told of */
  GPtrArray *kernels;           /* (element-type Kernel) */
} Library;

typedef struct
{
  Library *library;
  char    *name;
} Kernel;

static guint8 nothing[1];

static void
kernel_free (gpointer data)
{
  Kernel *kernel = data;

  g_free (kernel->name);
  g_free (kernel);
}

int
fake_library_new (const char *ptx,
                  gpointer   *library)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomPtxModule) module = loom_ptx_module_parse (ptx, -1, &error);
  Library *self;

  if (module == NULL || !loom_ptx_module_verify (module, &error))
    return cudaErrorInvalidPtx;

  self = g_new0 (Library, 1);
  self->sim = loom_sim_new (module, &error);
  g_mutex_init (&self->mutex);
  self->kernels = g_ptr_array_new_with_free_func (kernel_free);
  *library = self;
  return 0;
}

void
fake_library_free (gpointer library)
{
  Library *self = library;

  loom_sim_free (self->sim);
  g_mutex_clear (&self->mutex);
  g_ptr_array_unref (self->kernels);
  g_free (self);
}

gpointer
fake_library_kernel (gpointer    library,
                     const char *name)
{
  Library *self = library;
  gsize offset, size;
  Kernel *kernel;

  /* No parameter is not the same as no kernel, but both can be run. */
  (void) loom_sim_get_param (self->sim, name, 0, &offset, &size);
  kernel = g_new (Kernel, 1);
  *kernel = (Kernel) { self, g_strdup (name) };
  g_ptr_array_add (self->kernels, kernel);
  return kernel;
}

gpointer
fake_library_global (gpointer    library,
                     const char *name,
                     gsize      *size)
{
  return loom_sim_find_symbol (((Library *) library)->sim, name, size);
}

/* Parameters are read when a kernel is launched, not when it runs. */
GBytes *
fake_kernel_pack (gpointer   kernel,
                  void     **args)
{
  Kernel *self = kernel;
  g_autoptr (GByteArray) params = g_byte_array_new ();
  gsize offset, size;

  for (guint i = 0; loom_sim_get_param (self->library->sim, self->name, i, &offset, &size); i++)
    {
      const guint before = params->len;

      g_byte_array_set_size (params, MAX (before, (guint) (offset + size)));
      if (params->len > before)
        memset (params->data + before, 0, params->len - before);
      memcpy (params->data + offset, args[i], size);
    }

  return g_byte_array_free_to_bytes (g_steal_pointer (&params));
}

static void
tell_of_memory (Library *self)
{
  while (self->n_slots < FAKE_FIRST_SLOT)
    self->n_slots = (guint) (loom_sim_add_array (self->sim, "filler", nothing, 0, 1, NULL)
                             >> LOOM_SIM_SLOT_BITS) + 1;
  for (; self->n_known < fake_memory_count (); self->n_known++)
    {
      gsize size;
      gpointer bytes = fake_memory_get (self->n_known, &size);

      loom_sim_add_array (self->sim, "allocation", bytes, size, 1, NULL);
    }
  fake_array_tell (self->sim);
}

static int
code_of (const LoomFinding *trap)
{
  switch ((int) trap->code)
    {
    case LOOM_ERROR_OOB:
    case LOOM_ERROR_NULL_ACCESS:
      return cudaErrorIllegalAddress;
    case LOOM_ERROR_MISALIGNED:
      return cudaErrorMisalignedAddress;
    case LOOM_ERROR_ASSERT:
      return cudaErrorAssert;
    case LOOM_ERROR_STACK:
      return cudaErrorHardwareStackError;
    default:
      return cudaErrorLaunchFailure;
    }
}

/* As the device prints it. */
static void
print_assertion (const LoomFinding *trap)
{
  fprintf (
      stderr,
      "kernel.cu:%u: kernel: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `asserted` failed.\n",
      trap->site.line, trap->site.block.x, trap->site.block.y, trap->site.block.z,
      trap->site.thread.x, trap->site.thread.y, trap->site.thread.z);
}

int
fake_kernel_run (gpointer                  kernel,
                 const cudaLaunchConfig_t *config,
                 GBytes                   *params)
{
  Kernel *self = kernel;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->library->mutex);
  g_autoptr (GError) error = NULL;
  LoomSimLaunch launch = { .entry = self->name };
  LoomSimOptions options = { .workers = 1, .schedule_seed = -1 };
  LoomSimOutcome outcome = { 0 };
  int code = 0;

  launch.grid = (LoomDim3) { config->gridDim.x, config->gridDim.y, config->gridDim.z };
  launch.block = (LoomDim3) { config->blockDim.x, config->blockDim.y, config->blockDim.z };
  /* The simulator has no more, and what tests launch with more does not touch it. */
  launch.shared = (guint32) MIN (config->dynamicSmemBytes,
                                 loom_limits_get_simulator ()->shared_per_block);
  launch.params = g_bytes_get_data (params, &launch.params_size);
  tell_of_memory (self->library);
  if (!loom_sim_run (self->library->sim, &launch, &options, &outcome, &error))
    {
      fprintf (stderr, "fake cudart: %s\n", error->message);
      return cudaErrorLaunchFailure;
    }

  if (outcome.output != NULL)
    fwrite (outcome.output->str, 1, outcome.output->len, stdout);
  if (outcome.trap != NULL)
    {
      code = code_of (outcome.trap);
      if (code == cudaErrorAssert)
        print_assertion (outcome.trap);
    }
  loom_sim_outcome_clear (&outcome);
  return code;
}
