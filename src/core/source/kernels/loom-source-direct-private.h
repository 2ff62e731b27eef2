#pragma once

#include "loom-source-reader-private.h"

guint _loom_source_get_axis    (const LoomSourceReader *self,
                                guint                   index);
guint _loom_source_find_direct (const LoomSourceReader *self,
                                guint                   first,
                                guint                   end,
                                const char             *array);
