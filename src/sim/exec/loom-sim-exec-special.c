/* loom-sim-exec-special.c: handlers that read special registers
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-block-private.h"
#include "loom-sim-exec-private.h"

#define LAUNCH (v->block->launch)

/* The same for all lanes, read once. */
#define UNIFORM(name, D, value) \
  LOOM_SIM_MAP (name, D, const D _value = (D) (value);, , _value)

/* By warp: those of blocks that run together begin at one. */
static inline void
find_blocks (const LoomSimVector *v,
             LoomDim3            *ids)
{
  for (guint w = 0; w < v->n_warps; w++)
    {
      const guint64 index = v->block->index + w * LOOM_SIM_WARP / LAUNCH->block_threads;

      ids[w] = LAUNCH->batch == 1 ? v->block->id : loom_dim3_unpack (&LAUNCH->grid, index);
    }
}

#define CTAID(axis) \
  LOOM_SIM_MAP (ctaid_##axis, guint32, \
                LoomDim3 _ids[LOOM_SIM_MAX_WARPS]; find_blocks (v, _ids);, , \
                _ids[n / LOOM_SIM_WARP].axis)

#define POSITION(axis, i) \
  LOOM_SIM_MAP0 (tid_##axis, guint32, v->tid[i][n]) \
  UNIFORM (ntid_##axis, guint32, LAUNCH->block.axis) \
  CTAID (axis) \
  UNIFORM (nctaid_##axis, guint32, LAUNCH->grid.axis)

POSITION (x, 0)
POSITION (y, 1)
POSITION (z, 2)
LOOM_SIM_MAP0 (laneid, guint32, n % LOOM_SIM_WARP)
LOOM_SIM_MAP (warpid, guint32, const guint32 _threads = LAUNCH->block_threads;, ,
              (guint32) (v->first + n) % _threads / LOOM_SIM_WARP)
UNIFORM (nwarpid, guint32, (LAUNCH->block_threads + LOOM_SIM_WARP - 1) / LOOM_SIM_WARP)
LOOM_SIM_MAP0 (lanemask_eq, guint32, 1u << n % LOOM_SIM_WARP)
LOOM_SIM_MAP0 (lanemask_le, guint32, (2u << n % LOOM_SIM_WARP) - 1)
LOOM_SIM_MAP0 (lanemask_lt, guint32, (1u << n % LOOM_SIM_WARP) - 1)
LOOM_SIM_MAP0 (lanemask_ge, guint32, 0u - (1u << n % LOOM_SIM_WARP))
LOOM_SIM_MAP0 (lanemask_gt, guint32, 0u - (2u << n % LOOM_SIM_WARP))
/* Blocks go round the simulated device's multiprocessors. */
UNIFORM (smid, guint32, v->block->index % LAUNCH->multiprocessors)
UNIFORM (nsmid, guint32, LAUNCH->multiprocessors)
UNIFORM (grid_barrier_high, guint32, LAUNCH->grid_barrier >> 32)
UNIFORM (grid_barrier_low, guint32, LAUNCH->grid_barrier)
LOOM_SIM_MAP0 (zero_32, guint32, 0)
LOOM_SIM_MAP0 (zero_64, guint64, 0)
UNIFORM (dynamic_smem_size, guint32, LAUNCH->dynamic_shared)
UNIFORM (total_smem_size, guint32, LAUNCH->shared_size)

/* Clocks count the warp instructions that the vector has issued: the same in every run. */
#define CLOCK \
  (v->issued + (guint64) (op->ordinal - v->segment) * (guint) __builtin_popcount (v->warps))
UNIFORM (clock_low, guint32, CLOCK)
UNIFORM (clock_high, guint32, CLOCK >> 32)
UNIFORM (clock_64, guint64, CLOCK)

#define POSITION_ROWS(axis) \
  LOOM_SIM_ROW ("%tid." #axis, "4=,p", tid_##axis) \
  LOOM_SIM_ROW ("%ntid." #axis, "4=,p", ntid_##axis) \
  LOOM_SIM_ROW ("%ctaid." #axis, "4=", ctaid_##axis) \
  LOOM_SIM_ROW ("%nctaid." #axis, "4=,p", nctaid_##axis)

LOOM_SIM_ROWS (special)
{
  POSITION_ROWS (x)
  POSITION_ROWS (y)
  POSITION_ROWS (z)
  LOOM_SIM_ROW ("%tid.w", "4=,p", zero_32)
  LOOM_SIM_ROW ("%ntid.w", "4=,p", zero_32)
  LOOM_SIM_ROW ("%ctaid.w", "4=,p", zero_32)
  LOOM_SIM_ROW ("%nctaid.w", "4=,p", zero_32)
  LOOM_SIM_ROW ("%laneid", "4=,p", laneid)
  LOOM_SIM_ROW ("%warpid", "4=,p", warpid)
  LOOM_SIM_ROW ("%nwarpid", "4=,p", nwarpid)
  LOOM_SIM_ROW ("%lanemask_eq", "4=,p", lanemask_eq)
  LOOM_SIM_ROW ("%lanemask_le", "4=,p", lanemask_le)
  LOOM_SIM_ROW ("%lanemask_lt", "4=,p", lanemask_lt)
  LOOM_SIM_ROW ("%lanemask_ge", "4=,p", lanemask_ge)
  LOOM_SIM_ROW ("%lanemask_gt", "4=,p", lanemask_gt)
  LOOM_SIM_ROW ("%smid", "4=", smid)
  LOOM_SIM_ROW ("%nsmid", "4=,p", nsmid)
  LOOM_SIM_ROW ("%gridid", "8=,p", zero_64)
  LOOM_SIM_ROW ("%clock", "4=", clock_low)
  LOOM_SIM_ROW ("%clock_hi", "4=", clock_high)
  LOOM_SIM_ROW ("%clock64", "8=", clock_64)
  LOOM_SIM_ROW ("%globaltimer", "8=", clock_64)
  LOOM_SIM_ROW ("%globaltimer_lo", "4=", clock_low)
  LOOM_SIM_ROW ("%globaltimer_hi", "4=", clock_high)
  LOOM_SIM_ROW ("%dynamic_smem_size", "4=,p", dynamic_smem_size)
  LOOM_SIM_ROW ("%total_smem_size", "4=,p", total_smem_size)
  LOOM_SIM_ROW ("%aggr_smem_size", "4=,p", total_smem_size)
#define ZERO_ROW(name) LOOM_SIM_ROW (name, "4=,p", zero_32)
#define ZERO_ROWS(stem, tens) \
  ZERO_ROW (stem tens "0") ZERO_ROW (stem tens "1") ZERO_ROW (stem tens "2") \
  ZERO_ROW (stem tens "3") ZERO_ROW (stem tens "4") ZERO_ROW (stem tens "5") \
  ZERO_ROW (stem tens "6") ZERO_ROW (stem tens "7") ZERO_ROW (stem tens "8") \
  ZERO_ROW (stem tens "9")
#define COUNTER_ROW(name) ZERO_ROW (name) LOOM_SIM_ROW (name "_64", "8=,p", zero_64)
  ZERO_ROW ("%envreg0")
  LOOM_SIM_ROW ("%envreg1", "4=,p", grid_barrier_high)
  LOOM_SIM_ROW ("%envreg2", "4=,p", grid_barrier_low)
  ZERO_ROW ("%envreg3") ZERO_ROW ("%envreg4") ZERO_ROW ("%envreg5") ZERO_ROW ("%envreg6")
  ZERO_ROW ("%envreg7") ZERO_ROW ("%envreg8") ZERO_ROW ("%envreg9")
  ZERO_ROWS ("%envreg", "1")
  ZERO_ROWS ("%envreg", "2")
  ZERO_ROW ("%envreg30")
  ZERO_ROW ("%envreg31")
  COUNTER_ROW ("%pm0") COUNTER_ROW ("%pm1") COUNTER_ROW ("%pm2") COUNTER_ROW ("%pm3")
  COUNTER_ROW ("%pm4") COUNTER_ROW ("%pm5") COUNTER_ROW ("%pm6") COUNTER_ROW ("%pm7")
  ZERO_ROW ("%reserved_smem_offset_begin")
  ZERO_ROW ("%reserved_smem_offset_end")
  ZERO_ROW ("%reserved_smem_offset_cap")
  ZERO_ROW ("%reserved_smem_offset_0")
  ZERO_ROW ("%reserved_smem_offset_1")
  LOOM_SIM_ROW ("%current_graph_exec", "8=,p", zero_64)
  LOOM_SIM_ROWS_END
};
