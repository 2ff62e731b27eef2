/* loom-sim-exec-video.c: handlers of video instructions, scalar and by parts
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-exec-private.h"
#include "loom-sim-video-private.h"

#define SHIFTED_BITS 34         /* that a shift to be saturated keeps */

/* PTX ISA, "Scalar Video Instructions" and "SIMD Video Instructions". Everything is done in 64
 * bits. Lane by lane, and what an instruction does is looked up for each: hardly anybody uses
 * them. */

/* @bits of a value from bit @from on, extended by its sign or by zeros. */
static inline gint64
extract (guint32  value,
         guint    from,
         guint    bits,
         gboolean is_signed)
{
  const guint64 shifted = (guint64) value << (64 - from - bits);

  return is_signed ? (gint64) shifted >> (64 - bits) : (gint64) (shifted >> (64 - bits));
}

static inline gint64
pick (guint32  value,
      guint    selector,
      gboolean is_signed)
{
  switch (selector)
    {
    case LOOM_PTX_SELECTOR_B0:
    case LOOM_PTX_SELECTOR_B1:
    case LOOM_PTX_SELECTOR_B2:
    case LOOM_PTX_SELECTOR_B3:
      return extract (value, 8 * (selector - LOOM_PTX_SELECTOR_B0), 8, is_signed);
    case LOOM_PTX_SELECTOR_H0:
    case LOOM_PTX_SELECTOR_H1:
      return extract (value, 16 * (selector - LOOM_PTX_SELECTOR_H0), 16, is_signed);
    default:
      return extract (value, 0, 32, is_signed);
    }
}

static inline gboolean
compare (gint64 a,
         gint64 b,
         guint  how)
{
  switch (how)
    {
    case LOOM_PTX_COMPARE_EQ:
      return a == b;
    case LOOM_PTX_COMPARE_NE:
      return a != b;
    case LOOM_PTX_COMPARE_LT:
      return a < b;
    case LOOM_PTX_COMPARE_LE:
      return a <= b;
    case LOOM_PTX_COMPARE_GT:
      return a > b;
    default:
      return a >= b;
    }
}

static inline gint64
clamp (gint64   value,
       guint    bits,
       gboolean is_signed)
{
  const gint64 most = is_signed ? ((gint64) 1 << (bits - 1)) - 1 : ((gint64) 1 << bits) - 1;
  const gint64 least = is_signed ? -most - 1 : 0;

  return value < least ? least : value > most ? most : value;
}

/* The count of a shift is the unsigned b: at most 32, or modulo 32. */
static inline guint
get_count (gint64   b,
           gboolean wraps)
{
  const guint64 count = (guint64) b;

  return wraps ? count & 31 : MIN (count, 32);
}

/* What an H200 is to saturate it first cuts off (the ISA does not); all else has 64 bits. */
static inline gint64
shift_left (gint64   a,
            guint    count,
            gboolean saturates)
{
  const guint cut = saturates ? 64 - SHIFTED_BITS : 0;

  return (gint64) ((guint64) a << count << cut) >> cut;
}

static inline gint64
operate (LoomSimVideo video,
         gint64       a,
         gint64       b)
{
  switch ((LoomSimVideoOperation) video.operation)
    {
    case LOOM_SIM_VIDEO_ADD:
      return a + b;
    case LOOM_SIM_VIDEO_SUB:
      return a - b;
    case LOOM_SIM_VIDEO_ABSDIFF:
      return a < b ? b - a : a - b;
    case LOOM_SIM_VIDEO_MIN:
      return MIN (a, b);
    case LOOM_SIM_VIDEO_MAX:
      return MAX (a, b);
    case LOOM_SIM_VIDEO_AVERAGE:
      return (a + b + (a + b >= 0 ? 1 : 0)) >> 1;
    case LOOM_SIM_VIDEO_SHL:
      return shift_left (a, get_count (b, video.wraps), video.saturates);
    case LOOM_SIM_VIDEO_SHR:
      return a >> get_count (b, video.wraps);
    case LOOM_SIM_VIDEO_SET:
      return compare (a, b, video.compare);
    default:
      return 0;
    }
}

/* vmad. An H200 takes whole words as signed, whatever their types say, and shifts an unsigned sum
 * in as zeros. */
static inline guint32
multiply (LoomSimVideo video,
          gint64       a,
          gint64       b,
          guint32      c)
{
  const gboolean is_signed = video.a_signed || video.b_signed || video.minus_product ||
                             video.minus_c;
  const gint64 product = (gint64) (gint32) a * (gint32) b, addend = (gint32) c;
  const gint64 sum = (video.minus_product ? -product : product) +
                     (video.minus_c ? -addend : addend) + video.plus_one;
  const gint64 scaled = is_signed ? sum >> video.scale : (gint64) ((guint64) sum >> video.scale);

  return (guint32) (video.saturates ? clamp (scaled, 32, is_signed) : scaled);
}

/* The destination takes the low part of the result, the rest stays as c has it. Only .h1 takes the
 * result's own upper half (seen on an H200; the ISA says the lower). */
static inline guint32
merge (guint32 value,
       guint32 c,
       guint   selector)
{
  guint from;

  if (selector == LOOM_PTX_SELECTOR_H1)
    return (c & 0xffff) | (value & 0xffff0000u);
  if (selector == LOOM_PTX_SELECTOR_H0)
    return (c & 0xffff0000u) | (value & 0xffff);
  from = 8 * (selector - LOOM_PTX_SELECTOR_B0);
  return (c & ~(0xffu << from)) | (value & 0xff) << from;
}

/* Whether what the second operation compares with c is less: a sum, a difference or what a shift is
 * to saturate as 32 bits leave it with their sign, all else whole; but to an unsigned destination
 * what is below zero is above everything (seen on an H200; the ISA has it whole always). */
static inline gboolean
is_less (LoomSimVideo video,
         gint64       value,
         gint64       other)
{
  if (video.operation == LOOM_SIM_VIDEO_ADD || video.operation == LOOM_SIM_VIDEO_SUB ||
      (video.saturates && (video.operation == LOOM_SIM_VIDEO_SHL ||
                           video.operation == LOOM_SIM_VIDEO_SHR)))
    value = (gint32) value;
  return video.d_signed ? value < other : (guint64) value < (guint64) other;
}

static inline guint32
combine (LoomSimVideo video,
         gint64       value,
         guint32      c)
{
  const gint64 other = video.d_signed ? (gint32) c : (gint64) c;

  switch (video.second)
    {
    case LOOM_PTX_ATOMIC_ADD:
      return (guint32) (value + other);
    case LOOM_PTX_ATOMIC_MIN:
      return (guint32) (is_less (video, value, other) ? value : other);
    case LOOM_PTX_ATOMIC_MAX:
      return (guint32) (is_less (video, value, other) ? other : value);
    default:
      return video.merge != LOOM_PTX_SELECTOR_NONE ? merge ((guint32) value, c, video.merge)
                                                   : (guint32) value;
    }
}

/* .sat. As an H200 does it: a part takes what is below zero for too much, and an unsigned
 * destination is not clamped above but by a shift. */
static inline gint64
saturate (LoomSimVideo video,
          gint64       value)
{
  const guint bits = video.merge == LOOM_PTX_SELECTOR_NONE ? 32
                     : video.merge < LOOM_PTX_SELECTOR_H0  ? 8
                                                           : 16;
  const gint64 most = ((gint64) 1 << (video.d_signed ? bits - 1 : bits)) - 1;

  if (bits < 32)
    return value < 0 || value > most ? most : value;
  if (!video.d_signed && video.operation != LOOM_SIM_VIDEO_SHL)
    return MAX (value, 0);
  return clamp (value, bits, video.d_signed);
}

static inline guint32
scalar (LoomSimVideo video,
        guint32      a,
        guint32      b,
        guint32      c)
{
  const gint64 x = pick (a, video.pick_a, video.a_signed),
               y = pick (b, video.pick_b, video.b_signed);
  gint64 value;

  if (video.operation == LOOM_SIM_VIDEO_MAD)
    return multiply (video, x, y, c);
  value = operate (video, x, y);
  return combine (video, video.saturates ? saturate (video, value) : value, c);
}

/* Parts are picked from a and b together: those of b follow those of a. */
static inline guint32
by_parts (LoomSimVideo video,
          guint32      a,
          guint32      b,
          guint32      c)
{
  const guint bits = 32 / video.parts, low = video.parts - 1;
  const guint32 ones = bits == 8 ? 0xff : 0xffff;
  const gboolean adds = video.second == LOOM_PTX_ATOMIC_ADD;
  guint32 result = c;

  for (guint i = 0; i < video.parts; i++)
    {
      const guint pa = video.pick_a >> (3 * i) & 7, pb = video.pick_b >> (3 * i) & 7;
      const gint64 x = extract (pa > low ? b : a, (pa & low) * bits, bits, video.a_signed);
      const gint64 y = extract (pb > low ? b : a, (pb & low) * bits, bits, video.b_signed);
      gint64 value;

      if ((video.mask >> i & 1) == 0)
        continue;
      value = operate (video, x, y);
      if (video.saturates)
        value = clamp (value, bits, video.d_signed);
      if (adds)
        result += (guint32) value;
      else
        result = (result & ~(ones << (bits * i))) | ((guint32) value & ones) << (bits * i);
    }
  return result;
}

#define VIDEO(name) \
  LOOM_SIM_EACH3 (video_##name, guint32, guint32, guint32, guint32, \
                 const LoomSimVideo video = { .word = op->immediate.word }; \
                 d = name (video, a, b, c);)
VIDEO (scalar)
VIDEO (by_parts)

LOOM_SIM_ROWS (video)
{
  LOOM_SIM_ROW ("@video", "4=444", video_scalar)
  LOOM_SIM_ROW ("@video.parts", "4=444", video_by_parts)
  LOOM_SIM_ROWS_END
};
