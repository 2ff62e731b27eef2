#pragma once

#include "loom-run-options.h"
#include "loom-run.h"

#include <gio/gio.h>

/* What the simulator is asked about the run that is shown, by running it once more for that alone.
 * A session has one of each. */
typedef enum
{
  LOOM_RUN_QUERY_CELL,          /* who wrote and read a cell */
  LOOM_RUN_QUERY_WARP,          /* what a warp did, step by step */
  LOOM_RUN_QUERY_BANKS,         /* the same, of shared memory alone */
  LOOM_RUN_QUERY_THREAD,        /* what the selected thread did, step by step */
  LOOM_RUN_QUERY_COSTS,         /* what its blocks and lines cost, of which a model is made */
  LOOM_N_RUN_QUERIES
} LoomRunQueryKind;

/* What was asked, and what came of it. The session's; the run controller answers. An answer stays
 * until something else is asked or the run is another. Main thread.
 *
 * Signal "changed". */
#define LOOM_TYPE_RUN_QUERY (loom_run_query_get_type ())
G_DECLARE_FINAL_TYPE (LoomRunQuery, loom_run_query, LOOM, RUN_QUERY, GObject)

void         loom_run_query_ask          (LoomRunQuery         *self,
                                          LoomRun              *run,
                                          const LoomRunOptions *question);
void         loom_run_query_answer       (LoomRunQuery         *self,
                                          LoomRun              *answer,
                                          const GError         *error);
void         loom_run_query_forget       (LoomRunQuery         *self);
gboolean     loom_run_query_is_waiting   (LoomRunQuery         *self);
LoomRun     *loom_run_query_get_run      (LoomRunQuery         *self);
const LoomRunOptions *loom_run_query_get_question (LoomRunQuery *self);
LoomRun     *loom_run_query_get_answer   (LoomRunQuery         *self);
const char  *loom_run_query_get_error    (LoomRunQuery         *self);
