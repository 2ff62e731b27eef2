#pragma once

#include "loom-ptx-module.h"

G_BEGIN_DECLS

void _loom_ptx_print_instruction (GString                  *out,
                                  LoomPtxModule            *module,
                                  LoomPtxFunction          *function,
                                  const LoomPtxInstruction *self);

G_END_DECLS
