/* loom-sim-sums.c: what is a part of the thread's and a part of the block's is not worked out lane by lane
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-ir-private.h"

#include <string.h>

/* Most indices and addresses of a kernel are sums: a thread's part, the same in every block, plus numbers of the launch
 * times %ctaid. The thread's part is hoisted; where a value of the kind is needed lane by lane it is one addition
 * (@sum), and an access or a comparison takes its parts as they are, so that one look decides for all lanes.
 *
 * Sums are those of the integers modulo 2 to the register's width, so adding, subtracting and multiplying by a number of
 * the launch keep them exact whatever overflows. Widening does not: there the prologue looks whether any block's sum
 * leaves the narrow type (@widen.sum), and the launch is run by a program without sums if one does. */

#define N_FACTORS 3             /* x, y, z of %ctaid */

/* A value: `thread` plus each factor times its %ctaid. Values that are the same in every block; NO_VALUE: 0. */
typedef struct
{
  gboolean is_known;
  gint32   thread, factors[N_FACTORS];
} Sum;

typedef struct
{
  LoomSimIr *ir;
  GArray    *sums;              /* (element-type Sum) by value */
  GArray    *uniform;           /* (element-type guint8) by value: hoisted, and the same in all lanes */
} Sums;

static const Sum nothing = { TRUE, LOOM_SIM_NO_VALUE, { LOOM_SIM_NO_VALUE, LOOM_SIM_NO_VALUE, LOOM_SIM_NO_VALUE } };

static gboolean
is_constant (const Sums *self,
             gint32      value)
{
  return g_array_index (self->ir->values, LoomSimIrValue, value).is_constant;
}

static Sum *
get_sum (Sums   *self,
         gint32  value)
{
  if (self->sums->len <= (guint) value)
    g_array_set_size (self->sums, (guint) value + 1);
  return &g_array_index (self->sums, Sum, value);
}

static gboolean
is_uniform (Sums   *self,
            gint32  value)
{
  return value >= 0 && (guint) value < self->uniform->len && g_array_index (self->uniform, guint8, value) != 0;
}

/* Notes whether what a head makes is the same in all lanes. */
static void
note_head (Sums              *self,
           const LoomSimIrOp *op)
{
  gboolean uniform = TRUE, has_sources = FALSE;

  if (op->d < 0)
    return;
  for (guint i = 0; i < 4; i++)
    if (op->sources[i] >= 0)
      {
        has_sources = TRUE;
        uniform &= is_uniform (self, op->sources[i]);
      }
  if (self->uniform->len <= (guint) op->d)
    g_array_set_size (self->uniform, (guint) op->d + 1);
  /* All else without sources may differ from lane to lane. */
  g_array_index (self->uniform, guint8, op->d) =
      has_sources ? uniform : (op->form->flags & LOOM_SIM_OPCODE_OF_LAUNCH) != 0;
}

/* A head of up to four sources; its value is the same in every block. */
static gint32
add_head (Sums         *self,
          const char   *name,
          guint         width,
          const gint32 *sources,
          guint         n_sources)
{
  LoomSimIrOp op = { LOOM_SIM_IR_NO_OPERANDS, .label = -1, .pure = TRUE };

  op.form = loom_sim_isa_find (self->ir->isa, name);
  g_assert (op.form != NULL);
  op.d = loom_sim_ir_add_value (self->ir, width);
  memcpy (op.sources, sources, n_sources * sizeof *sources);
  g_array_append_val (self->ir->heads, op);
  g_array_index (self->ir->values, LoomSimIrValue, op.d).is_constant = TRUE;
  note_head (self, &op);
  return op.d;
}

static gint32
get_constant (Sums    *self,
              guint    width,
              guint64  bits)
{
  const guint n = self->ir->heads->len;
  const gint32 value = loom_sim_ir_constant (self->ir, width, bits);

  if (self->ir->heads->len > n)
    note_head (self, &g_array_index (self->ir->heads, LoomSimIrOp, n));
  return value;
}

static gint32
get_or_zero (Sums   *self,
             gint32  value,
             guint   width)
{
  return value >= 0 ? value : get_constant (self, width, 0);
}

static gint32
combine (Sums       *self,
         const char *name,
         guint       width,
         gint32      a,
         gint32      b)
{
  const gint32 sources[] = { a, b };

  return add_head (self, name, width, sources, 2);
}

/* A source as a sum; FALSE: it is none. */
static gboolean
read_sum (Sums   *self,
      gint32  value,
      Sum    *sum)
{
  *sum = nothing;
  if (value < 0)
    return FALSE;
  if (is_constant (self, value))
    {
      sum->thread = value;
      return TRUE;
    }
  *sum = *get_sum (self, value);
  return sum->is_known;
}

static gint32
add_parts (Sums   *self,
           guint   width,
           gint32  a,
           gint32  b)
{
  if (a < 0 || b < 0)
    return a < 0 ? b : a;
  return combine (self, width == 8 ? "add.u64" : "add.u32", width, a, b);
}

static gint32
subtract_parts (Sums   *self,
                guint   width,
                gint32  a,
                gint32  b)
{
  if (b < 0)
    return a;
  return combine (self, width == 8 ? "sub.u64" : "sub.u32", width, get_or_zero (self, a, width), b);
}

static void
add (Sums      *self,
     guint      width,
     const Sum *a,
     const Sum *b,
     Sum       *sum)
{
  sum->thread = add_parts (self, width, a->thread, b->thread);
  for (guint i = 0; i < N_FACTORS; i++)
    sum->factors[i] = add_parts (self, width, a->factors[i], b->factors[i]);
}

static void
subtract (Sums      *self,
          guint      width,
          const Sum *a,
          const Sum *b,
          Sum       *sum)
{
  sum->thread = subtract_parts (self, width, a->thread, b->thread);
  for (guint i = 0; i < N_FACTORS; i++)
    sum->factors[i] = subtract_parts (self, width, a->factors[i], b->factors[i]);
}

/* Each part by a number of the launch: mul.lo, or shl. */
static void
scale (Sums       *self,
       const char *name,
       guint       width,
       gint32      by,
       Sum        *sum)
{
  if (sum->thread >= 0)
    sum->thread = combine (self, name, width, sum->thread, by);
  for (guint i = 0; i < N_FACTORS; i++)
    if (sum->factors[i] >= 0)
      sum->factors[i] = combine (self, name, width, sum->factors[i], by);
}

/* From 32 bits to 64. The factors count as signed, whatever the type: an unsigned sum may have negative parts. */
static void
widen (Sums     *self,
       gboolean  is_signed,
       Sum      *sum)
{
  gint32 sources[1 + N_FACTORS];

  sources[0] = get_or_zero (self, sum->thread, 4);
  for (guint i = 0; i < N_FACTORS; i++)
    sources[1 + i] = get_or_zero (self, sum->factors[i], 4);
  sum->thread = add_head (self, is_signed ? "@widen.sum.s" : "@widen.sum.u", 8, sources, G_N_ELEMENTS (sources));
  for (guint i = 0; i < N_FACTORS; i++)
    if (sum->factors[i] >= 0)
      sum->factors[i] = add_head (self, "@widen.s.4.8", 8, &sum->factors[i], 1);
}

static gint32
widen_number (Sums     *self,
              gboolean  is_signed,
              gint32    value)
{
  return add_head (self, is_signed ? "@widen.s.4.8" : "@widen.u.4.8", 8, &value, 1);
}

static gboolean
has_factors (const Sum *sum)
{
  return sum->factors[0] >= 0 || sum->factors[1] >= 0 || sum->factors[2] >= 0;
}

/* The product of two sources of which one is a number of the launch, at the operation's own width. */
static gboolean
multiply (Sums              *self,
          const LoomSimIrOp *op,
          guint              width,
          gboolean           wide,
          gboolean           is_signed,
          Sum               *sum)
{
  gint32 of = op->a, by = op->b;
  Sum other;

  if (!is_uniform (self, by))
    {
      of = op->b;
      by = op->a;
    }
  if (!read_sum (self, of, sum))
    return FALSE;
  if (!has_factors (sum) && read_sum (self, by, &other) && !has_factors (&other))
    {
      /* Both the thread's, as in mad.lo with a sum to add. */
      *sum = nothing;
      if (wide)
        sum->thread = combine (self, is_signed ? "mul.wide.s32" : "mul.wide.u32", 8, of, by);
      else
        sum->thread = combine (self, width == 8 ? "mul.lo.u64" : "mul.lo.u32", width, of, by);
      return TRUE;
    }
  if (!is_uniform (self, by))
    return FALSE;
  if (wide)
    {
      widen (self, is_signed, sum);
      by = widen_number (self, is_signed, by);
    }
  scale (self, wide || width == 8 ? "mul.lo.u64" : "mul.lo.u32", wide ? 8 : width, by, sum);
  return TRUE;
}

static gboolean
is_index (LoomPtxType type)
{
  return type == LOOM_PTX_TYPE_S32 || type == LOOM_PTX_TYPE_U32 || type == LOOM_PTX_TYPE_S64 ||
         type == LOOM_PTX_TYPE_U64;
}

/* Arithmetic of integers modulo 2 to their width, or what only moves them. */
static gboolean
is_exact (const LoomSimForm *form)
{
  switch (form->opcode)
    {
    case LOOM_SIM_OPCODE_ADD:
    case LOOM_SIM_OPCODE_SUB:
    case LOOM_SIM_OPCODE_MUL_LO:
    case LOOM_SIM_OPCODE_MUL_WIDE:
    case LOOM_SIM_OPCODE_MAD_LO:
    case LOOM_SIM_OPCODE_MAD_WIDE:
      return !form->is_modified && is_index (form->type);
    case LOOM_SIM_OPCODE_CVT:
      return !form->is_modified && is_index (form->type) && is_index (form->to) &&
             loom_ptx_type_bits (form->type) != loom_ptx_type_bits (form->to);
    case LOOM_SIM_OPCODE_MOV:
    case LOOM_SIM_OPCODE_CVTA:
    case LOOM_SIM_OPCODE_SHL:
    case LOOM_SIM_OPCODE_WIDEN_S:
    case LOOM_SIM_OPCODE_WIDEN_U:
    case LOOM_SIM_OPCODE_CUT:
    case LOOM_SIM_OPCODE_CTAID_X:
    case LOOM_SIM_OPCODE_CTAID_Y:
    case LOOM_SIM_OPCODE_CTAID_Z:
      return TRUE;
    default:
      return FALSE;
    }
}

/* From 64 bits to 32. */
static void
narrow (Sums *self,
        Sum  *sum)
{
  if (sum->thread >= 0)
    sum->thread = add_head (self, "@cut.8.4", 4, &sum->thread, 1);
  for (guint i = 0; i < N_FACTORS; i++)
    if (sum->factors[i] >= 0)
      sum->factors[i] = add_head (self, "@cut.8.4", 4, &sum->factors[i], 1);
}

static gboolean
multiply_and_add (Sums              *self,
                  const LoomSimIrOp *op,
                  guint              width,
                  gboolean           wide,
                  gboolean           is_signed,
                  Sum               *sum)
{
  Sum product, more;

  if (!read_sum (self, op->c, &more) || !multiply (self, op, width, wide, is_signed, &product))
    return FALSE;
  add (self, width, &product, &more, sum);
  return TRUE;
}

/* The sum or difference of two sources; FALSE: it is no sum. */
static gboolean
combine_sums (Sums              *self,
              const LoomSimIrOp *op,
              guint              width,
              Sum               *sum)
{
  Sum other;

  if (!read_sum (self, op->a, sum) || !read_sum (self, op->b, &other))
    return FALSE;
  if (op->form->opcode == LOOM_SIM_OPCODE_SUB)
    subtract (self, width, sum, &other, sum);
  else
    add (self, width, sum, &other, sum);
  return TRUE;
}

static gboolean
shift (Sums              *self,
       const LoomSimIrOp *op,
       guint              width,
       Sum               *sum)
{
  if (!read_sum (self, op->a, sum) || !is_uniform (self, op->b))
    return FALSE;
  scale (self, width == 8 ? "shl.b64" : "shl.b32", width, op->b, sum);
  return TRUE;
}

/* From 32 bits to 64 or back; registers narrower than both hold no sums. */
static gboolean
resize (Sums              *self,
        const LoomSimIrOp *op,
        guint              width,
        gboolean           is_signed,
        Sum               *sum)
{
  if (loom_sim_ir_get_width (self->ir, op->a) != 12 - width || !read_sum (self, op->a, sum))
    return FALSE;
  if (width == 8)
    widen (self, is_signed, sum);
  else
    narrow (self, sum);
  return TRUE;
}

/* What an op makes, as a sum; FALSE: it is none. */
static gboolean
find_sum (Sums              *self,
          const LoomSimIrOp *op,
          Sum               *sum)
{
  const LoomSimForm *form = op->form;
  const guint width = loom_sim_ir_get_width (self->ir, op->d);
  const gboolean is_signed = form->type == LOOM_PTX_TYPE_S32 || form->opcode == LOOM_SIM_OPCODE_WIDEN_S;

  *sum = nothing;
  if (!is_exact (form))
    return FALSE;
  switch (form->opcode)
    {
    case LOOM_SIM_OPCODE_CTAID_X:
    case LOOM_SIM_OPCODE_CTAID_Y:
    case LOOM_SIM_OPCODE_CTAID_Z:
      sum->factors[form->opcode - LOOM_SIM_OPCODE_CTAID_X] = get_constant (self, 4, 1);
      return TRUE;
    case LOOM_SIM_OPCODE_MOV:
      return read_sum (self, op->a, sum);
    case LOOM_SIM_OPCODE_MUL_LO:
    case LOOM_SIM_OPCODE_MUL_WIDE:
      return multiply (self, op, width, form->opcode == LOOM_SIM_OPCODE_MUL_WIDE, is_signed, sum);
    case LOOM_SIM_OPCODE_MAD_LO:
    case LOOM_SIM_OPCODE_MAD_WIDE:
      return multiply_and_add (self, op, width, form->opcode == LOOM_SIM_OPCODE_MAD_WIDE, is_signed, sum);
    case LOOM_SIM_OPCODE_CVT:
    case LOOM_SIM_OPCODE_WIDEN_S:
    case LOOM_SIM_OPCODE_WIDEN_U:
    case LOOM_SIM_OPCODE_CUT:
      return resize (self, op, width, is_signed, sum);
    case LOOM_SIM_OPCODE_SHL:
      return shift (self, op, width, sum);
    default:
      return combine_sums (self, op, width, sum);
    }
}

static void
set_parts (Sums        *self,
           LoomSimIrOp *op,
           const Sum   *sum,
           guint        width)
{
  op->a = get_or_zero (self, sum->thread, width);
  for (guint i = 0; i < N_FACTORS; i++)
    op->sources[1 + i] = get_or_zero (self, sum->factors[i], width);
}

static gboolean
is_block_index (const LoomSimIrOp *op)
{
  return op->form->opcode >= LOOM_SIM_OPCODE_CTAID_X && op->form->opcode <= LOOM_SIM_OPCODE_CTAID_Z;
}

/* An op that makes a sum becomes one addition, at its place. */
static void
replace_by_sum (Sums        *self,
                LoomSimIrOp *op)
{
  const gint32 value = op->d;
  const guint width = value >= 0 ? loom_sim_ir_get_width (self->ir, value) : 0;
  LoomSimIrOp made = *op;
  Sum sum;

  if ((!op->pure && !is_block_index (op)) || op->guarded || (width != 4 && width != 8) ||
      g_array_index (self->ir->values, LoomSimIrValue, value).definitions != 1 || !find_sum (self, op, &sum))
    return;
  *get_sum (self, value) = sum;
  made.form = loom_sim_isa_find (self->ir->isa, width == 8 ? "@sum.8" : "@sum.4");
  made.immediate = 0;
  made.pure = TRUE;
  set_parts (self, &made, &sum, width);
  *op = made;
}

/* An access takes its address in parts. */
static void
replace_address (Sums        *self,
                 LoomSimIrOp *op)
{
  const gint32 address = op->a;
  Sum sum;

  if (!loom_sim_ir_op_is_plain_access (op) || is_constant (self, address) || op->b >= 0 || !read_sum (self, address, &sum))
    return;
  set_parts (self, op, &sum, loom_sim_ir_get_width (self->ir, address));
  op->detail->is_affine = TRUE;
}

/* A comparison of a sum with a number of the launch becomes one that knows how far the lanes lie apart. */
static void
replace_comparison (Sums        *self,
                    LoomSimIrOp *op)
{
  /* In the order of LoomSimRelation; from the other side. */
  static const char *const relations[] = { "lt", "le", "gt", "ge", "eq", "ne" };
  static const char *const mirrored[] = { "gt", "ge", "lt", "le", "eq", "ne" };
  const LoomSimForm *form = op->form;
  const gboolean from_right = is_uniform (self, op->a);
  const gint32 of = from_right ? op->b : op->a, with = from_right ? op->a : op->b;
  g_autofree char *name = NULL;
  Sum sum;

  if (form->opcode != LOOM_SIM_OPCODE_SETP || form->relation < 0 || form->is_modified || op->e >= 0 ||
      op->c >= 0 || !is_uniform (self, with) || of < 0 || is_constant (self, of) ||
      loom_sim_ir_get_width (self->ir, of) != 4 || !read_sum (self, of, &sum))
    return;
  name = g_strdup_printf ("@compare.%s.%s", (from_right ? mirrored : relations)[form->relation],
                          loom_ptx_type_get_name (form->type));
  form = loom_sim_isa_find (self->ir->isa, name);
  if (form == NULL)
    return;
  op->form = form;
  loom_sim_ir_add_detail (self->ir, op);
  op->n_parts = 1;
  op->parts[0] = with;
  set_parts (self, op, &sum, 4);
}

/* Finds sums, and rewrites those who make or read them. Values that nobody reads any longer are the caller's to drop. */
void
loom_sim_ir_find_sums (LoomSimIr *ir)
{
  Sums self = {
    .ir = ir,
    .sums = g_array_new (FALSE, TRUE, sizeof (Sum)),
    .uniform = g_array_new (FALSE, TRUE, sizeof (guint8)),
  };

  for (guint i = 0; i < ir->heads->len; i++)
    note_head (&self, &g_array_index (ir->heads, LoomSimIrOp, i));
  for (guint i = 0; i < ir->ops->len; i++)
    {
      LoomSimIrOp *op = &g_array_index (ir->ops, LoomSimIrOp, i);

      replace_by_sum (&self, op);
      replace_address (&self, op);
      replace_comparison (&self, op);
    }
  g_array_unref (self.sums);
  g_array_unref (self.uniform);
}
