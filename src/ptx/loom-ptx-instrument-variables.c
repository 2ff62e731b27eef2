/* loom-ptx-instrument-variables.c: which accesses may be to variables that are counted, and the
 * instructions that find out
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-ptx-instrument-private.h"

static gboolean
is_made_generic (const LoomPtxVariable *variable,
                 gint32                 symbol)
{
  for (guint i = 0; variable->relocations != NULL && i < variable->relocations->len; i++)
    {
      const LoomPtxRelocation *relocation = &g_array_index (variable->relocations,
                                                            LoomPtxRelocation, i);

      if (relocation->generic && relocation->symbol == symbol)
        return TRUE;
    }
  return FALSE;
}

/* Whether some constant's address becomes a generic one; of which, nobody follows. */
static gboolean
makes_constants_generic (const LoomPtxFunction *function)
{
  for (guint i = 0; i < function->instructions->len; i++)
    {
      const LoomPtxInstruction *instruction = &g_array_index (function->instructions,
                                                              LoomPtxInstruction, i);

      if (instruction->opcode == LOOM_PTX_OP_CVTA &&
          instruction->modifiers.space == LOOM_PTX_SPACE_CONST &&
          (instruction->modifiers.flags & LOOM_PTX_FLAG_TO) == 0)
        return TRUE;
    }
  return FALSE;
}

static gboolean
may_be_generic (LoomPtxModule         *module,
                const LoomPtxVariable *variable,
                gint32                 symbol)
{
  if (variable->space != LOOM_PTX_SPACE_CONST)
    return FALSE;
  for (guint i = 0; i < module->variables->len; i++)
    if (is_made_generic (g_ptr_array_index (module->variables, i), symbol))
      return TRUE;
  for (guint i = 0; i < module->functions->len; i++)
    if (makes_constants_generic (g_ptr_array_index (module->functions, i)))
      return TRUE;
  return FALSE;
}

static gint32
find_symbol (LoomPtxModule *module,
             const char    *name)
{
  for (guint i = 0; i < module->variables->len; i++)
    {
      const LoomPtxVariable *variable = g_ptr_array_index (module->variables, i);

      if (g_str_equal (variable->name, name))
        return (gint32) i;
    }
  return -1;
}

/* Those of them that the module has. */
GArray *
_loom_ptx_counted_list (LoomPtxModule           *module,
                        const LoomPtxArenaArray *variables,
                        guint                    n_variables)
{
  GArray *counted = g_array_new (FALSE, FALSE, sizeof (LoomPtxCounted));

  for (guint i = 0; i < n_variables; i++)
    {
      const gint32 symbol = find_symbol (module, variables[i].symbol);
      LoomPtxCounted one = { .symbol = symbol,
                             .offset = variables[i].offset - variables[0].offset };

      if (symbol < 0)
        continue;
      one.variable = g_ptr_array_index (module->variables, symbol);
      one.is_generic = may_be_generic (module, one.variable, symbol);
      g_array_append_val (counted, one);
    }
  return counted;
}

/* Those of global memory that are not counted. */
GArray *
_loom_ptx_others_list (LoomPtxModule *module,
                       const GArray  *counted)
{
  GArray *others = g_array_new (FALSE, FALSE, sizeof (LoomPtxCounted));

  for (guint i = 0; i < module->variables->len; i++)
    {
      const LoomPtxCounted one = { .variable = g_ptr_array_index (module->variables, i),
                                   .symbol = (gint32) i };
      gboolean is_counted = FALSE;

      for (guint j = 0; j < counted->len; j++)
        is_counted |= g_array_index (counted, LoomPtxCounted, j).symbol == one.symbol;
      if (!is_counted && one.variable->space == LOOM_PTX_SPACE_GLOBAL && one.variable->size > 0)
        g_array_append_val (others, one);
    }
  return others;
}

/* By a name it is one variable; by a register it may be any in its space. */
static gboolean
may_meet (const LoomPtxAccess  *self,
          const LoomPtxCounted *counted)
{
  if (self->address->reg < 0)
    return self->address->symbol == counted->symbol;
  if (self->space == LOOM_PTX_SPACE_GENERIC)
    return counted->variable->space == LOOM_PTX_SPACE_GLOBAL || counted->is_generic;
  return counted->variable->space == self->space;
}

gboolean
_loom_ptx_access_meets_any (const LoomPtxAccess *self,
                            const GArray        *counted)
{
  for (guint i = 0; i < counted->len; i++)
    if (may_meet (self, &g_array_index (counted, LoomPtxCounted, i)))
      return TRUE;
  return FALSE;
}

/* Arrays have no names in the module. */
gboolean
_loom_ptx_access_may_meet_array (const LoomPtxAccess *self)
{
  return self->address->reg >= 0 && self->space != LOOM_PTX_SPACE_CONST;
}

/* In %loom_q whether the address in %loom_t is in the variable and the instruction is executed, in
 * %loom_b how far. */
static void
write_range (LoomPtxInstrument        *self,
             const LoomPtxInstruction *instruction,
             const LoomPtxAccess      *access,
             const LoomPtxCounted     *counted)
{
  const gboolean is_converted = access->space == LOOM_PTX_SPACE_GENERIC &&
                                counted->variable->space == LOOM_PTX_SPACE_CONST;
  char size[24];

  g_snprintf (size, sizeof size, "%" G_GUINT64_FORMAT, counted->variable->size);
  g_string_append_printf (self->out,
                          "  %s %%loom_b, %s;\n"
                          "  sub.s64 %%loom_b, %%loom_t, %%loom_b;\n",
                          is_converted ? "cvta.const.u64" : "mov.u64", counted->variable->name);
  _loom_ptx_instrument_compare (self, instruction, "%loom_q, %loom_b", size);
}

/* As write_test() of loom-ptx-instrument-access.c, which this goes on from: in %loom_p whether to
 * count, in %loom_a where. */
void
_loom_ptx_instrument_variables (LoomPtxInstrument        *self,
                                const LoomPtxInstruction *instruction,
                                const LoomPtxAccess      *access)
{
  for (guint i = 0; i < self->counted->len; i++)
    {
      const LoomPtxCounted *counted = &g_array_index (self->counted, LoomPtxCounted, i);

      if (!may_meet (access, counted))
        continue;
      write_range (self, instruction, access, counted);
      g_string_append_printf (self->out,
                              "  or.pred %%loom_p, %%loom_p, %%loom_q;\n"
                              "  add.s64 %%loom_b, %%loom_b, %%loom_n;\n"
                              "  @%%loom_q add.s64 %%loom_a, %%loom_b, %" G_GUINT64_FORMAT ";\n",
                              counted->offset);
    }
}

/* In %loom_s whether it is a store that is not idle: one that is counted, or to any other variable
 * of global memory. */
void
_loom_ptx_instrument_others (LoomPtxInstrument        *self,
                             const LoomPtxInstruction *instruction,
                             const LoomPtxAccess      *access)
{
  g_string_append (self->out, "  mov.pred %loom_s, %loom_p;\n");
  for (guint i = 0; i < self->others->len; i++)
    {
      const LoomPtxCounted *other = &g_array_index (self->others, LoomPtxCounted, i);

      if (!may_meet (access, other))
        continue;
      write_range (self, instruction, access, other);
      g_string_append (self->out, "  or.pred %loom_s, %loom_s, %loom_q;\n");
    }
}
