/* loom-sim-exec-alu.c: handlers of integer arithmetic and logic
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-exec-private.h"

/* Both signs wrap alike, so one handler serves the signed and the unsigned spelling. */
LOOM_SIM_MAP2 (add_16, guint16, guint16, guint16, a + b)
LOOM_SIM_MAP2 (add_32, guint32, guint32, guint32, a + b)
LOOM_SIM_MAP2 (add_64, guint64, guint64, guint64, a + b)
LOOM_SIM_MAP2 (sub_16, guint16, guint16, guint16, a - b)
LOOM_SIM_MAP2 (sub_32, guint32, guint32, guint32, a - b)
LOOM_SIM_MAP2 (sub_64, guint64, guint64, guint64, a - b)

LOOM_SIM_ROWS (alu)
{
  LOOM_SIM_ROW ("add.s16", "2=22,p", add_16)
  LOOM_SIM_ROW ("add.u16", "2=22,p", add_16)
  LOOM_SIM_ROW ("add.s32", "4=44,p", add_32)
  LOOM_SIM_ROW ("add.u32", "4=44,p", add_32)
  LOOM_SIM_ROW ("add.s64", "8=88,p", add_64)
  LOOM_SIM_ROW ("add.u64", "8=88,p", add_64)
  LOOM_SIM_ROW ("sub.s16", "2=22,p", sub_16)
  LOOM_SIM_ROW ("sub.u16", "2=22,p", sub_16)
  LOOM_SIM_ROW ("sub.s32", "4=44,p", sub_32)
  LOOM_SIM_ROW ("sub.u32", "4=44,p", sub_32)
  LOOM_SIM_ROW ("sub.s64", "8=88,p", sub_64)
  LOOM_SIM_ROW ("sub.u64", "8=88,p", sub_64)
  LOOM_SIM_ROWS_END
};
