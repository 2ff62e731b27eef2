#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* For each integer type of cvt: r… what its register holds, v… its value. An 8-bit operand is the
 * low byte of a 16-bit register; as a destination it fills the register by its sign. */
typedef guint16 ru8;
typedef gint16 rs8;
typedef guint16 ru16;
typedef gint16 rs16;
typedef guint32 ru32;
typedef gint32 rs32;
typedef guint64 ru64;
typedef gint64 rs64;
typedef guint8 vu8;
typedef gint8 vs8;
typedef guint16 vu16;
typedef gint16 vs16;
typedef guint32 vu32;
typedef gint32 vs32;
typedef guint64 vu64;
typedef gint64 vs64;

/* Their letters in a row's signature. */
#define WIDTH_u8 "2"
#define WIDTH_s8 "2"
#define WIDTH_u16 "2"
#define WIDTH_s16 "2"
#define WIDTH_u32 "4"
#define WIDTH_s32 "4"
#define WIDTH_u64 "8"
#define WIDTH_s64 "8"

#define EACH_INTEGER(MACRO) \
  MACRO (u8) \
  MACRO (s8) \
  MACRO (u16) \
  MACRO (s16) \
  MACRO (u32) \
  MACRO (s32) \
  MACRO (u64) \
  MACRO (s64)

/* For each rounding to an integral value: its name and the function of double precision. */
#define EACH_INTEGRAL(MACRO, ...) \
  MACRO (rni, rint, __VA_ARGS__) \
  MACRO (rzi, trunc, __VA_ARGS__) \
  MACRO (rmi, floor, __VA_ARGS__) \
  MACRO (rpi, ceil, __VA_ARGS__)

/* For each rounding. */
#define EACH_ROUNDING(MACRO, ...) \
  MACRO (rn, __VA_ARGS__) \
  MACRO (rz, __VA_ARGS__) \
  MACRO (rm, __VA_ARGS__) \
  MACRO (rp, __VA_ARGS__)

/* An integral float to integer, clamped. Bounds are powers of two or exact in a double; `over` is
 * the first float above the type. A NaN gives 0, or the top bit where the source or the destination
 * has 64 bits (seen on an H200: float to 32 bits and fewer gives 0, all else 0x8000…). */
#define LOOM_SIM_TO_INTEGER(D, over, under, most, least, nan, F) \
  static inline v##D \
  D##_from_##F (F a) \
  { \
    return a != a             ? (v##D) (nan) \
           : a >= (F) (over)  ? (v##D) (most) \
           : a <= (F) (under) ? (v##D) (least) \
                              : (v##D) a; \
  }
#define LOOM_SIM_TO_INTEGERS(F, nan32, nan16, nan8) \
  LOOM_SIM_TO_INTEGER (u8, 255.0, 0.0, G_MAXUINT8, 0, nan8, F) \
  LOOM_SIM_TO_INTEGER (s8, 127.0, -128.0, G_MAXINT8, G_MININT8, nan8, F) \
  LOOM_SIM_TO_INTEGER (u16, 65535.0, 0.0, G_MAXUINT16, 0, nan16, F) \
  LOOM_SIM_TO_INTEGER (s16, 32767.0, -32768.0, G_MAXINT16, G_MININT16, nan16, F) \
  LOOM_SIM_TO_INTEGER (u32, 0x1p32, 0.0, G_MAXUINT32, 0, nan32, F) \
  LOOM_SIM_TO_INTEGER (s32, 0x1p31, -0x1p31, G_MAXINT32, G_MININT32, nan32, F) \
  LOOM_SIM_TO_INTEGER (u64, 0x1p64, 0.0, G_MAXUINT64, 0, G_MININT64, F) \
  LOOM_SIM_TO_INTEGER (s64, 0x1p63, -0x1p63, G_MAXINT64, G_MININT64, G_MININT64, F)
LOOM_SIM_TO_INTEGERS (float, 0, 0, 0)
LOOM_SIM_TO_INTEGERS (double, 1u << 31, 1u << 15, 1u << 7)

G_END_DECLS
