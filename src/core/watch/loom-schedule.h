#pragma once

#include <gio/gio.h>

/* When and where one block ran. */
typedef struct
{
  guint64 start_ns, end_ns;     /* since the first block of the launch started */
  guint32 multiprocessor;
  guint32 padding;              /* 0 */
} LoomBlockSpan;

/* Of the blocks that run on a multiprocessor at a time each has a lane of its own, the lowest that
 * was free when it started; the hardware has none. Its wave counts the blocks before it in it. */
typedef struct
{
  guint32 lane, wave;
} LoomBlockPlace;

/* The blocks of one launch, in the order of their linear numbers. */
typedef struct
{
  GBytes         *spans;                /* LoomBlockSpan for each block */
  guint           n_multiprocessors;    /* of the device */
  LoomBlockPlace *places;               /* of each block; NULL until they are asked for */
} LoomSchedule;

/* What a schedule comes to. */
typedef struct
{
  guint64 n_blocks;
  guint   n_used;               /* multiprocessors that ran a block */
  guint64 peak;                 /* most blocks that ran at a time */
  double  waves;                /* blocks by peak */
  guint64 end_ns;               /* when the last block ended */
  guint64 tail_ns;              /* from when a multiprocessor had nothing left to do */
  double  tail;                 /* tail_ns of end_ns, 0 to 1 */
} LoomScheduleSummary;

#define LOOM_MAX_MULTIPROCESSORS 65536

LoomSchedule        *loom_schedule_new       (GBytes              *spans,
                                              guint64              blocks,
                                              guint                n_multiprocessors);
void                 loom_schedule_free      (LoomSchedule        *self);
const LoomBlockSpan *loom_schedule_get_spans (const LoomSchedule  *self,
                                              guint64             *n_blocks);
const LoomBlockPlace *
                     loom_schedule_get_places (LoomSchedule       *self);
void                 loom_schedule_summarise (const LoomSchedule  *self,
                                              LoomScheduleSummary *summary);
char                *loom_schedule_dup_sentence (const LoomSchedule *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomSchedule, loom_schedule_free)
