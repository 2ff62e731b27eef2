#pragma once

#include <gio/gio.h>

/* The runner's compiler processes: one for each folder in use, and a fresh one in reserve as soon
 * as one is in use, so that ending it (the only way to stop NVRTC) costs nothing that anybody waits
 * for. None is started for what is kept on disk. Main thread only. Each compilation has the number
 * by which the caller may cancel it. */
#define LOOM_TYPE_COMPILE_POOL (loom_compile_pool_get_type ())
G_DECLARE_FINAL_TYPE (LoomCompilePool, loom_compile_pool, LOOM, COMPILE_POOL, GObject)

LoomCompilePool *loom_compile_pool_new             (const char           *program);
void             loom_compile_pool_compile_async   (LoomCompilePool      *self,
                                                    guint                 job,
                                                    GVariant             *request,
                                                    GAsyncReadyCallback   callback,
                                                    gpointer              user_data);
GVariant        *loom_compile_pool_compile_finish  (LoomCompilePool      *self,
                                                    GAsyncResult         *result,
                                                    GError              **error);
void             loom_compile_pool_cancel          (LoomCompilePool      *self,
                                                    guint                 job);
void             loom_compile_pool_describe_async  (LoomCompilePool      *self,
                                                    GAsyncReadyCallback   callback,
                                                    gpointer              user_data);
GVariant        *loom_compile_pool_describe_finish (LoomCompilePool      *self,
                                                    GAsyncResult         *result,
                                                    GError              **error);
