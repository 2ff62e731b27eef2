/* loom-replay-state.c: what registers and shared memory hold at one of the steps of a thread
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-replay-state.h"

#include <string.h>

/* What has to be known to go on from a step. */
typedef struct
{
  guint       at;
  GByteArray *known, *values, *shared;
} Key;

static void
key_free (gpointer data)
{
  Key *self = data;

  g_byte_array_unref (self->known);
  g_byte_array_unref (self->values);
  g_byte_array_unref (self->shared);
  g_free (self);
}

static GByteArray *
copy_bytes (gconstpointer data,
            gsize         size)
{
  GByteArray *copy = g_byte_array_sized_new ((guint) size);

  return g_byte_array_append (copy, data, (guint) size);
}

static void
keep_key (LoomReplayState *self)
{
  Key *key = g_new (Key, 1);

  key->at = self->at;
  key->known = copy_bytes (self->known->data, self->known->len * sizeof (guint32));
  key->values = copy_bytes (self->values->data, self->values->len);
  key->shared = copy_bytes (self->shared->data, self->shared->len);
  g_ptr_array_add (self->keys, key);
}

static void
forget_changes (LoomReplayState *self)
{
  if (self->changed->len > 0)
    memset (self->changed->data, 0, self->changed->len * sizeof (guint32));
  g_array_set_size (self->touched, 0);
  self->has_access = FALSE;
}

/* What is empty has no address. */
static void
put_back (gpointer          to,
          const GByteArray *from)
{
  if (from->len > 0)
    memcpy (to, from->data, from->len);
}

static void
go_to_key (LoomReplayState *self,
           const Key       *key)
{
  self->at = key->at;
  put_back (self->known->data, key->known);
  put_back (self->values->data, key->values);
  put_back (self->shared->data, key->shared);
}

static void
write_register (LoomReplayState        *self,
                const LoomReplayChange *change,
                const guint8           *bytes)
{
  const LoomReplayRegister *reg = self->replay->registers->pdata[change->what];
  guint8 *values = self->values->data + g_array_index (self->offsets, guint32, change->what);

  g_array_index (self->known, guint32, change->what) |= change->n;
  g_array_index (self->changed, guint32, change->what) |= change->n;
  for (guint32 left = change->n; left != 0; left &= left - 1, bytes += reg->width)
    memcpy (values + (guint) __builtin_ctz (left) % self->n_lanes * reg->width, bytes, reg->width);
}

static void
apply (LoomReplayState  *self,
       const GByteArray *changes,
       guint32           at,
       guint32           end)
{
  LoomReplayChange change;
  const guint8 *bytes;

  while (loom_replay_read (changes, &at, end, self->replay, &change, &bytes))
    if (change.what == LOOM_REPLAY_SHARED_MEMORY)
      {
        LoomReplayRange range = { .size = change.n };

        memcpy (&range.at, bytes, sizeof range.at);
        memcpy (self->shared->data + range.at, bytes + sizeof range.at, range.size);
        g_array_append_val (self->touched, range);
      }
    else if (change.what == LOOM_REPLAY_ACCESS)
      {
        memcpy (&self->access, bytes, sizeof self->access);
        self->has_access = TRUE;
      }
    else
      write_register (self, &change, bytes);
}

static void
make_step (LoomReplayState *self)
{
  const LoomReplayStep *steps = (const LoomReplayStep *) (gpointer) self->replay->steps->data;

  forget_changes (self);
  apply (self, self->replay->changes, self->at > 0 ? steps[self->at - 1].end : 0,
         steps[self->at].end);
  self->at++;
  if (self->at == self->keys->len * LOOM_REPLAY_KEY_STEPS)
    keep_key (self);
}

static void
add_registers (LoomReplayState *self)
{
  guint32 size = 0;

  for (guint i = 0; i < self->replay->registers->len; i++)
    {
      const LoomReplayRegister *reg = self->replay->registers->pdata[i];

      g_array_append_val (self->offsets, size);
      size += self->n_lanes * reg->width;
    }
  g_array_set_size (self->known, self->replay->registers->len);
  g_array_set_size (self->changed, self->replay->registers->len);
  g_byte_array_set_size (self->values, size);
  if (size > 0)
    memset (self->values->data, 0, size);
}

/**
 * loom_replay_state_new:
 * @replay: steps of a thread, which outlive the state
 *
 * Returns: (transfer full): the state that they begin with
 */
LoomReplayState *
loom_replay_state_new (const LoomReplay *replay)
{
  LoomReplayState *self = g_new0 (LoomReplayState, 1);

  self->replay = replay;
  self->n_lanes = replay->target.warp ? LOOM_WARP_LANES : 1;
  self->offsets = g_array_new (FALSE, TRUE, sizeof (guint32));
  self->known = g_array_new (FALSE, TRUE, sizeof (guint32));
  self->changed = g_array_new (FALSE, TRUE, sizeof (guint32));
  self->values = g_byte_array_new ();
  self->shared = g_byte_array_new ();
  self->touched = g_array_new (FALSE, FALSE, sizeof (LoomReplayRange));
  self->keys = g_ptr_array_new_with_free_func (key_free);
  add_registers (self);
  g_byte_array_set_size (self->shared, replay->shared_size);
  if (replay->shared_size > 0)
    memset (self->shared->data, 0, replay->shared_size);
  apply (self, replay->before, 0, replay->before->len);
  forget_changes (self);
  keep_key (self);
  return self;
}

void
loom_replay_state_free (LoomReplayState *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->offsets);
  g_array_unref (self->known);
  g_array_unref (self->changed);
  g_array_unref (self->touched);
  g_byte_array_unref (self->values);
  g_byte_array_unref (self->shared);
  g_ptr_array_unref (self->keys);
  g_free (self);
}

/**
 * loom_replay_state_seek:
 * @at: how many of the steps are to be made
 *
 * Goes to a step.
 */
void
loom_replay_state_seek (LoomReplayState *self,
                        guint            at)
{
  const guint wanted = MIN (at, self->replay->steps->len);
  /* what the last step changed is known once that was made */
  const guint from = (wanted > 0 ? wanted - 1 : 0) / LOOM_REPLAY_KEY_STEPS;
  const guint key = MIN (from, self->keys->len - 1);

  if (wanted < self->at || key * LOOM_REPLAY_KEY_STEPS > self->at)
    {
      go_to_key (self, self->keys->pdata[key]);
      forget_changes (self);
    }
  while (self->at < wanted)
    make_step (self);
}

/**
 * loom_replay_state_get_value:
 * @index: a register
 * @lane: of the warp
 *
 * Returns: (transfer none) (nullable): what it holds; %NULL: nothing was written yet, or it is not
 *   recorded
 */
const guint8 *
loom_replay_state_get_value (const LoomReplayState *self,
                             guint                  index,
                             guint                  lane)
{
  const LoomReplayRegister *reg = self->replay->registers->pdata[index];

  if ((g_array_index (self->known, guint32, index) >> lane & 1) == 0)
    return NULL;
  return self->values->data + g_array_index (self->offsets, guint32, index) +
         lane % self->n_lanes * reg->width;
}

/**
 * loom_replay_state_is_changed:
 *
 * Returns: whether the last step wrote a register
 */
gboolean
loom_replay_state_is_changed (const LoomReplayState *self,
                              guint                  index,
                              guint                  lane)
{
  return (g_array_index (self->changed, guint32, index) >> lane & 1) != 0;
}
