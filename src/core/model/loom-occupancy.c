/* loom-occupancy.c: how many blocks are resident on a multiprocessor of a device, by its profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The rules are those of the CUDA Toolkit's cuda_occupancy.h for compute capability 7.5 and later:
 *
 *   threads    a block takes whole warps
 *   registers  a warp is given a multiple of a unit, by one of the partitions, which share the
 *              registers evenly; whether one block may have so many is asked as if its warps were
 *              spread evenly
 *   shared     a block is given a multiple of a unit, with what is the system's; a multiprocessor
 *              gives the smallest of its capacities that is no less than what is preferred, or than
 *              one block takes
 */

#include "config.h"

#include "loom-occupancy.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#define SHARED_STEP 1024                /* bytes from one point of a curve to the next */

static guint64
round_up (guint64 value,
          guint64 unit)
{
  return (value + unit - 1) / unit * unit;
}

static guint64
count_warps (const LoomOccupancyUse *use)
{
  return round_up (use->threads, LOOM_WARP_LANES) / LOOM_WARP_LANES;
}

static guint64
get_warp_registers (const LoomDeviceProfile *profile,
                    const LoomOccupancyUse  *use)
{
  return round_up ((guint64) use->registers * LOOM_WARP_LANES, profile->register_unit.value);
}

static guint
fit_registers (const LoomDeviceProfile *profile,
               const LoomOccupancyUse  *use)
{
  const guint64 partitions = profile->partitions.value;
  const guint64 warp = get_warp_registers (profile, use);

  if (use->registers > profile->registers_per_thread.value ||
      warp * round_up (count_warps (use), partitions) > profile->registers_per_block.value)
    return 0;
  if (warp == 0)
    return LOOM_NO_LIMIT;
  return (guint) (profile->registers.value / partitions / warp * partitions / count_warps (use));
}

/* The smallest that is no less than some bytes, or the largest. */
static guint64
choose_capacity (const LoomDeviceProfile *profile,
                 guint64                  bytes)
{
  for (guint i = 0; i < profile->n_capacities; i++)
    if (profile->capacities[i] >= bytes)
      return profile->capacities[i];
  return profile->capacity.value;
}

/* What one block is given. */
static guint64
get_block_shared (const LoomDeviceProfile *profile,
                  const LoomOccupancyUse  *use)
{
  return round_up (use->shared + profile->shared_reserved.value, profile->shared_unit.value);
}

static guint64
get_capacity (const LoomDeviceProfile *profile,
              const LoomOccupancyUse  *use)
{
  const guint64 preferred = use->carveout == LOOM_CARVEOUT_DEFAULT
                                ? profile->shared.value
                                : profile->shared.value * (guint64) CLAMP (use->carveout, 0, 100)
                                      / 100;

  return choose_capacity (profile, MAX (preferred, get_block_shared (profile, use)));
}

static gboolean
has_shared (const LoomDeviceProfile *profile,
            const LoomOccupancyUse  *use)
{
  return use->shared <= profile->shared_per_block_most.value &&
         get_block_shared (profile, use)
             <= profile->shared_per_block_most.value + profile->shared_reserved.value;
}

static guint
fit_shared (const LoomDeviceProfile *profile,
            const LoomOccupancyUse  *use)
{
  const guint64 block = get_block_shared (profile, use);

  if (!has_shared (profile, use))
    return 0;
  return block == 0 ? LOOM_NO_LIMIT : (guint) (get_capacity (profile, use) / block);
}

/**
 * loom_occupancy_use_init:
 * @self: (out): what a launch takes
 * @plan: the launch
 * @resources: what the machine code of its kernel takes
 *
 * Adds up what a launch takes, without a wish for a carve-out.
 */
void
loom_occupancy_use_init (LoomOccupancyUse          *self,
                         const LoomPlan            *plan,
                         const LoomKernelResources *resources)
{
  guint64 threads = 0;

  g_return_if_fail (self != NULL && plan != NULL && resources != NULL);

  loom_dim3_volume (&plan->block, &threads);
  *self = (LoomOccupancyUse) {
    .threads = (guint) threads, .registers = resources->registers,
    .shared = resources->shared + plan->shared, .carveout = LOOM_CARVEOUT_DEFAULT,
  };
}

/**
 * loom_occupancy_compute:
 * @profile: the device
 * @use: what a launch takes; a block has at least one thread
 * @self: (out): what is resident
 *
 * Computes how many blocks of a launch are resident on a multiprocessor at once, and what keeps
 * more of them away.
 */
void
loom_occupancy_compute (const LoomDeviceProfile *profile,
                        const LoomOccupancyUse  *use,
                        LoomOccupancy           *self)
{
  g_return_if_fail (profile != NULL && use != NULL && use->threads > 0 && self != NULL);

  *self = (LoomOccupancy) {
    .fit = {
      [LOOM_LIMITER_NONE] = LOOM_NO_LIMIT,
      [LOOM_LIMITER_BLOCKS] = (guint) profile->blocks.value,
      [LOOM_LIMITER_THREADS] = use->threads > profile->threads_per_block.value
                                   ? 0 : (guint) (profile->warps.value / count_warps (use)),
      [LOOM_LIMITER_REGISTERS] = fit_registers (profile, use),
      [LOOM_LIMITER_SHARED] = fit_shared (profile, use),
    },
    .registers = get_warp_registers (profile, use) * count_warps (use),
    .shared = get_block_shared (profile, use),
    .capacity = has_shared (profile, use) ? get_capacity (profile, use) : profile->capacity.value,
    .blocks = LOOM_NO_LIMIT,
  };
  for (guint i = 0; i < LOOM_N_LIMITERS; i++)
    self->blocks = MIN (self->blocks, self->fit[i]);
  for (guint i = 0; i < LOOM_N_LIMITERS; i++)
    if (self->fit[i] == self->blocks)
      self->limiters |= 1u << i;
  self->warps = self->blocks * (guint) count_warps (use);
  self->share = self->warps / (double) profile->warps.value;
}

/* Why a single block is too much. */
static char *
explain_none (const LoomOccupancy     *self,
              const LoomDeviceProfile *profile,
              const LoomOccupancyUse  *use)
{
  const guint64 warps = round_up (count_warps (use), profile->partitions.value);
  g_autofree char *shared = g_format_size_full (use->shared, G_FORMAT_SIZE_IEC_UNITS);
  g_autofree char *most = g_format_size_full (profile->shared_per_block_most.value,
                                              G_FORMAT_SIZE_IEC_UNITS);

  if (self->fit[LOOM_LIMITER_THREADS] == 0)
    return g_strdup_printf (_("No block fits: it has %1$u threads, and %2$s allows %3$" PRIu64),
                            use->threads, profile->name, profile->threads_per_block.value);
  if (self->fit[LOOM_LIMITER_SHARED] == 0)
    return g_strdup_printf (_("No block fits: it takes %1$s of shared memory, and %2$s allows "
                              "%3$s"), shared, profile->name, most);
  return g_strdup_printf (_("No block fits: it takes %1$" PRIu64 " registers, and %2$s allows "
                            "%3$" PRIu64), get_warp_registers (profile, use) * warps,
                          profile->name, profile->registers_per_block.value);
}

static char *
explain_limiter (const LoomOccupancy     *self,
                 const LoomDeviceProfile *profile,
                 const LoomOccupancyUse  *use,
                 LoomLimiter              limiter)
{
  g_autofree char *shared = g_format_size_full (self->shared, G_FORMAT_SIZE_IEC_UNITS);
  g_autofree char *capacity = g_format_size_full (self->capacity, G_FORMAT_SIZE_IEC_UNITS);

  switch (limiter)
    {
    case LOOM_LIMITER_BLOCKS:
      return g_strdup_printf (_("it holds %" PRIu64 " blocks at most"),
                              profile->blocks.value);
    case LOOM_LIMITER_THREADS:
      return g_strdup_printf (_("it holds %1$" PRIu64 " warps, and a block has %2$" PRIu64),
                              profile->warps.value, count_warps (use));
    case LOOM_LIMITER_REGISTERS:
      return g_strdup_printf (_("it has %1$" PRIu64 " registers, and a block takes %2$" PRIu64),
                              profile->registers.value, self->registers);
    case LOOM_LIMITER_SHARED:
      return g_strdup_printf (_("it has %1$s of shared memory, and a block takes %2$s"), capacity,
                              shared);
    case LOOM_LIMITER_NONE:
    case LOOM_N_LIMITERS:
    default:
      return NULL;
    }
}

/**
 * loom_occupancy_dup_sentence:
 * @profile: the device that it was computed for
 * @use: what the launch takes
 *
 * Returns: (transfer full): how many blocks are resident, and what limits them, in words
 */
char *
loom_occupancy_dup_sentence (const LoomOccupancy     *self,
                             const LoomDeviceProfile *profile,
                             const LoomOccupancyUse  *use)
{
  g_autoptr (GString) reasons = g_string_new (NULL);

  g_return_val_if_fail (self != NULL && profile != NULL && use != NULL, NULL);

  if (self->blocks == 0)
    return explain_none (self, profile, use);
  for (guint i = LOOM_LIMITER_BLOCKS; i < LOOM_N_LIMITERS; i++)
    {
      g_autofree char *reason = (self->limiters & 1u << i) != 0
                                    ? explain_limiter (self, profile, use, i) : NULL;

      if (reason != NULL)
        /* Translators: between reasons */
        g_string_append_printf (reasons, "%s%s", reasons->len > 0 ? _("; ") : "", reason);
    }
  /* Translators: the last is one reason or several */
  return g_strdup_printf (ngettext ("%1$u block is resident on a multiprocessor: %2$s",
                                    "%1$u blocks are resident on a multiprocessor: %2$s",
                                    self->blocks), self->blocks, reasons->str);
}

static void
add_point (GArray                  *points,
           const LoomDeviceProfile *profile,
           LoomOccupancyUse         use,
           guint64                  at)
{
  LoomOccupancyPoint point = { .at = at };
  LoomOccupancy occupancy;

  loom_occupancy_compute (profile, &use, &occupancy);
  point.blocks = occupancy.blocks;
  point.warps = occupancy.warps;
  g_array_append_val (points, point);
}

/**
 * loom_occupancy_list_curve:
 * @profile: a device
 * @use: what a launch takes
 * @axis: what is not as in @use
 *
 * Returns: (transfer full) (element-type LoomOccupancyPoint): what would be resident with other
 *   blocks (a point for each number of warps), other registers (for each that a thread can be
 *   given), or other shared memory (for each KiB)
 */
GArray *
loom_occupancy_list_curve (const LoomDeviceProfile *profile,
                           const LoomOccupancyUse  *use,
                           LoomOccupancyAxis        axis)
{
  GArray *points = g_array_new (FALSE, FALSE, sizeof (LoomOccupancyPoint));
  LoomOccupancyUse other;
  guint step;

  g_return_val_if_fail (profile != NULL && use != NULL && use->threads > 0, points);
  g_return_val_if_fail (axis < LOOM_N_OCCUPANCY_AXES, points);

  other = *use;
  if (axis == LOOM_OCCUPANCY_THREADS)
    for (other.threads = LOOM_WARP_LANES; other.threads <= profile->threads_per_block.value;
         other.threads += LOOM_WARP_LANES)
      add_point (points, profile, other, other.threads);
  else if (axis == LOOM_OCCUPANCY_REGISTERS)
    {
      step = MAX ((guint) profile->register_unit.value / LOOM_WARP_LANES, 1);
      for (other.registers = step; other.registers <= profile->registers_per_thread.value;
           other.registers += step)
        add_point (points, profile, other, other.registers);
    }
  else
    for (other.shared = 0; other.shared <= profile->shared_per_block_most.value;
         other.shared += SHARED_STEP)
      add_point (points, profile, other, other.shared);
  return points;
}

/**
 * loom_occupancy_axis_get_name:
 *
 * Returns: its stable name, as in JSON
 */
const char *
loom_occupancy_axis_get_name (LoomOccupancyAxis axis)
{
  static const char * const names[] = { "threads", "registers", "shared" };

  g_return_val_if_fail (axis < G_N_ELEMENTS (names), NULL);

  return names[axis];
}
