/* loom-generator-slice.c: start:stop:step of each axis
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-generator-slice-private.h"

#include "loom-arithmetic.h"

#include <glib/gi18n-lib.h>
#include <string.h>

typedef struct
{
  LoomGenerator *generator;
  LoomWords      words;
  guint          axis;          /* whose bounds are read */
  gboolean       uses_counter;
  gboolean       is_bad;
  gboolean       is_constant;   /* numbers in place of extents, not their names */
} Reader;

static guint64
get_extent (const LoomShape *shape,
            guint            axis)
{
  return axis == 0 ? shape->cols : axis == 1 ? shape->rows : shape->planes;
}

/* Counters of outer axes, extents and parameters are all that bounds may name. */
static char *
replace_bound (const LoomWords *words,
               guint            index,
               guint           *end,
               gpointer         data)
{
  Reader *reader = data;
  LoomGenerator *self = reader->generator;
  g_autofree char *name = _loom_words_dup (words, index);
  const LoomParameter *parameter = _loom_generator_find (self, name);

  (void) end;
  if (_loom_words_get (words, index)->kind == LOOM_WORD_NUMBER)
    return NULL;
  if (_loom_words_get (words, index)->kind == LOOM_WORD_SIGN && strchr ("+-*/%()", *name) != NULL)
    return NULL;
  for (guint axis = 0; axis < self->shape.rank; axis++)
    {
      if (strcmp (name, self->extent[axis]) == 0)
        return reader->is_constant
                 ? g_strdup_printf ("%" G_GUINT64_FORMAT, get_extent (&self->shape, axis)) : NULL;
      if (axis > reader->axis && strcmp (name, self->index[axis]) == 0)
        {
          reader->uses_counter = TRUE;
          return NULL;
        }
    }
  if (parameter != NULL && parameter->is_scalar &&
      !loom_scalar_is_float (parameter->cell.type.scalar))
    {
      reader->uses_counter = TRUE;
      return NULL;
    }
  if (!reader->is_bad)
    _loom_words_fail (words, self, index, index + 1,
                      _("a bound can't name “%s”; it may be of numbers, extents (cols, rows, "
                        "planes) and the counters of axes before it"), name);
  reader->is_bad = TRUE;
  return NULL;
}

/* The words of a bound, with names or with what extents come to. */
static char *
dup_bound (Reader   *reader,
           guint     start,
           guint     end,
           gboolean  is_constant)
{
  LoomGenerator *self = reader->generator;
  const LoomWords *words = &reader->words;

  reader->is_constant = is_constant;
  /* A negative number counts from the end, as in Python. */
  if (end == start + 2 && _loom_words_is (words, start, "-") &&
      _loom_words_get (words, start + 1)->kind == LOOM_WORD_NUMBER)
    {
      g_autofree char *rest = _loom_words_dup (words, start + 1);

      if (is_constant)
        return g_strdup_printf ("%" G_GUINT64_FORMAT " - %s",
                                get_extent (&self->shape, reader->axis), rest);
      return g_strdup_printf ("%s - %s", self->extent[reader->axis], rest);
    }
  {
    g_autofree char *text = _loom_words_replace (words, start, end, TRUE, replace_bound, reader);

    return end > start + 1 ? g_strdup_printf ("(%s)", text) : g_steal_pointer (&text);
  }
}

/* A bound of one or more words; NULL: the generator knows what is wrong. */
static char *
read_bound (Reader   *reader,
            guint     start,
            guint     end,
            gboolean *is_fixed,
            gint64   *fixed)
{
  g_autofree char *text = dup_bound (reader, start, end, FALSE);
  g_autofree char *constant = NULL;
  g_autoptr (GError) error = NULL;
  guint64 value = 0;

  if (reader->is_bad)
    return NULL;
  constant = dup_bound (reader, start, end, TRUE);
  *is_fixed = loom_arithmetic_evaluate (constant, G_MININT32, G_MAXINT64, &value, &error);
  *fixed = (gint64) value;
  if (*is_fixed || reader->uses_counter)
    return g_steal_pointer (&text);

  reader->is_bad = TRUE;
  _loom_words_fail (&reader->words, reader->generator, start, end, "%s", error->message);
  return NULL;
}

static gboolean
refuse_bound (Reader *reader,
              guint   start,
              guint   end,
              guint64 ghost)
{
  const guint64 extent = get_extent (&reader->generator->shape, reader->axis);

  return _loom_words_fail (&reader->words, reader->generator, start, end,
                           _("this bound lies outside of %1$llu to %2$llu, which %3$llu ghost "
                             "layers leave of %4$llu cells"), (unsigned long long) ghost,
                           (unsigned long long) (extent - ghost), (unsigned long long) ghost,
                           (unsigned long long) extent);
}

/* One axis: its words, and where its colons are. */
typedef struct
{
  guint    start, end;
  guint    colons[2], n_colons;
  guint    second, first_end, second_end;       /* of start and stop */
  gint64   from, to;
  gboolean from_is_fixed, to_is_fixed;
} Bounds;

static gboolean
read_start (Reader    *reader,
            LoomSlice *slice,
            Bounds    *self)
{
  LoomSliceAxis *axis = &slice->axes[reader->axis];

  if (self->start < self->first_end)
    axis->start = read_bound (reader, self->start, self->first_end, &self->from_is_fixed,
                              &self->from);
  else if (self->n_colons > 0)
    axis->start = g_strdup_printf ("%" G_GUINT64_FORMAT, slice->ghost);
  else
    return _loom_words_fail (&reader->words, reader->generator, self->start, self->start + 1,
                             _("the slice of an axis is missing here; : is all of it"));
  return axis->start != NULL;
}

/* Where there is no colon, one index is meant. */
static gboolean
read_stop (Reader    *reader,
           LoomSlice *slice,
           Bounds    *self)
{
  LoomSliceAxis *axis = &slice->axes[reader->axis];
  const char *extent = reader->generator->extent[reader->axis];

  if (self->n_colons == 0)
    {
      self->to = self->from + 1;
      self->to_is_fixed = self->from_is_fixed;
      axis->stop = g_strdup_printf ("%s + 1", axis->start);
    }
  else if (self->second < self->second_end)
    axis->stop = read_bound (reader, self->second, self->second_end, &self->to_is_fixed,
                             &self->to);
  else if (slice->ghost > 0)
    axis->stop = g_strdup_printf ("%s - %" G_GUINT64_FORMAT, extent, slice->ghost);
  else
    axis->stop = g_strdup (extent);
  return axis->stop != NULL;
}

static gboolean
read_step (Reader    *reader,
           LoomSlice *slice,
           Bounds    *self)
{
  const guint start = self->colons[1] + 1;
  g_autofree char *text = NULL;

  slice->axes[reader->axis].step = 1;
  if (self->n_colons < 2 || start >= self->end)
    return TRUE;
  text = _loom_words_dup_range (&reader->words, start, self->end);
  return loom_arithmetic_evaluate (text, 1, G_MAXINT32, &slice->axes[reader->axis].step, NULL) ||
         _loom_words_fail (&reader->words, reader->generator, start, self->end,
                           _("a step is a whole number from 1 on"));
}

/* How far an axis goes, and what its bounds leave to be guarded. */
static gboolean
count_steps (Reader    *reader,
             LoomSlice *slice,
             Bounds    *self)
{
  LoomSliceAxis *axis = &slice->axes[reader->axis];
  const gint64 extent = (gint64) get_extent (&reader->generator->shape, reader->axis);
  const gint64 ghost = (gint64) slice->ghost;
  const gboolean has_stop = self->second < self->second_end || self->n_colons == 0;

  if (self->from_is_fixed && (self->from < ghost || self->from > extent))
    return refuse_bound (reader, self->start, self->first_end, slice->ghost);
  if (self->to_is_fixed && self->to > extent - ghost)
    return refuse_bound (reader, self->n_colons > 0 ? self->second : self->start,
                         self->second_end, slice->ghost);
  axis->is_known = self->from_is_fixed && self->to_is_fixed;
  if (!self->from_is_fixed)
    self->from = ghost;
  if (!self->to_is_fixed)
    self->to = extent - ghost;
  axis->steps = self->to > self->from
                  ? ((guint64) (self->to - self->from) + axis->step - 1) / axis->step : 0;
  axis->guards_start = !self->from_is_fixed && (slice->ghost > 0 ||
                                                !loom_generator_is_name (axis->start));
  axis->guards_stop = has_stop && !g_str_has_prefix (axis->stop,
                                                     reader->generator->extent[reader->axis]);
  slice->is_whole &= self->start == self->first_end && !has_stop && axis->step == 1;
  return axis->steps > 0 ||
         _loom_words_fail (&reader->words, reader->generator, self->start, self->end,
                           _("no cell lies from %1$lld up to %2$lld"), (long long) self->from,
                          (long long) self->to);
}

static gboolean
read_axis (Reader    *reader,
           LoomSlice *slice,
           Bounds    *self)
{
  const guint64 extent = get_extent (&reader->generator->shape, reader->axis);

  reader->uses_counter = FALSE;
  self->from = (gint64) slice->ghost;
  self->to = (gint64) (extent - slice->ghost);
  self->from_is_fixed = self->to_is_fixed = TRUE;
  self->first_end = self->n_colons > 0 ? self->colons[0] : self->end;
  self->second = self->n_colons > 0 ? self->colons[0] + 1 : self->end;
  self->second_end = self->n_colons > 1 ? self->colons[1] : self->end;
  return read_start (reader, slice, self) && read_stop (reader, slice, self) &&
         read_step (reader, slice, self) && count_steps (reader, slice, self);
}

/* Parts one axis's words at colons. */
static gboolean
read_colons (LoomSlice *self,
             Reader    *reader,
             guint      start,
             guint      end)
{
  Bounds bounds = { .start = start, .end = end };

  for (guint at = start; at < end; at++)
    if (_loom_words_is (&reader->words, at, ":"))
      {
        if (bounds.n_colons == 2)
          return _loom_words_fail (&reader->words, reader->generator, at, at + 1,
                                   _("a slice is start:stop:step, without more colons"));
        bounds.colons[bounds.n_colons++] = at;
      }
  return read_axis (reader, self, &bounds);
}

static gboolean
read_text (LoomSlice *self,
           Reader    *reader)
{
  const LoomWords *words = &reader->words;
  const guint rank = reader->generator->shape.rank;
  const gboolean is_bracketed = _loom_words_is (words, 0, "[") &&
                                _loom_words_get (words, 0)->pair == words->words->len - 1;
  const guint end = words->words->len - is_bracketed;
  guint start = is_bracketed;

  reader->axis = rank;
  for (guint at = start; at <= end; at++)
    {
      if (at < end && (!_loom_words_is (words, at, ",") ||
                       _loom_words_get (words, at)->depth > is_bracketed))
        continue;
      if (reader->axis == 0)
        return _loom_words_fail (words, reader->generator, start, end,
                                 _("there are more slices than the %u axes of the fields"), rank);
      reader->axis--;
      if (!read_colons (self, reader, start, at))
        return FALSE;
      start = at + 1;
    }
  return reader->axis == 0 ||
         _loom_words_fail (words, reader->generator, end, end + 1,
                           _("there are fewer slices than the %u axes of the fields; : is all of "
                             "an axis"), rank);
}

/* Which cells are gone over: those of the slice, else all but the ghost layers. */
gboolean
_loom_slice_read (LoomSlice     *self,
                  LoomGenerator *generator,
                  guint64        ghost)
{
  static const char *const whole[] = { ":", ":,:", ":,:,:" };
  const char *text = _loom_generator_get (generator, LOOM_PART_SLICE);
  Reader reader = { generator, { 0 }, 0, FALSE, FALSE, FALSE };
  gboolean is_read;

  *self = (LoomSlice) { .ghost = ghost, .is_whole = TRUE };
  for (guint axis = 0; axis < generator->shape.rank; axis++)
    if (get_extent (&generator->shape, axis) <= 2 * ghost)
      return _loom_generator_fail (generator, LOOM_PART_SHAPE, 0,
                                   strlen (_loom_generator_get (generator, LOOM_PART_SHAPE)),
                                   _("%1$llu ghost layers at each border leave no cell of %2$llu"),
                                   (unsigned long long) ghost,
                                   (unsigned long long) get_extent (&generator->shape, axis));
  is_read = _loom_words_read (&reader.words, generator, LOOM_PART_SLICE,
                              *text != '\0' ? text : whole[generator->shape.rank - 1]) &&
            read_text (self, &reader);
  _loom_words_clear (&reader.words);
  return is_read;
}

void
_loom_slice_clear (LoomSlice *self)
{
  for (guint axis = 0; axis < 3; axis++)
    {
      g_clear_pointer (&self->axes[axis].start, g_free);
      g_clear_pointer (&self->axes[axis].stop, g_free);
    }
}

/* Whether a cell is gone over, as C of its counters. */
char *
_loom_slice_dup_condition (const LoomSlice *self,
                           LoomGenerator   *generator)
{
  GString *text = g_string_new (NULL);

  for (guint i = generator->shape.rank; i-- > 0;)
    {
      const LoomSliceAxis *axis = &self->axes[i];
      const char *name = generator->index[i];

      g_string_append_printf (text, "%s%s >= %s && %s < %s", text->len > 0 ? " && " : "", name,
                              axis->start, name, axis->stop);
      if (axis->guards_start)
        g_string_append_printf (text, " && %s >= %" G_GUINT64_FORMAT, name, self->ghost);
      if (axis->guards_stop)
        g_string_append_printf (text, " && %s < %s - %" G_GUINT64_FORMAT, name,
                                generator->extent[i], self->ghost);
      if (axis->step > 1)
        g_string_append_printf (text, " && (%s - %s) %% %" G_GUINT64_FORMAT " == 0", name,
                                axis->start, axis->step);
    }
  return g_string_free (text, FALSE);
}
