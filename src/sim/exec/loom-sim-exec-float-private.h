#pragma once

#include <float.h>
#include <glib.h>
#include <math.h>

/* What PTX adds to IEEE arithmetic, for handlers: flushing, saturation, extremes, the rounding
 * modes. */

static inline guint32
loom_sim_float_bits (float value)
{
  union { float f; guint32 u; } bits = { .f = value };

  return bits.u;
}

static inline float
loom_sim_float_from_bits (guint32 value)
{
  union { guint32 u; float f; } bits = { .u = value };

  return bits.f;
}

static inline guint64
loom_sim_double_bits (double value)
{
  union { double f; guint64 u; } bits = { .f = value };

  return bits.u;
}

static inline double
loom_sim_double_from_bits (guint64 value)
{
  union { guint64 u; double f; } bits = { .u = value };

  return bits.f;
}

/* Whatever NaN an operation of single precision comes to, the hardware gives this one; a
 * processor's own would hang on which of two operands a compiler takes for the first. */
#define LOOM_SIM_NAN_F32 0x7fffffffu

static inline float
loom_sim_one_nan (float value)
{
  return value == value ? value : loom_sim_float_from_bits (LOOM_SIM_NAN_F32);
}

/* In double precision a NaN operand is passed on, made quiet, with its sign. PTX does not say which
 * of several: an H200 passes on the second before the third before the first; the dividend before
 * the divisor, as this processor does. Operands are replaced so that it does not matter in which
 * order a compiler takes them. */
static inline double
loom_sim_nan_or (double nan,
                 double other)
{
  return nan == nan ? other : nan;
}

/* A NaN keeps its sign, and what is made of it is quiet: an operation on it, rather than on its
 * bits. */
static inline double
loom_sim_pass_nan (double nan,
                   double number)
{
  return nan == nan ? number : nan + nan;
}

static inline double
loom_sim_add_f64 (double a,
                  double b)
{
  return loom_sim_nan_or (b, a) + b;
}

static inline double
loom_sim_sub_f64 (double a,
                  double b)
{
  return loom_sim_nan_or (b, a) - b;
}

static inline double
loom_sim_mul_f64 (double a,
                  double b)
{
  return loom_sim_nan_or (b, a) * b;
}

static inline double
loom_sim_fma_f64 (double a,
                  double b,
                  double c)
{
  const double addend = loom_sim_nan_or (b, c);

  return fma (loom_sim_nan_or (addend, a), b, addend);
}

/* .ftz: a subnormal becomes zero and keeps its sign. */
static inline float
loom_sim_ftz (float value)
{
  return fabsf (value) < FLT_MIN ? copysignf (0.0f, value) : value;
}

/* .sat: to [0, 1]; a NaN becomes +0. */
static inline float
loom_sim_saturate (float value)
{
  return value > 0.0f ? (value < 1.0f ? value : 1.0f) : 0.0f;
}

/* min and max prefer the number to a NaN and hold -0 to be less than +0. Equal operands differ in
 * the sign of zero at most, so that `or` and `and` of their bits choose. Of two NaNs comes the one
 * that all operations give, in double precision the second, made quiet: that is how min.f64 and
 * max.f64 are assembled for an H200. */
static inline float
loom_sim_min_f32 (float a,
                  float b)
{
  const float equal = loom_sim_float_from_bits (loom_sim_float_bits (a) | loom_sim_float_bits (b));
  const float least = a < b ? a : a > b ? b : equal;

  return a != a ? loom_sim_one_nan (b) : b != b ? a : least;
}

static inline float
loom_sim_max_f32 (float a,
                  float b)
{
  const float equal = loom_sim_float_from_bits (loom_sim_float_bits (a) & loom_sim_float_bits (b));
  const float most = a > b ? a : a < b ? b : equal;

  return a != a ? loom_sim_one_nan (b) : b != b ? a : most;
}

static inline double
loom_sim_min_f64 (double a,
                  double b)
{
  const double equal =
      loom_sim_double_from_bits (loom_sim_double_bits (a) | loom_sim_double_bits (b));
  const double least = a < b ? a : a > b ? b : equal;

  return a != a ? loom_sim_pass_nan (b, b) : b != b ? a : least;
}

static inline double
loom_sim_max_f64 (double a,
                  double b)
{
  const double equal =
      loom_sim_double_from_bits (loom_sim_double_bits (a) & loom_sim_double_bits (b));
  const double most = a > b ? a : a < b ? b : equal;

  return a != a ? loom_sim_pass_nan (b, b) : b != b ? a : most;
}

/* .NaN: a NaN wins. */
static inline float
loom_sim_nan_wins (float a,
                   float b,
                   float other)
{
  return a != a || b != b ? loom_sim_float_from_bits (LOOM_SIM_NAN_F32) : other;
}

/* .xorsign.abs: of the magnitudes, with the sign of the product. */
static inline float
loom_sim_xor_sign (float a,
                   float b,
                   float magnitude)
{
  const guint32 sign = (loom_sim_float_bits (a) ^ loom_sim_float_bits (b)) & 0x80000000u;

  return loom_sim_float_from_bits (loom_sim_float_bits (magnitude) | sign);
}

/* Directed rounding. The processor does it exactly for every operation; the barriers keep the
 * compiler from moving the operation over the change of mode, or from doing it itself. */
#define LOOM_SIM_OPAQUE(value) __asm__ volatile ("" : "+m" (value))
#define LOOM_SIM_DIRECTED(result, mode, expression) \
  G_STMT_START \
    { \
      fesetround (mode); \
      result = (expression); \
      LOOM_SIM_OPAQUE (result); \
      fesetround (FE_TONEAREST); \
    } \
  G_STMT_END
