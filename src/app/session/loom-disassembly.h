#pragma once

#include "loom-compiled.h"
#include "loom-sass.h"

/* The machine code of what was compiled, once somebody asked for it. The session's; the run
 * controller answers. Main thread.
 *
 * Signal "changed". */
#define LOOM_TYPE_DISASSEMBLY (loom_disassembly_get_type ())
G_DECLARE_FINAL_TYPE (LoomDisassembly, loom_disassembly, LOOM, DISASSEMBLY, GObject)

void            loom_disassembly_ask          (LoomDisassembly *self,
                                               LoomCompiled    *compiled);
void            loom_disassembly_answer       (LoomDisassembly *self,
                                               LoomSass        *sass,
                                               const GError    *error);
LoomCompiled   *loom_disassembly_get_compiled (LoomDisassembly *self);
const LoomSass *loom_disassembly_get_sass     (LoomDisassembly *self);
const char     *loom_disassembly_get_error    (LoomDisassembly *self);
