#pragma once

#include "loom-bank-map.h"

#include <cairo.h>

/* One request for shared memory: its passes from above, the 32 banks from left to right, and in
 * each cell the lanes that the bank gives its word to. Immutable. Sizes are design pixels. */
typedef struct _LoomBankChart LoomBankChart;

/* A cell of it. */
typedef struct
{
  gint bank, pass;
} LoomBankPlace;

LoomBankChart *loom_bank_chart_new        (const LoomBankMapRequest  *request,
                                           const char                *variable);
void           loom_bank_chart_free       (LoomBankChart             *self);
void           loom_bank_chart_measure    (const LoomBankChart       *self,
                                           double                     text_scale,
                                           double                    *width,
                                           double                    *height);
void           loom_bank_chart_draw       (const LoomBankChart       *self,
                                           cairo_t                   *cr,
                                           double                     width,
                                           gboolean                   dark,
                                           double                     text_scale,
                                           const LoomBankPlace       *marked);
void           loom_bank_chart_get_cell   (const LoomBankChart       *self,
                                           double                     width,
                                           double                     text_scale,
                                           const LoomBankPlace       *place,
                                           cairo_rectangle_t         *cell);
gboolean       loom_bank_chart_find       (const LoomBankChart       *self,
                                           double                     width,
                                           double                     text_scale,
                                           double                     x,
                                           double                     y,
                                           LoomBankPlace             *place);
void           loom_bank_chart_step       (const LoomBankChart       *self,
                                           LoomBankPlace             *place,
                                           gint                       banks,
                                           gint                       passes);
char          *loom_bank_chart_dup_text   (const LoomBankChart       *self,
                                           const LoomBankPlace       *place);
char          *loom_bank_chart_dup_sentence (const LoomBankChart     *self);
char          *loom_bank_chart_dup_table  (const LoomBankChart       *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomBankChart, loom_bank_chart_free)
