/* loom-source-written.c: the ways to write a launch: kernel<<<…>>> (…), cudaLaunchKernel (…) and
 * its like
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-launches-private.h"

/* More tokens of one launch than anybody writes. */
#define MAX_TOKENS 512
#define MAX_ARGUMENTS 64

/* <<< or >>>, without anything between. `pair`: two of the three. */
static gboolean
is_triple (LoomSourceNames *self,
           guint            index,
           const char      *pair)
{
  return is_pair (&self->source, index, pair) && is_pair (&self->source, index + 1, pair);
}

/* Of the >>> that closes the <<< whose tokens end before `index`; `index` itself if there is
 * none. */
static guint
find_close (LoomSourceNames *self,
            guint            index)
{
  for (guint i = index, n = 0; i < self->source.n && n < MAX_TOKENS; i++, n++)
    {
      if (is_triple (self, i, ">>") && has_punctuation (self, i + 3, "("))
        return i;
      if (has_punctuation (self, i, ";})"))
        break;
      if (has_punctuation (self, i, "([{"))
        i = self->closing[i];
    }

  return index;
}

/* The name of the kernel before a <<<, behind template arguments; LOOM_NOWHERE: none. */
static guint
find_kernel (LoomSourceNames *self,
             guint            index)
{
  guint depth = 0, n = 0;

  do
    {
      if (index-- == 0 || n++ == MAX_TOKENS || has_punctuation (self, index, ";{}"))
        return LOOM_NOWHERE;
      if (has_punctuation (self, index, ")"))
        index = MIN (self->closing[index], index);
      depth += has_punctuation (self, index, ">");
      depth -= has_punctuation (self, index, "<") && depth > 0;
    }
  while (depth > 0);

  index -= index > 0 && has_punctuation (self, index, "<");
  return is_identifier (&self->source, index) ? index : LOOM_NOWHERE;
}

static void
split (LoomSourceNames *self,
       guint            first,
       guint            end,
       GArray          *parts)
{
  while (first < end && parts->len < MAX_ARGUMENTS)
    {
      const LoomSourceRange part = { first, _loom_source_names_find_comma (self, first, end) };

      g_array_append_val (parts, part);
      first = part.end + 1;
    }
}

/* A kernel's name, and the template arguments between it and `end`. */
static void
take_kernel (LoomSourceNames   *self,
             guint              name,
             guint              end,
             LoomWrittenLaunch *launch)
{
  launch->kernel = name;
  launch->instance = (LoomSourceRange) { name + 1, name + 1 };
  if (has_punctuation (self, name + 1, "<") && end > name + 2)
    launch->instance = (LoomSourceRange) { name + 2, end - 1 };
}

/* kernel<<<grid, block, shared, stream>>> (arguments): at the <<<. */
static gboolean
find_brackets (LoomSourceNames   *self,
               guint              index,
               LoomWrittenLaunch *launch)
{
  const guint close = find_close (self, index + 3), kernel = find_kernel (self, index);
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (LoomSourceRange));
  const LoomSourceRange *part;

  split (self, index + 3, close, parts);
  if (kernel == LOOM_NOWHERE || parts->len < 2)
    return FALSE;

  part = (LoomSourceRange *) parts->data;
  launch->index = kernel;
  launch->grid = part[0];
  launch->block = part[1];
  if (parts->len > 2)
    launch->shared = part[2];
  take_kernel (self, kernel, index, launch);
  split (self, close + 4, self->closing[close + 3], launch->arguments);
  return TRUE;
}

/* `scale<float>`, `(void *) scale`, `reinterpret_cast<void *> (&scale)`: at the name of what is
 * launched. */
static gboolean
find_function (LoomSourceNames   *self,
               LoomSourceRange    range,
               LoomWrittenLaunch *launch)
{
  gboolean is_found = FALSE;

  for (guint i = range.first, end; i < range.end; i = end)
    {
      end = i + 1;
      if (has_punctuation (self, i, "(") && self->closing[i] + 1 < range.end)
        end = self->closing[i];
      if (!is_identifier (&self->source, i))
        continue;
      if (has_punctuation (self, end, "<"))
        end = _loom_source_step_over_angles (&self->source, end);
      take_kernel (self, i, end, launch);
      is_found = TRUE;
    }

  return is_found;
}

/* { &a, (void *) &n } or `void *args[]` that was made of it: of each one what it points to. */
static void
add_pointed_to (LoomSourceNames   *self,
                LoomSourceRange    range,
                LoomWrittenLaunch *launch)
{
  g_autofree char *name = _loom_source_dup_text (&self->source, range.first, range.first + 1);
  guint brace = range.first;
  LoomDeclaredName declared;

  if (_loom_source_names_find (self, name, range.first, &declared) &&
      has_punctuation (self, declared.name + 1, "["))
    {
      brace = self->closing[declared.name + 1] + 1;
      brace += has_punctuation (self, brace, "=");
    }
  else
    while (brace < range.end && !has_punctuation (self, brace, "{"))
      brace++;
  if (!has_punctuation (self, brace, "{"))
    return;

  split (self, brace + 1, self->closing[brace], launch->arguments);
  for (guint i = 0; i < launch->arguments->len; i++)
    {
      LoomSourceRange *argument = &g_array_index (launch->arguments, LoomSourceRange, i);
      guint first = argument->first;

      if (has_punctuation (self, first, "(") && self->closing[first] < argument->end - 1)
        first = self->closing[first] + 1;
      /* (void *) pointer to who knows what is none of the arguments' names */
      argument->end = has_punctuation (self, first, "&") ? argument->end : first + 1;
      argument->first = first + 1;
    }
}

/* cudaLaunchKernel (kernel, grid, block, arguments, shared, stream), cudaLaunchKernelEx (&config,
 * kernel, arguments…): at its parenthesis. What a configuration holds is not read, so its name
 * stands for all of it. */
static gboolean
find_call (LoomSourceNames   *self,
           guint              paren,
           gboolean           is_configured,
           LoomWrittenLaunch *launch)
{
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (LoomSourceRange));
  const LoomSourceRange *part;

  split (self, paren + 1, self->closing[paren], parts);
  part = (LoomSourceRange *) parts->data;
  if (parts->len < (is_configured ? 2 : 4) || !find_function (self, part[is_configured], launch))
    return FALSE;

  launch->grid = part[!is_configured];
  launch->block = part[is_configured ? 0 : 2];
  if (is_configured)
    {
      launch->shared = part[0];
      g_array_append_vals (launch->arguments, part + 2, parts->len - 2);
      return TRUE;
    }
  if (parts->len > 4)
    launch->shared = part[4];
  add_pointed_to (self, part[3], launch);
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
    { "cudaLaunchKernel", "cudaLaunchCooperativeKernel", "cudaLaunchKernelEx", NULL };
  guint paren = index + 1;

  g_array_set_size (launch->arguments, 0);
  launch->index = index;
  launch->shared = (LoomSourceRange) { 0, 0 };
  if (is_triple (self, index, "<<"))
    return find_brackets (self, index, launch);
  if (!_loom_source_is_any (&self->source, index, calls) ||
      _loom_source_names_get_function (self, index) == NULL)
    return FALSE;

  if (has_punctuation (self, paren, "<"))
    paren = _loom_source_skip_angles (&self->source, paren);
  return has_punctuation (self, paren, "(") &&
         find_call (self, paren, is_word (&self->source, index, "cudaLaunchKernelEx"), launch);
}
