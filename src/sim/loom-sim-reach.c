/* loom-sim-reach.c: which arrays and variables a kernel may load from and store to, by following addresses through its text
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-coverage-private.h"
#include "loom-sim-private.h"
#include "loom-sim-reach-private.h"

#include "loom-ptx-reach.h"

#include <string.h>

/* An address is the sum of one pointer and of offsets that cannot leave its slot, so it is enough to know which pointers
 * a register may have come from: parameters of eight bytes and addresses of variables, each a bit of a set. Pointers
 * never come in 32 bits. What is loaded in 64 bits, returned by a call or put together from parts may be any pointer. */
#define MAX_SOURCES 63
#define ANYTHING (G_GUINT64_CONSTANT (1) << MAX_SOURCES)
#define WIDEST 16
#define FOLLOWED 64             /* instructions that a store is looked for after a load */

typedef struct
{
  gint32  variable;             /* of the module, or -1 */
  guint64 param;                /* bytes from the parameters' beginning */
} Source;

struct _LoomSimReach
{
  GArray          *sources;     /* (element-type Source) */
  GArray          *accesses;    /* (element-type guint64) by instruction: what it may access; NULL: calls are made */
  LoomSimAccesses  may[MAX_SOURCES + 1];        /* by source; the last: to anything */
};

typedef struct
{
  LoomSimReach          *reach;
  LoomPtxModule         *module;
  const LoomPtxFunction *function;
  guint64               *origins;       /* by register: set of sources */
  gboolean               changed;
} Search;

static guint64
get_source (Search *self,
            gint32  variable,
            guint64 param)
{
  GArray *sources = self->reach->sources;
  const Source source = { variable, param };

  for (guint i = 0; i < sources->len; i++)
    if (g_array_index (sources, Source, i).variable == variable && g_array_index (sources, Source, i).param == param)
      return G_GUINT64_CONSTANT (1) << i;
  if (sources->len == MAX_SOURCES)
    return ANYTHING;
  g_array_append_val (sources, source);
  return G_GUINT64_CONSTANT (1) << (sources->len - 1);
}

static guint64
get_symbol_origins (Search *self,
                    gint32  symbol)
{
  const LoomPtxVariable *variable =
    loom_ptx_function_get_symbol (self->module, (LoomPtxFunction *) self->function, symbol);
  guint index;

  if (variable == NULL)
    return ANYTHING;
  /* The function's own variables are no slots, and neither is shared memory. */
  if (!g_ptr_array_find (self->module->variables, variable, &index))
    return 0;
  return get_source (self, (gint32) index, 0);
}

static gboolean
is_wide (const Search *self,
         gint32        reg)
{
  return loom_ptx_type_bits (g_array_index (self->function->registers, LoomPtxRegister, reg).type) >= 64;
}

static guint64
get_origins (Search               *self,
             const LoomPtxOperand *operand)
{
  guint64 origins = 0;

  switch ((LoomPtxOperandKind) operand->kind)
    {
    case LOOM_PTX_OPERAND_REGISTER:
      return is_wide (self, operand->reg) ? self->origins[operand->reg] : 0;
    case LOOM_PTX_OPERAND_ADDRESS:
    case LOOM_PTX_OPERAND_SYMBOL:
      if (operand->reg >= 0)
        origins |= self->origins[operand->reg];
      if (operand->symbol >= 0)
        origins |= get_symbol_origins (self, operand->symbol);
      return origins;
    default:
      return 0;
    }
}

/* What an instruction other than a load gives: the pointers among its sources, if it only moves and adds. */
static guint64
get_result_origins (Search                   *self,
                    const LoomPtxInstruction *instruction)
{
  guint64 origins = 0;

  switch (instruction->opcode)
    {
    case LOOM_PTX_OP_MOV:
      if (instruction->operands[1].kind == LOOM_PTX_OPERAND_VECTOR)
        return ANYTHING;
      break;
    case LOOM_PTX_OP_ADD:
    case LOOM_PTX_OP_SUB:
    case LOOM_PTX_OP_MUL:
    case LOOM_PTX_OP_MAD:
    case LOOM_PTX_OP_SHL:
    case LOOM_PTX_OP_SHR:
    case LOOM_PTX_OP_AND:
    case LOOM_PTX_OP_NEG:
    case LOOM_PTX_OP_MIN:
    case LOOM_PTX_OP_MAX:
    case LOOM_PTX_OP_DIV:
    case LOOM_PTX_OP_REM:
    case LOOM_PTX_OP_SELP:
    case LOOM_PTX_OP_CVT:
    case LOOM_PTX_OP_CVTA:
      break;
    default:
      return ANYTHING;
    }
  for (guint i = 1; i < instruction->n_operands; i++)
    origins |= get_origins (self, &instruction->operands[i]);
  return origins;
}

static guint64
get_loaded_origins (Search                   *self,
                    const LoomPtxInstruction *instruction)
{
  const LoomPtxOperand *from = &instruction->operands[1];
  const LoomPtxVariable *param = NULL;

  if (instruction->modifiers.space == LOOM_PTX_SPACE_PARAM && from->symbol >= 0)
    param = loom_ptx_function_get_symbol (self->module, (LoomPtxFunction *) self->function, from->symbol);
  if (param == NULL || param->offset < 0)
    return ANYTHING;
  return get_source (self, -1, (guint64) (param->offset + from->offset));
}

static void
set_origins (Search               *self,
             const LoomPtxOperand *to,
             guint64               origins)
{
  if (to->kind == LOOM_PTX_OPERAND_VECTOR)
    for (guint i = 0; i < to->n_elements; i++)
      set_origins (self, &to->elements[i], ANYTHING);
  else if (to->kind == LOOM_PTX_OPERAND_REGISTER && is_wide (self, to->reg) && (origins & ~self->origins[to->reg]) != 0)
    {
      self->origins[to->reg] |= origins;
      self->changed = TRUE;
    }
}

static void
follow (Search                   *self,
        const LoomPtxInstruction *instruction)
{
  if (instruction->n_operands < 2)
    return;
  set_origins (self, &instruction->operands[0],
               instruction->opcode == LOOM_PTX_OP_LD ? get_loaded_origins (self, instruction)
                                                     : get_result_origins (self, instruction));
}

static guint
narrower (guint a,
          guint b)
{
  return a == 0 || b == 0 ? MAX (a, b) : MIN (a, b);
}

/* Bytes that a lane accesses: all of a vector's. */
static guint
get_width (const LoomPtxInstruction *instruction)
{
  const LoomPtxModifiers *modifiers = &instruction->modifiers;

  /* Where a copy of a length ends, single bytes are loaded. */
  if (instruction->opcode == LOOM_PTX_OP_CP_ASYNC_CA || instruction->opcode == LOOM_PTX_OP_CP_ASYNC_CG)
    return instruction->n_operands > 3 ? 1 : 4;
  if (loom_ptx_opcode_get_facts (instruction->opcode)->op_class == LOOM_PTX_CLASS_ASYNC || modifiers->n_types == 0)
    return 4;
  return CLAMP (loom_ptx_type_bits (modifiers->types[0]) / 8 * MAX (modifiers->vector, 1), 1, WIDEST);
}

static gboolean
has_label (const LoomPtxFunction *function,
           guint                  instruction)
{
  for (guint i = 0; i < function->labels->len; i++)
    if (g_array_index (function->labels, LoomPtxLabel, i).target == instruction)
      return TRUE;
  return FALSE;
}

/* Whether all lanes that come to an instruction come to the next as well, and to no other before. */
static gboolean
goes_on (const LoomPtxFunction *function,
         guint                  instruction)
{
  switch (loom_ptx_opcode_get_facts (g_array_index (function->instructions, LoomPtxInstruction, instruction).opcode)->op_class)
    {
    case LOOM_PTX_CLASS_CONTROL:
    case LOOM_PTX_CLASS_BARRIER:
    case LOOM_PTX_CLASS_WARP:
    case LOOM_PTX_CLASS_ATOMIC:
      return FALSE;
    default:
      return instruction + 1 < function->instructions->len && !has_label (function, instruction + 1);
    }
}

static gboolean
is_same_address (const LoomPtxOperand *a,
                 const LoomPtxOperand *b)
{
  return a->kind == LOOM_PTX_OPERAND_ADDRESS && b->kind == LOOM_PTX_OPERAND_ADDRESS && a->reg >= 0 && a->reg == b->reg &&
         a->symbol == b->symbol && a->offset == b->offset;
}

/* Whether each thread that makes this load stores to the same place soon after, as `a[i] += x` does: who stores to what
 * this one loaded then meets its store as well, so that noting stores is enough. */
static gboolean
is_followed_by_store (const LoomPtxFunction *function,
                      guint                  index)
{
  const LoomPtxInstruction *load = &g_array_index (function->instructions, LoomPtxInstruction, index);

  if (load->opcode != LOOM_PTX_OP_LD || load->guard >= 0)
    return FALSE;
  for (guint i = index; i < index + FOLLOWED && goes_on (function, i); i++)
    {
      const LoomPtxInstruction *next = &g_array_index (function->instructions, LoomPtxInstruction, i + 1);
      const LoomPtxOperand *to = next->operands;

      if (next->n_operands == 0)
        continue;
      if (next->opcode == LOOM_PTX_OP_ST && next->guard < 0 && is_same_address (&load->operands[1], to))
        return get_width (next) >= get_width (load);
      if (to->kind == LOOM_PTX_OPERAND_VECTOR || (to->kind == LOOM_PTX_OPERAND_REGISTER && to->reg == load->operands[1].reg))
        return FALSE;
    }
  return FALSE;
}

/* One that changes no order but that of its sums; lowering looks whether anybody reads the result. */
static gboolean
adds_floats (const LoomPtxInstruction *instruction)
{
  return (instruction->opcode == LOOM_PTX_OP_RED || instruction->opcode == LOOM_PTX_OP_ATOM) &&
         instruction->modifiers.atomic == LOOM_PTX_ATOMIC_ADD && loom_ptx_type_is_float (instruction->modifiers.types[0]);
}

static gboolean
is_atomic (const LoomPtxInstruction *instruction)
{
  return loom_ptx_opcode_get_facts (instruction->opcode)->op_class == LOOM_PTX_CLASS_ATOMIC;
}

static void
note_access (LoomSimReach             *self,
             const LoomPtxInstruction *instruction,
             gboolean                  followed,
             guint64                   origins)
{
  const guint width = get_width (instruction);

  for (; origins != 0; origins &= origins - 1)
    {
      LoomSimAccesses *may = &self->may[__builtin_ctzll (origins)];

      if (instruction->opcode != LOOM_PTX_OP_ST)
        {
          may->load = narrower (may->load, width);
          may->loads_others |= !followed;
          may->hears_others |= !followed && !is_atomic (instruction);
        }
      may->adds |= adds_floats (instruction);
      may->other |= !adds_floats (instruction);
      if (instruction->opcode != LOOM_PTX_OP_LD)
        may->store = narrower (may->store, width);
    }
}

static gboolean
reaches_slots (const LoomPtxInstruction *instruction)
{
  switch ((LoomPtxSpace) instruction->modifiers.space)
    {
    case LOOM_PTX_SPACE_SHARED:
    case LOOM_PTX_SPACE_LOCAL:
    case LOOM_PTX_SPACE_PARAM:
    case LOOM_PTX_SPACE_CONST:
      return FALSE;
    default:
      return TRUE;
    }
}

static void
note_accesses (Search *self)
{
  for (guint i = 0; i < self->function->instructions->len; i++)
    {
      const LoomPtxInstruction *instruction = &g_array_index (self->function->instructions, LoomPtxInstruction, i);
      guint64 all = 0;

      for (guint o = 0; reaches_slots (instruction) && o < instruction->n_operands; o++)
        if (instruction->operands[o].kind == LOOM_PTX_OPERAND_ADDRESS)
          {
            const guint64 origins = self->origins != NULL ? get_origins (self, &instruction->operands[o]) : ANYTHING;

            note_access (self->reach, instruction, is_followed_by_store (self->function, i), origins);
            all |= origins;
          }
      if (self->reach->accesses != NULL)
        g_array_append_val (self->reach->accesses, all);
    }
}

static gboolean
has_calls (const LoomPtxFunction *function)
{
  for (guint i = 0; i < function->instructions->len; i++)
    if (g_array_index (function->instructions, LoomPtxInstruction, i).call != NULL)
      return TRUE;
  return FALSE;
}

/* Kernels that call functions are not followed into them: any access there may be to anything. What those do that the
 * simulator provides (printf and malloc) loads and stores bytes. */
static void
note_all_accesses (Search                *self,
                   const LoomPtxFunction *entry)
{
  g_autoptr (LoomPtxReach) reach = loom_ptx_reach_new (self->module, entry);

  for (guint i = 0; i < reach->functions->len; i++)
    {
      self->function = g_ptr_array_index (self->module->functions,
                                          g_array_index (reach->functions, guint, i));
      note_accesses (self);
    }
}

LoomSimReach *
loom_sim_reach_new (LoomPtxModule         *module,
                    const LoomPtxFunction *entry)
{
  LoomSimReach *self = g_new0 (LoomSimReach, 1);
  Search search = { .reach = self, .module = module, .function = entry, .changed = TRUE };

  self->sources = g_array_new (FALSE, FALSE, sizeof (Source));
  if (has_calls (entry))
    {
      note_all_accesses (&search, entry);
      /* printf loads what a %s points to. */
      self->may[MAX_SOURCES].other = TRUE;
      return self;
    }
  search.origins = g_new0 (guint64, entry->registers->len);
  while (search.changed)
    {
      search.changed = FALSE;
      for (guint i = 0; i < entry->instructions->len; i++)
        follow (&search, &g_array_index (entry->instructions, LoomPtxInstruction, i));
    }
  self->accesses = g_array_sized_new (FALSE, FALSE, sizeof (guint64), entry->instructions->len);
  note_accesses (&search);
  g_free (search.origins);
  return self;
}

void
loom_sim_reach_free (LoomSimReach *self)
{
  g_array_unref (self->sources);
  g_clear_pointer (&self->accesses, g_array_unref);
  g_free (self);
}

static guint64
get_slot (const Source  *source,
          const LoomSim *sim,
          const guint8  *params)
{
  guint64 address = 0;

  if (source->variable >= 0)
    address = sim->addresses[source->variable];
  else if (source->param + sizeof address <= sim->slots[LOOM_SIM_PARAM_SLOT].size)
    memcpy (&address, params + source->param, sizeof address);
  return address >> LOOM_SIM_SLOT_BITS;
}

void
loom_sim_reach_apply (const LoomSimReach *self,
                      LoomSim            *sim,
                      const guint8       *params)
{
  for (guint i = LOOM_SIM_FIRST_SLOT; i < sim->n_slots; i++)
    sim->slots[i].may = self->may[MAX_SOURCES];
  for (guint i = 0; i < self->sources->len; i++)
    {
      const guint64 slot = get_slot (&g_array_index (self->sources, Source, i), sim, params);

      if (slot >= LOOM_SIM_FIRST_SLOT && slot < sim->n_slots)
        {
          LoomSimAccesses *may = &sim->slots[slot].may;

          may->load = narrower (may->load, self->may[i].load);
          may->loads_others |= self->may[i].loads_others;
          may->hears_others |= self->may[i].hears_others;
          may->adds |= self->may[i].adds;
          may->other |= self->may[i].other;
          may->store = narrower (may->store, self->may[i].store);
        }
    }
}

/* Whether it is known what each instruction of a kernel may access. */
gboolean
loom_sim_reach_tells_instructions (const LoomSimReach *self)
{
  return self->accesses != NULL;
}

/* What an instruction may access need not be apart, as far as is known of it. */
void
loom_sim_reach_spoil (const LoomSimReach *self,
                      LoomSim            *sim,
                      const guint8       *params,
                      guint               instruction)
{
  const guint64 origins = g_array_index (self->accesses, guint64, instruction);

  for (guint i = LOOM_SIM_FIRST_SLOT; (origins & ANYTHING) != 0 && i < sim->n_slots; i++)
    sim->slots[i].apart = FALSE;
  for (guint i = 0; i < self->sources->len; i++)
    {
      const guint64 slot = get_slot (&g_array_index (self->sources, Source, i), sim, params);

      if ((origins >> i & 1) != 0 && slot < sim->n_slots)
        sim->slots[slot].apart = FALSE;
    }
}

/* Whether a kernel's sums of floats are its blocks' adds one block after the other, whoever runs which: nothing else is done
 * to what it adds to, and no block can wait for another, as it loads nothing that another may store to. */
gboolean
loom_sim_reach_adds_in_order (const LoomSim *sim)
{
  for (guint i = LOOM_SIM_FIRST_SLOT; i < sim->n_slots; i++)
    {
      const LoomSimAccesses *may = &sim->slots[i].may;

      if ((may->adds && may->other) || (may->hears_others && may->store != 0))
        return FALSE;
    }
  return TRUE;
}
