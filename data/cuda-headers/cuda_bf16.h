/* cuda_bf16.h: __nv_bfloat16 and two of them
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "gridloom_half.h"

GRIDLOOM_HALF_TYPE (__nv_bfloat16, bfloat16)
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

GRIDLOOM_BOTH __nv_bfloat16 __float2bfloat16 (float x) { return __nv_bfloat16 (x); }
GRIDLOOM_BOTH __nv_bfloat16 __float2bfloat16_rn (float x) { return __nv_bfloat16 (x); }
GRIDLOOM_BOTH __nv_bfloat16 __double2bfloat16 (double x) { return __nv_bfloat16 (x); }
GRIDLOOM_BOTH __nv_bfloat16 __ushort_as_bfloat16 (unsigned short x)
{ return __nv_bfloat16_raw { x }; }
GRIDLOOM_BOTH __nv_bfloat16 __short_as_bfloat16 (short x)
{ return __nv_bfloat16_raw { (unsigned short) x }; }
GRIDLOOM_BOTH float __bfloat162float (__nv_bfloat16 x) { return x; }
GRIDLOOM_BOTH __nv_bfloat162 make_bfloat162 (__nv_bfloat16 x, __nv_bfloat16 y)
{ return __nv_bfloat162 (x, y); }
GRIDLOOM_BOTH __nv_bfloat162 __bfloat162bfloat162 (__nv_bfloat16 x)
{ return __nv_bfloat162 (x, x); }
GRIDLOOM_BOTH __nv_bfloat162 __float2bfloat162_rn (float x) { return __nv_bfloat162 (x, x); }
GRIDLOOM_BOTH __nv_bfloat162 __floats2bfloat162_rn (float x, float y)
{ return __nv_bfloat162 (x, y); }
GRIDLOOM_BOTH __nv_bfloat162 __float22bfloat162_rn (float2 x) { return __nv_bfloat162 (x.x, x.y); }
GRIDLOOM_BOTH float2 __bfloat1622float2 (__nv_bfloat162 x) { return float2 { x.x, x.y }; }
