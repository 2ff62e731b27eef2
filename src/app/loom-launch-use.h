#pragma once

#include "loom-session.h"

G_BEGIN_DECLS

/* How the settings of a document stand to a launch that was found in its source. */
typedef enum
{
  LOOM_LAUNCH_UNUSED,
  LOOM_LAUNCH_USED,             /* they come to the same */
  LOOM_LAUNCH_CHANGED,          /* they were made from it, and differ now */
} LoomLaunchUse;

GArray *loom_launch_use_list (LoomSession            *session,
                              const LoomSourceLaunch *chosen);

G_END_DECLS
