/* loom-sim-ir.c: a function between PTX and ops: values, constants, labels
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-ir-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static guint
hash_constant (gconstpointer key)
{
  const LoomSimIrConstant *constant = key;

  return g_int64_hash (&constant->bits) * 31 + constant->shared * 64u + constant->width * 4u +
         constant->kind;
}

static gboolean
equal_constants (gconstpointer a,
                 gconstpointer b)
{
  const LoomSimIrConstant *x = a, *y = b;

  return x->bits == y->bits && x->width == y->width && x->kind == y->kind && x->shared == y->shared;
}

static guint
get_register_width (LoomPtxType type)
{
  guint bits = loom_ptx_type_bits (type);

  return type == LOOM_PTX_TYPE_PRED ? 1 : MAX (bits / 8, 2);
}

static void
clear_op (gpointer data)
{
  LoomSimIrOp *op = data;

  g_clear_pointer (&op->labels, g_array_unref);
}

void
loom_sim_ir_init (LoomSimIr             *self,
                  LoomSimProgram        *program,
                  const LoomPtxFunction *function,
                  const guint64         *addresses)
{
  *self = (LoomSimIr) {
    .program = program,
    .module = program->module,
    .function = function,
    .isa = loom_sim_isa_get (),
    .addresses = addresses,
    .values = g_array_new (FALSE, TRUE, sizeof (LoomSimIrValue)),
    .ops = g_array_new (FALSE, TRUE, sizeof (LoomSimIrOp)),
    .heads = g_array_new (FALSE, TRUE, sizeof (LoomSimIrOp)),
    .constants = g_hash_table_new_full (hash_constant, equal_constants, g_free, NULL),
    .local_offsets = g_hash_table_new (NULL, NULL),
    .n_labels = (gint32) function->labels->len,
    .carry = LOOM_SIM_NO_VALUE,
    .stack = LOOM_SIM_NO_VALUE,
    .stack_end = LOOM_SIM_NO_VALUE,
  };
  g_array_set_clear_func (self->ops, clear_op);
  for (guint i = 0; i < function->registers->len; i++)
    loom_sim_ir_add_value (
        self, get_register_width (g_array_index (function->registers, LoomPtxRegister, i).type));
}

/* Begins with no ops again; returns those that there were, whose labels whoever adds them anew
 * hands on. */
GArray *
loom_sim_ir_take_ops (LoomSimIr *self)
{
  GArray *ops = g_steal_pointer (&self->ops);

  g_array_set_clear_func (ops, NULL);
  self->ops = g_array_new (FALSE, TRUE, sizeof (LoomSimIrOp));
  g_array_set_clear_func (self->ops, clear_op);
  return ops;
}

void
loom_sim_ir_clear (LoomSimIr *self)
{
  g_clear_pointer (&self->values, g_array_unref);
  g_clear_pointer (&self->ops, g_array_unref);
  g_clear_pointer (&self->heads, g_array_unref);
  g_clear_pointer (&self->constants, g_hash_table_unref);
  g_clear_pointer (&self->local_offsets, g_hash_table_unref);
  g_clear_error (&self->refusal);
}

gint32
loom_sim_ir_add_value (LoomSimIr *self,
                       guint      width)
{
  LoomSimIrValue value = { .width = (guint8) width, .definition = -1 };

  g_array_append_val (self->values, value);
  return (gint32) self->values->len - 1;
}

guint
loom_sim_ir_get_width (const LoomSimIr *self,
                       gint32           value)
{
  return g_array_index (self->values, LoomSimIrValue, value).width;
}

static gint32
add_constant (LoomSimIr               *self,
              const LoomSimIrConstant *constant)
{
  gpointer known;
  LoomSimIrOp op;

  if (g_hash_table_lookup_extended (self->constants, constant, NULL, &known))
    return GPOINTER_TO_INT (known);
  op = loom_sim_ir_make_op (self, constant->kind == 0
                                      ? LOOM_SIM_KEY (CONST, .widths = { constant->width })
                                      : LOOM_SIM_KEY (LOCAL_ADDRESS));
  op.d = loom_sim_ir_add_value (self, constant->width);
  op.immediate.value = (gint64) constant->bits;
  op.pure = TRUE;
  g_array_append_val (self->heads, op);
  loom_sim_ir_get_value (self, op.d)->is_constant = TRUE;
  loom_sim_ir_get_value (self, op.d)->shared = constant->shared;
  g_hash_table_insert (self->constants, g_memdup2 (constant, sizeof *constant),
                       GINT_TO_POINTER (op.d));
  return op.d;
}

static guint64
cut_bits (guint   width,
          guint64 bits)
{
  return width >= 8   ? bits
         : width == 1 ? (bits != 0 ? 0xff : 0)
                      : bits & ((G_GUINT64_CONSTANT (1) << (8 * width)) - 1);
}

/* A value that is the same number in all lanes. */
gint32
loom_sim_ir_constant (LoomSimIr *self,
                      guint      width,
                      guint64    bits)
{
  const LoomSimIrConstant constant = { .width = (guint8) width, .bits = cut_bits (width, bits) };

  return add_constant (self, &constant);
}

/* The same for an address in the program's shared variable `index`: what is made of it is known to
 * mean that one. */
gint32
loom_sim_ir_shared_address (LoomSimIr *self,
                            guint      width,
                            guint      index,
                            guint64    address)
{
  const LoomSimIrConstant constant = {
    .width = (guint8) width,
    .shared = index < LOOM_SIM_MAX_SHARED ? (guint16) (index + 1) : 0,
    .bits = cut_bits (width, address),
  };

  return add_constant (self, &constant);
}

/* The address, in local memory, of an offset in the function's frame. */
gint32
loom_sim_ir_local_address (LoomSimIr *self,
                           guint32    offset)
{
  LoomSimIrConstant constant = { .width = 8, .kind = 1, .bits = offset };

  return add_constant (self, &constant);
}

/* No handler executes the current instruction: what it is lowered to is dropped with the rest. */
static void
refuse (LoomSimIr *self)
{
  const LoomPtxInstruction *instruction = self->current;
  g_autofree char *text = loom_ptx_instruction_to_string (
      self->module, (LoomPtxFunction *) self->function, instruction);
  const char *file, *why = _("the simulator does not execute it");
  const guint line = loom_ptx_module_get_place (self->module, instruction, &file);
  g_autofree char *place = loom_place_format (file, line);

  if (self->refusal != NULL)
    return;
  self->refusal =
      line != 0
          ? g_error_new (
                LOOM_ERROR, LOOM_ERROR_UNSUPPORTED,
                _("Instruction “%1$s” of line %2$s (PTX line %3$u) is not supported: %4$s"), text,
                place, instruction->line, why)
          : g_error_new (LOOM_ERROR, LOOM_ERROR_UNSUPPORTED,
                         _("Instruction “%1$s” of PTX line %2$u is not supported: %3$s"), text,
                         instruction->line, why);
}

/* An op without operands that belongs to no instruction. */
LoomSimIrOp
loom_sim_ir_make_op (const LoomSimIr *self,
                     LoomSimKey       key)
{
  return (LoomSimIrOp) {
    LOOM_SIM_IR_NO_OPERANDS, .label = -1, .form = loom_sim_isa_find_key (self->isa, key)
  };
}

/* An op that is invalid with the next one. NULL stands for a trap: there is no handler. */
LoomSimIrOp *
loom_sim_ir_add_form (LoomSimIr         *self,
                      const LoomSimForm *form)
{
  LoomSimIrOp op = loom_sim_ir_make_op (self, LOOM_SIM_KEY (TRAP));

  if (form != NULL)
    op.form = form;
  else
    refuse (self);
  op.source = self->current;
  op.ordinal = self->ordinal;
  op.pure = op.form->is_pure;
  g_array_append_val (self->ops, op);
  return loom_sim_ir_get_op (self, self->ops->len - 1);
}

LoomSimIrOp *
loom_sim_ir_add (LoomSimIr  *self,
                 LoomSimKey  key)
{
  return loom_sim_ir_add_form (self, loom_sim_isa_find_key (self->isa, key));
}

LoomSimIrOp *
loom_sim_ir_add_to (LoomSimIr  *self,
                    LoomSimKey  key,
                    gint32      d,
                    gint32      a,
                    gint32      b)
{
  LoomSimIrOp *op = loom_sim_ir_add (self, key);

  op->d = d;
  op->a = a;
  op->b = b;
  return op;
}

/* The same with a new value as its result, which it returns. */
gint32
loom_sim_ir_add_result (LoomSimIr  *self,
                        LoomSimKey  key,
                        guint       width,
                        gint32      a,
                        gint32      b)
{
  return loom_sim_ir_add_to (self, key, loom_sim_ir_add_value (self, width), a, b)->d;
}

/* One value of parts that fill it, the lowest first. */
gint32
loom_sim_ir_add_pack (LoomSimIr    *self,
                      guint         width,
                      guint         part,
                      const gint32 *parts)
{
  const gint32 whole = loom_sim_ir_add_value (self, width);
  LoomSimIrOp *op =
      loom_sim_ir_add (self, LOOM_SIM_KEY (PACK, .widths = { (guint8) width, (guint8) part }));

  op->d = whole;
  memcpy (op->sources, parts, width / part * sizeof *parts);
  return whole;
}

void
loom_sim_ir_add_copy (LoomSimIr *self,
                      gint32     from,
                      gint32     to)
{
  const guint8 width = (guint8) loom_sim_ir_get_width (self, to);

  loom_sim_ir_add_to (self, LOOM_SIM_KEY (MOV, .widths = { width }), to, from, LOOM_SIM_NO_VALUE);
}

/* The type that and, or, xor and not have for registers of a width. */
LoomPtxType
loom_sim_ir_get_logic_type (guint width)
{
  return width == 1   ? LOOM_PTX_TYPE_PRED
         : width == 2 ? LOOM_PTX_TYPE_B16
         : width == 4 ? LOOM_PTX_TYPE_B32
                      : LOOM_PTX_TYPE_B64;
}

LoomSimIrOp *
loom_sim_ir_add_flow (LoomSimIr     *self,
                      LoomSimOpcode  opcode,
                      LoomSimFlow    flow,
                      gint32         label)
{
  LoomSimIrOp *op = loom_sim_ir_add (self, (LoomSimKey) { .opcode = opcode });

  op->flow = (guint8) flow;
  op->label = label;
  return op;
}

/* A branch within what one instruction is lowered to, where a predicate holds or where it does
 * not. */
void
loom_sim_ir_add_branch (LoomSimIr *self,
                        gint32     predicate,
                        gboolean   holds,
                        gint32     label)
{
  LoomSimIrOp *op =
      loom_sim_ir_add_flow (self, LOOM_SIM_OPCODE_BRA_IF, LOOM_SIM_FLOW_BRANCH, label);

  op->early = TRUE;
  op->a = predicate;
  op->immediate.flip = holds ? 0 : -1;
}

LoomSimDetail *
loom_sim_ir_add_detail (LoomSimIr   *self,
                        LoomSimIrOp *op)
{
  op->detail = g_new0 (LoomSimDetail, 1);
  g_ptr_array_add (self->program->details, op->detail);
  return op->detail;
}

void
loom_sim_ir_add_label (LoomSimIr *self,
                       gint32     label)
{
  loom_sim_ir_add_flow (self, LOOM_SIM_OPCODE_JOIN, LOOM_SIM_FLOW_LABEL, label);
}

/* A label behind the current instruction: whoever goes on there has issued it. */
void
loom_sim_ir_add_label_behind (LoomSimIr *self,
                              gint32     label)
{
  loom_sim_ir_add_label (self, label);
  loom_sim_ir_get_op (self, self->ops->len - 1)->ordinal++;
}

/* Calls a func of every value that an op writes. */
void
loom_sim_ir_foreach_destination (LoomSimIr          *self,
                                 LoomSimIrOp        *op,
                                 LoomSimIrValueFunc  func,
                                 gpointer            data)
{
  for (guint i = 0; i < 2; i++)
    if (op->results[i] >= 0)
      func (self, op, op->results[i], data);
  for (guint i = 0; i < op->n_parts && op->parts_written; i++)
    func (self, op, op->parts[i], data);
}

/* The same of every value that it reads. */
void
loom_sim_ir_foreach_source (LoomSimIr          *self,
                            LoomSimIrOp        *op,
                            LoomSimIrValueFunc  func,
                            gpointer            data)
{
  for (guint i = 0; i < 4; i++)
    if (op->sources[i] >= 0)
      func (self, op, op->sources[i], data);
  for (guint i = 0; i < op->n_parts && !op->parts_written; i++)
    func (self, op, op->parts[i], data);
}
