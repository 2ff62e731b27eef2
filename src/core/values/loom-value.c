/* loom-value.c: one number or an array of them, and how people read it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-value.h"

#include "loom-class.h"
#include "loom-error.h"
#include "loom-scalar-text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Of an axis, more cells than these are shown by so many at each end. */
#define MOST_SHOWN 8
#define SHOWN_AT_ENDS 3

static void
loom_value_clear (LoomValue *self)
{
  g_bytes_unref (self->bytes);
}

LOOM_DEFINE_SHARED (LoomValue, loom_value)

/**
 * loom_value_new:
 * @type: of a cell
 * @rank: 0 for one number, else how many axes there are
 * @extents: (array length=rank): how many cells along each, the slowest first; 0 is one of them
 * @bytes: the cells in C order, exactly as many bytes as they need; a reference is taken
 *
 * Returns: (transfer full): a value
 */
LoomValue *
loom_value_new (const LoomType *type,
                guint           rank,
                const gint64   *extents,
                GBytes         *bytes)
{
  static const guint8 no_cell[1];
  LoomValue *self;
  gint64 step;

  g_return_val_if_fail (type != NULL && bytes != NULL && rank <= LOOM_VALUE_MAX_RANK, NULL);

  self = g_atomic_rc_box_new0 (LoomValue);
  self->type = *type;
  self->rank = rank;
  self->bytes = g_bytes_ref (bytes);
  /* Empty bytes have no address, and even adding 0 to none is undefined. */
  self->data = g_bytes_get_size (bytes) > 0 ? g_bytes_get_data (bytes, NULL) : no_cell;
  step = type->size;
  for (gint axis = LOOM_VALUE_MAX_RANK - 1; axis >= 0; axis--)
    {
      self->extents[axis] = axis < (gint) rank ? extents[axis] : 1;
      self->steps[axis] = step;
      step *= self->extents[axis];
    }
  return self;
}

/**
 * loom_value_new_array:
 * @array: any; its cells are not copied
 *
 * Returns: (transfer full): its value
 */
LoomValue *
loom_value_new_array (const LoomArray *array)
{
  const LoomShape *shape;
  gint64 extents[LOOM_VALUE_MAX_RANK];

  g_return_val_if_fail (array != NULL, NULL);

  shape = loom_array_get_shape (array);
  extents[0] = shape->planes;
  extents[1] = shape->rows;
  extents[2] = shape->cols;
  return loom_value_new (loom_array_get_cell_type (array), shape->rank,
                         extents + LOOM_VALUE_MAX_RANK - shape->rank, loom_array_get_bytes (array));
}

/**
 * loom_value_new_view:
 * @self: a value
 *
 * Returns: (transfer full): the same cells as another value, whose type, extents and steps the
 *   caller may change before sharing it
 */
LoomValue *
loom_value_new_view (LoomValue *self)
{
  LoomValue *view;

  g_return_val_if_fail (self != NULL, NULL);

  view = g_atomic_rc_box_dup (sizeof *self, self);
  g_bytes_ref (view->bytes);
  return view;
}

/**
 * loom_value_count:
 *
 * Returns: how many cells it has, 1 of one number
 */
guint64
loom_value_count (const LoomValue *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->extents[0] * self->extents[1] * self->extents[2];
}

/**
 * loom_value_get_cell:
 * @index: of a cell, in C order; one that there is
 *
 * Returns: (transfer none): its first byte, which may be unaligned
 */
gconstpointer
loom_value_get_cell (const LoomValue *self,
                     guint64          index)
{
  const guint8 *cell;

  g_return_val_if_fail (self != NULL && index < loom_value_count (self), NULL);

  cell = self->data;
  for (gint axis = LOOM_VALUE_MAX_RANK - 1; axis >= 0; axis--)
    {
      cell += (gint64) (index % self->extents[axis]) * self->steps[axis];
      index /= self->extents[axis];
    }
  return cell;
}

static gboolean
is_contiguous (const LoomValue *self)
{
  gint64 step = self->type.size;

  for (gint axis = LOOM_VALUE_MAX_RANK - 1; axis >= 0; axis--)
    {
      if (self->extents[axis] != 1 && self->steps[axis] != step)
        return FALSE;
      step *= self->extents[axis];
    }
  return TRUE;
}

static GBytes *
copy_cells (const LoomValue *self)
{
  const gsize size = self->type.size;
  const gsize total = size * loom_value_count (self);
  guint8 *copy = g_malloc (total), *to = copy;

  for (gint64 plane = 0; plane < self->extents[0]; plane++)
    for (gint64 row = 0; row < self->extents[1]; row++)
      {
        const guint8 *from = self->data + plane * self->steps[0] + row * self->steps[1];

        for (gint64 col = 0; col < self->extents[2]; col++, to += size, from += self->steps[2])
          memcpy (to, from, size);
      }
  return g_bytes_new_take (copy, total);
}

/**
 * loom_value_dup_array:
 * @error: return location; %LOOM_ERROR_DOCUMENT for a value without a cell
 *
 * Makes an array of a value, of one cell if it is one number.
 *
 * Returns: (transfer full): the array, or %NULL with @error set
 */
LoomArray *
loom_value_dup_array (const LoomValue  *self,
                      GError          **error)
{
  LoomShape shape = { 1, 1, 1, 1 };
  g_autoptr (GBytes) bytes = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  if (loom_value_count (self) == 0)
    return loom_fail_null (error, LOOM_ERROR_DOCUMENT,
                           _("an array without a cell is neither a picture nor a file; widen the "
                             "slice"));
  shape.rank = MAX (self->rank, 1);
  if (self->rank > 0)
    shape.cols = self->extents[self->rank - 1];
  if (self->rank > 1)
    shape.rows = self->extents[self->rank - 2];
  if (self->rank > 2)
    shape.planes = self->extents[0];
  bytes = is_contiguous (self)
          ? g_bytes_new_from_bytes (self->bytes,
                                    self->data - (guint8 *) g_bytes_get_data (self->bytes, NULL),
                                    self->type.size * loom_value_count (self))
          : copy_cells (self);
  return loom_array_new (&self->type, &shape, bytes, error);
}

/**
 * loom_value_format_type:
 *
 * Returns: (transfer full): type and shape, as `float 16×16`; of one number its type
 */
char *
loom_value_format_type (const LoomValue *self)
{
  g_autofree char *type = NULL;
  GString *text;

  g_return_val_if_fail (self != NULL, NULL);

  type = loom_type_format (&self->type);
  text = g_string_new (type);
  for (guint axis = 0; axis < self->rank; axis++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, axis > 0 ? "×" : " ", self->extents[axis]);
  return g_string_free (text, FALSE);
}

static char *
format_number (const LoomType *type,
               gconstpointer   data)
{
  if (type->scalar == LOOM_SCALAR_BOOL)
    return g_strdup (*(const guint8 *) data != 0 ? "true" : "false");
  if (loom_scalar_is_float (type->scalar))
    return loom_scalar_text_shorten (type->scalar,
                                     loom_scalar_to_double (type->scalar, data));
  return loom_scalar_format (type->scalar, data);
}

static void
append_cell (GString         *text,
             const LoomValue *self,
             const guint8    *cell)
{
  const guint n = MIN (loom_type_count_components (&self->type), MOST_SHOWN);
  const gboolean is_one = loom_type_count_components (&self->type) == 1;

  g_string_append (text, is_one ? "" : "(");
  for (guint i = 0; i < n; i++)
    {
      const LoomComponent component = loom_type_get_component (&self->type, i);
      const LoomType type = loom_type_of (component.scalar, 1);
      g_autofree char *number = format_number (&type, cell + component.offset);

      g_string_append_printf (text, "%s%s", i > 0 ? " " : "", number);
    }
  if (n < loom_type_count_components (&self->type))
    g_string_append (text, " …");
  g_string_append (text, is_one ? "" : ")");
}

static void
append_axis (GString         *text,
             const LoomValue *self,
             guint            axis,
             const guint8    *data)
{
  const gint64 n = self->extents[axis];
  const gboolean is_last = axis + 1 == self->rank;

  g_string_append_c (text, '[');
  for (gint64 i = 0; i < n; i++)
    {
      if (i > 0)
        g_string_append (text, is_last ? " " : "\n");
      if (!is_last && i > 0)
        g_string_append_printf (text, "%*s", (int) axis + 1, "");
      if (n > MOST_SHOWN && i == SHOWN_AT_ENDS)
        {
          g_string_append (text, "…");
          i = n - SHOWN_AT_ENDS - 1;
        }
      else if (is_last)
        append_cell (text, self, data + i * self->steps[axis]);
      else
        append_axis (text, self, axis + 1, data + i * self->steps[axis]);
    }
  g_string_append_c (text, ']');
}

/**
 * loom_value_format:
 *
 * Writes a value for people: of long axes the ends; each float with as few digits as tell it from
 * its neighbours, the same in every locale.
 *
 * Returns: (transfer full): text, a line for each row that is shown
 */
char *
loom_value_format (const LoomValue *self)
{
  GString *text;

  g_return_val_if_fail (self != NULL, NULL);

  text = g_string_new (NULL);
  if (self->rank == 0)
    append_cell (text, self, self->data);
  else
    append_axis (text, self, 0, self->data);
  return g_string_free (text, FALSE);
}
