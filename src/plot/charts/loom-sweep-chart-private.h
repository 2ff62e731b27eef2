#pragma once

#include "loom-sweep-chart.h"

struct _LoomSweepChart
{
  const LoomSweep       *sweep;
  const LoomSweepFigure *figure;        /* %NULL: what the sweep is ranked by */
  guint                  columns, rows;
};

/* These grow with the words. */
#define LOOM_SWEEP_CHART_LEFT 92        /* for the values of rows */
#define LOOM_SWEEP_CHART_HEAD 44        /* for the name and the values of columns */
#define LOOM_SWEEP_CHART_TILE 76        /* a side */
#define LOOM_SWEEP_CHART_BELOW 132      /* for what the colours mean, and which is best */
#define LOOM_SWEEP_CHART_MARGIN 12
#define LOOM_SWEEP_CHART_LEAST 560      /* wide, so that the words below have room */

const LoomSweepFigure *
            _loom_sweep_chart_get_figure (const LoomSweepChart *self);
char       *_loom_sweep_chart_dup_row   (const LoomSweepChart  *self,
                                         guint                  row);
char       *_loom_sweep_chart_dup_names (const LoomSweepChart  *self);
char       *_loom_sweep_chart_dup_number (double                value);
const char *_loom_sweep_chart_get_state (LoomOutcomeState       state);
