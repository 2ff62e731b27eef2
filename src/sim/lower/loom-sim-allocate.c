/* loom-sim-allocate.c: how long each value lives, and a slot of the frame for it
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-ir-private.h"

#include <string.h>

#define SLOT_ALIGN 64           /* bytes: a vector register of the host */
#define NEVER G_MAXUINT32

/* Liveness. Positions count the heads, then the ops. */

typedef struct
{
  guint  first, last;           /* ops */
  guint  next[2];               /* blocks; NEVER: none */
  GArray *others;               /* (element-type guint) blocks of a table, or NULL */
} Block;

typedef struct
{
  LoomSimIr *ir;
  guint      n_heads;
  GArray    *blocks;            /* (element-type Block) */
  guint32   *block_of_label;
  guint32   *seen_in;           /* by value: the one block it is seen in, +1; NEVER: several */
  guint32   *global;            /* by value: its bit, if it is seen in several */
  guint      n_global, words;
  gulong    *use, *def, *in, *out;      /* words for each block */
  guint32   *start, *end;       /* by value */
  guint32    position;
  guint      block;
} Liveness;

#define WORD_BITS (8 * (guint) sizeof (gulong))
#define HAS(set, bit) (((set)[(bit) / WORD_BITS] >> ((bit) % WORD_BITS) & 1) != 0)
#define SET(set, bit) ((set)[(bit) / WORD_BITS] |= 1ul << ((bit) % WORD_BITS))

static void
find_blocks (Liveness *self)
{
  LoomSimIr *ir = self->ir;
  gboolean begins = TRUE;

  for (guint i = 0; i < ir->ops->len; i++)
    {
      const LoomSimIrOp *op = loom_sim_ir_get_op (ir, i);

      if (begins || op->flow == LOOM_SIM_FLOW_LABEL)
        {
          Block block = { .first = i, .next = { NEVER, NEVER } };

          g_array_append_val (self->blocks, block);
        }
      if (op->flow == LOOM_SIM_FLOW_LABEL)
        self->block_of_label[op->label] = self->blocks->len - 1;
      g_array_index (self->blocks, Block, self->blocks->len - 1).last = i;
      begins = op->flow != LOOM_SIM_FLOW_NEXT && op->flow != LOOM_SIM_FLOW_LABEL;
    }
}

static void
link_blocks (Liveness *self)
{
  for (guint b = 0; b < self->blocks->len; b++)
    {
      Block *block = &g_array_index (self->blocks, Block, b);
      const LoomSimIrOp *op = loom_sim_ir_get_op (self->ir, block->last);

      if (op->flow == LOOM_SIM_FLOW_BRANCH || op->flow == LOOM_SIM_FLOW_JUMP)
        block->next[1] = self->block_of_label[op->label];
      if (op->flow != LOOM_SIM_FLOW_JUMP && op->flow != LOOM_SIM_FLOW_END &&
          op->flow != LOOM_SIM_FLOW_TABLE && b + 1 < self->blocks->len)
        block->next[0] = b + 1;
      if (op->flow != LOOM_SIM_FLOW_TABLE)
        continue;
      block->others = g_array_new (FALSE, FALSE, sizeof (guint));
      for (guint i = 0; i < op->labels->len; i++)
        g_array_append_val (block->others,
                            self->block_of_label[g_array_index (op->labels, gint32, i)]);
    }
}

static void
see (LoomSimIr   *ir,
     LoomSimIrOp *op,
     gint32       value,
     gpointer     data)
{
  Liveness *self = data;
  guint32 *seen = &self->seen_in[value];

  if (*seen == 0)
    *seen = self->block + 1;
  else if (*seen != self->block + 1)
    *seen = NEVER;
}

static void
note_block_use (LoomSimIr   *ir,
                LoomSimIrOp *op,
                gint32       value,
                gpointer     data)
{
  Liveness *self = data;
  const guint32 bit = self->global[value];

  if (bit != NEVER && !HAS (self->def + (gsize) self->block * self->words, bit))
    SET (self->use + (gsize) self->block * self->words, bit);
}

static void
note_block_definition (LoomSimIr   *ir,
                       LoomSimIrOp *op,
                       gint32       value,
                       gpointer     data)
{
  Liveness *self = data;

  if (op->guarded)
    note_block_use (ir, op, value, data);
  else if (self->global[value] != NEVER)
    SET (self->def + (gsize) self->block * self->words, self->global[value]);
}

static void
foreach_block_op (Liveness           *self,
                  LoomSimIrValueFunc  source,
                  LoomSimIrValueFunc  destination)
{
  for (self->block = 0; self->block < self->blocks->len; self->block++)
    {
      const Block *block = &g_array_index (self->blocks, Block, self->block);

      for (guint i = block->first; i <= block->last; i++)
        {
          LoomSimIrOp *op = loom_sim_ir_get_op (self->ir, i);

          self->position = self->n_heads + i;
          loom_sim_ir_foreach_source (self->ir, op, source, self);
          loom_sim_ir_foreach_destination (self->ir, op, destination, self);
        }
    }
}

static gboolean
merge_successor (Liveness *self,
                 guint     block,
                 guint     next)
{
  gulong *out = self->out + (gsize) block * self->words;
  const gulong *in = self->in + (gsize) next * self->words;
  gulong changed = 0;

  for (guint i = 0; i < self->words; i++)
    {
      changed |= in[i] & ~out[i];
      out[i] |= in[i];
    }
  return changed != 0;
}

static gboolean
update_block (Liveness *self,
              guint     b)
{
  const Block *block = &g_array_index (self->blocks, Block, b);
  const gsize at = (gsize) b * self->words;
  gboolean changed = FALSE;

  for (guint i = 0; i < 2; i++)
    if (block->next[i] != NEVER)
      changed |= merge_successor (self, b, block->next[i]);
  for (guint i = 0; block->others != NULL && i < block->others->len; i++)
    changed |= merge_successor (self, b, g_array_index (block->others, guint, i));
  for (guint i = 0; i < self->words; i++)
    self->in[at + i] = self->use[at + i] | (self->out[at + i] & ~self->def[at + i]);
  return changed;
}

static void
solve (Liveness *self)
{
  gboolean changed = TRUE;

  for (guint b = self->blocks->len; b-- > 0; )
    update_block (self, b);
  while (changed)
    {
      changed = FALSE;
      for (guint b = self->blocks->len; b-- > 0; )
        changed |= update_block (self, b);
    }
}

static void
extend (Liveness *self,
        gint32    value,
        guint32   position)
{
  self->start[value] = MIN (self->start[value], position);
  self->end[value] = self->end[value] == NEVER ? position : MAX (self->end[value], position);
}

static void
extend_here (LoomSimIr   *ir,
             LoomSimIrOp *op,
             gint32       value,
             gpointer     data)
{
  extend (data, value, ((Liveness *) data)->position);
}

/* From first to last position that a value may be live at, over all paths. */
static void
find_intervals (Liveness *self)
{
  LoomSimIr *ir = self->ir;
  const guint total = self->n_heads + ir->ops->len;

  for (guint i = 0; i < self->n_heads; i++)
    {
      LoomSimIrOp *op = &g_array_index (ir->heads, LoomSimIrOp, i);

      self->position = i;
      loom_sim_ir_foreach_source (ir, op, extend_here, self);
      loom_sim_ir_foreach_destination (ir, op, extend_here, self);
    }
  foreach_block_op (self, extend_here, extend_here);
  for (gint32 value = 0; value < (gint32) ir->values->len; value++)
    {
      const guint32 bit = self->global[value];

      /* What heads made and the kernel reads is for all blocks. */
      if (loom_sim_ir_get_value (ir, value)->is_constant && self->end[value] != NEVER &&
          self->end[value] >= self->n_heads)
        self->end[value] = total;
      for (guint b = 0; bit != NEVER && b < self->blocks->len; b++)
        {
          const Block *block = &g_array_index (self->blocks, Block, b);

          if (HAS (self->in + (gsize) b * self->words, bit))
            extend (self, value, self->n_heads + block->first);
          if (HAS (self->out + (gsize) b * self->words, bit))
            extend (self, value, self->n_heads + block->last);
        }
    }
}

static void
find_global_values (Liveness *self)
{
  const guint n = self->ir->values->len;

  self->seen_in = g_new0 (guint32, n);
  self->global = g_new (guint32, n);
  foreach_block_op (self, see, see);
  for (guint i = 0; i < n; i++)
    self->global[i] = self->seen_in[i] == NEVER &&
                              !loom_sim_ir_get_value (self->ir, (gint32) i)->is_constant
                          ? self->n_global++
                          : NEVER;
  self->words = self->n_global / WORD_BITS + 1;
}

static void
analyse (Liveness *self)
{
  const guint n = self->ir->values->len;
  gsize size;

  self->blocks = g_array_new (FALSE, FALSE, sizeof (Block));
  self->block_of_label = g_new0 (guint32, (gsize) self->ir->n_labels + 1);
  find_blocks (self);
  link_blocks (self);
  find_global_values (self);
  size = (gsize) self->words * self->blocks->len;
  self->use = g_new0 (gulong, size);
  self->def = g_new0 (gulong, size);
  self->in = g_new0 (gulong, size);
  self->out = g_new0 (gulong, size);
  self->start = g_new (guint32, n);
  self->end = g_new (guint32, n);
  if (n > 0)
    {
      memset (self->start, 0xff, n * sizeof *self->start);
      memset (self->end, 0xff, n * sizeof *self->end);
    }
  foreach_block_op (self, note_block_use, note_block_definition);
  solve (self);
  find_intervals (self);
}

static void
liveness_clear (Liveness *self)
{
  for (guint b = 0; b < self->blocks->len; b++)
    g_clear_pointer (&g_array_index (self->blocks, Block, b).others, g_array_unref);
  g_array_unref (self->blocks);
  g_free (self->block_of_label);
  g_free (self->seen_in);
  g_free (self->global);
  g_free (self->use);
  g_free (self->def);
  g_free (self->in);
  g_free (self->out);
  g_free (self->start);
  g_free (self->end);
}

/* Registers that some path reads before it writes them. */

typedef struct
{
  Liveness *live;
  GArray   *values;             /* (element-type gint32) */
  guint8   *seen;               /* by value: written or noted */
} Undefined;

static void
note_early (LoomSimIr   *ir,
            LoomSimIrOp *op,
            gint32       value,
            gpointer     data)
{
  Undefined *self = data;
  const guint32 bit = self->live->global[value];

  if (self->seen[value] || loom_sim_ir_get_value (ir, value)->is_constant)
    return;
  self->seen[value] = TRUE;
  if (bit == NEVER || HAS (self->live->in, bit))
    g_array_append_val (self->values, value);
}

static void
note_written (LoomSimIr   *ir,
              LoomSimIrOp *op,
              gint32       value,
              gpointer     data)
{
  Undefined *self = data;

  if (op->guarded)
    note_early (ir, op, value, data);
  else if (self->live->global[value] == NEVER)
    self->seen[value] = TRUE;
}

static void
add_zero (LoomSimIr *ir,
          gint32     value,
          GArray    *ops)
{
  const guint8 width = (guint8) loom_sim_ir_get_width (ir, value);
  LoomSimIrOp op = loom_sim_ir_make_op (ir, width == 16
                                                ? LOOM_SIM_KEY (PACK, .widths = { 16, 8 })
                                                : LOOM_SIM_KEY (CONST, .widths = { width }));

  op.d = value;
  op.pure = TRUE;
  if (width == 16)
    op.a = op.b = loom_sim_ir_constant (ir, 8, 0);
  g_array_append_val (ops, op);
}

static GArray *
list_early (Liveness *live)
{
  LoomSimIr *ir = live->ir;
  g_autofree guint8 *seen = g_new0 (guint8, MAX (ir->values->len, 1));
  Undefined self = { live, g_array_new (FALSE, FALSE, sizeof (gint32)), seen };

  for (guint i = 0; i < ir->ops->len; i++)
    {
      loom_sim_ir_foreach_source (ir, loom_sim_ir_get_op (ir, i), note_early, &self);
      loom_sim_ir_foreach_destination (ir, loom_sim_ir_get_op (ir, i), note_written, &self);
    }
  return self.values;
}

/* (element-type gint32) (transfer full): registers that some path reads before it writes them. */
GArray *
loom_sim_ir_list_early (LoomSimIr *ir)
{
  Liveness live = { .ir = ir, .n_heads = ir->heads->len };
  GArray *values;

  analyse (&live);
  values = list_early (&live);
  liveness_clear (&live);
  return values;
}

/* They begin as zeros, as the frame has what other blocks left: so that every run is the same, and
 * no pointer comes from nowhere (loom-sim-provenance.c). Returns: whether there are any. */
static gboolean
define_undefined (Liveness *live)
{
  LoomSimIr *ir = live->ir;
  g_autoptr (GArray) values = list_early (live);
  g_autoptr (GArray) ops = g_array_new (FALSE, FALSE, sizeof (LoomSimIrOp));

  for (guint i = 0; i < values->len; i++)
    add_zero (ir, g_array_index (values, gint32, i), ops);
  g_array_prepend_vals (ir->ops, ops->data, ops->len);
  return ops->len > 0;
}

/* Slots: a linear scan over the positions, last freed first used, so that few cache lines are
 * warm. */

#define N_WIDTHS 6

typedef struct
{
  GArray  *free[2 * N_WIDTHS];  /* (element-type guint32) by width: 1, 2, 4, 8, 16, 32 bytes; then
                                   those of undefined bits */
  guint32  top;
} Slots;

static GArray *
get_list (const Slots          *self,
          const LoomSimIrValue *value)
{
  return self->free[(guint) __builtin_ctz (value->width) + (value->is_undefined ? N_WIDTHS : 0)];
}

static void
take_slot (Slots          *self,
           LoomSimIrValue *value,
           guint           lanes)
{
  GArray *list = get_list (self, value);

  value->slot = self->top;
  if (list->len == 0)
    {
      self->top += (value->width * lanes + SLOT_ALIGN - 1) / SLOT_ALIGN * SLOT_ALIGN;
      return;
    }
  value->slot = g_array_index (list, guint32, list->len - 1);
  g_array_set_size (list, list->len - 1);
}

/* Gives back the slots of a chain of values that began before a position, or there. */
static void
free_slots (Slots          *self,
            LoomSimIr      *ir,
            const Liveness *live,
            gint32          first,
            const gint32   *next,
            guint           position,
            gboolean        began_before)
{
  for (gint32 i = first; i >= 0; i = next[i])
    {
      const LoomSimIrValue *value = loom_sim_ir_get_value (ir, i);

      if ((live->start[i] < position) == began_before)
        g_array_append_val (get_list (self, value), value->slot);
    }
}

/* Values by position at which they begin (or end), chained: first[position], then next[value]. */
static void
chain (const guint32 *positions,
       guint          n_values,
       gint32        *first,
       gint32        *next)
{
  for (guint i = 0; i < n_values; i++)
    if (positions[i] != NEVER)
      {
        next[i] = first[positions[i]];
        first[positions[i]] = (gint32) i;
      }
}

static void
assign (LoomSimIr      *ir,
        const Liveness *live,
        Slots          *slots,
        guint           lanes)
{
  const guint total = live->n_heads + ir->ops->len + 1, n = ir->values->len;
  g_autofree gint32 *begin = g_new (gint32, total), *finish = g_new (gint32, total);
  g_autofree gint32 *next_begin = g_new (gint32, n), *next_finish = g_new (gint32, n);

  memset (begin, 0xff, total * sizeof *begin);
  memset (finish, 0xff, total * sizeof *finish);
  chain (live->start, n, begin, next_begin);
  chain (live->end, n, finish, next_finish);
  for (guint p = 0; p < total; p++)
    {
      /* What ends here is read before what begins here is written; but what does both is not free
       * before it began. */
      free_slots (slots, ir, live, finish[p], next_finish, p, TRUE);
      for (gint32 value = begin[p]; value >= 0; value = next_begin[value])
        take_slot (slots, loom_sim_ir_get_value (ir, value), lanes);
      free_slots (slots, ir, live, finish[p], next_finish, p, FALSE);
    }
}

/* Gives every value its offset in the frame, which grows to what they take. */
void
loom_sim_ir_allocate (LoomSimIr *self)
{
  const guint lanes = self->program->max_lanes;
  Liveness live = { .ir = self, .n_heads = self->heads->len };
  Slots slots = { .top = LOOM_SIM_RETURN_SLOT (lanes) + 4 * lanes };

  slots.top = (slots.top + SLOT_ALIGN - 1) / SLOT_ALIGN * SLOT_ALIGN;
  for (guint i = 0; i < G_N_ELEMENTS (slots.free); i++)
    slots.free[i] = g_array_new (FALSE, FALSE, sizeof (guint32));
  analyse (&live);
  if (define_undefined (&live))
    {
      liveness_clear (&live);
      live = (Liveness) { .ir = self, .n_heads = self->heads->len };
      analyse (&live);
    }
  assign (self, &live, &slots, lanes);
  liveness_clear (&live);
  for (guint i = 0; i < G_N_ELEMENTS (slots.free); i++)
    g_array_unref (slots.free[i]);
  self->program->frame_size = MAX (self->program->frame_size, slots.top);
}
