#pragma once

#include <glib.h>

/* Other orders: how many the window tries, and the most, as cells have a byte to count them. */
#define LOOM_DEFAULT_SEEDS 8
#define LOOM_MAX_SEEDS 255

gboolean  loom_order_parse        (const char     *text,
                                   gint64         *seed,
                                   GError        **error);
gboolean  loom_order_parse_seeds  (const char     *text,
                                   guint          *seeds,
                                   GError        **error);
