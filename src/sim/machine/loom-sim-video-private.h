#pragma once

#include <glib.h>

/* What a video instruction does, packed into an op's immediate: it has too many spellings for a
 * handler each. */
typedef enum
{
  LOOM_SIM_VIDEO_ADD,
  LOOM_SIM_VIDEO_SUB,
  LOOM_SIM_VIDEO_ABSDIFF,
  LOOM_SIM_VIDEO_MIN,
  LOOM_SIM_VIDEO_MAX,
  LOOM_SIM_VIDEO_AVERAGE,
  LOOM_SIM_VIDEO_SHL,
  LOOM_SIM_VIDEO_SHR,
  LOOM_SIM_VIDEO_SET,
  LOOM_SIM_VIDEO_MAD,
} LoomSimVideoOperation;

typedef union
{
  gint64 word;
  struct
  {
    guint64 operation : 4;      /* LoomSimVideoOperation */
    guint64 d_signed : 1, a_signed : 1, b_signed : 1;
    guint64 saturates : 1;
    guint64 wraps : 1;          /* shift counts */
    guint64 plus_one : 1;
    guint64 compare : 5;        /* LoomPtxCompare */
    guint64 second : 4;         /* LoomPtxAtomic: add, min or max with c */
    guint64 scale : 4;          /* bits that a product is shifted right by */
    guint64 parts : 3;          /* 1, 2 or 4 */
    guint64 mask : 4;           /* parts that are written */
    guint64 pick_a : 12, pick_b : 12;   /* LoomPtxSelector, or of several parts three bits each, the
                                           lowest part lowest */
    guint64 minus_product : 1, minus_c : 1;
    guint64 merge : 4;          /* LoomPtxSelector of a single destination */
  };
} LoomSimVideo;

G_STATIC_ASSERT (sizeof (LoomSimVideo) == sizeof (gint64));
