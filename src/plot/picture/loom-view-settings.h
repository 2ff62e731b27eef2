#pragma once

#include "loom-document.h"
#include "loom-picture.h"
#include "loom-plan.h"

void loom_view_apply_settings (LoomView      *self,
                               LoomRun       *run,
                               LoomDocument  *document);
GStrv      loom_view_list_words     (const char   *key);
GPtrArray *loom_view_check_settings (LoomDocument *document,
                                     LoomCompiled *compiled,
                                     LoomPlan     *plan);
