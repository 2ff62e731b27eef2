/* loom-ptx-window.c: kernels that are launched as some of the blocks of a larger grid
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A device counts the blocks of a launch from 0. Here the block that a kernel asks for (%ctaid) is
 * the device's plus the first one of the launch, and the grid (%nctaid) is the whole one; both come
 * with the launch, as a parameter behind the kernel's own. All are computed where the kernel
 * begins: an assembler drops those that nobody reads.
 */

#include "config.h"

#include "loom-ptx-window.h"

#include "loom-finding.h"
#include "loom-ptx-print-private.h"
#include "loom-ptx-reach.h"

#include <glib/gi18n-lib.h>

#define PARAMETER "loom_window"

/* The order is that of LoomPtxWindow's words. */
static const char *const registers[LOOM_PTX_N_SPECIALS] = {
  [LOOM_PTX_SPECIAL_CTAID_X] = "%loom_ctaid_x",
  [LOOM_PTX_SPECIAL_CTAID_Y] = "%loom_ctaid_y",
  [LOOM_PTX_SPECIAL_CTAID_Z] = "%loom_ctaid_z",
  [LOOM_PTX_SPECIAL_NCTAID_X] = "%loom_nctaid_x",
  [LOOM_PTX_SPECIAL_NCTAID_Y] = "%loom_nctaid_y",
  [LOOM_PTX_SPECIAL_NCTAID_Z] = "%loom_nctaid_z",
};

G_STATIC_ASSERT (LOOM_PTX_SPECIAL_NCTAID_Z - LOOM_PTX_SPECIAL_CTAID_X == 5);
G_STATIC_ASSERT (sizeof (LoomPtxWindow) == 6 * sizeof (guint32));

static void
insert (const LoomPtxInsertions  *insertions,
        GString                  *out,
        LoomPtxInsertionPlace     place,
        LoomPtxFunction          *function,
        const LoomPtxInstruction *instruction)
{
  if (place != LOOM_PTX_INSERT_BEGIN || !function->is_entry)
    return;

  g_string_append (out, "  .reg .b32 %loom_own");
  for (guint i = 0; i < 6; i++)
    g_string_append_printf (out, ", %s", registers[LOOM_PTX_SPECIAL_CTAID_X + i]);
  g_string_append (out, ";\n");
  for (guint i = 0; i < 6; i++)
    g_string_append_printf (out, "  ld.param.u32 %s, [" PARAMETER "+%u];\n",
                            registers[LOOM_PTX_SPECIAL_CTAID_X + i],
                            i * (guint) sizeof (guint32));
  for (guint i = 0; i < 3; i++)
    {
      const LoomPtxSpecial special = LOOM_PTX_SPECIAL_CTAID_X + i;

      g_string_append_printf (out, "  mov.u32 %%loom_own, %s;\n"
                                   "  add.u32 %s, %s, %%loom_own;\n",
                              loom_ptx_special_get_facts (special)->name, registers[special],
                              registers[special]);
    }
}

static gboolean
is_of_block (guint special)
{
  return registers[special] != NULL;
}

/* Where the barrier of a whole grid has its memory. */
static gboolean
is_of_barrier (guint special)
{
  return special == LOOM_PTX_SPECIAL_ENVREG2;
}

static gboolean
reads (const LoomPtxOperand *operands,
       guint                 n,
       gboolean            (*is) (guint special))
{
  for (guint i = 0; i < n; i++)
    if ((operands[i].kind == LOOM_PTX_OPERAND_SPECIAL && is (operands[i].label)) ||
        (operands[i].elements != NULL &&
         reads (operands[i].elements, operands[i].n_elements, is)))
      return TRUE;
  return FALSE;
}

static gboolean
refuse (LoomPtxModule             *module,
        const LoomPtxInstruction  *instruction,
        GError                   **error)
{
  const char *file;
  const guint line = loom_ptx_module_get_place (module, instruction, &file);
  g_autofree char *place = loom_place_format (file, line);

  return loom_fail (error, LOOM_ERROR_UNSUPPORTED,
                    _("line %s: a function that the compiler did not inline asks which block it is "
                      "in, which cannot be told on one of several GPUs; make it __forceinline__, "
                      "or run this on the simulator"), place);
}

static gboolean
check_function (LoomPtxModule          *module,
                const LoomPtxFunction  *function,
                GError                **error)
{
  for (guint i = 0; i < function->instructions->len; i++)
    {
      const LoomPtxInstruction *instruction
          = &g_array_index (function->instructions, LoomPtxInstruction, i);

      if (reads (instruction->operands, instruction->n_operands, is_of_barrier))
        return loom_fail (error, LOOM_ERROR_LAUNCH,
                          _("This kernel waits for its whole grid (this_grid ().sync ()), which is "
                            "on several devices: run it on one"));
      if (!function->is_entry &&
          reads (instruction->operands, instruction->n_operands, is_of_block))
        return refuse (module, instruction, error);
    }
  return TRUE;
}

/**
 * loom_ptx_window_check:
 * @module: a module that went through the verifier
 * @entry: lowered name of a kernel
 *
 * Tells whether the kernel can be launched as a part of a grid: only itself, and no function that
 * it calls, may ask for its block, and none may wait for the whole grid.
 *
 * Errors: %LOOM_ERROR_UNSUPPORTED, with the line of that; %LOOM_ERROR_LAUNCH for what
 * waits for the grid.
 *
 * Returns: whether it can
 */
gboolean
loom_ptx_window_check (LoomPtxModule  *module,
                       const char     *entry,
                       GError        **error)
{
  const LoomPtxFunction *kernel = loom_ptx_module_find_entry (module, entry);
  g_autoptr (LoomPtxReach) reach = kernel != NULL ? loom_ptx_reach_new (module, kernel) : NULL;

  if (kernel == NULL)
    return loom_fail (error, LOOM_ERROR_LAUNCH, _("The module has no kernel %s"), entry);
  for (guint i = 0; i < reach->functions->len; i++)
    if (!check_function (module, module->functions->pdata[g_array_index (reach->functions, guint,
                                                                         i)], error))
      return FALSE;
  return TRUE;
}

/**
 * loom_ptx_window_print:
 * @module: a module that went through the verifier
 *
 * Writes a module as PTX whose kernels do what they did in the blocks that a #LoomPtxWindow says,
 * which is their last parameter.
 *
 * Returns: (transfer full): the text
 */
char *
loom_ptx_window_print (LoomPtxModule *module)
{
  const LoomPtxInsertions insertions = {
    .parameter = ".param .align 4 .b8 " PARAMETER "[24]", .specials = registers, .insert = insert,
  };

  return _loom_ptx_print_module (module, &insertions);
}
