/* loom-sim-trace-names.c: what the steps of a trace are called
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-trace-private.h"

struct _LoomSimTraceNames
{
  const LoomSimLaunchState *launch;
  LoomTrace                *trace;
  GHashTable               *instructions;       /* LoomPtxInstruction -> index + 1 */
  GHashTable               *arrays;             /* name -> index + 1 */
};

LoomSimTraceNames *
loom_sim_trace_names_new (const LoomSimLaunchState *launch,
                          LoomTrace                *trace)
{
  LoomSimTraceNames *self = g_new0 (LoomSimTraceNames, 1);

  self->launch = launch;
  self->trace = trace;
  self->instructions = g_hash_table_new (NULL, NULL);
  self->arrays = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < trace->arrays->len; i++)
    g_hash_table_insert (self->arrays, trace->arrays->pdata[i], GUINT_TO_POINTER (i + 1));
  return self;
}

void
loom_sim_trace_names_free (LoomSimTraceNames *self)
{
  g_hash_table_unref (self->instructions);
  g_hash_table_unref (self->arrays);
  g_free (self);
}

static void
add_register (gint32  reg,
              gint32 *registers,
              guint  *n)
{
  if (reg >= 0 && *n < LOOM_TRACE_MAX_REGISTERS)
    registers[(*n)++] = reg;
}

guint
loom_sim_trace_list_written (const LoomPtxInstruction *instruction,
                             gint32                   *registers)
{
  const LoomPtxForm *form = instruction->form;
  const LoomPtxOperand *operand = instruction->operands;
  guint n = 0;

  if (instruction->call != NULL || form == NULL || form->n_operands == 0 ||
      instruction->n_operands == 0)
    return 0;
  switch (form->operands[0].kind)
    {
    case LOOM_PTX_PATTERN_DESTINATION:
    case LOOM_PTX_PATTERN_RELAXED_DESTINATION:
    case LOOM_PTX_PATTERN_PAIR:
    case LOOM_PTX_PATTERN_SHUFFLED:
    case LOOM_PTX_PATTERN_LOADED:
    case LOOM_PTX_PATTERN_PACKED:
    case LOOM_PTX_PATTERN_FRAGMENT:
      break;
    default:
      return 0;
    }
  if (operand->kind == LOOM_PTX_OPERAND_REGISTER)
    {
      add_register (operand->reg, registers, &n);
      add_register (operand->pair, registers, &n);
    }
  for (guint i = 0; operand->kind == LOOM_PTX_OPERAND_VECTOR && i < operand->n_elements; i++)
    if (operand->elements[i].kind == LOOM_PTX_OPERAND_REGISTER)
      add_register (operand->elements[i].reg, registers, &n);
  return n;
}

static LoomPtxFunction *
find_function (const LoomPtxModule      *module,
               const LoomPtxInstruction *instruction)
{
  for (guint i = 0; i < module->functions->len; i++)
    {
      LoomPtxFunction *function = g_ptr_array_index (module->functions, i);
      const LoomPtxInstruction *first =
          (const LoomPtxInstruction *) (gpointer) function->instructions->data;

      if (function->instructions->len > 0 && instruction >= first &&
          instruction < first + function->instructions->len)
        return function;
    }
  g_assert_not_reached ();
}

/* Bits are shown as what the instruction takes them for. */
static LoomPtxType
get_shown_type (const LoomPtxInstruction *instruction,
                LoomPtxType               declared)
{
  const LoomPtxType said = instruction->modifiers.n_types > 0 ? instruction->modifiers.types[0]
                                                              : LOOM_PTX_TYPE_NONE;

  return said != LOOM_PTX_TYPE_NONE && loom_ptx_type_is_bits (declared) &&
         loom_ptx_type_bits (said) == loom_ptx_type_bits (declared) ? said : declared;
}

static void
name_registers (LoomTraceInstruction     *self,
                const LoomPtxFunction    *function,
                const LoomPtxInstruction *instruction)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new (), types = g_strv_builder_new ();
  gint32 registers[LOOM_TRACE_MAX_REGISTERS];
  const guint n = loom_sim_trace_list_written (instruction, registers);

  for (guint i = 0; i < n; i++)
    {
      const LoomPtxRegister *reg = &g_array_index (function->registers, LoomPtxRegister,
                                                   registers[i]);

      g_strv_builder_add (names, reg->name);
      g_strv_builder_add (types, loom_ptx_type_get_name (get_shown_type (instruction, reg->type)));
      self->widths[i] = reg->type == LOOM_PTX_TYPE_PRED
                            ? 1
                            : MAX (loom_ptx_type_bits (reg->type) / 8, 2);
    }
  self->registers = g_strv_builder_end (names);
  self->types = g_strv_builder_end (types);
}

static guint
take_instruction (LoomSimTraceNames        *self,
                  const LoomPtxInstruction *instruction)
{
  LoomPtxModule *module = self->launch->program->module;
  const guint known = GPOINTER_TO_UINT (g_hash_table_lookup (self->instructions, instruction));
  LoomPtxFunction *function;
  LoomTraceInstruction *named;
  const char *file;
  LoomPtxClass class;

  if (known > 0)
    return known - 1;
  function = find_function (module, instruction);
  named = loom_trace_instruction_new ();
  named->ptx_line = instruction->line;
  named->line = loom_ptx_module_get_place (module, instruction, &file);
  named->file = g_intern_string (file);
  named->text = loom_ptx_instruction_to_string (module, function, instruction);
  class = loom_ptx_opcode_get_facts (instruction->opcode)->op_class;
  named->type = g_strdup ((class == LOOM_PTX_CLASS_MEMORY || class == LOOM_PTX_CLASS_ATOMIC) &&
                                  instruction->modifiers.n_types > 0
                              ? loom_ptx_type_get_name (instruction->modifiers.types[0])
                              : "");
  name_registers (named, function, instruction);
  g_ptr_array_add (self->trace->instructions, named);
  g_hash_table_insert (self->instructions, (gpointer) instruction,
                       GUINT_TO_POINTER (self->trace->instructions->len));
  return self->trace->instructions->len - 1;
}

static gint32
take_array (LoomSimTraceNames *self,
            char              *name)
{
  const guint known = GPOINTER_TO_UINT (g_hash_table_lookup (self->arrays, name));

  if (known > 0)
    {
      g_free (name);
      return (gint32) known - 1;
    }
  g_ptr_array_add (self->trace->arrays, name);
  g_hash_table_insert (self->arrays, name, GUINT_TO_POINTER (self->trace->arrays->len));
  return (gint32) self->trace->arrays->len - 1;
}

static void
name_accesses (LoomSimTraceNames *self,
               LoomTraceLane     *lane)
{
  for (guint i = 0; i < MIN (lane->n_accesses, LOOM_TRACE_MAX_ACCESSES); i++)
    {
      LoomTraceAccess *access = &lane->accesses[i];
      LoomSpace space;
      char *name = loom_sim_trap_name_place (self->launch, access->address, &space,
                                             &access->offset);

      access->space = (guint16) space;
      access->array = name != NULL ? take_array (self, name) : -1;
    }
}

void
loom_sim_trace_names_add (LoomSimTraceNames        *self,
                          const LoomPtxInstruction *instruction,
                          LoomTraceStep            *step,
                          LoomTraceLane            *lanes,
                          guint                     n_lanes)
{
  guint n = 0;

  step->instruction = take_instruction (self, instruction);
  for (guint i = 0; i < n_lanes; i++)
    {
      if ((step->active >> lanes[i].lane & 1) == 0)
        continue;
      name_accesses (self, &lanes[i]);
      lanes[n++] = lanes[i];
    }
  step->n_lanes = n;
  loom_trace_add_step (self->trace, step, lanes);
}
