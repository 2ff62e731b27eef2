/* loom-sim-lower.c: a verified entry and what it calls, as one dense program
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-ir-private.h"

#include "loom-ptx-reach.h"

#include <glib/gi18n-lib.h>

#define MAX_LOCAL_FRAME (1u << 20)      /* bytes of a function's own local memory */
#define UNMEASURED G_MAXUINT16          /* no depth of calls */
#define MAX_SHARED (1u << 20)           /* static shared memory that offsets are given out for */

typedef struct
{
  LoomSimProgram *program;
  const guint64  *addresses;
  GArray         *ops;          /* (element-type LoomSimOp) */
  GArray         *prologue;     /* (element-type LoomSimOp) */
  GArray         *fixes;        /* (element-type Fix) */
  GArray         *starts;       /* (element-type guint) by module function: first op, G_MAXUINT if
                                   not reached */
} Lowering;

/* A target to fill in once all ops have their places. */
typedef struct
{
  guint          op;
  gint32         function;      /* callee, or -1: */
  guint          target;        /* op */
  LoomSimDetail *detail;        /* a table's, or NULL */
  GArray        *targets;       /* (element-type guint) */
} Fix;

static void
clear_fix (gpointer data)
{
  g_clear_pointer (&((Fix *) data)->targets, g_array_unref);
}

static guint32
add_shared (LoomSimProgram        *program,
            const LoomPtxVariable *variable,
            guint32                at)
{
  const guint align = MAX (variable->align, MAX (loom_ptx_type_bits (variable->type) / 8, 1));
  LoomSimShared shared = { .variable = variable, .size = variable->size };

  shared.offset = (at + align - 1) / align * align;
  g_array_append_val (program->shared, shared);
  return variable->size < MAX_SHARED ? shared.offset + (guint32) variable->size : G_MAXUINT32 / 2;
}

/* Static shared variables first, then, all at one place, those whose size the launch gives. */
static void
lay_out_shared (LoomSimProgram *program)
{
  guint32 at = 0;

  for (guint pass = 0; pass < 2; pass++)
    {
      guint32 dynamic = (at + 15) / 16 * 16;

      for (guint i = 0; i < program->module->variables->len; i++)
        {
          const LoomPtxVariable *variable = g_ptr_array_index (program->module->variables, i);

          if (variable->space == LOOM_PTX_SPACE_SHARED && (variable->size == 0) == (pass == 1))
            at = add_shared (program, variable, pass == 1 ? dynamic : at);
        }
      for (guint f = 0; pass == 0 && f < program->module->functions->len; f++)
        {
          const LoomPtxFunction *function = g_ptr_array_index (program->module->functions, f);

          for (guint i = 0;
               i < function->variables->len && (!function->is_entry || function == program->entry);
               i++)
            {
              const LoomPtxVariable *variable = g_ptr_array_index (function->variables, i);

              if (variable->space == LOOM_PTX_SPACE_SHARED)
                at = add_shared (program, variable, at);
            }
        }
      at = MAX (at, dynamic);
    }
  program->shared_size = at;
}

static gint32
get_slot (const LoomSimIr *ir,
          gint32           value)
{
  return value < 0 ? 0 : (gint32) g_array_index (ir->values, LoomSimIrValue, value).slot;
}

static void
emit (Lowering          *self,
      const LoomSimIr   *ir,
      const LoomSimIrOp *from,
      guint32            begin,
      GArray            *to)
{
  LoomSimOp op = {
    .run = { from->form->all, from->form->some },
    .d = (guint32) get_slot (ir, from->d),
    .e = (guint32) get_slot (ir, from->e),
    .a = (guint32) get_slot (ir, from->a),
    .b = (guint32) get_slot (ir, from->b),
    .c = (guint32) get_slot (ir, from->c),
    .f = (guint32) get_slot (ir, from->f),
    .immediate = from->immediate,
    .key = to->len,
    .ordinal = from->ordinal - from->early,
    .begin = begin,
    .opcode = from->form->opcode,
    .detail = from->detail,
    .source = from->source,
  };

  for (guint i = 0; i < from->n_parts; i++)
    {
      guint32 *slots = from->form->opcode == LOOM_SIM_OPCODE_OBSERVE ? from->detail->undefined
                                                                 : from->detail->registers;

      slots[i] = (guint32) get_slot (ir, from->parts[i]);
    }
  g_array_append_val (to, op);
}

/* Notes what an op's targets are; labels have their ops by now. */
static void
add_fix (Lowering          *self,
         const LoomSimIrOp *from,
         guint              op,
         const guint       *label_ops)
{
  Fix fix = { .op = op, .function = -1, .target = G_MAXUINT };

  if (from->label >= 0 && from->flow != LOOM_SIM_FLOW_LABEL)
    fix.target = label_ops[from->label];
  else if (from->form->opcode == LOOM_SIM_OPCODE_CALL)
    fix.function = (gint32) from->detail->callee;
  else if (from->flow == LOOM_SIM_FLOW_TABLE)
    {
      fix.detail = from->detail;
      fix.targets = g_array_new (FALSE, FALSE, sizeof (guint));
      for (guint i = 0; i < from->labels->len; i++)
        g_array_append_val (fix.targets, label_ops[g_array_index (from->labels, gint32, i)]);
    }
  else if (from->form->opcode == LOOM_SIM_OPCODE_CALL_ADDRESS)
    fix.detail = from->detail;
  else
    return;
  g_array_append_val (self->fixes, fix);
}

/* What lanes have behind them that begin at an op, by the one before it that is left. */
static guint32
find_begin (const LoomSimIr *ir,
            guint            i,
            guint32          first_ordinal)
{
  const LoomSimIrOp *op = loom_sim_ir_get_op (ir, i),
                    *before = i > 0 ? loom_sim_ir_get_op (ir, i - 1) : NULL;

  if (op->flow == LOOM_SIM_FLOW_LABEL)
    return op->ordinal;
  if (before == NULL)
    return first_ordinal;
  if (before->flow == LOOM_SIM_FLOW_LABEL || before->ordinal == op->ordinal)
    return before->ordinal;
  return before->ordinal + 1;
}

static void
emit_function (Lowering  *self,
               LoomSimIr *ir,
               guint32    first_ordinal)
{
  g_autofree guint *label_ops = g_new0 (guint, (gsize) ir->n_labels + 1);
  const guint inline_heads = ir->function->is_entry ? 0 : ir->heads->len;
  guint first;

  for (guint i = 0; i < ir->heads->len; i++)
    emit (self, ir, &g_array_index (ir->heads, LoomSimIrOp, i), first_ordinal,
          inline_heads > 0 ? self->ops : self->prologue);
  first = self->ops->len;
  for (guint i = 0; i < ir->ops->len; i++)
    {
      const LoomSimIrOp *op = &g_array_index (ir->ops, LoomSimIrOp, i);

      if (op->flow == LOOM_SIM_FLOW_LABEL)
        label_ops[op->label] = self->ops->len;
      emit (self, ir, op, find_begin (ir, i, first_ordinal), self->ops);
    }
  for (guint i = 0; i < ir->ops->len; i++)
    add_fix (self, &g_array_index (ir->ops, LoomSimIrOp, i), first + i, label_ops);
}

/* Control flow and barriers stand in a branch around them rather than under a mask that they would
 * have to undo. */
static gboolean
needs_branch (const LoomPtxInstruction *instruction)
{
  const LoomPtxClass class = loom_ptx_opcode_get_facts (instruction->opcode)->op_class;

  return class == LOOM_PTX_CLASS_CONTROL || class == LOOM_PTX_CLASS_BARRIER ||
         class == LOOM_PTX_CLASS_WARP || class == LOOM_PTX_CLASS_MATRIX;
}

static void
lower_guarded (LoomSimIr                *ir,
               const LoomPtxInstruction *instruction)
{
  const guint before = ir->ops->len;
  const gint32 label = ir->n_labels++;
  LoomSimIrOp *op = loom_sim_ir_add (ir, LOOM_SIM_KEY (GUARD));

  op->a = instruction->guard;
  op->immediate.flip = instruction->guard_negated ? -1 : 0;
  loom_sim_lower_instruction (ir, instruction);
  if (ir->ops->len == before + 2 && !needs_branch (instruction))
    {
      loom_sim_ir_get_op (ir, before + 1)->guarded = TRUE;
      return;
    }
  op = loom_sim_ir_get_op (ir, before);
  op->form = loom_sim_isa_find_key (ir->isa, LOOM_SIM_KEY (BRA_AROUND));
  op->flow = LOOM_SIM_FLOW_BRANCH;
  op->label = label;
  op->immediate.flip = ~op->immediate.flip;
  op->early = TRUE;
  loom_sim_ir_add_label_behind (ir, label);
}

/* Lanes that leave a loop wait behind its branch, so a label stands there for those that follow. */
static void
lower_branch (LoomSimIr                *ir,
              const LoomPtxInstruction *instruction,
              guint                     index)
{
  const gint32 label = instruction->operands[0].label;
  LoomSimIrOp *op =
      loom_sim_ir_add_flow (ir, LOOM_SIM_OPCODE_BRA_IF, LOOM_SIM_FLOW_BRANCH, label);

  op->a = instruction->guard;
  op->immediate.flip = instruction->guard_negated ? -1 : 0;
  if (g_array_index (ir->function->labels, LoomPtxLabel, label).target <= index)
    loom_sim_ir_add_label_behind (ir, ir->n_labels++);
}

static gint
compare_targets (gconstpointer a,
                 gconstpointer b,
                 gpointer      labels)
{
  const LoomPtxLabel *x = &g_array_index ((GArray *) labels, LoomPtxLabel, *(const guint *) a);
  const LoomPtxLabel *y = &g_array_index ((GArray *) labels, LoomPtxLabel, *(const guint *) b);

  return x->target < y->target ? -1 : x->target > y->target;
}

static GArray *
sort_labels (const LoomPtxFunction *function)
{
  GArray *order = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < function->labels->len; i++)
    g_array_append_val (order, i);
  g_array_sort_with_data (order, compare_targets, function->labels);
  return order;
}

static void
lower_one (LoomSimIr                *ir,
           const LoomPtxInstruction *instruction,
           guint                     index)
{
  guint first_op;

  ir->current = instruction;
  loom_sim_lower_step (ir);
  loom_sim_lower_begin_step (ir);
  loom_sim_lower_note_exit (ir, instruction);
  first_op = ir->ops->len;
  if (instruction->guard < 0)
    loom_sim_lower_instruction (ir, instruction);
  else if (instruction->opcode == LOOM_PTX_OP_BRA)
    lower_branch (ir, instruction, index);
  else
    lower_guarded (ir, instruction);
  loom_sim_lower_stepped (ir, first_op);
  loom_sim_lower_end_step (ir);
}

static void
lower_body (LoomSimIr *ir,
            guint32    ordinal)
{
  const LoomPtxFunction *function = ir->function;
  g_autoptr (GArray) labels = sort_labels (function);
  guint next = 0;

  for (guint i = 0; i <= function->instructions->len && ir->refusal == NULL; i++)
    {
      ir->ordinal = ordinal + i;
      for (; next < labels->len; next++)
        {
          const guint label = g_array_index (labels, guint, next);

          if (g_array_index (function->labels, LoomPtxLabel, label).target > i)
            break;
          loom_sim_ir_add_label (ir, (gint32) label);
          ir->stretch = NULL;
        }
      if (i < function->instructions->len)
        lower_one (ir, &g_array_index (function->instructions, LoomPtxInstruction, i), i);
    }
  loom_sim_ir_add_flow (ir, function->is_entry ? LOOM_SIM_OPCODE_EXIT : LOOM_SIM_OPCODE_RETURN,
                        LOOM_SIM_FLOW_END, -1);
}

/* A function's instructions as ops, before any pass. Errors: UNSUPPORTED. */
gboolean
loom_sim_lower_function (LoomSimIr  *ir,
                         guint32     ordinal,
                         GError    **error)
{
  loom_sim_lower_layout (ir);
  loom_sim_lower_stack_begin (ir);
  ir->ordinal = ordinal;
  loom_sim_lower_entered (ir);
  if (ir->local_size > MAX_LOCAL_FRAME)
    return loom_fail (error, LOOM_ERROR_UNSUPPORTED,
                      _("Function %1$s needs %2$u bytes of local memory for each thread; at most "
                        "%3$u are simulated"),
                      ir->function->name, ir->local_size, MAX_LOCAL_FRAME);
  lower_body (ir, ordinal);
  if (ir->refusal == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&ir->refusal));
  return FALSE;
}

static gboolean
add_function (Lowering  *self,
              guint      index,
              guint32   *ordinal,
              GError   **error)
{
  LoomSimProgram *program = self->program;
  const LoomPtxFunction *function = g_ptr_array_index (program->module->functions, index);
  LoomSimIr ir;
  gboolean ok;

  loom_sim_ir_init (&ir, program, function, self->addresses);
  ok = loom_sim_lower_function (&ir, *ordinal, error);
  if (ok)
    {
      for (const LoomSimPass *pass = loom_sim_passes; pass->name != NULL; pass++)
        loom_sim_pass_run (pass, &ir);
      g_array_index (self->starts, guint, index) = self->ops->len;
      emit_function (self, &ir, *ordinal);
      if (function->is_entry)
        program->entry_local = ir.local_size;
      else
        program->call_local = MAX (program->call_local, ir.local_size);
      *ordinal += function->instructions->len + 1;
    }
  loom_sim_ir_clear (&ir);
  return ok;
}

static void
apply_fixes (Lowering *self)
{
  LoomSimProgram *program = self->program;

  for (guint i = 0; i < self->fixes->len; i++)
    {
      const Fix *fix = &g_array_index (self->fixes, Fix, i);
      guint n = fix->targets != NULL ? fix->targets->len : program->module->functions->len;

      if (fix->target != G_MAXUINT)
        program->ops[fix->op].target = program->ops + fix->target;
      else if (fix->function >= 0)
        program->ops[fix->op].target = program->ops +
                                       g_array_index (self->starts, guint, fix->function);
      if (fix->detail == NULL)
        continue;
      fix->detail->targets = g_new0 (const LoomSimOp *, MAX (n, 1));
      for (guint t = 0; t < n; t++)
        {
          guint start = fix->targets != NULL ? g_array_index (fix->targets, guint, t)
                                             : g_array_index (self->starts, guint, t);

          if (start != G_MAXUINT)
            fix->detail->targets[t] = program->ops + start;
        }
    }
}

/* How many calls can be open at a time in what a function calls; LOOM_SIM_MAX_DEPTH if no number
 * below that bounds it, as where functions call themselves, or are called through pointers. In
 * depths each function that was gone through has its own. */
static guint
measure_depth (const LoomPtxModule *module,
               guint                index,
               guint                level,
               guint16             *depths)
{
  const LoomPtxFunction *function = g_ptr_array_index (module->functions, index);
  guint depth = 0;

  if (level > LOOM_SIM_MAX_DEPTH)
    return LOOM_SIM_MAX_DEPTH;
  if (depths[index] != UNMEASURED)
    return depths[index];

  /* This is what a circle finds when it comes here again. */
  depths[index] = LOOM_SIM_MAX_DEPTH;
  for (guint i = 0; i < function->instructions->len && depth < LOOM_SIM_MAX_DEPTH; i++)
    {
      const LoomPtxCall *call
          = g_array_index (function->instructions, LoomPtxInstruction, i).call;

      if (call != NULL && call->target.kind != LOOM_PTX_OPERAND_FUNCTION)
        depth = LOOM_SIM_MAX_DEPTH;
      else if (call != NULL)
        depth = MAX (depth, MIN (LOOM_SIM_MAX_DEPTH,
                                 1 + measure_depth (module, (guint) call->target.label, level + 1,
                                                    depths)));
    }
  depths[index] = (guint16) depth;
  return depth;
}

static gboolean
lower_all (Lowering  *self,
           GError   **error)
{
  LoomSimProgram *program = self->program;
  g_autoptr (LoomPtxReach) reach = loom_ptx_reach_new (program->module, program->entry);
  g_autofree guint16 *depths = g_new (guint16, program->module->functions->len);
  guint32 ordinal = 0;

  for (guint i = 0; i < program->module->functions->len; i++)
    depths[i] = UNMEASURED;
  program->call_depth = measure_depth (program->module,
                                       g_array_index (reach->functions, guint, 0), 0, depths);

  for (guint i = 0; i < reach->functions->len; i++)
    {
      guint index = g_array_index (reach->functions, guint, i);
      const LoomPtxFunction *function = g_ptr_array_index (program->module->functions, index);

      program->notes_exits |= loom_sim_lower_can_wait (function);
    }
  for (guint i = 0; i < reach->functions->len; i++)
    {
      const guint index = g_array_index (reach->functions, guint, i);
      const LoomPtxFunction *function = g_ptr_array_index (program->module->functions, index);

      if (!function->is_declared_only && !add_function (self, index, &ordinal, error))
        return FALSE;
    }
  if (self->ops->len <= LOOM_SIM_MAX_OPS)
    return TRUE;
  return loom_fail (
      error, LOOM_ERROR_UNSUPPORTED,
      _("Kernel %1$s has %2$u instructions with what it calls; at most %3$u are simulated"),
      program->entry->name, self->ops->len, LOOM_SIM_MAX_OPS);
}

static void
free_detail (gpointer data)
{
  LoomSimDetail *detail = data;

  g_free (detail->arguments);
  g_free (detail->returns);
  g_free (detail->targets);
  g_free (detail);
}

/* A program without ops. */
LoomSimProgram *
loom_sim_program_begin (LoomPtxModule         *module,
                        const LoomPtxFunction *entry,
                        guint                  lanes,
                        LoomSimWatched         watched,
                        gboolean               sums)
{
  LoomSimProgram *self = g_new0 (LoomSimProgram, 1);

  self->module = loom_ptx_module_ref (module);
  self->entry = entry;
  self->max_lanes = lanes;
  self->watched = watched;
  self->sums = sums;
  self->pointers = g_array_new (FALSE, FALSE, sizeof (LoomSimPointer));
  self->shared = g_array_new (FALSE, FALSE, sizeof (LoomSimShared));
  self->details = g_ptr_array_new_with_free_func (free_detail);
  lay_out_shared (self);
  return self;
}

LoomSimProgram *
loom_sim_program_new (LoomPtxModule          *module,
                      const LoomPtxFunction  *entry,
                      const guint64          *addresses,
                      guint                   lanes,
                      LoomSimWatched          watched,
                      gboolean                sums,
                      GError                **error)
{
  g_autoptr (LoomSimProgram) program = loom_sim_program_begin (module, entry, lanes, watched, sums);
  Lowering lowering = { .program = program, .addresses = addresses };
  const guint nowhere = G_MAXUINT;
  gboolean ok;

  lowering.ops = g_array_new (FALSE, FALSE, sizeof (LoomSimOp));
  lowering.prologue = g_array_new (FALSE, FALSE, sizeof (LoomSimOp));
  lowering.fixes = g_array_new (FALSE, FALSE, sizeof (Fix));
  lowering.starts = g_array_new (FALSE, FALSE, sizeof (guint));
  g_array_set_clear_func (lowering.fixes, clear_fix);
  for (guint i = 0; i < module->functions->len; i++)
    g_array_append_val (lowering.starts, nowhere);
  ok = lower_all (&lowering, error);
  program->n_ops = lowering.ops->len;
  program->n_prologue = lowering.prologue->len;
  program->ops = (LoomSimOp *) (gpointer) g_array_free (lowering.ops, FALSE);
  program->prologue = (LoomSimOp *) (gpointer) g_array_free (lowering.prologue, FALSE);
  if (ok)
    apply_fixes (&lowering);
  g_array_unref (lowering.fixes);
  g_array_unref (lowering.starts);
  return ok ? g_steal_pointer (&program) : NULL;
}

void
loom_sim_program_free (LoomSimProgram *self)
{
  loom_ptx_module_unref (self->module);
  g_array_unref (self->pointers);
  g_free (self->ops);
  g_free (self->prologue);
  g_array_unref (self->shared);
  g_ptr_array_unref (self->details);
  g_free (self);
}
