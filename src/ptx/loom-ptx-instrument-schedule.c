/* loom-ptx-instrument-schedule.c: instructions that note when and where a block runs
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-ptx-instrument-private.h"

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
void
_loom_ptx_instrument_start (LoomPtxInstrument *self)
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
void
_loom_ptx_instrument_exit (LoomPtxInstrument        *self,
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
