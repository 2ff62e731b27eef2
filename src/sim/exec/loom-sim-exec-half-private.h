#pragma once

#include "loom-sim-exec-float-private.h"

/* Half precision (f16) and bfloat16 (bf16). All arithmetic is done in double and rounded once: sums
 * and products of two of them are exact there or too far apart to matter, and for a * b + c the
 * double is rounded to odd, which keeps what a second rounding needs to know (Boldo and Melquiond,
 * "Emulation of FMA and correctly rounded sums"). No branches, so that loops over lanes become
 * vector code. */

typedef guint16 f16;
typedef guint16 bf16;

#define LOOM_SIM_HALF_NAN 0x7fff

static inline float
loom_sim_f16_to_float (f16 value)
{
  const guint32 magnitude = (guint32) (value & 0x7fff) << 13;
  const guint32 finite = loom_sim_float_bits (loom_sim_float_from_bits (magnitude) * 0x1p112f);
  const guint32 bits = (value & 0x7c00) == 0x7c00 ? magnitude | 0x7f800000u : finite;

  return loom_sim_float_from_bits (bits | (guint32) (value & 0x8000) << 16);
}

static inline float
loom_sim_bf16_to_float (bf16 value)
{
  return loom_sim_float_from_bits ((guint32) value << 16);
}

/* To nearest a multiple of the last place that a magnitude has with @digits after the leading one
 * and no exponent below @least: what lies above is pushed out of the double's own last place and
 * back. */
static inline double
loom_sim_last_place (double magnitude,
                     gint64 least,
                     gint64 digits)
{
  const gint64 exponent = (gint64) (loom_sim_double_bits (magnitude) >> 52);
  const gint64 place = MAX (exponent, least + 1023) - digits;

  return loom_sim_double_from_bits ((guint64) place << 52);
}

static inline double
loom_sim_round_nearest (double magnitude,
                        double place)
{
  const double push = place * 0x1.8p52;

  return (magnitude + push) - push;
}

/* toward: 0 to nearest, -1 toward zero, 1 away from it. */
static inline double
loom_sim_round_magnitude (double magnitude,
                          double place,
                          gint   toward)
{
  const double nearest = loom_sim_round_nearest (magnitude, place);
  const double down = nearest > magnitude ? nearest - place : nearest;
  const double up = nearest < magnitude ? nearest + place : nearest;

  return toward == 0 ? nearest : toward < 0 ? down : up;
}

static inline f16
loom_sim_f16_round (double value,
                    gint   toward)
{
  const guint64 sign = loom_sim_double_bits (value) >> 63;
  const double magnitude = fabs (value), place = loom_sim_last_place (magnitude, -14, 10);
  const double rounded = loom_sim_round_magnitude (magnitude, place, toward);
  const float exact = (float) rounded;
  const guint32 normal = (loom_sim_float_bits (exact) >> 13) - (112u << 10);
  const guint32 subnormal = (guint32) (gint32) (exact < 0x1p-14f ? exact * 0x1p24f : 0.0f);
  const guint32 finite = exact < 0x1p-14f ? subnormal : normal;
  const guint32 over = toward < 0 && magnitude < (double) INFINITY ? 0x7bff : 0x7c00;
  const guint32 bits = !(rounded < 65536.0) ? over : finite;

  return (f16) (value != value ? LOOM_SIM_HALF_NAN : bits | (guint32) sign << 15);
}

static inline bf16
loom_sim_bf16_round (double value,
                     gint   toward)
{
  const guint64 sign = loom_sim_double_bits (value) >> 63;
  const double magnitude = fabs (value), place = loom_sim_last_place (magnitude, -126, 7);
  const double rounded = loom_sim_round_magnitude (magnitude, place, toward);
  const guint32 finite = loom_sim_float_bits ((float) (rounded < 0x1p128 ? rounded : 0.0)) >> 16;
  const guint32 over = toward < 0 && magnitude < (double) INFINITY ? 0x7f7f : 0x7f80;
  const guint32 bits = !(rounded < 0x1p128) ? over : finite;

  return (bf16) (value != value ? LOOM_SIM_HALF_NAN : bits | (guint32) sign << 15);
}

/* a + b rounded to odd: if that was not exact, the last bit is set on the side that the rest
 * lies. */
static inline double
loom_sim_add_to_odd (double a,
                     double b)
{
  const double sum = a + b, part = sum - a;
  const double rest = (a - (sum - part)) + (b - part);
  const guint64 bits = loom_sim_double_bits (sum);
  const guint64 nudged = (rest > 0.0) == (sum > 0.0) ? bits + 1 : bits - 1;
  const gboolean inexact = rest < 0.0 || rest > 0.0;

  return loom_sim_double_from_bits (inexact && (bits & 1) == 0 ? nudged : bits);
}

static inline double
loom_sim_fma_to_odd (double a,
                     double b,
                     double c)
{
  return loom_sim_add_to_odd (a * b, c);
}

/* .ftz on operands and results; .sat; .relu. */
static inline f16
loom_sim_f16_ftz (f16 value)
{
  return (value & 0x7c00) == 0 ? value & 0x8000 : value;
}

static inline f16
loom_sim_f16_sat (f16 value)
{
  const guint16 magnitude = value & 0x7fff;

  return (value & 0x8000) != 0 || magnitude > 0x7c00 ? 0 : magnitude > 0x3c00 ? 0x3c00 : value;
}

/* The sign goes, but a NaN stays one. */
static inline guint16
loom_sim_half_relu (guint16 value,
                    guint16 infinity)
{
  return (value & 0x7fff) > infinity ? LOOM_SIM_HALF_NAN : (value & 0x8000) != 0 ? 0 : value;
}

#define loom_sim_f16_relu(value) loom_sim_half_relu (value, 0x7c00)
#define loom_sim_bf16_relu(value) loom_sim_half_relu (value, 0x7f80)

/* The two halves of a packed register: both by the expression `of` in x, y, z. */
#define LOOM_SIM_LOW(v) ((guint16) (v))
#define LOOM_SIM_HIGH(v) ((guint16) ((v) >> 16))
#define LOOM_SIM_PACK(low, high) ((guint32) (guint16) (low) | (guint32) (guint16) (high) << 16)
