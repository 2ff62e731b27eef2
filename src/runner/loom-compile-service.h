#pragma once

#include "loom-ipc-runner.h"

G_BEGIN_DECLS

LoomIpcRunner *loom_compile_service_new (gboolean confined);

G_END_DECLS
