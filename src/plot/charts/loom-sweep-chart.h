#pragma once

#include "loom-sweep.h"

#include <cairo.h>

/* A sweep as a map: its first axis from left to right, all others from above; each tile with the
 * coverage of its configuration, in the colour of one of its numbers. It looks at the sweep each
 * time it is drawn, and so is drawn by the thread that the sweep belongs to. Sizes are design
 * pixels. */
typedef struct _LoomSweepChart LoomSweepChart;

LoomSweepChart *loom_sweep_chart_new       (const LoomSweep        *sweep,
                                            const LoomSweepFigure  *figure);
void            loom_sweep_chart_free      (LoomSweepChart         *self);
void            loom_sweep_chart_measure   (const LoomSweepChart   *self,
                                            double                  text_scale,
                                            double                 *width,
                                            double                 *height);
void            loom_sweep_chart_draw      (const LoomSweepChart   *self,
                                            cairo_t                *cr,
                                            gboolean                dark,
                                            double                  text_scale,
                                            gint                    marked);
void            loom_sweep_chart_get_cell  (const LoomSweepChart   *self,
                                            double                  text_scale,
                                            guint                   tile,
                                            cairo_rectangle_t      *cell);
gint            loom_sweep_chart_find      (const LoomSweepChart   *self,
                                            double                  text_scale,
                                            double                  x,
                                            double                  y);
gint            loom_sweep_chart_step      (const LoomSweepChart   *self,
                                            gint                    tile,
                                            gint                    columns,
                                            gint                    rows);
gint            loom_sweep_chart_find_next_best (const LoomSweepChart *self,
                                            gint                    tile);
char           *loom_sweep_chart_dup_text  (const LoomSweepChart   *self,
                                            guint                   tile);
gboolean        loom_sweep_chart_export    (const LoomSweepChart   *self,
                                            const char             *path,
                                            GError                **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomSweepChart, loom_sweep_chart_free)
