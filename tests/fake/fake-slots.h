#pragma once

#include "loom-sim-memory-private.h"

/* Behind the variables of any module, and above every address of this process: 2^53. */
#define FAKE_FIRST_SLOT 8192
