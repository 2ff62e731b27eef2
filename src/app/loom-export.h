#pragma once

#include "loom-gantt.h"
#include "loom-lens.h"

#include <gio/gio.h>

void  loom_export_async  (LoomRun              *run,
                          const LoomView       *view,
                          const char           *path,
                          gboolean              replace,
                          GAsyncReadyCallback   callback,
                          gpointer              user_data);
void  loom_export_schedule_async (LoomGantt           *gantt,
                                  const char          *path,
                                  gboolean             replace,
                                  GAsyncReadyCallback  callback,
                                  gpointer             user_data);
void  loom_export_array_async (LoomRun             *run,
                               guint                array,
                               const char          *path,
                               gboolean             replace,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data);
char *loom_export_finish (GAsyncResult         *result,
                          GError              **error);
