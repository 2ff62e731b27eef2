#pragma once

#include "loom-bank-chart.h"
#include "loom-chart-view.h"

/* One request for shared memory: passes and banks (LoomBankChart). */
#define LOOM_TYPE_BANK_VIEW (loom_bank_view_get_type ())
G_DECLARE_FINAL_TYPE (LoomBankView, loom_bank_view, LOOM, BANK_VIEW, LoomChartView)

void loom_bank_view_take_chart (LoomBankView  *self,
                                LoomBankChart *chart);
