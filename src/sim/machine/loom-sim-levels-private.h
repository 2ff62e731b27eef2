#pragma once

/* Whether this processor has a level of x86-64. Also asked by the build (best-level.c), hence
 * without GLib. */

#include <stdbool.h>

#if defined(__x86_64__)
/* lzcnt, f16c and movbe came with avx2 and bmi2 in every processor; clang 14 has no names for
 * them. */
static inline bool
loom_sim_has_v3 (void)
{
  return __builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("fma") &&
         __builtin_cpu_supports ("bmi") && __builtin_cpu_supports ("bmi2");
}

static inline bool
loom_sim_has_v4 (void)
{
  return loom_sim_has_v3 () && __builtin_cpu_supports ("avx512f") &&
         __builtin_cpu_supports ("avx512bw") && __builtin_cpu_supports ("avx512cd") &&
         __builtin_cpu_supports ("avx512dq") && __builtin_cpu_supports ("avx512vl");
}
#endif

static inline bool
loom_sim_has_base (void)
{
  return 1;
}
