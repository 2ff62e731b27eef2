#pragma once

#include "loom-run.h"

/* Two runs of the same launch, held against each other cell by cell. Immutable, reference counted;
 * any thread.
 *
 * Values are always compared: floats by units in the last place, all else bit for bit. Counts and
 * writers are compared exactly where the launch is deterministic; where something in it hangs on
 * the schedule (see why), only whether a cell was written and read at all. */
typedef struct
{
  LoomRun  *a, *b;              /* their arrays have their differences */
  guint64   ulps;               /* floats no further apart count as equal */
  char     *names[2];           /* of runs that are not told apart by their device, or NULL */
  char     *why;                /* the outcome hangs on the schedule, or NULL */
  gboolean  traps_differ;       /* one was stopped, or both by other things */
  guint64   differ;             /* cells of all arrays */
  guint     n_unlike;           /* arrays that only one run has, or of another shape */
} LoomComparison;

#define LOOM_TYPE_COMPARISON (loom_comparison_get_type ())

GType           loom_comparison_get_type     (void) G_GNUC_CONST;
LoomComparison *loom_comparison_new          (LoomRun               *a,
                                              LoomRun               *b,
                                              guint64                ulps);
LoomComparison *loom_comparison_new_named    (LoomRun               *a,
                                              LoomRun               *b,
                                              guint64                ulps,
                                              const char            *a_name,
                                              const char            *b_name);
LoomComparison *loom_comparison_ref          (LoomComparison        *self);
void            loom_comparison_unref        (LoomComparison        *self);
gboolean        loom_comparison_is_same      (const LoomComparison  *self);
char           *loom_comparison_dup_sentence (const LoomComparison  *self);
char           *loom_comparison_dup_plane_text (const LoomRunArray  *array,
                                                LoomCompared         compared);
void            loom_comparison_dup_cell     (const LoomRunArray    *array,
                                              LoomCompared           compared,
                                              guint64                cell,
                                              char                 **here,
                                              char                 **there);
const char     *loom_compared_get_name       (LoomCompared           compared);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomComparison, loom_comparison_unref)
