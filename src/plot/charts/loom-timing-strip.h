#pragma once

#include "loom-run.h"

#include <cairo.h>

/* The samples of a run's kernel in the order in which they were taken, over the band between their
 * quartiles. Immutable. Sizes are design pixels. */
typedef struct _LoomTimingStrip LoomTimingStrip;

LoomTimingStrip *loom_timing_strip_new          (const LoomRun         *run);
void             loom_timing_strip_free         (LoomTimingStrip       *self);
char            *loom_timing_strip_dup_sentence (const LoomTimingStrip *self);
char            *loom_timing_strip_dup_text     (const LoomTimingStrip *self,
                                                 guint                  sample);
guint            loom_timing_strip_step         (const LoomTimingStrip *self,
                                                 guint                  from,
                                                 gint                   by);
guint            loom_timing_strip_find         (const LoomTimingStrip *self,
                                                 double                 width,
                                                 double                 text_scale,
                                                 double                 x);
void             loom_timing_strip_place        (const LoomTimingStrip *self,
                                                 double                 width,
                                                 double                 height,
                                                 double                 text_scale,
                                                 guint                  sample,
                                                 double                *x,
                                                 double                *y);
void             loom_timing_strip_draw         (const LoomTimingStrip *self,
                                                 cairo_t               *cr,
                                                 double                 width,
                                                 double                 height,
                                                 gboolean               dark,
                                                 double                 text_scale,
                                                 guint                  marked);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomTimingStrip, loom_timing_strip_free)
