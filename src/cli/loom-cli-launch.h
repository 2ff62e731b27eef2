#pragma once

#include "loom-cli-input.h"
#include "loom-cli-run-options.h"
#include "loom-cli-session.h"

/* A document, compiled and bound to what the command line says of the launch. */
typedef struct
{
  LoomCliInput   input;
  LoomCompiled  *compiled;      /* also of a source that does not compile */
  LoomPlan      *plan;
} LoomCliLaunch;

gboolean  loom_cli_launch_prepare (LoomCliLaunch            *self,
                                   LoomCliSession           *session,
                                   const LoomCliRunOptions  *options,
                                   GError                  **error);
void      loom_cli_launch_clear   (LoomCliLaunch            *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LoomCliLaunch, loom_cli_launch_clear)
