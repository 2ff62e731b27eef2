/* loom-source-callers.c: which function a place is in, and what it is called with
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-names-private.h"

/* More calls of one function are not followed. */
#define MAX_CALLS 64

/* The function whose body, or parameters, a token is in; NULL: none at namespace scope. */
const LoomSourceBody *
_loom_source_names_get_function (LoomSourceNames *self,
                                 guint            index)
{
  GArray *bodies = self->scan->bodies;
  guint low = 0, high = bodies->len;

  while (low < high)
    {
      const guint middle = low + (high - low) / 2;

      if (g_array_index (bodies, LoomSourceBody, middle).first <= index)
        low = middle + 1;
      else
        high = middle;
    }

  for (guint n = 0; low > 0 && n < 4; low--, n++)
    {
      const LoomSourceBody *body = &g_array_index (bodies, LoomSourceBody, low - 1);

      if (index < body->end)
        return body->paren == body->first ? body : NULL;
    }

  return NULL;
}

static gboolean
is_only_one_of_its_name (LoomSourceNames      *self,
                         const LoomSourceBody *function)
{
  for (guint i = 0; i < self->scan->bodies->len; i++)
    {
      const LoomSourceBody *body = &g_array_index (self->scan->bodies, LoomSourceBody, i);

      self->budget -= self->budget > 0;
      if (body != function && strcmp (body->name, function->name) == 0)
        return FALSE;
    }

  return self->budget > 0;
}

/* Declared before its body: `void run (int n);` */
static gboolean
is_prototype (LoomSourceNames *self,
              guint            name,
              guint            paren)
{
  return get_punctuation (&self->source, paren) == '(' &&
         _loom_source_names_get_function (self, name) == NULL;
}

/* (element-type guint) (nullable): the parentheses of all calls of a function of the source; NULL
 * if others may call it as well, or who calls it can't be told. */
static GArray *
list_calls (LoomSourceNames      *self,
            const LoomSourceBody *function)
{
  GArray *places = _loom_source_names_list (self, function->name);
  g_autoptr (GArray) calls = g_array_new (FALSE, FALSE, sizeof (guint));

  if (_loom_source_names_list (self, "main") == NULL || strcmp (function->name, "main") == 0 ||
      !is_only_one_of_its_name (self, function))
    return NULL;

  for (guint i = 0; places != NULL && i < places->len; i++)
    {
      const guint name = g_array_index (places, guint, i);
      guint paren = name + 1;

      if (get_punctuation (&self->source, paren) == '<')
        paren = _loom_source_skip_angles (&self->source, paren);
      if (name == function->paren - 1 || is_prototype (self, name, paren))
        continue;
      if (get_punctuation (&self->source, paren) != '(' || is_conditional (self, name) ||
          has_punctuation (self, name - 1, "&.") || calls->len >= MAX_CALLS || self->budget == 0)
        return NULL;
      self->budget--;
      g_array_append_val (calls, paren);
    }

  return calls->len > 0 ? g_steal_pointer (&calls) : NULL;
}

/* An argument of the call whose parenthesis this is, or a parameter of the function. */
gboolean
_loom_source_names_get_argument (LoomSourceNames *self,
                                 guint            paren,
                                 guint            index,
                                 guint           *first,
                                 guint           *end)
{
  const guint close = self->closing[paren];

  *first = paren + 1;
  for (;;)
    {
      *end = _loom_source_names_find_comma (self, *first, close);
      if (index-- == 0)
        return *first < *end && *end <= close;
      if (*end >= close)
        return FALSE;
      *first = *end + 1;
    }
}

/* (element-type LoomSourceRange) (nullable): what a parameter is given at all calls of its
 * function; NULL if that can't be told. */
GArray *
_loom_source_names_list_arguments (LoomSourceNames        *self,
                                   const LoomDeclaredName *declared)
{
  const LoomSourceBody *function = _loom_source_names_get_function (self, declared->name);
  g_autoptr (GArray) calls = NULL;
  g_autoptr (GArray) arguments = g_array_new (FALSE, FALSE, sizeof (LoomSourceRange));
  guint index = 0;

  if (function == NULL || declared->paren != function->paren)
    return NULL;
  calls = list_calls (self, function);
  if (calls == NULL)
    return NULL;

  for (guint first, end; ; index++)
    {
      if (!_loom_source_names_get_argument (self, declared->paren, index, &first, &end))
        return NULL;
      if (first <= declared->name && declared->name < end)
        break;
    }

  for (guint i = 0; i < calls->len; i++)
    {
      LoomSourceRange range;

      if (!_loom_source_names_get_argument (self, g_array_index (calls, guint, i), index,
                                            &range.first, &range.end))
        return NULL;
      g_array_append_val (arguments, range);
    }

  return g_steal_pointer (&arguments);
}
