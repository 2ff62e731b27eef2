#pragma once

#include "loom-error.h"

G_BEGIN_DECLS

void     loom_error_set_place (GError       *error,
                               guint         line,
                               guint         column);
gboolean loom_error_get_place (const GError *error,
                               guint        *line,
                               guint        *column);

G_END_DECLS
