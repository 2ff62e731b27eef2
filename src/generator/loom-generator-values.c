/* loom-generator-values.c: shapes and contents of arrays, values of scalars
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-generator-private.h"

#include "loom-plan.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* One entry of a part: `name=text`; where there may be one without, name is NULL. */
typedef struct
{
  char *name, *text;
  gsize start, length;          /* in the part, without space around */
} Entry;

static void
entry_clear (Entry *self)
{
  g_free (self->name);
  g_free (self->text);
}

/* What stands before = or :, if that is one name. */
static gsize
measure_name (const char *text)
{
  gsize length = 0, end;

  while (g_ascii_isalnum (text[length]) || text[length] == '_')
    length++;
  end = length + strspn (text + length, " \t");
  return length > 0 && (text[end] == '=' || text[end] == ':') && text[end + 1] != '=' &&
         !g_ascii_isdigit (*text) ? length : 0;
}

/* Splits a part at semicolons and line ends. */
static GArray *
split_entries (const char *text)
{
  GArray *entries = g_array_new (FALSE, FALSE, sizeof (Entry));

  g_array_set_clear_func (entries, (GDestroyNotify) entry_clear);
  for (gsize at = 0; text[at] != '\0';)
    {
      gsize end = at + strcspn (text + at, ";\n"), last = end, name;
      Entry entry = { 0 };

      while (at < end && g_ascii_isspace (text[at]))
        at++;
      while (last > at && g_ascii_isspace (text[last - 1]))
        last--;
      if (last > at)
        {
          entry.start = at;
          entry.length = last - at;
          name = measure_name (text + at);
          if (name > 0)
            {
              entry.name = g_strndup (text + at, name);
              at += name + strspn (text + at + name, " \t") + 1;
            }
          entry.text = g_strstrip (g_strndup (text + MIN (at, last), last - MIN (at, last)));
          g_array_append_val (entries, entry);
        }
      at = end + (text[end] != '\0');
    }
  return entries;
}

/* `(64, 64)`, `64,64`, `()`. */
static gboolean
parse_shape (LoomGenerator *self,
             const Entry   *entry,
             LoomShape     *shape)
{
  g_autofree char *text = g_strdup (entry->text);
  g_autoptr (GError) error = NULL;
  gsize length = strlen (text);

  if (length >= 2 && text[0] == '(' && text[length - 1] == ')')
    {
      text[length - 1] = '\0';
      memmove (text, text + 1, length - 1);
      g_strstrip (text);
      if (g_str_has_suffix (text, ","))
        text[strlen (text) - 1] = '\0';
      if (*text == '\0')
        {
          *shape = (LoomShape) { 0, 1, 1, 1 };
          return TRUE;
        }
    }
  for (char *from = text, *to = text;; from++)
    {
      if (*from != ' ')
        *to++ = *from;
      if (*from == '\0')
        break;
    }
  return loom_shape_parse (text, shape, &error) ||
         _loom_generator_fail (self, LOOM_PART_SHAPE, entry->start, entry->length, "%s",
                               error->message);
}

static gboolean
refuse_name (LoomGenerator *self,
             LoomPart       part,
             const Entry   *entry)
{
  return _loom_generator_fail (self, part, entry->start, entry->length,
                               _("no parameter is called “%s”"), entry->name);
}

/* Makes @whole as large as NumPy makes it for an array of another shape. */
static gboolean
broadcast (LoomShape       *whole,
           const LoomShape *shape)
{
  guint64 *to[] = { &whole->cols, &whole->rows, &whole->planes };
  const guint64 from[] = { shape->cols, shape->rows, shape->planes };

  for (guint axis = 0; axis < 3; axis++)
    {
      if (*to[axis] != from[axis] && *to[axis] != 1 && from[axis] != 1)
        return FALSE;
      if (*to[axis] == 1)
        *to[axis] = from[axis];
    }
  whole->rank = MAX (whole->rank, shape->rank);
  return TRUE;
}

/* Whether a parameter has a shape that has part in that of all cells. */
static gboolean
has_part (LoomGenerator       *self,
          const LoomParameter *parameter)
{
  return parameter->has_shape && !parameter->is_raw &&
         !(parameter->is_output && self->definition->form == LOOM_FORM_REDUCTION);
}

/* Every array must be as large as all cells, or broadcast to them. */
static gboolean
check_fits (LoomGenerator *self)
{
  for (guint i = 0; i < self->parameters->len; i++)
    {
      const LoomParameter *parameter = g_ptr_array_index (self->parameters, i);
      LoomShape whole = self->shape;

      if (has_part (self, parameter) && (!broadcast (&whole, &parameter->shape) ||
                                         !loom_shape_equal (&whole, &self->shape)))
        {
          g_autofree char *own = loom_shape_format (&parameter->shape);
          g_autofree char *all = loom_shape_format (&self->shape);

          return _loom_generator_fail (self, LOOM_PART_SHAPE, 0, 0,
                                       _("%1$s has the shape %2$s, which can't be broadcast to "
                                         "%3$s: each extent must be that of all cells, or 1"),
                                       parameter->name, own, all);
        }
    }
  return TRUE;
}

/* The shape that comes of those of all arrays, if none was given. */
static gboolean
find_shape (LoomGenerator *self,
            gboolean       is_given)
{
  LoomShape whole = { 0, 1, 1, 1 };
  gboolean is_found = FALSE;

  for (guint i = 0; i < self->parameters->len; i++)
    {
      const LoomParameter *parameter = g_ptr_array_index (self->parameters, i);
      g_autofree char *text = loom_shape_format (&parameter->shape);

      if (!has_part (self, parameter))
        continue;
      is_found = TRUE;
      if (!broadcast (&whole, &parameter->shape))
        return _loom_generator_fail (self, LOOM_PART_SHAPE, 0, strlen (_loom_generator_get (self,
                                     LOOM_PART_SHAPE)),
                                     _("%1$s has the shape %2$s, which doesn't go with those "
                                       "before it"), parameter->name, text);
    }
  if (!is_given)
    self->shape = is_found && whole.rank > 0 ? whole : loom_shape_get_default (2);
  return !is_given || check_fits (self);
}

/* `64,64; x=64; y=64,1`; where arrays are broadcast, all but raw ones get a shape. */
gboolean
_loom_generator_read_shapes (LoomGenerator *self,
                             gboolean       is_broadcast)
{
  g_autoptr (GArray) entries = split_entries (_loom_generator_get (self, LOOM_PART_SHAPE));
  gboolean is_given = FALSE;
  guint64 cells;

  for (guint i = 0; i < entries->len; i++)
    {
      const Entry *entry = &g_array_index (entries, Entry, i);
      LoomParameter *parameter = entry->name != NULL ? _loom_generator_find (self, entry->name)
                                                     : NULL;

      if (entry->name != NULL && parameter == NULL)
        return refuse_name (self, LOOM_PART_SHAPE, entry);
      if (entry->name == NULL && is_given)
        return _loom_generator_fail (self, LOOM_PART_SHAPE, entry->start, entry->length,
                                     _("there are two shapes without a name"));
      if (!parse_shape (self, entry, parameter != NULL ? &parameter->shape : &self->shape))
        return FALSE;
      if (parameter != NULL)
        parameter->has_shape = TRUE;
      else
        is_given = TRUE;
      if (parameter == NULL && self->shape.rank == 0)
        return _loom_generator_fail (self, LOOM_PART_SHAPE, entry->start, entry->length,
                                     _("a kernel needs cells to go over"));
    }
  if (is_broadcast && !find_shape (self, is_given))
    return FALSE;
  if (!is_broadcast && !is_given && self->shape.rank == 0)
    self->shape = loom_shape_get_default (2);
  return loom_shape_cells (&self->shape, &cells) ||
         _loom_generator_fail (self, LOOM_PART_SHAPE, 0, 0, _("these are too many cells"));
}

/* Whether a value is meant for the cells of an array. */
static gboolean
is_fill (const char *text)
{
  LoomFill fill = { 0 };
  const gboolean is_good = loom_fill_parse (text, &fill, NULL);

  loom_fill_clear (&fill);
  return is_good;
}

static gboolean
read_value (LoomGenerator *self,
            const Entry   *entry)
{
  LoomParameter *parameter;

  if (entry->name == NULL)
    return _loom_generator_fail (self, LOOM_PART_VALUES, entry->start, entry->length,
                                 _("write a name and its value or fill, such as s=2.5 or "
                                   "x=random(1)"));
  parameter = _loom_generator_find (self, entry->name);
  if (parameter == NULL)
    return refuse_name (self, LOOM_PART_VALUES, entry);
  if (*entry->text == '\0' || strstr (entry->text, "*/") != NULL)
    return _loom_generator_fail (self, LOOM_PART_VALUES, entry->start, entry->length,
                                 _("“%s” has no value that can be written into settings"),
                                 entry->name);
  if (!is_fill (entry->text))
    {
      if (self->definition->form == LOOM_FORM_ELEMENTWISE ||
          self->definition->form == LOOM_FORM_REDUCTION)
        parameter->is_scalar = TRUE;
      if (!parameter->is_scalar)
        return _loom_generator_fail (self, LOOM_PART_VALUES, entry->start, entry->length,
                                     _("“%1$s” is not a fill for the array %2$s; write zeros, "
                                       "ones, iota, random(SEED), values:1,2,… or expr: and CUDA "
                                       "C"), entry->text, entry->name);
      if (parameter->is_output || parameter->is_raw || parameter->has_shape)
        return _loom_generator_fail (self, LOOM_PART_VALUES, entry->start, entry->length,
                                     _("%s is an array, so it needs a fill and no value"),
                                     entry->name);
    }
  g_free (parameter->value);
  parameter->value = g_strdup (entry->text);
  return TRUE;
}

/* `s=2.5; x=random(1)`: what has a plain value is a scalar. */
gboolean
_loom_generator_read_values (LoomGenerator *self)
{
  g_autoptr (GArray) entries = split_entries (_loom_generator_get (self, LOOM_PART_VALUES));

  for (guint i = 0; i < entries->len; i++)
    if (!read_value (self, &g_array_index (entries, Entry, i)))
      return FALSE;
  return TRUE;
}

/* Whether an array has a cell for each of a shape. */
gboolean
_loom_parameter_is_whole (const LoomParameter *self,
                          const LoomShape     *shape)
{
  return !self->has_shape || (self->shape.cols == shape->cols && self->shape.rows == shape->rows &&
                              self->shape.planes == shape->planes);
}

/* Where an array has the value for a cell: an axis along which it has one cell doesn't count. */
char *
_loom_generator_dup_place (LoomGenerator       *self,
                           const LoomParameter *parameter)
{
  const guint64 extents[] = { parameter->shape.cols, parameter->shape.rows,
                              parameter->shape.planes };
  GString *place = g_string_new (NULL);
  gboolean is_product = FALSE, is_sum = FALSE;

  if (_loom_parameter_is_whole (parameter, &self->shape))
    return g_string_free (g_string_assign (place, self->flat), FALSE);
  for (gint axis = 2; axis >= 0; axis--)
    {
      if (extents[axis] > 1 && place->len > 0)
        {
          if (is_sum)
            {
              g_string_prepend_c (place, '(');
              g_string_append_c (place, ')');
            }
          g_string_append_printf (place, " * %s + %s", self->extent[axis], self->index[axis]);
          is_sum = TRUE;
        }
      else if (extents[axis] > 1)
        {
          if (_loom_generator_is_wide (self) && axis > 0)
            g_string_append (place, "(size_t) ");
          g_string_append (place, self->index[axis]);
        }
      is_product |= place->len > 0;
    }
  if (!is_product)
    g_string_append_c (place, '0');
  return g_string_free (place, FALSE);
}
