#pragma once

#include "loom-compiled.h"
#include "loom-ipc-request.h"
#include "loom-nvrtc.h"

LoomCompiled *loom_compiler_compile (LoomNvrtc                 *nvrtc,
                                     const LoomCompileRequest  *request,
                                     gboolean                   confined,
                                     GError                   **error);
