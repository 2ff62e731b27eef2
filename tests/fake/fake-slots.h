#pragma once

#include "loom-sim-memory-private.h"

/* Behind the variables of any module, and above every address of this process: 2^50. */
#define FAKE_FIRST_SLOT 1024
