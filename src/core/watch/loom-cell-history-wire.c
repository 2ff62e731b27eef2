/* loom-cell-history-wire.c: the history of a cell, to and from another process
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cell-history-private.h"

#include "loom-wire-private.h"

G_STATIC_ASSERT (sizeof (LoomCellAccess) == 56 && sizeof (LoomCellSource) == 24);

#define MAX_SITES 65536         /* of a program, and names of what they are to */

static gboolean
check_launch (gpointer data)
{
  const LoomCellLaunch *self = data;
  guint64 volume;

  return loom_dim3_volume (&self->grid, &volume) && volume > 0 &&
         loom_dim3_volume (&self->block, &volume) && volume > 0;
}

static const LoomWireMember launch_members[] = {
  LOOM_WIRE (UINT32, LoomCellLaunch, number),
  LOOM_WIRE (STRING, LoomCellLaunch, kernel),
  LOOM_WIRE_OF (STRUCT, LoomCellLaunch, grid, &_loom_dim3_wire),
  LOOM_WIRE_OF (STRUCT, LoomCellLaunch, block, &_loom_dim3_wire),
};
static const LoomWire launch_wire = {
  LOOM_WIRE_MEMBERS (launch_members, LoomCellLaunch), .destroy = _loom_cell_launch_free,
  .check = check_launch,
};

static const LoomWireMember site_members[] = {
  LOOM_WIRE (UINT32, LoomCellSite, ptx_line),
  LOOM_WIRE (UINT32, LoomCellSite, line),
  LOOM_WIRE (INTERNED, LoomCellSite, file),
  LOOM_WIRE (STRING, LoomCellSite, text),
};
static const LoomWire site_wire = {
  LOOM_WIRE_MEMBERS (site_members, LoomCellSite), .destroy = _loom_cell_site_free,
};

/* Whoever reads a history trusts its indices, and that its accesses are in order. */
static gboolean
check_accesses (const LoomCellHistory *self,
                const GArray          *accesses,
                gboolean               are_reads)
{
  guint64 next = 0;

  for (guint i = 0; i < accesses->len; i++)
    {
      const LoomCellAccess *access = &g_array_index (accesses, LoomCellAccess, i);
      const LoomCellLaunch *launch;
      guint64 blocks, threads;

      if (access->kind >= LOOM_N_CELL_ACCESSES || (access->kind == LOOM_CELL_READ) != are_reads ||
          access->launch >= self->launches->len || access->site >= self->sites->len ||
          access->n_bytes > LOOM_CELL_VALUE_BYTES || access->n_bytes > access->size ||
          access->sequence < next)
        return FALSE;
      launch = self->launches->pdata[access->launch];
      loom_dim3_volume (&launch->grid, &blocks);
      loom_dim3_volume (&launch->block, &threads);
      if (access->block >= blocks || access->thread >= threads)
        return FALSE;
      next = access->sequence + 1;
    }
  return accesses->len <= LOOM_CELL_MAX_ACCESSES;
}

static gboolean
check_history (gpointer data)
{
  const LoomCellHistory *self = data;

  for (guint i = 0; i < self->footprint->len; i++)
    {
      const LoomCellSource *source = &g_array_index (self->footprint, LoomCellSource, i);

      if (source->array >= self->arrays->len || source->site >= self->sites->len ||
          source->count == 0)
        return FALSE;
    }
  return self->sites->len <= MAX_SITES && self->arrays->len <= MAX_SITES &&
         self->launches->len <= 2 * LOOM_CELL_MAX_ACCESSES &&
         self->n_writes >= self->writes->len && self->n_reads >= self->reads->len &&
         self->n_atomics <= self->n_writes && self->n_writes <= G_MAXINT64 &&
         self->n_reads <= G_MAXINT64 &&
         check_accesses (self, self->writes, FALSE) && check_accesses (self, self->reads, TRUE);
}

static const LoomWireMember members[] = {
  LOOM_WIRE_OF (STRUCT, LoomCellHistory, target, &_loom_cell_target_wire),
  LOOM_WIRE (UINT64, LoomCellHistory, cell),
  LOOM_WIRE (UINT64, LoomCellHistory, n_writes),
  LOOM_WIRE (UINT64, LoomCellHistory, n_reads),
  LOOM_WIRE (UINT64, LoomCellHistory, n_atomics),
  LOOM_WIRE (UINT64, LoomCellHistory, n_loads),
  LOOM_WIRE (UINT64, LoomCellHistory, n_other_loads),
  LOOM_WIRE (BOOLEAN, LoomCellHistory, loads_cut),
  LOOM_WIRE (UINT64, LoomCellHistory, blocks),
  LOOM_WIRE (UINT64, LoomCellHistory, blocks_run),
  LOOM_WIRE_VALUES_UP_TO (LoomCellHistory, writes, LOOM_CELL_MAX_FOOTPRINT),
  LOOM_WIRE_VALUES_UP_TO (LoomCellHistory, reads, LOOM_CELL_MAX_FOOTPRINT),
  LOOM_WIRE_VALUES_UP_TO (LoomCellHistory, footprint, LOOM_CELL_MAX_FOOTPRINT),
  LOOM_WIRE_OF (POINTERS, LoomCellHistory, launches, &launch_wire),
  LOOM_WIRE_OF (POINTERS, LoomCellHistory, sites, &site_wire),
  LOOM_WIRE (STRINGS, LoomCellHistory, arrays),
};
const LoomWire _loom_cell_history_wire = {
  LOOM_WIRE_MEMBERS (members, LoomCellHistory),
  .create = (LoomWireCreate) _loom_cell_history_new,
  .destroy = (GDestroyNotify) loom_cell_history_free, .check = check_history,
};

LOOM_DEFINE_WIRE (LoomCellHistory, loom_cell_history, &_loom_cell_history_wire)
