/* loom-cell-values.c: single cells and what they hold, as text, such as a person edits them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-cell-values.h"

#include "loom-cells.h"
#include "loom-error.h"
#include "loom-extents-private.h"
#include "loom-scalar-text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The bytes of a cell, over what lies between its numbers. */
typedef struct
{
  const LoomType *type;
  GStrv           words;
} Value;

static void
put_value (const Value *value,
           guint8      *cell)
{
  for (guint i = 0; value->words[i] != NULL; i++)
    {
      const LoomComponent component = loom_type_get_component (value->type, i);
      LoomScalarBits bits;

      if (loom_scalar_text_parse (value->words[i], component.scalar, &bits))
        memcpy (cell + component.offset, bits.bytes, loom_scalar_size (component.scalar));
    }
}

static void
put_box (const Value     *value,
         const LoomShape *shape,
         const LoomBox   *box,
         guint8          *bytes)
{
  for (guint64 z = box->first[0]; z <= MIN (box->last[0], shape->planes - 1); z++)
    for (guint64 y = box->first[1]; y <= MIN (box->last[1], shape->rows - 1); y++)
      for (guint64 x = box->first[2]; x <= MIN (box->last[2], shape->cols - 1); x++)
        put_value (value, bytes + ((z * shape->rows + y) * shape->cols + x) * value->type->size);
}

static gboolean
is_within (const LoomBox   *box,
           const LoomShape *shape)
{
  return box->last[0] < shape->planes && box->last[1] < shape->rows && box->last[2] < shape->cols;
}

static gboolean
check_value (const Value  *value,
             const char   *place,
             GError      **error)
{
  const guint n = g_strv_length (value->words);
  const guint wanted = loom_type_count_components (value->type);

  if (n != wanted)
    return loom_fail (error, LOOM_ERROR_DOCUMENT,
                      ngettext ("the cell %1$s has %2$u number, but is given %3$u",
                                "the cell %1$s has %2$u numbers, but is given %3$u", wanted),
                      place, wanted, n);
  for (guint i = 0; i < n; i++)
    if (!loom_scalar_text_check (value->words[i],
                                 loom_type_get_component (value->type, i).scalar, error))
      return FALSE;

  return TRUE;
}

/* `3:5=1.5` */
static gboolean
apply_word (const char       *word,
            const LoomType   *type,
            const LoomShape  *shape,
            guint8           *bytes,
            guint64          *outside,
            GError          **error)
{
  const char *equals = strchr (word, '=');
  g_autofree char *shown = _loom_abbreviate (word);
  g_autofree char *place = equals != NULL ? g_strndup (word, equals - word) : NULL;
  g_auto (GStrv) words = equals != NULL ? g_strsplit (equals + 1, ",", -1) : NULL;
  const Value value = { type, words };
  LoomBox box;

  if (equals == NULL)
    return loom_fail (error, LOOM_ERROR_DOCUMENT,
                      _("“%s” is not a cell with its value; write PLACE=VALUE"), shown);
  if (!loom_box_parse (place, shape, &box, error) || !check_value (&value, place, error))
    return FALSE;
  if (bytes != NULL)
    put_box (&value, shape, &box, bytes);
  if (outside != NULL && !is_within (&box, shape))
    *outside += 1;
  return TRUE;
}

/**
 * loom_cell_values_apply:
 * @text: places with their values, perhaps none
 * @type: of a cell
 * @shape: of the array
 * @bytes: (nullable): all cells, over which the values are written; %NULL: only checks
 * @outside: (out) (optional): how many of the places reach beyond the array
 * @error: return location; %LOOM_ERROR_DOCUMENT names what is wrong
 *
 * Sets single cells.
 *
 * Returns: whether all of the text could be read
 */
gboolean
loom_cell_values_apply (const char       *text,
                        const LoomType   *type,
                        const LoomShape  *shape,
                        guint8           *bytes,
                        guint64          *outside,
                        GError          **error)
{
  g_autoptr (GPtrArray) words = NULL;

  g_return_val_if_fail (text != NULL && type != NULL && shape != NULL, FALSE);

  if (outside != NULL)
    *outside = 0;
  words = loom_cell_values_list (text);
  if (words->len > LOOM_CELL_VALUES_MAX)
    return loom_fail (error, LOOM_ERROR_DOCUMENT,
                      _("%1$u cells are set one by one, and %2$u can be; name ranges such as "
                        "0-7, or fill the array from a file"), words->len, LOOM_CELL_VALUES_MAX);
  if (words->len > 0 && loom_type_count_components (type) == 0)
    return loom_fail (error, LOOM_ERROR_DOCUMENT,
                      _("nothing is known of what the cells are made of, so none can be set"));
  for (guint i = 0; i < words->len; i++)
    if (!apply_word (words->pdata[i], type, shape, bytes, outside, error))
      return FALSE;

  return TRUE;
}

/**
 * loom_cell_values_list:
 * @text: (nullable): places with their values
 *
 * Returns: (transfer full) (element-type utf8): each `PLACE=VALUE`, in their order
 */
GPtrArray *
loom_cell_values_list (const char *text)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) parts = g_strsplit (text != NULL ? text : "", " ", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    if (*parts[i] != '\0')
      g_ptr_array_add (words, g_strdup (parts[i]));
  return words;
}

static gboolean
is_of (const char *word,
       const char *place)
{
  const gsize length = strlen (place);

  return strncmp (word, place, length) == 0 && word[length] == '=';
}

static char *
join (GPtrArray *words)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < words->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "", (const char *) words->pdata[i]);
  return g_string_free (text, FALSE);
}

/**
 * loom_cell_values_set:
 * @text: (nullable): places with their values
 * @place: as loom_cell_place_read() writes it
 * @value: (nullable): what the cell is to hold, without blanks; %NULL: what the fill gives it
 *
 * Changes what one place is given. A value stays where it was in the text, unless a range behind it
 * would go before it.
 *
 * Returns: (transfer full): the text
 */
char *
loom_cell_values_set (const char *text,
                      const char *place,
                      const char *value)
{
  g_autoptr (GPtrArray) words = loom_cell_values_list (text);
  guint at = words->len;

  g_return_val_if_fail (place != NULL, NULL);

  for (guint i = words->len; i > 0; i--)
    if (is_of (words->pdata[i - 1], place))
      {
        g_ptr_array_remove_index (words, i - 1);
        at = i - 1;
      }
  for (guint i = at; i < words->len; i++)
    {
      const char *word = words->pdata[i];

      if (memchr (word, '-', strcspn (word, "=")) != NULL)
        at = words->len;
    }
  if (value != NULL)
    g_ptr_array_insert (words, (gint) at, g_strconcat (place, "=", value, NULL));
  return join (words);
}

/**
 * loom_cell_values_dup_value:
 * @text: (nullable): places with their values
 * @place: as loom_cell_place_read() writes it
 *
 * Returns: (transfer full) (nullable): what is written for just that place, the last time
 */
char *
loom_cell_values_dup_value (const char *text,
                            const char *place)
{
  g_autoptr (GPtrArray) words = loom_cell_values_list (text);

  for (guint i = words->len; i > 0; i--)
    if (is_of (words->pdata[i - 1], place))
      return g_strdup ((const char *) words->pdata[i - 1] + strlen (place) + 1);

  return NULL;
}

/**
 * loom_cell_place_read:
 * @typed: a place as people write it, `3, 5`, or as settings do, `3:5` or `0-3:5`
 * @shape: of the array, which must have the cell
 * @error: return location; %LOOM_ERROR_DOCUMENT says what places there are
 *
 * Reads a place that a person typed.
 *
 * Returns: (transfer full): the place as settings write it, or %NULL
 */
char *
loom_cell_place_read (const char       *typed,
                      const LoomShape  *shape,
                      GError          **error)
{
  g_autofree char *stripped = g_strstrip (g_strdup (typed));
  g_auto (GStrv) parts = g_strsplit_set (stripped, ",:", -1);
  g_autofree char *place = NULL;
  LoomBox box;

  for (guint i = 0; parts[i] != NULL; i++)
    g_strstrip (parts[i]);
  place = g_strjoinv (":", parts);
  if (!loom_box_parse (place, shape, &box, error))
    return NULL;
  if (!is_within (&box, shape))
    {
      g_autofree char *extent = loom_shape_format (shape);

      return loom_fail_null (error, LOOM_ERROR_DOCUMENT,
                             _("there is no cell %1$s in an array of %2$s; places count from 0"),
                             stripped, extent);
    }

  return g_steal_pointer (&place);
}
