#pragma once

#include "loom-backend.h"

/* What does the steps that cost a device something; each is told by its index among the plan's. All
 * are called in the run's thread. */
typedef struct
{
  gpointer   data;
  gboolean   is_asynchronous;   /* the device notes itself when steps were done */
  gboolean   is_late;           /* what stops a launch may be known only at a later step */

  /* Before each step: what is no part of its time; or NULL. */
  void     (* prepare) (gpointer            data);
  /* Launches the kernel of a step. values: what it gets, with addresses. Whether the launch was
   * stopped is said by the run's trap. addresses: what was found for each of its arguments. */
  gboolean (* launch) (gpointer             data,
                       guint                index,
                       GPtrArray           *values,
                       const guint64       *addresses,
                       GError             **error);
  /* What a kernel gets for the array, or for the object that it sees it through. */
  guint64  (* find)   (gpointer             data,
                       const LoomRunBuffer *buffer);
  /* From one buffer to another of its size; NULL is this computer: what an array was filled with at
   * first comes from there. */
  gboolean (* copy)   (gpointer             data,
                       guint                index,
                       LoomRunBuffer       *from,
                       LoomRunBuffer       *to,
                       GError             **error);
  /* The buffer's bytes on this computer go to the device. */
  gboolean (* upload) (gpointer             data,
                       guint                index,
                       LoomRunBuffer       *buffer,
                       GError             **error);
  /* An event is recorded or waited for; or NULL: steps are done in their order. */
  gboolean (* event)  (gpointer             data,
                       guint                index,
                       GError             **error);
  /* What the device holds by now comes into the buffer's bytes. */
  gboolean (* fetch)  (gpointer             data,
                       LoomRunBuffer       *buffer,
                       GError             **error);
  /* Tells whether one of these failed since a launch had been stopped before it: the error then is
   * cleared and has become the run's trap. NULL: launches are done when their calls return. */
  gboolean (* explain) (gpointer            data,
                        GError            **error);
} LoomStepsDevice;

gboolean loom_run_steps_execute (const LoomBackendRequest  *request,
                                 LoomRun                   *run,
                                 LoomRunMemory             *memory,
                                 const LoomStepsDevice     *device,
                                 GError                   **error);
void     loom_run_steps_note    (LoomRun                   *run,
                                 const LoomRunSpan         *span);
