#pragma once

#include "loom-compile-pool.h"

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
  GVariant   *compiled;         /* boxed in a variant, like the plan */
  GVariant   *plan;
  GVariant   *options;
  const char *folder;
} LoomRunRequest;

LoomRunService  *loom_run_service_new        (LoomCompilePool       *pool);
void             loom_run_service_run_async  (LoomRunService        *self,
                                              const LoomRunRequest  *request,
                                              GAsyncReadyCallback    callback,
                                              gpointer               user_data);
GVariant        *loom_run_service_run_finish (LoomRunService        *self,
                                              GAsyncResult          *result,
                                              GUnixFDList          **fds,
                                              GError               **error);
void             loom_run_service_cancel     (LoomRunService        *self,
                                              guint                  job);
