#pragma once

#include "loom-lens.h"

#include <gio/gio.h>

G_BEGIN_DECLS

void  loom_export_async  (LoomRun              *run,
                          const LoomView       *view,
                          const char           *path,
                          gboolean              replace,
                          GAsyncReadyCallback   callback,
                          gpointer              user_data);
char *loom_export_finish (GAsyncResult         *result,
                          GError              **error);

G_END_DECLS
