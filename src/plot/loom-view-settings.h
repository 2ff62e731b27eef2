#pragma once

#include "loom-document.h"
#include "loom-picture.h"

void loom_view_apply_settings (LoomView      *self,
                               LoomRun       *run,
                               LoomDocument  *document);
