/* loom-sim-lower-undefined.c: in a program that looks for uninitialised reads, which bits of each
 * register have no contents, and where those came from
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-ir-private.h"

#include <stdio.h>
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
  CARRY_ALL,                    /* all of the result hangs on all of its sources */
  CARRY_BITS,                   /* the same op moves the bits that tell what is undefined */
  CARRY_COPY,                   /* so it does, but is a plain copy to us */
  CARRY_MIX,                    /* a bit of the result hangs on that bit of each source */
  CARRY_AND,                    /* the same, but a 0 in one source settles it */
  CARRY_OR,                     /* or a 1 does */
  CARRY_SHUFFLE,                /* as BITS, from another lane */
} Carry;

typedef struct
{
  const char *prefix;
  guint8      carry;
  guint8      n_sources;        /* whose bits are carried; others decide which */
} Row;

/* The first that fits; else what depends on its sources alone reckons with them. */
static const Row carriers[] = {
  { "@mov.", CARRY_BITS, 1 },
  { "@cvta", CARRY_COPY, 1 },
  { "@cut.", CARRY_BITS, 1 },
  { "@widen.", CARRY_BITS, 1 },
  { "@pack.32", CARRY_NOT, 0 },
  { "@pack.", CARRY_BITS, 4 },
  { "@part.32", CARRY_NOT, 0 },
  { "@part.", CARRY_BITS, 1 },
  { "@selp.", CARRY_BITS, 2 },
  { "@slct.", CARRY_BITS, 2 },
  { "prmt.", CARRY_BITS, 2 },
  { "shl.", CARRY_BITS, 1 },
  { "shr.", CARRY_BITS, 1 },
  { "shf.", CARRY_BITS, 2 },
  { "bfe.", CARRY_BITS, 1 },
  { "bfi.", CARRY_BITS, 2 },
  { "brev.", CARRY_BITS, 1 },
  { "not.", CARRY_COPY, 1 },
  { "xor.", CARRY_MIX, 2 },
  { "lop3.", CARRY_MIX, 3 },
  { "and.", CARRY_AND, 2 },
  { "or.", CARRY_OR, 2 },
  { "shfl.sync.", CARRY_SHUFFLE, 1 },
};

typedef struct
{
  LoomSimIr  *ir;
  guint       n_values;         /* of the function, less what is made here */
  gint32     *bits, *origins;   /* by value; NO_VALUE: it is always defined */
  GArray     *before;           /* (element-type LoomSimIrOp) the ops as they were */
  LoomSimIrOp guard;            /* of the op that is looked at, if that is guarded */
} Undefined;

/* "u32", "s8": the word of an integer type; what stands behind it, or NULL. */
static const char *
skip_integer (const char *word)
{
  const char *digits = word + 1;

  if (*word != 'u' && *word != 's')
    return NULL;
  while (g_ascii_isdigit (*digits))
    digits++;
  return digits > word + 1 ? digits : NULL;
}

/* cvt between integers that does not clamp moves bits. */
static gboolean
is_integer_conversion (const char *name)
{
  const char *to = g_str_has_prefix (name, "cvt.") ? skip_integer (name + strlen ("cvt.")) : NULL;

  return to != NULL && *to == '.' && skip_integer (to + 1) != NULL;
}

static Row
find_row (const LoomSimIrOp *op)
{
  for (guint i = 0; i < G_N_ELEMENTS (carriers); i++)
    if (g_str_has_prefix (op->row->name, carriers[i].prefix))
      return carriers[i];
  if (is_integer_conversion (op->row->name))
    return (Row) { "cvt.", CARRY_BITS, 1 };
  return (Row) { "", op->pure ? CARRY_ALL : CARRY_NOT, op->pure ? 4 : 0 };
}

static gboolean
may_be_undefined (const Undefined *self,
                  gint32           value)
{
  return value >= 0 && self->bits[value] != LOOM_SIM_NO_VALUE;
}

/* An access that an @observe stands before. */
static gboolean
is_observed (const LoomSimIrOp *op)
{
  return op->detail != NULL && op->detail->is_observed &&
         !g_str_equal (op->row->name, "@observe");
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
  if (value < 0 || may_be_undefined (self, value))
    return FALSE;
  self->bits[value] = add_bits (self, loom_sim_ir_get_width (self->ir, value));
  self->origins[value] = loom_sim_ir_add_value (self->ir, 4);
  return TRUE;
}

static gboolean
mark_op (Undefined         *self,
         const LoomSimIrOp *op)
{
  const Row row = find_row (op);
  gboolean any = FALSE, changed = FALSE;

  if (op->flow == LOOM_SIM_FLOW_LABEL)
    return FALSE;
  for (guint i = 0; i < op->n_parts && op->parts_written && is_observed (op); i++)
    changed |= mark (self, op->parts[i]);
  for (guint i = 0; i < 4 && row.carry != CARRY_NOT && row.carry != CARRY_SHUFFLE; i++)
    any |= may_be_undefined (self, op->values[2 + i]);
  if (row.carry == CARRY_SHUFFLE)
    return mark (self, op->values[0]) || changed;
  for (guint i = 0; i < 2 && any; i++)
    changed |= mark (self, op->values[i]);
  return changed;
}

/* A register that is undefined on one way to a place may be so wherever it has that name. */
static void
mark_all (Undefined *self)
{
  gboolean changed = TRUE;

  self->bits = g_new (gint32, MAX (self->n_values, 1));
  self->origins = g_new (gint32, MAX (self->n_values, 1));
  memset (self->bits, 0xff, self->n_values * sizeof *self->bits);
  memset (self->origins, 0xff, self->n_values * sizeof *self->origins);
  while (changed)
    {
      changed = FALSE;
      for (guint i = 0; i < self->before->len; i++)
        changed |= mark_op (self, &g_array_index (self->before, LoomSimIrOp, i));
    }
}

/* An op before another, under the same guard; else a vector skips it that has never met undefined
 * bits. */
static LoomSimIrOp *
add_before (Undefined         *self,
            const LoomSimIrOp *op,
            const char        *name)
{
  const gboolean skips = !op->guarded && !g_str_has_prefix (name, "@undefined.");
  LoomSimIrOp *added;

  if (op->guarded)
    g_array_append_val (self->ir->ops, self->guard);
  if (skips)
    {
      added = loom_sim_ir_add (self->ir, "@undefined.skip", NULL);
      added->source = op->source;
      added->ordinal = op->ordinal;
    }
  added = loom_sim_ir_add (self->ir, name, NULL);
  added->source = op->source;
  added->ordinal = op->ordinal;
  added->guarded = op->guarded;
  added->pure &= !skips;        /* it stays where it is skipped */
  return added;
}

static gint32
add_zeros (Undefined         *self,
           const LoomSimIrOp *op,
           guint              width)
{
  const gint32 half = loom_sim_ir_constant (self->ir, MIN (width, 8), 0);
  LoomSimIrOp *both;

  if (width <= 8)
    return half;
  both = add_before (self, op, "@pack.16.8");
  both->values[0] = add_bits (self, width);
  both->values[2] = both->values[3] = half;
  return both->values[0];
}

/* What of a source is undefined: nothing, or its bits. */
static gint32
get_bits (Undefined         *self,
          const LoomSimIrOp *op,
          gint32             value)
{
  return may_be_undefined (self, value)
             ? self->bits[value]
             : add_zeros (self, op, loom_sim_ir_get_width (self->ir, value));
}

static void
add_copy (Undefined         *self,
          const LoomSimIrOp *op,
          gint32             from,
          gint32             to)
{
  g_autofree char *name = g_strdup_printf ("@mov.%u", loom_sim_ir_get_width (self->ir, to));
  LoomSimIrOp *copy = add_before (self, op, name);

  copy->values[0] = to;
  copy->values[2] = from;
}

static void
add_use (Undefined         *self,
         const LoomSimIrOp *op,
         gint32             value)
{
  g_autofree char *name = NULL;
  LoomSimIrOp *use;

  if (!may_be_undefined (self, value))
    return;
  name = g_strdup_printf ("@undefined.use.%u", loom_sim_ir_get_width (self->ir, value));
  use = add_before (self, op, name);
  use->values[2] = self->bits[value];
  use->values[3] = self->origins[value];
  use->immediate = loom_sim_ir_get_width (self->ir, value);
}

/* An op that takes into account undefined bits and origins of some of an op's sources. */
static LoomSimIrOp *
add_gather (Undefined         *self,
            const LoomSimIrOp *op,
            const char        *name,
            guint              first,
            guint              n_sources)
{
  LoomSimIrOp *gather = add_before (self, op, name);
  LoomSimDetail *detail = loom_sim_ir_add_detail (self->ir, gather);

  for (guint i = first; i < first + n_sources && i < 4; i++)
    {
      const gint32 value = op->values[2 + i];

      if (!may_be_undefined (self, value))
        continue;
      detail->widths[detail->n_elements++] = (guint8) loom_sim_ir_get_width (self->ir, value);
      gather->parts[gather->n_parts++] = self->bits[value];
      gather->parts[gather->n_parts++] = self->origins[value];
    }
  return gather;
}

/* The origin of what is undefined in a result: the first of its sources'. */
static void
add_origin (Undefined         *self,
            const LoomSimIrOp *op,
            guint              n_sources)
{
  add_gather (self, op, "@undefined.origin", 0, n_sources)->values[0] =
      self->origins[op->values[0]];
}

/* All of a result is undefined where some of a source is. */
static void
add_all (Undefined         *self,
         const LoomSimIrOp *op,
         gint32             bits,
         gint32             origin)
{
  LoomSimIrOp *gather = add_gather (self, op, "@undefined.all", 0, 4);

  gather->values[0] = bits;
  gather->values[1] = origin;
  gather->detail->size = (guint8) loom_sim_ir_get_width (self->ir, bits);
}

/* The second result may be a source of both, so it waits. */
static void
add_results (Undefined         *self,
             const LoomSimIrOp *op)
{
  const gint32 first = op->values[0], second = op->values[1];
  gint32 bits, origin;

  if (!may_be_undefined (self, second))
    {
      add_all (self, op, self->bits[first], self->origins[first]);
      return;
    }
  bits = add_bits (self, loom_sim_ir_get_width (self->ir, second));
  origin = loom_sim_ir_add_value (self->ir, 4);
  add_all (self, op, bits, origin);
  if (may_be_undefined (self, first))
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
    any |= may_be_undefined (self, op->values[2 + i]);
  if (!any)
    return;
  gather = add_gather (self, op, "@undefined.also", n_sources, 4 - n_sources);
  gather->values[0] = self->bits[op->values[0]];
  gather->values[1] = self->origins[op->values[0]];
  gather->detail->size = (guint8) loom_sim_ir_get_width (self->ir, op->values[0]);
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
    sources[i] = i < n_sources && op->values[2 + i] >= 0 ? get_bits (self, op, op->values[2 + i])
                                                         : op->values[2 + i];
  same = add_before (self, op, op->row->name);
  same->values[0] = self->bits[op->values[0]];
  memcpy (same->values + 2, sources, sizeof sources);
  same->immediate = op->immediate;
}

/* @verb.WIDTH of two values, in a new one. */
static gint32
add_logic (Undefined         *self,
           const LoomSimIrOp *op,
           const char        *verb,
           gint32             a,
           gint32             b)
{
  const guint width = loom_sim_ir_get_width (self->ir, a);
  g_autofree char *name = width == 1 ? g_strdup_printf ("%s.pred", verb)
                                     : g_strdup_printf ("%s.b%u", verb, width * 8);
  const gint32 result = loom_sim_ir_add_value (self->ir, width);
  LoomSimIrOp *logic = add_before (self, op, name);

  logic->values[0] = result;
  logic->values[2] = a;
  logic->values[3] = b;
  return result;
}

static void
add_mix (Undefined         *self,
         const LoomSimIrOp *op,
         guint              n_sources)
{
  gint32 mixed = get_bits (self, op, op->values[2]);

  for (guint i = 1; i < n_sources; i++)
    if (may_be_undefined (self, op->values[2 + i]))
      mixed = add_logic (self, op, "or", mixed, self->bits[op->values[2 + i]]);
  add_copy (self, op, mixed, self->bits[op->values[0]]);
}

/* What one source leaves open of the other's undefined bits: all but where it is defined and
 * settles them. */
static gint32
add_open (Undefined         *self,
          const LoomSimIrOp *op,
          gint32             undefined,
          gint32             by,
          gboolean           is_or)
{
  gint32 open = is_or ? add_logic (self, op, "not", by, LOOM_SIM_NO_VALUE) : by;

  if (may_be_undefined (self, by))
    open = add_logic (self, op, "or", open, self->bits[by]);
  return add_logic (self, op, "and", self->bits[undefined], open);
}

static void
add_settled (Undefined         *self,
             const LoomSimIrOp *op,
             gboolean           is_or)
{
  const gint32 a = op->values[2], b = op->values[3];
  gint32 left = LOOM_SIM_NO_VALUE, right = LOOM_SIM_NO_VALUE;

  if (may_be_undefined (self, a))
    left = add_open (self, op, a, b, is_or);
  if (may_be_undefined (self, b))
    right = add_open (self, op, b, a, is_or);
  if (left != LOOM_SIM_NO_VALUE && right != LOOM_SIM_NO_VALUE)
    left = add_logic (self, op, "or", left, right);
  add_copy (self, op, left != LOOM_SIM_NO_VALUE ? left : right, self->bits[op->values[0]]);
}

/* Bits and origin come from the lane that the value comes from. Where that takes no part they are
 * undefined here. */
static void
add_shuffle (Undefined         *self,
             const LoomSimIrOp *op)
{
  g_autofree char *name = g_strdup_printf ("@undefined.absent.%s",
                                           op->row->name + strlen ("shfl.sync."));
  const gint32 value = op->values[2], result = op->values[0];
  const gint32 none = loom_sim_ir_constant (self->ir, 4, 0);
  const gint32 sources[2] = { get_bits (self, op, value),
                              may_be_undefined (self, value) ? self->origins[value] : none };
  const gint32 results[2] = { self->bits[result], self->origins[result] };
  LoomSimIrOp *absent;

  for (guint i = 0; i < 2; i++)
    {
      LoomSimIrOp *same = add_before (self, op, op->row->name);

      same->values[0] = results[i];
      same->values[2] = sources[i];
      memcpy (same->values + 3, op->values + 3, 3 * sizeof *op->values);
    }
  absent = add_before (self, op, name);
  absent->values[0] = results[0];
  absent->values[1] = results[1];
  memcpy (absent->values + 2, op->values + 3, 3 * sizeof *op->values);
  absent->guarded = TRUE;       /* most lanes keep what they have */
}

static void
add_carry (Undefined         *self,
           const LoomSimIrOp *op,
           const Row         *row)
{
  if (row->carry != CARRY_ALL && row->carry != CARRY_SHUFFLE)
    add_origin (self, op, row->n_sources);
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
      add_copy (self, op, self->bits[op->values[2]], self->bits[op->values[0]]);
      break;
    case CARRY_MIX:
      add_mix (self, op, row->n_sources);
      break;
    case CARRY_AND:
    case CARRY_OR:
      add_settled (self, op, row->carry == CARRY_OR);
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
    any |= may_be_undefined (self, op->values[2 + i]);
  return any && (may_be_undefined (self, op->values[0]) || may_be_undefined (self, op->values[1]));
}

/* A result that is not carried is defined. */
static void
add_defined (Undefined         *self,
             const LoomSimIrOp *op,
             gint32             value)
{
  if (may_be_undefined (self, value))
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
  add_use (self, observe, observe->values[2]);
  observe->detail->is_signed = g_str_has_prefix (access->row->name, "@ld.s");
  observe->n_parts = 2 * access->n_parts;
  observe->parts_written = access->parts_written;
  observe->detail->carries = access->parts_written;
  for (guint i = 0; i < access->n_parts; i++)
    {
      const gint32 part = access->parts[i];
      const gboolean may = may_be_undefined (self, part);

      observe->detail->widths[i] = (guint8) loom_sim_ir_get_width (self->ir, part);
      observe->detail->carries |= may;
      observe->parts[2 * i] = get_bits (self, observe, part);
      observe->parts[2 * i + 1] = may ? self->origins[part] : loom_sim_ir_constant (self->ir, 4, 0);
    }
}

/* What stands before an op that passes something to a function or takes it back, in local memory;
 * NULL: it does not. */
static const char *
get_pass (const LoomSimIrOp *op)
{
  if (g_str_has_prefix (op->row->name, "@call"))
    return "@undefined.pass";
  if (g_str_equal (op->row->name, "@take.returns"))
    return "@undefined.return";
  return op->detail != NULL && op->detail->arguments != NULL ? "@undefined.runtime" : NULL;
}

static void
add_pass (Undefined         *self,
          const LoomSimIrOp *op)
{
  add_use (self, op, op->values[2]);
  add_before (self, op, get_pass (op))->detail = op->detail;
}

/* Before any other op: its sources are used, or what it makes of them is found. */
static void
add_around (Undefined         *self,
            const LoomSimIrOp *op)
{
  const Row row = find_row (op);
  const gboolean observed = is_observed (op);

  for (guint i = row.carry == CARRY_SHUFFLE || observed ? 1 : 0;
       i < 4 && (row.carry == CARRY_SHUFFLE || row.carry == CARRY_NOT); i++)
    add_use (self, op, op->values[2 + i]);
  for (guint i = 0; i < op->n_parts && !op->parts_written && !observed; i++)
    add_use (self, op, op->parts[i]);
  if (carries_any (self, op, &row))
    {
      add_carry (self, op, &row);
      if (row.carry == CARRY_SHUFFLE)
        add_defined (self, op, op->values[1]);
      return;
    }
  for (guint i = 0; i < 2; i++)
    add_defined (self, op, op->values[i]);
  for (guint i = 0; i < op->n_parts && op->parts_written && !observed; i++)
    add_defined (self, op, op->parts[i]);
}

/* Whoever prints registers in a trace does not use them. */
static gboolean
is_silent (const LoomSimIrOp *op)
{
  return g_str_has_prefix (op->row->name, "@trace.") || op->flow == LOOM_SIM_FLOW_LABEL;
}

static gboolean
is_call_by_address (const LoomSimIrOp *op)
{
  return op != NULL && g_str_equal (op->row->name, "@call.address");
}

static void
add_op (Undefined *self,
        guint      i)
{
  LoomSimIrOp op = g_array_index (self->before, LoomSimIrOp, i);
  const LoomSimIrOp *next = i + 1 < self->before->len
                                ? &g_array_index (self->before, LoomSimIrOp, i + 1)
                                : NULL;

  if (g_str_equal (op.row->name, "@guard"))
    {
      add_use (self, &op, op.values[2]);
      self->guard = op;
      return;
    }
  /* Lanes come back to the label before it, so nothing stands between the two. */
  if (is_call_by_address (next))
    add_pass (self, next);
  if (g_str_equal (op.row->name, "@observe"))
    add_observe (self, &op, next);
  else if (get_pass (&op) == NULL && !is_silent (&op))
    add_around (self, &op);
  else if (get_pass (&op) != NULL && !is_call_by_address (&op))
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

  undefined.before = loom_sim_ir_take_ops (self);
  mark_all (&undefined);
  for (guint i = 0; i < undefined.before->len; i++)
    add_op (&undefined, i);
  g_array_unref (undefined.before);
  g_free (undefined.bits);
  g_free (undefined.origins);
}
