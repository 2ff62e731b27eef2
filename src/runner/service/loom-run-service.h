#pragma once

#include "loom-compile-pool.h"
#include "loom-run-parts.h"

#include <gio/gunixfdlist.h>

/* Carries out Run: the plan's expressions through the compilers, then the launch in a thread of
 * its own. Main thread only. Signal "step" (guint job, const char *name of a LoomStepKind): a run
 * has come so far. */
#define LOOM_TYPE_RUN_SERVICE (loom_run_service_get_type ())
G_DECLARE_FINAL_TYPE (LoomRunService, loom_run_service, LOOM, RUN_SERVICE, GObject)

/* The arguments of Run. Borrowed for the call. */
typedef struct
{
  guint       job;
  const gint *cancel;           /* read atomically until it is answered; other than 0: it should
                                   stop */
  GVariant   *compiled;         /* boxed in a variant, like the plan */
  GVariant   *plan;
  GVariant   *options;
  const char *folder;
} LoomRunRequest;

/* What one run is made of, so that another process can do it: what it was compiled to, its plan,
 * its options, its folder, and the PTX of its expressions, "" without any. */
#define LOOM_RUN_PACKED "(vva{sv}ss)"

/* Other processes that runs are handed to. Called in the runs' threads, by several at once. */
typedef struct
{
  guint    (* take)      (void);        /* waits for one that is free; 0: this process itself */
  void     (* give_back) (guint       taken);
  gboolean (* run)       (guint       taken,
                          GVariant   *packed,
                          GVariant  **run,
                          int        *fd,
                          GError    **error);
} LoomRunDelegates;

/* What a runner does its runs with; NULL: what it has itself. */
typedef struct
{
  LoomRunPartsFunc        init_parts;
  const LoomRunDelegates *delegates;
} LoomRunMeans;

LoomRunService  *loom_run_service_new        (LoomCompilePool       *pool,
                                              const LoomRunMeans    *means);
gboolean         loom_run_service_execute    (LoomRunService        *self,
                                              GVariant              *packed,
                                              GVariant             **run,
                                              int                   *fd,
                                              GError               **error);
void             loom_run_service_run_async  (LoomRunService        *self,
                                              const LoomRunRequest  *request,
                                              GAsyncReadyCallback    callback,
                                              gpointer               user_data);
GVariant        *loom_run_service_run_finish (LoomRunService        *self,
                                              GAsyncResult          *result,
                                              GUnixFDList          **fds,
                                              GError               **error);
