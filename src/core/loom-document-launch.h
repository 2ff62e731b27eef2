#pragma once

#include "loom-compiled.h"
#include "loom-document.h"

gboolean  loom_document_edit_launch (LoomDocument            *self,
                                     LoomCompiled            *compiled,
                                     const LoomSourceLaunch  *launch,
                                     LoomTextEdit            *edit,
                                     GError                 **error);
