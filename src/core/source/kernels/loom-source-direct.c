/* loom-source-direct.c: whether a kernel gives each thread of the grid a cell of an array: on which
 * axes its subscripts are blockIdx · blockDim + threadIdx, and nothing else
 *
 * It must be sure: whoever has two cells to a thread, strides through the array, or leaves out a
 * border, has launched the right grid although it does not cover the array.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-direct-private.h"

#include <string.h>

/* More variables than a subscript is made of. */
#define MAX_DEPTH 4
#define MAX_STEPS 200000

typedef struct
{
  const LoomSourceReader *source;
  guint                   first, end;
  guint                   n_steps;
} Search;

static guint read_whole_index (Search *self,
                               guint   first,
                               guint   end);

/* The bit of the axis in `threadIdx.y`, whose first token is at `index`; 0: there is none. */
guint
_loom_source_get_axis (const LoomSourceReader *self,
                       guint                   index)
{
  if (get_punctuation (self, index + 1) != '.')
    return 0;
  return is_word (self, index + 2, "x") ? 1 : is_word (self, index + 2, "y") ? 2
         : is_word (self, index + 2, "z") ? 4 : 0;
}

static gboolean
is_axis_of (const LoomSourceReader *self,
            guint                   index,
            const char             *word,
            guint                   axis)
{
  return is_word (self, index, word) && _loom_source_get_axis (self, index) == axis;
}

/* Parentheses around an expression, but not those of a call. */
static void
strip_parens (const LoomSourceReader *self,
              guint                  *first,
              guint                  *end)
{
  while (*first > 1 && get_punctuation (self, *first - 1) == '(' &&
         get_punctuation (self, *end) == ')' && !is_identifier (self, *first - 2))
    {
      (*first)--;
      (*end)++;
    }
}

/* Widens `blockIdx.a` to `blockIdx.a * blockDim.a + threadIdx.a`, in any order. */
static gboolean
widen (const LoomSourceReader *self,
       guint                   axis,
       guint                  *first,
       guint                  *end)
{
  if (get_punctuation (self, *end) == '*' && is_axis_of (self, *end + 1, "blockDim", axis))
    *end += 4;
  else if (*first > 4 && get_punctuation (self, *first - 1) == '*' &&
           is_axis_of (self, *first - 4, "blockDim", axis))
    *first -= 4;
  else
    return FALSE;

  strip_parens (self, first, end);
  if (get_punctuation (self, *end) == '+' && is_axis_of (self, *end + 1, "threadIdx", axis))
    *end += 4;
  else if (*first > 4 && get_punctuation (self, *first - 1) == '+' &&
           is_axis_of (self, *first - 4, "threadIdx", axis))
    *first -= 4;
  else
    return FALSE;

  strip_parens (self, first, end);
  return !is_punctuation (self, *end, "*/%+-.") &&
         !(*first > 0 && is_punctuation (self, *first - 1, "*/%-&|^~")) &&
         !(get_punctuation (self, *end) == '<' && get_punctuation (self, *end + 1) == '<') &&
         !(get_punctuation (self, *end) == '>' && get_punctuation (self, *end + 1) == '>');
}

static gboolean
is_same (const LoomSourceReader *self,
         guint                   a,
         guint                   b)
{
  const LoomToken *first = get_token (self, a), *second = get_token (self, b);

  return first->length == second->length &&
         memcmp (self->text + first->offset, self->text + second->offset, first->length) == 0;
}

/* What a variable is made of, if it is set just once: `int i = …;`. */
static gboolean
find_definition (Search *self,
                 guint   variable,
                 guint  *first,
                 guint  *end)
{
  const LoomSourceReader *source = self->source;
  guint n = 0;

  for (guint i = self->first; i < self->end && self->n_steps < MAX_STEPS; i++)
    {
      self->n_steps++;
      if (!is_identifier (source, i) || !is_same (source, i, variable))
        continue;
      /* i += …, i++, ++i, &i */
      if (is_punctuation (source, i + 1, "+-*/%&|^<>") &&
          (get_punctuation (source, i + 2) == '=' ||
           get_punctuation (source, i + 2) == get_punctuation (source, i + 1)) &&
          !is_punctuation (source, i + 1, "<>&|"))
        return FALSE;
      if (i > 1 && is_punctuation (source, i - 1, "+-") &&
          get_punctuation (source, i - 2) == get_punctuation (source, i - 1))
        return FALSE;
      if (get_punctuation (source, i + 1) != '=' || get_punctuation (source, i + 2) == '=')
        continue;
      *first = i + 2;
      n++;
    }
  if (n != 1)
    return FALSE;

  for (guint i = *first, depth = 0; i < self->end; i++)
    {
      self->n_steps++;
      depth += is_punctuation (source, i, "([") - (depth > 0 && is_punctuation (source, i, ")]"));
      *end = i;
      if (depth == 0 && is_punctuation (source, i, ",;"))
        break;
    }
  return TRUE;
}

/* `y + …`: a band whose rows begin where an index of another axis says. What else is added moves it
 * away. */
static gboolean
skip_summand (Search *self,
              guint   first,
              guint  *from)
{
  guint definition, end;

  if (get_punctuation (self->source, *from - 1) != '+')
    return TRUE;
  if (*from < first + 2 || !is_identifier (self->source, *from - 2) ||
      !find_definition (self, *from - 2, &definition, &end) || definition >= *from ||
      read_whole_index (self, definition, end) == 0)
    return FALSE;

  *from -= 2;
  return TRUE;
}

/* The axis whose whole index begins at `first` and ends at `end`; 0: none. */
static guint
read_whole_index (Search *self,
                  guint   first,
                  guint   end)
{
  for (guint i = first; i < end && self->n_steps < MAX_STEPS; i++)
    {
      guint axis, from = i, to = i + 3;

      self->n_steps++;
      if (!is_word (self->source, i, "blockIdx"))
        continue;
      axis = _loom_source_get_axis (self->source, i);
      if (axis == 0 || !widen (self->source, axis, &from, &to) ||
          (from > first && !skip_summand (self, first, &from)))
        return 0;
      /* a cast may stand before it */
      return to == end && (from == first || get_punctuation (self->source, from - 1) == ')') ? axis
             : 0;
    }

  return 0;
}

/* Of the axes that an expression from `first` to `end` goes along, those on which what stands at
 * one side of it moves it away from the cell of its thread. Along y and z it may be multiplied,
 * since rows follow each other. */
static guint
find_moved_beside (const LoomSourceReader *self,
                   guint                   first,
                   guint                   end,
                   guint                   axes)
{
  if (is_punctuation (self, first - 1, "/%&|^~>?:-") || is_punctuation (self, end, "/%&|^>?:"))
    return axes;
  if (is_punctuation (self, first - 1, "*<") || is_punctuation (self, end, "*<"))
    return axes & 1;
  return 0;
}

/* x + 1, but not x + 64 * y */
static gboolean
is_shifted (const LoomSourceReader *self,
            guint                   index)
{
  for (gint side = -1; side <= 1; side += 2)
    if (is_punctuation (self, index + side, "+-") && index + 2 * side < self->n &&
        get_token (self, index + 2 * side)->kind == LOOM_TOKEN_NUMBER &&
        get_punctuation (self, index + 3 * side) != '*')
      return TRUE;
  return FALSE;
}

/* The same for the token at `index` of an expression, and for the parentheses around it. What a
 * function makes of it, or another array has at it, is any cell. */
static guint
find_moved (Search *search,
            guint   first,
            guint   end,
            guint   index,
            guint   axes)
{
  const LoomSourceReader *self = search->source;
  guint moved = is_shifted (self, index) ? axes : find_moved_beside (self, index, index + 1, axes);
  guint depth = 0;

  for (guint i = index; i-- > first && moved != axes && search->n_steps < MAX_STEPS; )
    {
      search->n_steps++;
      if (is_punctuation (self, i, ")]"))
        depth++;
      else if (is_punctuation (self, i, "([") && depth > 0)
        depth--;
      else if (get_punctuation (self, i) == '[' ||
               (get_punctuation (self, i) == '(' && is_identifier (self, i - 1)))
        return axes;
      else if (get_punctuation (self, i) == '(')
        {
          const guint close = MIN (_loom_source_skip_brackets (self, i), end);

          search->n_steps += close - i;
          moved |= find_moved_beside (self, i, close, axes);
        }
    }
  return moved;
}

/* The axes that an expression of a subscript goes along. */
static guint
read_expression (Search *self,
                 guint   first,
                 guint   end,
                 guint   depth)
{
  guint axes = read_whole_index (self, first, end);

  if (axes != 0 || depth == 0)
    return axes;

  for (guint i = first; i < end && self->n_steps < MAX_STEPS; i++)
    {
      guint from = 0, to = 0, found;

      if (!is_identifier (self->source, i) || !find_definition (self, i, &from, &to))
        continue;
      found = read_expression (self, from, to, depth - 1);
      if (found != 0)
        axes |= found & ~find_moved (self, first, end, i, found);
    }

  return axes;
}

/* first, end: the body of the kernel. */
guint
_loom_source_find_direct (const LoomSourceReader *self,
                          guint                   first,
                          guint                   end,
                          const char             *array)
{
  Search search = { self, first, end, 0 };
  guint axes = 0;

  for (guint i = first; i < end && search.n_steps < MAX_STEPS; i++)
    {
      guint close;

      if (!is_word (self, i, array) || get_punctuation (self, i + 1) != '[')
        continue;
      close = _loom_source_skip_brackets (self, i + 1) - 1;
      search.n_steps += close - i;
      axes |= read_expression (&search, i + 2, close, MAX_DEPTH);
    }

  return axes;
}
