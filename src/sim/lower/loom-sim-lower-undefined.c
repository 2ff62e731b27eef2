/* loom-sim-lower-undefined.c: in a program that looks for uninitialised reads, which bits of each
 * register have no contents, and where those came from
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-ir-private.h"

#include <string.h>

/* A register that may have bits without contents has two values beside it: one of its own width
 * whose bits are 1 where it has none, and the origin of those, a number that the watcher gave. What
 * only moves bits (copies, shifts, choices) is done to the first value as it is done to the
 * register, by the same handler; of what is reckoned from undefined bits all are undefined.
 * Compilers reckon ahead what a choice drops later, so nothing of that is an alarm. A register is
 * used where it decides what happens: as an address or a condition, by an atomic, by what lanes do
 * together, by the run time; an @undefined.use before that tells of it. */

typedef enum
{
  CARRY_NOT,                    /* what it reads is used */
  CARRY_ALL,                    /* every bit of the result depends on all of its sources */
  CARRY_BITS,                   /* the same op moves the bits that tell what is undefined */
  CARRY_COPY,                   /* so it does, but is a plain copy to us */
  CARRY_MIX,                    /* a bit of the result depends on that bit of each source */
  CARRY_AND,                    /* the same, but a 0 in one source absorbs the other */
  CARRY_OR,                     /* or a 1 does */
  CARRY_SHUFFLE,                /* as BITS, from another lane */
} Carry;

typedef struct
{
  guint8 carry;
  guint8 n_sources;             /* whose bits are carried; others decide which */
} Row;

/* What an opcode does; results of those that are not named depend on all of their sources, or it
 * uses them. */
static const Row carriers[LOOM_SIM_N_OPCODES] = {
  [LOOM_SIM_OPCODE_MOV] = { CARRY_BITS, 1 },
  [LOOM_SIM_OPCODE_CVTA] = { CARRY_COPY, 1 },
  [LOOM_SIM_OPCODE_CUT] = { CARRY_BITS, 1 },
  [LOOM_SIM_OPCODE_WIDEN_S] = { CARRY_BITS, 1 },
  [LOOM_SIM_OPCODE_WIDEN_U] = { CARRY_BITS, 1 },
  [LOOM_SIM_OPCODE_PACK] = { CARRY_BITS, 4 },
  [LOOM_SIM_OPCODE_PART] = { CARRY_BITS, 1 },
  [LOOM_SIM_OPCODE_SELP] = { CARRY_BITS, 2 },
  [LOOM_SIM_OPCODE_SLCT] = { CARRY_BITS, 2 },
  [LOOM_SIM_OPCODE_SLCT_FTZ] = { CARRY_BITS, 2 },
  [LOOM_SIM_OPCODE_PRMT] = { CARRY_BITS, 2 },
  [LOOM_SIM_OPCODE_SHL] = { CARRY_BITS, 1 },
  [LOOM_SIM_OPCODE_SHR] = { CARRY_BITS, 1 },
  [LOOM_SIM_OPCODE_SHF] = { CARRY_BITS, 2 },
  [LOOM_SIM_OPCODE_BFE] = { CARRY_BITS, 1 },
  [LOOM_SIM_OPCODE_BFI] = { CARRY_BITS, 2 },
  [LOOM_SIM_OPCODE_BREV] = { CARRY_BITS, 1 },
  [LOOM_SIM_OPCODE_NOT] = { CARRY_COPY, 1 },
  [LOOM_SIM_OPCODE_XOR] = { CARRY_MIX, 2 },
  [LOOM_SIM_OPCODE_LOP3] = { CARRY_MIX, 3 },
  [LOOM_SIM_OPCODE_AND] = { CARRY_AND, 2 },
  [LOOM_SIM_OPCODE_OR] = { CARRY_OR, 2 },
  [LOOM_SIM_OPCODE_SHFL_UP] = { CARRY_SHUFFLE, 1 },
  [LOOM_SIM_OPCODE_SHFL_DOWN] = { CARRY_SHUFFLE, 1 },
  [LOOM_SIM_OPCODE_SHFL_BFLY] = { CARRY_SHUFFLE, 1 },
  [LOOM_SIM_OPCODE_SHFL_IDX] = { CARRY_SHUFFLE, 1 },
};

typedef struct
{
  LoomSimIr  *ir;
  guint       n_values;         /* of the function, less what is made here */
  gint32     *bits, *origins;   /* by value; NO_VALUE: it is always defined */
  guint8     *unset;            /* by value: it may be a register that nobody gave anything */
  GArray     *before;           /* (element-type LoomSimIrOp) the ops as they were */
  LoomSimIrOp guard;            /* of the op that is looked at, if that is guarded */
} Undefined;

static gboolean
is_integer (LoomPtxType type)
{
  return (type >= LOOM_PTX_TYPE_U8 && type <= LOOM_PTX_TYPE_U64) ||
         (type >= LOOM_PTX_TYPE_S8 && type <= LOOM_PTX_TYPE_S64);
}

/* cvt between integers that does not clamp moves bits. */
static gboolean
is_integer_conversion (const LoomSimForm *form)
{
  return form->opcode == LOOM_SIM_OPCODE_CVT && !form->is_modified && is_integer (form->to) &&
         is_integer (form->type);
}

/* What products of matrices are made of has no bits that tell. */
static gboolean
is_of_matrix (const LoomSimIr   *ir,
              const LoomSimIrOp *op)
{
  return (op->form->opcode == LOOM_SIM_OPCODE_PACK &&
          loom_sim_ir_get_width (ir, op->d) == 32) ||
         (op->form->opcode == LOOM_SIM_OPCODE_PART &&
          loom_sim_ir_get_width (ir, op->a) == 32);
}

static Row
find_row (const LoomSimIr   *ir,
          const LoomSimIrOp *op)
{
  if (is_of_matrix (ir, op))
    return (Row) { CARRY_NOT, 0 };
  if (is_integer_conversion (op->form))
    return (Row) { CARRY_BITS, 1 };
  if (carriers[op->form->opcode].n_sources > 0)
    return carriers[op->form->opcode];
  return (Row) { op->pure ? CARRY_ALL : CARRY_NOT, op->pure ? 4 : 0 };
}

static gboolean
is_tracked (const Undefined *self,
            gint32           value)
{
  return value >= 0 && self->bits[value] != LOOM_SIM_NO_VALUE;
}

/* An access that an @observe stands before. */
static gboolean
is_observed (const LoomSimIrOp *op)
{
  return op->detail != NULL && op->detail->is_observed &&
         op->form->opcode != LOOM_SIM_OPCODE_OBSERVE;
}

/* A value that is 0 where a vector has never met undefined bits, though nobody wrote it. */
static gint32
add_bits (Undefined *self,
          guint      width)
{
  const gint32 bits = loom_sim_ir_add_value (self->ir, width);

  loom_sim_ir_get_value (self->ir, bits)->is_undefined = TRUE;
  return bits;
}

static gboolean
mark (Undefined *self,
      gint32     value)
{
  if (value < 0 || is_tracked (self, value))
    return FALSE;
  self->bits[value] = add_bits (self, loom_sim_ir_get_width (self->ir, value));
  self->origins[value] = loom_sim_ir_add_value (self->ir, 4);
  return TRUE;
}

static gboolean
mark_op (Undefined         *self,
         const LoomSimIrOp *op)
{
  const Row row = find_row (self->ir, op);
  gboolean any = FALSE, changed = FALSE;

  if (op->flow == LOOM_SIM_FLOW_LABEL)
    return FALSE;
  for (guint i = 0; i < op->n_parts && op->parts_written && is_observed (op); i++)
    changed |= mark (self, op->parts[i]);
  for (guint i = 0; i < 4 && row.carry != CARRY_NOT && row.carry != CARRY_SHUFFLE; i++)
    any |= is_tracked (self, op->sources[i]);
  if (row.carry == CARRY_SHUFFLE)
    return mark (self, op->d) || changed;
  for (guint i = 0; i < 2 && any; i++)
    changed |= mark (self, op->results[i]);
  return changed;
}

/* A copy of what nobody gave is no reason to name who reads it: compilers make such where ways
 * meet. */
static gboolean
spread_unset (Undefined         *self,
              const LoomSimIrOp *op)
{
  if (op->form->opcode != LOOM_SIM_OPCODE_MOV || op->a < 0 || !self->unset[op->a] ||
      self->unset[op->d])
    return FALSE;
  return self->unset[op->d] = TRUE;
}

/* A register that is undefined on one way to a place may be so wherever it has that name. early:
 * those that some way reads and has not written. */
static void
mark_all (Undefined *self,
          GArray    *early)
{
  gboolean changed = TRUE;

  self->unset = g_new0 (guint8, MAX (self->n_values, 1));
  self->bits = g_new (gint32, MAX (self->n_values, 1));
  self->origins = g_new (gint32, MAX (self->n_values, 1));
  memset (self->bits, 0xff, self->n_values * sizeof *self->bits);
  memset (self->origins, 0xff, self->n_values * sizeof *self->origins);
  for (guint i = 0; i < early->len; i++)
    self->unset[g_array_index (early, gint32, i)] = mark (self, g_array_index (early, gint32, i));
  while (changed)
    {
      changed = FALSE;
      for (guint i = 0; i < self->before->len; i++)
        {
          changed |= mark_op (self, &g_array_index (self->before, LoomSimIrOp, i));
          changed |= spread_unset (self, &g_array_index (self->before, LoomSimIrOp, i));
        }
    }
}

/* An op before another, under the same guard; else a vector skips it that has never met undefined
 * bits. */
static LoomSimIrOp *
add_form_before (Undefined         *self,
                 const LoomSimIrOp *op,
                 const LoomSimForm *form)
{
  const gboolean skips = !op->guarded && !(form->opcode >= LOOM_SIM_OPCODE_UNDEFINED_USE &&
                                           form->opcode <= LOOM_SIM_OPCODE_UNDEFINED_ABSENT_IDX);
  LoomSimIrOp *added;

  if (op->guarded)
    g_array_append_val (self->ir->ops, self->guard);
  self->ir->current = op->source;
  self->ir->ordinal = op->ordinal;
  if (skips)
    loom_sim_ir_add (self->ir, LOOM_SIM_KEY (UNDEFINED_SKIP));
  added = loom_sim_ir_add_form (self->ir, form);
  added->guarded = op->guarded;
  added->pure &= !skips;        /* it stays where it is skipped */
  return added;
}

static LoomSimIrOp *
add_before (Undefined         *self,
            const LoomSimIrOp *op,
            LoomSimKey         key,
            gint32             d,
            gint32             a,
            gint32             b)
{
  LoomSimIrOp *added =
      add_form_before (self, op, loom_sim_isa_find_key (self->ir->isa, key));

  added->d = d;
  added->a = a;
  added->b = b;
  return added;
}

static gint32
add_zeros (Undefined         *self,
           const LoomSimIrOp *op,
           guint              width)
{
  const gint32 half = loom_sim_ir_constant (self->ir, MIN (width, 8), 0);

  return width <= 8 ? half
                    : add_before (self, op, LOOM_SIM_KEY (PACK, .widths = { 16, 8 }),
                                  add_bits (self, width), half, half)->d;
}

/* What of a source is undefined: nothing, or its bits. */
static gint32
get_bits (Undefined         *self,
          const LoomSimIrOp *op,
          gint32             value)
{
  return is_tracked (self, value)
             ? self->bits[value]
             : add_zeros (self, op, loom_sim_ir_get_width (self->ir, value));
}

static void
add_copy (Undefined         *self,
          const LoomSimIrOp *op,
          gint32             from,
          gint32             to)
{
  const guint8 width = (guint8) loom_sim_ir_get_width (self->ir, to);

  add_before (self, op, LOOM_SIM_KEY (MOV, .widths = { width }), to, from, LOOM_SIM_NO_VALUE);
}

static void
add_use (Undefined         *self,
         const LoomSimIrOp *op,
         gint32             value)
{
  LoomSimKey key = LOOM_SIM_KEY (UNDEFINED_USE);

  if (!is_tracked (self, value))
    return;
  key.widths[0] = (guint8) loom_sim_ir_get_width (self->ir, value);
  add_before (self, op, key, LOOM_SIM_NO_VALUE, self->bits[value], self->origins[value])
      ->immediate.size = key.widths[0];
}

/* An op that takes into account undefined bits and origins of some of an op's sources. */
static LoomSimIrOp *
add_gather (Undefined         *self,
            const LoomSimIrOp *op,
            LoomSimOpcode      opcode,
            guint              first,
            guint              n_sources,
            gint32             d,
            gint32             e)
{
  LoomSimIrOp *gather =
      add_before (self, op, (LoomSimKey) { .opcode = opcode }, d, LOOM_SIM_NO_VALUE,
                  LOOM_SIM_NO_VALUE);
  LoomSimDetail *detail = loom_sim_ir_add_detail (self->ir, gather);

  gather->e = e;
  detail->size = e >= 0 ? (guint8) loom_sim_ir_get_width (self->ir, d) : 0;
  for (guint i = first; i < first + n_sources && i < 4; i++)
    {
      const gint32 value = op->sources[i];

      if (!is_tracked (self, value))
        continue;
      detail->widths[detail->n_elements++] = (guint8) loom_sim_ir_get_width (self->ir, value);
      gather->parts[gather->n_parts++] = self->bits[value];
      gather->parts[gather->n_parts++] = self->origins[value];
    }
  return gather;
}

/* All of these registers is undefined when a function begins. */
static void
add_unset (Undefined *self,
           GArray    *early)
{
  for (guint i = 0; i < early->len; i++)
    {
      const gint32 value = g_array_index (early, gint32, i);
      LoomSimIrOp *unset = loom_sim_ir_add (self->ir, LOOM_SIM_KEY (UNDEFINED_UNSET));

      unset->d = self->bits[value];
      unset->e = self->origins[value];
      loom_sim_ir_add_detail (self->ir, unset)->size
          = (guint8) loom_sim_ir_get_width (self->ir, value);
    }
  self->ir->program->unset |= early->len > 0;
}

/* Before an op that reads what nobody may have given: it becomes the origin of that. */
static void
add_name (Undefined         *self,
          const LoomSimIrOp *op,
          gint32             value)
{
  LoomSimIrOp named = *op;

  if (value < 0 || !self->unset[value])
    return;
  named.sources[0] = value;
  add_gather (self, &named, LOOM_SIM_OPCODE_UNDEFINED_NAME, 0, 1, self->origins[value],
              LOOM_SIM_NO_VALUE)->guarded = TRUE;       /* most lanes keep what they have */
}

static void
add_names (Undefined         *self,
           const LoomSimIrOp *op)
{
  for (guint i = 0; i < 4 && op->form->opcode != LOOM_SIM_OPCODE_MOV; i++)
    add_name (self, op, op->sources[i]);
  for (guint i = 0; i < op->n_parts && !op->parts_written; i++)
    add_name (self, op, op->parts[i]);
}

/* All of a result is undefined where some of a source is. */
static void
add_all (Undefined         *self,
         const LoomSimIrOp *op,
         gint32             bits,
         gint32             origin)
{
  add_gather (self, op, LOOM_SIM_OPCODE_UNDEFINED_ALL, 0, 4, bits, origin);
}

/* The second result may be a source of both, so it waits. */
static void
add_results (Undefined         *self,
             const LoomSimIrOp *op)
{
  const gint32 first = op->d, second = op->e;
  gint32 bits, origin;

  if (!is_tracked (self, second))
    {
      add_all (self, op, self->bits[first], self->origins[first]);
      return;
    }
  bits = add_bits (self, loom_sim_ir_get_width (self->ir, second));
  origin = loom_sim_ir_add_value (self->ir, 4);
  add_all (self, op, bits, origin);
  if (is_tracked (self, first))
    add_all (self, op, self->bits[first], self->origins[first]);
  add_copy (self, op, bits, self->bits[second]);
  add_copy (self, op, origin, self->origins[second]);
}

/* So it is where some of what decides is. */
static void
add_deciding (Undefined         *self,
              const LoomSimIrOp *op,
              guint              n_sources)
{
  gboolean any = FALSE;
  LoomSimIrOp *gather;

  for (guint i = n_sources; i < 4; i++)
    any |= is_tracked (self, op->sources[i]);
  if (!any)
    return;
  gather = add_gather (self, op, LOOM_SIM_OPCODE_UNDEFINED_ALSO, n_sources, 4 - n_sources,
                       self->bits[op->d], self->origins[op->d]);
  gather->guarded = TRUE;       /* most lanes keep what they have */
}

/* The op as it is, on the bits of what it carries; its other sources tell what goes where. */
static void
add_same (Undefined         *self,
          const LoomSimIrOp *op,
          guint              n_sources)
{
  gint32 sources[4];
  LoomSimIrOp *same;

  for (guint i = 0; i < 4; i++)
    sources[i] = i < n_sources && op->sources[i] >= 0 ? get_bits (self, op, op->sources[i])
                                                         : op->sources[i];
  same = add_form_before (self, op, op->form);
  same->d = self->bits[op->d];
  memcpy (same->sources, sources, sizeof sources);
  same->immediate = op->immediate;
}

/* And, or or not of values, in a new one. */
static gint32
add_logic (Undefined         *self,
           const LoomSimIrOp *op,
           LoomSimOpcode      opcode,
           gint32             a,
           gint32             b)
{
  const guint width = loom_sim_ir_get_width (self->ir, a);
  const LoomSimKey key = { .opcode = opcode, .type = loom_sim_ir_get_logic_type (width) };
  const gint32 result = loom_sim_ir_add_value (self->ir, width);

  return add_before (self, op, key, result, a, b)->d;
}

static void
add_mix (Undefined         *self,
         const LoomSimIrOp *op,
         guint              n_sources)
{
  gint32 mixed = get_bits (self, op, op->a);

  for (guint i = 1; i < n_sources; i++)
    if (is_tracked (self, op->sources[i]))
      mixed = add_logic (self, op, LOOM_SIM_OPCODE_OR, mixed, self->bits[op->sources[i]]);
  add_copy (self, op, mixed, self->bits[op->d]);
}

/* Those of a source's undefined bits that the other source does not absorb: it does so where it is
 * defined and a 0 for `and`, a 1 for `or`. */
static gint32
add_unabsorbed (Undefined         *self,
                const LoomSimIrOp *op,
                gint32             undefined,
                gint32             by,
                gboolean           is_or)
{
  gint32 left = is_or ? add_logic (self, op, LOOM_SIM_OPCODE_NOT, by, LOOM_SIM_NO_VALUE) : by;

  if (is_tracked (self, by))
    left = add_logic (self, op, LOOM_SIM_OPCODE_OR, left, self->bits[by]);
  return add_logic (self, op, LOOM_SIM_OPCODE_AND, self->bits[undefined], left);
}

static void
add_absorbing (Undefined         *self,
               const LoomSimIrOp *op,
               gboolean           is_or)
{
  const gint32 a = op->a, b = op->b;
  gint32 left = LOOM_SIM_NO_VALUE, right = LOOM_SIM_NO_VALUE;

  if (is_tracked (self, a))
    left = add_unabsorbed (self, op, a, b, is_or);
  if (is_tracked (self, b))
    right = add_unabsorbed (self, op, b, a, is_or);
  if (left != LOOM_SIM_NO_VALUE && right != LOOM_SIM_NO_VALUE)
    left = add_logic (self, op, LOOM_SIM_OPCODE_OR, left, right);
  add_copy (self, op, left != LOOM_SIM_NO_VALUE ? left : right, self->bits[op->d]);
}

/* Bits and origin come from the lane that the value comes from. Where that takes no part they are
 * undefined here. */
static void
add_shuffle (Undefined         *self,
             const LoomSimIrOp *op)
{
  const LoomSimKey key = {
    .opcode = LOOM_SIM_OPCODE_UNDEFINED_ABSENT_UP + (op->form->opcode - LOOM_SIM_OPCODE_SHFL_UP),
    .type = LOOM_PTX_TYPE_B32,
  };
  const gint32 value = op->a, result = op->d;
  const gint32 none = loom_sim_ir_constant (self->ir, 4, 0);
  const gint32 sources[2] = { get_bits (self, op, value),
                              is_tracked (self, value) ? self->origins[value] : none };
  const gint32 results[2] = { self->bits[result], self->origins[result] };
  LoomSimIrOp *absent;

  for (guint i = 0; i < 2; i++)
    {
      LoomSimIrOp *same = add_form_before (self, op, op->form);

      same->d = results[i];
      same->a = sources[i];
      memcpy (same->sources + 1, op->sources + 1, 3 * sizeof *op->sources);
    }
  absent = add_form_before (self, op, loom_sim_isa_find_key (self->ir->isa, key));
  memcpy (absent->results, results, sizeof results);
  memcpy (absent->sources, op->sources + 1, 3 * sizeof *op->sources);
  absent->guarded = TRUE;       /* most lanes keep what they have */
}

static void
add_carry (Undefined         *self,
           const LoomSimIrOp *op,
           const Row         *row)
{
  if (op->form->opcode == LOOM_SIM_OPCODE_MOV)
    add_copy (self, op, self->origins[op->a], self->origins[op->d]);
  else if (row->carry != CARRY_ALL && row->carry != CARRY_SHUFFLE)
    /* The origin of what is undefined in a result: the first of its sources'. */
    add_gather (self, op, LOOM_SIM_OPCODE_UNDEFINED_ORIGIN, 0, row->n_sources,
                self->origins[op->d], LOOM_SIM_NO_VALUE);
  switch (row->carry)
    {
    case CARRY_SHUFFLE:
      self->ir->program->shuffles = TRUE;
      add_shuffle (self, op);
      break;
    case CARRY_ALL:
      add_results (self, op);
      break;
    case CARRY_COPY:
      add_copy (self, op, self->bits[op->a], self->bits[op->d]);
      break;
    case CARRY_MIX:
      add_mix (self, op, row->n_sources);
      break;
    case CARRY_AND:
    case CARRY_OR:
      add_absorbing (self, op, row->carry == CARRY_OR);
      break;
    default:
      add_same (self, op, row->n_sources);
      add_deciding (self, op, row->n_sources);
      break;
    }
}

static gboolean
carries_any (const Undefined   *self,
             const LoomSimIrOp *op,
             const Row         *row)
{
  gboolean any = row->carry == CARRY_SHUFFLE;

  for (guint i = 0; i < 4 && row->carry != CARRY_NOT; i++)
    any |= is_tracked (self, op->sources[i]);
  return any && (is_tracked (self, op->d) || is_tracked (self, op->e));
}

/* A result that is not carried is defined. */
static void
add_defined (Undefined         *self,
             const LoomSimIrOp *op,
             gint32             value)
{
  if (is_tracked (self, value))
    add_copy (self, op, add_zeros (self, op, loom_sim_ir_get_width (self->ir, value)),
              self->bits[value]);
}

/* Before an access: its address is used; the bits of what is stored go along, those of what is
 * loaded are found. */
static void
add_observe (Undefined         *self,
             LoomSimIrOp       *observe,
             const LoomSimIrOp *access)
{
  add_use (self, observe, observe->a);
  observe->detail->is_signed = access->form->opcode == LOOM_SIM_OPCODE_LD &&
                               loom_ptx_type_is_signed (access->form->type);
  observe->n_parts = 2 * access->n_parts;
  observe->parts_written = access->parts_written;
  observe->detail->carries = access->parts_written;
  for (guint i = 0; i < access->n_parts; i++)
    {
      const gint32 part = access->parts[i];
      const gboolean tracked = is_tracked (self, part);

      observe->detail->widths[i] = (guint8) loom_sim_ir_get_width (self->ir, part);
      observe->detail->carries |= tracked;
      observe->parts[2 * i] = get_bits (self, observe, part);
      observe->parts[2 * i + 1] = tracked ? self->origins[part]
                                          : loom_sim_ir_constant (self->ir, 4, 0);
    }
}

/* What stands before an op that passes something to a function or takes it back, in local memory;
 * N_OPCODES: it does not. */
static LoomSimOpcode
get_pass (const LoomSimIrOp *op)
{
  if (op->form->opcode == LOOM_SIM_OPCODE_CALL || op->form->opcode == LOOM_SIM_OPCODE_CALL_ADDRESS)
    return LOOM_SIM_OPCODE_UNDEFINED_PASS;
  if (op->form->opcode == LOOM_SIM_OPCODE_TAKE_RETURNS)
    return LOOM_SIM_OPCODE_UNDEFINED_RETURN;
  return op->detail != NULL && op->detail->arguments != NULL ? LOOM_SIM_OPCODE_UNDEFINED_RUNTIME
                                                             : LOOM_SIM_N_OPCODES;
}

static void
add_pass (Undefined         *self,
          const LoomSimIrOp *op)
{
  add_use (self, op, op->a);
  add_before (self, op, (LoomSimKey) { .opcode = get_pass (op) }, LOOM_SIM_NO_VALUE,
              LOOM_SIM_NO_VALUE, LOOM_SIM_NO_VALUE)->detail = op->detail;
}

/* Before any other op: its sources are used, or what it makes of them is found. */
static void
add_around (Undefined         *self,
            const LoomSimIrOp *op)
{
  const Row row = find_row (self->ir, op);
  const gboolean observed = is_observed (op);

  for (guint i = row.carry == CARRY_SHUFFLE || observed ? 1 : 0;
       i < 4 && (row.carry == CARRY_SHUFFLE || row.carry == CARRY_NOT); i++)
    add_use (self, op, op->sources[i]);
  for (guint i = 0; i < op->n_parts && !op->parts_written && !observed; i++)
    add_use (self, op, op->parts[i]);
  if (carries_any (self, op, &row))
    {
      add_carry (self, op, &row);
      if (row.carry == CARRY_SHUFFLE)
        add_defined (self, op, op->e);
      return;
    }
  for (guint i = 0; i < 2; i++)
    add_defined (self, op, op->results[i]);
  for (guint i = 0; i < op->n_parts && op->parts_written && !observed; i++)
    add_defined (self, op, op->parts[i]);
}

/* Whoever prints registers in a trace does not use them. */
static gboolean
is_trace_or_label (const LoomSimIrOp *op)
{
  return op->form->opcode == LOOM_SIM_OPCODE_TRACE_BEGIN ||
         op->form->opcode == LOOM_SIM_OPCODE_TRACE_END || op->flow == LOOM_SIM_FLOW_LABEL;
}

static gboolean
is_call_by_address (const LoomSimIrOp *op)
{
  return op != NULL && op->form->opcode == LOOM_SIM_OPCODE_CALL_ADDRESS;
}

static void
add_op (Undefined *self,
        guint      i)
{
  LoomSimIrOp op = g_array_index (self->before, LoomSimIrOp, i);
  const LoomSimIrOp *next = i + 1 < self->before->len
                                ? &g_array_index (self->before, LoomSimIrOp, i + 1)
                                : NULL;

  if (op.form->opcode == LOOM_SIM_OPCODE_GUARD)
    {
      add_name (self, &op, op.a);
      add_use (self, &op, op.a);
      self->guard = op;
      return;
    }
  /* Lanes come back to the label before it, so nothing stands between the two. */
  if (is_call_by_address (next))
    {
      add_names (self, next);
      add_pass (self, next);
    }
  if (!is_trace_or_label (&op) && !is_call_by_address (&op))
    add_names (self, op.form->opcode == LOOM_SIM_OPCODE_OBSERVE ? next : &op);
  if (op.form->opcode == LOOM_SIM_OPCODE_OBSERVE)
    add_observe (self, &op, next);
  else if (get_pass (&op) == LOOM_SIM_N_OPCODES && !is_trace_or_label (&op))
    add_around (self, &op);
  else if (get_pass (&op) != LOOM_SIM_N_OPCODES && !is_call_by_address (&op))
    add_pass (self, &op);
  if (op.guarded)
    g_array_append_val (self->ir->ops, self->guard);
  g_array_append_val (self->ir->ops, op);
}

/* Adds what follows undefined bits through registers. */
void
loom_sim_lower_undefined (LoomSimIr *self)
{
  Undefined undefined = { .ir = self, .n_values = self->values->len };
  g_autoptr (GArray) early = loom_sim_ir_list_early (self);

  undefined.before = loom_sim_ir_take_ops (self);
  mark_all (&undefined, early);
  add_unset (&undefined, early);
  for (guint i = 0; i < undefined.before->len; i++)
    add_op (&undefined, i);
  g_array_unref (undefined.before);
  g_free (undefined.bits);
  g_free (undefined.origins);
  g_free (undefined.unset);
}
