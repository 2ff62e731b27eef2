/* loom-cuda-kernels.c: kernels that measuring needs
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The gate keeps a stream from starting what is queued behind it until all of it is queued. A gate
 * that nobody opens must not hold the device for ever: its patience is bounded by the device's own
 * clock.
 */

#include "config.h"

#include "loom-cuda-kernels.h"

const char loom_cuda_kernels[] =
    ".version 6.5\n"
    ".target sm_75\n"
    ".address_size 64\n"
    "\n"
    ".visible .entry " LOOM_CUDA_GATE
    " (.param .u64 flag, .param .u32 ticket, .param .u64 patience)\n"
    "{\n"
    "  .reg .pred %p<3>;\n"
    "  .reg .b32 %r<4>;\n"
    "  .reg .b64 %rd<7>;\n"
    "\n"
    "  ld.param.u64 %rd1, [flag];\n"
    "  ld.param.u32 %r1, [ticket];\n"
    "  ld.param.u64 %rd2, [patience];\n"
    "  cvta.to.global.u64 %rd3, %rd1;\n"
    "  mov.u64 %rd4, %globaltimer;\n"
    "again:\n"
    "  ld.volatile.global.u32 %r2, [%rd3];\n"
    "  sub.s32 %r3, %r2, %r1;\n"
    "  setp.ge.s32 %p1, %r3, 0;\n"
    "  @%p1 bra open;\n"
    "  mov.u64 %rd5, %globaltimer;\n"
    "  sub.s64 %rd6, %rd5, %rd4;\n"
    "  setp.lt.u64 %p2, %rd6, %rd2;\n"
    "  @%p2 bra again;\n"
    "  st.volatile.global.u32 [%rd3+4], %r1;\n"
    "open:\n"
    "  ret;\n"
    "}\n"
    "\n"
    ".visible .entry " LOOM_CUDA_EMPTY " ()\n"
    "{\n"
    "  ret;\n"
    "}\n"
    "\n"
    ".visible .entry " LOOM_CUDA_MARK " (.param .u64 flag, .param .u32 ticket)\n"
    "{\n"
    "  .reg .b32 %r<2>;\n"
    "  .reg .b64 %rd<3>;\n"
    "\n"
    "  ld.param.u64 %rd1, [flag];\n"
    "  ld.param.u32 %r1, [ticket];\n"
    "  cvta.to.global.u64 %rd2, %rd1;\n"
    "  st.volatile.global.u32 [%rd2], %r1;\n"
    "  ret;\n"
    "}\n";
