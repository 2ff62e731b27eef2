/* cuComplex.h: complex numbers for host and device functions
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cuda_runtime.h"

#include <math.h>

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

#define BOTH static inline __host__ __device__
#define GRIDLOOM_COMPLEX(C, R, one, make, hypotenuse) \
  BOTH R cuCreal##one (C x) { return x.x; } \
  BOTH R cuCimag##one (C x) { return x.y; } \
  BOTH C make (R re, R im) { C z = { re, im }; return z; } \
  BOTH C cuConj##one (C x) { return make (x.x, -x.y); } \
  BOTH C cuCadd##one (C x, C y) { return make (x.x + y.x, x.y + y.y); } \
  BOTH C cuCsub##one (C x, C y) { return make (x.x - y.x, x.y - y.y); } \
  BOTH C cuCmul##one (C x, C y) \
  { return make (x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x); } \
  BOTH R cuCabs##one (C x) { return hypotenuse (x.x, x.y); } \
  BOTH C cuCfma##one (C x, C y, C d) { return cuCadd##one (cuCmul##one (x, y), d); } \
  /* Scaled, so that the squares do not overflow. */ \
  BOTH C cuCdiv##one (C x, C y) \
  { \
    const R s = 1 / ((y.x < 0 ? -y.x : y.x) + (y.y < 0 ? -y.y : y.y)); \
    const C a = make (x.x * s, x.y * s), b = make (y.x * s, y.y * s); \
    const R t = 1 / (b.x * b.x + b.y * b.y); \
\
    return make ((a.x * b.x + a.y * b.y) * t, (a.y * b.x - a.x * b.y) * t); \
  }

GRIDLOOM_COMPLEX (cuFloatComplex, float, f, make_cuFloatComplex, hypotf)
GRIDLOOM_COMPLEX (cuDoubleComplex, double, , make_cuDoubleComplex, hypot)
BOTH cuComplex make_cuComplex (float re, float im) { return make_cuFloatComplex (re, im); }
BOTH cuFloatComplex
cuComplexDoubleToFloat (cuDoubleComplex x)
{
  return make_cuFloatComplex ((float) x.x, (float) x.y);
}
BOTH cuDoubleComplex
cuComplexFloatToDouble (cuFloatComplex x)
{
  return make_cuDoubleComplex (x.x, x.y);
}
#undef BOTH
#undef GRIDLOOM_COMPLEX
