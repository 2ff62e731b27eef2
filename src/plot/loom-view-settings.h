#pragma once

#include "loom-document.h"
#include "loom-picture.h"

G_BEGIN_DECLS

void loom_view_apply_settings (LoomView      *self,
                               LoomRun       *run,
                               LoomDocument  *document);

G_END_DECLS
