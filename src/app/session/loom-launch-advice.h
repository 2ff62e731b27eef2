#pragma once

#include "loom-advice.h"
#include "loom-session.h"

const LoomDeviceProfile *loom_launch_get_device      (LoomSession      *session);
GPtrArray               *loom_launch_list_advice     (LoomSession      *session);
char                    *loom_launch_dup_zone        (LoomSession      *session);
char                    *loom_launch_dup_dismissal   (LoomSession      *session,
                                                      const LoomAdvice *advice);
