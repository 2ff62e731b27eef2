/* loom-generator-elementwise.c: a kernel that computes each cell by itself
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-generator-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

typedef struct
{
  LoomGenerator *generator;
  LoomWords      words;         /* of the body */
  gboolean       uses_flat;     /* the number of a cell */
  gboolean       uses_at;       /* an array of its indices */
  guint          indent;        /* of what is done for a cell */
} Body;

/* Outputs that are not stored as they are calculated with have a variable of their own. */
static char *
dup_variable (const LoomParameter *parameter)
{
  return g_strconcat (parameter->name, "_value", NULL);
}

/* `_ind.size ()`, `_ind.get ()[k]`. */
static char *
replace_indexer (Body            *body,
                 const LoomWords *words,
                 guint            index,
                 guint           *end)
{
  LoomGenerator *self = body->generator;
  const guint rank = self->shape.rank;

  if (_loom_words_is (words, index + 2, "size") && _loom_words_is (words, index + 3, "(") &&
      _loom_words_is (words, index + 4, ")"))
    {
      const char *wide = _loom_generator_is_wide (self) && rank > 1 ? "(size_t) " : "";

      *end = index + 5;
      if (rank == 1)
        return g_strdup (self->extent[0]);
      if (rank == 2)
        return g_strdup_printf ("(%s%s * %s)", wide, self->extent[1], self->extent[0]);
      return g_strdup_printf ("(%s%s * %s * %s)", wide, self->extent[2], self->extent[1],
                              self->extent[0]);
    }
  if (_loom_words_is (words, index + 2, "get") && _loom_words_is (words, index + 3, "(") &&
      _loom_words_is (words, index + 4, ")"))
    {
      g_autofree char *axis = _loom_words_dup (words, index + 6);

      *end = index + 5;
      if (_loom_words_is (words, index + 5, "[") && _loom_words_is (words, index + 7, "]") &&
          axis[1] == '\0' && *axis >= '0' && *axis < (char) ('0' + rank))
        {
          *end = index + 8;
          body->uses_flat |= rank == 1;
          return g_strdup (self->index[rank - 1 - (guint) (*axis - '0')]);
        }
      body->uses_at = TRUE;
      body->uses_flat |= rank == 1;
      return g_strdup ("_ind");
    }
  return NULL;
}

/* Whether the first thing that a body does with an output is to write it, whatever else is. */
static gboolean
is_written_first (const LoomWords     *words,
                  const LoomParameter *parameter)
{
  for (guint i = 0; i < words->words->len; i++)
    {
      if (!_loom_words_is (words, i, parameter->name) || _loom_words_is_member (words, i))
        continue;
      if (_loom_words_get (words, i)->depth > 0 || !_loom_words_is (words, i + 1, "=") ||
          _loom_words_is (words, i + 2, "=") ||
          (i > 0 && !_loom_words_is (words, i - 1, ";") && !_loom_words_is (words, i - 1, "}")))
        return FALSE;
      /* `z = z + 1` reads it all the same. */
      for (guint k = i + 2; k < words->words->len && !_loom_words_is (words, k, ";"); k++)
        if (_loom_words_is (words, k, parameter->name))
          return FALSE;
      return TRUE;
    }
  return FALSE;
}

static void
append_values (Body     *body,
               GString  *to,
               gboolean  is_load)
{
  LoomGenerator *self = body->generator;

  for (guint i = 0; i < self->parameters->len; i++)
    {
      const LoomParameter *parameter = g_ptr_array_index (self->parameters, i);
      const LoomCell *cell = &parameter->cell;
      g_autofree char *variable = dup_variable (parameter);

      if (!parameter->is_output || parameter->is_raw || cell->store == NULL)
        continue;
      body->uses_flat = TRUE;
      if (!is_load)
        g_string_append_printf (to, "%*s%s[i] = %s (%s);\n", (int) body->indent + 2, "",
                                parameter->name, cell->store, variable);
      else if (is_written_first (&body->words, parameter))
        g_string_append_printf (to, "%*s%s %s;\n", (int) body->indent + 2, "", cell->value,
                                variable);
      else
        g_string_append_printf (to, "%*s%s %s = %s (%s[i]);\n", (int) body->indent + 2, "",
                                cell->value, variable, cell->load, parameter->name);
    }
}

/* CuPy's bodies stand in a loop over cells, whose `continue` goes on to the next one. */
static char *
dup_end_of_cell (Body *body)
{
  const LoomMapping mapping = _loom_generator_get_mapping (body->generator);
  const char *end = mapping == LOOM_MAPPING_CELL ? "return" : "continue";
  g_autoptr (GString) text = g_string_new (NULL);
  g_auto (GStrv) lines = NULL;
  g_autofree char *line = NULL;

  append_values (body, text, FALSE);
  if (text->len == 0)
    return g_strdup (end);
  lines = g_strsplit (g_strchomp (text->str), "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    g_strchug (lines[i]);
  line = g_strjoinv (" ", lines);
  return g_strdup_printf ("{ %s %s; }", line, end);
}

static char *
replace_word (const LoomWords *words,
              guint            index,
              guint           *end,
              gpointer         data)
{
  Body *body = data;
  const LoomWord *word = _loom_words_get (words, index);
  g_autofree char *name = _loom_words_dup (words, index);
  LoomParameter *parameter = _loom_generator_find (body->generator, name);
  g_autofree char *place = NULL;

  if (word->kind != LOOM_WORD_NAME || _loom_words_is_member (words, index))
    return NULL;
  if (strcmp (name, "_ind") == 0 && _loom_words_is (words, index + 1, "."))
    return replace_indexer (body, words, index, end);
  if (strcmp (name, "continue") == 0 && !_loom_words_is_in_loop (words, index))
    return dup_end_of_cell (body);
  if (strcmp (name, "i") == 0)
    body->uses_flat = TRUE;
  if (g_str_has_prefix (name, "_raw_") &&
      _loom_generator_find (body->generator, name + strlen ("_raw_")) != NULL)
    return g_strdup (name + strlen ("_raw_"));
  if (parameter == NULL || parameter->is_raw || parameter->is_scalar)
    return NULL;
  if (parameter->is_output && parameter->cell.store != NULL)
    return dup_variable (parameter);

  place = _loom_generator_dup_place (body->generator, parameter);
  body->uses_flat |= strcmp (place, body->generator->flat) == 0;
  if (parameter->cell.load != NULL)
    return g_strdup_printf ("%s (%s[%s])", parameter->cell.load, name, place);
  return g_strdup_printf ("%s[%s]", name, place);
}

static guint
count_statements (const LoomWords *words)
{
  guint n = 0;

  for (guint i = 0; i + 1 < words->words->len; i++)
    n += _loom_words_is (words, i, ";") || _loom_words_is (words, i, "{") ||
         _loom_words_is (words, i, "#");
  return n;
}

/* Lines with the space before them that they have more than the others. */
static void
append_lines (GString    *to,
              const char *text,
              guint       indent)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  gsize least = G_MAXSIZE;

  for (guint i = 1; i < g_strv_length (lines); i++)
    if (lines[i][strspn (lines[i], " \t\r")] != '\0')
      least = MIN (least, strspn (lines[i], " \t"));
  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *line = i == 0 ? lines[i] : lines[i] + MIN (strlen (lines[i]), least);

      g_strchomp (lines[i]);
      if (*lines[i] == '\0')
        g_string_append_c (to, '\n');
      else
        g_string_append_printf (to, "%*s%s\n", (int) indent, "", line);
    }
}

/* The number of a cell, and an array of its indices, where the body uses them. */
static void
append_numbers (Body    *body,
                GString *to)
{
  LoomGenerator *self = body->generator;
  const gboolean is_wide = _loom_generator_is_wide (self);
  const char *type = is_wide ? "size_t" : "int";
  const char *cast = is_wide ? "(size_t) " : "";
  const int indent = (int) body->indent + 2;

  if (body->uses_flat && self->shape.rank == 2)
    g_string_append_printf (to, "%*sconst %s i = %s%s * %s + %s;\n", indent, "", type, cast,
                            self->index[1], self->extent[0], self->index[0]);
  else if (body->uses_flat && self->shape.rank == 3)
    g_string_append_printf (to, "%*sconst %s i = (%s%s * %s + %s) * %s + %s;\n", indent, "", type,
                            cast, self->index[2], self->extent[1], self->index[1],
                            self->extent[0], self->index[0]);
  if (!body->uses_at)
    return;
  g_string_append_printf (to, "%*sconst %s _ind[] = { ", indent, "", type);
  for (guint axis = self->shape.rank; axis-- > 0;)
    g_string_append_printf (to, "%s%s", self->index[axis], axis > 0 ? ", " : " };\n");
}

/* What is done for a cell, in braces if it is more than one statement. */
static char *
dup_body (Body *body)
{
  LoomGenerator *self = body->generator;
  const LoomWords *words = &body->words;
  const guint n = words->words->len;
  const gboolean is_closed = _loom_words_is (words, n - 1, ";") ||
                             _loom_words_is (words, n - 1, "}");
  g_autofree char *text = _loom_words_replace (words, 0, n, FALSE, replace_word, body);
  g_autofree char *all = g_strconcat (text, is_closed ? "" : ";", NULL);
  GString *values = g_string_new (NULL);
  GString *result = g_string_new (NULL);

  append_values (body, values, TRUE);
  if (count_statements (words) == 0 && values->len == 0 && !body->uses_at &&
      (!body->uses_flat || self->shape.rank == 1))
    append_lines (result, all, body->indent);
  else
    {
      const int indent = (int) body->indent;
      gsize start;

      g_string_append_printf (result, "%*s{\n", indent, "");
      start = result->len;
      append_numbers (body, result);
      g_string_append (result, values->str);
      if (result->len > start)
        g_string_append_c (result, '\n');
      append_lines (result, all, body->indent + 2);
      append_values (body, result, FALSE);
      g_string_append_printf (result, "%*s}\n", indent, "");
    }
  g_string_free (values, TRUE);
  return g_string_free (result, FALSE);
}

/* One thread a cell. */
static void
write_indices (LoomGenerator *self,
               const char    *type,
               const char    *cast)
{
  GString *guard = g_string_new (NULL);

  for (guint axis = 0; axis < self->shape.rank; axis++)
    {
      g_autofree char *first = _loom_generator_dup_first (self, axis, cast);

      g_string_append_printf (self->text, "  const %s %s = %s;\n", type, self->index[axis], first);
      g_string_append_printf (guard, "%s%s < %s", axis > 0 ? " && " : "", self->index[axis],
                              self->extent[axis]);
    }
  g_string_append_printf (self->text, "\n  if (%s)\n", guard->str);
  g_string_free (guard, TRUE);
}

/* Threads that go on by the size of the grid, or blocks that do. */
static void
write_loops (LoomGenerator *self,
             const char    *type,
             const char    *cast)
{
  guint indent = 2;

  for (guint axis = self->shape.rank; axis-- > 0; indent += 2)
    {
      g_autofree char *first = _loom_generator_dup_first (self, axis, cast);
      g_autofree char *stride = _loom_generator_dup_stride (self, axis, cast);

      _loom_generator_write_loop (self, indent, type, self->index[axis], first,
                                  self->extent[axis], stride);
    }
}

/* Which cells a thread computes. */
static void
write_places (LoomGenerator *self)
{
  const gboolean is_wide = self->shape.rank == 1 && _loom_generator_is_wide (self);
  const char *type = is_wide ? "size_t" : "int";
  const char *cast = is_wide ? "(size_t) " : "";

  if (_loom_generator_get_mapping (self) == LOOM_MAPPING_CELL)
    write_indices (self, type, cast);
  else
    write_loops (self, type, cast);
}

/* The value of an input at a place of the outputs. */
static char *
dup_input (LoomGenerator       *self,
           const LoomParameter *parameter)
{
  static const char *const whole[] = { "x", "y", "z", "cols", "rows", "planes" };
  const gboolean is_one[] = { parameter->shape.cols == 1, parameter->shape.rows == 1,
                              parameter->shape.planes == 1 };
  const char *place[6];

  for (guint i = 0; i < 6; i++)
    place[i] = _loom_parameter_is_whole (parameter, &self->shape) || !is_one[i % 3]
                 ? whole[i] : i < 3 ? "0" : "1";
  return _loom_parameter_dup_formula (self, parameter, place);
}

/* A function of the inputs that is called at once, so that their names mean in it what they mean
 * in the body; NULL: no expression says it. */
static char *
dup_reference (Body                *body,
               const LoomParameter *output)
{
  LoomGenerator *self = body->generator;
  g_autoptr (GString) declared = g_string_new (NULL);
  g_autoptr (GString) given = g_string_new (NULL);
  g_autofree char *code = NULL;

  if (!_loom_words_are_plain (&body->words, self) || output->cell.complex_bytes > 0 ||
      output->cell.type.lanes > 1 || output->is_raw)
    return NULL;
  for (guint i = 0; i < self->parameters->len; i++)
    {
      const LoomParameter *parameter = g_ptr_array_index (self->parameters, i);
      g_autofree char *value = NULL;

      if (parameter->is_raw)
        continue;
      value = dup_input (self, parameter);
      if (value == NULL)
        return NULL;
      g_string_append_printf (declared, "%s%s %s", declared->len > 0 ? ", " : "",
                              parameter->cell.value, parameter->name);
      g_string_append_printf (given, "%s%s", given->len > 0 ? ", " : "", value);
    }
  for (guint i = 0; i < 26; i++)
    if (self->letters[i] != NULL && self->letters[i]->complex_bytes > 0)
      return NULL;
  code = _loom_words_replace (&body->words, 0, body->words.words->len, TRUE, NULL, NULL);
  {
    GString *text = g_string_new (NULL);

    g_string_append_printf (text, "[] (long long i, %s) { (void) i; ", declared->str);
    for (guint i = 0; i < 26; i++)
      if (self->letters[i] != NULL)
        g_string_append_printf (text, "using %c = %s; ", 'A' + i, self->letters[i]->value);
    g_string_append_printf (text, "%s; return %s; } ((z * rows + y) * (long long) cols + x, %s)",
                            code, output->name, given->str);
    return g_string_free (text, FALSE);
  }
}

static void
write_expected (Body *body)
{
  LoomGenerator *self = body->generator;

  for (guint i = 0; i < self->parameters->len; i++)
    {
      const LoomParameter *parameter = g_ptr_array_index (self->parameters, i);
      g_autofree char *reference = NULL;

      if (!parameter->is_output || parameter->is_raw)
        continue;
      reference = dup_reference (body, parameter);
      _loom_generator_write_expect (self, parameter, reference);
    }
}

static gboolean
write_settings (Body *body)
{
  LoomGenerator *self = body->generator;
  const gboolean is_cell = _loom_generator_get_mapping (self) == LOOM_MAPPING_CELL;
  const guint64 steps[3] = { self->shape.cols, self->shape.rows, self->shape.planes };
  LoomDim3 block = _loom_generator_get_block (&self->shape), range;
  const LoomParameter *main = NULL;
  g_autofree char *extents = NULL;

  for (guint i = 0; i < self->parameters->len; i++)
    {
      const LoomParameter *parameter = g_ptr_array_index (self->parameters, i);

      if (parameter->is_output && (main == NULL || (main->is_raw && !parameter->is_raw)))
        main = parameter;
    }
  _loom_generator_set (self, "[launch]\nover=%s\n", main->name);
  if (!_loom_generator_choose_launch (self, steps, &block, &range))
    return FALSE;
  extents = loom_dim3_format (&range);
  if (!_loom_generator_write_launch (self, &block, is_cell ? NULL : extents))
    return FALSE;
  _loom_generator_write_extent_values (self, self->shape.rank);
  _loom_generator_write_arguments (self);
  write_expected (body);
  return TRUE;
}

/* Arrays other than raw ones have a place for each cell, and outputs all of them. */
static gboolean
check_shapes (LoomGenerator *self)
{
  for (guint i = 0; i < self->parameters->len; i++)
    {
      LoomParameter *parameter = g_ptr_array_index (self->parameters, i);
      g_autofree char *all = loom_shape_format (&self->shape);

      if (!parameter->has_shape)
        parameter->shape = self->shape;
      if (parameter->is_output && !parameter->is_raw &&
          (!_loom_parameter_is_whole (parameter, &self->shape) ||
           parameter->shape.rank != self->shape.rank))
        return _loom_generator_fail (self, LOOM_PART_SHAPE, 0,
                                     strlen (_loom_generator_get (self, LOOM_PART_SHAPE)),
                                     _("the output %1$s must have the shape of all cells, %2$s"),
                                     parameter->name, all);
    }
  return TRUE;
}

/* What is being typed is an expression that goes on. */
static gboolean
check_end (Body *body)
{
  guint end = body->words.words->len;

  while (end > 0 && _loom_words_is (&body->words, end - 1, ";"))
    end--;
  return _loom_words_check_end (&body->words, body->generator, end);
}

/* What leaves the kernel would leave out the cells that a thread has yet to go on to. */
static gboolean
check_leaving (Body *body)
{
  const LoomWords *words = &body->words;
  const gboolean has_switch = _loom_generator_has_word (body->generator, LOOM_PART_BODY, "switch");

  if (_loom_generator_get_mapping (body->generator) == LOOM_MAPPING_CELL)
    return TRUE;
  for (guint i = 0; i < words->words->len; i++)
    if (_loom_words_is (words, i, "return") ||
        (_loom_words_is (words, i, "break") && !has_switch && !_loom_words_is_in_loop (words, i)))
      return _loom_words_fail (words, body->generator, i, i + 1,
                               _("where a thread goes on to further cells, this would leave them "
                                 "out; write continue, or map one thread to a cell"));
  return TRUE;
}

static const char *
get_comment (LoomGenerator *self)
{
  static const char *const comments[3][3] = {
    [LOOM_MAPPING_CELL]
    = { N_("Every thread computes one element, number i."),
        N_("Every thread computes one element, by its row and column."),
        N_("Every thread computes one element, by its plane, row and column.") },
    [LOOM_MAPPING_GRID_STRIDE]
    = { N_("Element by element, number i: every thread goes on by the size of the grid."),
        N_("Element by element, by row and column: every thread goes on by the size of the grid."),
        N_("Element by element, by plane, row and column: every thread goes on by the size of the "
           "grid.") },
    [LOOM_MAPPING_ROW]
    = { N_("A block computes all elements, number i; its threads go on by the size of the block."),
        N_("Every block computes a row of elements; its threads go on by the size of the block."),
        N_("Every block computes a row of a plane of elements; its threads go on by the size of "
           "the block.") },
  };

  return _(comments[_loom_generator_get_mapping (self)][self->shape.rank - 1]);
}

static gboolean
read_body (Body *body)
{
  static const char *const others[] = { "i", "_ind", NULL };
  LoomGenerator *self = body->generator;

  if (!_loom_words_read (&body->words, self, LOOM_PART_BODY,
                         _loom_generator_get (self, LOOM_PART_BODY)))
    return FALSE;
  if (body->words.words->len == 0)
    return _loom_generator_fail (self, LOOM_PART_BODY, 0, 0,
                                 _("say what is done for one cell, such as z = x * y"));

  return check_end (body) && _loom_words_check_names (&body->words, self, others) &&
         _loom_words_check_raw (&body->words, self) &&
         _loom_words_check_operators (&body->words, self) &&
         _loom_words_check_outputs (&body->words, self) && check_leaving (body);
}

static gboolean
write_kernel (Body *body)
{
  LoomGenerator *self = body->generator;
  g_autofree char *text = NULL;

  if (!read_body (body))
    return FALSE;

  body->indent = _loom_generator_get_mapping (self) == LOOM_MAPPING_CELL
                   ? 4 : 2 + 2 * self->shape.rank;
  _loom_generator_name_axes (self, self->shape.rank);
  text = dup_body (body);
  _loom_generator_write_prologue (self, get_comment (self));
  _loom_generator_write_signature (self, TRUE);
  write_places (self);
  g_string_append_printf (self->text, "%s}\n", text);
  return write_settings (body);
}

gboolean
_loom_generator_write_elementwise (LoomGenerator *self)
{
  Body body = { .generator = self };
  gboolean is_written;

  if (!_loom_generator_read_types (self) ||
      !_loom_generator_read_parameters (self, LOOM_PART_INPUTS) ||
      !_loom_generator_read_parameters (self, LOOM_PART_OUTPUTS) ||
      !_loom_generator_read_values (self) || !_loom_generator_read_shapes (self, TRUE) ||
      !check_shapes (self) || !_loom_generator_take_names (self, LOOM_PART_BODY) ||
      !_loom_generator_take_names (self, LOOM_PART_PREAMBLE))
    return FALSE;

  is_written = write_kernel (&body);
  _loom_words_clear (&body.words);
  return is_written;
}
