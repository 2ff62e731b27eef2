#pragma once

#include "loom-bank-chart.h"

struct _LoomBankChart
{
  GArray  *words;               /* (element-type LoomBankWord) */
  char    *variable;            /* or NULL */
  guint64  base;
  guint    size;
  guint    n_lanes;
  guint    n_passes, n_phases;
  guint   *phases;              /* of each pass */
  guint    degrees[LOOM_BANKS]; /* words that a bank is asked for, in the phase with most */
  guint    busiest;             /* bank */
};

gboolean _loom_bank_chart_is_conflict (const LoomBankChart *self,
                                       const LoomBankWord  *word);
