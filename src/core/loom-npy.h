#pragma once

#include "loom-array.h"

G_BEGIN_DECLS

/* What the header of a .npy file says; offset is where the data begin. */
typedef struct
{
  LoomType  type;
  LoomShape shape;
  gsize     offset;
} LoomNpyHeader;

gboolean    loom_npy_parse_header (gconstpointer         data,
                                   gsize                 size,
                                   LoomNpyHeader        *header,
                                   GError              **error);
LoomArray  *loom_npy_parse        (GBytes               *bytes,
                                   GError              **error);
GBytes     *loom_npy_format       (const LoomArray      *array,
                                   GError              **error);
LoomArray  *loom_npy_load         (const char           *path,
                                   GError              **error);
gboolean    loom_npy_save         (const LoomArray      *array,
                                   const char           *path,
                                   GError              **error);

G_END_DECLS
