#pragma once

#include "loom-runner-client.h"

G_BEGIN_DECLS

/* What compiles and runs for a window: LoomClientExecutor in life, a scripted one in tests. Every
 * pair keeps the promises of the LoomRunnerClient function of the same name. Signals "lost" (const
 * char *why) and "step" (GCancellable *call, guint LoomStepKind). */
#define LOOM_TYPE_EXECUTOR (loom_executor_get_type ())
G_DECLARE_INTERFACE (LoomExecutor, loom_executor, LOOM, EXECUTOR, GObject)

struct _LoomExecutorInterface
{
  GTypeInterface parent_iface;

  void          (* compile_async)   (LoomExecutor              *self,
                                     const LoomCompileRequest  *request,
                                     GCancellable              *cancellable,
                                     GAsyncReadyCallback        callback,
                                     gpointer                   user_data);
  LoomCompiled *(* compile_finish)  (LoomExecutor              *self,
                                     GAsyncResult              *result,
                                     GError                   **error);
  void          (* run_async)       (LoomExecutor              *self,
                                     LoomCompiled              *compiled,
                                     LoomPlan                  *plan,
                                     const LoomRunOptions      *options,
                                     const char                *folder,
                                     GCancellable              *cancellable,
                                     GAsyncReadyCallback        callback,
                                     gpointer                   user_data);
  LoomRun      *(* run_finish)      (LoomExecutor              *self,
                                     GAsyncResult              *result,
                                     GError                   **error);
  void          (* describe_async)  (LoomExecutor              *self,
                                     GCancellable              *cancellable,
                                     GAsyncReadyCallback        callback,
                                     gpointer                   user_data);
  GVariant     *(* describe_finish) (LoomExecutor              *self,
                                     GAsyncResult              *result,
                                     GError                   **error);
  void          (* measure_copies_async)  (LoomExecutor         *self,
                                           GCancellable         *cancellable,
                                           GAsyncReadyCallback   callback,
                                           gpointer              user_data);
  GVariant     *(* measure_copies_finish) (LoomExecutor         *self,
                                           GAsyncResult         *result,
                                           GError              **error);
  void          (* shutdown)        (LoomExecutor              *self);
};

void          loom_executor_compile_async   (LoomExecutor              *self,
                                             const LoomCompileRequest  *request,
                                             GCancellable              *cancellable,
                                             GAsyncReadyCallback        callback,
                                             gpointer                   user_data);
LoomCompiled *loom_executor_compile_finish  (LoomExecutor              *self,
                                             GAsyncResult              *result,
                                             GError                   **error);
void          loom_executor_run_async       (LoomExecutor              *self,
                                             LoomCompiled              *compiled,
                                             LoomPlan                  *plan,
                                             const LoomRunOptions      *options,
                                             const char                *folder,
                                             GCancellable              *cancellable,
                                             GAsyncReadyCallback        callback,
                                             gpointer                   user_data);
LoomRun      *loom_executor_run_finish      (LoomExecutor              *self,
                                             GAsyncResult              *result,
                                             GError                   **error);
void          loom_executor_describe_async  (LoomExecutor              *self,
                                             GCancellable              *cancellable,
                                             GAsyncReadyCallback        callback,
                                             gpointer                   user_data);
GVariant     *loom_executor_describe_finish (LoomExecutor              *self,
                                             GAsyncResult              *result,
                                             GError                   **error);
void          loom_executor_measure_copies_async  (LoomExecutor         *self,
                                                   GCancellable         *cancellable,
                                                   GAsyncReadyCallback   callback,
                                                   gpointer              user_data);
GVariant     *loom_executor_measure_copies_finish (LoomExecutor         *self,
                                                   GAsyncResult         *result,
                                                   GError              **error);
void          loom_executor_shutdown        (LoomExecutor              *self);
void          loom_executor_emit_lost       (LoomExecutor              *self,
                                             const char                *why);
void          loom_executor_emit_step       (LoomExecutor              *self,
                                             GCancellable              *call,
                                             guint                      step);

G_END_DECLS
