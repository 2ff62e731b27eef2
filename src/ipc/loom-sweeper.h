#pragma once

#include "loom-runner-client.h"
#include "loom-sweep.h"
#include "loom-sweep-cache.h"
#include "loom-sweep-settings.h"

/* Runs a launch in each of many configurations, and says of each what it comes to. What fails,
 * hangs or loses the runner is told of its configuration, and the others go on. One sweep at a
 * time. Signal: "changed" (guint tile): the outcome of a tile is another. All functions belong to
 * the thread-default context that made it. */
#define LOOM_TYPE_SWEEPER (loom_sweeper_get_type ())
G_DECLARE_FINAL_TYPE (LoomSweeper, loom_sweeper, LOOM, SWEEPER, GObject)

/* What is swept, and how. Copied. */
typedef struct
{
  LoomDocument             *document;
  const LoomCompileRequest *compile;    /* of the document as it is */
  LoomCompiled             *compiled;   /* what came of that; NULL: it is compiled anew */
  LoomPlan                 *plan;       /* of the document as it is */
  LoomOverrides             overrides;  /* laid over all configurations: kernel, shape, set */
  LoomLimits                limits;     /* of the device */
  const char               *device;     /* what runs it, as exactly as is known */
  const LoomDeviceProfile  *profile;    /* of a simulator: what times are modelled for, by the
                                           machine code that @compile asks for, too; or NULL */
  const char               *folder;
  LoomRunOptions            options;    /* repeat: samples of each configuration, in all rounds */
  guint                     rounds;     /* over all configurations, so that what changes while
                                           they are measured is shared by all */
  double                    round_ms;   /* that the samples of a configuration may take in a round:
                                           there are fewer of slow ones; 0: as they take */
  guint                     jobs;       /* runs at once */
  guint                     seconds;    /* that one configuration may take in a round */
  const char               *cache;      /* a folder instead of the user's, or NULL */
  gboolean                  keeps;      /* outcomes, and takes those of earlier sweeps */
  gboolean                  anew;       /* takes none of these */
} LoomSweepRequest;

#define LOOM_SWEEP_MOST_SECONDS 86400

void         loom_sweep_request_init    (LoomSweepRequest        *self,
                                         LoomBackendId            backend);

LoomSweeper *loom_sweeper_new           (LoomRunnerClient        *client);
void         loom_sweeper_sweep_async   (LoomSweeper             *self,
                                         GPtrArray               *axes,
                                         const LoomSweepRequest  *request,
                                         GCancellable            *cancellable,
                                         GAsyncReadyCallback      callback,
                                         gpointer                 user_data);
gboolean     loom_sweeper_sweep_finish  (LoomSweeper             *self,
                                         GAsyncResult            *result,
                                         GError                 **error);
void         loom_sweeper_release       (LoomSweeper             *self);
/* Of the last one; NULL before the first. */
LoomSweep   *loom_sweeper_get_sweep     (LoomSweeper             *self);
/* (element-type utf8) what went wrong beside it, as a full disk. */
GPtrArray   *loom_sweeper_get_problems  (LoomSweeper             *self);
