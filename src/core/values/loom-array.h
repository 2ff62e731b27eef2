#pragma once

#include "loom-type.h"

#include <gio/gio.h>

/* A typed, shaped, immutable run of bytes, C order. Reference counted (atomically); any thread. */
typedef struct _LoomArray LoomArray;

#define LOOM_TYPE_ARRAY (loom_array_get_type ())

GType             loom_array_get_type  (void) G_GNUC_CONST;
LoomArray        *loom_array_new       (const LoomType   *type,
                                        const LoomShape  *shape,
                                        GBytes           *bytes,
                                        GError          **error);
LoomArray        *loom_array_ref       (LoomArray        *self);
void              loom_array_unref     (LoomArray        *self);
const LoomType   *loom_array_get_cell_type (const LoomArray *self);
const LoomShape  *loom_array_get_shape (const LoomArray  *self);
GBytes           *loom_array_get_bytes (const LoomArray  *self);
gconstpointer     loom_array_get_cell  (const LoomArray  *self,
                                        guint64           index);
guint32           loom_array_get_checksum (const LoomArray *self);
gboolean          loom_array_get_sum   (const LoomArray  *self,
                                        double           *sum);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomArray, loom_array_unref)
