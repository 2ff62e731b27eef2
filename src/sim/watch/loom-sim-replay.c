/* loom-sim-replay.c: the steps of one thread, with its warp and its block's shared memory
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-block-private.h"
#include "loom-sim-watch-private.h"
#include "loom-sim-written-private.h"

#include "loom-replay.h"

#include <string.h>

/* What the warp's registers hold is kept all along, so that a window of steps can begin anywhere.
 * A step is over when the thread comes to its next one: whatever others have done by then is told
 * with it. */

/* A register as it is now. */
typedef struct
{
  guint   width;
  guint8 *values;               /* of all lanes */
  guint32 known, dirty;         /* lanes that were written; since the step began */
} Register;

/* What is known of an instruction once the warp has come to it. */
typedef struct
{
  guint32         instruction;  /* index */
  guint           n;
  Register       *registers[LOOM_TRACE_MAX_REGISTERS];  /* that it writes */
  guint32         indices[LOOM_TRACE_MAX_REGISTERS];
  LoomReplayPlace place;        /* of the last time */
  guint32         place_index;
  gboolean        has_place;
} Known;

typedef struct
{
  LoomSimWatcher       watcher;
  LoomSimLaunchState  *launch;
  LoomReplay          *replay;  /* the caller's */
  gboolean             may_end;
  guint64              block;
  guint                first, lane;     /* linear thread of the warp's lane 0; lane of the thread */
  guint32              lanes;           /* that are told of */
  const LoomSimVector *vector;  /* the warp's, once it has begun */
  guint                warp;    /* in it */
  guint32              executing;       /* lanes whose guard held at their last instruction */
  guint64              count;   /* steps begun, with those of launches before */
  gboolean             is_recording;    /* a step of the window is going on */
  gboolean             is_full, is_over;
  guint32              step_place;
  LoomReplayAccess     access;  /* of the step that is going on */
  gboolean             has_access;
  GHashTable          *sources; /* LoomPtxInstruction -> Known, owned */
  Known              **by_op;   /* the same, by op */
  GHashTable          *types;   /* LoomPtxFunction -> LoomPtxType of each register, owned */
  GPtrArray           *registers;       /* (element-type Register) by index */
  GPtrArray           *dirty;   /* (element-type Register) borrowed, with dirty lanes */
  GArray              *dirty_indices;   /* (element-type guint32) theirs */
  guint8              *shared;  /* as it was when the last store to it was done */
  GArray              *pending; /* (element-type guint32) words that are being stored to */
  GArray              *words;   /* (element-type guint32) words that changed since the step began */
  guint8              *is_dirty;        /* by word */
  gint32              *array_names;     /* by slot, then by shared variable: index of its name plus
                                           one, 0: not asked for yet */
} Replayer;

static void
register_free (gpointer data)
{
  Register *self = data;

  g_free (self->values);
  g_free (self);
}

static guint32
get_n_words (const Replayer *self)
{
  return (self->launch->shared_size + 3) / 4;
}

/* -- What is known of an instruction -- */

/* What each register of a function is taken for by the first instruction that says more of it than
 * how many bits it has; so it does not hang on which steps are told. */
static const LoomPtxType *
find_types (Replayer              *self,
            const LoomPtxFunction *function)
{
  LoomPtxType *types = g_hash_table_lookup (self->types, function);
  const LoomPtxInstruction *instructions
      = (const LoomPtxInstruction *) (gpointer) function->instructions->data;

  if (types != NULL)
    return types;
  types = g_new (LoomPtxType, MAX (function->registers->len, 1));
  for (guint i = 0; i < function->registers->len; i++)
    types[i] = g_array_index (function->registers, LoomPtxRegister, i).type;
  for (guint i = 0; i < function->instructions->len; i++)
    {
      gint32 written[LOOM_TRACE_MAX_REGISTERS];
      const guint n = loom_sim_list_written (&instructions[i], written);

      for (guint r = 0; r < n; r++)
        if (loom_ptx_type_is_bits (types[written[r]]))
          types[written[r]] = loom_sim_trace_get_type (&instructions[i], types[written[r]]);
    }
  g_hash_table_insert (self->types, (gpointer) function, types);
  return types;
}

/* Launches before may have had it, too. Each function has registers of its own. */
static guint32
take_register (Replayer                   *self,
               const LoomTraceInstruction *instruction,
               const LoomPtxFunction      *function,
               LoomPtxType                 type,
               guint32                     index,
               guint                       r)
{
  g_autofree char *name = function == self->launch->program->entry
                              ? g_strdup (instruction->registers[r])
                              : g_strdup_printf ("%s: %s", function->name,
                                                 instruction->registers[r]);
  LoomReplayRegister *reg;

  for (guint i = 0; i < self->replay->registers->len; i++)
    {
      reg = self->replay->registers->pdata[i];
      if (strcmp (reg->name, name) == 0 && reg->width == instruction->widths[r])
        return i;
    }
  reg = g_new0 (LoomReplayRegister, 1);
  reg->name = g_steal_pointer (&name);
  reg->type = g_strdup (loom_ptx_type_get_name (type));
  reg->width = instruction->widths[r];
  reg->instruction = index;
  g_ptr_array_add (self->replay->registers, reg);
  return self->replay->registers->len - 1;
}

static Register *
get_register (Replayer *self,
              guint32   index)
{
  while (self->registers->len <= index)
    {
      const LoomReplayRegister *named = self->replay->registers->pdata[self->registers->len];
      Register *reg = g_new0 (Register, 1);

      reg->width = named->width;
      reg->values = g_malloc0 (LOOM_SIM_WARP * (gsize) named->width);
      g_ptr_array_add (self->registers, reg);
    }
  return self->registers->pdata[index];
}

static Known *
describe (Replayer                 *self,
          const LoomPtxInstruction *source)
{
  LoomPtxModule *module = self->launch->program->module;
  LoomTraceInstruction *named = loom_sim_trace_describe (module, source);
  const LoomPtxFunction *function = loom_sim_trap_find_function (module, source);
  Known *known = g_new0 (Known, 1);
  gint32 written[LOOM_TRACE_MAX_REGISTERS];

  known->instruction = self->replay->instructions->len;
  g_ptr_array_add (self->replay->instructions, named);
  known->n = loom_sim_list_written (source, written);
  for (guint r = 0; r < known->n; r++)
    {
      known->indices[r] = take_register (self, named, function,
                                         find_types (self, function)[written[r]],
                                         known->instruction, r);
      known->registers[r] = get_register (self, known->indices[r]);
    }
  g_hash_table_insert (self->sources, (gpointer) source, known);
  return known;
}

static Known *
get_known (Replayer        *self,
           const LoomSimOp *op)
{
  Known **known = &self->by_op[op->key];

  if (*known == NULL)
    *known = g_hash_table_lookup (self->sources, op->source);
  if (*known == NULL)
    *known = describe (self, op->source);
  return *known;
}

/* -- Steps -- */

static gint
compare_words (gconstpointer a,
               gconstpointer b)
{
  const guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  return x < y ? -1 : x > y;
}

/* Shared memory is as the stores that are done have left it. */
static void
take_stores (Replayer *self)
{
  const guint8 *shared = self->vector->block->shared;

  for (guint i = 0; i < self->pending->len; i++)
    {
      const guint32 word = g_array_index (self->pending, guint32, i);

      memcpy (self->shared + 4 * word, shared + 4 * word,
              MIN (4, self->launch->shared_size - 4 * word));
      if (!self->is_dirty[word])
        g_array_append_val (self->words, word);
      self->is_dirty[word] = TRUE;
    }
  g_array_set_size (self->pending, 0);
}

static void
add_words (Replayer *self)
{
  const guint32 *words = (const guint32 *) (gpointer) self->words->data;
  const guint n = self->words->len;

  g_array_sort (self->words, compare_words);
  for (guint i = 0, end; i < n; i = end)
    {
      for (end = i + 1; end < n && words[end] == words[end - 1] + 1; end++)
        ;
      loom_replay_add_shared (self->replay->changes, 4 * words[i], self->shared + 4 * words[i],
                              MIN (4 * (words[end - 1] + 1), self->launch->shared_size)
                                  - 4 * words[i]);
    }
}

/* Takes down the step that has been going on, unless there is no more room. */
static void
end_recording (Replayer *self)
{
  LoomReplay *replay = self->replay;
  const guint before = replay->changes->len;
  LoomReplayStep step = { .place = self->step_place };

  self->is_recording = FALSE;
  if (self->pending->len > 0)
    take_stores (self);
  if (self->has_access)
    loom_replay_add_access (replay->changes, &self->access);
  for (guint i = 0; i < self->dirty->len; i++)
    {
      const Register *reg = self->dirty->pdata[i];

      loom_replay_add_register (replay->changes, g_array_index (self->dirty_indices, guint32, i),
                                reg->dirty, reg->width, reg->values);
    }
  add_words (self);
  for (guint i = 0; i < self->dirty->len; i++)
    ((Register *) self->dirty->pdata[i])->dirty = 0;
  for (guint i = 0; i < self->words->len; i++)
    self->is_dirty[g_array_index (self->words, guint32, i)] = FALSE;
  g_ptr_array_set_size (self->dirty, 0);
  g_array_set_size (self->dirty_indices, 0);
  g_array_set_size (self->words, 0);
  self->has_access = FALSE;
  step.end = replay->changes->len;
  if (step.end > LOOM_REPLAY_MAX_BYTES)
    {
      g_byte_array_set_size (replay->changes, before);
      self->is_full = TRUE;
      return;
    }
  g_array_append_val (replay->steps, step);
  self->is_full = replay->steps->len >= replay->target.n_steps;
}

/* What the first step of the window finds. */
static void
add_before (Replayer            *self,
            const LoomSimVector *v)
{
  for (guint i = 0; i < self->registers->len; i++)
    {
      Register *reg = self->registers->pdata[i];

      if (reg->known != 0)
        loom_replay_add_register (self->replay->before, i, reg->known, reg->width, reg->values);
      reg->dirty = 0;
    }
  if (self->shared == NULL)
    return;
  if (self->launch->shared_size > 0)
    memcpy (self->shared, v->block->shared, self->launch->shared_size);
  loom_replay_add_shared (self->replay->before, 0, self->shared, self->launch->shared_size);
}

static guint32
find_place (Replayer            *self,
            const LoomSimVector *v,
            Known               *known)
{
  const LoomReplayPlace place = {
    known->instruction, v->bits[self->warp], v->bits[self->warp] & self->executing,
    v->live[self->warp],
  };

  if (!known->has_place || memcmp (&place, &known->place, sizeof place) != 0)
    {
      known->place = place;
      known->place_index = loom_replay_take_place (self->replay, &place);
      known->has_place = TRUE;
    }
  return known->place_index;
}

/* All that was asked for is there, or the thread has returned. */
static void
finish (Replayer *self)
{
  self->is_over = TRUE;
  if (self->may_end)
    self->launch->seen = TRUE;
}

/* The thread comes to its next step. */
static void
begin_own (Replayer            *self,
           const LoomSimVector *v,
           Known               *known)
{
  const LoomReplayTarget *target = &self->replay->target;

  if (self->is_recording)
    end_recording (self);
  if (self->is_full && target->warp && self->may_end)
    {
      finish (self);
      return;
    }
  if (self->count == target->first && target->n_steps > 0)
    add_before (self, v);
  if (self->count >= target->first && !self->is_full)
    {
      self->step_place = find_place (self, v, known);
      self->is_recording = TRUE;
    }
  self->count++;
}

static void
end_thread (Replayer *self)
{
  if (self->is_recording)
    end_recording (self);
  self->replay->is_ended = TRUE;
  finish (self);
}

static void
watch_return (Replayer *self)
{
  if (self->vector != NULL && (self->vector->live[self->warp] >> self->lane & 1) == 0)
    end_thread (self);
}

/* -- What the simulator tells -- */

static gboolean
is_of_warp (const Replayer      *self,
            const LoomSimVector *v)
{
  return self->first >= v->first && self->first < v->first + v->n_lanes;
}

static gboolean
is_of_block (Replayer            *self,
             const LoomSimVector *v)
{
  if (v->block->index != self->block || self->is_over)
    return FALSE;
  watch_return (self);
  return !self->is_over;
}

static void
begin_step (LoomSimWatcher  *watcher,
            LoomSimVector   *v,
            const LoomSimOp *op)
{
  Replayer *self = (Replayer *) watcher;
  guint32 lanes;
  Known *known;

  if (!is_of_block (self, v) || !is_of_warp (self, v))
    return;
  self->vector = v;
  self->warp = (self->first - v->first) / LOOM_SIM_WARP;
  lanes = v->bits[self->warp];
  if ((lanes & self->lanes) == 0)
    return;
  known = get_known (self, op);
  self->executing = (self->executing & ~lanes)
                    | (lanes & loom_sim_trace_read_guard (v, op, self->warp));
  if ((lanes >> self->lane & 1) != 0)
    begin_own (self, v, known);
}

static void
write_register (Replayer     *self,
                Register     *reg,
                guint32       index,
                guint32       lanes,
                const guint8 *values)
{
  if (lanes == G_MAXUINT32)
    memcpy (reg->values, values, LOOM_SIM_WARP * (gsize) reg->width);
  else
    for (guint32 left = lanes; left != 0; left &= left - 1)
      {
        const guint at = (guint) __builtin_ctz (left) * reg->width;

        memcpy (reg->values + at, values + at, reg->width);
      }
  reg->known |= lanes;
  if (!self->is_recording)
    return;
  if (reg->dirty == 0)
    {
      g_ptr_array_add (self->dirty, reg);
      g_array_append_val (self->dirty_indices, index);
    }
  reg->dirty |= lanes;
}

static void
end_step (LoomSimWatcher  *watcher,
          LoomSimVector   *v,
          const LoomSimOp *op)
{
  Replayer *self = (Replayer *) watcher;
  guint32 lanes;
  const Known *known;

  if (!is_of_block (self, v))
    return;
  if (self->pending->len > 0)
    take_stores (self);
  if (v != self->vector || op->detail->n_elements == 0)
    return;
  lanes = v->bits[self->warp] & self->lanes & self->executing;
  if (lanes == 0)
    return;
  known = get_known (self, op);
  for (guint r = 0; r < known->n; r++)
    write_register (self, known->registers[r], known->indices[r], lanes,
                    v->frame + op->detail->registers[r]
                        + self->warp * LOOM_SIM_WARP * known->registers[r]->width);
}

static void
note_stores (Replayer           *self,
             const LoomSimPiece *piece,
             guint               size)
{
  const guint64 n = piece->spread ? (guint64) piece->n_lanes * size : size;

  for (guint32 word = (guint32) (piece->offset / 4);
       word <= (piece->offset + n - 1) / 4 && word < get_n_words (self); word++)
    g_array_append_val (self->pending, word);
}

/* Names of what accesses go to are sought once: by slot, or by shared variable. */
static gint32 *
find_name (Replayer *self,
           guint     slot,
           guint64   offset)
{
  const LoomSimProgram *program = self->launch->program;
  guint variable = 0;

  if (slot != LOOM_SIM_SHARED_SLOT)
    return &self->array_names[slot];
  while (variable < program->shared->len &&
         offset - g_array_index (program->shared, LoomSimShared, variable).offset
             >= g_array_index (program->shared, LoomSimShared, variable).size)
    variable++;
  return &self->array_names[self->launch->n_slots + variable];
}

static gint32
take_name (Replayer *self,
           guint     slot,
           guint64   offset)
{
  gint32 *known = find_name (self, slot, offset);
  g_autofree char *name = NULL;
  LoomSpace space;
  gint64 at;

  if (*known == 0)
    {
      name = loom_sim_trap_name_place (self->launch, loom_sim_get_slot_address (slot) + offset,
                                       &space, &at);
      *known = name != NULL ? (gint32) loom_replay_take_array (self->replay, name) + 1 : -1;
    }
  return *known > 0 ? *known - 1 : -1;
}

static LoomSpace
get_space (const Replayer *self,
           guint           slot)
{
  return slot == LOOM_SIM_SHARED_SLOT                ? LOOM_SPACE_SHARED
         : slot == LOOM_SIM_LOCAL_SLOT               ? LOOM_SPACE_LOCAL
         : self->launch->slots[slot].is_constant     ? LOOM_SPACE_CONSTANT
                                                     : LOOM_SPACE_GLOBAL;
}

/* Of several in one instruction that counts which stores. */
static void
note_access (Replayer           *self,
             const LoomSimPiece *piece,
             const LoomSimOp    *op,
             guint               lane)
{
  const guint64 offset = loom_sim_piece_get_offset (piece, lane, op->detail->size);
  const gboolean is_store = op->detail->kind != LOOM_SIM_ACCESS_LOAD;

  if (self->has_access && !is_store)
    return;
  self->has_access = TRUE;
  self->access = (LoomReplayAccess) {
    .at = offset, .array = take_name (self, piece->slot, offset), .size = op->detail->size,
    .space = (guint8) get_space (self, piece->slot), .is_store = (guint8) is_store,
  };
}

static void
access_memory (LoomSimWatcher     *watcher,
               LoomSimVector      *v,
               const LoomSimOp    *op,
               const LoomSimPiece *pieces,
               guint               n_pieces)
{
  Replayer *self = (Replayer *) watcher;
  const guint own = self->first + self->lane - v->first;

  if (!is_of_block (self, v) || !self->is_recording)
    return;
  for (guint i = 0; i < n_pieces; i++)
    {
      if (pieces[i].slot == LOOM_SIM_SHARED_SLOT && self->shared != NULL &&
          op->detail->kind != LOOM_SIM_ACCESS_LOAD)
        note_stores (self, &pieces[i], op->detail->size);
      if (v == self->vector && own - pieces[i].lane < pieces[i].n_lanes)
        note_access (self, &pieces[i], op, own);
    }
}

/* The thread has returned where its block's state is another's now. Shared memory of the next
 * launch's block is zeros again. */
static void
block_begin (LoomSimWatcher *watcher,
             LoomSimBlock   *block)
{
  Replayer *self = (Replayer *) watcher;

  if (!self->is_over && self->vector != NULL && self->vector->block == block)
    end_thread (self);
  if (block->index == self->block && self->shared != NULL && self->replay->steps->len > 0)
    for (guint32 word = 0; word < get_n_words (self); word++)
      {
        self->is_dirty[word] = TRUE;
        g_array_append_val (self->words, word);
      }
}

static void
end (LoomSimWatcher *watcher)
{
  Replayer *self = (Replayer *) watcher;

  g_array_set_size (self->pending, 0);
  if (self->is_recording)
    end_recording (self);
  self->replay->is_ended |= !self->is_over;
  self->replay->total = self->count;
}

static void
replayer_free (LoomSimWatcher *watcher)
{
  Replayer *self = (Replayer *) watcher;

  g_hash_table_unref (self->sources);
  g_hash_table_unref (self->types);
  g_free (self->by_op);
  g_ptr_array_unref (self->registers);
  g_ptr_array_unref (self->dirty);
  g_array_unref (self->dirty_indices);
  g_array_unref (self->pending);
  g_array_unref (self->words);
  g_free (self->is_dirty);
  g_free (self->array_names);
  g_free (self->shared);
  g_free (self);
}

static const LoomSimWatcherClass replayer_class = {
  .spaces = G_MAXUINT,
  .access = access_memory,
  .block_begin = block_begin,
  .begin_step = begin_step,
  .end_step = end_step,
  .end = end,
  .free = replayer_free,
};

/* replay: its target is in the launch. */
LoomSimWatcher *
loom_sim_replayer_new (LoomSimLaunchState *launch,
                       LoomReplay         *replay,
                       gboolean            may_end)
{
  const LoomReplayTarget *target = &replay->target;
  const guint thread = (guint) loom_sim_trace_get_linear (&launch->block, &target->thread);
  Replayer *self = g_new0 (Replayer, 1);

  self->launch = launch;
  self->replay = replay;
  self->may_end = may_end;
  self->block = loom_sim_trace_get_linear (&launch->grid, &target->block);
  self->first = thread / LOOM_SIM_WARP * LOOM_SIM_WARP;
  self->lane = thread % LOOM_SIM_WARP;
  self->lanes = target->warp ? G_MAXUINT32 : 1u << self->lane;
  self->count = replay->total;
  self->is_full = replay->steps->len >= target->n_steps;
  self->array_names = g_new0 (gint32, launch->n_slots + launch->program->shared->len + 1);
  self->sources = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->types = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->by_op = g_new0 (Known *, launch->program->n_ops);
  self->registers = g_ptr_array_new_with_free_func (register_free);
  self->dirty = g_ptr_array_new ();
  self->dirty_indices = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->pending = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->words = g_array_new (FALSE, FALSE, sizeof (guint32));
  if (target->warp && launch->shared_size > 0 && launch->shared_size <= LOOM_REPLAY_MAX_SHARED)
    {
      self->replay->shared_size = self->launch->shared_size;
      self->shared = g_malloc0 (4 * (gsize) get_n_words (self));
      self->is_dirty = g_malloc0 (get_n_words (self));
    }
  self->watcher.class = &replayer_class;
  return &self->watcher;
}
