#pragma once

#include "loom-plan.h"
#include "loom-sweep-axis.h"

/* A setting that a configuration changes. */
typedef struct
{
  char *group, *key, *value;
} LoomSweepSetting;

gboolean      loom_sweep_axes_check    (const GPtrArray   *axes,
                                        LoomDocument      *document,
                                        LoomPlan          *plan,
                                        GError           **error);
GPtrArray    *loom_sweep_list_settings (const GPtrArray   *axes,
                                        const guint       *picks,
                                        LoomDocument      *document,
                                        LoomPlan          *plan,
                                        GError           **error);
LoomDocument *loom_sweep_vary          (const GPtrArray   *axes,
                                        const guint       *picks,
                                        LoomDocument      *document,
                                        LoomPlan          *plan,
                                        GError           **error);
GStrv         loom_sweep_list_names    (LoomDocument      *document,
                                        LoomPlan          *plan);
const char   *loom_sweep_get_default   (LoomPlan          *plan);
