#pragma once

#include "loom-run.h"

#include <cairo.h>

/* What the steps of a run were done on which stream, and when: a lane for each stream. Immutable,
 * reference counted; any thread may draw it. Areas are in design pixels and hold the lanes alone,
 * without what stands around them. A span is known by its number among those that are drawn. */
typedef struct _LoomTimeline LoomTimeline;

/* The part of the time that is in view, in milliseconds since the steps began. */
typedef struct
{
  double start_ms, end_ms;
} LoomTimeRange;

#define LOOM_TYPE_TIMELINE (loom_timeline_get_type ())

#define LOOM_NO_SPAN (-1)

GType         loom_timeline_get_type  (void) G_GNUC_CONST;
LoomTimeline *loom_timeline_new       (LoomRun                  *run);
LoomTimeline *loom_timeline_ref       (LoomTimeline             *self);
void          loom_timeline_unref     (LoomTimeline             *self);
const LoomRunSpan *loom_timeline_get_span (LoomTimeline         *self,
                                       gint                      span);
double        loom_timeline_get_end   (LoomTimeline             *self);
double        loom_timeline_get_height (LoomTimeline            *self,
                                       double                    text_scale);
void          loom_timeline_place     (LoomTimeline             *self,
                                       double                    width,
                                       double                    height,
                                       double                    text_scale,
                                       cairo_rectangle_t        *area);
void          loom_timeline_draw      (LoomTimeline             *self,
                                       cairo_t                  *cr,
                                       const cairo_rectangle_t  *area,
                                       const LoomTimeRange      *range,
                                       gboolean                  dark,
                                       double                    text_scale);
void          loom_timeline_draw_mark (LoomTimeline             *self,
                                       cairo_t                  *cr,
                                       const cairo_rectangle_t  *area,
                                       const LoomTimeRange      *range,
                                       gboolean                  dark,
                                       gint                      span);
gint          loom_timeline_find      (LoomTimeline             *self,
                                       const cairo_rectangle_t  *area,
                                       const LoomTimeRange      *range,
                                       double                    x,
                                       double                    y);
gint          loom_timeline_find_again (LoomTimeline             *self,
                                        LoomTimeline             *before,
                                        gint                      span);
gint          loom_timeline_step      (LoomTimeline             *self,
                                       gint                      span,
                                       int                       along,
                                       int                       across);
double        loom_timeline_get_overlap (LoomTimeline           *self);
char         *loom_timeline_dup_text  (LoomTimeline             *self,
                                       gint                      span);
char         *loom_timeline_dup_between (LoomTimeline           *self,
                                       gint                      first,
                                       gint                      second);
char         *loom_timeline_dup_sentence (LoomTimeline          *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomTimeline, loom_timeline_unref)
