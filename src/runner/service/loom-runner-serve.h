#pragma once

#include "loom-ipc-runner.h"

int loom_runner_serve (LoomIpcRunner *runner,
                       gboolean       on_stdio);
