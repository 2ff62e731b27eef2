#pragma once

#include "loom-compiled.h"

#include <json-glib/json-glib.h>

gboolean loom_cli_resources_check (const LoomCompiled         *compiled,
                                   GError                    **error);
void     loom_cli_resources_add   (JsonBuilder                *builder,
                                   const LoomKernelResources  *self);
gboolean loom_cli_resources_print (LoomCompiled               *compiled,
                                   gboolean                    json,
                                   GError                    **error);
