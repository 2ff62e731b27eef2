#pragma once

#include "loom-compiled.h"
#include "loom-ipc-request.h"
#include "loom-nvrtc.h"

const char   *loom_compiler_get_name (const LoomCompileRequest *request);
char         *loom_compiler_dup_gpu  (const LoomCompileRequest *request);
GBytes       *loom_compiler_read_header (const LoomCompileRequest *request,
                                         const char               *name);
char         *loom_compiler_dup_digest  (GBytes                   *bytes);
char         *loom_compiler_find_root   (const char               *real_folder,
                                         const char               *root);
LoomCompiled *loom_compiler_compile (LoomNvrtc                 *nvrtc,
                                     const LoomCompileRequest  *request,
                                     gboolean                   confined,
                                     GError                   **error);
