#pragma once

#include "loom-legend.h"
#include "loom-picture-private.h"

/* One line of the legend: the codes whose colours stand side by side, and what they mean. A remark
 * has no colour. */
typedef struct
{
  guint8  codes[LOOM_CATEGORY_TINTS];
  guint   n_codes;
  char   *text;
} LoomLegendEntry;

/* Where the parts of a legend are. The swatch of entry i is a square of side swatch, in column i /
 * per_column and there in line i % per_column, of which the first is at (x, first). */
typedef struct
{
  double            title_height;
  cairo_rectangle_t bar;        /* of magnitudes; height 0: none */
  double            x, first, line, swatch;
  double            column;     /* from column to column */
  guint             per_column;
  guint             n_entries;  /* that have room */
} LoomLegendPlan;

char    *_loom_legend_dup_title    (LoomPicture             *picture,
                                    LoomLens                 lens);
GArray  *_loom_legend_list_entries (LoomPicture             *picture);
GArray  *_loom_legend_list_ticks   (const LoomCoder         *coder,
                                    guint                    most);
char    *_loom_legend_format_tick  (const LoomCoder         *coder,
                                    double                   tick);
void     _loom_legend_add_widest   (LoomPicture             *picture,
                                    LoomLens                 lens,
                                    GPtrArray               *texts);
void     _loom_legend_plan         (LoomPicture             *picture,
                                    cairo_t                 *cr,
                                    GArray                  *entries,
                                    const cairo_rectangle_t *area,
                                    LoomLegendPlan          *plan);
