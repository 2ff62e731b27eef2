/* occupancy.c: resident blocks by the rules of a device's profile, and as CUDA tells them there
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Kernels that keep more and more values in registers, with shared memory or without, and launches
 * of each: 60 in all. Prints a line for each launch: values, registers, static shared memory,
 * threads, dynamic shared memory, blocks by CUDA, blocks by Gridloom, equal or DIFFERENT.
 */

#include "config.h"

#include "loom-cuda-context.h"
#include "loom-occupancy.h"

static const struct
{
  guint values, shared;
} kernels[] = {
  { 1, 0 }, { 14, 4096 }, { 24, 0 }, { 30, 20000 }, { 46, 0 },
  { 54, 48 * 1024 }, { 78, 1024 }, { 110, 0 }, { 150, 8192 }, { 200, 0 },
};

static const struct
{
  guint threads, shared;
} launches[] = {
  { 32, 0 }, { 96, 1024 }, { 256, 0 }, { 384, 30000 }, { 512, 100000 }, { 1024, 0 },
};

/* Values are read, all of them, before the first of them is written. */
static char *
dup_ptx (guint values,
         guint shared)
{
  GString *ptx = g_string_new (".version 6.5\n.target sm_75\n.address_size 64\n"
                               ".visible .entry k (.param .u64 at)\n{\n  .reg .b64 %rd<2>;\n");

  g_string_append_printf (ptx, "  .reg .b32 %%r<%u>;\n", values + 1);
  if (shared > 0)
    g_string_append_printf (ptx, "  .shared .align 4 .b8 held[%u];\n", shared);
  g_string_append (ptx, "  ld.param.u64 %rd1, [at];\n");
  for (guint i = 0; i < values; i++)
    g_string_append_printf (ptx, "  ld.volatile.global.u32 %%r%u, [%%rd1+%u];\n", i, 4 * i);
  for (guint i = 0; i < values; i++)
    g_string_append_printf (ptx, "  st.volatile.global.u32 [%%rd1+%u], %%r%u;\n", 4 * i, i);
  if (shared > 0)
    g_string_append (ptx, "  st.volatile.shared.u32 [held], %r0;\n");
  g_string_append (ptx, "  ret;\n}\n");
  return g_string_free (ptx, FALSE);
}

static void
must (const LoomCuda *cuda,
      cudaError_t     code,
      const char     *what)
{
  g_autoptr (GError) error = NULL;

  if (loom_cuda_check (cuda, code, what, &error))
    return;

  g_printerr ("occupancy: %s\n", error->message);
  exit (1);
}

static gboolean
compare (const LoomCuda                  *cuda,
         const LoomDeviceProfile         *profile,
         cudaKernel_t                     kernel,
         const struct cudaFuncAttributes *attributes,
         guint                            launch)
{
  const LoomOccupancyUse use = {
    .threads = launches[launch].threads,
    .registers = (guint) attributes->numRegs,
    .shared = attributes->sharedSizeBytes + launches[launch].shared,
    .carveout = LOOM_CARVEOUT_DEFAULT,
  };
  LoomOccupancy occupancy;
  int blocks = -1;

  must (cuda, cuda->cudaOccupancyMaxActiveBlocksPerMultiprocessor (
                  &blocks, kernel, (int) use.threads, launches[launch].shared), "occupancy");
  loom_occupancy_compute (profile, &use, &occupancy);
  g_print (" %4d %6zu %5u %7u %3d %3u %s\n", attributes->numRegs, attributes->sharedSizeBytes,
           use.threads, launches[launch].shared, blocks, occupancy.blocks,
           blocks == (int) occupancy.blocks ? "equal" : "DIFFERENT");
  return blocks == (int) occupancy.blocks;
}

static guint
compare_kernel (const LoomCuda          *cuda,
                const LoomDeviceProfile *profile,
                guint                    at)
{
  g_autofree char *ptx = dup_ptx (kernels[at].values, kernels[at].shared);
  struct cudaFuncAttributes attributes = { 0 };
  const int most
      = (int) (profile->shared_per_block_most.value) - (int) kernels[at].shared;
  cudaLibrary_t library;
  cudaKernel_t kernel;
  guint equal = 0;

  must (cuda, cuda->cudaLibraryLoadData (&library, ptx, NULL, NULL, 0, NULL, NULL, 0), "load");
  must (cuda, cuda->cudaLibraryGetKernel (&kernel, library, "k"), "kernel");
  must (cuda, cuda->cudaFuncGetAttributes (&attributes, kernel), "attributes");
  must (cuda, cuda->cudaFuncSetAttribute (kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                          most), "shared memory");
  for (guint i = 0; i < G_N_ELEMENTS (launches); i++)
    {
      g_print ("%4u", kernels[at].values);
      equal += compare (cuda, profile, kernel, &attributes, i);
    }
  must (cuda, cuda->cudaLibraryUnload (library), "unload");
  return equal;
}

int
main (void)
{
  g_autoptr (GError) error = NULL;
  LoomCudaContext *context = loom_cuda_context_get (0, &error);
  g_autoptr (GPtrArray) profiles = loom_device_profile_list (NULL, NULL);
  g_autofree char *compute = NULL;
  const LoomDeviceProfile *profile;
  const guint all = G_N_ELEMENTS (kernels) * G_N_ELEMENTS (launches);
  guint equal = 0;

  if (context == NULL || !loom_cuda_context_open (context, &error))
    {
      g_print ("SKIP: %s\n", error->message);
      return 77;
    }
  compute = g_strdup_printf (
      "%d.%d", loom_cuda_get_attribute (context->cuda, cudaDevAttrComputeCapabilityMajor, 0),
      loom_cuda_get_attribute (context->cuda, cudaDevAttrComputeCapabilityMinor, 0));
  profile = loom_device_profile_find (profiles, compute, &error);
  if (profile == NULL)
    {
      g_print ("%s\n", error->message);
      return 1;
    }

  for (guint i = 0; i < G_N_ELEMENTS (kernels); i++)
    equal += compare_kernel (context->cuda, profile, i);
  g_print ("%u of %u launches on compute capability %s have as many blocks as CUDA says\n", equal,
           all, compute);
  return equal == all ? 0 : 1;
}
