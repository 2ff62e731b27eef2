#pragma once

#include "loom-bank-chart.h"

#include <gtk/gtk.h>

/* One request for shared memory: passes and banks, with a cursor that pointer and keys move. Signal
 * "mark-changed": another cell stands out. */
#define LOOM_TYPE_BANK_VIEW (loom_bank_view_get_type ())
G_DECLARE_FINAL_TYPE (LoomBankView, loom_bank_view, LOOM, BANK_VIEW, GtkWidget)

void  loom_bank_view_take_chart (LoomBankView  *self,
                                 LoomBankChart *chart);
char *loom_bank_view_dup_text   (LoomBankView  *self);
char *loom_bank_view_dup_table  (LoomBankView  *self);
