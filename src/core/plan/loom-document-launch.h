#pragma once

#include "loom-compiled.h"
#include "loom-document.h"

LoomKernel *loom_document_find_launched (LoomDocument           *self,
                                         LoomCompiled           *compiled,
                                         const LoomSourceLaunch *launch);
gboolean  loom_document_edit_launch (LoomDocument            *self,
                                     LoomCompiled            *compiled,
                                     const LoomSourceLaunch  *launch,
                                     LoomTextEdit            *edit,
                                     GError                 **error);
LoomShape loom_source_launch_choose_shape (const LoomSourceLaunch *launch,
                                     const LoomKernel        *kernel,
                                     guint64                  cells);
