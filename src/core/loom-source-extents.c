/* loom-source-extents.c: grids and blocks in host code: numbers, dim3 in all ways to write one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-extents-private.h"

#include <string.h>

#define MAX_COPIES 8
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
             guint            first,
             guint            end,
             guint            place)
{
  LoomNumber number;

  if (!_loom_source_names_compute (self, first, end, place, &number) ||
      !_loom_number_convert (&number, LOOM_NUMBER_UINT))
    return unknown_number;
  return (LoomReadNumber) { TRUE, number.integer };
}

/* An axis behind those that differ from 1 for certain is not written. */
static Extent
read_list (LoomSourceNames *self,
           guint            first,
           guint            end,
           guint            place)
{
  Extent extent = { { one, one, one }, 1, { first, end } };

  for (guint axis = 0; axis < 3 && first < end; axis++)
    {
      guint comma = _loom_source_names_find_comma (self, first, end);

      extent.axes[axis] = read_number (self, first, comma, place);
      if (!extent.axes[axis].is_certain || extent.axes[axis].value != 1)
        extent.rank = axis + 1;
      first = comma + 1;
    }

  return extent;
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
  static const char * const words[] = {
    "ceil", "ceilf", "floor", "min", "max", "int", "unsigned", "size_t", "static_cast", "sizeof",
    NULL
  };
  LoomDeclaredName declared;

  if (is_extent_type (self, range.first) || has_punctuation (self, range.first, "{"))
    return FALSE;
  for (guint i = range.first + 1; i < range.end; i++)
    {
      if (has_punctuation (self, i, "+-*/%"))
        return TRUE;
    }
  if (range.end == range.first + 1 && is_identifier (&self->source, range.first))
    {
      g_autofree char *name = _loom_source_dup_text (&self->source, range.first, range.end);

      return _loom_source_names_find (self, name, range.first, &declared) &&
             declared.type == LOOM_DECLARED_NUMBER && declared.pointers == 0;
    }

  return _loom_source_is_any (&self->source, range.first, words);
}

static gboolean read_range (LoomSourceNames *self,
                            LoomSourceRange  range,
                            guint            place,
                            guint            depth,
                            Extent          *extent);

/* What it was made of, or last given. */
static gboolean
read_definition (LoomSourceNames            *self,
                 const LoomSourceDefinition *definition,
                 guint                       depth,
                 Extent                     *extent)
{
  if (definition->is_listed)
    {
      const guint first = definition->first, end = definition->end;

      /* dim3 b (other) copies */
      if (_loom_source_names_find_comma (self, first, end) >= end &&
          read_range (self, (LoomSourceRange) { first, end }, definition->at, depth, extent))
        return TRUE;
      if (_loom_source_names_find_comma (self, first, end) >= end && first < end &&
          !is_arithmetic (self, (LoomSourceRange) { first, end }))
        return FALSE;
      *extent = read_list (self, first, end, definition->at);
      return TRUE;
    }
  if (definition->first >= definition->end)
    {
      *extent = (Extent) { { one, one, one }, 1, { definition->at, definition->at } };
      return TRUE;
    }

  return read_range (self, (LoomSourceRange) { definition->first, definition->end },
                     definition->at, depth, extent);
}

/* The variable of this name as a whole, or as far as one axis of it goes. */
static gboolean
read_variable (LoomSourceNames        *self,
               const char             *name,
               const LoomDeclaredName *declared,
               const char             *member,
               guint                   place,
               guint                   depth,
               Extent                 *extent)
{
  LoomSourceDefinition definition;

  if (depth == 0 ||
      !_loom_source_names_find_definition (self, name, declared, member, place, &definition))
    return FALSE;
  if (definition.is_member)
    {
      const LoomReadNumber number = read_number (self, definition.first, definition.end,
                                                 definition.at);

      *extent = (Extent) { { number, number, number }, 1, { definition.first, definition.end } };
      return TRUE;
    }

  return read_definition (self, &definition, depth - 1, extent);
}

static LoomReadNumber
read_axis (LoomSourceNames        *self,
           const char             *name,
           const LoomDeclaredName *declared,
           guint                   axis,
           guint                   place,
           guint                   depth,
           Extent                 *extent)
{
  const char member[] = { "xyz"[axis], '\0' };

  return read_variable (self, name, declared, member, place, depth, extent) ? extent->axes[axis]
                                                                            : unknown_number;
}

/* `grid.x` of a dim3 at a place. */
LoomReadNumber
_loom_source_names_read_axis (LoomSourceNames        *self,
                              const char             *name,
                              const LoomDeclaredName *declared,
                              guint                   axis,
                              guint                   place)
{
  Extent extent;

  return read_axis (self, name, declared, axis, place, MAX_COPIES, &extent);
}

/* At the name of a dim3. */
static gboolean
read_name (LoomSourceNames *self,
           guint            index,
           guint            place,
           guint            depth,
           Extent          *extent)
{
  g_autofree char *name = _loom_source_dup_text (&self->source, index, index + 1);
  LoomDeclaredName declared;
  Extent axis;
  gboolean is_whole, is_changed = FALSE;

  if (!_loom_source_names_find (self, name, place, &declared) || declared.pointers > 0)
    return FALSE;
  if (declared.type != LOOM_DECLARED_DIM3 && declared.type != LOOM_DECLARED_AUTO)
    return FALSE;

  *extent = (Extent) { { one, one, one }, 0, { index, index + 1 } };
  is_whole = read_variable (self, name, &declared, "", place, depth, extent);
  if (!is_whole && declared.type == LOOM_DECLARED_AUTO)
    return FALSE;
  for (guint i = 0; i < 3; i++)
    {
      axis.text = (LoomSourceRange) { index, index + 1 };
      extent->axes[i] = read_axis (self, name, &declared, i, place, depth, &axis);
      is_changed |= axis.text.first != extent->text.first;
      if (!extent->axes[i].is_certain || extent->axes[i].value != 1)
        extent->rank = MAX (extent->rank, i + 1);
    }
  if (!is_whole)
    extent->rank = 0;
  /* what it was made of no longer says what it is */
  if (is_changed)
    extent->text = (LoomSourceRange) { index, index + 1 };
  return TRUE;
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
            guint            depth,
            Extent          *extent)
{
  LoomReadNumber number;
  guint first;

  range = strip (self, range);
  if (range.first >= range.end || depth == 0)
    return FALSE;

  number = read_number (self, range.first, range.end, place);
  if (number.is_certain)
    {
      *extent = (Extent) { { number, one, one }, 1, range };
      return TRUE;
    }
  if (range.end == range.first + 1 && is_identifier (&self->source, range.first) &&
      read_name (self, range.first, place, depth, extent))
    return TRUE;

  first = range.first + is_extent_type (self, range.first);
  if (first < range.end && has_punctuation (self, first, "({") &&
      self->closing[first] == range.end - 1 &&
      (first > range.first || get_punctuation (&self->source, first) == '{'))
    {
      const LoomSourceDefinition list = {
        .first = first + 1, .end = range.end - 1, .at = place, .is_listed = TRUE,
      };

      return read_definition (self, &list, depth - 1, extent);
    }

  return FALSE;
}

/* The words between two tokens as a reader sees them: those of the source, unless a macro made all
 * of them. NULL if there are none. */
char *
_loom_source_names_dup_text (LoomSourceNames *self,
                             guint            first,
                             guint            end)
{
  g_autofree char *text = NULL, *valid = NULL;
  GString *line = g_string_new (NULL);
  const LoomSourceOrigin *start = NULL, *last = NULL;

  if (first < end)
    {
      start = &g_array_index (self->origins, LoomSourceOrigin, first);
      last = &g_array_index (self->origins, LoomSourceOrigin, end - 1);
    }
  if (start != NULL && last->end > start->start &&
      (start->call == G_MAXUINT32 || first == 0 ||
       g_array_index (self->origins, LoomSourceOrigin, first - 1).call != start->call))
    g_string_append_len (line, self->source.text + start->start, last->end - start->start);
  else
    for (guint i = first; i < end; i++)
      {
        const LoomToken *token = get_token (&self->source, i);
        const gboolean is_joined = has_punctuation (self, i, "),;(.:") ||
                                   (i > first && has_punctuation (self, i - 1, "(.:"));

        g_string_append (line, i > first && !is_joined ? " " : "");
        g_string_append_len (line, self->source.text + token->offset, token->length);
      }

  text = g_string_free (line, FALSE);
  valid = g_utf8_make_valid (text, -1);
  line = g_string_new (NULL);
  for (const char *c = valid; *c != '\0' && line->len < MAX_TEXT; c = g_utf8_next_char (c))
    {
      if (!g_ascii_isspace (*c) && !g_ascii_iscntrl (*c) && *c != '\\')
        g_string_append_len (line, c, g_utf8_next_char (c) - c);
      else if (line->len > 0 && line->str[line->len - 1] != ' ')
        g_string_append_c (line, ' ');
    }

  return line->len > 0 ? g_string_free (line, FALSE) : (g_string_free (line, TRUE), NULL);
}

/* The extent that an expression is where it stands. */
LoomReadExtent
_loom_source_names_read_extent (LoomSourceNames *self,
                                guint            first,
                                guint            end)
{
  LoomReadExtent read_extent = { 0, { { FALSE, 0 } }, NULL };
  LoomSourceRange range = strip (self, (LoomSourceRange) { first, end });
  Extent extent;

  if (read_range (self, range, range.first, MAX_COPIES, &extent))
    {
      read_extent.rank = extent.rank;
      memcpy (read_extent.axes, extent.axes, sizeof extent.axes);
      if (extent.text.first < extent.text.end)
        range = extent.text;
    }
  else if (range.first < range.end && is_arithmetic (self, range))
    {
      read_extent.rank = 1;
      read_extent.axes[1] = read_extent.axes[2] = one;
    }

  read_extent.text = _loom_source_names_dup_text (self, range.first, range.end);
  return read_extent;
}
