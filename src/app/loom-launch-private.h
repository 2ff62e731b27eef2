#pragma once

#include "loom-launch.h"

G_BEGIN_DECLS

/* -- loom-launch.c -- */
char *_loom_launch_dup_group          (LoomSession *session,
                                       const char  *key);
char *_loom_launch_dup_argument_group (LoomSession *session,
                                       const char  *name,
                                       const char  *key);

G_END_DECLS
