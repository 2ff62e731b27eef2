/* loom-source-extents.c: grids and blocks in host code: numbers, dim3 in all ways to write one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-values-private.h"

/* Extents that are made of extents. */
#define MAX_NESTED 8
/* More of an expression than anybody reads. */
#define MAX_TEXT 200

static const LoomReadNumber one = { TRUE, 1 };
static const LoomReadNumber unknown_number = { FALSE, 0 };

/* What an expression or a variable is as an extent. */
typedef struct
{
  LoomReadNumber  axes[3];
  guint           rank;
  LoomSourceRange text;
} Extent;

/* CUDA makes an unsigned int of whatever stands there. */
static LoomReadNumber
read_number (LoomSourceNames *self,
             LoomSourceRange  range,
             guint            place)
{
  LoomConstant constant;

  if (!_loom_source_names_compute (self, range, place, &constant) ||
      !_loom_constant_convert (&constant, LOOM_SCALAR_U32))
    return unknown_number;
  return (LoomReadNumber) { TRUE, constant.number.i };
}

static void
set_axis (Extent         *extent,
          guint           axis,
          LoomReadNumber  number)
{
  extent->axes[axis] = number;
  if (!number.is_certain || number.value != 1)
    extent->rank = axis + 1;
}

static gboolean
is_extent_type (LoomSourceNames *self,
                guint            index)
{
  static const char * const words[] = { "dim3", "uint3", "make_uint3", NULL };

  return _loom_source_is_any (&self->source, index, words);
}

/* What is computed is a number of threads along x, whatever it comes to. */
static gboolean
is_arithmetic (LoomSourceNames *self,
               LoomSourceRange  range)
{
  g_autofree char *name = _loom_source_dup_text (&self->source, range.first, range.first + 1);
  LoomDeclaredName declared;

  if (is_extent_type (self, range.first) || has_punctuation (self, range.first, "{"))
    return FALSE;
  for (guint i = range.first + 1; i < range.end; i++)
    if (has_punctuation (self, i, "+-*/%"))
      return TRUE;
  return range.end == range.first + 1 &&
         _loom_source_names_find (self, name, range.first, &declared) &&
         declared.type == LOOM_DECLARED_NUMBER && declared.pointers == 0;
}

static gboolean read_range (LoomSourceNames *self,
                            LoomSourceRange  range,
                            guint            place,
                            Extent          *extent);

/* What stands between the brackets of `dim3 b (16, 16)`: numbers, or an extent that is copied. An
 * axis behind those that differ from 1 for certain is not written. */
static gboolean
read_list (LoomSourceNames *self,
           LoomSourceRange  range,
           guint            place,
           Extent          *extent)
{
  const gboolean is_one = range.first < range.end &&
                          _loom_source_names_find_comma (self, range.first, range.end) >= range.end;

  if (is_one && read_range (self, range, place, extent))
    return TRUE;
  if (is_one && !is_arithmetic (self, range))
    return FALSE;

  *extent = (Extent) { { one, one, one }, 1, range };
  for (guint axis = 0; axis < 3 && range.first < range.end; axis++)
    {
      const guint comma = _loom_source_names_find_comma (self, range.first, range.end);

      set_axis (extent, axis, read_number (self, (LoomSourceRange) { range.first, comma }, place));
      range.first = comma + 1;
    }

  return TRUE;
}

/* An axis of a dim3 at a place, as in `grid.x`, and what it was made of, or last given. */
gboolean
_loom_source_names_read_axis (LoomSourceNames        *self,
                              const char             *name,
                              const LoomDeclaredName *declared,
                              guint                   axis,
                              guint                   place,
                              LoomReadNumber         *number,
                              LoomSourceRange        *text)
{
  const char member[] = { "xyz"[axis], '\0' };
  LoomSourceDefinition given;
  Extent extent;

  *number = unknown_number;
  if (!_loom_source_names_find_definition (self, name, declared, member, place, &given))
    return FALSE;

  *text = given.range;
  if (given.is_member)
    return *number = read_number (self, given.range, given.at), TRUE;
  if (given.is_listed || given.range.first >= given.range.end
      ? !read_list (self, given.range, given.at, &extent)
      : !read_range (self, given.range, given.at, &extent))
    return FALSE;

  *number = extent.axes[axis];
  *text = extent.text;
  return TRUE;
}

/* At the name of a dim3. Where its axes were given one by one, nothing but its name says what it
 * is. */
static gboolean
read_name (LoomSourceNames *self,
           guint            index,
           guint            place,
           Extent          *extent)
{
  g_autofree char *name = _loom_source_dup_text (&self->source, index, index + 1);
  const LoomSourceRange own = { index, index + 1 };
  LoomSourceRange texts[3] = { own, own, own };
  LoomDeclaredName declared;
  guint n_read = 0;

  if (!_loom_source_names_find (self, name, place, &declared) || declared.pointers > 0 ||
      (declared.type != LOOM_DECLARED_DIM3 && declared.type != LOOM_DECLARED_AUTO))
    return FALSE;

  *extent = (Extent) { { one, one, one }, 1, own };
  for (guint axis = 0; axis < 3; axis++)
    {
      LoomReadNumber number;

      n_read += _loom_source_names_read_axis (self, name, &declared, axis, place, &number,
                                              &texts[axis]);
      set_axis (extent, axis, number);
    }
  if (texts[1].first == texts[0].first && texts[2].first == texts[0].first)
    extent->text = texts[0];
  return n_read > 0;
}

/* Without the parentheses around all of it. */
static LoomSourceRange
strip (LoomSourceNames *self,
       LoomSourceRange  range)
{
  while (range.end > range.first + 1 && get_punctuation (&self->source, range.first) == '(' &&
         self->closing[range.first] == range.end - 1)
    {
      range.first++;
      range.end--;
    }

  return range;
}

static gboolean
read_range (LoomSourceNames *self,
            LoomSourceRange  range,
            guint            place,
            Extent          *extent)
{
  LoomReadNumber number;
  gboolean is_read;
  guint first;

  range = strip (self, range);
  if (range.first >= range.end || self->n_nested >= MAX_NESTED)
    return FALSE;

  number = read_number (self, range, place);
  if (number.is_certain)
    {
      *extent = (Extent) { { number, one, one }, 1, range };
      return TRUE;
    }
  self->n_nested++;
  first = range.first + is_extent_type (self, range.first);
  is_read = (range.end == range.first + 1 && is_identifier (&self->source, range.first) &&
             read_name (self, range.first, place, extent)) ||
            (has_punctuation (self, first, first > range.first ? "({" : "{") &&
             self->closing[first] == range.end - 1 &&
             read_list (self, (LoomSourceRange) { first + 1, range.end - 1 }, place, extent));
  self->n_nested--;
  return is_read;
}

/* The words of an expression as a reader sees them: those of the source, unless a macro made all of
 * them. NULL if there are none. */
char *
_loom_source_names_dup_text (LoomSourceNames *self,
                             LoomSourceRange  range)
{
  const LoomSourceOrigin *origins = (LoomSourceOrigin *) self->origins->data;
  const guint first = range.first, end = range.end;
  g_autoptr (GString) line = g_string_new (NULL);
  g_autofree char *text = NULL, *valid = NULL;

  if (first >= end)
    return NULL;
  if (origins[end - 1].end > origins[first].start &&
      (origins[first].call == G_MAXUINT32 || first == 0 ||
       origins[first - 1].call != origins[first].call))
    text = g_strndup (self->source.text + origins[first].start,
                      origins[end - 1].end - origins[first].start);
  else
    text = _loom_source_dup_text (&self->source, first, end);

  valid = g_utf8_make_valid (text, -1);
  for (const char *c = valid; *c != '\0' && line->len < MAX_TEXT; c = g_utf8_next_char (c))
    {
      if (!g_ascii_isspace (*c) && !g_ascii_iscntrl (*c) && *c != '\\')
        g_string_append_len (line, c, g_utf8_next_char (c) - c);
      else if (line->len > 0 && line->str[line->len - 1] != ' ')
        g_string_append_c (line, ' ');
    }

  return line->len > 0 ? g_string_free (g_steal_pointer (&line), FALSE) : NULL;
}

/* The extent that an expression is where it stands. */
LoomReadExtent
_loom_source_names_read_extent (LoomSourceNames *self,
                                LoomSourceRange  written)
{
  const LoomSourceRange range = strip (self, written);
  Extent extent;

  if (!read_range (self, range, range.first, &extent))
    extent = range.first < range.end && is_arithmetic (self, range)
             ? (Extent) { { unknown_number, one, one }, 1, range }
             : (Extent) { { unknown_number, unknown_number, unknown_number }, 0, range };
  if (extent.text.first >= extent.text.end)
    extent.text = range;

  return (LoomReadExtent) { extent.rank, { extent.axes[0], extent.axes[1], extent.axes[2] },
                            _loom_source_names_dup_text (self, extent.text) };
}
