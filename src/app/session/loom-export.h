#pragma once

#include "loom-gantt.h"
#include "loom-host-code.h"
#include "loom-lens.h"
#include "loom-roofline-chart.h"

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
void  loom_export_roofline_async (LoomRooflineChart   *chart,
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
void  loom_export_code_async (LoomHostTarget        target,
                              const LoomHostSource *source,
                              const char           *path,
                              gboolean              replace,
                              GAsyncReadyCallback   callback,
                              gpointer              user_data);
char *loom_export_finish (GAsyncResult         *result,
                          GError              **error);
char *loom_export_dup_words (GAsyncResult      *result);
char *loom_export_dup_saved (const char        *path);
