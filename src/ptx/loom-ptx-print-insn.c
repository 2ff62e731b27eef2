/* loom-ptx-print-insn.c: an instruction as text, for messages and for the text of a module
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-ptx-print-private.h"

typedef struct
{
  GString         *out;
  LoomPtxModule   *module;
  LoomPtxFunction *function;
  const char *const *specials;  /* by LoomPtxSpecial: what stands in its place, or NULL */
} Printer;

static void print_operand (Printer              *self,
                           const LoomPtxOperand *operand);

static void
print_register (Printer *self,
                gint32   reg)
{
  g_string_append (self->out, g_array_index (self->function->registers, LoomPtxRegister, reg).name);
}

/* Assemblers take [%r+-4] and no other spelling of it. */
static void
print_offset (Printer *self,
              gint64   offset)
{
  if (offset != 0)
    g_string_append_printf (self->out, "+%" G_GINT64_FORMAT, offset);
}

static void
print_symbol (Printer              *self,
              const LoomPtxOperand *operand)
{
  g_string_append (
      self->out,
      loom_ptx_function_get_symbol (self->module, self->function, operand->symbol)->name);
  print_offset (self, operand->offset);
}

static void
print_immediate (Printer              *self,
                 const LoomPtxOperand *operand)
{
  if (operand->is_float == 64)
    g_string_append_printf (self->out, "0d%016" G_GINT64_MODIFIER "X", operand->bits);
  else if (operand->is_float != 0)
    g_string_append_printf (self->out, "0f%08X", (guint32) operand->bits);
  else
    g_string_append_printf (self->out, "%" G_GINT64_FORMAT, (gint64) operand->bits);
}

static void
print_address (Printer              *self,
               const LoomPtxOperand *operand)
{
  g_string_append_c (self->out, '[');
  if (operand->reg >= 0)
    {
      print_register (self, operand->reg);
      print_offset (self, operand->offset);
    }
  else if (operand->symbol >= 0)
    print_symbol (self, operand);
  else
    g_string_append_printf (self->out, "%" G_GINT64_FORMAT, operand->offset);
  g_string_append_c (self->out, ']');
}

static void
print_special (Printer *self,
               guint    special)
{
  const char *other = self->specials != NULL ? self->specials[special] : NULL;

  g_string_append (self->out, other != NULL ? other : loom_ptx_special_get_facts (special)->name);
}

static void
print_list (Printer              *self,
            const LoomPtxOperand *operands,
            guint                 n_operands)
{
  for (guint i = 0; i < n_operands; i++)
    {
      if (i > 0)
        g_string_append (self->out, ", ");
      print_operand (self, &operands[i]);
    }
}

static void
print_selector (Printer              *self,
                const LoomPtxOperand *operand)
{
  static const char *const names[] = { "", ".b0", ".b1", ".b2", ".b3", ".h0", ".h1" };

  if (operand->selector < G_N_ELEMENTS (names))
    g_string_append (self->out, names[operand->selector]);
  else if (operand->selector == LOOM_PTX_SELECTOR_HALVES)
    g_string_append_printf (self->out, ".h%02x", operand->lanes);
  else
    g_string_append_printf (self->out, ".b%0*x", (int) MAX (operand->n_lanes, 2), operand->lanes);
}

static void
print_operand (Printer              *self,
               const LoomPtxOperand *operand)
{
  if (operand->minus)
    g_string_append_c (self->out, '-');
  if (operand->negated)
    g_string_append_c (self->out, '!');

  switch ((LoomPtxOperandKind) operand->kind)
    {
    case LOOM_PTX_OPERAND_REGISTER: print_register (self, operand->reg); break;
    case LOOM_PTX_OPERAND_IMMEDIATE: print_immediate (self, operand); break;
    case LOOM_PTX_OPERAND_SPECIAL: print_special (self, operand->label); break;
    case LOOM_PTX_OPERAND_SYMBOL: print_symbol (self, operand); break;
    case LOOM_PTX_OPERAND_ADDRESS: print_address (self, operand); break;
    case LOOM_PTX_OPERAND_VECTOR:
      g_string_append_c (self->out, '{');
      print_list (self, operand->elements, operand->n_elements);
      g_string_append_c (self->out, '}');
      break;
    case LOOM_PTX_OPERAND_TEXEL:
      g_string_append_c (self->out, '[');
      if (operand->reg >= 0)
        print_register (self, operand->reg);
      else
        g_string_append (self->out, operand->name);
      g_string_append (self->out, ", {");
      print_list (self, operand->elements, operand->n_elements);
      g_string_append (self->out, "}]");
      break;
    case LOOM_PTX_OPERAND_LABEL:
    case LOOM_PTX_OPERAND_FUNCTION:
    case LOOM_PTX_OPERAND_TABLE:
    case LOOM_PTX_OPERAND_UNDEFINED: g_string_append (self->out, operand->name); break;
    case LOOM_PTX_OPERAND_SINK: g_string_append_c (self->out, '_'); break;
    case LOOM_PTX_OPERAND_NONE: break;
    }

  print_selector (self, operand);
  if (operand->pair >= 0)
    {
      g_string_append_c (self->out, '|');
      print_register (self, operand->pair);
    }
}

static void
print_call (Printer           *self,
            const LoomPtxCall *call)
{
  g_string_append_c (self->out, ' ');
  if (call->n_returns > 0)
    {
      g_string_append_c (self->out, '(');
      print_list (self, call->returns, call->n_returns);
      g_string_append (self->out, "), ");
    }
  print_operand (self, &call->target);
  if (call->n_arguments > 0)
    {
      g_string_append (self->out, ", (");
      print_list (self, call->arguments, call->n_arguments);
      g_string_append_c (self->out, ')');
    }
  if (call->prototype >= 0)
    {
      LoomPtxFunction *prototype = g_ptr_array_index (self->function->prototypes, call->prototype);

      g_string_append_printf (self->out, ", %s", prototype->name);
    }
}

/* Without the `;`. */
void
_loom_ptx_print_instruction (GString                  *out,
                             LoomPtxModule            *module,
                             LoomPtxFunction          *function,
                             const char *const        *specials,
                             const LoomPtxInstruction *instruction)
{
  Printer self = { out, module, function, specials };

  if (instruction->guard >= 0)
    {
      g_string_append (out, instruction->guard_negated ? "@!" : "@");
      print_register (&self, instruction->guard);
      g_string_append_c (out, ' ');
    }
  g_string_append (out, instruction->mnemonic);
  g_string_append (out, instruction->modifiers.suffix);

  if (instruction->call != NULL)
    print_call (&self, instruction->call);
  else if (instruction->text != NULL && *instruction->text != '\0')
    g_string_append_printf (out, " %s", instruction->text);
  else if (instruction->n_operands > 0)
    {
      g_string_append_c (out, ' ');
      print_list (&self, instruction->operands, instruction->n_operands);
    }
}

/**
 * loom_ptx_instruction_to_string: an instruction as PTX, guard and all, without the `;`.
 *
 * Returns: (transfer full): the text
 */
char *
loom_ptx_instruction_to_string (LoomPtxModule            *module,
                                LoomPtxFunction          *function,
                                const LoomPtxInstruction *self)
{
  GString *out;

  g_return_val_if_fail (module != NULL && function != NULL && self != NULL, NULL);

  out = g_string_new (NULL);
  _loom_ptx_print_instruction (out, module, function, NULL, self);

  return g_string_free (out, FALSE);
}
