/* vector_functions.h: make_int2() and its like
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "vector_types.h"

#define GRIDLOOM_MAKE(type, name) \
  static inline __host__ __device__ name##1 make_##name##1 (type x) { return { x }; } \
  static inline __host__ __device__ name##2 make_##name##2 (type x, type y) { return { x, y }; } \
  static inline __host__ __device__ name##3 make_##name##3 (type x, type y, type z) \
  { return { x, y, z }; } \
  static inline __host__ __device__ name##4 make_##name##4 (type x, type y, type z, type w) \
  { return { x, y, z, w }; }

GRIDLOOM_MAKE (signed char, char)
GRIDLOOM_MAKE (unsigned char, uchar)
GRIDLOOM_MAKE (short, short)
GRIDLOOM_MAKE (unsigned short, ushort)
GRIDLOOM_MAKE (int, int)
GRIDLOOM_MAKE (unsigned int, uint)
GRIDLOOM_MAKE (long, long)
GRIDLOOM_MAKE (unsigned long, ulong)
GRIDLOOM_MAKE (long long, longlong)
GRIDLOOM_MAKE (unsigned long long, ulonglong)
GRIDLOOM_MAKE (float, float)
GRIDLOOM_MAKE (double, double)
#undef GRIDLOOM_MAKE
