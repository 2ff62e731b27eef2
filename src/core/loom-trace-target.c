/* loom-trace-target.c: which thread or warp is traced
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-trace.h"

#include "loom-error.h"
#include "loom-wire-private.h"

#include <glib/gi18n-lib.h>

#include <inttypes.h>
#include <string.h>

#define WARP 32

static gboolean
parse_number (const char *text,
              guint32    *number)
{
  guint64 wide = 0;

  if (!g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT32, &wide, NULL))
    return FALSE;

  *number = (guint32) wide;
  return TRUE;
}

/* x[,y[,z]], from 0 */
static gboolean
parse_position (const char *text,
                LoomDim3   *position)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);
  const guint n = g_strv_length (parts);

  *position = LOOM_DIM3 (0, 0, 0);
  return n >= 1 && n <= 3 && parse_number (parts[0], &position->x) &&
         (n < 2 || parse_number (parts[1], &position->y)) &&
         (n < 3 || parse_number (parts[2], &position->z));
}

/**
 * loom_trace_target_parse:
 * @text: a block, a colon, and a thread of it or `warp=N`: "0,1:3,0" or "7:warp=2"
 * @target: (out): what it says
 * @error: return location for an error
 *
 * Reads who is to be traced. Positions count from 0; what is left out is 0.
 *
 * Errors: %LOOM_ERROR_USAGE.
 *
 * Returns: whether it can be read
 */
gboolean
loom_trace_target_parse (const char       *text,
                         LoomTraceTarget  *target,
                         GError          **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ":", -1);
  gboolean ok;

  *target = (LoomTraceTarget) { .whom = LOOM_TRACE_THREAD };
  ok = g_strv_length (parts) == 2 && parse_position (parts[0], &target->block);
  if (ok && g_str_has_prefix (parts[1], "warp="))
    {
      target->whom = LOOM_TRACE_WARP;
      ok = parse_number (parts[1] + strlen ("warp="), &target->warp);
    }
  else
    ok = ok && parse_position (parts[1], &target->thread);
  if (!ok)
    g_set_error_literal (
        error, LOOM_ERROR, LOOM_ERROR_USAGE,
        _("a block and a thread of it are written as 0,0:5,0, a block and a warp as 0,0:warp=1"));

  return ok;
}

static gboolean
is_inside (const LoomDim3 *position,
           const LoomDim3 *extent)
{
  return position->x < extent->x && position->y < extent->y && position->z < extent->z;
}

/**
 * loom_trace_target_check:
 * @self: who is to be traced
 * @grid: of the launch
 * @block: of the launch
 * @error: return location for an error
 *
 * Looks whether a launch has such a thread.
 *
 * Errors: %LOOM_ERROR_LAUNCH.
 *
 * Returns: whether it has
 */
gboolean
loom_trace_target_check (const LoomTraceTarget  *self,
                         const LoomDim3         *grid,
                         const LoomDim3         *block,
                         GError                **error)
{
  guint64 threads = 0;

  if (self->whom == LOOM_TRACE_NOBODY)
    return TRUE;

  if (!is_inside (&self->block, grid))
    g_set_error (
        error, LOOM_ERROR, LOOM_ERROR_LAUNCH,
        _("Block (%1$u, %2$u, %3$u) cannot be traced: the grid has %4$u × %5$u × %6$u blocks"),
        self->block.x, self->block.y, self->block.z, grid->x, grid->y, grid->z);
  else if (self->whom == LOOM_TRACE_THREAD && !is_inside (&self->thread, block))
    g_set_error (
        error, LOOM_ERROR, LOOM_ERROR_LAUNCH,
        _("Thread (%1$u, %2$u, %3$u) cannot be traced: a block has %4$u × %5$u × %6$u threads"),
        self->thread.x, self->thread.y, self->thread.z, block->x, block->y, block->z);
  else if (self->whom == LOOM_TRACE_WARP && loom_dim3_volume (block, &threads) &&
           self->warp >= (threads + WARP - 1) / WARP)
    g_set_error (error, LOOM_ERROR, LOOM_ERROR_LAUNCH,
                 _("Warp %1$u cannot be traced: a block has %2$u warps, counted from 0"),
                 self->warp, (guint) ((threads + WARP - 1) / WARP));
  else
    return TRUE;

  return FALSE;
}

static const LoomWireMember wire_members[] = {
  LOOM_WIRE_UP_TO (LoomTraceTarget, whom, LOOM_TRACE_WARP),
  LOOM_WIRE_OF (STRUCT, LoomTraceTarget, block, &_loom_dim3_wire),
  LOOM_WIRE_OF (STRUCT, LoomTraceTarget, thread, &_loom_dim3_wire),
  LOOM_WIRE (UINT32, LoomTraceTarget, warp),
};
static const LoomWire wire = {
  LOOM_WIRE_MEMBERS (wire_members, LoomTraceTarget), .destroy = g_free,
};

/**
 * loom_trace_target_to_variant:
 * @self: who is to be traced
 *
 * Packs it for another process.
 *
 * Returns: (transfer floating): the variant
 */
GVariant *
loom_trace_target_to_variant (const LoomTraceTarget *self)
{
  return _loom_wire_pack (&wire, self);
}

/**
 * loom_trace_target_from_variant:
 * @variant: from loom_trace_target_to_variant(), perhaps in a hostile process
 * @target: (out): what it says; nobody if it is none
 *
 * Unpacks and checks it.
 *
 * Returns: whether @variant is one
 */
gboolean
loom_trace_target_from_variant (GVariant        *variant,
                                LoomTraceTarget *target)
{
  g_autofree LoomTraceTarget *read = _loom_wire_create (&wire, variant);

  *target = read != NULL ? *read : (LoomTraceTarget) { .whom = LOOM_TRACE_NOBODY };
  return read != NULL;
}
