#pragma once

#include "loom-ipc-runner.h"

LoomIpcRunner *loom_runner_service_new (const char *program);
