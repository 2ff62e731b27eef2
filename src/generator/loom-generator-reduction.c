/* loom-generator-reduction.c: one value of many, for an array, its rows or its columns
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-generator-reduction-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define THREADS 256

static gboolean
read_part (LoomReduction *self,
           LoomWords     *words,
           LoomPart       part,
           const char    *missing)
{
  if (!_loom_words_read (words, self->generator, part,
                         _loom_generator_get (self->generator, part)))
    return FALSE;
  return words->words->len > 0 || missing == NULL ||
         _loom_generator_fail (self->generator, part, 0, 0, "%s", missing);
}

/* One that leaves a or b out depends on who comes last. */
static gboolean
check_both (LoomReduction *self)
{
  static const char *const both[] = { "a", "b" };

  for (guint i = 0; i < G_N_ELEMENTS (both); i++)
    {
      gboolean is_named = FALSE;

      for (guint j = 0; j < self->reduce.words->len && !is_named; j++)
        is_named = _loom_words_is (&self->reduce, j, both[i]);
      if (!is_named)
        return _loom_words_fail (&self->reduce, self->generator, 0, self->reduce.words->len,
                                 _("the value %s is left out; make one of both, such as a + b"),
                                 both[i]);
    }
  return TRUE;
}

/* Names that only another part knows. */
static gboolean
check_names (LoomReduction   *self,
             const LoomWords *words)
{
  static const char *const others[] = { "a", "b", "i", "_j", "_J", "_in_ind", "_out_ind", NULL };
  const gboolean is_reduce = words->part == LOOM_PART_REDUCE;

  for (guint i = 0; i < words->words->len; i++)
    {
      g_autofree char *name = _loom_words_dup (words, i);
      const LoomParameter *parameter = _loom_generator_find (self->generator, name);

      if (_loom_words_is_member (words, i))
        continue;
      if (is_reduce && parameter != NULL)
        return _loom_words_fail (words, self->generator, i, i + 1,
                                 _("“%s” is not known here; there are a and b"), name);
      if (words->part == LOOM_PART_POST_MAP && parameter != NULL && !parameter->is_output &&
          !parameter->is_scalar && !parameter->is_raw)
        return _loom_words_fail (words, self->generator, i, i + 1,
                                 _("“%s” is reduced by now; there are a, the outputs, and inputs "
                                   "that are numbers by a value, as in %s=1"), name, name);
      if (words->part == LOOM_PART_MAP && parameter != NULL && parameter->is_output)
        return _loom_words_fail (words, self->generator, i, i + 1,
                                 _("“%s” is an output; the map is made of inputs"), name);
      if (words->part != LOOM_PART_POST_MAP && strcmp (name, ";") == 0)
        return _loom_words_fail (words, self->generator, i, i + 1,
                                 _("write an expression here, without a semicolon"));
    }
  return (words->part == LOOM_PART_POST_MAP ||
          _loom_words_check_end (words, self->generator, words->words->len)) &&
         _loom_words_check_operators (words, self->generator) &&
         _loom_words_check_names (words, self->generator, others);
}

/* The type that is typed, or that of the first output; with its letter, if it has one. */
static const LoomCell *
find_type (LoomReduction   *self,
           const LoomWords *words,
           char            *letter)
{
  LoomGenerator *generator = self->generator;
  const LoomWord *word = _loom_words_get (words, 0);
  const char first = word != NULL && words->words->len == 1 && word->length == 1
                       ? words->text[word->start] : 0;

  for (guint i = 0; i < generator->parameters->len && word == NULL; i++)
    {
      const LoomParameter *parameter = g_ptr_array_index (generator->parameters, i);

      *letter = parameter->letter;
      if (parameter->is_output)
        return &parameter->cell;
    }
  if (g_ascii_isupper (first) && generator->letters[first - 'A'] != NULL)
    {
      *letter = first;
      return generator->letters[first - 'A'];
    }
  return _loom_cell_find (generator, words, 0, words->words->len);
}

/* The type of a and b; it may be one of the preamble's. */
static gboolean
read_type (LoomReduction *self)
{
  LoomGenerator *generator = self->generator;
  const gboolean has_preamble = *_loom_generator_get (generator, LOOM_PART_PREAMBLE) != '\0';
  GError **error = generator->error;
  const LoomCell *cell;
  char letter = 0;
  g_auto (LoomWords) words = { 0 };

  if (!read_part (self, &words, LOOM_PART_REDUCE_TYPE, NULL))
    return FALSE;
  if (has_preamble)
    generator->error = NULL;
  cell = find_type (self, &words, &letter);
  generator->error = error;
  if (cell == NULL)
    self->type = _loom_generator_keep (generator,
                                       _loom_words_dup_range (&words, 0, words.words->len));
  else
    {
      self->type = letter != 0 ? _loom_generator_keep (generator, g_strndup (&letter, 1))
                               : cell->value;
      self->is_builtin = cell->complex_bytes == 0 && cell->type.lanes == 1;
      self->is_plain = self->is_builtin;
    }
  return cell != NULL || has_preamble;
}

/* Places that are reduced have no axis of their own in the outputs. */
static gboolean
check_shapes (LoomReduction *self)
{
  LoomGenerator *generator = self->generator;
  const char *text = _loom_generator_get (generator, LOOM_PART_SHAPE);

  if (self->over != LOOM_OVER_ALL && generator->shape.rank != 2)
    return _loom_generator_fail (generator, LOOM_PART_SHAPE, 0, strlen (text),
                                 _("rows and columns need a shape of 2 axes, such as 64,64; this "
                                   "one has %u"), generator->shape.rank);
  loom_shape_cells (&generator->shape, &self->cells);
  for (guint i = 0; i < generator->parameters->len; i++)
    {
      LoomParameter *parameter = g_ptr_array_index (generator->parameters, i);
      const LoomShape wanted = { 1, self->over == LOOM_OVER_ALL ? 1
                                    : self->over == LOOM_OVER_ROWS ? generator->shape.rows
                                                              : generator->shape.cols, 1, 1 };

      if (!parameter->has_shape)
        parameter->shape = parameter->is_output ? wanted : generator->shape;
      else if (parameter->is_output && !parameter->is_raw && parameter->shape.rank > 0 &&
               !loom_shape_equal (&parameter->shape, &wanted))
        return _loom_generator_fail (generator, LOOM_PART_SHAPE, 0, strlen (text),
                                     _("the output %1$s must have %2$llu cells along one axis"),
                                     parameter->name, (unsigned long long) wanted.cols);
      /* Settings have to say it. */
      parameter->has_shape |= parameter->is_output;
    }
  return TRUE;
}

static void
name_all (LoomReduction *self)
{
  LoomGenerator *generator = self->generator;
  g_autofree char *partial = g_strconcat (generator->name, "_parts", NULL);
  g_autofree char *done = g_strconcat (generator->name, "_tickets", NULL);

  g_hash_table_add (generator->taken, g_strdup ("a"));
  g_hash_table_add (generator->taken, g_strdup ("b"));
  self->n = _loom_generator_new_name (generator, "n");
  _loom_generator_name_axes (generator, 2);
  if (generator->shape.rank == 1)
    generator->index[0] = "i";
  self->combine = _loom_generator_new_name (generator, "combine");
  self->block_reduce = _loom_generator_new_name (generator, "block_reduce");
  self->shuffle = _loom_generator_new_name (generator, "shuffle_down");
  self->partial = _loom_generator_new_name (generator, partial);
  self->done = _loom_generator_new_name (generator, done);
  self->first = _loom_generator_new_name (generator, "first");
  self->stride = _loom_generator_new_name (generator, "stride");
  self->k = _loom_generator_new_name (generator, "k");
}

/* The array that the launch goes over: an input that has all cells. */
const LoomParameter *
_loom_reduction_find_main (LoomReduction *self)
{
  for (guint i = 0; i < self->generator->parameters->len; i++)
    {
      const LoomParameter *parameter = g_ptr_array_index (self->generator->parameters, i);

      if (!parameter->is_output && !parameter->is_scalar && !parameter->is_raw &&
          _loom_parameter_is_whole (parameter, &self->generator->shape) &&
          parameter->shape.rank == self->generator->shape.rank)
        return parameter;
    }
  return NULL;
}

/* As many blocks as the person wants, if that is said. */
static gboolean
read_grid (LoomReduction *self,
           guint64       *blocks)
{
  const char *grid = _loom_generator_get (self->generator, LOOM_PART_GRID);
  const guint most = self->over == LOOM_OVER_ALL ? LOOM_REDUCTION_MAX_BLOCKS : G_MAXINT32;
  LoomDim3 extent;

  if (*grid == '\0' || strcmp (grid, "auto") == 0)
    return TRUE;
  if (!loom_dim3_parse (grid, &extent, NULL, NULL) || extent.y > 1 || extent.z > 1 ||
      extent.x > most)
    return _loom_generator_fail (self->generator, LOOM_PART_GRID, 0, strlen (grid),
                                 _("blocks lie along x here; write one number from 1 to %u"), most);
  *blocks = extent.x;
  return TRUE;
}

/* The block, and as many of them as there is work for. */
static gboolean
choose_launch (LoomReduction  *self,
               LoomDim3       *block,
               char          **range)
{
  const LoomShape *shape = &self->generator->shape;
  const guint64 count = self->over == LOOM_OVER_ALL ? self->cells : shape->cols;
  guint64 blocks;

  *block = LOOM_DIM3 ((guint) MIN ((count + 31) / 32 * 32, THREADS), 1, 1);
  if (self->over == LOOM_OVER_COLUMNS)
    {
      *block = LOOM_DIM3 (32, 32, 1);
      if (*_loom_generator_get (self->generator, LOOM_PART_BLOCK) != '\0')
        return _loom_generator_fail (self->generator, LOOM_PART_BLOCK, 0, 0,
                                     _("columns are reduced by blocks of 32,32; leave this empty"));
      *range = g_strdup_printf ("%" G_GUINT64_FORMAT ",32", shape->cols);
      return TRUE;
    }
  if (!_loom_generator_read_block (self->generator, block))
    return FALSE;
  if (block->y > 1 || block->z > 1 || block->x > 1024)
    return _loom_generator_fail (self->generator, LOOM_PART_BLOCK, 0,
                                 strlen (_loom_generator_get (self->generator, LOOM_PART_BLOCK)),
                                 _("the threads of a block lie along x here; write one number up "
                                   "to 1024"));
  blocks = self->over == LOOM_OVER_ROWS ? shape->rows
                                   : MIN ((self->cells + block->x * 4 - 1) / (block->x * 4),
                                          LOOM_REDUCTION_MAX_BLOCKS);
  if (!read_grid (self, &blocks))
    return FALSE;
  self->blocks = (guint) MIN (blocks, LOOM_REDUCTION_MAX_BLOCKS);
  *range = g_strdup_printf ("%" G_GUINT64_FORMAT, blocks * block->x);
  return TRUE;
}

/* Settings go on to fit where somebody gives the main array another shape. */
static void
follow_main (LoomReduction  *self,
             guint           block_threads,
             char          **range)
{
  const gboolean by_rows = self->over == LOOM_OVER_ROWS;

  if (self->over == LOOM_OVER_ALL)
    return;
  for (guint i = 0; i < self->generator->parameters->len; i++)
    {
      LoomParameter *parameter = g_ptr_array_index (self->generator->parameters, i);

      if (parameter->is_output && !parameter->is_raw && parameter->shape.rank > 0)
        parameter->extents = by_rows ? "rows" : "cols";
    }
  g_free (*range);
  *range = by_rows ? g_strdup_printf ("rows*%u", block_threads) : g_strdup ("cols,32");
}

/* The main array is only read: there is nothing to see of it but the values. */
static void
write_view (LoomGenerator *generator)
{
  for (guint i = 0; i < generator->parameters->len; i++)
    {
      const LoomParameter *parameter = g_ptr_array_index (generator->parameters, i);

      if (!parameter->is_output)
        continue;
      _loom_generator_set (generator, "\n[view]\narray=%s\nlens=expected\n", parameter->name);
      return;
    }
}

static gboolean
write_kernel (LoomReduction *self)
{
  LoomGenerator *generator = self->generator;
  const LoomParameter *main;
  LoomDim3 block;
  g_autofree char *range = NULL;

  if (!choose_launch (self, &block, &range))
    return FALSE;
  name_all (self);
  _loom_reduction_write_source (self);
  main = _loom_reduction_find_main (self);
  _loom_generator_set (generator, "[launch]\n");
  self->has_main = main != NULL;
  if (self->has_main)
    {
      _loom_generator_set (generator, "over=%s\n", main->name);
      follow_main (self, block.x, &range);
    }
  if (!_loom_generator_write_launch (generator, &block, range))
    return FALSE;
  _loom_generator_write_arguments (generator);
  _loom_reduction_write_expected (self);
  write_view (generator);
  return TRUE;
}

static gboolean
read_all (LoomReduction *self)
{
  LoomGenerator *generator = self->generator;
  const char *over = _loom_generator_get (generator, LOOM_PART_OVER);

  self->over = strcmp (over, "rows") == 0 ? LOOM_OVER_ROWS
               : strcmp (over, "columns") == 0 ? LOOM_OVER_COLUMNS : LOOM_OVER_ALL;
  return _loom_generator_read_types (generator) &&
         _loom_generator_read_parameters (generator, LOOM_PART_INPUTS) &&
         _loom_generator_read_parameters (generator, LOOM_PART_OUTPUTS) &&
         _loom_generator_read_values (generator) && _loom_generator_read_shapes (generator, TRUE) &&
         check_shapes (self) && _loom_generator_take_names (generator, LOOM_PART_PREAMBLE) &&
         _loom_generator_take_names (generator, LOOM_PART_MAP) &&
         _loom_generator_take_names (generator, LOOM_PART_REDUCE) &&
         _loom_generator_take_names (generator, LOOM_PART_POST_MAP) &&
         read_part (self, &self->map, LOOM_PART_MAP,
                    _("say what becomes of an element before it is reduced, such as x")) &&
         read_part (self, &self->reduce, LOOM_PART_REDUCE,
                    _("say what becomes of two values, such as a + b")) &&
         read_part (self, &self->post, LOOM_PART_POST_MAP,
                    _("say what becomes of the result, such as y = a")) &&
         read_part (self, &self->identity, LOOM_PART_IDENTITY,
                    _("write the value that the reduction leaves as it is, such as 0 for a + b")) &&
         check_names (self, &self->map) && check_names (self, &self->reduce) &&
         check_both (self) &&
         check_names (self, &self->post) && check_names (self, &self->identity) &&
         _loom_words_check_outputs (&self->post, generator) &&
         read_type (self);
}

gboolean
_loom_generator_write_reduction (LoomGenerator *self)
{
  LoomReduction reduction = { .generator = self, .blocks = 1 };
  const gboolean is_written = read_all (&reduction) && write_kernel (&reduction);

  _loom_words_clear (&reduction.map);
  _loom_words_clear (&reduction.reduce);
  _loom_words_clear (&reduction.post);
  _loom_words_clear (&reduction.identity);
  return is_written;
}
