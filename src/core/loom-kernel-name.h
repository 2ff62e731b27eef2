#pragma once

#include <glib.h>

G_BEGIN_DECLS

gboolean loom_kernel_name_equal (gconstpointer a,
                                 gconstpointer b);

G_END_DECLS
