/* loom-ptx-instrument-access.c: which instructions touch global memory or constants, and the
 * instructions that count it
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-ptx-instrument-private.h"

#include "loom-ptx-fragment.h"

#define TABLE(member) ((guint) G_STRUCT_OFFSET (LoomPtxArenaTable, member))

static gboolean
is_predicate (const LoomPtxInstrument *self,
              const LoomPtxOperand    *operand)
{
  return operand->kind == LOOM_PTX_OPERAND_REGISTER &&
         g_array_index (self->function->registers, LoomPtxRegister, operand->reg).type ==
             LOOM_PTX_TYPE_PRED;
}

static void
init_plain (LoomPtxAccess            *self,
            const LoomPtxInstruction *instruction,
            guint                     address)
{
  const LoomPtxModifiers *modifiers = &instruction->modifiers;

  self->address = &instruction->operands[address];
  self->space = modifiers->space;
  self->bytes = MAX (modifiers->vector, 1) * loom_ptx_type_bits (modifiers->types[0]) / 8;
}

static void
init_copy (LoomPtxAccess            *self,
           const LoomPtxInstruction *instruction)
{
  const guint n = instruction->n_operands -
                  ((instruction->modifiers.flags & LOOM_PTX_FLAG_HINT) != 0 ? 1 : 0);

  self->address = &instruction->operands[1];
  self->space = LOOM_PTX_SPACE_GLOBAL;
  self->bytes = (guint) instruction->operands[2].bits;
  self->length = n > 3 ? &instruction->operands[3] : NULL;
}

/* Each register's cells, at once if they lie side by side. */
static void
init_matrix (LoomPtxAccess            *self,
             const LoomPtxInstruction *instruction,
             guint                     address)
{
  LoomPtxFragment fragment;

  loom_ptx_fragment_init (&fragment, instruction);
  self->address = &instruction->operands[address];
  self->space = instruction->modifiers.space;
  self->is_matrix = TRUE;
  self->pieces = fragment.cells == 1 || fragment.by_lines ? 1 : fragment.cells;
  self->bytes = loom_ptx_type_bits (fragment.type) * fragment.cells / self->pieces / 8;
}

/* Whether a verified instruction may touch global memory or constants, and what of them. */
gboolean
_loom_ptx_access_init (LoomPtxAccess            *self,
                       const LoomPtxInstruction *instruction)
{
  const guint space = instruction->modifiers.space;

  *self = (LoomPtxAccess) { .address = NULL };
  if (instruction->form == NULL ||
      (space != LOOM_PTX_SPACE_GENERIC && space != LOOM_PTX_SPACE_GLOBAL &&
       space != LOOM_PTX_SPACE_CONST))
    return FALSE;

  switch ((guint) instruction->opcode)
    {
    case LOOM_PTX_OP_LD:
    case LOOM_PTX_OP_LDU:
      init_plain (self, instruction, 1);
      self->reads = TRUE;
      break;
    case LOOM_PTX_OP_ST:
      init_plain (self, instruction, 0);
      self->writes = TRUE;
      break;
    case LOOM_PTX_OP_ATOM:
    case LOOM_PTX_OP_RED:
      init_plain (self, instruction, instruction->opcode == LOOM_PTX_OP_ATOM ? 1 : 0);
      self->reads = self->writes = TRUE;
      break;
    case LOOM_PTX_OP_CP_ASYNC_CA:
    case LOOM_PTX_OP_CP_ASYNC_CG:
      init_copy (self, instruction);
      self->reads = TRUE;
      break;
    case LOOM_PTX_OP_WMMA_LOAD_A:
    case LOOM_PTX_OP_WMMA_LOAD_B:
    case LOOM_PTX_OP_WMMA_LOAD_C:
      init_matrix (self, instruction, 1);
      self->reads = TRUE;
      break;
    case LOOM_PTX_OP_WMMA_STORE_D:
      init_matrix (self, instruction, 0);
      self->writes = TRUE;
      break;
    default:
      return FALSE;
    }
  return TRUE;
}

/* Whether there is anything to count of it. */
gboolean
_loom_ptx_access_is_counted (const LoomPtxAccess     *self,
                             const LoomPtxInstrument *instrument)
{
  const LoomCoverageFlags coverage = instrument->how->coverage;

  return coverage != LOOM_COVERAGE_NONE &&
         (self->writes || (coverage & LOOM_COVERAGE_READS) != 0) &&
         (_loom_ptx_access_may_meet_array (self) ||
          _loom_ptx_access_meets_any (self, instrument->counted) ||
          (self->writes && _loom_ptx_access_meets_any (self, instrument->others)));
}

/* An address without what is added to it by the lane or the instruction. */
static void
write_base (LoomPtxInstrument    *self,
            const char           *to,
            const LoomPtxOperand *address)
{
  if (address->reg < 0)
    g_string_append_printf (
        self->out, "  mov.u64 %s, %s;\n", to,
        loom_ptx_function_get_symbol (self->module, self->function, address->symbol)->name);
  g_string_append_printf (
      self->out, "  add.s64 %s, %s, %" G_GINT64_FORMAT ";\n", to,
      address->reg < 0 ? to : g_array_index (self->function->registers, LoomPtxRegister,
                                             address->reg).name,
      address->offset);
}

/* operands: a predicate and an offset. Whether the offset is less than so many bytes and the
 * instruction is executed. */
void
_loom_ptx_instrument_compare (LoomPtxInstrument        *self,
                              const LoomPtxInstruction *instruction,
                              const char               *operands,
                              const char               *size)
{
  if (instruction->guard >= 0)
    g_string_append_printf (
        self->out, "  setp.lt.and.u64 %s, %s, %s%s;\n", operands, size,
        instruction->guard_negated ? "!" : "",
        g_array_index (self->function->registers, LoomPtxRegister, instruction->guard).name);
  else
    g_string_append_printf (self->out, "  setp.lt.u64 %s, %s;\n", operands, size);
}

/* Of the address in %loom_t the offset in the arena, and in %loom_p whether it is there and the
 * instruction is executed. */
static void
write_array_test (LoomPtxInstrument        *self,
            const LoomPtxInstruction *instruction,
            const LoomPtxAccess      *access)
{
  g_string_append (self->out,
                   "  ld.global.nc.v2.b64 {%loom_b, %loom_n}, [" LOOM_PTX_ARENA_SYMBOL "];\n"
                   "  sub.s64 %loom_a, %loom_t, %loom_b;\n");
  _loom_ptx_instrument_compare (self, instruction, "%loom_p, %loom_a", "%loom_n");
  if (access->space == LOOM_PTX_SPACE_GENERIC)
    g_string_append (self->out, "  isspacep.global %loom_q, %loom_t;\n"
                                "  and.pred %loom_p, %loom_p, %loom_q;\n");
}

/* The same for variables as well. */
static void
write_test (LoomPtxInstrument        *self,
            const LoomPtxInstruction *instruction,
            const LoomPtxAccess      *access)
{
  if (_loom_ptx_access_may_meet_array (access))
    write_array_test (self, instruction, access);
  else
    g_string_append_printf (self->out,
                            "  ld.global.nc.b64 %%loom_n, [" LOOM_PTX_ARENA_SYMBOL "+%u];\n"
                            "  mov.u64 %%loom_a, %%loom_n;\n"
                            "  setp.ne.s64 %%loom_p, %%loom_a, %%loom_n;\n",
                            TABLE (array_bytes));
  _loom_ptx_instrument_variables (self, instruction, access);
  if (access->writes)
    _loom_ptx_instrument_others (self, instruction, access);
}

/* From bytes of the arena to those of a plane of four bytes for each unit. */
static void
write_scale (LoomPtxInstrument *self)
{
  const guint bits = (guint) __builtin_ctz (self->how->unit);

  if (bits < 2)
    g_string_append_printf (self->out, "  shl.b64 %%loom_a, %%loom_a, %u;\n", 2 - bits);
  else if (bits > 2)
    g_string_append_printf (self->out, "  shr.u64 %%loom_a, %%loom_a, %u;\n", bits - 2);
}

static void
write_address (LoomPtxInstrument *self,
               guint              table,
               const char        *offset)
{
  g_string_append_printf (self->out,
                          "  ld.global.nc.b64 %%loom_b, [" LOOM_PTX_ARENA_SYMBOL "+%u];\n"
                          "  add.s64 %%loom_b, %%loom_b, %s;\n",
                          table, offset);
}

/* One for each unit; two units at once where there are two, since they lie side by side. */
static void
write_count (LoomPtxInstrument *self,
             guint              table,
             guint              n_units)
{
  write_address (self, table, "%loom_a");
  if (n_units == 1)
    g_string_append (self->out, "  @%loom_p red.global.add.u32 [%loom_b], 1;\n");
  for (guint i = 0; i + 1 < n_units; i += 2)
    g_string_append_printf (self->out,
                            "  @%%loom_p red.global.add.u64 [%%loom_b+%u], 4294967297;\n", i * 4);
}

static void
write_thread (LoomPtxInstrument *self,
              guint              table,
              const char        *thread,
              guint              n_units)
{
  const guint size = self->how->writer_size;

  write_address (self, table, size == 4 ? "%loom_a" : "%loom_t");
  for (guint i = 0; i < n_units; i++)
    g_string_append_printf (self->out, "  @%%loom_p red.global.max.u%u [%%loom_b+%u], %s;\n",
                            size * 8, i * size, thread);
}

static void
write_store (LoomPtxInstrument *self,
             guint              n_units)
{
  const LoomCoverageFlags coverage = self->how->coverage;

  if ((coverage & LOOM_COVERAGE_WRITES) != 0)
    write_count (self, TABLE (writes), n_units);
  if ((coverage & LOOM_COVERAGE_WRITERS) != 0)
    {
      if (self->how->writer_size == 8)
        g_string_append (self->out, "  shl.b64 %loom_t, %loom_a, 1;\n");
      write_thread (self, TABLE (lowest), "%loom_lowest", n_units);
      write_thread (self, TABLE (highest), "%loom_highest", n_units);
    }
  if (self->how->writer_size == 4)
    g_string_append (self->out, "  cvt.u64.u32 %loom_t, %loom_thread;\n");
  write_address (self, TABLE (stored), self->how->writer_size == 4 ? "%loom_t" : "%loom_thread");
  g_string_append (self->out, "  @%loom_s st.global.u8 [%loom_b], 1;\n");
}

/* A copy reads as many bytes as its length says: a unit is read if it begins before the length
 * ends. */
static void
write_partial_count (LoomPtxInstrument    *self,
                     const LoomPtxOperand *length,
                     guint                 n_units)
{
  if (length->kind == LOOM_PTX_OPERAND_REGISTER)
    g_string_append_printf (
        self->out, "  mov.b32 %%loom_x, %s;\n",
        g_array_index (self->function->registers, LoomPtxRegister, length->reg).name);
  else
    g_string_append_printf (self->out, "  mov.b32 %%loom_x, %u;\n", (guint32) length->bits);
  write_address (self, TABLE (reads), "%loom_a");
  for (guint i = 0; i < n_units; i++)
    g_string_append_printf (self->out, "  setp.gt.and.u32 %%loom_q, %%loom_x, %u, %%loom_p;\n"
                                       "  @%%loom_q red.global.add.u32 [%%loom_b+%u], 1;\n",
                            i * self->how->unit, i * 4);
}

/* A copy that is to ignore its source reads nothing. */
static void
write_ignored (LoomPtxInstrument    *self,
               const LoomPtxOperand *ignored)
{
  const char *name = g_array_index (self->function->registers, LoomPtxRegister, ignored->reg).name;

  if (ignored->negated)
    g_string_append_printf (self->out, "  and.pred %%loom_p, %%loom_p, %s;\n", name);
  else
    g_string_append_printf (self->out, "  not.pred %%loom_q, %s;\n"
                                       "  and.pred %%loom_p, %%loom_p, %%loom_q;\n", name);
}

/* Counts what an instruction is about to do at the address in %loom_t. */
static void
count_access (LoomPtxInstrument        *self,
              const LoomPtxInstruction *instruction,
              const LoomPtxAccess      *access)
{
  const guint n_units = access->bytes / self->how->unit;
  const LoomPtxOperand *length = access->length;

  write_test (self, instruction, access);
  write_scale (self);
  if (length != NULL && is_predicate (self, length))
    {
      write_ignored (self, length);
      length = NULL;
    }
  if (length != NULL)
    write_partial_count (self, length, n_units);
  else if (access->reads && (self->how->coverage & LOOM_COVERAGE_READS) != 0)
    write_count (self, TABLE (reads), n_units);
  if (access->writes)
    write_store (self, n_units);
}

/* Line and first cell of this lane in a tile, in %loom_line and %loom_cell. */
static void
write_lane (LoomPtxInstrument     *self,
            const LoomPtxFragment *fragment)
{
  g_string_append_printf (self->out, "  mov.u32 %%loom_x, %%laneid;\n"
                                     "  shr.u32 %%loom_line, %%loom_x, 2;\n"
                                     "  and.b32 %%loom_x, %%loom_x, 3;\n"
                                     "  mul.lo.u32 %%loom_cell, %%loom_x, %u;\n", fragment->spread);
}

/* How many cells lines, or columns, lie apart. */
static char *
get_stride (const LoomPtxInstrument  *self,
            const LoomPtxInstruction *instruction,
            const LoomPtxFragment    *fragment)
{
  const LoomPtxOperand *stride = &instruction->operands[2];

  if (instruction->n_operands < 3)
    return g_strdup_printf ("%u", fragment->by_lines ? fragment->depth : fragment->lines);
  if (stride->kind == LOOM_PTX_OPERAND_REGISTER)
    return g_strdup (g_array_index (self->function->registers, LoomPtxRegister, stride->reg).name);
  return g_strdup_printf ("%u", (guint32) stride->bits);
}

/* The address of a cell of this lane, in %loom_t. */
static void
write_cell_address (LoomPtxInstrument     *self,
                    const LoomPtxFragment *fragment,
                    const LoomPtxTile     *place,
                    const char            *stride,
                    const LoomPtxOperand  *address)
{
  const char *far = fragment->by_lines ? "%loom_line" : "%loom_cell",
             *near = fragment->by_lines ? "%loom_cell" : "%loom_line";

  g_string_append_printf (self->out, "  add.u32 %%loom_x, %s, %u;\n"
                                     "  mul.wide.u32 %%loom_t, %%loom_x, %s;\n"
                                     "  add.u32 %%loom_x, %s, %u;\n"
                                     "  cvt.u64.u32 %%loom_a, %%loom_x;\n"
                                     "  add.s64 %%loom_t, %%loom_t, %%loom_a;\n",
                          far, fragment->by_lines ? place->line : place->cell, stride, near,
                          fragment->by_lines ? place->cell : place->line);
  g_string_append_printf (self->out,
                          "  mul.lo.u64 %%loom_t, %%loom_t, %u;\n"
                          "  shr.u64 %%loom_t, %%loom_t, 3;\n",
                          loom_ptx_type_bits (fragment->type));
  write_base (self, "%loom_a", address);
  g_string_append (self->out, "  add.s64 %loom_t, %loom_t, %loom_a;\n");
}

/* Register by register, as the lanes have them. */
static void
count_matrix (LoomPtxInstrument        *self,
              const LoomPtxInstruction *instruction,
              const LoomPtxAccess      *access)
{
  const LoomPtxOperand *registers = &instruction->operands[access->writes ? 1 : 0];
  const guint n = registers->kind == LOOM_PTX_OPERAND_VECTOR ? registers->n_elements : 1;
  g_autofree char *stride = NULL;
  LoomPtxFragment fragment;

  loom_ptx_fragment_init (&fragment, instruction);
  stride = get_stride (self, instruction, &fragment);
  write_lane (self, &fragment);
  for (guint i = 0; i < n * access->pieces; i++)
    {
      const LoomPtxTile place = loom_ptx_fragment_get_place (&fragment, i / access->pieces,
                                                             i % access->pieces);

      write_cell_address (self, &fragment, &place, stride, access->address);
      count_access (self, instruction, access);
    }
}

/* Counts under the instruction's own predicate and before it: it may overwrite its address. */
void
_loom_ptx_instrument_access (LoomPtxInstrument        *self,
                             const LoomPtxInstruction *instruction,
                             const LoomPtxAccess      *access)
{
  if (access->is_matrix)
    {
      count_matrix (self, instruction, access);
      return;
    }
  write_base (self, "%loom_t", access->address);
  count_access (self, instruction, access);
}

/**
 * loom_ptx_instrument_get_narrowest:
 * @module: a verified module
 * @variables: (array length=n_variables): those of its variables that are counted
 * @n_variables: how many
 *
 * Finds how many bytes of arrays and counted variables all instructions of a module touch at once,
 * at least.
 *
 * Returns: bytes of the narrowest access, a power of two, 16 at most and if there is none
 */
guint
loom_ptx_instrument_get_narrowest (LoomPtxModule           *module,
                                   const LoomPtxArenaArray *variables,
                                   guint                    n_variables)
{
  g_autoptr (GArray) counted = _loom_ptx_counted_list (module, variables, n_variables);
  guint narrowest = 16;

  for (guint i = 0; i < module->functions->len; i++)
    {
      const LoomPtxFunction *function = g_ptr_array_index (module->functions, i);

      for (guint j = 0; j < function->instructions->len; j++)
        {
          LoomPtxAccess access;

          /* Where a copy of a length ends is seen when it runs. */
          if (_loom_ptx_access_init (&access, &g_array_index (function->instructions,
                                                              LoomPtxInstruction, j)) &&
              (_loom_ptx_access_may_meet_array (&access) ||
               _loom_ptx_access_meets_any (&access, counted)))
            narrowest = MIN (narrowest, access.length != NULL ? 1 : access.bytes);
        }
    }
  return narrowest;
}
