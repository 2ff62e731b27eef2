/* loom-replay.c: some steps of a thread, and what each of them changed
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-replay-private.h"

#include "loom-error.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/**
 * loom_replay_target_parse:
 * @text: a block, a colon, and a thread of it: "0,1:3,0"
 * @target: (out): the thread, of whose steps none is asked for yet
 *
 * Reads whose steps are asked for. Positions count from 0; what is left out is 0.
 *
 * Errors: %LOOM_ERROR_USAGE.
 *
 * Returns: whether it can be read
 */
gboolean
loom_replay_target_parse (const char        *text,
                          LoomReplayTarget  *target,
                          GError           **error)
{
  LoomTraceTarget whom;

  *target = (LoomReplayTarget) { .n_steps = 0 };
  if (!loom_trace_target_parse (text, &whom, error))
    return FALSE;
  if (whom.whom != LOOM_TRACE_THREAD)
    return loom_fail (error, LOOM_ERROR_USAGE,
                      _("one thread is replayed, with its warp beside it: a block and a thread are "
                        "written as 0,0:5,0"));
  target->block = whom.block;
  target->thread = whom.thread;
  return TRUE;
}

/**
 * loom_replay_target_parse_window:
 * @text: the first step and how many: "1000,50"
 * @target: (inout): whose steps they are
 *
 * Reads which steps are asked for, with the warp and shared memory beside them.
 *
 * Errors: %LOOM_ERROR_USAGE.
 *
 * Returns: whether it can be read
 */
gboolean
loom_replay_target_parse_window (const char        *text,
                                 LoomReplayTarget  *target,
                                 GError           **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);
  guint64 n = 0;

  if (g_strv_length (parts) != 2 ||
      !g_ascii_string_to_unsigned (parts[0], 10, 0, G_MAXINT64, &target->first, NULL) ||
      !g_ascii_string_to_unsigned (parts[1], 10, 1, LOOM_REPLAY_MAX_STEPS, &n, NULL))
    return loom_fail (error, LOOM_ERROR_USAGE,
                      _("the first step, from 0, and how many, at most %u, are written as 1000,50"),
                      LOOM_REPLAY_MAX_STEPS);
  target->n_steps = (guint32) n;
  target->warp = TRUE;
  return TRUE;
}

/**
 * loom_replay_target_check:
 *
 * Errors: %LOOM_ERROR_LAUNCH.
 *
 * Returns: whether a launch has such a thread
 */
gboolean
loom_replay_target_check (const LoomReplayTarget  *self,
                          const LoomDim3          *grid,
                          const LoomDim3          *block,
                          GError                 **error)
{
  const LoomTraceTarget thread = {
    .whom = LOOM_TRACE_THREAD, .block = self->block, .thread = self->thread,
  };

  return loom_trace_target_check (&thread, grid, block, error);
}

void
_loom_replay_register_free (gpointer data)
{
  LoomReplayRegister *self = data;

  g_free (self->name);
  g_free (self->type);
  g_free (self);
}

LoomReplay *
_loom_replay_new (void)
{
  LoomReplay *self = g_new0 (LoomReplay, 1);

  self->instructions = g_ptr_array_new_with_free_func (loom_trace_instruction_free);
  self->registers = g_ptr_array_new_with_free_func (_loom_replay_register_free);
  self->arrays = g_ptr_array_new_with_free_func (g_free);
  self->places = g_array_new (FALSE, FALSE, sizeof (LoomReplayPlace));
  self->before = g_byte_array_new ();
  self->steps = g_array_new (FALSE, FALSE, sizeof (LoomReplayStep));
  self->changes = g_byte_array_new ();
  return self;
}

static guint
hash_place (gconstpointer key)
{
  const LoomReplayPlace *self = key;

  return self->instruction * 2654435761u ^ self->active ^ self->executed * 31 ^ self->live * 17;
}

static gboolean
equal_places (gconstpointer a,
              gconstpointer b)
{
  return memcmp (a, b, sizeof (LoomReplayPlace)) == 0;
}

/**
 * loom_replay_new:
 * @target: which steps of which thread
 *
 * Returns: (transfer full): no steps yet
 */
LoomReplay *
loom_replay_new (const LoomReplayTarget *target)
{
  LoomReplay *self = _loom_replay_new ();

  self->target = *target;
  self->known = g_hash_table_new_full (hash_place, equal_places, g_free, NULL);
  return self;
}

void
loom_replay_free (LoomReplay *self)
{
  if (self == NULL)
    return;

  g_ptr_array_unref (self->instructions);
  g_ptr_array_unref (self->registers);
  g_ptr_array_unref (self->arrays);
  g_array_unref (self->places);
  g_byte_array_unref (self->before);
  g_array_unref (self->steps);
  g_byte_array_unref (self->changes);
  g_clear_pointer (&self->known, g_hash_table_unref);
  g_free (self);
}

/**
 * loom_replay_take_place:
 * @self: steps that are being made
 *
 * Returns: the index of a place, which is added unless it is there
 */
guint32
loom_replay_take_place (LoomReplay            *self,
                        const LoomReplayPlace *place)
{
  const guint known = GPOINTER_TO_UINT (g_hash_table_lookup (self->known, place));

  if (known > 0)
    return known - 1;
  g_array_append_val (self->places, *place);
  g_hash_table_insert (self->known, g_memdup2 (place, sizeof *place),
                       GUINT_TO_POINTER (self->places->len));
  return self->places->len - 1;
}

/**
 * loom_replay_take_array:
 *
 * Returns: the index of a name, which is added unless it is there
 */
guint32
loom_replay_take_array (LoomReplay *self,
                        const char *name)
{
  guint index;

  if (!g_ptr_array_find_with_equal_func (self->arrays, name, g_str_equal, &index))
    {
      index = self->arrays->len;
      g_ptr_array_add (self->arrays, g_strdup (name));
    }
  return index;
}

static void
begin_change (GByteArray *changes,
              guint32     what,
              guint32     n)
{
  const LoomReplayChange change = { what, n };

  g_byte_array_append (changes, (const guint8 *) &change, sizeof change);
}

/**
 * loom_replay_add_register:
 * @changes: what a step changes
 * @index: a register
 * @lanes: where it was written
 * @width: bytes of a lane
 * @values: of all lanes of the warp
 *
 * Adds that a register was written.
 */
void
loom_replay_add_register (GByteArray   *changes,
                          guint32       index,
                          guint32       lanes,
                          guint         width,
                          const guint8 *values)
{
  begin_change (changes, index, lanes);
  for (guint32 left = lanes; left != 0; left &= left - 1)
    g_byte_array_append (changes, values + (guint) __builtin_ctz (left) * width, width);
}

/**
 * loom_replay_add_shared:
 * @at: where in the block's shared memory
 *
 * Adds that shared memory was written.
 */
void
loom_replay_add_shared (GByteArray   *changes,
                        guint32       at,
                        const guint8 *bytes,
                        guint32       size)
{
  begin_change (changes, LOOM_REPLAY_SHARED_MEMORY, size);
  g_byte_array_append (changes, (const guint8 *) &at, sizeof at);
  g_byte_array_append (changes, bytes, size);
}

/**
 * loom_replay_add_access:
 *
 * Adds that the thread accessed memory.
 */
void
loom_replay_add_access (GByteArray             *changes,
                        const LoomReplayAccess *access)
{
  begin_change (changes, LOOM_REPLAY_ACCESS, 0);
  g_byte_array_append (changes, (const guint8 *) access, sizeof *access);
}

static gsize
get_size (const LoomReplay       *self,
          const LoomReplayChange *change)
{
  const LoomReplayRegister *reg;

  if (change->what == LOOM_REPLAY_ACCESS)
    return sizeof (LoomReplayAccess);
  if (change->what == LOOM_REPLAY_SHARED_MEMORY)
    return sizeof (guint32) + (gsize) change->n;
  if (change->what >= self->registers->len)
    return G_MAXUINT32;
  reg = self->registers->pdata[change->what];
  return (gsize) __builtin_popcount (change->n) * reg->width;
}

/**
 * loom_replay_read:
 * @changes: `before` or `changes` of @self
 * @at: (inout): where the next change begins
 * @end: of those that are wanted
 * @change: (out): what changed
 * @bytes: (out): what it is followed by
 *
 * Reads a change.
 *
 * Returns: whether there is one more
 */
gboolean
loom_replay_read (const GByteArray  *changes,
                  guint32           *at,
                  guint32            end,
                  const LoomReplay  *self,
                  LoomReplayChange  *change,
                  const guint8     **bytes)
{
  gsize size;

  if (end > changes->len || *at >= end || end - *at < sizeof *change)
    return FALSE;
  memcpy (change, changes->data + *at, sizeof *change);
  size = get_size (self, change);
  if (size > end - *at - sizeof *change)
    return FALSE;
  *bytes = changes->data + *at + sizeof *change;
  *at += (guint32) (sizeof *change + size);
  return TRUE;
}

/**
 * loom_replay_get_place:
 * @index: of a step, among those that there are
 *
 * Returns: (transfer none): where the warp came
 */
const LoomReplayPlace *
loom_replay_get_place (const LoomReplay *self,
                       guint             index)
{
  return &g_array_index (self->places, LoomReplayPlace,
                         g_array_index (self->steps, LoomReplayStep, index).place);
}
