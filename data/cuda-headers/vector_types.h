/* vector_types.h: CUDA's vectors and dim3, with the alignment that it documents for them
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#define GRIDLOOM_VECTORS(type, name, two, four) \
  struct name##1 { type x; }; \
  struct __attribute__ ((aligned (two))) name##2 { type x, y; }; \
  struct name##3 { type x, y, z; }; \
  struct __attribute__ ((aligned (four))) name##4 { type x, y, z, w; }; \
  typedef struct name##1 name##1; \
  typedef struct name##2 name##2; \
  typedef struct name##3 name##3; \
  typedef struct name##4 name##4;

GRIDLOOM_VECTORS (signed char, char, 2, 4)
GRIDLOOM_VECTORS (unsigned char, uchar, 2, 4)
GRIDLOOM_VECTORS (short, short, 4, 8)
GRIDLOOM_VECTORS (unsigned short, ushort, 4, 8)
GRIDLOOM_VECTORS (int, int, 8, 16)
GRIDLOOM_VECTORS (unsigned int, uint, 8, 16)
GRIDLOOM_VECTORS (long, long, 16, 16)
GRIDLOOM_VECTORS (unsigned long, ulong, 16, 16)
GRIDLOOM_VECTORS (long long, longlong, 16, 16)
GRIDLOOM_VECTORS (unsigned long long, ulonglong, 16, 16)
GRIDLOOM_VECTORS (float, float, 8, 16)
GRIDLOOM_VECTORS (double, double, 16, 16)
#undef GRIDLOOM_VECTORS

#ifdef __cplusplus
struct dim3
{
  unsigned int x, y, z;

#if defined(__CUDA__)
  __attribute__ ((host)) __attribute__ ((device))
#endif
  constexpr dim3 (unsigned int a = 1, unsigned int b = 1, unsigned int c = 1) : x (a), y (b), z (c) {}
#if defined(__CUDA__)
  __attribute__ ((host)) __attribute__ ((device))
#endif
  constexpr dim3 (uint3 v) : x (v.x), y (v.y), z (v.z) {}
#if defined(__CUDA__)
  __attribute__ ((host)) __attribute__ ((device))
#endif
  constexpr operator uint3 () const { return uint3 { x, y, z }; }
};
#else
typedef struct
{
  unsigned int x, y, z;
} dim3;
#endif
