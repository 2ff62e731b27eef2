#pragma once

#include <glib.h>

G_BEGIN_DECLS

GStrv loom_topics_list (const char *text,
                        gboolean    translated);

G_END_DECLS
