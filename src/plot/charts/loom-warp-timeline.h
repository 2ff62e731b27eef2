#pragma once

#include "loom-run.h"

#include <cairo.h>

/* What the lanes of one warp did, step by step: time across, a row for each of 32 lanes. Immutable,
 * reference counted; any thread may draw it. Areas are in design pixels and hold the rows alone. A
 * step is known by its number among those that the trace kept. */
typedef struct _LoomWarpTimeline LoomWarpTimeline;

#define LOOM_TYPE_WARP_TIMELINE (loom_warp_timeline_get_type ())

#define LOOM_NO_STEP (-1)

GType             loom_warp_timeline_get_type  (void) G_GNUC_CONST;
LoomWarpTimeline *loom_warp_timeline_new       (LoomRun                  *run);
LoomWarpTimeline *loom_warp_timeline_ref       (LoomWarpTimeline         *self);
void              loom_warp_timeline_unref     (LoomWarpTimeline         *self);
guint             loom_warp_timeline_get_steps (LoomWarpTimeline         *self);
guint             loom_warp_timeline_get_line  (LoomWarpTimeline         *self,
                                                gint                      step,
                                                const char              **file);
void              loom_warp_timeline_place     (double                    width,
                                                double                    height,
                                                double                    text_scale,
                                                cairo_rectangle_t        *area);
void              loom_warp_timeline_draw      (LoomWarpTimeline         *self,
                                                cairo_t                  *cr,
                                                const cairo_rectangle_t  *area,
                                                gboolean                  dark,
                                                double                    text_scale,
                                                gint                      marked);
gint              loom_warp_timeline_find      (LoomWarpTimeline         *self,
                                                const cairo_rectangle_t  *area,
                                                double                    x);
gint              loom_warp_timeline_find_other (LoomWarpTimeline        *self,
                                                gint                      step,
                                                int                       direction);
char             *loom_warp_timeline_dup_text  (LoomWarpTimeline         *self,
                                                gint                      step);
char             *loom_warp_timeline_dup_sentence (LoomWarpTimeline      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomWarpTimeline, loom_warp_timeline_unref)
