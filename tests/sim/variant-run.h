#pragma once

#include "loom-sim.h"

/* Runs an instruction of ptx_test_wrap()'s module on one warp, with registers and addresses that are
 * valid for it. NULL if it ran to its end, else what happened. */
char *variant_run (const char *body,
                   LoomChecks  checks);
