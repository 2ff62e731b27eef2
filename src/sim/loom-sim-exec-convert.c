/* loom-sim-exec-convert.c: handlers of cvt between integers
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-exec-convert-private.h"
#include "loom-sim-exec-private.h"

static inline gint64
clamp_signed (gint64 value,
              gint64 least,
              gint64 most)
{
  return value < least ? least : value > most ? most : value;
}

static inline guint64
clamp_unsigned (guint64 value,
                guint64 most)
{
  return value > most ? most : value;
}

/* .sat by the sign of the source (s, u) and of the destination. */
#define SAT_s_s(a, D) clamp_signed (a, MIN_##D, (gint64) MAX_##D)
#define SAT_s_u(a, D) ((a) < 0 ? 0 : clamp_unsigned ((guint64) (a), MAX_##D))
#define SAT_u_s(a, D) clamp_unsigned (a, MAX_##D)
#define SAT_u_u(a, D) clamp_unsigned (a, MAX_##D)
#define MIN_s8 G_MININT8
#define MIN_s16 G_MININT16
#define MIN_s32 G_MININT32
#define MIN_s64 G_MININT64
#define MAX_s8 G_MAXINT8
#define MAX_s16 G_MAXINT16
#define MAX_s32 G_MAXINT32
#define MAX_s64 G_MAXINT64
#define MAX_u8 G_MAXUINT8
#define MAX_u16 G_MAXUINT16
#define MAX_u32 G_MAXUINT32
#define MAX_u64 G_MAXUINT64

#define CONVERT(D, d_sign, A, a_sign) \
  LOOM_SIM_MAP1 (cvt_##D##_##A, r##D, r##A, (v##D) (v##A) a) \
  LOOM_SIM_EACH1 (cvt_sat_##D##_##A, r##D, r##A, \
                 d = (v##D) SAT_##a_sign##_##d_sign ((v##A) a, D);)

#define FROM_EACH(MACRO, D, d_sign) \
  MACRO (D, d_sign, u8, u) \
  MACRO (D, d_sign, s8, s) \
  MACRO (D, d_sign, u16, u) \
  MACRO (D, d_sign, s16, s) \
  MACRO (D, d_sign, u32, u) \
  MACRO (D, d_sign, s32, s) \
  MACRO (D, d_sign, u64, u) \
  MACRO (D, d_sign, s64, s)
#define EACH_PAIR(MACRO) \
  FROM_EACH (MACRO, u8, u) \
  FROM_EACH (MACRO, s8, s) \
  FROM_EACH (MACRO, u16, u) \
  FROM_EACH (MACRO, s16, s) \
  FROM_EACH (MACRO, u32, u) \
  FROM_EACH (MACRO, s32, s) \
  FROM_EACH (MACRO, u64, u) \
  FROM_EACH (MACRO, s64, s)

EACH_PAIR (CONVERT)

#define ROWS(D, d_sign, A, a_sign) \
  LOOM_SIM_ROW ("cvt." #D "." #A, WIDTH_##D "=" WIDTH_##A ",p", cvt_##D##_##A) \
  LOOM_SIM_ROW ("cvt.sat." #D "." #A, WIDTH_##D "=" WIDTH_##A ",p", cvt_sat_##D##_##A)

LOOM_SIM_ROWS (convert)
{
  EACH_PAIR (ROWS)
  LOOM_SIM_ROWS_END
};
