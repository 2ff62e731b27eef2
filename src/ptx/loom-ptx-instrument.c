/* loom-ptx-instrument.c: a module that counts its own accesses to memory and tells when its blocks
 * run
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-ptx-instrument-private.h"

#include "loom-error.h"
#include "loom-ptx-reach.h"

#include <glib/gi18n-lib.h>

/* The block's three words in %loom_b, and in %loom_p whether this is the lowest of the lanes that
 * came here together: one of each warp is enough, so that noting costs little. */
static void
write_place (LoomPtxInstrument *self)
{
  g_string_append (self->out, "  activemask.b32 %loom_x;\n"
                              "  mov.u32 %loom_y, %lanemask_lt;\n"
                              "  and.b32 %loom_x, %loom_x, %loom_y;\n"
                              "  setp.eq.u32 %loom_p, %loom_x, 0;\n"
                              "  mov.u32 %loom_x, %ctaid.z;\n"
                              "  mov.u32 %loom_y, %nctaid.y;\n"
                              "  mul.wide.u32 %loom_a, %loom_x, %loom_y;\n"
                              "  mov.u32 %loom_x, %ctaid.y;\n"
                              "  cvt.u64.u32 %loom_t, %loom_x;\n"
                              "  add.s64 %loom_a, %loom_a, %loom_t;\n"
                              "  mov.u32 %loom_y, %nctaid.x;\n"
                              "  cvt.u64.u32 %loom_t, %loom_y;\n"
                              "  mul.lo.s64 %loom_a, %loom_a, %loom_t;\n"
                              "  mov.u32 %loom_x, %ctaid.x;\n"
                              "  cvt.u64.u32 %loom_t, %loom_x;\n"
                              "  add.s64 %loom_a, %loom_a, %loom_t;\n");
  g_string_append_printf (self->out,
                          "  ld.global.nc.b64 %%loom_b, [" LOOM_PTX_ARENA_SYMBOL "+%u];\n"
                          "  mad.lo.s64 %%loom_b, %%loom_a, 24, %%loom_b;\n",
                          (guint) G_STRUCT_OFFSET (LoomPtxArenaTable, blocks));
}

/* Where the entry begins. The complement of a time is largest for the earliest. */
static void
write_start (LoomPtxInstrument *self)
{
  g_string_append (self->out, "  mov.u64 %loom_n, %globaltimer;\n");
  write_place (self);
  g_string_append (self->out, "  not.b64 %loom_n, %loom_n;\n"
                              "  @%loom_p red.global.max.u64 [%loom_b], %loom_n;\n"
                              "  mov.u32 %loom_x, %smid;\n"
                              "  cvt.u64.u32 %loom_t, %loom_x;\n"
                              "  add.s64 %loom_t, %loom_t, 1;\n"
                              "  @%loom_p st.global.u64 [%loom_b+16], %loom_t;\n");
}

/* Before threads end. Those that stay must not count among the lanes that came here, hence the
 * branch. */
static void
write_exit (LoomPtxInstrument        *self,
            const LoomPtxInstruction *instruction)
{
  const gboolean is_guarded = instruction->guard >= 0;

  if (is_guarded)
    g_string_append_printf (
        self->out, "  @%s%s bra $loom_stays%u;\n", instruction->guard_negated ? "" : "!",
        g_array_index (self->function->registers, LoomPtxRegister, instruction->guard).name,
        self->n_labels);
  write_place (self);
  g_string_append (self->out, "  mov.u64 %loom_n, %globaltimer;\n"
                              "  @%loom_p red.global.max.u64 [%loom_b+8], %loom_n;\n");
  if (is_guarded)
    g_string_append_printf (self->out, "$loom_stays%u:\n", self->n_labels++);
}

/* to := to * factor + more, special registers of 32 bits. */
static void
write_step (LoomPtxInstrument *self,
            const char        *to,
            const char        *factor,
            const char        *more)
{
  if (self->how->writer_size == 4)
    g_string_append_printf (self->out,
                            "  mov.u32 %%loom_x, %s;\n"
                            "  mov.u32 %%loom_y, %s;\n"
                            "  mad.lo.u32 %s, %s, %%loom_x, %%loom_y;\n",
                            factor, more, to, to);
  else
    g_string_append_printf (self->out,
                            "  mov.u32 %%loom_x, %s;\n"
                            "  cvt.u64.u32 %%loom_t, %%loom_x;\n"
                            "  mul.lo.u64 %s, %s, %%loom_t;\n"
                            "  mov.u32 %%loom_x, %s;\n"
                            "  cvt.u64.u32 %%loom_t, %%loom_x;\n"
                            "  add.u64 %s, %s, %%loom_t;\n",
                            factor, to, to, more, to, to);
}

/* The linear thread: block by block, x fastest. ((block * ntid.z + tid.z) * ntid.y + tid.y) *
 * ntid.x + tid.x. */
static void
write_thread (LoomPtxInstrument *self)
{
  static const char *const steps[][2] = {
    { "%nctaid.z", "%ctaid.z" }, { "%nctaid.y", "%ctaid.y" }, { "%nctaid.x", "%ctaid.x" },
    { "%ntid.z", "%tid.z" }, { "%ntid.y", "%tid.y" }, { "%ntid.x", "%tid.x" },
  };
  const guint bits = self->how->writer_size * 8;

  g_string_append_printf (self->out, "  mov.b%u %%loom_thread, 0;\n", bits);
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    write_step (self, "%loom_thread", steps[i][0], steps[i][1]);
  g_string_append_printf (self->out, "  not.b%u %%loom_lowest, %%loom_thread;\n"
                                     "  add.u%u %%loom_highest, %%loom_thread, 1;\n", bits, bits);
}

static gboolean
is_exit (const LoomPtxFunction    *function,
         const LoomPtxInstruction *instruction)
{
  return instruction->opcode == LOOM_PTX_OP_EXIT ||
         (instruction->opcode == LOOM_PTX_OP_RET && function->is_entry);
}

static gboolean
has_counted_store (LoomPtxInstrument *self)
{
  for (guint i = 0; i < self->function->instructions->len; i++)
    {
      LoomPtxAccess access;

      if (_loom_ptx_access_init (&access, &g_array_index (self->function->instructions,
                                                          LoomPtxInstruction, i)) &&
          access.writes && _loom_ptx_access_is_counted (&access, self))
        return TRUE;
    }
  return FALSE;
}

static void
write_begin (LoomPtxInstrument *self)
{
  /* Any inserted text may overwrite these registers, except the thread's numbers, which a function
   * computes once: thread, its complement and the next one, as loom-ptx-arena.h has them. */
  g_string_append (self->out, "  .reg .pred %loom_p, %loom_q, %loom_s;\n"
                              "  .reg .b32 %loom_x, %loom_y, %loom_line, %loom_cell;\n"
                              "  .reg .b64 %loom_a, %loom_b, %loom_n, %loom_t;\n");
  g_string_append_printf (self->out, "  .reg .b%u %%loom_thread, %%loom_lowest, %%loom_highest;\n",
                          self->how->writer_size * 8);
  if (self->how->schedule && self->function->is_entry)
    write_start (self);
  if (has_counted_store (self))
    write_thread (self);
}

static void
write_before (LoomPtxInstrument        *self,
              const LoomPtxInstruction *instruction)
{
  LoomPtxAccess access;

  if (_loom_ptx_access_init (&access, instruction) && _loom_ptx_access_is_counted (&access, self))
    _loom_ptx_instrument_access (self, instruction, &access);
  if (self->how->schedule && is_exit (self->function, instruction))
    write_exit (self, instruction);
}

static void
insert (const LoomPtxInsertions  *insertions,
        GString                  *out,
        LoomPtxInsertionPlace     place,
        LoomPtxFunction          *function,
        const LoomPtxInstruction *instruction)
{
  LoomPtxInstrument *self = (LoomPtxInstrument *) insertions;

  self->out = out;
  self->function = function;
  /* Other kernels of the module are not launched. */
  if (function != NULL && function->is_entry &&
      !g_strv_contains (insertions->entries, function->name))
    return;

  switch (place)
    {
    case LOOM_PTX_INSERT_MODULE:
      g_string_append_printf (out,
                              ".visible .global .align 16 .b64 " LOOM_PTX_ARENA_SYMBOL "[%u];\n",
                              (guint) (sizeof (LoomPtxArenaTable) / sizeof (guint64)));
      break;
    case LOOM_PTX_INSERT_BEGIN:
      write_begin (self);
      break;
    case LOOM_PTX_INSERT_BEFORE:
      write_before (self, instruction);
      break;
    }
}

/* What the verifier refuses: whatever touches global memory in a way of its own is among it. */
static gboolean
is_refused (const LoomPtxInstruction *instruction)
{
  return instruction->form == NULL && instruction->call == NULL;
}

static gboolean
refuse (LoomPtxModule             *module,
        LoomPtxFunction           *function,
        const LoomPtxInstruction  *instruction,
        GError                   **error)
{
  g_autofree char *text = loom_ptx_instruction_to_string (module, function, instruction);
  const char *file;
  const guint line = loom_ptx_module_get_place (module, instruction, &file);
  g_autofree char *place = loom_place_format (file, line);

  if (line > 0)
    g_set_error (error, LOOM_ERROR, LOOM_ERROR_UNSUPPORTED,
                 _("line %1$s: what “%2$s” (PTX line %3$u) reads and writes cannot be counted on "
                   "a GPU; turn coverage off"),
                 place, text, instruction->line);
  else
    g_set_error (error, LOOM_ERROR, LOOM_ERROR_UNSUPPORTED,
                 _("what “%1$s” (PTX line %2$u) reads and writes cannot be counted on a GPU; turn "
                   "coverage off"),
                 text, instruction->line);
  return FALSE;
}

static gboolean
check_function (LoomPtxModule    *module,
                LoomPtxFunction  *function,
                GError          **error)
{
  for (guint i = 0; i < function->instructions->len; i++)
    {
      const LoomPtxInstruction *instruction = &g_array_index (function->instructions,
                                                              LoomPtxInstruction, i);

      if (is_refused (instruction))
        return refuse (module, function, instruction, error);
    }
  return TRUE;
}

/* Of what the kernel can come to; the rest of the module only has to be there. */
static gboolean
check (LoomPtxModule                 *module,
       const char                    *entry,
       const LoomPtxInstrumentation  *how,
       GError                       **error)
{
  const LoomPtxFunction *kernel = loom_ptx_module_find_entry (module, entry);
  g_autoptr (LoomPtxReach) reach = NULL;

  if (kernel == NULL)
    return loom_fail (error, LOOM_ERROR_LAUNCH, _("The module has no kernel %s"), entry);
  if (how->coverage == LOOM_COVERAGE_NONE)
    return TRUE;
  reach = loom_ptx_reach_new (module, kernel);
  for (guint i = 0; i < reach->functions->len; i++)
    if (!check_function (module,
                         g_ptr_array_index (module->functions,
                                            g_array_index (reach->functions, guint, i)),
                         error))
      return FALSE;
  return TRUE;
}

/**
 * loom_ptx_instrument:
 * @module: a module that went through the verifier
 * @entries: (array zero-terminated): lowered names of the kernels that will be launched; no other
 *   of the module may be
 * @how: of the launch's arena
 *
 * Writes a module as PTX that does what it did and, before each instruction that touches global
 * memory or constants, counts what it touches of the arena and of the variables that are counted
 * (loom-ptx-arena.h): ld, ldu, st, atom, red, cp.async, wmma.load and wmma.store, of scalars and
 * vectors, with .global, .const or generic addresses or a variable's name, in kernels and in
 * functions, also those called through pointers. An atomic is a read and a write.
 * Counting is by `red` under the instruction's own predicate; there are no branches, so what
 * converged still does.
 *
 * With a schedule, one lane of each warp notes its block's start, and one of those that leave
 * together its end.
 *
 * Parameters stay as they are. The host sets the variable %LOOM_PTX_ARENA_SYMBOL to a
 * #LoomPtxArenaTable before each launch, and the counters to zero before the first one that is
 * counted.
 *
 * Errors: %LOOM_ERROR_UNSUPPORTED for an instruction whose accesses cannot be counted, named, with
 * its lines; also for one that the verifier refuses. %LOOM_ERROR_LAUNCH: there is no such kernel.
 *
 * Returns: (transfer full): the text
 */
char *
loom_ptx_instrument (LoomPtxModule                 *module,
                     const char *const             *entries,
                     const LoomPtxInstrumentation  *how,
                     GError                       **error)
{
  LoomPtxInstrument self = {
    .insertions = { .entries = entries, .block_threads = how->block_threads, .insert = insert },
    .how = how,
    .module = module,
  };
  char *text;

  for (guint i = 0; entries[i] != NULL; i++)
    if (!check (module, entries[i], how, error))
      return NULL;
  self.counted = _loom_ptx_counted_list (module, how->variables, how->n_variables);
  self.others = _loom_ptx_others_list (module, self.counted);
  text = _loom_ptx_print_module (module, &self.insertions);
  g_array_unref (self.others);
  g_array_unref (self.counted);
  return text;
}
