#pragma once

#include "loom-roofline.h"

#include <cairo.h>

/* A launch under the roofs of a device: operations in a second over operations for each byte,
 * both logarithmic; as it is modelled, and as it was measured where it was. Immutable, reference
 * counted; any thread may draw it. Sizes are design pixels. */
typedef struct _LoomRooflineChart LoomRooflineChart;

#define LOOM_NO_POINT G_MAXUINT

LoomRooflineChart *loom_roofline_chart_new      (const LoomRoofline *roofline,
                                                 const char         *kernel,
                                                 const char         *device,
                                                 double              measured_ms);
LoomRooflineChart *loom_roofline_chart_ref      (LoomRooflineChart  *self);
void               loom_roofline_chart_unref    (LoomRooflineChart  *self);
void               loom_roofline_chart_draw     (LoomRooflineChart  *self,
                                                 cairo_t            *cr,
                                                 double              width,
                                                 double              height,
                                                 gboolean            dark,
                                                 double              text_scale,
                                                 guint               marked);
guint              loom_roofline_chart_find     (LoomRooflineChart  *self,
                                                 double              width,
                                                 double              height,
                                                 double              text_scale,
                                                 double              x,
                                                 double              y);
guint              loom_roofline_chart_step     (LoomRooflineChart  *self,
                                                 guint               from,
                                                 gint                by);
char              *loom_roofline_chart_dup_text (LoomRooflineChart  *self,
                                                 guint               point);
gboolean           loom_roofline_chart_export   (LoomRooflineChart  *self,
                                                 const char         *path,
                                                 GError            **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomRooflineChart, loom_roofline_chart_unref)
