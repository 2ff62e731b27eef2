#pragma once

#include "loom-array.h"

/* The longest header that is read. NumPy's own are below 200 bytes. */
#define LOOM_NPY_MAX_HEADER (1 << 20)

/* What the header of a .npy file says; offset is where the data begin. A fourth dimension, the
 * last, is folded into the type: components of a vector, or bytes. */
typedef struct
{
  LoomType  type;
  LoomShape shape;
  gsize     offset;
  gboolean  is_fortran;         /* the first index runs fastest */
  gboolean  is_swapped;         /* the highest byte of a number comes first */
} LoomNpyHeader;

gboolean    loom_npy_parse_header (gconstpointer         data,
                                   gsize                 size,
                                   LoomNpyHeader        *header,
                                   GError              **error);
/* Whether the cells lie as they do here: in C order, the lowest byte first. */
gboolean    loom_npy_header_check_order (const LoomNpyHeader *self,
                                   GError              **error);
/* Whether cells of `type` can be read from the file: folds its last dimension into the cell
 * where the type needs it. */
gboolean    loom_npy_header_fit   (LoomNpyHeader        *self,
                                   const LoomType       *type,
                                   GError              **error);
LoomArray  *loom_npy_parse        (GBytes               *bytes,
                                   GError              **error);
GBytes     *loom_npy_format       (const LoomArray      *array);
LoomArray  *loom_npy_load         (const char           *path,
                                   GError              **error);
gboolean    loom_npy_save         (const LoomArray      *array,
                                   const char           *path,
                                   GError              **error);
