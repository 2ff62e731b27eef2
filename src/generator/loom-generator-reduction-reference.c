/* loom-generator-reduction-reference.c: what a reduction comes to, as an expression
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-generator-reduction-private.h"

#include <string.h>

#define MAX_STEPS 65536         /* that a reference takes on the simulator */

/* An extent of an array: that of the main one by its name, so that it follows the settings. */
static char *
dup_extent (LoomReduction *self,
            guint64        extent,
            guint64        main_extent,
            const char    *name)
{
  return self->has_main && extent == main_extent ? g_strdup (name)
                                                 : g_strdup_printf ("%" G_GUINT64_FORMAT, extent);
}

static char *
dup_cols (LoomReduction   *self,
          const LoomShape *shape)
{
  return dup_extent (self, shape->cols, self->generator->shape.cols, "main_cols");
}

static char *
dup_rows (LoomReduction   *self,
          const LoomShape *shape)
{
  return dup_extent (self, shape->rows, self->generator->shape.rows, "main_rows");
}

/* A value of an input for a reference: its place is what a loop over all cells has. */
static char *
dup_input (LoomReduction       *self,
           const LoomParameter *parameter)
{
  const LoomShape *shape = &parameter->shape;
  const gboolean is_flat = self->over == LOOM_OVER_ALL;
  const LoomShape *all = &self->generator->shape;
  g_autofree char *all_cols = dup_cols (self, all), *all_rows = dup_rows (self, all);
  g_autofree char *x = is_flat ? g_strdup_printf ("int (i_ %% %s)", all_cols) : g_strdup ("x_");
  g_autofree char *y = is_flat ? g_strdup_printf ("int (i_ / %s %% %s)", all_cols, all_rows)
                               : g_strdup ("y_");
  g_autofree char *z = is_flat ? g_strdup_printf ("int (i_ / (%s * %s))", all_cols, all_rows)
                               : g_strdup ("0");
  g_autofree char *cols = dup_cols (self, shape);
  g_autofree char *rows = dup_rows (self, shape);
  g_autofree char *planes
      = dup_extent (self, shape->planes, self->generator->shape.planes, "main_planes");
  const char *const place[] = {
    shape->cols == 1 ? "0" : x, shape->rows == 1 ? "0" : y, shape->planes == 1 ? "0" : z,
    cols, rows, planes
  };

  return _loom_parameter_dup_formula (self->generator, parameter, place);
}

/* How many cells are reduced. */
static char *
dup_cells (LoomReduction *self)
{
  return self->has_main ? g_strdup ("(main_cols * main_rows * main_planes)")
                        : g_strdup_printf ("%" G_GUINT64_FORMAT, self->cells);
}

static char *
replace_reference_size (const LoomWords *words,
                        guint            index,
                        guint           *end,
                        gpointer         data)
{
  LoomReduction *self = data;
  const gboolean is_input = _loom_words_is (words, index, "_in_ind");
  g_autofree char *symbol = NULL;

  if (_loom_words_is (words, index, "_j") || _loom_words_is (words, index, "_J"))
    return g_strdup ("i");
  symbol = _loom_reduction_replace_size (self, words, index, end);
  if (symbol == NULL)
    return NULL;
  if (is_input)
    return dup_cells (self);
  return self->over == LOOM_OVER_ALL ? g_strdup ("1")
         : self->over == LOOM_OVER_ROWS ? dup_rows (self, &self->generator->shape)
                                        : dup_cols (self, &self->generator->shape);
}

static char *
dup_reference_part (LoomReduction   *self,
                    const LoomWords *words)
{
  return _loom_words_replace (words, 0, words->words->len, TRUE, replace_reference_size, self);
}

/* Parameters of the function that maps an element, and what it is given; or of the one for the
 * result: scalars only. */
static gboolean
list_inputs (LoomReduction *self,
             GString       *declared,
             GString       *given,
             gboolean       is_scalar)
{
  LoomGenerator *generator = self->generator;

  for (guint i = 0; i < generator->parameters->len; i++)
    {
      const LoomParameter *parameter = g_ptr_array_index (generator->parameters, i);
      g_autofree char *value = NULL;

      if (parameter->is_raw || parameter->is_output || parameter->start + parameter->length == 0 ||
          (is_scalar && !parameter->is_scalar))
        continue;
      value = dup_input (self, parameter);
      if (value == NULL)
        return FALSE;
      g_string_append_printf (declared, ", %s %s", parameter->cell.value, parameter->name);
      g_string_append_printf (given, ", %s", value);
    }
  return TRUE;
}

static gboolean
has_reference (LoomReduction       *self,
               const LoomParameter *output)
{
  LoomGenerator *generator = self->generator;

  return self->is_plain && self->cells <= MAX_STEPS && output->cell.complex_bytes == 0 &&
         output->cell.type.lanes == 1 && !output->is_raw &&
         _loom_words_are_plain (&self->map, generator) &&
         _loom_words_are_plain (&self->reduce, generator) &&
         _loom_words_are_plain (&self->post, generator) &&
         _loom_words_are_plain (&self->identity, generator);
}

/* The head of a loop over what is reduced. */
static char *
dup_loop (LoomReduction *self)
{
  const LoomShape *all = &self->generator->shape;
  g_autofree char *cells = dup_cells (self), *cols = dup_cols (self, all);
  g_autofree char *rows = dup_rows (self, all);

  if (self->over == LOOM_OVER_ALL)
    return g_strdup_printf ("for (long long i_ = 0; i_ < %s; i_++) { ", cells);
  if (self->over == LOOM_OVER_ROWS)
    return g_strdup_printf ("const int y_ = x; for (int x_ = 0; x_ < %1$s; x_++) { const long long "
                            "i_ = y_ * (long long) %1$s + x_; ", cols);
  return g_strdup_printf ("const int x_ = x; for (int y_ = 0; y_ < %1$s; y_++) { const long long "
                          "i_ = y_ * (long long) %2$s + x_; ", rows, cols);
}

/* A loop over what is reduced; NULL: no expression says it. */
static char *
dup_reference (LoomReduction       *self,
               const LoomParameter *output)
{
  LoomGenerator *generator = self->generator;
  g_autoptr (GString) letters = g_string_new (NULL), declared = g_string_new (NULL);
  g_autoptr (GString) given = g_string_new (NULL), scalars = g_string_new (NULL);
  g_autoptr (GString) values = g_string_new (NULL), outputs = g_string_new (NULL);
  g_autofree char *map = NULL, *reduce = NULL, *post = NULL, *identity = NULL, *loop = NULL;

  if (!has_reference (self, output) || !list_inputs (self, declared, given, FALSE) ||
      !list_inputs (self, scalars, values, TRUE))
    return NULL;
  for (guint i = 0; i < 26; i++)
    if (generator->letters[i] != NULL && generator->letters[i]->complex_bytes == 0)
      g_string_append_printf (letters, "using %c = %s; ", 'A' + i, generator->letters[i]->value);
  for (guint i = 0; i < generator->parameters->len; i++)
    {
      const LoomParameter *other = g_ptr_array_index (generator->parameters, i);

      if (other->is_output && other->cell.complex_bytes == 0)
        g_string_append_printf (outputs, "%s %s = 0; ", other->cell.value, other->name);
    }
  map = dup_reference_part (self, &self->map);
  reduce = dup_reference_part (self, &self->reduce);
  post = dup_reference_part (self, &self->post);
  identity = dup_reference_part (self, &self->identity);
  loop = dup_loop (self);
  return g_strdup_printf ("[&] { %1$s%2$s a_ = %3$s; %4$sa_ = [%14$s] (%2$s a, %2$s b) -> %2$s { "
                          "return %5$s; } (a_, [%14$s] (long long i%6$s) -> %2$s { (void) i; "
                          "return %7$s; } (i_%8$s)); } return [%14$s] (%2$s a%9$s) { %10$s%11$s; "
                          "return %12$s; } (a_%13$s); } ()",
                          letters->str, self->type, identity, loop, reduce, declared->str, map,
                          given->str, scalars->str, outputs->str, post, output->name, values->str,
                          self->has_main ? "main_cols, main_rows, main_planes" : "");
}

void
_loom_reduction_write_expected (LoomReduction *self)
{
  for (guint i = 0; i < self->generator->parameters->len; i++)
    {
      const LoomParameter *parameter = g_ptr_array_index (self->generator->parameters, i);
      g_autofree char *reference = NULL;

      if (!parameter->is_output || parameter->is_raw)
        continue;
      reference = dup_reference (self, parameter);
      _loom_generator_write_expect (self->generator, parameter, reference);
    }
}
