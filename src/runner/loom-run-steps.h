#pragma once

#include "loom-backend.h"

/* What does the steps that cost a device something. All are called in the run's thread. */
typedef struct
{
  gpointer   data;

  /* Launches the kernel of a step. values: what it gets, with addresses. Whether the launch was
   * stopped is said by the run's trap. */
  gboolean (* launch) (gpointer             data,
                       const LoomPlanStep  *step,
                       GPtrArray           *values,
                       LoomRunStep         *figures,
                       GError             **error);
  /* What a kernel gets for the array, or for the object that it sees it through. */
  guint64  (* find)   (gpointer             data,
                       const LoomRunBuffer *buffer);
  /* Both buffers are of one size. */
  gboolean (* copy)   (gpointer             data,
                       const LoomRunBuffer *from,
                       LoomRunBuffer       *to,
                       GError             **error);
  /* The buffer's bytes on this computer go to the device, or come from there. */
  gboolean (* upload) (gpointer             data,
                       LoomRunBuffer       *buffer,
                       GError             **error);
  gboolean (* fetch)  (gpointer             data,
                       LoomRunBuffer       *buffer,
                       GError             **error);
} LoomStepsDevice;

gboolean loom_run_steps_execute (const LoomBackendRequest  *request,
                                 LoomRun                   *run,
                                 LoomRunMemory             *memory,
                                 const LoomStepsDevice     *device,
                                 GError                   **error);
