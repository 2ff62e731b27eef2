#pragma once

#include "loom-compiled.h"
#include "loom-document.h"

G_BEGIN_DECLS

gboolean  loom_document_edit_launch (LoomDocument            *self,
                                     LoomCompiled            *compiled,
                                     const LoomSourceLaunch  *launch,
                                     LoomTextEdit            *edit,
                                     GError                 **error);

G_END_DECLS
