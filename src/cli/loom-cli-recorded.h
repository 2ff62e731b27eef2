#pragma once

#include "loom-cli-input.h"
#include "loom-cli-session.h"

gboolean  loom_cli_recorded_find  (LoomCliSession           *session,
                                   const LoomCliInput       *input,
                                   GPtrArray                *launches,
                                   const LoomCliRunOptions  *options,
                                   GError                  **error);
