/* loom-kernel-costs.c: what a kernel takes of a GPU
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-kernel-costs.h"

#include "loom-wire-private.h"

LoomKernelCosts *
loom_kernel_costs_new (void)
{
  return g_new0 (LoomKernelCosts, 1);
}

void
loom_kernel_costs_free (LoomKernelCosts *self)
{
  g_free (self);
}

/* Also false where the share is no number. */
static gboolean
check (gpointer data)
{
  const LoomKernelCosts *self = data;

  return self->occupancy >= 0 && self->occupancy <= 1;
}

static const LoomWireMember wire_members[] = {
  LOOM_WIRE (UINT32, LoomKernelCosts, registers),
  LOOM_WIRE (UINT64, LoomKernelCosts, shared_static),
  LOOM_WIRE (UINT64, LoomKernelCosts, shared_dynamic),
  LOOM_WIRE (UINT64, LoomKernelCosts, local),
  LOOM_WIRE (UINT64, LoomKernelCosts, constant),
  LOOM_WIRE (UINT32, LoomKernelCosts, max_threads),
  LOOM_WIRE (UINT32, LoomKernelCosts, blocks_per_multiprocessor),
  LOOM_WIRE (DOUBLE, LoomKernelCosts, occupancy),
  LOOM_WIRE_UP_TO (LoomKernelCosts, limiter, LOOM_LIMITER_SHARED),
  LOOM_WIRE (UINT32, LoomKernelCosts, ptx_version),
  LOOM_WIRE (UINT32, LoomKernelCosts, binary_version),
};
const LoomWire _loom_kernel_costs_wire = {
  LOOM_WIRE_MEMBERS (wire_members, LoomKernelCosts), .destroy = g_free, .check = check,
};

LOOM_DEFINE_WIRE (LoomKernelCosts, loom_kernel_costs, &_loom_kernel_costs_wire)

/**
 * loom_limiter_get_name:
 *
 * Returns: (nullable): the stable name of what limits the occupancy; %NULL where it is not known
 */
const char *
loom_limiter_get_name (LoomLimiter limiter)
{
  static const char * const names[] = { NULL, "blocks", "threads", "registers", "shared" };

  g_return_val_if_fail ((guint) limiter < G_N_ELEMENTS (names), NULL);

  return names[limiter];
}
