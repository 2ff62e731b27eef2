#pragma once

#include "loom-npy.h"

G_BEGIN_DECLS

const char *_loom_npy_get_descr     (LoomScalar         scalar);
char       *_loom_npy_format_fields (const LoomRecord  *record);
gboolean    _loom_npy_parse_fields  (const char       **at,
                                     const char        *end,
                                     LoomType          *type);
gboolean    _loom_npy_fields_fit    (const LoomType    *file,
                                     const LoomType    *type);

G_END_DECLS
