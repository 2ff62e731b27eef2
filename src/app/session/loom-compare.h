#pragma once

#include "loom-run-job.h"
#include "loom-view-state.h"

/* How the run that is pinned and the one that is shown are looked at together. */
typedef enum
{
  LOOM_COMPARE_OFF,
  LOOM_COMPARE_SIDE,            /* beside each other */
  LOOM_COMPARE_BLINK,           /* one in place of the other, in turn */
  LOOM_COMPARE_DIFFERENCE,      /* how much more values are in the one that is shown, and what else
                                   differs */
} LoomCompareMode;

#define LOOM_TYPE_COMPARE_MODE (loom_compare_mode_get_type ())
GType loom_compare_mode_get_type (void) G_GNUC_CONST;

/* A run that is pinned as A, held against the one that a view state shows, B. The pinned one keeps
 * its result, and from what it was made, whatever becomes of the document. What it shows of A is
 * the array, plane and moment that are shown of B. A comparison of large arrays is made in a
 * thread.
 *
 * Properties, read only: "job" (LoomRunJob, or NULL); "mode" (LoomCompareMode). */
#define LOOM_TYPE_COMPARE (loom_compare_get_type ())
G_DECLARE_FINAL_TYPE (LoomCompare, loom_compare, LOOM, COMPARE, GObject)

LoomCompare     *loom_compare_new          (LoomViewState   *state);
LoomRunJob      *loom_compare_get_job      (LoomCompare     *self);
void             loom_compare_pin          (LoomCompare     *self,
                                            LoomRunJob      *job);
LoomCompareMode  loom_compare_get_mode     (LoomCompare     *self);
void             loom_compare_set_mode     (LoomCompare     *self,
                                            LoomCompareMode  mode);
gboolean         loom_compare_is_pending   (LoomCompare     *self);
LoomRun         *loom_compare_get_other    (LoomCompare     *self,
                                            LoomView        *view);
char            *loom_compare_dup_obstacle (LoomCompare     *self);
