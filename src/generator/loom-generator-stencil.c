/* loom-generator-stencil.c: cells from their neighbours
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-generator-stencil-private.h"

#include "loom-plan.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static void
assignment_clear (LoomAssignment *self)
{
  g_free (self->name);
}

/* `2D`, or extents. */
static gboolean
read_dimensions (LoomGenerator *self,
                 LoomWords     *words,
                 guint          start,
                 guint          end,
                 LoomShape     *shape)
{
  g_autofree char *text = _loom_words_dup_range (words, start, end);
  g_autoptr (GError) error = NULL;

  if (strlen (text) == 2 && *text >= '1' && *text <= '3' && (text[1] | 32) == 'd')
    {
      *shape = loom_shape_get_default (*text - '0');
      return TRUE;
    }
  return loom_shape_parse (text, shape, &error) ||
         _loom_words_fail (words, self, start, end,
                           _("write 1D, 2D, 3D or extents, such as 64,64"));
}

/* `f, g: float64[2D]`, up to a semicolon. */
static gboolean
read_group (LoomGenerator *self,
            LoomWords     *words,
            guint          start,
            guint          end)
{
  guint colon = start, bracket;
  const LoomCell *cell;
  LoomShape shape;

  while (colon < end && !_loom_words_is (words, colon, ":"))
    colon++;
  for (bracket = colon; bracket < end && !_loom_words_is (words, bracket, "[");)
    bracket++;
  if (bracket >= end || _loom_words_get (words, bracket)->pair != end - 1)
    return _loom_words_fail (words, self, start, end,
                             _("write names, a type and dimensions, such as f, g: float64[2D]"));
  cell = _loom_cell_find (self, words, colon + 1, bracket);
  if (cell == NULL || !read_dimensions (self, words, bracket + 1, end - 1, &shape))
    return FALSE;
  if (self->shape.rank != 0 && self->shape.rank != shape.rank)
    return _loom_words_fail (words, self, bracket + 1, end - 1,
                             _("all fields must have as many dimensions"));
  self->shape = shape;

  if (colon > start && _loom_words_is (words, colon - 1, ","))
    return _loom_words_fail (words, self, colon - 1, colon,
                             _("a name is missing behind this comma"));
  for (guint i = start; i < colon; i += 2)
    {
      const LoomWord *word = _loom_words_get (words, i);
      LoomParameter *parameter;

      if (word->kind != LOOM_WORD_NAME || (i + 1 < colon && !_loom_words_is (words, i + 1, ",")))
        return _loom_words_fail (words, self, i, i + 1, _("write names with commas, such as f, g"));
      parameter = g_new0 (LoomParameter, 1);
      parameter->name = _loom_words_dup (words, i);
      parameter->cell = *cell;
      parameter->part = words->part;
      parameter->start = word->start;
      parameter->length = word->length;
      if (!_loom_generator_add_parameter (self, parameter))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_fields (LoomGenerator *self)
{
  g_auto (LoomWords) words = { 0 };
  guint start = 0;

  if (!_loom_words_read (&words, self, LOOM_PART_FIELDS,
                         _loom_generator_get (self, LOOM_PART_FIELDS)))
    return FALSE;
  for (guint i = 0; i <= words.words->len; i++)
    {
      const LoomWord *word = _loom_words_get (&words, i);
      /* A group ends with its bracket, a semicolon or not. */
      const gboolean is_end = word == NULL || _loom_words_is (&words, i, ";");

      if (is_end && i > start && !read_group (self, &words, start, i))
        return FALSE;
      if (is_end)
        start = i + 1;
      else if (_loom_words_is (&words, i, "]") && word->depth == 0)
        {
          if (!read_group (self, &words, start, i + 1))
            return FALSE;
          start = i + 1;
        }
    }
  return self->parameters->len > 0 ||
         _loom_generator_fail (self, LOOM_PART_FIELDS, 0, 0,
                               _("there must be one field at least, such as f, g: float64[2D]"));
}

/* `float64 omega, int32 n`: scalars. */
static gboolean
read_scalars (LoomGenerator *self)
{
  const guint n = self->parameters->len;

  if (*_loom_generator_get (self, LOOM_PART_PARAMETERS) == '\0')
    return TRUE;
  if (!_loom_generator_read_parameters (self, LOOM_PART_PARAMETERS))
    return FALSE;
  for (guint i = n; i < self->parameters->len; i++)
    {
      LoomParameter *parameter = g_ptr_array_index (self->parameters, i);

      parameter->is_scalar = TRUE;
      parameter->value = g_strdup ("1");
    }
  return TRUE;
}

static gboolean
name_axes (LoomGenerator *self)
{
  static const char *const names[] = { "x", "y", "z", "cols", "rows", "planes" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const LoomParameter *parameter = _loom_generator_find (self, names[i]);

      if (parameter != NULL)
        return _loom_generator_fail (self, parameter->part, parameter->start, parameter->length,
                                     _("“%s” is the name of an axis or of its extent; choose "
                                       "another"), names[i]);
      if (i < 3)
        self->index[i] = names[i];
      else
        self->extent[i - 3] = names[i];
    }
  self->flat = "";
  return TRUE;
}

/* Ghost layers as typed, or as many as the offsets need. */
static gboolean
read_ghost (LoomStencil *self,
            guint64     *ghost)
{
  const char *text = _loom_generator_get (self->generator, LOOM_PART_GHOST_LAYERS);
  g_autofree char *number = g_strstrip (g_strdup (text));

  *ghost = self->reach;
  if (*number == '\0')
    return TRUE;
  if (!g_ascii_string_to_unsigned (number, 10, 0, LOOM_STENCIL_MAX_OFFSET, ghost, NULL))
    return _loom_generator_fail (self->generator, LOOM_PART_GHOST_LAYERS, 0, strlen (text),
                                 _("“%1$s” is not a number of layers from 0 to %2$d"), number,
                                 LOOM_STENCIL_MAX_OFFSET);
  return *ghost >= self->reach ||
         _loom_generator_fail (self->generator, LOOM_PART_GHOST_LAYERS, 0, strlen (text),
                               ngettext ("the assignments reach %1$llu cell far, so %2$llu ghost "
                                         "layers are too few",
                                         "the assignments reach %1$llu cells far, so %2$llu ghost "
                                         "layers are too few", self->reach),
                               (unsigned long long) self->reach,
                               (unsigned long long) *ghost);
}

static gboolean
choose_launch (LoomStencil *self)
{
  const guint rank = self->generator->shape.rank;
  guint64 steps[3] = { 1, 1, 1 };

  self->block = loom_plan_get_default_block (rank);
  self->range_is_known = TRUE;
  for (guint axis = 0; axis < rank; axis++)
    {
      steps[axis] = self->slice.axes[axis].steps;
      self->range_is_known &= self->slice.axes[axis].is_known;
    }
  return _loom_generator_choose_launch (self->generator, steps, &self->block, &self->range);
}

/* Where a thread begins along an axis. */
static char *
dup_first (LoomStencil *self,
           guint        axis)
{
  const LoomSliceAxis *slice = &self->slice.axes[axis];
  g_autofree char *number = _loom_generator_dup_first (self->generator, axis, "");
  GString *text = g_string_new (number);

  if (slice->step > 1)
    {
      g_string_prepend (text, "(");
      g_string_append_printf (text, ") * %" G_GUINT64_FORMAT, slice->step);
    }
  if (strcmp (slice->start, "0") != 0)
    {
      g_string_prepend (text, " + ");
      g_string_prepend (text, slice->start);
    }
  return g_string_free (text, FALSE);
}

/* Cells that the bounds alone don't keep out. */
static char *
dup_guard (LoomStencil *self,
           gboolean     has_stops)
{
  LoomGenerator *generator = self->generator;
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < generator->shape.rank; i++)
    {
      const LoomSliceAxis *axis = &self->slice.axes[i];
      const char *name = generator->index[i];
      const char *const and = " && ";

      if (has_stops)
        g_string_append_printf (text, "%s%s < %s", text->len > 0 ? and : "", name, axis->stop);
      if (axis->guards_start)
        g_string_append_printf (text, "%s%s >= %" G_GUINT64_FORMAT, text->len > 0 ? and : "", name,
                                self->slice.ghost);
      if (axis->guards_stop && self->slice.ghost > 0)
        g_string_append_printf (text, "%s%s < %s - %" G_GUINT64_FORMAT, text->len > 0 ? and : "",
                                name, generator->extent[i], self->slice.ghost);
      else if (axis->guards_stop)
        g_string_append_printf (text, "%s%s < %s", text->len > 0 ? and : "", name,
                                generator->extent[i]);
    }
  return g_string_free (text, FALSE);
}

static void
append_statements (LoomStencil *self,
                   const char  *statements,
                   guint        indent)
{
  g_auto (GStrv) lines = g_strsplit (statements, "\n", -1);
  const gboolean has_braces = self->assignments->len > 1;

  if (has_braces)
    g_string_append_printf (self->generator->text, "%*s{\n", (int) indent, "");
  for (guint i = 0; lines[i] != NULL; i++)
    if (*lines[i] != '\0')
      g_string_append_printf (self->generator->text, "%*s%s\n",
                              (int) indent + (has_braces ? 2 : 0), "", lines[i]);
  if (has_braces)
    g_string_append_printf (self->generator->text, "%*s}\n", (int) indent, "");
}

/* One thread a cell. */
static void
write_cells (LoomStencil *self,
             const char  *statements)
{
  LoomGenerator *generator = self->generator;
  g_autofree char *guard = dup_guard (self, TRUE);

  for (guint axis = generator->shape.rank; axis-- > 0;)
    {
      g_autofree char *first = dup_first (self, axis);

      g_string_append_printf (generator->text, "  const int %s = %s;\n", generator->index[axis],
                              first);
    }
  g_string_append_printf (generator->text, "\n  if (%s)\n", guard);
  append_statements (self, statements, 4);
}

/* Threads that go on by the size of the grid, or blocks that do. */
static void
write_loops (LoomStencil *self,
             const char  *statements)
{
  LoomGenerator *generator = self->generator;
  g_autofree char *guard = dup_guard (self, FALSE);
  guint indent = 2;

  for (guint axis = generator->shape.rank; axis-- > 0;)
    {
      const LoomSliceAxis *slice = &self->slice.axes[axis];
      g_autofree char *first = dup_first (self, axis);
      g_autofree char *all = _loom_generator_dup_stride (generator, axis, "");
      g_autofree char *factor = slice->step > 1
                                  ? g_strdup_printf (" * %" G_GUINT64_FORMAT, slice->step)
                                  : g_strdup ("");
      g_autofree char *stride = g_strconcat (all, factor, NULL);

      _loom_generator_write_loop (generator, indent, "int", generator->index[axis], first,
                                  slice->stop, stride);
      indent += 2;
    }
  if (*guard != '\0')
    {
      g_string_append_printf (generator->text, "%*sif (%s)\n", (int) indent, "", guard);
      indent += 2;
    }
  append_statements (self, statements, indent);
}

/* NULL: the result can't be stated: a field that is written is read as well, or twice written. */
static char *
dup_reference (LoomStencil         *self,
               const LoomParameter *field,
               const char          *condition)
{
  static const gint64 none[3] = { 0, 0, 0 };
  const LoomAssignment *only = NULL;
  g_autofree char *value = NULL, *before = NULL;

  if (!_loom_words_are_plain (&self->words, self->generator))
    return NULL;
  for (guint i = 0; i < self->assignments->len; i++)
    {
      const LoomAssignment *assignment = &g_array_index (self->assignments, LoomAssignment, i);

      if (assignment->field == field && (only != NULL || assignment->operation != 0))
        return NULL;
      if (assignment->field == field)
        only = assignment;
    }
  for (guint i = 0; i < self->words.words->len; i++)
    {
      g_autofree char *name = _loom_words_dup (&self->words, i);
      const LoomParameter *other = _loom_generator_find (self->generator, name);
      gboolean is_target = FALSE;

      for (guint k = 0; k < self->assignments->len; k++)
        is_target |= g_array_index (self->assignments, LoomAssignment, k).target == i;
      if (other != NULL && other->is_output && !is_target)
        return NULL;
    }
  self->is_reference = TRUE;
  self->is_bad = FALSE;
  value = only != NULL ? _loom_stencil_dup_reference (self, only) : NULL;
  before = _loom_stencil_dup_formula (self->generator, field, none);
  if (value == NULL || before == NULL || self->is_bad)
    return NULL;
  return g_strdup_printf ("%s ? (%s) (%s) : %s", condition, field->cell.value, value, before);
}

static void
write_expected (LoomStencil *self)
{
  g_autofree char *condition = _loom_slice_dup_condition (&self->slice, self->generator);

  for (guint i = 0; i < self->generator->parameters->len; i++)
    {
      const LoomParameter *field = g_ptr_array_index (self->generator->parameters, i);
      g_autofree char *reference = NULL;

      if (!field->is_output)
        continue;
      reference = dup_reference (self, field, condition);
      _loom_generator_set (self->generator, "\n[expect %s]\ndomain=%s\n", field->name, condition);
      if (reference != NULL)
        _loom_generator_set (self->generator, "reference=expr:%s\n", reference);
    }
}

static gboolean
write_settings (LoomStencil *self)
{
  LoomGenerator *generator = self->generator;
  g_autofree char *range = loom_dim3_format (&self->range);
  const gboolean is_default = self->slice.is_whole &&
                              _loom_generator_get_mapping (generator) == LOOM_MAPPING_CELL;

  _loom_generator_set (generator, "[launch]\nover=%s\n", _loom_stencil_get_main (self)->name);
  if (!_loom_generator_write_launch (generator, &self->block, is_default ? NULL : range))
    return FALSE;
  if (!self->range_is_known)
    {
      _loom_generator_set (generator, "manual-grid=true\n");
      if (generator->warnings != NULL)
        g_ptr_array_add (generator->warnings,
                         g_strdup (_("the range of threads can't be derived, since a bound depends "
                                     "on an outer counter; the grid covers the largest that it can "
                                     "be, and can be set by hand")));
    }
  _loom_generator_write_extent_values (generator, generator->shape.rank);
  _loom_generator_write_arguments (generator);
  write_expected (self);
  return TRUE;
}

static gboolean
write_stencil (LoomStencil *self)
{
  LoomGenerator *generator = self->generator;
  const LoomMapping mapping = _loom_generator_get_mapping (generator);
  g_autofree char *statements = NULL;
  guint64 ghost;

  if (!_loom_stencil_read_assignments (self) ||
      (statements = _loom_stencil_dup_statements (self)) == NULL ||
      !read_ghost (self, &ghost) || !_loom_slice_read (&self->slice, generator, ghost) ||
      !choose_launch (self))
    return FALSE;

  _loom_generator_write_prologue (generator,
                                  mapping == LOOM_MAPPING_CELL
                                    ? _("Every thread computes one cell from its neighbours.")
                                  : mapping == LOOM_MAPPING_ROW
                                    ? _("Every block computes a row of cells from their "
                                        "neighbours; its threads go on by the size of the block.")
                                    : _("Cells from their neighbours: every thread goes on by the "
                                        "size of the grid."));
  _loom_generator_write_signature (generator, TRUE);
  if (mapping == LOOM_MAPPING_CELL)
    write_cells (self, statements);
  else
    write_loops (self, statements);
  g_string_append (generator->text, "}\n");
  return write_settings (self);
}

/* Fields have one shape; those of the fields come first. */
static gboolean
read_shape (LoomGenerator *self)
{
  const LoomShape of_fields = self->shape;

  if (!_loom_generator_read_shapes (self, FALSE))
    return FALSE;
  for (guint i = 0; i < self->parameters->len; i++)
    {
      LoomParameter *parameter = g_ptr_array_index (self->parameters, i);

      if (parameter->has_shape || self->shape.rank != of_fields.rank)
        return _loom_generator_fail (self, LOOM_PART_SHAPE, 0, strlen (_loom_generator_get (self,
                                     LOOM_PART_SHAPE)),
                                     _("all fields have one shape of %u axes"), of_fields.rank);
      parameter->shape = self->shape;
    }
  return TRUE;
}

gboolean
_loom_generator_write_stencil (LoomGenerator *self)
{
  LoomStencil stencil = { .generator = self };
  gboolean is_written;

  if (!read_fields (self) || !read_scalars (self) || !_loom_generator_read_values (self) ||
      !read_shape (self) || !name_axes (self))
    return FALSE;

  stencil.assignments = g_array_new (FALSE, FALSE, sizeof (LoomAssignment));
  g_array_set_clear_func (stencil.assignments, (GDestroyNotify) assignment_clear);
  is_written = write_stencil (&stencil);
  g_array_unref (stencil.assignments);
  _loom_words_clear (&stencil.words);
  _loom_slice_clear (&stencil.slice);
  return is_written;
}
