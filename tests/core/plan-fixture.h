#pragma once

#include "loom-plan.h"

/* What signatures call Particle. */
extern const char fixture_particle[];

/* Kernels as a compiler would tell of them, from signatures in short, a line each:
 * "scale: const float* in, float* out, int n". */
LoomCompiled *fixture_compile (const char *signatures);

/* A plan for the simulator, of settings alone: kernels without a source. */
LoomPlan *fixture_bind (const char           *signatures,
                        const char           *settings,
                        const LoomOverrides  *overrides,
                        GError              **error);
