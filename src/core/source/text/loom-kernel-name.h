#pragma once

#include <glib.h>

gboolean loom_kernel_name_equal (gconstpointer a,
                                 gconstpointer b);
