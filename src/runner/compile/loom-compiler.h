#pragma once

#include "loom-compiled.h"
#include "loom-ipc-request.h"
#include "loom-nvrtc.h"

const char   *loom_compiler_get_name (const LoomCompileRequest *request);
char         *loom_compiler_dup_gpu  (const LoomCompileRequest *request);
LoomCompiled *loom_compiler_compile (LoomNvrtc                 *nvrtc,
                                     const LoomCompileRequest  *request,
                                     gboolean                   confined,
                                     GError                   **error);
