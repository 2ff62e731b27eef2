/* loom-device-profile.c: what GPUs have, whether or not there is one here
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-device-profile-private.h"

#include "loom-error.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

/* Names of documents, which are the same in every language. */
#define GUIDE "CUDA Programming Guide 13, “Compute Capabilities”, "
#define LOOM_SOURCE_SM GUIDE "table “Device and Streaming Multiprocessor Information”"
#define LOOM_SOURCE_MEMORY GUIDE "table “Memory Information”"
#define LOOM_SOURCE_CAPACITY GUIDE "table “Shared Memory Capacity”"
#define LOOM_SOURCE_DEFAULT GUIDE "note on “Maximum amount of shared memory per thread block”"
#define LOOM_SOURCE_RESERVED "Blackwell Tuning Guide, “Unified Shared Memory/L1/Texture Cache”, " \
                             "and those of Ampere to Hopper"
#define LOOM_SOURCE_OCCUPANCY "CUDA Toolkit 13.0, cuda_occupancy.h"
#define LOOM_SOURCE_ARITHMETIC "CUDA C++ Best Practices Guide 13, " \
                               "table “Throughput of Native Arithmetic Instructions”"
#define LOOM_SOURCE_QUERY "CUDA Samples, deviceQuery on this board"
#define LOOM_SOURCE_ATTRIBUTES "CUDA Runtime, cudaDeviceGetAttribute () on this board"

#define KIB (G_GUINT64_CONSTANT (1024))
#define LOOM_CAPACITIES(...) { __VA_ARGS__ }, sizeof ((guint[]) { __VA_ARGS__ }) / sizeof (guint)

static const struct
{
  const char *compute;
  guint       warps, blocks;
  guint       shared, shared_per_block_most, shared_reserved;   /* KiB */
  guint       shared_unit;
  guint       capacities[LOOM_MAX_CAPACITIES];  /* KiB */
  guint       n_capacities;
  guint       flops[LOOM_N_FLOATS];
} capabilities[] = {
#define LOOM_CAPABILITY(...) { __VA_ARGS__ },
#include "loom-device-profile.def"
};

static const struct
{
  const char *id, *name, *compute;
  guint       multiprocessors, mhz;
  guint64     memory_mhz, bus_bits;
  guint       memory_mib, l2;
  const char *source;
} boards[] = {
#define LOOM_BOARD(...) { __VA_ARGS__ },
#include "loom-device-profile.def"
};

#define ROW(key, title, unit, least, most, member) \
  { key, title, LOOM_FIGURE_##unit, least, most, G_STRUCT_OFFSET (LoomDeviceProfile, member) }

static const LoomFigureKind kinds[] = {
  ROW ("warps", N_("Warps on a multiprocessor"), NUMBER, 1, 256, warps),
  ROW ("blocks", N_("Blocks on a multiprocessor, at most"), NUMBER, 1, 256, blocks),
  ROW ("threads-per-block", N_("Threads of a block, at most"), NUMBER, 32, 1024, threads_per_block),
  ROW ("registers", N_("Registers of a multiprocessor"), NUMBER, 1024, 1 << 24, registers),
  ROW ("registers-per-block", N_("Registers of a block, at most"), NUMBER, 1024, 1 << 24,
       registers_per_block),
  ROW ("registers-per-thread", N_("Registers of a thread, at most"), NUMBER, 16, 1024,
       registers_per_thread),
  ROW ("register-unit", N_("Registers that a warp is given at once"), NUMBER, 32, 4096,
       register_unit),
  ROW ("partitions", N_("Parts of a multiprocessor that share its registers"), NUMBER, 1, 16,
       partitions),
  ROW ("shared", N_("Shared memory of a multiprocessor"), BYTES, 1024, 1 << 24, shared),
  ROW ("shared-per-block", N_("Shared memory of a block"), BYTES, 1024, 1 << 24, shared_per_block),
  ROW ("shared-per-block-most", N_("Shared memory of a block that asks for more"), BYTES, 1024,
       1 << 24, shared_per_block_most),
  ROW ("shared-reserved", N_("Shared memory of a block that is the system’s"), BYTES, 0, 1 << 16,
       shared_reserved),
  ROW ("shared-unit", N_("Shared memory that a block is given at once"), BYTES, 1, 1 << 16,
       shared_unit),
  ROW ("fp16", N_("Half-precision operations in a cycle"), NUMBER, 1, 1 << 16,
       flops[LOOM_FLOAT_HALF]),
  ROW ("fp32", N_("Single-precision operations in a cycle"), NUMBER, 1, 1 << 16,
       flops[LOOM_FLOAT_SINGLE]),
  ROW ("fp64", N_("Double-precision operations in a cycle"), NUMBER, 1, 1 << 16,
       flops[LOOM_FLOAT_DOUBLE]),
  ROW ("multiprocessors", N_("Multiprocessors (SMs)"), NUMBER, 1, 4096, multiprocessors),
  ROW ("clock", N_("Clock"), MHZ, 1, 100000, clock),
  ROW ("bandwidth", N_("Bandwidth of its memory"), MB_PER_SECOND, 1,
       G_GUINT64_CONSTANT (1000000000), bandwidth),
  ROW ("memory", N_("Memory of the device"), MIB, 1, G_GUINT64_CONSTANT (1) << 30, memory),
  ROW ("l2", N_("L2 cache"), BYTES, 1, G_GUINT64_CONSTANT (1) << 40, l2),
};

/**
 * loom_figure_list_kinds:
 * @n: (out): how many there are
 *
 * Returns: (transfer none) (array length=n): the figures that profiles have, in the order in which
 *   they are shown
 */
const LoomFigureKind *
loom_figure_list_kinds (guint *n)
{
  g_return_val_if_fail (n != NULL, NULL);

  *n = G_N_ELEMENTS (kinds);
  return kinds;
}

/**
 * loom_figure_find_kind:
 * @key: in files and JSON
 *
 * Returns: (transfer none) (nullable): the figure of that key
 */
const LoomFigureKind *
loom_figure_find_kind (const char *key)
{
  g_return_val_if_fail (key != NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (strcmp (kinds[i].key, key) == 0)
      return &kinds[i];
  return NULL;
}

/**
 * loom_device_profile_get_figure:
 * @kind: of loom_figure_list_kinds()
 *
 * Returns: (transfer none): one of its figures
 */
const LoomFigure *
loom_device_profile_get_figure (const LoomDeviceProfile *self,
                                const LoomFigureKind    *kind)
{
  g_return_val_if_fail (self != NULL && kind != NULL, NULL);

  return &G_STRUCT_MEMBER (LoomFigure, self, kind->member);
}

/**
 * loom_figure_format:
 * @kind: what it is
 *
 * Returns: (transfer full) (nullable): a figure with its unit, for people; %NULL where it is not
 *   told
 */
char *
loom_figure_format (const LoomFigure     *self,
                    const LoomFigureKind *kind)
{
  g_return_val_if_fail (self != NULL && kind != NULL, NULL);

  if (self->source == NULL)
    return NULL;
  switch (kind->unit)
    {
    case LOOM_FIGURE_BYTES:
      return g_format_size_full (self->value, G_FORMAT_SIZE_IEC_UNITS);
    case LOOM_FIGURE_MIB:
      return g_format_size_full (self->value << 20, G_FORMAT_SIZE_IEC_UNITS);
    case LOOM_FIGURE_MHZ:
      return g_strdup_printf ("%" PRIu64 " MHz", self->value);
    case LOOM_FIGURE_MB_PER_SECOND:
      {
        g_autofree char *size = g_format_size (self->value * 1000000);

        return g_strdup_printf ("%s/s", size);
      }
    case LOOM_FIGURE_NUMBER:
    default:
      return g_strdup_printf ("%" PRIu64, self->value);
    }
}

static LoomFigure
told (guint64     value,
      const char *source)
{
  return (LoomFigure) { value, g_intern_string (source) };
}

static LoomDeviceProfile *
make_capability (guint at)
{
  LoomDeviceProfile *self = g_new0 (LoomDeviceProfile, 1);

  self->id = g_strdup (capabilities[at].compute);
  self->compute = g_strdup (self->id);
  self->name = g_strdup_printf (_("Compute capability %s"), self->compute);
  self->warps = told (capabilities[at].warps, LOOM_SOURCE_SM);
  self->blocks = told (capabilities[at].blocks, LOOM_SOURCE_SM);
  self->threads_per_block = told (1024, LOOM_SOURCE_SM);
  self->registers = told (65536, LOOM_SOURCE_MEMORY);
  self->registers_per_block = told (65536, LOOM_SOURCE_MEMORY);
  self->registers_per_thread = told (255, LOOM_SOURCE_MEMORY);
  self->register_unit = told (256, LOOM_SOURCE_OCCUPANCY);
  self->partitions = told (4, LOOM_SOURCE_OCCUPANCY);
  self->shared = told (capabilities[at].shared * KIB, LOOM_SOURCE_MEMORY);
  self->shared_per_block = told (48 * KIB, LOOM_SOURCE_DEFAULT);
  self->shared_per_block_most
      = told (capabilities[at].shared_per_block_most * KIB, LOOM_SOURCE_MEMORY);
  self->shared_reserved = told (capabilities[at].shared_reserved * KIB, LOOM_SOURCE_RESERVED);
  self->shared_unit = told (capabilities[at].shared_unit, LOOM_SOURCE_OCCUPANCY);
  self->n_capacities = capabilities[at].n_capacities;
  for (guint i = 0; i < self->n_capacities; i++)
    self->capacities[i] = capabilities[at].capacities[i] * KIB;
  self->capacity = told (self->capacities[self->n_capacities - 1], LOOM_SOURCE_CAPACITY);
  for (LoomFloat i = 0; i < LOOM_N_FLOATS; i++)
    if (capabilities[at].flops[i] > 0)
      self->flops[i] = told (capabilities[at].flops[i], LOOM_SOURCE_ARITHMETIC);
  return self;
}

static LoomDeviceProfile *
make_board (const GPtrArray *profiles,
            guint            at)
{
  LoomDeviceProfile *self
      = loom_device_profile_copy (loom_device_profile_find (profiles, boards[at].compute, NULL));

  g_free (self->id);
  g_free (self->name);
  self->id = g_strdup (boards[at].id);
  self->name = g_strdup (boards[at].name);
  self->multiprocessors = told (boards[at].multiprocessors, boards[at].source);
  if (boards[at].mhz > 0)
    self->clock = told (boards[at].mhz, boards[at].source);
  self->bandwidth = told (2 * boards[at].memory_mhz * boards[at].bus_bits / 8, boards[at].source);
  self->memory = told (boards[at].memory_mib, boards[at].source);
  self->l2 = told (boards[at].l2, boards[at].source);
  return self;
}

/**
 * loom_device_profile_list:
 * @folder: (nullable) (type filename): where the user's own lie; %NULL: none
 * @problems: (nullable) (element-type utf8): for what is wrong with files there, a sentence each;
 *   they are left out
 *
 * Returns: (transfer full) (element-type LoomDeviceProfile): compute capabilities, boards, then
 *   those of the user
 */
GPtrArray *
loom_device_profile_list (const char *folder,
                          GPtrArray  *problems)
{
  GPtrArray *profiles
      = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_device_profile_free);

  for (guint i = 0; i < G_N_ELEMENTS (capabilities); i++)
    g_ptr_array_add (profiles, make_capability (i));
  for (guint i = 0; i < G_N_ELEMENTS (boards); i++)
    g_ptr_array_add (profiles, make_board (profiles, i));
  if (folder != NULL)
    _loom_device_profile_read_folder (profiles, folder, problems);
  return profiles;
}

static const LoomDeviceProfile *
look_up (const GPtrArray *profiles,
         const char      *id)
{
  for (guint i = 0; i < profiles->len; i++)
    {
      const LoomDeviceProfile *profile = profiles->pdata[i];

      if (strcmp (profile->id, id) == 0)
        return profile;
    }
  return NULL;
}

/**
 * loom_device_profile_find:
 * @profiles: (element-type LoomDeviceProfile): of loom_device_profile_list()
 * @id: as "8.9" or "rtx-4090"
 * @error: return location; %LOOM_ERROR_USAGE names those that there are
 *
 * Returns: (transfer none) (nullable): the profile of that name
 */
const LoomDeviceProfile *
loom_device_profile_find (const GPtrArray  *profiles,
                          const char       *id,
                          GError          **error)
{
  const LoomDeviceProfile *found;
  g_autoptr (GString) names = g_string_new (NULL);

  g_return_val_if_fail (profiles != NULL && id != NULL, NULL);

  found = look_up (profiles, id);
  if (found != NULL)
    return found;
  for (guint i = 0; i < profiles->len; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "",
                            ((LoomDeviceProfile *) profiles->pdata[i])->id);
  return loom_fail_null (error, LOOM_ERROR_USAGE,
                         _("there is no profile “%1$s” of a device; there are %2$s"), id,
                         names->str);
}

/**
 * loom_device_profile_new_of:
 * @profiles: (element-type LoomDeviceProfile): of loom_device_profile_list()
 * @device: a GPU that is here
 *
 * Returns: (transfer full) (nullable): what is known of its compute capability, with what the
 *   device itself tells; %NULL if nothing is known of that capability
 */
LoomDeviceProfile *
loom_device_profile_new_of (const GPtrArray  *profiles,
                            const LoomDevice *device)
{
  const LoomDeviceProfile *capability;
  LoomDeviceProfile *self;

  g_return_val_if_fail (profiles != NULL && device != NULL, NULL);

  capability = look_up (profiles, device->compute);
  if (capability == NULL)
    return NULL;
  self = loom_device_profile_copy (capability);
  g_free (self->name);
  self->name = g_strdup (device->name);
  if (device->multiprocessors > 0)
    self->multiprocessors = told (device->multiprocessors, LOOM_SOURCE_ATTRIBUTES);
  if (device->clock > 0)
    self->clock = told (device->clock / 1000, LOOM_SOURCE_ATTRIBUTES);
  if (device->memory_clock > 0 && device->memory_bus > 0)
    /* twice in each cycle */
    self->bandwidth = told (2 * device->memory_clock / 1000 * device->memory_bus / 8,
                            LOOM_SOURCE_ATTRIBUTES);
  if (device->memory > 0)
    self->memory = told (device->memory >> 20, LOOM_SOURCE_ATTRIBUTES);
  if (device->l2 > 0)
    self->l2 = told (device->l2, LOOM_SOURCE_ATTRIBUTES);
  return self;
}

/**
 * loom_device_profile_dup_target:
 * @prefix: "compute_" for the virtual architecture, "sm_" for the GPU's own
 *
 * Returns: (transfer full): what is compiled for the device: compute_90 of 9.0
 */
char *
loom_device_profile_dup_target (const LoomDeviceProfile *self,
                                const char              *prefix)
{
  g_auto (GStrv) parts = NULL;

  g_return_val_if_fail (self != NULL && prefix != NULL, NULL);

  parts = g_strsplit (self->compute, ".", 2);
  return g_strconcat (prefix, parts[0], parts[1], NULL);
}

/**
 * loom_device_profile_get_limits:
 *
 * Tells what such a device allows for one launch. A kernel may have as much shared memory as the
 * device has for those that ask for more. How many multiprocessors there are is told of boards; of
 * a mere compute capability it is as on the simulator.
 *
 * Returns: limits that borrow the profile's name
 */
LoomLimits
loom_device_profile_get_limits (const LoomDeviceProfile *self)
{
  LoomLimits limits = *loom_limits_get_simulator ();

  g_return_val_if_fail (self != NULL, limits);

  limits.device = self->name;
  limits.threads_per_block = (guint) self->threads_per_block.value;
  limits.shared_per_block = MAX (self->shared_per_block.value, self->shared_per_block_most.value);
  limits.warp_size = LOOM_WARP_LANES;
  limits.threads_per_multiprocessor = (guint) self->warps.value * LOOM_WARP_LANES;
  limits.blocks_per_multiprocessor = (guint) self->blocks.value;
  if (self->multiprocessors.source != NULL)
    limits.multiprocessors = (guint) self->multiprocessors.value;
  return limits;
}

/**
 * loom_device_profile_get_simulated_limits:
 *
 * Tells what the simulator allows of one launch while it stands for such a device: as much as that
 * does, with the shared memory that the simulator has.
 *
 * Returns: limits that borrow the profile's name
 */
LoomLimits
loom_device_profile_get_simulated_limits (const LoomDeviceProfile *self)
{
  const LoomLimits *simulator = loom_limits_get_simulator ();
  LoomLimits limits = *simulator;

  g_return_val_if_fail (self != NULL, limits);

  if (strcmp (self->id, LOOM_DEFAULT_PROFILE) == 0)
    return limits;
  limits = loom_device_profile_get_limits (self);
  limits.shared_per_block = MIN (limits.shared_per_block, simulator->shared_per_block);
  return limits;
}

/**
 * loom_device_profile_copy:
 *
 * Returns: (transfer full): the same once more
 */
LoomDeviceProfile *
loom_device_profile_copy (const LoomDeviceProfile *self)
{
  LoomDeviceProfile *copy;

  g_return_val_if_fail (self != NULL, NULL);

  copy = g_memdup2 (self, sizeof *self);
  copy->id = g_strdup (self->id);
  copy->name = g_strdup (self->name);
  copy->compute = g_strdup (self->compute);
  copy->file = g_strdup (self->file);
  return copy;
}

void
loom_device_profile_free (LoomDeviceProfile *self)
{
  if (self == NULL)
    return;

  g_free (self->id);
  g_free (self->name);
  g_free (self->compute);
  g_free (self->file);
  g_free (self);
}
