#pragma once

#include "loom-type.h"

/* The cells between two corners, from the slowest axis to the columns; axes that the array lacks
 * are of one. */
typedef struct
{
  guint64 first[3], last[3];
} LoomBox;

gboolean _loom_box_parse (const char       *word,
                          const LoomShape  *shape,
                          LoomBox          *box,
                          GError          **error);
