/* loom-sim-affine.c: affine forms of indices and addresses, which are not computed lane by lane
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-ir-private.h"

#include <string.h>

/* Most indices and addresses of a kernel are affine in %ctaid: a thread's part, the same in every
 * block, plus numbers of the launch times %ctaid. The thread's part is hoisted; where a value of
 * the kind is needed lane by lane it is one addition (@sum), and an access or a comparison takes
 * its parts as they are, so that one look decides for all lanes.
 *
 * Forms are those of the integers modulo 2 to the register's width, so adding, subtracting and
 * multiplying by a number of the launch keep them exact whatever overflows. Widening does not:
 * there the prologue looks whether any block's value leaves the narrow type (@widen.sum), and the
 * launch is run by a program without affine forms if one does. */

#define N_PARTS 4

/* A value: parts[0] plus each other part times its %ctaid. Values that are the same in every block;
 * NO_VALUE: 0. Of parts[0] each lane has its own, of the others all lanes have the same. */
typedef struct
{
  gboolean is_known;
  gint32   parts[N_PARTS];
} Form;

typedef struct
{
  LoomSimIr  *ir;
  GArray     *forms;            /* (element-type Form) by value */
  GArray     *uniform;          /* (element-type guint8) by value: hoisted, the same in all lanes */
} Affine;

static const Form zero = { TRUE, { LOOM_SIM_NO_VALUE, LOOM_SIM_NO_VALUE, LOOM_SIM_NO_VALUE,
                                   LOOM_SIM_NO_VALUE } };

static gboolean
is_constant (const Affine *self,
             gint32        value)
{
  return loom_sim_ir_get_value (self->ir, value)->is_constant;
}

static Form *
get_form (Affine *self,
          gint32  value)
{
  if (self->forms->len <= (guint) value)
    g_array_set_size (self->forms, (guint) value + 1);
  return &g_array_index (self->forms, Form, value);
}

static gboolean
is_uniform (Affine *self,
            gint32  value)
{
  return value >= 0 && (guint) value < self->uniform->len &&
         g_array_index (self->uniform, guint8, value) != 0;
}

/* Notes whether what a head makes is the same in all lanes. */
static void
note_head (Affine            *self,
           const LoomSimIrOp *op)
{
  gboolean uniform = TRUE, has_sources = FALSE;

  if (op->d < 0)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (op->sources); i++)
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
add_head (Affine            *self,
          const LoomSimForm *form,
          guint              width,
          const gint32      *sources,
          guint              n_sources)
{
  LoomSimIrOp op = { LOOM_SIM_IR_NO_OPERANDS, .label = -1, .form = form, .pure = TRUE };

  g_assert (form != NULL);
  op.d = loom_sim_ir_add_value (self->ir, width);
  memcpy (op.sources, sources, n_sources * sizeof *sources);
  g_array_append_val (self->ir->heads, op);
  loom_sim_ir_get_value (self->ir, op.d)->is_constant = TRUE;
  note_head (self, &op);
  return op.d;
}

static gint32
get_constant (Affine  *self,
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
get_or_zero (Affine *self,
             gint32  value,
             guint   width)
{
  return value >= 0 ? value : get_constant (self, width, 0);
}

static gint32
combine (Affine        *self,
         LoomSimOpcode  opcode,
         guint          width,
         gint32         a,
         gint32         b)
{
  const gint32 sources[] = { a, b };
  LoomSimKey key = { .opcode = opcode, .type = width == 8 ? LOOM_PTX_TYPE_U64 : LOOM_PTX_TYPE_U32 };

  if (opcode == LOOM_SIM_OPCODE_SHL)
    key.type = loom_sim_ir_get_logic_type (width);
  return add_head (self, loom_sim_isa_find_key (self->ir->isa, key), width, sources, 2);
}

/* A source as an affine form; FALSE: it has none. */
static gboolean
read_form (Affine *self,
           gint32  value,
           Form   *form)
{
  *form = zero;
  if (value < 0)
    return FALSE;
  if (!is_constant (self, value))
    *form = *get_form (self, value);
  else
    form->parts[0] = value;
  return form->is_known;
}

/* The sum or difference of two forms, in the first. */
static void
add (Affine     *self,
     guint       width,
     gboolean    subtracts,
     const Form *b,
     Form       *a)
{
  const LoomSimOpcode opcode = subtracts ? LOOM_SIM_OPCODE_SUB : LOOM_SIM_OPCODE_ADD;

  for (guint i = 0; i < N_PARTS; i++)
    if (b->parts[i] >= 0 && (a->parts[i] >= 0 || subtracts))
      a->parts[i] = combine (self, opcode, width, get_or_zero (self, a->parts[i], width),
                             b->parts[i]);
    else if (b->parts[i] >= 0)
      a->parts[i] = b->parts[i];
}

/* Each part by a number of the launch. */
static void
scale (Affine        *self,
       LoomSimOpcode  opcode,
       guint          width,
       gint32         by,
       Form          *form)
{
  for (guint i = 0; i < N_PARTS; i++)
    if (form->parts[i] >= 0)
      form->parts[i] = combine (self, opcode, width, form->parts[i], by);
}

/* Each part by itself from one width to another, from a certain one on. */
static void
convert (Affine     *self,
         LoomSimKey  key,
         guint       width,
         guint       first,
         Form       *form)
{
  const LoomSimForm *with = loom_sim_isa_find_key (self->ir->isa, key);

  for (guint i = first; i < N_PARTS; i++)
    if (form->parts[i] >= 0)
      form->parts[i] = add_head (self, with, width, &form->parts[i], 1);
}

/* From 32 bits to 64. The factors count as signed, whatever the type: an unsigned value may have
 * negative parts. */
static void
widen (Affine   *self,
       gboolean  is_signed,
       Form     *form)
{
  const char *name = is_signed ? "@widen.sum.s" : "@widen.sum.u";
  gint32 sources[N_PARTS];

  for (guint i = 0; i < N_PARTS; i++)
    sources[i] = get_or_zero (self, form->parts[i], 4);
  form->parts[0] = add_head (self, loom_sim_isa_find (self->ir->isa, name), 8, sources, N_PARTS);
  convert (self, LOOM_SIM_KEY (WIDEN_S, .widths = { 4, 8 }), 8, 1, form);
}

static gboolean
has_factors (const Form *form)
{
  return form->parts[1] >= 0 || form->parts[2] >= 0 || form->parts[3] >= 0;
}

/* The product of two sources of which one is a number of the launch, at the operation's own
 * width. */
static gboolean
multiply (Affine            *self,
          const LoomSimIrOp *op,
          guint              width,
          gboolean           wide,
          gboolean           is_signed,
          Form              *form)
{
  const gboolean swaps = !is_uniform (self, op->b);
  const gint32 of = swaps ? op->b : op->a, sources[] = { of, swaps ? op->a : op->b };
  const LoomSimKey product = LOOM_SIM_KEY (MUL_WIDE, .type = op->form->type);
  const LoomSimKey number = is_signed ? LOOM_SIM_KEY (WIDEN_S, .widths = { 4, 8 })
                                      : LOOM_SIM_KEY (WIDEN_U, .widths = { 4, 8 });
  gint32 by = sources[1];
  Form other;

  if (!read_form (self, of, form))
    return FALSE;
  if (!has_factors (form) && read_form (self, by, &other) && !has_factors (&other))
    {
      /* Both the thread's, as in mad.lo with an affine form to add. */
      *form = zero;
      form->parts[0] = wide ? add_head (self, loom_sim_isa_find_key (self->ir->isa, product), 8,
                                        sources, 2)
                            : combine (self, LOOM_SIM_OPCODE_MUL_LO, width, of, by);
      return TRUE;
    }
  if (!is_uniform (self, by))
    return FALSE;
  if (wide)
    {
      widen (self, is_signed, form);
      by = add_head (self, loom_sim_isa_find_key (self->ir->isa, number), 8, &by, 1);
    }
  scale (self, LOOM_SIM_OPCODE_MUL_LO, wide ? 8 : width, by, form);
  return TRUE;
}

static gboolean
is_index (LoomPtxType type)
{
  return type == LOOM_PTX_TYPE_S32 || type == LOOM_PTX_TYPE_U32 || type == LOOM_PTX_TYPE_S64 ||
         type == LOOM_PTX_TYPE_U64;
}

/* From 32 bits to 64 or back; registers narrower than both hold no affine forms. */
static gboolean
resize (Affine            *self,
        const LoomSimIrOp *op,
        guint              width,
        gboolean           is_signed,
        Form              *form)
{
  if (loom_sim_ir_get_width (self->ir, op->a) != 12 - width || !read_form (self, op->a, form))
    return FALSE;
  if (width == 8)
    widen (self, is_signed, form);
  else
    convert (self, LOOM_SIM_KEY (CUT, .widths = { 8, 4 }), 4, 0, form);
  return TRUE;
}

/* What an op makes, as an affine form, if it is arithmetic of integers modulo 2 to their width, or
 * only moves them; FALSE: it has none. */
static gboolean
find_form (Affine            *self,
           const LoomSimIrOp *op,
           Form              *form)
{
  const LoomSimForm *is = op->form;
  const guint width = loom_sim_ir_get_width (self->ir, op->d);
  const gboolean is_signed = is->type == LOOM_PTX_TYPE_S32 || is->opcode == LOOM_SIM_OPCODE_WIDEN_S,
                 is_exact = !is->is_modified && is_index (is->type),
                 is_wide = is->opcode == LOOM_SIM_OPCODE_MUL_WIDE ||
                           is->opcode == LOOM_SIM_OPCODE_MAD_WIDE;
  Form other;

  *form = zero;
  switch (is->opcode)
    {
    case LOOM_SIM_OPCODE_CTAID_X:
    case LOOM_SIM_OPCODE_CTAID_Y:
    case LOOM_SIM_OPCODE_CTAID_Z:
      form->parts[1 + is->opcode - LOOM_SIM_OPCODE_CTAID_X] = get_constant (self, 4, 1);
      return TRUE;
    case LOOM_SIM_OPCODE_MOV:
      return read_form (self, op->a, form);
    case LOOM_SIM_OPCODE_MUL_LO:
    case LOOM_SIM_OPCODE_MUL_WIDE:
      return is_exact && multiply (self, op, width, is_wide, is_signed, form);
    case LOOM_SIM_OPCODE_MAD_LO:
    case LOOM_SIM_OPCODE_MAD_WIDE:
      if (!is_exact || !read_form (self, op->c, &other) ||
          !multiply (self, op, width, is_wide, is_signed, form))
        return FALSE;
      add (self, width, FALSE, &other, form);
      return TRUE;
    case LOOM_SIM_OPCODE_CVT:
      return is_exact && is_index (is->to) &&
             loom_ptx_type_bits (is->type) != loom_ptx_type_bits (is->to) &&
             resize (self, op, width, is_signed, form);
    case LOOM_SIM_OPCODE_WIDEN_S:
    case LOOM_SIM_OPCODE_WIDEN_U:
    case LOOM_SIM_OPCODE_CUT:
      return resize (self, op, width, is_signed, form);
    case LOOM_SIM_OPCODE_SHL:
      if (!read_form (self, op->a, form) || !is_uniform (self, op->b))
        return FALSE;
      scale (self, LOOM_SIM_OPCODE_SHL, width, op->b, form);
      return TRUE;
    case LOOM_SIM_OPCODE_ADD:
    case LOOM_SIM_OPCODE_SUB:
      if (!is_exact)
        return FALSE;
      G_GNUC_FALLTHROUGH;
    case LOOM_SIM_OPCODE_CVTA:
      if (!read_form (self, op->a, form) || !read_form (self, op->b, &other))
        return FALSE;
      add (self, width, is->opcode == LOOM_SIM_OPCODE_SUB, &other, form);
      return TRUE;
    default:
      return FALSE;
    }
}

static void
set_parts (Affine      *self,
           LoomSimIrOp *op,
           const Form  *form,
           guint        width)
{
  for (guint i = 0; i < N_PARTS; i++)
    op->sources[i] = get_or_zero (self, form->parts[i], width);
}

static gboolean
is_block_index (const LoomSimIrOp *op)
{
  return op->form->opcode >= LOOM_SIM_OPCODE_CTAID_X && op->form->opcode <= LOOM_SIM_OPCODE_CTAID_Z;
}

/* An op that makes an affine form becomes one addition, at its place. */
static void
replace_value (Affine      *self,
               LoomSimIrOp *op)
{
  const gint32 value = op->d;
  const guint width = value >= 0 ? loom_sim_ir_get_width (self->ir, value) : 0;
  const LoomSimKey sum = LOOM_SIM_KEY (SUM, .widths = { (guint8) width });
  LoomSimIrOp made = *op;
  Form form;

  if ((!op->pure && !is_block_index (op)) || op->guarded || (width != 4 && width != 8) ||
      loom_sim_ir_get_value (self->ir, value)->definitions != 1 || !find_form (self, op, &form))
    return;
  *get_form (self, value) = form;
  made.form = loom_sim_isa_find_key (self->ir->isa, sum);
  made.immediate.word = 0;
  made.pure = TRUE;
  set_parts (self, &made, &form, width);
  *op = made;
}

/* A load or store that takes its address as parts, and that no other part of the program looks
 * at. */
gboolean
loom_sim_ir_op_is_plain_access (const LoomSimIrOp *op)
{
  return op->detail != NULL && op->a >= 0 &&
         (op->detail->kind == LOOM_SIM_ACCESS_LOAD || op->detail->kind == LOOM_SIM_ACCESS_STORE) &&
         (op->form->opcode == LOOM_SIM_OPCODE_LD || op->form->opcode == LOOM_SIM_OPCODE_ST);
}

/* An access takes its address in parts. */
static void
replace_address (Affine      *self,
                 LoomSimIrOp *op)
{
  Form form;

  if (!loom_sim_ir_op_is_plain_access (op) || is_constant (self, op->a) || op->b >= 0 ||
      !read_form (self, op->a, &form))
    return;
  set_parts (self, op, &form, loom_sim_ir_get_width (self->ir, op->a));
  op->detail->is_affine = TRUE;
}

/* A comparison with a number of the launch becomes one that knows how far the lanes lie apart. */
static void
replace_comparison (Affine      *self,
                    LoomSimIrOp *op)
{
  /* In the order of LoomSimRelation; from the other side. */
  static const LoomPtxCompare compares[2][6] = {
    { LOOM_PTX_COMPARE_LT, LOOM_PTX_COMPARE_LE, LOOM_PTX_COMPARE_GT,
      LOOM_PTX_COMPARE_GE, LOOM_PTX_COMPARE_EQ, LOOM_PTX_COMPARE_NE },
    { LOOM_PTX_COMPARE_GT, LOOM_PTX_COMPARE_GE, LOOM_PTX_COMPARE_LT,
      LOOM_PTX_COMPARE_LE, LOOM_PTX_COMPARE_EQ, LOOM_PTX_COMPARE_NE },
  };
  const LoomSimForm *is = op->form;
  const gboolean from_right = is_uniform (self, op->a);
  const gint32 of = from_right ? op->b : op->a, with = from_right ? op->a : op->b;
  LoomSimKey key = LOOM_SIM_KEY (COMPARE, .type = is->type);
  Form form;

  if (is->opcode != LOOM_SIM_OPCODE_SETP || is->relation < 0 || is->is_modified || op->e >= 0 ||
      op->c >= 0 || !is_uniform (self, with) || of < 0 || is_constant (self, of) ||
      loom_sim_ir_get_width (self->ir, of) != 4 || !read_form (self, of, &form))
    return;
  key.compare = compares[from_right][is->relation];
  is = loom_sim_isa_find_key (self->ir->isa, key);
  if (is == NULL)
    return;
  op->form = is;
  loom_sim_ir_add_detail (self->ir, op);
  op->n_parts = 1;
  op->parts[0] = with;
  set_parts (self, op, &form, 4);
}

/* Finds affine forms, and rewrites those who make or read them. Values that nobody reads any longer
 * are the caller's to drop. */
void
loom_sim_ir_find_affine (LoomSimIr *ir)
{
  Affine self = {
    .ir = ir,
    .forms = g_array_new (FALSE, TRUE, sizeof (Form)),
    .uniform = g_array_new (FALSE, TRUE, sizeof (guint8)),
  };

  for (guint i = 0; i < ir->heads->len; i++)
    note_head (&self, &g_array_index (ir->heads, LoomSimIrOp, i));
  for (guint i = 0; i < ir->ops->len; i++)
    {
      LoomSimIrOp *op = loom_sim_ir_get_op (ir, i);

      replace_value (&self, op);
      replace_address (&self, op);
      replace_comparison (&self, op);
    }
  g_array_unref (self.forms);
  g_array_unref (self.uniform);
}

/* Lets the prologue find out about an op's part of the thread, once for each part and size. */
static void
add_survey (LoomSimIr   *ir,
            LoomSimIrOp *op,
            LoomSimKey   key,
            guint        size,
            GHashTable  *known)
{
  const gint64 part = (gint64) op->a << 8 | size;
  LoomSimIrOp survey = loom_sim_ir_make_op (ir, key);
  gpointer number = g_hash_table_lookup (known, &part);

  if (number == NULL && ir->program->n_surveys < LOOM_SIM_MAX_SURVEYS)
    {
      number = GUINT_TO_POINTER (++ir->program->n_surveys);
      g_hash_table_insert (known, g_memdup2 (&part, sizeof part), number);
      loom_sim_ir_add_detail (ir, &survey)->survey = (guint16) GPOINTER_TO_UINT (number);
      survey.a = op->a;
      survey.immediate.size = size;
      g_assert (survey.form != NULL);
      g_array_append_val (ir->heads, survey);
    }
  op->detail->survey = (guint16) GPOINTER_TO_UINT (number);
}

/* How the thread's parts of an address lie from lane to lane is the same in every block, so the
 * prologue looks at it once (@survey, in loom-sim-exec-sum.c); likewise from which to which number
 * the parts of a compared value go. Each lane has local memory of its own, and vectors of elements
 * are moved register by register. */
void
loom_sim_ir_survey (LoomSimIr *ir)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  for (guint i = 0; i < ir->ops->len; i++)
    {
      LoomSimIrOp *op = loom_sim_ir_get_op (ir, i);

      if (op->form->opcode == LOOM_SIM_OPCODE_COMPARE)
        add_survey (ir, op, LOOM_SIM_KEY (SURVEY_RANGE), 0, known);
      else if (loom_sim_ir_op_is_plain_access (op) && op->detail->n_elements == 1 &&
               op->detail->space != LOOM_PTX_SPACE_LOCAL &&
               loom_sim_ir_get_value (ir, op->a)->is_constant)
        add_survey (ir, op, LOOM_SIM_KEY (SURVEY, .widths = { op->detail->width[0] }),
                    op->detail->size, known);
    }
}
