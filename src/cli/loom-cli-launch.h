#pragma once

#include "loom-cli-input.h"
#include "loom-cli-run-options.h"
#include "loom-cli-session.h"
#include "loom-cli.h"

/* A document, compiled and bound to what the command line says of the launch. */
typedef struct
{
  LoomCliInput   input;
  LoomCompiled  *compiled;      /* also of a source that does not compile */
  LoomPlan      *plan;
  const char    *from;          /* where the launch is from: the "run" of its program, or "read" in
                                   the host code; NULL: the settings */
  LoomLimits     limits;        /* of the device that it is for */
  GPtrArray     *devices;       /* (element-type LoomDevice) that the limits borrow from, or NULL */
} LoomCliLaunch;

gboolean  loom_cli_launch_prepare (LoomCliLaunch            *self,
                                   LoomCliSession           *session,
                                   const LoomCliRunOptions  *options,
                                   GError                  **error);
LoomRun  *loom_cli_launch_run     (const LoomCliLaunch      *self,
                                   LoomCliSession           *session,
                                   const LoomRunOptions     *options,
                                   GError                  **error);
char     *loom_cli_launch_dup_device (const LoomCliLaunch     *self,
                                      const LoomCliRunOptions *options);
LoomExit  loom_cli_launch_fail    (const LoomCliLaunch      *self,
                                   const GError             *error);
void      loom_cli_launch_clear   (LoomCliLaunch            *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LoomCliLaunch, loom_cli_launch_clear)
