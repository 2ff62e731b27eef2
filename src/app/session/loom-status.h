#pragma once

#include "loom-session.h"

#include <gtk/gtk.h>

char *loom_status_dup_sentence (LoomSession  *session,
                                LoomSeverity  least,
                                LoomSeverity *severity);
gboolean loom_status_query_tooltip (GtkLabel   *label,
                                    int         x,
                                    int         y,
                                    gboolean    keyboard,
                                    GtkTooltip *tooltip);
