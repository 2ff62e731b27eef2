#pragma once

#include "loom-run-memory.h"

G_BEGIN_DECLS

GBytes   *loom_run_result_view (gconstpointer    plane,
                                guint64          cells,
                                guint            size);
gboolean  loom_run_result_add  (LoomRun         *run,
                                LoomPlan        *plan,
                                LoomRunMemory   *memory,
                                guint            index,
                                const gint      *cancel,
                                GError         **error);

G_END_DECLS
