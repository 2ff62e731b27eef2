/* loom-trace.c: what one thread or warp executed, step by step
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-trace.h"

#include "loom-error.h"
#include "loom-wire-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

G_STATIC_ASSERT (sizeof (LoomTraceLane) % 8 == 0 && sizeof (LoomTraceStep) == 32);

void
loom_trace_instruction_free (gpointer data)
{
  LoomTraceInstruction *self = data;

  g_free (self->text);
  g_free (self->type);
  g_strfreev (self->registers);
  g_strfreev (self->types);
  g_free (self);
}

LoomTraceInstruction *
loom_trace_instruction_new (void)
{
  return g_new0 (LoomTraceInstruction, 1);
}

LoomTrace *
loom_trace_new (const LoomTraceTarget *target)
{
  LoomTrace *self = g_new0 (LoomTrace, 1);

  self->target = *target;
  self->instructions = g_ptr_array_new_with_free_func (loom_trace_instruction_free);
  self->arrays = g_ptr_array_new_with_free_func (g_free);
  self->steps = g_array_new (FALSE, FALSE, sizeof (LoomTraceStep));
  self->lanes = g_array_new (FALSE, FALSE, sizeof (LoomTraceLane));
  return self;
}

void
loom_trace_free (LoomTrace *self)
{
  if (self == NULL)
    return;

  g_ptr_array_unref (self->instructions);
  g_ptr_array_unref (self->arrays);
  g_array_unref (self->steps);
  g_array_unref (self->lanes);
  g_free (self);
}

/**
 * loom_trace_add_step:
 * @step: a step; where its lanes are is filled in
 * @lanes: as many as it says
 *
 * Adds a step. loom_trace_trim() keeps the trace within its bound.
 */
void
loom_trace_add_step (LoomTrace           *self,
                     const LoomTraceStep *step,
                     const LoomTraceLane *lanes)
{
  LoomTraceStep own = *step;

  own.first_lane = self->lanes->len;
  own.padding = 0;
  g_array_append_val (self->steps, own);
  g_array_append_vals (self->lanes, lanes, step->n_lanes);
}

/**
 * loom_trace_trim:
 *
 * Forgets the first steps where there are more lanes than are kept.
 */
void
loom_trace_trim (LoomTrace *self)
{
  guint n = 0, lanes = 0;

  while (n < self->steps->len && self->lanes->len - lanes > LOOM_TRACE_MAX_LANES)
    lanes += g_array_index (self->steps, LoomTraceStep, n++).n_lanes;
  if (n == 0)
    return;

  g_array_remove_range (self->steps, 0, n);
  g_array_remove_range (self->lanes, 0, lanes);
  for (guint i = 0; i < self->steps->len; i++)
    g_array_index (self->steps, LoomTraceStep, i).first_lane -= lanes;
}

static GVariant *
pack_instruction (gconstpointer data)
{
  const LoomTraceInstruction *self = data;
  const guint n = g_strv_length (self->registers);

  return g_variant_new ("(uusss@as@as@au)", self->ptx_line, self->line,
                        self->file != NULL ? self->file : "", self->text, self->type,
                        g_variant_new_strv ((const char *const *) self->registers, (gssize) n),
                        g_variant_new_strv ((const char *const *) self->types, (gssize) n),
                        g_variant_new_fixed_array (G_VARIANT_TYPE_UINT32, self->widths, n,
                                                   sizeof *self->widths));
}

static gboolean
unpack_instruction (GVariant *variant,
                    gpointer  data)
{
  LoomTraceInstruction *instruction = data;
  g_autoptr (GVariant) widths = NULL;
  const guint32 *numbers;
  const char *file;
  gsize n, total = 0;

  g_variant_get (variant, "(uu&sss^as^as@au)", &instruction->ptx_line, &instruction->line,
                 &file, &instruction->text, &instruction->type, &instruction->registers,
                 &instruction->types, &widths);
  instruction->file = *file != '\0' ? g_intern_string (file) : NULL;
  numbers = g_variant_get_fixed_array (widths, &n, sizeof *numbers);
  if (n > LOOM_TRACE_MAX_REGISTERS || g_strv_length (instruction->registers) != n ||
      g_strv_length (instruction->types) != n)
    return FALSE;

  for (gsize i = 0; i < n; i++)
    {
      instruction->widths[i] = MIN (numbers[i], LOOM_TRACE_REGISTER_BYTES + 1);
      total += instruction->widths[i];
    }

  return total <= LOOM_TRACE_REGISTER_BYTES;
}

static const LoomWire instruction_wire = {
  .size = sizeof (LoomTraceInstruction), .type = "(uusssasasau)",
  .destroy = loom_trace_instruction_free,
  .pack = pack_instruction, .unpack = unpack_instruction,
};

/* The readers of a trace trust its indices. */
static gboolean
check_step (const LoomTrace     *self,
            const LoomTraceStep *step)
{
  return step->instruction < self->instructions->len && step->first_lane <= self->lanes->len &&
         step->n_lanes <= self->lanes->len - step->first_lane && step->sequence < self->total;
}

static gboolean
check_lane (const LoomTrace     *self,
            const LoomTraceLane *lane)
{
  for (guint i = 0; i < MIN (lane->n_accesses, LOOM_TRACE_MAX_ACCESSES); i++)
    {
      const LoomTraceAccess *access = &lane->accesses[i];

      if (access->space > LOOM_SPACE_CONSTANT || access->kind >= LOOM_N_CELL_ACCESSES ||
          access->size > LOOM_TRACE_ACCESS_BYTES || access->array < -1 ||
          access->array >= (gint32) self->arrays->len)
        return FALSE;
    }

  return lane->lane < 32;
}

static gboolean
check_all (gpointer data)
{
  const LoomTrace *self = data;

  for (guint i = 0; i < self->steps->len; i++)
    if (!check_step (self, &g_array_index (self->steps, LoomTraceStep, i)))
      return FALSE;
  for (guint i = 0; i < self->lanes->len; i++)
    if (!check_lane (self, &g_array_index (self->lanes, LoomTraceLane, i)))
      return FALSE;

  return TRUE;
}

static const LoomWireMember target_members[] = {
  LOOM_WIRE_UP_TO (LoomTraceTarget, whom, LOOM_TRACE_WARP),
  LOOM_WIRE_OF (STRUCT, LoomTraceTarget, block, &_loom_dim3_wire),
  LOOM_WIRE_OF (STRUCT, LoomTraceTarget, thread, &_loom_dim3_wire),
  LOOM_WIRE (UINT32, LoomTraceTarget, warp),
  LOOM_WIRE (BOOLEAN, LoomTraceTarget, shared),
};
static const LoomWire target_wire = {
  LOOM_WIRE_MEMBERS (target_members, LoomTraceTarget), .destroy = g_free,
};

static gpointer
create_empty (void)
{
  return loom_trace_new (&(LoomTraceTarget) { .whom = LOOM_TRACE_NOBODY });
}

static const LoomWireMember members[] = {
  LOOM_WIRE_OF (STRUCT, LoomTrace, target, &target_wire),
  LOOM_WIRE (UINT64, LoomTrace, total),
  LOOM_WIRE_OF (POINTERS, LoomTrace, instructions, &instruction_wire),
  LOOM_WIRE (STRINGS, LoomTrace, arrays),
  LOOM_WIRE_VALUES_UP_TO (LoomTrace, steps, LOOM_TRACE_MAX_LANES),
  LOOM_WIRE_VALUES_UP_TO (LoomTrace, lanes, LOOM_TRACE_MAX_LANES),
};
const LoomWire _loom_trace_wire = {
  LOOM_WIRE_MEMBERS (members, LoomTrace), .create = create_empty,
  .destroy = (GDestroyNotify) loom_trace_free, .check = check_all,
};

LOOM_DEFINE_WIRE (LoomTrace, loom_trace, &_loom_trace_wire)

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
 *
 * Errors: %LOOM_ERROR_LAUNCH.
 *
 * Returns: whether a launch has such a thread
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

GVariant *
loom_trace_target_to_variant (const LoomTraceTarget *self)
{
  return _loom_wire_pack (&target_wire, self);
}

/**
 * loom_trace_target_from_variant:
 * @variant: from loom_trace_target_to_variant(), perhaps in a hostile process
 * @target: (out): what it says; nobody if it is none
 *
 * Returns: whether @variant is one
 */
gboolean
loom_trace_target_from_variant (GVariant        *variant,
                                LoomTraceTarget *target)
{
  g_autofree LoomTraceTarget *read = _loom_wire_create (&target_wire, variant);

  *target = read != NULL ? *read : (LoomTraceTarget) { .whom = LOOM_TRACE_NOBODY };
  return read != NULL;
}
