#pragma once

#include "loom-wire.h"

#include <gio/gio.h>

/* What keeps more blocks from being resident on a multiprocessor. */
typedef enum
{
  LOOM_LIMITER_NONE,            /* not known */
  LOOM_LIMITER_BLOCKS,
  LOOM_LIMITER_THREADS,
  LOOM_LIMITER_REGISTERS,
  LOOM_LIMITER_SHARED,
  LOOM_N_LIMITERS
} LoomLimiter;

/* What one kernel takes of a GPU, for the launch at hand. */
typedef struct
{
  guint       registers;        /* of a thread */
  guint64     shared_static;    /* bytes of a block */
  guint64     shared_dynamic;   /* bytes of a block */
  guint64     local;            /* bytes of a thread */
  guint64     constant;         /* bytes */
  guint       max_threads;      /* of a block of this kernel */
  guint       blocks_per_multiprocessor;        /* that fit */
  double      occupancy;        /* resident threads of those that a multiprocessor holds, 0 to 1 */
  LoomLimiter limiter;
  guint       ptx_version, binary_version;      /* 90: 9.0 */
} LoomKernelCosts;

LoomKernelCosts *loom_kernel_costs_new          (void);
void             loom_kernel_costs_free         (LoomKernelCosts        *self);
LOOM_DECLARE_WIRE (LoomKernelCosts, loom_kernel_costs)
extern const LoomWire _loom_kernel_costs_wire;
const char      *loom_limiter_get_name          (LoomLimiter             limiter);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomKernelCosts, loom_kernel_costs_free)
