#pragma once

#include "loom-array.h"

#define LOOM_VALUE_MAX_RANK 3

/* What an expression comes to: one number (rank 0), or an array, perhaps without a cell. It may be
 * a view of another one's bytes, with steps of its own. Immutable, reference counted (atomically);
 * any thread. */
typedef struct _LoomValue
{
  LoomType      type;           /* of a cell */
  guint         rank;
  gint64        extents[LOOM_VALUE_MAX_RANK];   /* the slowest axis first; the unused ones are 1 */
  gint64        steps[LOOM_VALUE_MAX_RANK];     /* bytes from a cell to the next */
  const guint8 *data;           /* the first cell, inside of bytes; may be unaligned */
  GBytes       *bytes;
} LoomValue;

#define LOOM_TYPE_VALUE (loom_value_get_type ())

GType         loom_value_get_type  (void) G_GNUC_CONST;
LoomValue    *loom_value_new       (const LoomType   *type,
                                    guint             rank,
                                    const gint64     *extents,
                                    GBytes           *bytes);
LoomValue    *loom_value_new_array (const LoomArray  *array);
LoomValue    *loom_value_new_view  (LoomValue        *self);
LoomValue    *loom_value_ref       (LoomValue        *self);
void          loom_value_unref     (LoomValue        *self);
guint64       loom_value_count     (const LoomValue  *self);
gconstpointer loom_value_get_cell  (const LoomValue  *self,
                                    guint64           index);
LoomArray    *loom_value_dup_array (const LoomValue  *self,
                                    GError          **error);
char         *loom_value_format_type (const LoomValue *self);
char         *loom_value_format      (const LoomValue *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomValue, loom_value_unref)
