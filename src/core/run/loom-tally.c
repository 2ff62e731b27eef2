/* loom-tally.c: what the arrays of a run came to, to and from another process
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-tally.h"

#include "loom-wire-private.h"

static const LoomWireMember tally_members[] = {
  LOOM_WIRE (UINT64, LoomTally, counts.cells),
  LOOM_WIRE (UINT64, LoomTally, counts.written),
  LOOM_WIRE (UINT64, LoomTally, counts.rewritten),
  LOOM_WIRE (UINT64, LoomTally, counts.writes),
  LOOM_WIRE (UINT64, LoomTally, counts.reads),
  LOOM_WIRE (INT64, LoomTally, counts.missed),
  LOOM_WIRE (INT64, LoomTally, counts.extra),
  LOOM_WIRE (UINT64, LoomTally, mismatches),
  LOOM_WIRE_OF (STRUCT, LoomTally, thumbnail, &_loom_thumbnail_wire),
};
const LoomWire _loom_tally_wire = {
  LOOM_WIRE_MEMBERS (tally_members, LoomTally), .destroy = g_free,
};

LOOM_DEFINE_WIRE (LoomTally, loom_tally, &_loom_tally_wire)
