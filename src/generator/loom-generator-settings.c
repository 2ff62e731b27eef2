/* loom-generator-settings.c: settings that make a kernel run as it is
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-generator-private.h"

#include "loom-limits.h"
#include "loom-plan.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define THREADS 256

void
_loom_generator_set (LoomGenerator *self,
                     const char    *format,
                     ...)
{
  va_list args;

  va_start (args, format);
  g_string_append_vprintf (self->settings, format, args);
  va_end (args);
}

static guint
round_up (guint64 number,
          guint   limit)
{
  guint power = 1;

  while (power < number && power < limit)
    power *= 2;
  return power;
}

/* A block whose warps lie along rows, as far as these are long enough. */
LoomDim3
_loom_generator_get_block (const LoomShape *shape)
{
  LoomDim3 block = LOOM_DIM3 (1, 1, 1);

  if (shape->rank == 1)
    block.x = (guint) MIN ((shape->cols + 31) / 32 * 32, THREADS);
  else
    {
      block.x = round_up (shape->cols, 32);
      block.y = round_up (shape->rows, (shape->rank == 2 ? THREADS : THREADS / 2) / block.x);
      /* A grid has no more blocks than this along y. */
      while (block.x > 1 && shape->rows > (guint64) 65535 * block.y)
        {
          block.x /= 2;
          block.y *= 2;
        }
      block.z = round_up (shape->planes, MIN (THREADS / (block.x * block.y), 64));
    }
  return block;
}

static gboolean
read_extent (LoomGenerator *self,
             LoomPart       part,
             LoomDim3      *extent)
{
  const char *text = _loom_generator_get (self, part);
  g_autoptr (GError) error = NULL;

  return loom_dim3_parse (text, extent, NULL, &error) ||
         _loom_generator_fail (self, part, 0, strlen (text), "%s", error->message);
}

/* The block that the person chose, if any. */
gboolean
_loom_generator_read_block (LoomGenerator *self,
                            LoomDim3      *block)
{
  const char *text = _loom_generator_get (self, LOOM_PART_BLOCK);
  const LoomDim3 grid = LOOM_DIM3 (1, 1, 1);
  g_autoptr (GError) error = NULL;

  if (*text == '\0')
    return TRUE;
  return read_extent (self, LOOM_PART_BLOCK, block) &&
         (loom_limits_check (loom_limits_get_simulator (), block, &grid, 0, &error) ||
          _loom_generator_fail (self, LOOM_PART_BLOCK, 0, strlen (text), "%s", error->message));
}

/* The grid that the person chose, if it is not to be derived. */
gboolean
_loom_generator_read_grid (LoomGenerator *self,
                           LoomDim3      *grid,
                           gboolean      *is_given)
{
  const char *text = _loom_generator_get (self, LOOM_PART_GRID);

  *is_given = *text != '\0' && strcmp (text, "auto") != 0;
  return !*is_given || read_extent (self, LOOM_PART_GRID, grid);
}

/* The end of the launch's group; @range: NULL: as plans decide. */
gboolean
_loom_generator_write_launch (LoomGenerator  *self,
                              const LoomDim3 *block,
                              const char     *range)
{
  g_autofree char *shape = loom_shape_format (&self->shape);
  g_autofree char *threads = loom_dim3_format (block);
  g_autofree char *blocks = NULL;
  LoomDim3 grid;
  gboolean is_given;

  if (!_loom_generator_read_grid (self, &grid, &is_given))
    return FALSE;
  if (is_given)
    blocks = loom_dim3_format (&grid);
  _loom_generator_set (self, "shape=%s\nblock=%s\ngrid=%s\n", shape, threads,
                       blocks != NULL ? blocks : "auto");
  if (range != NULL)
    _loom_generator_set (self, "range=%s\n", range);
  return TRUE;
}

/* Small numbers that differ from cell to cell and from array to array, none of them 0. */
static char *
dup_numbers (const LoomParameter *parameter,
             guint                rank,
             guint                number)
{
  static const char *const places[] = {
    "1", "x", "x + 2 * y", "x + 2 * y + 3 * z",
    "1", "3 * x", "3 * x + y", "3 * x + y + 2 * z",
    "1", "2 * x", "2 * x + 3 * y", "2 * x + 3 * y + z",
  };
  const char *place = places[number % 3 * 4 + MIN (rank, 3)];

  if (parameter->cell.type.scalar == LOOM_SCALAR_BOOL)
    return g_strdup_printf ("expr:(%s) %% 2", place);
  if (loom_scalar_is_float (parameter->cell.type.scalar) || parameter->cell.complex_bytes > 0)
    return g_strdup_printf ("expr:0.25f * ((%s) %% 16 + 1)", place);
  return g_strdup_printf ("expr:(%s) %% 16 + 1", place);
}

/* How an array is filled; NULL: as plans decide. @number tells one array from another. */
char *
_loom_parameter_dup_fill (const LoomParameter *self,
                          guint                number)
{
  if (self->value != NULL)
    return g_strdup (self->value);
  if (self->is_output || self->is_scalar || self->cell.type.lanes > 1)
    return NULL;
  return dup_numbers (self, self->shape.rank, number);
}

static void
write_argument (LoomGenerator       *self,
                const LoomParameter *parameter,
                guint                number)
{
  g_autofree char *fill = _loom_parameter_dup_fill (parameter, number);

  if (!parameter->has_shape && fill == NULL)
    return;
  _loom_generator_set (self, "\n[arg %s]\n", parameter->name);
  if (parameter->has_shape)
    {
      g_autofree char *shape = loom_shape_format (&parameter->shape);

      _loom_generator_set (self, "shape=%s\n",
                           parameter->extents != NULL ? parameter->extents : shape);
    }
  if (fill == NULL)
    return;
  if (parameter->is_scalar)
    _loom_generator_set (self, "value=%s\n", fill);
  else if (parameter->cell.complex_bytes > 0 && parameter->value == NULL)
    {
      g_autofree char *imaginary = _loom_parameter_dup_fill (parameter, number + 1);

      _loom_generator_set (self, "fill.re=%s\nfill.im=%s\n", fill, imaginary);
    }
  else
    _loom_generator_set (self, "fill=%s\n", fill);
}

void
_loom_generator_write_arguments (LoomGenerator *self)
{
  for (guint i = 0; i < self->parameters->len; i++)
    write_argument (self, g_ptr_array_index (self->parameters, i), i);
}

/* Extents whose name says nothing to plans. */
void
_loom_generator_write_extent_values (LoomGenerator *self,
                                     guint          rank)
{
  static const char *const names[] = { "cols", "rows", "planes" };

  for (guint axis = 0; axis < rank; axis++)
    if ((axis == 2 || strcmp (self->extent[axis], names[axis]) != 0) &&
        strcmp (self->extent[axis], "n") != 0)
      _loom_generator_set (self, "\n[arg %s]\nvalue=%s\n", self->extent[axis], names[axis]);
}

/* Every cell of an output is to be written, and to hold what a reference says; NULL: nothing says
 * it. Compilers fuse products with sums, which makes a difference where a sum cancels: with fills
 * up to 4 by less than the last place of 64. */
void
_loom_generator_write_expect (LoomGenerator       *self,
                              const LoomParameter *parameter,
                              const char          *reference)
{
  _loom_generator_set (self, "\n[expect %s]\ndomain=1\n", parameter->name);
  if (reference == NULL)
    return;
  _loom_generator_set (self, "reference=expr:%s\n", reference);
  if (parameter->cell.type.scalar == LOOM_SCALAR_F32)
    _loom_generator_set (self, "atol=1e-5\n");
}
