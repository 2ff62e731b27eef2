#pragma once

#include "loom-ipc-runner.h"

LoomIpcRunner *loom_compile_service_new (gboolean confined);
