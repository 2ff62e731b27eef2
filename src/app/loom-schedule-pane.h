#pragma once

#include "loom-pane.h"

G_BEGIN_DECLS

/* Which multiprocessor ran each block, and when. One selection with the picture: a pinned cell
 * marks the block of its lowest writer, and a chosen block pins a cell that it wrote. */
#define LOOM_TYPE_SCHEDULE_PANE (loom_schedule_pane_get_type ())
G_DECLARE_FINAL_TYPE (LoomSchedulePane, loom_schedule_pane, LOOM, SCHEDULE_PANE, LoomPane)

G_END_DECLS
