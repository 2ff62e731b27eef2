/* loom-replay-wire.c: the steps of a thread, to and from another process
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-replay-private.h"

#include "loom-wire-private.h"

#include <string.h>

G_STATIC_ASSERT (sizeof (LoomReplayPlace) == 16 && sizeof (LoomReplayStep) == 8 &&
                 sizeof (LoomReplayChange) == 8 && sizeof (LoomReplayAccess) == 16);

#define MAX_NAMES 65536         /* of a program's registers and arrays */
#define MAX_BEFORE (LOOM_REPLAY_MAX_SHARED + (16u << 20))       /* bytes before the first step */

static const LoomWireMember target_members[] = {
  LOOM_WIRE_OF (STRUCT, LoomReplayTarget, block, &_loom_dim3_wire),
  LOOM_WIRE_OF (STRUCT, LoomReplayTarget, thread, &_loom_dim3_wire),
  LOOM_WIRE (UINT64, LoomReplayTarget, first),
  LOOM_WIRE_UP_TO (LoomReplayTarget, n_steps, LOOM_REPLAY_MAX_STEPS),
  LOOM_WIRE (BOOLEAN, LoomReplayTarget, warp),
};
static const LoomWire target_wire = {
  LOOM_WIRE_MEMBERS (target_members, LoomReplayTarget), .destroy = g_free,
};

GVariant *
loom_replay_target_to_variant (const LoomReplayTarget *self)
{
  return _loom_wire_pack (&target_wire, self);
}

/**
 * loom_replay_target_from_variant:
 * @variant: from loom_replay_target_to_variant(), perhaps in a hostile process
 * @target: (out): what it says; no steps if it is none
 *
 * Returns: whether @variant is one
 */
gboolean
loom_replay_target_from_variant (GVariant         *variant,
                                 LoomReplayTarget *target)
{
  g_autofree LoomReplayTarget *read = _loom_wire_create (&target_wire, variant);

  *target = read != NULL ? *read : (LoomReplayTarget) { .n_steps = 0 };
  return read != NULL;
}

static GVariant *
pack_bytes (gconstpointer data)
{
  const GByteArray *bytes = *(GByteArray *const *) data;

  return g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, bytes->data, bytes->len, 1);
}

static gboolean
unpack_bytes (GVariant *variant,
              gpointer  data)
{
  gsize n;
  gconstpointer bytes = g_variant_get_fixed_array (variant, &n, 1);

  if (n > MAX (LOOM_REPLAY_MAX_BYTES, MAX_BEFORE))
    return FALSE;
  /* no larger than they are: an array that grows takes up to twice as much */
  g_byte_array_unref (*(GByteArray **) data);
  *(GByteArray **) data = g_byte_array_new_take (g_memdup2 (bytes, n), n);
  return TRUE;
}

static const LoomWire bytes_wire = { .type = "ay", .pack = pack_bytes, .unpack = unpack_bytes };

static const LoomWireMember instruction_members[] = {
  LOOM_WIRE (UINT32, LoomTraceInstruction, ptx_line),
  LOOM_WIRE (UINT32, LoomTraceInstruction, line),
  LOOM_WIRE (INTERNED, LoomTraceInstruction, file),
  LOOM_WIRE (STRING, LoomTraceInstruction, text),
};
static const LoomWire instruction_wire = {
  LOOM_WIRE_MEMBERS (instruction_members, LoomTraceInstruction),
  .destroy = loom_trace_instruction_free,
};

static gboolean
check_register (gpointer data)
{
  const LoomReplayRegister *self = data;

  return self->width >= 1 && self->width <= LOOM_REPLAY_MAX_WIDTH;
}

static const LoomWireMember register_members[] = {
  LOOM_WIRE (STRING, LoomReplayRegister, name),
  LOOM_WIRE (STRING, LoomReplayRegister, type),
  LOOM_WIRE (UINT32, LoomReplayRegister, width),
  LOOM_WIRE (UINT32, LoomReplayRegister, instruction),
};
static const LoomWire register_wire = {
  LOOM_WIRE_MEMBERS (register_members, LoomReplayRegister),
  .destroy = _loom_replay_register_free, .check = check_register,
};

static gboolean
check_change (const LoomReplay       *self,
              const LoomReplayChange *change,
              const guint8           *bytes)
{
  LoomReplayAccess access;
  guint32 at;

  switch (change->what)
    {
    case LOOM_REPLAY_SHARED_MEMORY:
      memcpy (&at, bytes, sizeof at);
      return at <= self->shared_size && change->n <= self->shared_size - at;
    case LOOM_REPLAY_ACCESS:
      memcpy (&access, bytes, sizeof access);
      return access.space <= LOOM_SPACE_CONSTANT && access.array >= -1 &&
             access.array < (gint32) self->arrays->len;
    default:
      return TRUE;
    }
}

/* Whether changes are whole up to a step's end. */
static gboolean
check_changes (const LoomReplay *self,
               const GByteArray *changes,
               guint32          *at,
               guint32           end)
{
  LoomReplayChange change;
  const guint8 *bytes;

  while (loom_replay_read (changes, at, end, self, &change, &bytes))
    if (!check_change (self, &change, bytes))
      return FALSE;
  return *at == end;
}

static gboolean
check_names (const LoomReplay *self)
{
  for (guint i = 0; i < self->places->len; i++)
    if (g_array_index (self->places, LoomReplayPlace, i).instruction >= self->instructions->len)
      return FALSE;
  for (guint i = 0; i < self->registers->len; i++)
    if (((LoomReplayRegister *) self->registers->pdata[i])->instruction >= self->instructions->len)
      return FALSE;
  return self->registers->len <= MAX_NAMES && self->arrays->len <= MAX_NAMES &&
         self->shared_size <= LOOM_REPLAY_MAX_SHARED;
}

/* Whoever reads the steps trusts their indices. */
static gboolean
check_replay (gpointer data)
{
  const LoomReplay *self = data;
  guint32 at = 0;

  if (!check_names (self) || self->changes->len > LOOM_REPLAY_MAX_BYTES ||
      self->total > G_MAXINT64 || self->target.first > G_MAXINT64 ||
      (self->steps->len > 0 && self->target.first + self->steps->len > self->total) ||
      !check_changes (self, self->before, &at, self->before->len))
    return FALSE;
  at = 0;
  for (guint i = 0; i < self->steps->len; i++)
    {
      const LoomReplayStep *step = &g_array_index (self->steps, LoomReplayStep, i);

      if (step->place >= self->places->len || step->end < at ||
          !check_changes (self, self->changes, &at, step->end))
        return FALSE;
    }
  return TRUE;
}

static const LoomWireMember members[] = {
  LOOM_WIRE_OF (STRUCT, LoomReplay, target, &target_wire),
  LOOM_WIRE (UINT64, LoomReplay, total),
  LOOM_WIRE (BOOLEAN, LoomReplay, is_ended),
  LOOM_WIRE (UINT32, LoomReplay, shared_size),
  LOOM_WIRE_OF (POINTERS, LoomReplay, instructions, &instruction_wire),
  LOOM_WIRE_OF (POINTERS, LoomReplay, registers, &register_wire),
  LOOM_WIRE (STRINGS, LoomReplay, arrays),
  LOOM_WIRE_VALUES_UP_TO (LoomReplay, places, LOOM_REPLAY_MAX_STEPS),
  LOOM_WIRE_OF (STRUCT, LoomReplay, before, &bytes_wire),
  LOOM_WIRE_VALUES_UP_TO (LoomReplay, steps, LOOM_REPLAY_MAX_STEPS),
  LOOM_WIRE_OF (STRUCT, LoomReplay, changes, &bytes_wire),
};
const LoomWire _loom_replay_wire = {
  LOOM_WIRE_MEMBERS (members, LoomReplay),
  .create = (LoomWireCreate) _loom_replay_new, .destroy = (GDestroyNotify) loom_replay_free,
  .check = check_replay,
};

LOOM_DEFINE_WIRE (LoomReplay, loom_replay, &_loom_replay_wire)
