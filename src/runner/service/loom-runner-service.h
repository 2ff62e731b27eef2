#pragma once

#include "loom-ipc-runner.h"
#include "loom-run-service.h"

LoomIpcRunner *loom_runner_service_new (const char         *program,
                                        const LoomRunMeans *means);
