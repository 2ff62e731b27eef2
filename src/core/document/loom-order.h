#pragma once

#include "loom-run.h"

gboolean  loom_order_parse        (const char     *text,
                                   gint64         *seed,
                                   GError        **error);
gboolean  loom_order_parse_seeds  (const char     *text,
                                   guint          *seeds,
                                   GError        **error);
char     *loom_order_dup_sentence (const LoomRun  *run);
