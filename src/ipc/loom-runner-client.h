#pragma once

#include "loom-compiled.h"
#include "loom-ipc-request.h"
#include "loom-plan.h"
#include "loom-run.h"
#include "loom-sass.h"

/* One runner process, seen from the window or the command line: spawned on demand, watched,
 * replaced. Callers that come while it starts are queued. All functions belong to the
 * thread-default context that made it. Errors arrive typed (LOOM_ERROR); a lost runner is
 * LOOM_ERROR_RUNNER; cancelling is G_IO_ERROR_CANCELLED: a running kernel is asked to stop, and
 * its process ended if it has not within 250 ms. An edit's compile is cancelled by cancelling its
 * GCancellable: only the compiler's process ends. */
#define LOOM_TYPE_RUNNER_CLIENT (loom_runner_client_get_type ())
G_DECLARE_FINAL_TYPE (LoomRunnerClient, loom_runner_client, LOOM, RUNNER_CLIENT, GObject)

typedef enum
{
  LOOM_RUNNER_INITIAL,
  LOOM_RUNNER_SPAWNING,
  LOOM_RUNNER_RUNNING,
  LOOM_RUNNER_SHUTDOWN,
} LoomRunnerState;

#define LOOM_TYPE_RUNNER_STATE (loom_runner_state_get_type ())

GType             loom_runner_state_get_type         (void) G_GNUC_CONST;
/* Property: "state" (LoomRunnerState, notify).
 * Signals: "lost" (const char *why): the runner ended without being asked to; it is restarted on
 * the next call; "step" (GCancellable *call, guint): the run that was given this cancellable has
 * come to a LoomStepKind. */
LoomRunnerClient *loom_runner_client_new             (void);
LoomRunnerClient *loom_runner_client_new_like        (LoomRunnerClient          *other);
void              loom_runner_client_compile_async   (LoomRunnerClient          *self,
                                                      const LoomCompileRequest  *request,
                                                      GCancellable              *cancellable,
                                                      GAsyncReadyCallback        callback,
                                                      gpointer                   user_data);
/* A source that does not compile is a result with diagnostics and no PTX, not an error. */
LoomCompiled     *loom_runner_client_compile_finish  (LoomRunnerClient          *self,
                                                      GAsyncResult              *result,
                                                      GError                   **error);
void              loom_runner_client_disassemble_async  (LoomRunnerClient         *self,
                                                         const LoomCompileRequest *request,
                                                         GCancellable             *cancellable,
                                                         GAsyncReadyCallback       callback,
                                                         gpointer                  user_data);
LoomSass         *loom_runner_client_disassemble_finish (LoomRunnerClient         *self,
                                                         GAsyncResult             *result,
                                                         GError                  **error);
/* folder: where the plan's files are read, or NULL. A trap is a result, not an error. */
void              loom_runner_client_run_async       (LoomRunnerClient          *self,
                                                      LoomCompiled              *compiled,
                                                      LoomPlan                  *plan,
                                                      const LoomRunOptions      *options,
                                                      const char                *folder,
                                                      GCancellable              *cancellable,
                                                      GAsyncReadyCallback        callback,
                                                      gpointer                   user_data);
LoomRun          *loom_runner_client_run_finish      (LoomRunnerClient          *self,
                                                      GAsyncResult              *result,
                                                      GError                   **error);
/* Answers (aa{sv}aa{sv}), described in org.gridloom.Runner.xml. Backends: "id", "name" (s),
 * "available" (b), "why" (s). Libraries: "name" (s), "found" (b), "path", "version", "why" (s),
 * "searched" (as: place, a tab, why not). */
void              loom_runner_client_describe_async  (LoomRunnerClient          *self,
                                                      GCancellable              *cancellable,
                                                      GAsyncReadyCallback        callback,
                                                      gpointer                   user_data);
GVariant         *loom_runner_client_describe_finish (LoomRunnerClient          *self,
                                                      GAsyncResult              *result,
                                                      GError                   **error);
/* bytes: of each copy; 0: as many as measure well. Answers aa{sv}, for loom_copy_rate_list(). */
void              loom_runner_client_measure_copies_async  (LoomRunnerClient     *self,
                                                            guint64               bytes,
                                                            GCancellable         *cancellable,
                                                            GAsyncReadyCallback   callback,
                                                            gpointer              user_data);
GVariant         *loom_runner_client_measure_copies_finish (LoomRunnerClient     *self,
                                                            GAsyncResult         *result,
                                                            GError              **error);
void              loom_runner_client_shutdown        (LoomRunnerClient          *self);
void              loom_runner_client_release         (LoomRunnerClient          *self);
LoomRunnerState   loom_runner_client_get_state       (LoomRunnerClient          *self);
void              loom_runner_client_set_toolkit     (LoomRunnerClient          *self,
                                                      const char                *toolkit);
gboolean          loom_runner_client_is_command      (LoomRunnerClient          *self);
void              loom_runner_client_set_command     (LoomRunnerClient          *self,
                                                      const char                *command);
