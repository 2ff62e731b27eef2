/* loom-generator-raw.c: a kernel from its signature
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-generator-private.h"

#include "loom-plan.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* What people call extents. */
static const char *const lengths[] = { "n", "N", "size", "len", NULL };
static const char *const known[3][5] = {
  { "cols", "w", "width", "nx", NULL },
  { "rows", "h", "height", "ny", NULL },
  { "depth", "d", "planes", "nz", NULL },
};

/* `const float32 *x`, from one comma to the next. */
static gboolean
read_parameter (LoomGenerator *self,
                LoomWords     *words,
                guint          start,
                guint          end)
{
  LoomParameter *parameter;
  const LoomWord *name = _loom_words_get (words, end - 1);
  const gboolean is_const = _loom_words_is (words, start, "const");
  guint last = end - 1;
  gboolean is_array = FALSE;
  const LoomCell *cell;

  if (start == end)
    return _loom_words_fail (words, self, start, start + 1,
                             _("a type and a name are missing here, such as float32 *x"));
  while (last > start && (_loom_words_is (words, last - 1, "*") ||
                          _loom_words_is (words, last - 1, "__restrict__")))
    {
      if (is_array && _loom_words_is (words, last - 1, "*"))
        return _loom_words_fail (words, self, start, end,
                                 _("arrays of addresses can't be given to a kernel here"));
      is_array |= _loom_words_is (words, --last, "*");
    }
  if (start + is_const >= last || name->kind != LOOM_WORD_NAME)
    return _loom_words_fail (words, self, start, end,
                             _("write a type and a name, such as float32 *x"));
  cell = _loom_cell_find (self, words, start + is_const, last);
  if (cell == NULL)
    return FALSE;

  parameter = g_new0 (LoomParameter, 1);
  parameter->name = _loom_words_dup (words, end - 1);
  parameter->cell = *cell;
  parameter->is_scalar = !is_array;
  parameter->is_output = is_array && !is_const;
  parameter->part = words->part;
  parameter->start = name->start;
  parameter->length = name->length;
  return _loom_generator_add_parameter (self, parameter);
}

static gboolean
read_signature (LoomGenerator *self)
{
  g_auto (LoomWords) words = { 0 };
  guint start = 0;

  if (!_loom_words_read (&words, self, LOOM_PART_PARAMETERS,
                         _loom_generator_get (self, LOOM_PART_PARAMETERS)))
    return FALSE;
  if (words.words->len == 0)
    return _loom_generator_fail (self, LOOM_PART_PARAMETERS, 0, 0,
                                 _("there must be one array at least, such as float32 *x"));
  for (guint i = 0; i <= words.words->len; i++)
    if (i == words.words->len || _loom_words_is (&words, i, ","))
      {
        if (!read_parameter (self, &words, start, i))
          return FALSE;
        start = i + 1;
      }
  return TRUE;
}

/* The array that the kernel is for: the last one that is written. */
static const LoomParameter *
find_target (LoomGenerator *self)
{
  for (guint i = self->parameters->len; i-- > 0;)
    {
      const LoomParameter *parameter = g_ptr_array_index (self->parameters, i);

      if (parameter->is_output)
        return parameter;
    }
  return NULL;
}

/* An extent that the signature has under one of its names. */
static const LoomParameter *
find_extent (LoomGenerator *self,
             guint          axis)
{
  const char *const *names = self->shape.rank == 1 ? lengths : known[axis];

  for (; *names != NULL; names++)
    {
      const LoomParameter *parameter = _loom_generator_find (self, *names);

      if (parameter != NULL && parameter->is_scalar &&
          !loom_scalar_is_float (parameter->cell.type.scalar))
        return parameter;
    }
  return NULL;
}

/* Along one axis the place and the index are one, which goes by the name that the body has for it.
 */
static gboolean
has_index (LoomGenerator *self)
{
  return self->shape.rank == 1 && _loom_generator_find (self, "i") == NULL &&
         _loom_generator_has_word (self, LOOM_PART_BODY, "i");
}

/* Extents that the signature lacks are added behind it. */
static void
name_places (LoomGenerator *self)
{
  const gboolean is_short = _loom_generator_find (self, "x") == NULL &&
                            _loom_generator_find (self, "y") == NULL &&
                            _loom_generator_find (self, "z") == NULL && !has_index (self);
  static const char *const places[] = { "x", "y", "z" };
  const char *others[] = { self->shape.rank == 1 ? "i" : "col", "row", "plane" };
  static const char *const values[] = { "cols", "rows", "planes" };

  for (guint axis = 0; axis < self->shape.rank; axis++)
    {
      const LoomParameter *extent = find_extent (self, axis);

      self->index[axis] = is_short ? places[axis] : _loom_generator_new_name (self, others[axis]);
      self->extent[axis] = extent != NULL ? extent->name : NULL;
      if (extent == NULL)
        {
          LoomParameter *added = g_new0 (LoomParameter, 1);

          added->name = g_strdup (_loom_generator_new_name (self, self->shape.rank == 1
                                                                    ? *lengths : *known[axis]));
          added->cell.name = added->cell.value
            = self->shape.rank == 1 && _loom_generator_is_wide (self) ? "size_t" : "int";
          added->is_scalar = TRUE;
          if (g_str_has_suffix (added->name, "_"))
            added->value = g_strdup (self->shape.rank == 1 ? "size" : values[axis]);
          self->extent[axis] = added->name;
          g_ptr_array_add (self->parameters, added);
        }
    }
}

static char *
dup_cell (LoomGenerator *self)
{
  const char *wide = _loom_generator_is_wide (self) ? "(size_t) " : "";

  if (self->shape.rank == 1)
    return g_strdup (self->index[0]);
  if (self->shape.rank == 2)
    return g_strdup_printf ("%s%s * %s + %s", wide, self->index[1], self->extent[0],
                            self->index[0]);
  return g_strdup_printf ("(%s%s * %s + %s) * %s + %s", wide, self->index[2], self->extent[1],
                          self->index[1], self->extent[0], self->index[0]);
}

/* Without a body the last array becomes the sum of those that are read, or of the indices. */
static char *
dup_sum (LoomGenerator *self,
         const char    *cell)
{
  const LoomParameter *target = find_target (self);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->parameters->len; i++)
    {
      const LoomParameter *parameter = g_ptr_array_index (self->parameters, i);
      const char *load = parameter->cell.load;

      if (!parameter->is_scalar && !parameter->is_output)
        g_string_append_printf (text, "%s%s%s%s[%s]%s", text->len > 0 ? " + " : "",
                                load != NULL ? load : "", load != NULL ? " (" : "",
                                parameter->name, cell, load != NULL ? ")" : "");
    }
  for (guint axis = 0; text->len == 0 || (axis > 0 && axis < self->shape.rank); axis++)
    g_string_append_printf (text, "%s%s", axis > 0 ? " + " : "", self->index[axis]);
  g_string_prepend (text, target->cell.store != NULL ? " (" : "");
  g_string_prepend (text, target->cell.store != NULL ? target->cell.store : "");
  g_string_append_printf (text, "%s;", target->cell.store != NULL ? ")" : "");
  {
    g_autofree char *value = g_string_free (text, FALSE);

    return g_strdup_printf ("%s[%s] = %s", target->name, cell, value);
  }
}

static void
write_body (LoomGenerator *self)
{
  g_autofree char *cell = dup_cell (self);
  g_autofree char *body = _loom_generator_dup_code (self, LOOM_PART_BODY);
  g_auto (GStrv) lines = NULL;

  if (*body == '\0')
    {
      g_autofree char *sum = dup_sum (self, cell);

      g_string_append_printf (self->text, "    %s\n", sum);
      return;
    }
  g_string_append (self->text, "    {\n");
  if (self->shape.rank > 1 && g_hash_table_contains (self->taken, "i") &&
      _loom_generator_find (self, "i") == NULL)
    g_string_append_printf (self->text, "      const %s i = %s;\n\n",
                            _loom_generator_is_wide (self) ? "size_t" : "int", cell);
  lines = g_strsplit (body, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    g_string_append_printf (self->text, "%s%s%s\n", *lines[i] != '\0' ? "      " : "", lines[i],
                            lines[i + 1] == NULL && strchr (";}", body[strlen (body) - 1]) == NULL
                              ? ";" : "");
  g_string_append (self->text, "    }\n");
}

static void
write_guard (LoomGenerator *self)
{
  static const char axes[] = "xyz";
  const gboolean is_wide = self->shape.rank == 1 && _loom_generator_is_wide (self);
  g_autoptr (GString) guard = g_string_new (NULL);

  for (guint axis = 0; axis < self->shape.rank; axis++)
    {
      g_string_append_printf (self->text,
                              "  %1$s %2$s = %4$sblockIdx.%3$c * blockDim.%3$c + threadIdx.%3$c;\n",
                              is_wide ? "size_t" : "int", self->index[axis], axes[axis],
                              is_wide ? "(size_t) " : "");
      g_string_append_printf (guard, "%s%s < %s", axis > 0 ? " && " : "", self->index[axis],
                              self->extent[axis]);
    }
  g_string_append_printf (self->text, "\n  if (%s)\n", guard->str);
}

static char *
dup_comment (LoomGenerator *self)
{
  const char * const *index = self->index;

  switch (self->shape.rank)
    {
    case 1:
      return g_strdup_printf (_("Every thread owns one cell: %s is its place."), index[0]);
    case 2:
      return g_strdup_printf (_("Every thread owns one cell: %1$s is its column, %2$s its row."),
                              index[0], index[1]);
    default:
      return g_strdup_printf (_("Every thread owns one cell: %1$s is its column, %2$s its row, "
                                "%3$s its plane."), index[0], index[1], index[2]);
    }
}

static gboolean
write_settings (LoomGenerator *self)
{
  const LoomParameter *target = find_target (self);
  LoomDim3 block = loom_plan_get_default_block (self->shape.rank);

  _loom_generator_set (self, "[launch]\nover=%s\n", target->name);
  if (!_loom_generator_read_block (self, &block) ||
      !_loom_generator_write_launch (self, &block, NULL))
    return FALSE;
  for (guint i = 0; i < self->parameters->len; i++)
    {
      const LoomParameter *parameter = g_ptr_array_index (self->parameters, i);

      if (parameter->has_shape || parameter->value != NULL)
        {
          _loom_generator_set (self, "\n[arg %s]\n", parameter->name);
          if (parameter->has_shape)
            {
              g_autofree char *shape = loom_shape_format (&parameter->shape);

              _loom_generator_set (self, "shape=%s\n", shape);
            }
          if (parameter->value != NULL)
            _loom_generator_set (self, "%s=%s\n", parameter->is_scalar ? "value" : "fill",
                                 parameter->value);
        }
    }
  return TRUE;
}

gboolean
_loom_generator_write_raw (LoomGenerator *self)
{
  const guint rank = (guint) (*_loom_generator_get (self, LOOM_PART_RANK) - '0');
  g_autofree char *comment = NULL;

  self->shape = loom_shape_get_default (rank);
  if (!read_signature (self) || !_loom_generator_read_values (self) ||
      !_loom_generator_read_shapes (self, FALSE) ||
      !_loom_generator_take_names (self, LOOM_PART_PREAMBLE))
    return FALSE;
  if (find_target (self) == NULL)
    return _loom_generator_fail (self, LOOM_PART_PARAMETERS, 0, strlen (_loom_generator_get (self,
                                 LOOM_PART_PARAMETERS)),
                                 _("no array is written; one must not be const, such as float32 "
                                   "*x"));
  if (self->shape.rank != rank)
    return _loom_generator_fail (self, LOOM_PART_SHAPE, 0, strlen (_loom_generator_get (self,
                                 LOOM_PART_SHAPE)),
                                 _("the shape has %1$u axes and the kernel %2$u"),
                                 self->shape.rank, rank);

  /* The body speaks of the names that are made here. */
  name_places (self);
  if (!_loom_generator_take_names (self, LOOM_PART_BODY))
    return FALSE;
  comment = dup_comment (self);
  _loom_generator_write_prologue (self, comment);
  _loom_generator_write_signature (self, FALSE);
  write_guard (self);
  write_body (self);
  g_string_append (self->text, "}\n");
  return write_settings (self);
}
