/* loom-ptx-instrument-matrix.c: instructions that count what wmma loads and stores
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-ptx-instrument-private.h"

#include "loom-ptx-fragment.h"

static const char *
get_name (const LoomPtxInstrument *self,
          gint32                   reg)
{
  return g_array_index (self->function->registers, LoomPtxRegister, reg).name;
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
    return g_strdup (get_name (self, stride->reg));
  return g_strdup_printf ("%u", (guint32) stride->bits);
}

/* The address of a cell of this lane, in %loom_t. */
static void
write_address (LoomPtxInstrument     *self,
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
  _loom_ptx_instrument_base (self, "%loom_a", address);
  g_string_append (self->out, "  add.s64 %loom_t, %loom_t, %loom_a;\n");
}

/* Register by register, as the lanes have them. */
void
_loom_ptx_instrument_matrix (LoomPtxInstrument        *self,
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

      write_address (self, &fragment, &place, stride, access->address);
      _loom_ptx_instrument_count (self, instruction, access);
    }
}
