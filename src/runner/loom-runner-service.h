#pragma once

#include "loom-ipc-runner.h"

G_BEGIN_DECLS

LoomIpcRunner *loom_runner_service_new (const char *program);

G_END_DECLS
