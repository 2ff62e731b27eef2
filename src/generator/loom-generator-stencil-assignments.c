/* loom-generator-stencil-assignments.c: what cells become, with their neighbours by offsets
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-generator-stencil-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MAX_REFERENCE 8192

/* Offsets behind the name of a field, slowest axis first; or its centre. */
static gboolean
read_offsets (LoomStencil *self,
              guint        index,
              guint       *end,
              gint64       offsets[3])
{
  LoomGenerator *generator = self->generator;
  const LoomWords *words = &self->words;
  guint axis = generator->shape.rank, at = index + 2, close;

  memset (offsets, 0, 3 * sizeof *offsets);
  if (_loom_words_is (words, index + 1, ".") && _loom_words_is (words, index + 2, "center"))
    {
      *end = index + 3;
      if (_loom_words_is (words, *end, "(") && _loom_words_is (words, *end + 1, ")"))
        *end += 2;
      return TRUE;
    }
  if (!_loom_words_is (words, index + 1, "["))
    return _loom_words_fail (words, generator, index, index + 1,
                             _("say which cell is meant, such as its centre with [%s]"),
                             axis == 1 ? "0" : axis == 2 ? "0,0" : "0,0,0");
  close = _loom_words_get (words, index + 1)->pair;
  *end = close + 1;
  for (; at < close; at += 2)
    {
      const gint sign = _loom_words_is (words, at, "-") ? -1 : 1;
      g_autofree char *number = NULL;
      guint64 value;

      at += _loom_words_is (words, at, "-") || _loom_words_is (words, at, "+");
      number = _loom_words_dup (words, at);
      if (axis == 0 ||
          !g_ascii_string_to_unsigned (number, 10, 0, LOOM_STENCIL_MAX_OFFSET, &value, NULL) ||
          (at + 1 < close && !_loom_words_is (words, at + 1, ",")))
        return _loom_words_fail (words, generator, index, *end,
                                 _("write %1$u offsets from -%2$d to %2$d, the rows before the "
                                   "columns"), generator->shape.rank, LOOM_STENCIL_MAX_OFFSET);
      offsets[--axis] = sign * (gint64) value;
      self->reach = MAX (self->reach, value);
    }
  return axis == 0 ||
         _loom_words_fail (words, generator, index, *end,
                           _("there are fewer offsets than the %u axes of the fields"),
                           generator->shape.rank);
}

static char *
dup_shifted (LoomGenerator *self,
             guint          axis,
             gint64         offset,
             gboolean       is_product)
{
  if (offset == 0)
    return g_strdup (self->index[axis]);
  return g_strdup_printf (is_product ? "(%s %c %d)" : "%s %c %d", self->index[axis],
                          offset < 0 ? '-' : '+', (int) ABS (offset));
}

/* Where a neighbour lies. */
static char *
dup_index (LoomGenerator *self,
           const gint64   offsets[3])
{
  const char *wide = _loom_generator_is_wide (self) ? "(size_t) " : "";
  g_autofree char *x = dup_shifted (self, 0, offsets[0], FALSE);
  g_autofree char *y = dup_shifted (self, 1, offsets[1], self->shape.rank == 2);
  g_autofree char *z = dup_shifted (self, 2, offsets[2], TRUE);

  if (self->shape.rank == 1)
    return g_strdup (x);
  if (self->shape.rank == 2)
    return g_strdup_printf ("%s%s * cols + %s", wide, y, x);
  return g_strdup_printf ("(%s%s * rows + %s) * cols + %s", wide, z, y, x);
}

/* What a field is filled with there. */
char *
_loom_stencil_dup_formula (LoomGenerator       *self,
                           const LoomParameter *field,
                           const gint64         offsets[3])
{
  g_autofree char *x = dup_shifted (self, 0, offsets[0], FALSE);
  g_autofree char *y = dup_shifted (self, 1, offsets[1], FALSE);
  g_autofree char *z = dup_shifted (self, 2, offsets[2], FALSE);
  const char *const place[] = { x, y, z, "cols", "rows", "planes" };

  return _loom_parameter_dup_formula (self, field, place);
}

static const LoomAssignment *
find_named (LoomStencil *self,
            const char  *name,
            guint        before)
{
  for (guint i = MIN (before, self->assignments->len); i-- > 0;)
    {
      const LoomAssignment *assignment = &g_array_index (self->assignments, LoomAssignment, i);

      if (assignment->name != NULL && strcmp (assignment->name, name) == 0)
        return assignment;
    }
  return NULL;
}

/* Names that are neither the person's nor functions or types are most likely mistyped. */
static gboolean
check_name (LoomStencil *self,
            guint        index,
            const char  *name)
{
  static const char *const known[] = {
    "bool", "char", "double", "false", "float", "int", "long", "short", "signed", "true",
    "unsigned", "const", "auto", "complex64", "complex128", NULL
  };
  LoomGenerator *generator = self->generator;

  for (guint axis = 0; axis < generator->shape.rank; axis++)
    if (strcmp (name, generator->index[axis]) == 0 || strcmp (name, generator->extent[axis]) == 0)
      return TRUE;
  if (_loom_words_is (&self->words, index + 1, "(") || g_strv_contains (known, name) ||
      g_str_has_suffix (name, "_t") || g_str_has_prefix (name, "M_") ||
      g_str_has_suffix (name, "_MAX") || g_str_has_suffix (name, "_MIN"))
    return TRUE;
  self->is_bad = TRUE;
  return _loom_words_fail (&self->words, generator, index, index + 1,
                           _("“%s” is not a field, axis, parameter or value of an assignment "
                             "before; scalars are listed among the parameters"), name);
}

static char *
replace_name (LoomStencil *self,
              guint        index,
              char        *name)
{
  const LoomParameter *parameter = _loom_generator_find (self->generator, name);
  const LoomAssignment *named = find_named (self, name, self->n_read);

  if (named != NULL)
    {
      g_autofree char *text = self->is_reference ? _loom_stencil_dup_reference (self, named) : NULL;

      return text != NULL ? g_strdup_printf ("(%s)", text) : NULL;
    }
  if (parameter != NULL && self->is_reference)
    {
      const gint64 none[3] = { 0, 0, 0 };
      g_autofree char *value = _loom_stencil_dup_formula (self->generator, parameter, none);

      return g_strdup_printf ("(%s)", value);
    }
  if (parameter == NULL)
    check_name (self, index, name);
  return NULL;
}

/* Fields become arrays with an index, or for a reference what they are filled with. */
static char *
replace_word (const LoomWords *words,
              guint            index,
              guint           *end,
              gpointer         data)
{
  LoomStencil *self = data;
  LoomGenerator *generator = self->generator;
  g_autofree char *name = _loom_words_dup (words, index);
  g_autofree char *place = NULL, *formula = NULL;
  const LoomParameter *field = _loom_generator_find (generator, name);
  gint64 offsets[3];

  if (self->is_bad || _loom_words_get (words, index)->kind != LOOM_WORD_NAME ||
      _loom_words_is_member (words, index))
    return NULL;
  if (field == NULL || field->is_scalar)
    return replace_name (self, index, name);
  if (!read_offsets (self, index, end, offsets))
    {
      self->is_bad = TRUE;
      return NULL;
    }
  if (self->is_reference)
    {
      formula = _loom_stencil_dup_formula (generator, field, offsets);
      self->is_bad |= formula == NULL;
      return formula != NULL ? g_strdup_printf ("(%s)", formula) : NULL;
    }
  if (field->is_output && (offsets[0] != 0 || offsets[1] != 0 || offsets[2] != 0))
    {
      self->is_bad = TRUE;
      _loom_words_fail (words, generator, index, *end,
                        _("%s is written here as well, so a neighbour may have its old value or "
                          "its new one; write into another field"), name);
      return NULL;
    }
  place = dup_index (generator, offsets);
  if (field->cell.load != NULL)
    return g_strdup_printf ("%s (%s[%s])", field->cell.load, name, place);
  return g_strdup_printf ("%s[%s]", name, place);
}

static char *
dup_value (LoomStencil          *self,
           const LoomAssignment *assignment)
{
  const LoomAssignment *first = &g_array_index (self->assignments, LoomAssignment, 0);

  self->n_read = (guint) (assignment - first);
  return _loom_words_replace (&self->words, assignment->equals + 1, assignment->end,
                              self->is_reference, replace_word, self);
}

/* NULL: it would be too long, or no expression says it. */
char *
_loom_stencil_dup_reference (LoomStencil          *self,
                             const LoomAssignment *assignment)
{
  const guint before = self->n_read;
  g_autofree char *text = dup_value (self, assignment);

  self->n_read = before;
  if (strlen (text) > MAX_REFERENCE)
    self->is_bad = TRUE;
  return self->is_bad ? NULL : g_steal_pointer (&text);
}

/* A word that is neither: most likely a field that is named nowhere, or misspelt. */
static gboolean
fail_target (LoomStencil          *self,
             const LoomAssignment *assignment,
             guint                 last)
{
  const LoomWords *words = &self->words;
  g_autofree char *name = _loom_words_dup (words, assignment->start);
  g_autofree char *target = _loom_words_dup_range (words, assignment->start, last + 1);

  if (_loom_generator_find (self->generator, name) == NULL && last > assignment->start &&
      _loom_words_is (words, assignment->start + 1, "["))
    return _loom_words_fail (words, self->generator, assignment->start, assignment->start + 1,
                             _("“%s” is not a field: add it to the fields"), name);
  return _loom_words_fail (words, self->generator, assignment->start, last + 1,
                           _("“%s” is neither a field's cell, such as g[0,0], nor a new name"),
                           target);
}

/* What is written: a field's cell, or a name for a value. */
static gboolean
read_target (LoomStencil    *self,
             LoomAssignment *assignment)
{
  static const char *const axes[] = { "x", "y", "z", "cols", "rows", "planes", NULL };
  LoomGenerator *generator = self->generator;
  const LoomWords *words = &self->words;
  const guint last = assignment->equals - (assignment->operation != 0) - 1;
  g_autofree char *name = _loom_words_dup (words, assignment->start);
  LoomParameter *field = _loom_generator_find (generator, name);
  gint64 offsets[3];
  guint end;

  assignment->target = assignment->start;
  if (field != NULL && !field->is_scalar)
    {
      if (!read_offsets (self, assignment->start, &end, offsets))
        return FALSE;
      if (end != last + 1)
        return _loom_words_fail (words, generator, assignment->start, last + 1,
                                 _("write what is assigned to as a field's cell, such as g[0,0]"));
      if (offsets[0] != 0 || offsets[1] != 0 || offsets[2] != 0)
        return _loom_words_fail (words, generator, assignment->start, end,
                                 _("only the centre can be written, since every cell has a thread "
                                   "of its own"));
      field->is_output = TRUE;
      assignment->field = field;
      return TRUE;
    }
  assignment->target = last;
  assignment->name = _loom_words_dup (words, last);
  if (assignment->operation != 0 || _loom_words_get (words, last)->kind != LOOM_WORD_NAME ||
      !loom_generator_is_name (assignment->name) || field != NULL ||
      find_named (self, assignment->name, G_MAXUINT) != NULL ||
      _loom_generator_find (generator, assignment->name) != NULL ||
      g_strv_contains (axes, assignment->name))
    return fail_target (self, assignment, last);
  return TRUE;
}

static gboolean
read_assignment (LoomStencil *self,
                 guint        start,
                 guint        end)
{
  const LoomWords *words = &self->words;
  LoomAssignment assignment = { .start = start, .end = end };
  const char *sign;

  for (assignment.equals = start; assignment.equals < end; assignment.equals++)
    if (_loom_words_is (words, assignment.equals, "=") &&
        _loom_words_get (words, assignment.equals)->depth == 0)
      break;
  if (assignment.equals == end || assignment.equals == start || assignment.equals + 1 == end ||
      _loom_words_is (words, assignment.equals + 1, "="))
    return _loom_words_fail (words, self->generator, start, end,
                             _("write an assignment, such as g[0,0] = f[0,0]"));
  sign = words->text + _loom_words_get (words, assignment.equals - 1)->start;
  if (assignment.equals > start + 1 && strchr ("+-*/", *sign) != NULL)
    assignment.operation = *sign;
  if (!read_target (self, &assignment) ||
      !_loom_words_check_end (words, self->generator, end))
    {
      g_free (assignment.name);
      return FALSE;
    }
  g_array_append_val (self->assignments, assignment);
  return TRUE;
}

/* Whether an assignment goes on behind a line's end. */
static gboolean
goes_on (const LoomWords *words,
         guint            index)
{
  const LoomWord *before = _loom_words_get (words, index - 1);
  const LoomWord *word = _loom_words_get (words, index);
  const char *const signs = "+-*/%=<>&|^?:,.";

  return word->depth > 0 || words->text[word->start] == ')' || words->text[word->start] == ']' ||
         strchr (signs, words->text[before->start]) != NULL ||
         strchr (signs, words->text[word->start]) != NULL ||
         memchr (words->text + before->start, '\n', word->start - before->start) == NULL;
}

gboolean
_loom_stencil_read_assignments (LoomStencil *self)
{
  LoomWords *words = &self->words;
  guint start = 0;
  gboolean is_written = FALSE;

  if (!_loom_words_read (words, self->generator, LOOM_PART_ASSIGNMENTS,
                         _loom_generator_get (self->generator, LOOM_PART_ASSIGNMENTS)) ||
      !_loom_words_check_operators (words, self->generator))
    return FALSE;
  for (guint i = 0; i <= words->words->len; i++)
    {
      const gboolean is_sign = i == words->words->len || _loom_words_is (words, i, ";");

      if (!is_sign && (i == start || goes_on (words, i)))
        continue;
      if (i > start && !read_assignment (self, start, i))
        return FALSE;
      start = is_sign ? i + 1 : i;
    }
  for (guint i = 0; i < self->assignments->len; i++)
    is_written |= g_array_index (self->assignments, LoomAssignment, i).field != NULL;
  return is_written || _loom_generator_fail (self->generator, LOOM_PART_ASSIGNMENTS, 0,
                                             strlen (words->text),
                                             _("no field is written; write an assignment, such as "
                                               "g[0,0] = f[0,0]"));
}

const LoomParameter *
_loom_stencil_get_main (LoomStencil *self)
{
  for (guint i = 0; i < self->assignments->len; i++)
    {
      const LoomAssignment *assignment = &g_array_index (self->assignments, LoomAssignment, i);

      if (assignment->field != NULL)
        return assignment->field;
    }
  g_return_val_if_reached (NULL);
}

/* One statement of the kernel; NULL: the generator knows what is wrong. */
static char *
dup_statement (LoomStencil          *self,
               const LoomAssignment *assignment)
{
  static const gint64 none[3] = { 0, 0, 0 };
  const LoomParameter *field = assignment->field;
  g_autofree char *value = dup_value (self, assignment);
  g_autofree char *place = dup_index (self->generator, none);
  g_autofree char *type = NULL;

  if (self->is_bad)
    return NULL;
  if (field == NULL)
    {
      type = _loom_words_dup_range (&self->words, assignment->start, assignment->target);
      return g_strdup_printf ("%s%s %s = %s;", g_str_has_prefix (type, "const") ? "" : "const ",
                              *type != '\0' ? type : _loom_stencil_get_main (self)->cell.value,
                              assignment->name, value);
    }
  if (field->cell.store != NULL && assignment->operation != 0)
    return g_strdup_printf ("%s[%s] = %s (%s (%s[%s]) %c (%s));", field->name, place,
                            field->cell.store, field->cell.load, field->name, place,
                            assignment->operation, value);
  if (field->cell.store != NULL)
    return g_strdup_printf ("%s[%s] = %s (%s);", field->name, place, field->cell.store, value);
  if (assignment->operation != 0)
    return g_strdup_printf ("%s[%s] %c= %s;", field->name, place, assignment->operation, value);
  return g_strdup_printf ("%s[%s] = %s;", field->name, place, value);
}

char *
_loom_stencil_dup_statements (LoomStencil *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->assignments->len; i++)
    {
      g_autofree char *statement
        = dup_statement (self, &g_array_index (self->assignments, LoomAssignment, i));

      if (statement == NULL)
        {
          g_string_free (text, TRUE);
          return NULL;
        }
      g_string_append_printf (text, "%s\n", statement);
    }
  return g_string_free (text, FALSE);
}
