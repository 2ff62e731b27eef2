/* SPDX-License-Identifier: GPL-3.0-or-later
 * A stand-in for a host header: what device code can use of it, so that real files compile. */
#pragma once

#ifndef M_PI
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#endif
#ifndef INFINITY
#define INFINITY (1.0f / 0.0f)
#endif
#ifndef NAN
#define NAN (-(0.0f / 0.0f))
#endif
#ifndef HUGE_VALF
#define HUGE_VALF (1.0f / 0.0f)
#define HUGE_VAL (1.0 / 0.0)
#endif
#ifndef FP_NAN
#define FP_NAN 0
#define FP_INFINITE 1
#define FP_ZERO 2
#define FP_SUBNORMAL 3
#define FP_NORMAL 4
#endif

typedef float float_t;
typedef double double_t;

/* Numbers of several kinds, which this compiler finds ambiguous, are doubles in C++, and floats where
 * all of them are. What the compiler has itself goes first: pow(float, int) is a float here. It takes
 * milliseconds to read this, so that only sources get it for which it makes a difference. */
#ifdef LOOM_MIXED_NUMBERS
template <class T> struct loom_real {};
#define LOOM_REAL(type, real) template <> struct loom_real<type> { typedef real of; };
LOOM_REAL (float, float)
LOOM_REAL (double, double)
LOOM_REAL (bool, double)
LOOM_REAL (char, double)
LOOM_REAL (signed char, double)
LOOM_REAL (unsigned char, double)
LOOM_REAL (short, double)
LOOM_REAL (unsigned short, double)
LOOM_REAL (int, double)
LOOM_REAL (unsigned int, double)
LOOM_REAL (long, double)
LOOM_REAL (unsigned long, double)
LOOM_REAL (long long, double)
LOOM_REAL (unsigned long long, double)
#undef LOOM_REAL

template <class T, class U>
using loom_wider = decltype (typename loom_real<T>::of () + typename loom_real<U>::of ());

#define LOOM_ONE(name) \
  template <class T> inline __device__ typename loom_real<T>::of name (T x) \
  { return name ((typename loom_real<T>::of) x); }
#define LOOM_TWO(name) \
  template <class T, class U> inline __device__ loom_wider<T, U> name (T x, U y) \
  { return name ((loom_wider<T, U>) x, (loom_wider<T, U>) y); }
LOOM_ONE (acos)
LOOM_ONE (asin)
LOOM_ONE (atan)
LOOM_ONE (cbrt)
LOOM_ONE (ceil)
LOOM_ONE (cos)
LOOM_ONE (cosh)
LOOM_ONE (erf)
LOOM_ONE (exp)
LOOM_ONE (exp2)
LOOM_ONE (fabs)
LOOM_ONE (floor)
LOOM_ONE (log)
LOOM_ONE (log10)
LOOM_ONE (log1p)
LOOM_ONE (log2)
LOOM_ONE (round)
LOOM_ONE (rsqrt)
LOOM_ONE (sin)
LOOM_ONE (sinh)
LOOM_ONE (sqrt)
LOOM_ONE (tan)
LOOM_ONE (tanh)
LOOM_TWO (atan2)
LOOM_TWO (copysign)
LOOM_TWO (fdim)
LOOM_TWO (fmax)
LOOM_TWO (fmin)
LOOM_TWO (fmod)
LOOM_TWO (hypot)
LOOM_TWO (nextafter)
LOOM_TWO (pow)
LOOM_TWO (remainder)
#undef LOOM_ONE
#undef LOOM_TWO
#endif
