#pragma once

#include "loom-array.h"

/* Tables of numbers as text, a line for each row. */
GBytes  *loom_csv_parse   (GBytes           *file,
                           const LoomType   *type,
                           LoomShape        *shape,
                           GError          **error);
GBytes  *loom_csv_format  (const LoomArray  *array,
                           GError          **error);
