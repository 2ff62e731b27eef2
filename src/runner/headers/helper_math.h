/* SPDX-License-Identifier: GPL-3.0-or-later
 * A stand-in for the header of this name that comes with samples of CUDA: arithmetic on vectors. */
#pragma once

#include "cuda_runtime.h"

typedef unsigned int uint;
typedef unsigned short ushort;

/* What is said once for two, three and four lanes: a lane of each operand, with scalars as they
 * are. */
#define __LOOM_LANES2(__l, __r) __l x __r x, __l y __r y
#define __LOOM_LANES3(__l, __r) __LOOM_LANES2 (__l, __r), __l z __r z
#define __LOOM_LANES4(__l, __r) __LOOM_LANES3 (__l, __r), __l w __r w
#define __LOOM_SCALED2(__l, __r) __l x __r, __l y __r
#define __LOOM_SCALED3(__l, __r) __LOOM_SCALED2 (__l, __r), __l z __r
#define __LOOM_SCALED4(__l, __r) __LOOM_SCALED3 (__l, __r), __l w __r
#define __LOOM_PREFIXED2(__l) __l x, __l y
#define __LOOM_PREFIXED3(__l) __LOOM_PREFIXED2 (__l), __l z
#define __LOOM_PREFIXED4(__l) __LOOM_PREFIXED3 (__l), __l w
#define __LOOM_CALLS2(__f) __f (x), __f (y)
#define __LOOM_CALLS3(__f) __LOOM_CALLS2 (__f), __f (z)
#define __LOOM_CALLS4(__f) __LOOM_CALLS3 (__f), __f (w)
#define __LOOM_INLINE inline __host__ __device__

/* Vectors of one number, of a shorter and a longer vector, and of vectors of another type. */
#define __LOOM_MAKE(__t, __s)                                                                     \
  __LOOM_INLINE __t##2 make_##__t##2 (__s __a) { return make_##__t##2 (__a, __a); }               \
  __LOOM_INLINE __t##3 make_##__t##3 (__s __a) { return make_##__t##3 (__a, __a, __a); }          \
  __LOOM_INLINE __t##4 make_##__t##4 (__s __a) { return make_##__t##4 (__a, __a, __a, __a); }     \
  __LOOM_INLINE __t##2 make_##__t##2 (__t##3 __a) { return make_##__t##2 (__a.x, __a.y); }        \
  __LOOM_INLINE __t##3 make_##__t##3 (__t##2 __a) { return make_##__t##3 (__a.x, __a.y, 0); }     \
  __LOOM_INLINE __t##3 make_##__t##3 (__t##2 __a, __s __b)                                        \
  {                                                                                               \
    return make_##__t##3 (__a.x, __a.y, __b);                                                     \
  }                                                                                               \
  __LOOM_INLINE __t##3 make_##__t##3 (__t##4 __a) { return make_##__t##3 (__a.x, __a.y, __a.z); } \
  __LOOM_INLINE __t##4 make_##__t##4 (__t##3 __a)                                                 \
  {                                                                                               \
    return make_##__t##4 (__a.x, __a.y, __a.z, 0);                                                \
  }                                                                                               \
  __LOOM_INLINE __t##4 make_##__t##4 (__t##3 __a, __s __b)                                        \
  {                                                                                               \
    return make_##__t##4 (__a.x, __a.y, __a.z, __b);                                              \
  }
#define __LOOM_CONVERT(__t, __s, __u)                                                             \
  __LOOM_INLINE __t##2 make_##__t##2 (__u##2 __a)                                                 \
  {                                                                                               \
    return make_##__t##2 (__LOOM_PREFIXED2 ((__s) __a.));                                         \
  }                                                                                               \
  __LOOM_INLINE __t##3 make_##__t##3 (__u##3 __a)                                                 \
  {                                                                                               \
    return make_##__t##3 (__LOOM_PREFIXED3 ((__s) __a.));                                         \
  }                                                                                               \
  __LOOM_INLINE __t##4 make_##__t##4 (__u##4 __a)                                                 \
  {                                                                                               \
    return make_##__t##4 (__LOOM_PREFIXED4 ((__s) __a.));                                         \
  }
__LOOM_MAKE (float, float)
__LOOM_MAKE (int, int)
__LOOM_MAKE (uint, unsigned int)
__LOOM_CONVERT (float, float, int)
__LOOM_CONVERT (float, float, uint)
__LOOM_CONVERT (int, int, float)
__LOOM_CONVERT (int, int, uint)
__LOOM_CONVERT (uint, unsigned int, int)
__LOOM_CONVERT (uint, unsigned int, float)

/* a ∘ b, a ∘ number, number ∘ a, a ∘= b, a ∘= number */
#define __LOOM_OPERATOR(__v, __s, __n, __op)                                                      \
  __LOOM_INLINE __v operator __op (__v __a, __v __b)                                              \
  {                                                                                               \
    return make_##__v (__LOOM_LANES##__n (__a., __op __b.));                                      \
  }                                                                                               \
  __LOOM_INLINE __v operator __op (__v __a, __s __b)                                              \
  {                                                                                               \
    return make_##__v (__LOOM_SCALED##__n (__a., __op __b));                                      \
  }                                                                                               \
  __LOOM_INLINE __v operator __op (__s __a, __v __b)                                              \
  {                                                                                               \
    return make_##__v (__LOOM_PREFIXED##__n (__a __op __b.));                                     \
  }                                                                                               \
  __LOOM_INLINE void operator __op##= (__v &__a, __v __b) { __a = __a __op __b; }                 \
  __LOOM_INLINE void operator __op##= (__v &__a, __s __b) { __a = __a __op __b; }
#define __LOOM_ARITHMETIC(__v, __s, __n)                                                          \
  __LOOM_OPERATOR (__v, __s, __n, +)                                                              \
  __LOOM_OPERATOR (__v, __s, __n, -)                                                              \
  __LOOM_OPERATOR (__v, __s, __n, *)
#define __LOOM_NEGATE(__v, __n)                                                                   \
  __LOOM_INLINE __v operator- (const __v &__a)                                                    \
  {                                                                                               \
    return make_##__v (__LOOM_PREFIXED##__n (-__a.));                                             \
  }
__LOOM_ARITHMETIC (float2, float, 2)
__LOOM_ARITHMETIC (float3, float, 3)
__LOOM_ARITHMETIC (float4, float, 4)
__LOOM_OPERATOR (float2, float, 2, /)
__LOOM_OPERATOR (float3, float, 3, /)
__LOOM_OPERATOR (float4, float, 4, /)
__LOOM_ARITHMETIC (int2, int, 2)
__LOOM_ARITHMETIC (int3, int, 3)
__LOOM_ARITHMETIC (int4, int, 4)
__LOOM_ARITHMETIC (uint2, unsigned int, 2)
__LOOM_ARITHMETIC (uint3, unsigned int, 3)
__LOOM_ARITHMETIC (uint4, unsigned int, 4)
__LOOM_NEGATE (float2, 2)
__LOOM_NEGATE (float3, 3)
__LOOM_NEGATE (float4, 4)
__LOOM_NEGATE (int2, 2)
__LOOM_NEGATE (int3, 3)
__LOOM_NEGATE (int4, 4)

/* Functions that work lane by lane, on vectors as on numbers. */
#define __LOOM_LESSER(__m) (__b.__m < __a.__m ? __b.__m : __a.__m)
#define __LOOM_GREATER(__m) (__a.__m < __b.__m ? __b.__m : __a.__m)
#define __LOOM_FMIN(__m) ::fminf (__a.__m, __b.__m)
#define __LOOM_FMAX(__m) ::fmaxf (__a.__m, __b.__m)
#define __LOOM_FMOD(__m) ::fmodf (__a.__m, __b.__m)
#define __LOOM_FLOOR(__m) ::floorf (__a.__m)
#define __LOOM_FRACTION(__m) (__a.__m - ::floorf (__a.__m))
#define __LOOM_FABS(__m) ::fabsf (__a.__m)
#define __LOOM_ABS(__m) (__a.__m < 0 ? -__a.__m : __a.__m)
#define __LOOM_UNARY(__f, __v, __n, __lane)                                                       \
  __LOOM_INLINE __v __f (__v __a) { return make_##__v (__LOOM_CALLS##__n (__lane)); }
#define __LOOM_BINARY(__f, __v, __n, __lane)                                                      \
  __LOOM_INLINE __v __f (__v __a, __v __b) { return make_##__v (__LOOM_CALLS##__n (__lane)); }
#define __LOOM_SIZES(__do, __f, __t, __lane)                                                      \
  __do (__f, __t##2, 2, __lane) __do (__f, __t##3, 3, __lane) __do (__f, __t##4, 4, __lane)
__LOOM_SIZES (__LOOM_BINARY, (fminf), float, __LOOM_FMIN)
__LOOM_SIZES (__LOOM_BINARY, (fmaxf), float, __LOOM_FMAX)
__LOOM_SIZES (__LOOM_BINARY, (fmodf), float, __LOOM_FMOD)
__LOOM_SIZES (__LOOM_BINARY, (min), int, __LOOM_LESSER)
__LOOM_SIZES (__LOOM_BINARY, (max), int, __LOOM_GREATER)
__LOOM_SIZES (__LOOM_BINARY, (min), uint, __LOOM_LESSER)
__LOOM_SIZES (__LOOM_BINARY, (max), uint, __LOOM_GREATER)
__LOOM_SIZES (__LOOM_UNARY, (floorf), float, __LOOM_FLOOR)
__LOOM_SIZES (__LOOM_UNARY, (fracf), float, __LOOM_FRACTION)
__LOOM_SIZES (__LOOM_UNARY, (fabs), float, __LOOM_FABS)
__LOOM_SIZES (__LOOM_UNARY, (abs), int, __LOOM_ABS)
__LOOM_INLINE float (fracf) (float __a) { return __a - ::floorf (__a); }

/* Held between bounds, given as numbers or lane by lane. */
__LOOM_INLINE float (clamp) (float __a, float __low, float __high)
{
  return ::fmaxf (__low, ::fminf (__a, __high));
}
#define __LOOM_CLAMP_NUMBER(__s)                                                                  \
  __LOOM_INLINE __s (clamp) (__s __a, __s __low, __s __high)                                      \
  {                                                                                               \
    const __s __b = __high < __a ? __high : __a;                                                  \
                                                                                                  \
    return __b < __low ? __low : __b;                                                             \
  }
__LOOM_CLAMP_NUMBER (int)
__LOOM_CLAMP_NUMBER (unsigned int)
#define __LOOM_CLAMPED(__m) (clamp) (__a.__m, __low.__m, __high.__m)
#define __LOOM_CLAMPED_BY(__m) (clamp) (__a.__m, __low, __high)
#define __LOOM_CLAMP(__v, __s, __n)                                                               \
  __LOOM_INLINE __v (clamp) (__v __a, __s __low, __s __high)                                      \
  {                                                                                               \
    return make_##__v (__LOOM_CALLS##__n (__LOOM_CLAMPED_BY));                                    \
  }                                                                                               \
  __LOOM_INLINE __v (clamp) (__v __a, __v __low, __v __high)                                      \
  {                                                                                               \
    return make_##__v (__LOOM_CALLS##__n (__LOOM_CLAMPED));                                       \
  }
#define __LOOM_CLAMPS(__t, __s)                                                                   \
  __LOOM_CLAMP (__t##2, __s, 2) __LOOM_CLAMP (__t##3, __s, 3) __LOOM_CLAMP (__t##4, __s, 4)
__LOOM_CLAMPS (float, float)
__LOOM_CLAMPS (int, int)
__LOOM_CLAMPS (uint, unsigned int)

#define __LOOM_DOT(__t, __s)                                                                      \
  __LOOM_INLINE __s dot (__t##2 __a, __t##2 __b) { return __a.x * __b.x + __a.y * __b.y; }        \
  __LOOM_INLINE __s dot (__t##3 __a, __t##3 __b)                                                  \
  {                                                                                               \
    return __a.x * __b.x + __a.y * __b.y + __a.z * __b.z;                                         \
  }                                                                                               \
  __LOOM_INLINE __s dot (__t##4 __a, __t##4 __b)                                                  \
  {                                                                                               \
    return __a.x * __b.x + __a.y * __b.y + __a.z * __b.z + __a.w * __b.w;                         \
  }
__LOOM_DOT (float, float)
__LOOM_DOT (int, int)
__LOOM_DOT (uint, unsigned int)

#define __LOOM_GEOMETRY(__v)                                                                      \
  __LOOM_INLINE __v (lerp) (__v __a, __v __b, float __t) { return __a + __t * (__b - __a); }      \
  __LOOM_INLINE float length (__v __a) { return ::sqrtf (dot (__a, __a)); }                       \
  __LOOM_INLINE __v normalize (__v __a) { return __a * ::rsqrtf (dot (__a, __a)); }               \
  __LOOM_INLINE __v smoothstep (__v __a, __v __b, __v __x)                                        \
  {                                                                                               \
    const __v __y = (clamp) ((__x - __a) / (__b - __a), 0.0f, 1.0f);                              \
                                                                                                  \
    return __y * __y * (3.0f - 2.0f * __y);                                                       \
  }
__LOOM_GEOMETRY (float2)
__LOOM_GEOMETRY (float3)
__LOOM_GEOMETRY (float4)
__LOOM_INLINE float (lerp) (float __a, float __b, float __t) { return __a + __t * (__b - __a); }
__LOOM_INLINE float smoothstep (float __a, float __b, float __x)
{
  const float __y = (clamp) ((__x - __a) / (__b - __a), 0.0f, 1.0f);

  return __y * __y * (3.0f - 2.0f * __y);
}
__LOOM_INLINE float3 reflect (float3 __a, float3 __normal)
{
  return __a - 2.0f * __normal * dot (__normal, __a);
}
__LOOM_INLINE float3 cross (float3 __a, float3 __b)
{
  return make_float3 (__a.y * __b.z - __a.z * __b.y, __a.z * __b.x - __a.x * __b.z,
                      __a.x * __b.y - __a.y * __b.x);
}
