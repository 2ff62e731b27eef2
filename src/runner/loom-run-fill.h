#pragma once

#include "loom-array-fill.h"
#include "loom-run-memory.h"

G_BEGIN_DECLS

gboolean   loom_run_fill_buffers (const LoomFillContext  *context,
                                  LoomRunMemory          *memory,
                                  GError                **error);
GPtrArray *loom_run_fill_values  (const LoomFillContext  *context,
                                  LoomPlan               *plan,
                                  GError                **error);
void       loom_run_put_addresses (GPtrArray             *values,
                                  LoomPlan               *plan,
                                  const guint64          *addresses);

G_END_DECLS
