#pragma once

#include "loom-compile-pool.h"

/* Carries out Disassemble: compiles by the runner's pool, and has nvdisasm read what came of it.
 * Main thread only. */
void loom_disassembly_service_run_async (LoomCompilePool     *pool,
                                         guint                job,
                                         GVariant            *request,
                                         GCancellable        *cancellable,
                                         GAsyncReadyCallback  callback,
                                         gpointer             user_data);
