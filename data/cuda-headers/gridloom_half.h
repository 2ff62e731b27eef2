/* gridloom_half.h: numbers of 16 bits for host and device functions, computed as floats
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cuda_runtime.h"

#include <type_traits>

#define GRIDLOOM_BOTH static inline __host__ __device__

/* The bits of IEEE's format with 5 bits of exponent, rounded to the nearest, ties to even. */
GRIDLOOM_BOTH unsigned short
gridloom_half_pack (float value)
{
  unsigned int bits, magnitude, shift, rest, half;

  __builtin_memcpy (&bits, &value, sizeof bits);
  magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000)
    return 0x7fff;
  if (magnitude >= 0x477ff000)  /* what rounds to no finite number */
    return (unsigned short) (bits >> 16 & 0x8000) | 0x7c00;
  if (magnitude < 0x33000000)   /* what rounds to zero */
    return (unsigned short) (bits >> 16 & 0x8000);

  shift = magnitude < 0x38800000 ? 126 - (magnitude >> 23) : 13;
  half = shift == 13 ? magnitude - 0x38000000 : (magnitude & 0x7fffff) | 0x800000;
  rest = half & ((1u << shift) - 1);
  half >>= shift;
  half += rest > 1u << (shift - 1) || (rest == 1u << (shift - 1) && (half & 1));
  return (unsigned short) ((bits >> 16 & 0x8000) | half);
}

GRIDLOOM_BOTH float
gridloom_half_unpack (unsigned short half)
{
  const unsigned int exponent = half >> 10 & 31, fraction = half & 0x3ff;
  unsigned int bits = (half & 0x8000u) << 16;
  float value;

  if (exponent == 0)
    return (bits != 0 ? -1.0f : 1.0f) * (float) fraction * 0x1p-24f;
  bits |= exponent == 31 ? 0x7f800000 : (exponent + 112) << 23;
  bits |= fraction << 13;
  __builtin_memcpy (&value, &bits, sizeof value);
  return value;
}

/* A float's upper half, rounded likewise. */
GRIDLOOM_BOTH unsigned short
gridloom_bfloat16_pack (float value)
{
  unsigned int bits;

  __builtin_memcpy (&bits, &value, sizeof bits);
  if ((bits & 0x7fffffff) > 0x7f800000)
    return 0x7fff;
  return (unsigned short) ((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

GRIDLOOM_BOTH float
gridloom_bfloat16_unpack (unsigned short half)
{
  const unsigned int bits = (unsigned int) half << 16;
  float value;

  __builtin_memcpy (&value, &bits, sizeof value);
  return value;
}

GRIDLOOM_BOTH float
gridloom_saturate (float value)
{
  return value > 0 ? value < 1 ? value : 1 : 0;
}

#define GRIDLOOM_HALF_OPERATOR(H, sign) \
  GRIDLOOM_BOTH H operator sign (H a, H b) { return H ((float) a sign (float) b); } \
  GRIDLOOM_BOTH H &operator sign##= (H &a, H b) { return a = a sign b; } \
  GRIDLOOM_BOTH H##2 operator sign (H##2 a, H##2 b) { return H##2 (a.x sign b.x, a.y sign b.y); } \
  GRIDLOOM_BOTH H##2 &operator sign##= (H##2 &a, H##2 b) { return a = a sign b; }
#define GRIDLOOM_HALF_COMPARISON(H, sign, name) \
  GRIDLOOM_BOTH bool operator sign (H a, H b) { return (float) a sign (float) b; } \
  GRIDLOOM_BOTH bool __h##name (H a, H b) { return a sign b; } \
  GRIDLOOM_BOTH bool __h##name##u (H a, H b) \
  { return a sign b || __builtin_isunordered ((float) a, (float) b); } \
  GRIDLOOM_HALF_COMPARISON_OF_TWO (H, name) \
  GRIDLOOM_HALF_COMPARISON_OF_TWO (H, name##u)
#define GRIDLOOM_HALF_COMPARISON_OF_TWO(H, name) \
  GRIDLOOM_BOTH H##2 __h##name##2 (H##2 a, H##2 b) \
  { return H##2 (__h##name (a.x, b.x), __h##name (a.y, b.y)); } \
  GRIDLOOM_BOTH bool __hb##name##2 (H##2 a, H##2 b) \
  { return __h##name (a.x, b.x) && __h##name (a.y, b.y); } \
  GRIDLOOM_BOTH unsigned int __h##name##2_mask (H##2 a, H##2 b) \
  { return (__h##name (a.x, b.x) ? 0xffff : 0) | (__h##name (a.y, b.y) ? 0xffff0000 : 0); }
#define GRIDLOOM_HALF_BINARY(H, name, expression) \
  GRIDLOOM_BOTH H __h##name (H a, H b) { return H (expression); } \
  GRIDLOOM_BOTH H##2 __h##name##2 (H##2 a, H##2 b) \
  { return H##2 (__h##name (a.x, b.x), __h##name (a.y, b.y)); }
#define GRIDLOOM_HALF_ARITHMETIC(H, name, expression) \
  GRIDLOOM_HALF_BINARY (H, name, expression) \
  GRIDLOOM_HALF_BINARY (H, name##_rn, expression) \
  GRIDLOOM_HALF_BINARY (H, name##_sat, gridloom_saturate (expression)) \
  GRIDLOOM_BOTH H##2 __h##name##2_rn (H##2 a, H##2 b) { return __h##name##2 (a, b); } \
  GRIDLOOM_BOTH H##2 __h##name##2_sat (H##2 a, H##2 b) \
  { return H##2 (__h##name##_sat (a.x, b.x), __h##name##_sat (a.y, b.y)); }
#define GRIDLOOM_HALF_FUSED(H, suffix, expression) \
  GRIDLOOM_BOTH H __hfma##suffix (H a, H b, H c) { return H (expression); } \
  GRIDLOOM_BOTH H##2 __hfma2##suffix (H##2 a, H##2 b, H##2 c) \
  { return H##2 (__hfma##suffix (a.x, b.x, c.x), __hfma##suffix (a.y, b.y, c.y)); }
/* Where host code rounds otherwise than to the nearest, it does so rarely. */
#define GRIDLOOM_HALF_INTEGER(H, format, type, name) \
  GRIDLOOM_BOTH type __##format##2##name##_rn (H a) { return (type) __builtin_rintf (a); } \
  GRIDLOOM_BOTH type __##format##2##name##_rz (H a) { return (type) (float) a; } \
  GRIDLOOM_BOTH type __##format##2##name##_rd (H a) { return (type) __builtin_floorf (a); } \
  GRIDLOOM_BOTH type __##format##2##name##_ru (H a) { return (type) __builtin_ceilf (a); } \
  GRIDLOOM_BOTH H __##name##2##format##_rn (type value) { return H (value); } \
  __device__ H __##name##2##format##_rz (type); \
  __device__ H __##name##2##format##_rd (type); \
  __device__ H __##name##2##format##_ru (type);
#define GRIDLOOM_HALF_UNARY(H, name, expression) \
  GRIDLOOM_BOTH H h##name (H a) { return H (expression); } \
  GRIDLOOM_BOTH H##2 h2##name (H##2 a) { return H##2 (h##name (a.x), h##name (a.y)); }

/* Functions of a type H, and of H2, two of them. */
#define GRIDLOOM_HALF_TYPE(H, format) \
struct __attribute__ ((aligned (2))) H##_raw { unsigned short x; }; \
struct __attribute__ ((aligned (2))) H \
{ \
  unsigned short __x; \
  H () = default; \
  __host__ __device__ H (H##_raw raw) : __x (raw.x) {} \
  template <class T, class = typename std::enable_if<std::is_arithmetic<T>::value>::type> \
  __host__ __device__ H (T value) : __x (gridloom_##format##_pack ((float) value)) {} \
  __host__ __device__ operator float () const { return gridloom_##format##_unpack (__x); } \
  __host__ __device__ operator H##_raw () const { return { __x }; } \
}; \
struct __attribute__ ((aligned (4))) H##2 \
{ \
  H x, y; \
  H##2 () = default; \
  __host__ __device__ H##2 (H a, H b) : x (a), y (b) {} \
}; \
GRIDLOOM_HALF_OPERATOR (H, +) \
GRIDLOOM_HALF_OPERATOR (H, -) \
GRIDLOOM_HALF_OPERATOR (H, *) \
GRIDLOOM_HALF_OPERATOR (H, /) \
GRIDLOOM_BOTH H operator- (H a) { return H (-(float) a); } \
GRIDLOOM_BOTH H##2 operator- (H##2 a) { return H##2 (-a.x, -a.y); } \
GRIDLOOM_HALF_COMPARISON (H, <, lt) \
GRIDLOOM_HALF_COMPARISON (H, >, gt) \
GRIDLOOM_HALF_COMPARISON (H, <=, le) \
GRIDLOOM_HALF_COMPARISON (H, >=, ge) \
GRIDLOOM_HALF_COMPARISON (H, ==, eq) \
GRIDLOOM_HALF_COMPARISON (H, !=, ne) \
GRIDLOOM_HALF_ARITHMETIC (H, add, (float) a + (float) b) \
GRIDLOOM_HALF_ARITHMETIC (H, sub, (float) a - (float) b) \
GRIDLOOM_HALF_ARITHMETIC (H, mul, (float) a * (float) b) \
GRIDLOOM_BOTH H __hdiv (H a, H b) { return a / b; } \
GRIDLOOM_BOTH H##2 __h2div (H##2 a, H##2 b) { return a / b; } \
GRIDLOOM_HALF_BINARY (H, min, __builtin_fminf (a, b)) \
GRIDLOOM_HALF_BINARY (H, max, __builtin_fmaxf (a, b)) \
GRIDLOOM_BOTH H __hneg (H a) { return -a; } \
GRIDLOOM_BOTH H __habs (H a) { return H (__builtin_fabsf (a)); } \
GRIDLOOM_BOTH H##2 __hneg2 (H##2 a) { return -a; } \
GRIDLOOM_BOTH H##2 __habs2 (H##2 a) { return H##2 (__habs (a.x), __habs (a.y)); } \
GRIDLOOM_BOTH H##2 __hisnan2 (H##2 a) { return H##2 (a.x != a.x, a.y != a.y); } \
GRIDLOOM_BOTH bool __hisnan (H a) { return (float) a != (float) a; } \
GRIDLOOM_BOTH int __hisinf (H a) { return __builtin_isinf_sign ((float) a); } \
GRIDLOOM_HALF_FUSED (H, , __builtin_fmaf (a, b, c)) \
GRIDLOOM_HALF_FUSED (H, _sat, gridloom_saturate (__builtin_fmaf (a, b, c))) \
GRIDLOOM_HALF_FUSED (H, _relu, __builtin_fmaxf (__builtin_fmaf (a, b, c), 0)) \
GRIDLOOM_HALF_UNARY (H, sqrt, __builtin_sqrtf (a)) \
GRIDLOOM_HALF_UNARY (H, rsqrt, 1 / __builtin_sqrtf (a)) \
GRIDLOOM_HALF_UNARY (H, rcp, 1 / (float) a) \
GRIDLOOM_HALF_UNARY (H, exp, __builtin_expf (a)) \
GRIDLOOM_HALF_UNARY (H, exp2, __builtin_exp2f (a)) \
GRIDLOOM_HALF_UNARY (H, log, __builtin_logf (a)) \
GRIDLOOM_HALF_UNARY (H, log2, __builtin_log2f (a)) \
GRIDLOOM_HALF_UNARY (H, exp10, __builtin_powf (10, a)) \
GRIDLOOM_HALF_UNARY (H, log10, __builtin_log10f (a)) \
GRIDLOOM_HALF_UNARY (H, tanh, __builtin_tanhf (a)) \
GRIDLOOM_HALF_UNARY (H, tanh_approx, __builtin_tanhf (a)) \
GRIDLOOM_HALF_UNARY (H, sin, __builtin_sinf (a)) \
GRIDLOOM_HALF_UNARY (H, cos, __builtin_cosf (a)) \
GRIDLOOM_HALF_UNARY (H, floor, __builtin_floorf (a)) \
GRIDLOOM_HALF_UNARY (H, ceil, __builtin_ceilf (a)) \
GRIDLOOM_HALF_UNARY (H, trunc, __builtin_truncf (a)) \
GRIDLOOM_HALF_UNARY (H, rint, __builtin_rintf (a)) \
GRIDLOOM_BOTH H##2 __halves2##format##2 (H a, H b) { return H##2 (a, b); } \
GRIDLOOM_BOTH H __low2##format (H##2 a) { return a.x; } \
GRIDLOOM_BOTH H __high2##format (H##2 a) { return a.y; } \
GRIDLOOM_BOTH H##2 __low2##format##2 (H##2 a) { return H##2 (a.x, a.x); } \
GRIDLOOM_BOTH H##2 __high2##format##2 (H##2 a) { return H##2 (a.y, a.y); } \
GRIDLOOM_BOTH H##2 __lows2##format##2 (H##2 a, H##2 b) { return H##2 (a.x, b.x); } \
GRIDLOOM_BOTH H##2 __highs2##format##2 (H##2 a, H##2 b) { return H##2 (a.y, b.y); } \
GRIDLOOM_HALF_INTEGER (H, format, short, short) \
GRIDLOOM_HALF_INTEGER (H, format, unsigned short, ushort) \
GRIDLOOM_HALF_INTEGER (H, format, int, int) \
GRIDLOOM_HALF_INTEGER (H, format, unsigned int, uint) \
GRIDLOOM_HALF_INTEGER (H, format, long long, ll) \
GRIDLOOM_HALF_INTEGER (H, format, unsigned long long, ull) \
GRIDLOOM_BOTH float __low2float (H##2 a) { return a.x; } \
GRIDLOOM_BOTH float __high2float (H##2 a) { return a.y; } \
GRIDLOOM_BOTH short __##format##_as_short (H a) { return (short) a.__x; } \
GRIDLOOM_BOTH unsigned short __##format##_as_ushort (H a) { return a.__x; } \
GRIDLOOM_BOTH H __ldg (const H *address) { return *address; } \
GRIDLOOM_BOTH H##2 __ldg (const H##2 *address) { return *address; } \
__device__ H __shfl_sync (unsigned int, H, int, int = 32); \
__device__ H __shfl_xor_sync (unsigned int, H, int, int = 32); \
__device__ H __shfl_up_sync (unsigned int, H, unsigned int, int = 32); \
__device__ H __shfl_down_sync (unsigned int, H, unsigned int, int = 32); \
__device__ H##2 __shfl_sync (unsigned int, H##2, int, int = 32); \
__device__ H##2 __shfl_xor_sync (unsigned int, H##2, int, int = 32); \
__device__ H##2 __shfl_up_sync (unsigned int, H##2, unsigned int, int = 32); \
__device__ H##2 __shfl_down_sync (unsigned int, H##2, unsigned int, int = 32);
