#pragma once

#ifdef __SSE2__
#include <immintrin.h>
#endif

/* For files that are compiled once for each level of x86-64: names that leave them. */
#ifndef LOOM_SIM_ISA_SUFFIX
#define LOOM_SIM_ISA_SUFFIX base
#endif
#define LOOM_SIM_PASTE2(a, b) a##_##b
#define LOOM_SIM_PASTE(a, b) LOOM_SIM_PASTE2 (a, b)
#define LOOM_SIM_ISA(name) LOOM_SIM_PASTE (name, LOOM_SIM_ISA_SUFFIX)

#define LOOM_SIM_IVDEP _Pragma ("GCC ivdep")
