/* loom-run-part.c: what one of several devices had of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-run-part.h"

#include "loom-wire-private.h"

/**
 * loom_run_part_new:
 * @device: its name, in the user's language
 * @rows: that are its own
 * @blocks: of the launch that is shown
 *
 * Returns: (transfer full): the part
 */
LoomRunPart *
loom_run_part_new (const char      *device,
                   LoomSplitRange   rows,
                   LoomSplitRange   blocks)
{
  LoomRunPart *self = g_new (LoomRunPart, 1);

  *self = (LoomRunPart) { g_strdup (device), rows, blocks };
  return self;
}

void
loom_run_part_free (LoomRunPart *self)
{
  if (self == NULL)
    return;

  g_free (self->device);
  g_free (self);
}

static gboolean
check_part (gpointer data)
{
  const LoomRunPart *self = data;

  return self->rows.begin < self->rows.end && self->blocks.begin <= self->blocks.end;
}

static const LoomWireMember part_members[] = {
  LOOM_WIRE (STRING, LoomRunPart, device),
  LOOM_WIRE (UINT64, LoomRunPart, rows.begin),
  LOOM_WIRE (UINT64, LoomRunPart, rows.end),
  LOOM_WIRE (UINT64, LoomRunPart, blocks.begin),
  LOOM_WIRE (UINT64, LoomRunPart, blocks.end),
};
const LoomWire _loom_run_part_wire = {
  LOOM_WIRE_MEMBERS (part_members, LoomRunPart), .check = check_part,
  .destroy = (GDestroyNotify) loom_run_part_free,
};
