#pragma once

#include "loom-array.h"

/* Archives of NumPy files, as numpy.savez() writes them. */
GBytes  *loom_npz_read    (GBytes           *file,
                           const char       *member,
                           gsize             most,
                           gsize            *size,
                           GError          **error);
GBytes  *loom_npz_format  (const LoomArray  *array,
                           const char       *member,
                           GError          **error);
