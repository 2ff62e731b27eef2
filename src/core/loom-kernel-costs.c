/* loom-kernel-costs.c: what a kernel takes of a GPU
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-kernel-costs.h"

#define COSTS_VARIANT "(uttttuuduuu)"

/**
 * loom_kernel_costs_new:
 *
 * Makes costs of which nothing is known.
 *
 * Returns: (transfer full): the costs
 */
LoomKernelCosts *
loom_kernel_costs_new (void)
{
  return g_new0 (LoomKernelCosts, 1);
}

/**
 * loom_kernel_costs_free:
 * @self: (transfer full) (nullable): costs
 *
 * Frees costs.
 */
void
loom_kernel_costs_free (LoomKernelCosts *self)
{
  g_free (self);
}

/**
 * loom_kernel_costs_to_variant:
 * @self: costs
 *
 * Packs costs for another process.
 *
 * Returns: (transfer floating): the variant
 */
GVariant *
loom_kernel_costs_to_variant (const LoomKernelCosts *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return g_variant_new (COSTS_VARIANT, self->registers, self->shared_static, self->shared_dynamic,
                        self->local, self->constant, self->max_threads,
                        self->blocks_per_multiprocessor, self->occupancy, (guint32) self->limiter,
                        self->ptx_version, self->binary_version);
}

/**
 * loom_kernel_costs_from_variant:
 * @variant: from loom_kernel_costs_to_variant(), perhaps in a hostile process
 *
 * Unpacks and checks costs.
 *
 * Returns: (transfer full) (nullable): the costs, or %NULL if @variant is none
 */
LoomKernelCosts *
loom_kernel_costs_from_variant (GVariant *variant)
{
  g_autoptr (LoomKernelCosts) self = NULL;
  guint32 limiter;

  g_return_val_if_fail (variant != NULL, NULL);

  if (!g_variant_is_of_type (variant, G_VARIANT_TYPE (COSTS_VARIANT)))
    return NULL;

  self = loom_kernel_costs_new ();
  g_variant_get (variant, COSTS_VARIANT, &self->registers, &self->shared_static,
                 &self->shared_dynamic, &self->local, &self->constant, &self->max_threads,
                 &self->blocks_per_multiprocessor, &self->occupancy, &limiter, &self->ptx_version,
                 &self->binary_version);
  /* Also false where the share is no number. */
  if (!(self->occupancy >= 0 && self->occupancy <= 1) || limiter > LOOM_LIMITER_SHARED)
    return NULL;

  self->limiter = limiter;
  return g_steal_pointer (&self);
}

/**
 * loom_limiter_get_name:
 * @limiter: what limits the occupancy
 *
 * Gets the stable name of a limiting resource.
 *
 * Returns: (nullable): a static string; %NULL where it is not known
 */
const char *
loom_limiter_get_name (LoomLimiter limiter)
{
  static const char * const names[] = { NULL, "blocks", "threads", "registers", "shared" };

  g_return_val_if_fail ((guint) limiter < G_N_ELEMENTS (names), NULL);

  return names[limiter];
}
