/* loom-gantt-private.h: blocks in their rows
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "loom-gantt.h"

/* One block in its place. */
typedef struct
{
  guint64 start_ns, end_ns;
  guint64 block;
  guint32 multiprocessor, row, lane, wave;
} LoomBar;

struct _LoomGantt
{
  LoomRun             *run;
  LoomScheduleSummary  summary;
  LoomBar             *bars;            /* by multiprocessor, then by start */
  guint64              n_bars;
  guint64             *rows;            /* the first bar of each row, and one more */
  guint64             *bar_of;          /* where a block is among the bars */
  guint                n_rows;          /* multiprocessors that ran any */
  guint                lanes;           /* of a row */
};
