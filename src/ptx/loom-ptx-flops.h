#pragma once

#include "loom-profile.h"
#include "loom-ptx-module.h"

guint loom_ptx_instruction_count_flops (const LoomPtxInstruction *self,
                                        LoomFloat                *format);
