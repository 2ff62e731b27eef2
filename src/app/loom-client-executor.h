#pragma once

#include "loom-executor.h"

G_BEGIN_DECLS

/* A LoomExecutor that is a runner process, which it owns through a LoomRunnerClient. */
#define LOOM_TYPE_CLIENT_EXECUTOR (loom_client_executor_get_type ())
G_DECLARE_FINAL_TYPE (LoomClientExecutor, loom_client_executor, LOOM, CLIENT_EXECUTOR, GObject)

LoomExecutor *loom_client_executor_new (const char *toolkit);

G_END_DECLS
