/* loom-sim-exec-half-compare.c: handlers of setp and set on f16 and bf16, single and packed
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-exec-compare-private.h"
#include "loom-sim-exec-half-private.h"

/* As floats: every f16 and bf16 is one. A subnormal f16 that .ftz makes zero is a normal float. */
#define TO_f16(v) loom_sim_f16_to_float (v)
#define TO_ftz_f16(v) loom_sim_f16_to_float (loom_sim_f16_ftz (v))
#define TO_bf16(v) loom_sim_bf16_to_float (v)
#define ONE_f16 0x3c00
#define ONE_ftz_f16 0x3c00
#define ONE_bf16 0x3f80

/* Of two pairs: what each half comes to. */
#define BY_HALVES(of, truth) \
  LOOM_SIM_PACK (of (LOOM_SIM_LOW (a), LOOM_SIM_LOW (b)) ? (truth) : 0, \
                 of (LOOM_SIM_HIGH (a), LOOM_SIM_HIGH (b)) ? (truth) : 0)
#define RELATION(name, test, how, type) \
  static inline gboolean \
  name##_##type (guint16 left, \
                 guint16 right) \
  { \
    const float a = TO_##type (left), b = TO_##type (right); \
    \
    return test; \
  } \
  LOOM_SIM_MAP2 (setp_##name##_##type, guint8, guint16, guint16, \
                 name##_##type (a, b) ? 0xff : 0) \
  LOOM_SIM_EACH2 (setp_##name##_##type##x2, guint8, guint32, guint32, \
                  d = name##_##type (LOOM_SIM_LOW (a), LOOM_SIM_LOW (b)) ? 0xff : 0; \
                  e = name##_##type (LOOM_SIM_HIGH (a), LOOM_SIM_HIGH (b)) ? 0xff : 0;) \
  LOOM_SIM_MAP2 (set_##name##_##type##x2, guint32, guint32, guint32, \
                 BY_HALVES (name##_##type, ONE_##type)) \
  LOOM_SIM_MAP2 (set_mask_##name##_##type##x2, guint32, guint32, guint32, \
                 BY_HALVES (name##_##type, 0xffff))

LOOM_SIM_EACH_FLOAT_RELATION (RELATION, f16)
LOOM_SIM_EACH_FLOAT_RELATION (RELATION, ftz_f16)
LOOM_SIM_EACH_FLOAT_RELATION (RELATION, bf16)

#define SPELLED_f16 ".f16"
#define SPELLED_ftz_f16 ".ftz.f16"
#define SPELLED_bf16 ".bf16"
#define PACKED_f16 ".f16x2.f16x2"
#define PACKED_ftz_f16 ".ftz.f16x2.f16x2"
#define PACKED_bf16 ".bf16x2.bf16x2"
#define MASK_f16 ".u32.f16x2"
#define MASK_ftz_f16 ".ftz.u32.f16x2"
#define MASK_bf16 ".u32.bf16x2"
#define ROW(name, test, how, type) \
  LOOM_SIM_ROW ("set." #name MASK_##type, "4=44,p", set_mask_##name##_##type##x2) \
  LOOM_SIM_ROW ("setp." #name SPELLED_##type, "1=22,p", setp_##name##_##type) \
  LOOM_SIM_ROW ("setp." #name SPELLED_##type "x2", "11=44,p", setp_##name##_##type##x2) \
  LOOM_SIM_ROW ("set." #name PACKED_##type, "4=44,p", set_##name##_##type##x2)

LOOM_SIM_ROWS (half_compare)
{
  LOOM_SIM_EACH_FLOAT_RELATION (ROW, f16)
  LOOM_SIM_EACH_FLOAT_RELATION (ROW, ftz_f16)
  LOOM_SIM_EACH_FLOAT_RELATION (ROW, bf16)
  LOOM_SIM_ROWS_END
};
