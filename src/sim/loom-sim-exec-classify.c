/* loom-sim-exec-classify.c: handlers of testp
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-exec-private.h"

/* By the bits; `most` is infinity, `least` the smallest normal number. .normal is true for
 * zeros, as on the hardware. */
#define CLASSES(bits, T, most, least) \
  TEST (finite, bits, T, x < (most)) \
  TEST (infinite, bits, T, x == (most)) \
  TEST (number, bits, T, x <= (most)) \
  TEST (notanumber, bits, T, x > (most)) \
  TEST (normal, bits, T, x == 0 || (x >= (least) && x < (most))) \
  TEST (subnormal, bits, T, x != 0 && x < (least))
#define TEST(name, bits, T, test) \
  static inline guint8 \
  name##_of_##bits (T a) \
  { \
    const T x = a & ~((T) 1 << (bits - 1)); \
    \
    return (test) ? 0xff : 0; \
  } \
  LOOM_SIM_MAP1 (testp_##name##_##bits, guint8, T, name##_of_##bits (a))

CLASSES (32, guint32, 0x7f800000u, 0x00800000u)
CLASSES (64,
         guint64,
         G_GUINT64_CONSTANT (0x7ff0000000000000),
         G_GUINT64_CONSTANT (0x0010000000000000))

#define ROW(name) \
  LOOM_SIM_ROW ("testp." #name ".f32", "1=4,p", testp_##name##_32) \
  LOOM_SIM_ROW ("testp." #name ".f64", "1=8,p", testp_##name##_64)

LOOM_SIM_ROWS (classify)
{
  ROW (finite)
  ROW (infinite)
  ROW (number)
  ROW (notanumber)
  ROW (normal)
  ROW (subnormal)
  LOOM_SIM_ROWS_END
};
