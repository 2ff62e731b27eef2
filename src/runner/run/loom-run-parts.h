#pragma once

#include "loom-backend.h"
#include "loom-sim.h"

/* What one device did of a launch. */
typedef struct
{
  double         start_ms, end_ms;      /* since the launch was asked for */
  LoomSimOutcome outcome;
} LoomRunPartResult;

/* When a device did something that was under way. */
typedef struct
{
  guint    step;                /* among the figures of the run */
  guint    device;
  gboolean is_copy;             /* rows for a neighbour; else its blocks of a launch */
  double   start_ms, end_ms;    /* of the monotonic clock */
} LoomRunPartSpan;

/* Several devices that have bands of arrays, wherever they are. Arrays are told apart by their
 * place among the buffers of the run before the first step. All are called in the run's thread.
 *
 * Where there is settle, launches and exchanges are only begun when their calls return, in an order
 * in which each finds what the ones before it leave; all else waits for what it needs. */
struct _LoomRunParts
{
  gpointer   data;

  /* Its name, in the user's language. */
  char    *(* dup_name) (gpointer              data,
                         guint                 device);
  /* What the rows are called that it hands to its neighbours; where there is settle. */
  char    *(* dup_halos_name) (gpointer        data,
                         guint                 device);
  /* Each device gets the rows that it has, with the halo, of an array that is whole here. */
  gboolean (* scatter)  (gpointer              data,
                         guint                 array,
                         const guint8         *bytes,
                         GError              **error);
  /* Each gets its halo from its neighbours. step: among the figures of the run. */
  gboolean (* exchange) (gpointer              data,
                         guint                 step,
                         guint                 array,
                         GError              **error);
  /* What each has of its own comes here; of an array that is whole, the first one's. */
  gboolean (* gather)   (gpointer              data,
                         guint                 array,
                         guint8               *bytes,
                         GError              **error);
  /* Each copies what it has of an array to another that lies the same way. */
  gboolean (* copy)     (gpointer              data,
                         guint                 from,
                         guint                 to,
                         GError              **error);
  /* Each does its blocks. values: without addresses. arrays: of each argument of the launch, -1:
   * none. results: of each device. */
  gboolean (* launch)   (gpointer              data,
                         guint                 step,
                         GPtrArray            *values,
                         const gint32         *arrays,
                         const LoomSimOptions *how,
                         LoomRunPartResult    *results,
                         GError              **error);
  /* What was counted is added to planes of the whole array. */
  gboolean (* count)    (gpointer              data,
                         guint                 array,
                         const LoomRunPlanes  *planes,
                         GError              **error);
  /* Waits for all that is under way. spans: (element-type LoomRunPartSpan): gets what was, launches
   * in their order with all devices of each. The run's trap says what stopped a launch: then
   * nothing can be asked of the devices any more. NULL: nothing ever is under way. */
  gboolean (* settle)   (gpointer              data,
                         GArray               *spans,
                         LoomRun              *run,
                         GError              **error);
  /* Tells whether a call failed since a launch had been stopped before it: the error then is
   * cleared and has become the run's trap, as with settle. NULL where that is. */
  gboolean (* explain)  (gpointer              data,
                         LoomRun              *run,
                         GError              **error);
  void     (* free)     (gpointer              data);
};
