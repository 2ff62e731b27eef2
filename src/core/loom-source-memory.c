/* loom-source-memory.c: how many bytes a pointer of host code points to
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-launches-private.h"

#include <string.h>

#define MAX_ALIASES 4

static const LoomReadNumber unknown = { FALSE, 0 };

/* Where the bytes of `cudaMalloc ((void **) &name, bytes)` begin; LOOM_NOWHERE: `index` is
 * the name of no such thing. */
static guint
find_bytes (LoomSourceNames *self,
            guint            index)
{
  static const char * const allocators[] = {
    "cudaMalloc", "cudaMallocManaged", "cudaMallocAsync", "cudaMallocHost", "cudaHostAlloc", NULL
  };
  guint paren = self->outer[index], callee;

  if (paren == LOOM_NOWHERE || paren == 0 ||
      get_punctuation (&self->source, index - 1) != '&' ||
      get_punctuation (&self->source, index + 1) != ',')
    return LOOM_NOWHERE;

  callee = paren - 1;
  if (get_punctuation (&self->source, callee) == '>')
    while (callee > 0 && paren - callee < 16 && get_punctuation (&self->source, callee) != '<')
      callee--;
  if (get_punctuation (&self->source, callee) == '<' && callee > 0)
    callee--;
  return _loom_source_is_any (&self->source, callee, allocators) ? index + 2 : LOOM_NOWHERE;
}

/* NULL, nullptr, 0. */
static gboolean
is_nothing (LoomSourceNames *self,
            guint            first,
            guint            end)
{
  return first >= end || (end == first + 1 && (is_word (&self->source, first, "NULL") ||
                                               is_word (&self->source, first, "nullptr") ||
                                               is_word (&self->source, first, "0")));
}

/* Whether the pointer may point elsewhere from here on. */
static gboolean
is_pointed_elsewhere (LoomSourceNames *self,
                      guint            index)
{
  static const char * const readers[] = {
    "cudaMemcpy", "cudaFree", "cudaMemset", "cudaMemcpyAsync", "cudaMemsetAsync", "cudaFreeAsync",
    "printf", "free", NULL
  };
  const guint paren = self->outer[index];

  if (get_punctuation (&self->source, index + 1) == '=' &&
      get_punctuation (&self->source, index + 2) != '=')
    return !is_nothing (self, index + 2, index + 3) || !has_punctuation (self, index + 3, ";");
  if (has_punctuation (self, index + 1, "+-") &&
      (get_punctuation (&self->source, index + 2) == '=' ||
       get_punctuation (&self->source, index + 2) ==
       get_punctuation (&self->source, index + 1)))
    return TRUE;
  if (index > 0 && get_punctuation (&self->source, index - 1) == '&')
    return !(paren != LOOM_NOWHERE && get_punctuation (&self->source, paren) == '{' &&
             has_punctuation (self, paren - 1, "=]"));
  if (paren == LOOM_NOWHERE || paren == 0 || get_punctuation (&self->source, paren) != '(' ||
      !is_identifier (&self->source, paren - 1) ||
      _loom_source_is_any (&self->source, paren - 1, readers))
    return FALSE;

  return is_word (&self->source, paren - 1, "swap");
}

static LoomReadNumber
join (LoomReadNumber a,
      LoomReadNumber b)
{
  return a.is_certain && b.is_certain && a.value == b.value ? a : unknown;
}

static LoomReadNumber read_bytes (LoomSourceNames *self,
                                  guint            index,
                                  guint            depth);

/* Of a parameter: what it is given at all calls. */
static LoomReadNumber
read_parameter (LoomSourceNames        *self,
                const LoomDeclaredName *declared,
                guint                   depth)
{
  g_autoptr (GArray) arguments = NULL;
  LoomReadNumber bytes = unknown;

  arguments = _loom_source_names_list_arguments (self, declared);
  for (guint i = 0; arguments != NULL && i < arguments->len; i++)
    {
      const LoomSourceRange range = g_array_index (arguments, LoomSourceRange, i);
      const LoomReadNumber one = range.end == range.first + 1 &&
                                 is_identifier (&self->source, range.first)
                                 ? read_bytes (self, range.first, depth - 1) : unknown;

      bytes = i == 0 ? one : join (bytes, one);
    }

  return bytes;
}

/* A pointer that is allocated twice has no size that is certain, unless both are the same. */
static LoomReadNumber
read_allocations (LoomSourceNames        *self,
                  const char             *name,
                  const LoomDeclaredName *declared,
                  gboolean               *is_found)
{
  GArray *places = _loom_source_names_list (self, name);
  const guint scope = declared != NULL ? self->outer[declared->name] : LOOM_NOWHERE;
  const guint start = declared != NULL ? declared->name : 0;
  const guint stop = scope != LOOM_NOWHERE && declared->paren == LOOM_NOWHERE
                     ? self->closing[scope] : self->source.n;
  LoomReadNumber bytes = unknown;

  *is_found = FALSE;
  for (guint i = 0; i < places->len && self->budget > 0; i++)
    {
      const guint index = g_array_index (places, guint, i);
      guint first, end;
      LoomReadNumber read = unknown;

      self->budget--;
      if (index < start || index >= stop || (declared != NULL && index == declared->name))
        continue;
      first = find_bytes (self, index);
      if (first == LOOM_NOWHERE)
        {
          if (!is_pointed_elsewhere (self, index))
            continue;
          *is_found = TRUE;
          return unknown;
        }
      end = _loom_source_names_find_comma (self, first, self->closing[self->outer[index]]);
      read.is_certain = !is_conditional (self, index) &&
                        _loom_source_names_evaluate (self, first, end, &read.value);
      bytes = *is_found ? join (bytes, read) : read;
      *is_found = TRUE;
      if (!bytes.is_certain)
        return unknown;
    }

  return bytes;
}

static LoomReadNumber
read_bytes (LoomSourceNames *self,
            guint            index,
            guint            depth)
{
  g_autofree char *name = _loom_source_dup_text (&self->source, index, index + 1);
  LoomDeclaredName declared;
  LoomReadNumber bytes;
  gboolean is_found, is_declared = _loom_source_names_find (self, name, index, &declared);

  if (depth == 0 || (is_declared && is_conditional (self, declared.name)))
    return unknown;

  bytes = read_allocations (self, name, is_declared ? &declared : NULL, &is_found);
  if (is_found || !is_declared)
    return bytes;
  if (declared.paren != LOOM_NOWHERE)
    return read_parameter (self, &declared, depth);
  /* float *p = d_a; */
  return declared.pointers > 0 && declared.end == declared.first + 1 &&
         is_identifier (&self->source, declared.first) &&
         !is_nothing (self, declared.first, declared.end)
         ? read_bytes (self, declared.first, depth - 1) : unknown;
}

/* The token is the name of a pointer. */
LoomReadNumber
_loom_source_names_read_bytes (LoomSourceNames *self,
                               guint            index)
{
  return read_bytes (self, index, MAX_ALIASES);
}
