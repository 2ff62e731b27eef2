#pragma once

#include "loom-ipc-runner.h"

typedef enum
{
  LOOM_IPC_CALL_COMPILE,
  LOOM_IPC_CALL_DISASSEMBLE,
  LOOM_IPC_CALL_RUN,
  LOOM_IPC_CALL_DESCRIBE,
  LOOM_IPC_CALL_MEASURE_COPIES,
} LoomIpcCallKind;

/* One call of the client, from the moment it is asked for until its task is answered. Held by the
 * client's list and by the answer that is awaited; it keeps its arguments so that it can be sent
 * again to another process. */
typedef struct
{
  gatomicrefcount  references;
  LoomIpcCallKind  kind;
  guint            job;
  GTask           *task;
  LoomIpcRunner   *runner;      /* to which it was sent; NULL: not yet */
  GVariant        *request;     /* compile, disassemble: the request; else: its options */
  GVariant        *compiled;
  GVariant        *plan;
  GVariant        *folder;
  GSource         *cancel;
  GSource         *patience;
  guint            patience_ms; /* that a run, once cancelled, may take to stop */
  guint64          memory_limit; /* what the runner said in Hello */
  gboolean         fetching;    /* run: it has ended, its arrays are on their way in chunks */
} LoomIpcCall;

LoomIpcCall  *loom_ipc_call_new            (LoomIpcCallKind          kind,
                                            gpointer                 client,
                                            GCancellable            *cancellable,
                                            GAsyncReadyCallback      callback,
                                            gpointer                 user_data);
LoomIpcCall  *loom_ipc_call_ref            (LoomIpcCall             *self);
void          loom_ipc_call_unref          (LoomIpcCall             *self);
void          loom_ipc_call_watch          (LoomIpcCall             *self,
                                            GCancellableSourceFunc   callback);
void          loom_ipc_call_start_patience (LoomIpcCall             *self,
                                            guint                    milliseconds,
                                            GSourceFunc              callback);
void          loom_ipc_call_clear_patience (LoomIpcCall             *self);
void          loom_ipc_call_return         (LoomIpcCall             *self,
                                            gpointer                 answer);
void          loom_ipc_call_free_answer    (LoomIpcCall             *self,
                                            gpointer                 answer);
void          loom_ipc_call_fail           (LoomIpcCall             *self,
                                            GError                  *error);

/* To the runner and back. */
void          loom_ipc_call_send           (LoomIpcCall             *self,
                                            LoomIpcRunner           *runner,
                                            guint                    job,
                                            GAsyncReadyCallback      callback);
gpointer      loom_ipc_call_read_reply     (LoomIpcCall             *self,
                                            LoomIpcRunner           *runner,
                                            GAsyncResult            *result,
                                            GError                 **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomIpcCall, loom_ipc_call_unref)
