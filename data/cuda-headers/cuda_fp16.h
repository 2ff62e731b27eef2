/* cuda_fp16.h: half and half2
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "gridloom_half.h"

GRIDLOOM_HALF_TYPE (__half, half)
typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;

GRIDLOOM_BOTH __half __float2half (float x) { return __half (x); }
GRIDLOOM_BOTH __half __float2half_rn (float x) { return __half (x); }
GRIDLOOM_BOTH __half __float2half_rz (float x)
{
  const __half y (x);

  if (__builtin_fabsf (y) > __builtin_fabsf (x))
    return __half_raw { (unsigned short) (y.__x - 1) };
  return y;
}
GRIDLOOM_BOTH __half __double2half (double x) { return __half (x); }
GRIDLOOM_BOTH __half __ushort_as_half (unsigned short x) { return __half_raw { x }; }
GRIDLOOM_BOTH __half __short_as_half (short x) { return __half_raw { (unsigned short) x }; }
GRIDLOOM_BOTH float __half2float (__half x) { return x; }
GRIDLOOM_BOTH __half2 make_half2 (__half x, __half y) { return __half2 (x, y); }
GRIDLOOM_BOTH __half2 __half2half2 (__half x) { return __half2 (x, x); }
GRIDLOOM_BOTH __half2 __float2half2_rn (float x) { return __half2 (x, x); }
GRIDLOOM_BOTH __half2 __floats2half2_rn (float x, float y) { return __half2 (x, y); }
GRIDLOOM_BOTH __half2 __float22half2_rn (float2 x) { return __half2 (x.x, x.y); }
GRIDLOOM_BOTH float2 __half22float2 (__half2 x) { return float2 { x.x, x.y }; }
GRIDLOOM_BOTH __half2 __lowhigh2highlow (__half2 x) { return __half2 (x.y, x.x); }
