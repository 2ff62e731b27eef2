#pragma once

#include <glib.h>

/* Who was last at each unit of an object. An access is one number, 0 for none: linear thread, the
 * thread's clock, which instruction of the program (its site). Of plain writes the last is kept; of
 * all others, which only a plain write can be at odds with, two that are far apart. */
#define LOOM_SIM_RECORD(thread, clock, site) \
  ((guint64) (thread) << 32 | (guint64) (clock) << 16 | (guint64) (site))
#define LOOM_SIM_RECORD_THREAD(record) ((guint64) (record) >> 32)
#define LOOM_SIM_RECORD_CLOCK(record) ((guint64) (record) >> 16 & 0xffff)
#define LOOM_SIM_RECORD_SITE(record) ((guint) ((record) & 0xffff))
#define LOOM_SIM_MAX_CLOCK 0xfff0u

typedef struct
{
  guint    shift;               /* of a unit's size */
  guint64  n_units;
  guint64 *written;
  guint64 *others[2];           /* NULL: none yet */
} LoomSimShadow;

/* Lanes side by side that are all at one clock, and what all of them know of their own block. */
typedef struct
{
  guint64 record;               /* of the first lane */
  guint64 start;                /* unit */
  guint   n;                    /* units */
  guint   shift;                /* units of a lane, as a power of two */
  guint64 block_first, block_threads, base;
  guint64 warp_first, warp_base;
  gboolean own_block;           /* there are no records of other blocks */
} LoomSimShadowRun;

/* FALSE, with nothing done, if any unit has a record that these clocks do not order before the
 * access. */
typedef gboolean (*LoomSimShadowFunc) (const LoomSimShadow    *shadow,
                                       const LoomSimShadowRun *run);
