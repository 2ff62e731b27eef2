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

/* What is read once for a launch; all else without sources may differ from lane to lane. */
static gboolean
reads_launch (const char *name)
{
  return g_str_has_prefix (name, "@const.") || g_str_has_prefix (name, "@param.") ||
         g_str_has_prefix (name, "%ntid.") || g_str_has_prefix (name, "%nctaid.");
}

/* Notes whether what a head makes is the same in all lanes. */
static void
note_head (Sums              *self,
           const LoomSimIrOp *op)
{
  gboolean uniform = TRUE, has_sources = FALSE;

  if (op->values[0] < 0)
    return;
  for (guint i = 2; i < 6; i++)
    if (op->values[i] >= 0)
      {
        has_sources = TRUE;
        uniform &= is_uniform (self, op->values[i]);
      }
  if (self->uniform->len <= (guint) op->values[0])
    g_array_set_size (self->uniform, (guint) op->values[0] + 1);
  g_array_index (self->uniform, guint8, op->values[0]) = has_sources ? uniform : reads_launch (op->row->name);
}

/* A head of up to four sources; its value is the same in every block. */
static gint32
add_head (Sums         *self,
          const char   *name,
          guint         width,
          const gint32 *sources,
          guint         n_sources)
{
  LoomSimIrOp op = { .values = { -1, -1, -1, -1, -1, -1 }, .label = -1, .pure = TRUE };

  op.row = loom_sim_isa_find (self->ir->isa, name);
  g_assert (op.row != NULL);
  op.values[0] = loom_sim_ir_add_value (self->ir, width);
  memcpy (op.values + 2, sources, n_sources * sizeof *sources);
  g_array_append_val (self->ir->heads, op);
  g_array_index (self->ir->values, LoomSimIrValue, op.values[0]).is_constant = TRUE;
  note_head (self, &op);
  return op.values[0];
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
  gint32 of = op->values[2], by = op->values[3];
  Sum other;

  if (!is_uniform (self, by))
    {
      of = op->values[3];
      by = op->values[2];
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
is_one_of (const char        *name,
           const char *const *names)
{
  return g_strv_contains (names, name);
}

static const char *const ctaids[] = { "%ctaid.x", "%ctaid.y", "%ctaid.z", NULL };
static const char *const moves[] = { "@mov.4", "@mov.8", NULL };
static const char *const sums[] = { "add.s32", "add.u32", "add.s64", "add.u64", "@cvta", NULL };
static const char *const differences[] = { "sub.s32", "sub.u32", "sub.s64", "sub.u64", NULL };
static const char *const shifts[] = { "shl.b32", "shl.b64", NULL };
static const char *const low_products[] = { "mul.lo.s32", "mul.lo.u32", "mul.lo.s64", "mul.lo.u64", NULL };
static const char *const wide_products[] = { "mul.wide.s32", "mul.wide.u32", NULL };
static const char *const low_multiply_adds[] = { "mad.lo.s32", "mad.lo.u32", "mad.lo.s64", "mad.lo.u64", NULL };
static const char *const wide_multiply_adds[] = { "mad.wide.s32", "mad.wide.u32", NULL };
static const char *const widenings[] = {
  "cvt.s64.s32", "cvt.u64.s32", "cvt.s64.u32", "cvt.u64.u32", "@widen.s.4.8", "@widen.u.4.8", NULL
};

static const char *const narrowings[] = { "cvt.u32.u64", "cvt.s32.s64", "cvt.u32.s64", "cvt.s32.u64", "@cut.8.4", NULL };

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

  if (!read_sum (self, op->values[4], &more) || !multiply (self, op, width, wide, is_signed, &product))
    return FALSE;
  add (self, width, &product, &more, sum);
  return TRUE;
}

/* What an op makes, as a sum; FALSE: it is none. */
static gboolean
find_sum (Sums              *self,
          const LoomSimIrOp *op,
          Sum               *sum)
{
  const char *name = op->row->name;
  const guint width = loom_sim_ir_get_width (self->ir, op->values[0]);
  const gboolean wide_is_signed = g_str_has_suffix (name, "s32") || g_str_equal (name, "@widen.s.4.8");
  Sum other;

  *sum = nothing;
  for (guint i = 0; i < N_FACTORS; i++)
    if (g_str_equal (name, ctaids[i]))
      {
        sum->factors[i] = get_constant (self, 4, 1);
        return TRUE;
      }
  if (is_one_of (name, moves))
    return read_sum (self, op->values[2], sum);
  if (is_one_of (name, low_products) || is_one_of (name, wide_products))
    return multiply (self, op, width, is_one_of (name, wide_products), wide_is_signed, sum);
  if (is_one_of (name, low_multiply_adds) || is_one_of (name, wide_multiply_adds))
    return multiply_and_add (self, op, width, is_one_of (name, wide_multiply_adds), wide_is_signed, sum);
  if (!read_sum (self, op->values[2], sum))
    return FALSE;
  if (is_one_of (name, widenings))
    {
      widen (self, wide_is_signed, sum);
      return TRUE;
    }
  if (is_one_of (name, narrowings))
    {
      narrow (self, sum);
      return TRUE;
    }
  if (is_one_of (name, shifts) && is_uniform (self, op->values[3]))
    {
      scale (self, width == 8 ? "shl.b64" : "shl.b32", width, op->values[3], sum);
      return TRUE;
    }
  if (!read_sum (self, op->values[3], &other))
    return FALSE;
  if (is_one_of (name, sums))
    add (self, width, sum, &other, sum);
  else if (is_one_of (name, differences))
    subtract (self, width, sum, &other, sum);
  else
    return FALSE;
  return TRUE;
}

static void
set_parts (Sums        *self,
           LoomSimIrOp *op,
           const Sum   *sum,
           guint        width)
{
  op->values[2] = get_or_zero (self, sum->thread, width);
  for (guint i = 0; i < N_FACTORS; i++)
    op->values[3 + i] = get_or_zero (self, sum->factors[i], width);
}

/* An op that makes a sum becomes one addition, at its place. */
static void
replace_by_sum (Sums        *self,
                LoomSimIrOp *op)
{
  const gint32 value = op->values[0];
  const guint width = value >= 0 ? loom_sim_ir_get_width (self->ir, value) : 0;
  LoomSimIrOp made = *op;
  Sum sum;

  if ((!op->pure && !g_str_has_prefix (op->row->name, "%ctaid.")) || op->guarded || (width != 4 && width != 8) ||
      g_array_index (self->ir->values, LoomSimIrValue, value).definitions != 1 || !find_sum (self, op, &sum))
    return;
  *get_sum (self, value) = sum;
  made.row = loom_sim_isa_find (self->ir->isa, width == 8 ? "@sum.8" : "@sum.4");
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
  const gint32 address = op->values[2];
  Sum sum;

  if (!loom_sim_ir_op_is_plain_access (op) || is_constant (self, address) || op->values[3] >= 0 || !read_sum (self, address, &sum))
    return;
  set_parts (self, op, &sum, loom_sim_ir_get_width (self->ir, address));
  op->detail->summed = TRUE;
}

/* A comparison of a sum with a number of the launch becomes one that knows how far the lanes lie apart. */
static void
replace_comparison (Sums        *self,
                    LoomSimIrOp *op)
{
  static const struct { const char *relation, *mirrored; } relations[] = {
    { "eq", "eq" }, { "ne", "ne" }, { "lt", "gt" }, { "le", "ge" }, { "gt", "lt" }, { "ge", "le" },
  };
  const char *name = op->row->name;
  const gboolean mirrored = is_uniform (self, op->values[2]);
  const gint32 of = op->values[mirrored ? 3 : 2], with = op->values[mirrored ? 2 : 3];
  Sum sum;

  if (!g_str_has_prefix (name, "setp.") || op->values[1] >= 0 || op->values[4] >= 0 || !is_uniform (self, with) ||
      of < 0 || is_constant (self, of) || loom_sim_ir_get_width (self->ir, of) != 4 || !read_sum (self, of, &sum))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (relations); i++)
    {
      const char *relation = mirrored ? relations[i].mirrored : relations[i].relation;
      g_autofree char *ours = g_strconcat ("@compare.", relation, name + strlen ("setp.eq"), NULL);
      const LoomSimRow *row = loom_sim_isa_find (self->ir->isa, ours);

      if (strncmp (name + strlen ("setp."), relations[i].relation, 2) != 0 || name[strlen ("setp.eq")] != '.' || row == NULL)
        continue;
      op->row = row;
      loom_sim_ir_add_detail (self->ir, op);
      op->n_parts = 1;
      op->parts[0] = with;
      set_parts (self, op, &sum, 4);
      return;
    }
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
