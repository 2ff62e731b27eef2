/* loom-array.c: a typed, shaped, immutable run of bytes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-array.h"

#include "loom-error.h"
#include "loom-class.h"

#include <glib/gi18n-lib.h>

struct _LoomArray
{
  LoomType   type;
  LoomShape  shape;
  guint64    cells;
  GBytes    *bytes;
};

static void
loom_array_clear (LoomArray *self)
{
  g_bytes_unref (self->bytes);
}

LOOM_DEFINE_SHARED (LoomArray, loom_array)

/**
 * loom_array_new:
 * @bytes: the cells, C order, exactly as many bytes as they need; a reference is taken
 * @error: return location; %LOOM_ERROR_FAILED if type, shape and bytes do not fit each other
 *
 * Makes an array of bytes.
 *
 * Returns: (transfer full): an array, or %NULL with @error set
 */
LoomArray *
loom_array_new (const LoomType   *type,
                const LoomShape  *shape,
                GBytes           *bytes,
                GError          **error)
{
  LoomArray *self;
  guint64 cells, size;

  g_return_val_if_fail (type != NULL && shape != NULL && bytes != NULL, NULL);

  if (!loom_type_is_valid (type) ||
      !loom_shape_cells (shape, &cells) ||
      !g_uint64_checked_mul (&size, cells, type->size) ||
      size != g_bytes_get_size (bytes))
    {
      g_autofree char *shape_text = loom_shape_format (shape);
      g_autofree char *type_text = loom_type_format (type);

      return loom_fail_null (error, LOOM_ERROR_FAILED,
                             _("%1$zu bytes are not an array of %2$s cells of type %3$s"),
                             g_bytes_get_size (bytes), shape_text, type_text);
    }

  self = g_atomic_rc_box_new0 (LoomArray);
  self->type = *type;
  self->shape = *shape;
  self->cells = cells;
  self->bytes = g_bytes_ref (bytes);
  return self;
}

const LoomType *
loom_array_get_cell_type (const LoomArray *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return &self->type;
}

const LoomShape *
loom_array_get_shape (const LoomArray *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return &self->shape;
}

GBytes *
loom_array_get_bytes (const LoomArray *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->bytes;
}

/**
 * loom_array_get_cell:
 *
 * Returns: (transfer none): the first byte of a cell, by its index in C order, which may be
 *   unaligned; %NULL if there is no such cell
 */
gconstpointer
loom_array_get_cell (const LoomArray *self,
                     guint64          index)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (index >= self->cells)
    return NULL;

  return (const guint8 *) g_bytes_get_data (self->bytes, NULL) + index * self->type.size;
}
