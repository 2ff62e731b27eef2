#pragma once

#include "loom-compile-pool.h"

/* Carries out Disassemble: compiles by the runner's pool, and has nvdisasm read what came of it.
 * Main thread only. */
#define LOOM_TYPE_DISASSEMBLY_SERVICE (loom_disassembly_service_get_type ())
G_DECLARE_FINAL_TYPE (LoomDisassemblyService, loom_disassembly_service, LOOM, DISASSEMBLY_SERVICE,
                      GObject)

LoomDisassemblyService *
          loom_disassembly_service_new        (LoomCompilePool         *pool);
void      loom_disassembly_service_run_async  (LoomDisassemblyService  *self,
                                               guint                    job,
                                               GVariant                *request,
                                               GAsyncReadyCallback      callback,
                                               gpointer                 user_data);
GVariant *loom_disassembly_service_run_finish (LoomDisassemblyService  *self,
                                               GAsyncResult            *result,
                                               GError                 **error);
void      loom_disassembly_service_cancel     (LoomDisassemblyService  *self,
                                               guint                    job);
