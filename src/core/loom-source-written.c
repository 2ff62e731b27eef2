/* loom-source-written.c: the ways to write a launch: kernel<<<…>>> (…), cudaLaunchKernel (…) and
 * its like
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-launches-private.h"

#include <string.h>

/* More tokens of one launch than anybody writes. */
#define MAX_TOKENS 512
#define MAX_ARGUMENTS 64

/* <<< or >>>, without anything between. */
static gboolean
is_triple (const LoomSourceReader *source,
           guint                   index,
           char                    c)
{
  for (guint i = 0; i < 3; i++)
    {
      if (get_punctuation (source, index + i) != c ||
          (i > 0 && get_token (source, index + i)->offset !=
                    get_token (source, index + i - 1)->offset + 1))
        return FALSE;
    }

  return TRUE;
}

/* Of the >>> that closes the <<< whose tokens end before `index`; `index` itself if there is
 * none. */
static guint
find_close (LoomSourceNames *self,
            guint            index)
{
  for (guint i = index, n = 0; i < self->source.n && n < MAX_TOKENS; i++, n++)
    {
      char c = get_punctuation (&self->source, i);

      if (is_triple (&self->source, i, '>') && get_punctuation (&self->source, i + 3) == '(')
        return i;
      if (c == ';' || c == '}' || c == ')')
        break;
      if (c == '(' || c == '[' || c == '{')
        i = self->closing[i];
    }

  return index;
}

/* The name of the kernel before a <<<, behind template arguments; LOOM_NOWHERE: none. */
static guint
find_kernel (LoomSourceNames *self,
             guint            index)
{
  guint depth = 0;

  for (guint i = index, n = 0; i > 0 && n < MAX_TOKENS; i--, n++)
    {
      char c = get_punctuation (&self->source, i - 1);

      if (c == ')' && self->closing[i - 1] < i - 1)
        {
          i = self->closing[i - 1] + 1;
          if (depth == 0)
            break;
          continue;
        }
      depth += (c == '>') - (c == '<' && depth > 0);
      if (c == ';' || c == '{' || c == '}')
        break;
      if (depth == 0 && is_identifier (&self->source, i - 1))
        return i - 1;
      if (depth == 0 && c != '<')
        break;
    }

  return LOOM_NOWHERE;
}

static void
add_arguments (LoomSourceNames   *self,
               guint              first,
               guint              end,
               LoomWrittenLaunch *launch)
{
  while (first < end && launch->arguments->len < MAX_ARGUMENTS)
    {
      const guint comma = _loom_source_names_find_comma (self, first, end);
      const LoomSourceRange argument = { first, comma };

      g_array_append_val (launch->arguments, argument);
      first = comma + 1;
    }
}

/* The template arguments behind a kernel's name. */
static void
take_instance (LoomSourceNames   *self,
               LoomWrittenLaunch *launch,
               guint              end)
{
  launch->instance = (LoomSourceRange) { launch->kernel + 1, launch->kernel + 1 };
  if (get_punctuation (&self->source, launch->kernel + 1) == '<' && end > launch->kernel + 2)
    launch->instance = (LoomSourceRange) { launch->kernel + 2, end - 1 };
}

/* kernel<<<grid, block, shared, stream>>> (arguments): at the <<<. */
static gboolean
find_brackets (LoomSourceNames   *self,
               guint              index,
               LoomWrittenLaunch *launch)
{
  guint close = find_close (self, index + 3), comma, end, next;

  launch->kernel = find_kernel (self, index);
  if (launch->kernel == LOOM_NOWHERE || close == index + 3)
    return FALSE;
  comma = _loom_source_names_find_comma (self, index + 3, close);
  if (comma >= close)
    return FALSE;

  end = _loom_source_names_find_comma (self, comma + 1, close);
  launch->index = launch->kernel;
  launch->grid = (LoomSourceRange) { index + 3, comma };
  launch->block = (LoomSourceRange) { comma + 1, end };
  if (end < close)
    {
      next = _loom_source_names_find_comma (self, end + 1, close);
      launch->shared = (LoomSourceRange) { end + 1, next };
    }
  take_instance (self, launch, index);
  add_arguments (self, close + 4, self->closing[close + 3], launch);
  return TRUE;
}

/* `scale<float>`, `(void *) scale`, `reinterpret_cast<void *> (&scale)`: at the name of what is
 * launched. */
static gboolean
find_function (LoomSourceNames   *self,
               LoomSourceRange    range,
               LoomWrittenLaunch *launch)
{
  guint name = LOOM_NOWHERE;

  for (guint i = range.first; i < range.end; i++)
    {
      if (get_punctuation (&self->source, i) == '(' && self->closing[i] + 1 < range.end)
        i = self->closing[i];
      else if (is_identifier (&self->source, i))
        {
          name = i;
          if (get_punctuation (&self->source, i + 1) == '<')
            i = _loom_source_step_over_angles (&self->source, i + 1) - 1;
        }
    }

  if (name == LOOM_NOWHERE)
    return FALSE;
  launch->kernel = name;
  take_instance (self, launch,
                 get_punctuation (&self->source, name + 1) == '<'
                 ? _loom_source_skip_angles (&self->source, name + 1) : name + 1);
  return TRUE;
}

/* The list of `void *args[] = { &a, &n }`; without one, what stands there. */
static gboolean
find_list (LoomSourceNames *self,
           LoomSourceRange  range,
           LoomSourceRange *list)
{
  g_autofree char *name = NULL;
  GArray *places;

  for (guint i = range.first; i < range.end; i++)
    {
      if (get_punctuation (&self->source, i) == '{')
        {
          *list = (LoomSourceRange) { i + 1, self->closing[i] };
          return TRUE;
        }
    }
  if (range.end != range.first + 1 || !is_identifier (&self->source, range.first))
    return FALSE;

  name = _loom_source_dup_text (&self->source, range.first, range.end);
  places = _loom_source_names_list (self, name);
  for (guint i = places->len; i > 0; i--)
    {
      const guint index = g_array_index (places, guint, i - 1);
      guint next = index + 1;

      if (index >= range.first || get_punctuation (&self->source, next) != '[')
        continue;
      next = self->closing[next] + 1;
      next += get_punctuation (&self->source, next) == '=';
      if (get_punctuation (&self->source, next) != '{' ||
          _loom_source_names_get_function (self, index) !=
          _loom_source_names_get_function (self, range.first))
        return FALSE;
      *list = (LoomSourceRange) { next + 1, self->closing[next] };
      return TRUE;
    }

  return FALSE;
}

/* { &a, (void *) &n }: of each one what it points to. */
static void
add_pointed_to (LoomSourceNames   *self,
                LoomSourceRange    list,
                LoomWrittenLaunch *launch)
{
  add_arguments (self, list.first, list.end, launch);
  for (guint i = 0; i < launch->arguments->len; i++)
    {
      LoomSourceRange *argument = &g_array_index (launch->arguments, LoomSourceRange, i);
      guint first = argument->first;

      if (get_punctuation (&self->source, first) == '(' && self->closing[first] < argument->end - 1)
        first = self->closing[first] + 1;
      /* (void *) pointer to who knows what is none of the arguments' names */
      *argument = get_punctuation (&self->source, first) == '&'
                  ? (LoomSourceRange) { first + 1, argument->end }
                  : (LoomSourceRange) { first, first };
    }
}

/* cudaLaunchKernel (kernel, grid, block, arguments, shared, stream): at its parenthesis. */
static gboolean
find_call (LoomSourceNames   *self,
           guint              paren,
           LoomWrittenLaunch *launch)
{
  LoomSourceRange parts[5] = { { 0 } }, list;

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      if (!_loom_source_names_get_argument (self, paren, i, &parts[i].first, &parts[i].end))
        {
          if (i < 4)
            return FALSE;
          parts[i] = (LoomSourceRange) { 0, 0 };
        }
    }
  if (!find_function (self, parts[0], launch))
    return FALSE;

  launch->grid = parts[1];
  launch->block = parts[2];
  launch->shared = parts[4];
  if (find_list (self, parts[3], &list))
    add_pointed_to (self, list, launch);
  return TRUE;
}

/* A member of the configuration that is given where it is declared or assigned. */
static LoomSourceRange
find_member (LoomSourceNames *self,
             guint            index,
             const char      *member)
{
  g_autofree char *name = _loom_source_dup_text (&self->source, index, index + 1);
  LoomSourceDefinition definition;
  LoomDeclaredName declared;

  if (_loom_source_names_find (self, name, index, &declared) &&
      _loom_source_names_find_definition (self, name, &declared, member, index, &definition) &&
      definition.is_member)
    return (LoomSourceRange) { definition.first, definition.end };
  return (LoomSourceRange) { index, index };
}

/* cudaLaunchKernelEx (&config, kernel, arguments…): at its parenthesis. */
static gboolean
find_configured (LoomSourceNames   *self,
                 guint              paren,
                 LoomWrittenLaunch *launch)
{
  LoomSourceRange config, kernel;

  if (!_loom_source_names_get_argument (self, paren, 0, &config.first, &config.end) ||
      !_loom_source_names_get_argument (self, paren, 1, &kernel.first, &kernel.end) ||
      !find_function (self, kernel, launch) || config.end != config.first + 2 ||
      !has_punctuation (self, config.first, "&"))
    return FALSE;

  launch->grid = find_member (self, config.first + 1, "gridDim");
  launch->block = find_member (self, config.first + 1, "blockDim");
  launch->shared = find_member (self, config.first + 1, "dynamicSmemBytes");
  if (kernel.end < self->closing[paren])
    add_arguments (self, kernel.end + 1, self->closing[paren], launch);
  return TRUE;
}

/* Whether a launch begins with this token, or <<< stands there; its `arguments` must be an empty
 * array. */
gboolean
_loom_written_launch_find (LoomSourceNames   *self,
                           guint              index,
                           LoomWrittenLaunch *launch)
{
  static const char * const calls[] =
    { "cudaLaunchKernel", "cudaLaunchCooperativeKernel", NULL };
  guint paren = index + 1;

  g_array_set_size (launch->arguments, 0);
  launch->shared = (LoomSourceRange) { 0, 0 };
  if (is_triple (&self->source, index, '<'))
    return find_brackets (self, index, launch);
  if (!is_identifier (&self->source, index) || index == 0 ||
      _loom_source_names_get_function (self, index) == NULL)
    return FALSE;

  if (get_punctuation (&self->source, paren) == '<')
    paren = _loom_source_skip_angles (&self->source, paren);
  if (get_punctuation (&self->source, paren) != '(')
    return FALSE;
  launch->index = index;
  if (_loom_source_is_any (&self->source, index, calls))
    return find_call (self, paren, launch);
  return is_word (&self->source, index, "cudaLaunchKernelEx") &&
         find_configured (self, paren, launch);
}
