#pragma once

#include "loom-replay.h"

LoomReplay *_loom_replay_new            (void);
void        _loom_replay_register_free  (gpointer data);
