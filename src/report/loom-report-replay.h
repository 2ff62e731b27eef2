#pragma once

#include "loom-replay.h"

char *loom_report_replay_format (const LoomReplay *replay);
