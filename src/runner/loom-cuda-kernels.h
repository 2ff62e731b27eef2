#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Kernels of Gridloom's own, as PTX that every GPU since compute capability 7.5 runs:
 *   gate   waits until *flag reaches a ticket, or for some nanoseconds; then says so in flag[1]
 *   empty  what measuring costs by itself
 *   mark   writes a ticket to *flag */
#define LOOM_CUDA_GATE "loom_gate"
#define LOOM_CUDA_EMPTY "loom_empty"
#define LOOM_CUDA_MARK "loom_mark"

extern const char loom_cuda_kernels[];

G_END_DECLS
