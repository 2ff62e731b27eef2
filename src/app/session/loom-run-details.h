#pragma once

#include "loom-run-job.h"

typedef enum
{
  LOOM_DETAIL_COPIES,           /* first, since they were asked for by name */
  LOOM_DETAIL_AFTER,
  LOOM_DETAIL_JOB,
  LOOM_DETAIL_LAUNCH,
  LOOM_DETAIL_TOTALS,
  LOOM_DETAIL_TIMES,
  LOOM_DETAIL_STEPS,
  LOOM_DETAIL_KERNEL,
  LOOM_DETAIL_MEMORY,
  LOOM_N_DETAILS
} LoomDetailKind;

/* One line about a run, for people. start and length: of the whole run, 0 to 1, of a step; a
 * length below 0: it is none. */
typedef struct
{
  LoomDetailKind  kind;
  char           *title, *value;
  LoomFidelity    fidelity;
  gboolean        is_number;    /* that has a fidelity */
  double          start, length;
} LoomDetail;

GPtrArray  *loom_run_details_list       (LoomRunJob      *job,
                                         const char      *device);
GPtrArray  *loom_run_details_list_samples (const LoomRun *run);
const char *loom_detail_kind_get_title  (LoomDetailKind   kind);
char       *loom_run_details_dup_launch (LoomRunJob      *job);
const char *loom_run_details_get_state  (LoomRunJob      *job);
char       *loom_run_details_dup_costs  (const LoomKernelCosts *costs);
