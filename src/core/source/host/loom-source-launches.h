#pragma once

#include "loom-source-launch.h"

GPtrArray        *loom_source_launches_read  (const char *text,
                                              gsize       length);
LoomSourceLaunch *loom_source_launches_merge (GPtrArray  *launches,
                                              const char *kernel);
