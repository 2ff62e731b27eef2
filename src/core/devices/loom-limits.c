/* loom-limits.c: what a device allows for one launch, and a check that says how to get back within
 * it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-limits.h"

#include "loom-error.h"

#include <glib/gi18n-lib.h>

/**
 * loom_limits_get_simulator:
 *
 * Gets the limits of the simulated device.
 *
 * Block, grid and threads per block are those of every CUDA device since compute capability 3.0
 * (CUDA C++ Programming Guide, *Technical Specifications per Compute Capability*); 48 KiB is the
 * shared memory that a launch may have there without asking for more. The multiprocessors are those
 * of %LOOM_DEFAULT_PROFILE, a mid-size device of compute capability 8.6, which a test compares.
 *
 * Returns: (transfer none): limits that live for ever
 */
const LoomLimits *
loom_limits_get_simulator (void)
{
  static LoomLimits limits = {
    .device = NULL,
    .block = { 1024, 1024, 64 },
    .grid = { G_MAXINT32, 65535, 65535 },
    .threads_per_block = 1024,
    .shared_per_block = 48 * 1024,
    .warp_size = 32,
    .multiprocessors = 28,
    .threads_per_multiprocessor = 1536,
    .blocks_per_multiprocessor = 16,
  };
  static gsize once;

  if (g_once_init_enter (&once))
    {
      limits.device = g_strdup (_("the simulated device"));
      g_once_init_leave (&once, 1);
    }

  return &limits;
}

/**
 * loom_limits_of_kernel:
 * @max_threads: most threads of a block that a kernel was compiled for, 0 if it does not say
 *
 * Returns: limits of a device narrowed to those of a kernel; they borrow the device's name, or say
 *   __launch_bounds__ instead where that is less
 */
LoomLimits
loom_limits_of_kernel (const LoomLimits *self,
                       guint             max_threads)
{
  LoomLimits limits;

  g_return_val_if_fail (self != NULL, *loom_limits_get_simulator ());

  limits = *self;
  if (max_threads == 0 || max_threads >= limits.threads_per_block)
    return limits;

  limits.threads_per_block = max_threads;
  limits.device = (char *) _("the kernel’s __launch_bounds__");
  return limits;
}

/* nearest: what would be allowed, in words. */
static gboolean
check_axis (const LoomLimits  *self,
            const char        *what,
            guint32            value,
            guint32            most,
            const char        *nearest,
            GError           **error)
{
  if (value == 0)
    g_set_error (error, LOOM_ERROR, LOOM_ERROR_LAUNCH,
                 _("%s is 0; the minimum, and the nearest legal value, is 1"), what);
  else if (value > most)
    g_set_error (error, LOOM_ERROR, LOOM_ERROR_LAUNCH,
                 /* Translators: the last is “the nearest legal value is 1024”, or block */
                 _("%1$s is %2$u, which is %3$u more than %4$s allows; %5$s"),
                 what, value, value - most, self->device, nearest);
  else
    return TRUE;

  return FALSE;
}

/* As settings have it. */
static char *
dup_nearest_value (guint64 value)
{
  return g_strdup_printf (_("the nearest legal value is %llu"), (unsigned long long) value);
}

static gboolean
check_grid_axis (const LoomLimits  *self,
                 const char        *what,
                 guint32            value,
                 guint32            most,
                 GError           **error)
{
  g_autofree char *nearest = dup_nearest_value (most);

  return check_axis (self, what, value, most, nearest, error);
}

/**
 * loom_limits_get_nearest_block:
 *
 * Returns: the block with the same fast axes and as many threads as are allowed; @block itself if
 *   it is within the limits
 */
LoomDim3
loom_limits_get_nearest_block (const LoomLimits *self,
                               const LoomDim3   *block)
{
  guint32 x, y, z;

  g_return_val_if_fail (self != NULL && block != NULL, LOOM_DIM3 (1, 1, 1));

  x = CLAMP (block->x, 1, MIN (self->block.x, self->threads_per_block));
  y = MIN (MIN (block->y, self->block.y), self->threads_per_block / x);
  y = MAX (y, 1);
  z = MIN (MIN (block->z, self->block.z), self->threads_per_block / x / y);
  return LOOM_DIM3 (x, y, MAX (z, 1));
}

/**
 * loom_limits_fit_to_warps:
 * @fit: (out): the smallest block of whole warps that holds @block
 *
 * Finds whole warps for a block. Axes of one thread stay so; of two blocks with as many threads the
 * one is taken that is longer in x, which is the way that the threads of a warp go.
 *
 * Returns: %FALSE if there is no such block within the limits
 */
gboolean
loom_limits_fit_to_warps (const LoomLimits *self,
                          const LoomDim3   *block,
                          LoomDim3         *fit)
{
  guint64 least = G_MAXUINT64;
  guint spare, most_x, most_y;

  g_return_val_if_fail (self != NULL && block != NULL && fit != NULL, FALSE);

  spare = self->warp_size - 1;
  most_x = MIN (block->x + (block->x > 1 || block->y == 1 ? spare : 0), self->block.x);
  most_y = MIN (block->y + (block->y > 1 ? spare : 0), self->block.y);
  for (guint x = block->x; x <= most_x; x++)
    for (guint y = block->y; y <= most_y; y++)
      {
        const LoomDim3 whole = { x, y, block->z };
        guint64 threads;

        if (loom_dim3_volume (&whole, &threads) && threads % self->warp_size == 0 &&
            threads <= MIN (least, self->threads_per_block))
          {
            *fit = whole;
            least = threads;
          }
      }
  return least < G_MAXUINT64;
}

/* Axes share the threads of a block: what is allowed for one hangs on the others. */
static gboolean
check_block_axis (const LoomLimits  *self,
                  const LoomDim3    *block,
                  guint              axis,
                  GError           **error)
{
  static const char *const names[] = { "block.x", "block.y", "block.z" };
  const guint32 values[] = { block->x, block->y, block->z };
  const guint32 most[] = { self->block.x, self->block.y, self->block.z };
  const LoomDim3 others = { axis == 0 ? 1 : block->x, axis == 1 ? 1 : block->y,
                            axis == 2 ? 1 : block->z };
  const LoomDim3 nearest = loom_limits_get_nearest_block (self, block);
  g_autofree char *block_text = loom_dim3_format (&nearest);
  g_autofree char *text = NULL;
  guint64 threads;

  if (others.x <= self->block.x && others.y <= self->block.y && others.z <= self->block.z &&
      loom_dim3_volume (&others, &threads) && threads > 0 && threads <= self->threads_per_block)
    text = dup_nearest_value (MIN (most[axis], self->threads_per_block / threads));
  else
    text = g_strdup_printf (_("the nearest legal block is %s"), block_text);
  return check_axis (self, names[axis], values[axis], most[axis], text, error);
}

static gboolean
check_threads (const LoomLimits  *self,
               const LoomDim3    *block,
               GError           **error)
{
  g_autofree char *written = NULL, *nearest_text = NULL;
  LoomDim3 nearest;
  guint64 threads;

  if (loom_dim3_volume (block, &threads) && threads <= self->threads_per_block)
    return TRUE;

  nearest = loom_limits_get_nearest_block (self, block);
  written = loom_dim3_format (block);
  nearest_text = loom_dim3_format (&nearest);
  return loom_fail (error, LOOM_ERROR_LAUNCH,
                    _("a block of %1$s has %2$llu threads, which is %3$llu more than the %4$u that "
                      "%5$s allows; the nearest legal block is %6$s"), written,
                    (unsigned long long) threads,
                    (unsigned long long) (threads - self->threads_per_block),
                    self->threads_per_block, self->device, nearest_text);
}

static gboolean
check_shared (const LoomLimits  *self,
              guint64            shared,
              GError           **error)
{
  return shared <= self->shared_per_block ||
         loom_fail (error, LOOM_ERROR_LAUNCH,
                    _("shared is %1$llu bytes, which is %2$llu more than %3$s allows per block; "
                      "the nearest legal value is %4$llu"), (unsigned long long) shared,
                    (unsigned long long) (shared - self->shared_per_block), self->device,
                    (unsigned long long) self->shared_per_block);
}

/**
 * loom_limits_check:
 * @shared: dynamic shared memory of a block, bytes
 * @error: return location; %LOOM_ERROR_LAUNCH says which limit, by how much, and the nearest legal
 * value
 *
 * Checks a launch before it is made.
 *
 * Returns: %FALSE with @error set if the device cannot do it
 */
gboolean
loom_limits_check (const LoomLimits  *self,
                   const LoomDim3    *block,
                   const LoomDim3    *grid,
                   guint64            shared,
                   GError           **error)
{
  g_return_val_if_fail (self != NULL && block != NULL && grid != NULL, FALSE);

  if (!check_block_axis (self, block, 0, error) || !check_block_axis (self, block, 1, error) ||
      !check_block_axis (self, block, 2, error) || !check_threads (self, block, error) ||
      !check_grid_axis (self, "grid.x", grid->x, self->grid.x, error) ||
      !check_grid_axis (self, "grid.y", grid->y, self->grid.y, error) ||
      !check_grid_axis (self, "grid.z", grid->z, self->grid.z, error))
    return FALSE;

  return check_shared (self, shared, error);
}

/**
 * loom_limits_check_shared:
 * @kernel: its name
 * @own: bytes of shared memory that it declares itself
 * @shared: dynamic shared memory of a block, bytes, as loom_limits_check() allows it
 *
 * Checks a launch against what is left beside a kernel's own variables.
 *
 * Returns: %FALSE with @error set as by loom_limits_check()
 */
gboolean
loom_limits_check_shared (const LoomLimits  *self,
                          const char        *kernel,
                          guint64            own,
                          guint64            shared,
                          GError           **error)
{
  const guint64 most = self->shared_per_block;

  if (own > most)
    return loom_fail (error, LOOM_ERROR_LAUNCH,
                      _("%1$s declares %2$llu bytes of shared memory, which is %3$llu more than "
                        "%4$s allows per block"), kernel, (unsigned long long) own,
                      (unsigned long long) (own - most), self->device);
  if (shared <= most - own)
    return TRUE;

  return loom_fail (error, LOOM_ERROR_LAUNCH,
                    _("shared is %1$llu bytes, and %2$s declares %3$llu itself: %4$llu more than "
                      "%5$s allows per block; the nearest legal value is %6$llu"),
                    (unsigned long long) shared, kernel, (unsigned long long) own,
                    (unsigned long long) (shared - (most - own)), self->device,
                    (unsigned long long) (most - own));
}
