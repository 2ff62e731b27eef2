/* loom-source-launches.c: the launches in the host code of a source, as far as they can be read
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-launches.h"

#include "loom-source-names-private.h"

#include <math.h>
#include <string.h>

/* More launches, and more tokens of one, than anybody writes. */
#define MAX_LAUNCHES 256
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
find_kernel (const LoomSourceReader *source,
             guint                   index)
{
  guint depth = 0;

  for (guint i = index, n = 0; i > 0 && n < MAX_TOKENS; i--, n++)
    {
      char c = get_punctuation (source, i - 1);

      depth += (c == '>') - (c == '<' && depth > 0);
      if (c == ';' || c == '{' || c == '}')
        break;
      if (depth == 0 && is_identifier (source, i - 1))
        return i - 1;
      if (depth == 0 && c != '<')
        break;
    }

  return LOOM_NOWHERE;
}

/* The words of an expression in one line, or NULL if there are none. */
static char *
dup_expression (LoomSourceNames *self,
                guint            first,
                guint            end)
{
  g_autofree char *text = first < end ? _loom_source_dup_text (&self->source, first, end) : NULL;
  g_autofree char *valid = text != NULL ? g_utf8_make_valid (text, -1) : NULL;
  GString *line = g_string_new (NULL);

  for (const char *c = valid; c != NULL && *c != '\0'; c++)
    {
      if (!g_ascii_isspace (*c))
        g_string_append_c (line, *c);
      else if (line->len > 0 && line->str[line->len - 1] != ' ')
        g_string_append_c (line, ' ');
    }

  return line->len > 0 ? g_string_free (line, FALSE) : (g_string_free (line, TRUE), NULL);
}

static LoomReadNumber
read_number (LoomSourceNames *self,
             guint            first,
             guint            end)
{
  LoomReadNumber number = { FALSE, 0 };

  number.is_certain = _loom_source_names_evaluate (self, first, end, &number.value);
  if (!number.is_certain)
    number.value = 0;
  return number;
}

/* An axis behind those that differ from 1 for certain is not written. */
static LoomReadExtent
read_list (LoomSourceNames *self,
           guint            first,
           guint            end)
{
  LoomReadExtent extent = { 1, { { TRUE, 1 }, { TRUE, 1 }, { TRUE, 1 } } };

  for (guint axis = 0; axis < 3 && first < end; axis++)
    {
      guint comma = _loom_source_names_find_comma (self, first, end);

      extent.axes[axis] = read_number (self, first, comma);
      if (!extent.axes[axis].is_certain || extent.axes[axis].value != 1)
        extent.rank = axis + 1;
      first = comma + 1;
    }

  return extent;
}

static LoomReadExtent
read_variable (LoomSourceNames *self,
               guint            index)
{
  LoomReadExtent unknown = { 0, { { FALSE, 0 } } };
  g_autofree char *name = _loom_source_dup_text (&self->source, index, index + 1);
  LoomDeclaredName declared;
  guint first, end;

  if (!_loom_source_names_find (self, name, index, &declared))
    return unknown;
  if (declared.type == LOOM_DECLARED_INT || declared.type == LOOM_DECLARED_LONG)
    return read_list (self, index, index + 1);
  if (declared.type != LOOM_DECLARED_DIM3 || declared.first >= declared.end ||
      _loom_source_names_is_changed (self, name, &declared))
    return unknown;

  first = declared.first;
  end = declared.end;
  if (!declared.is_listed && is_word (&self->source, first, "dim3"))
    first++;
  if (!declared.is_listed && (get_punctuation (&self->source, first) == '(' ||
                              get_punctuation (&self->source, first) == '{') &&
      self->closing[first] == end - 1)
    {
      first++;
      end--;
    }
  else if (!declared.is_listed && first > declared.first)
    return unknown;
  return read_list (self, first, end);
}

static gboolean
is_number_function (LoomSourceNames *self,
                    guint            index)
{
  static const char * const words[] = {
    "ceil", "ceilf", "floor", "min", "max", "int", "unsigned", "size_t", "static_cast", "sizeof",
    NULL
  };

  return _loom_source_is_any (&self->source, index, words);
}

/* What is computed is a number of threads along x, whatever it comes to. */
static gboolean
is_arithmetic (LoomSourceNames *self,
               guint            first,
               guint            end)
{
  g_autoptr (GArray) expanded = g_array_new (FALSE, FALSE, sizeof (LoomSourceToken));
  LoomSourceReader reader;

  if (!_loom_source_macros_expand (self->scan->macros, &self->source, first, end, expanded))
    return FALSE;

  reader = (LoomSourceReader) { self->source.text, expanded, expanded->len };
  for (guint i = 1; i < reader.n; i++)
    {
      char c = get_punctuation (&reader, i);

      if (c != '\0' && strchr ("+-*/%", c) != NULL && get_punctuation (&reader, 0) != '{' &&
          !is_word (&reader, 0, "dim3"))
        return TRUE;
    }

  return is_number_function (self, first);
}

static LoomReadExtent
read_extent (LoomSourceNames *self,
             guint            first,
             guint            end)
{
  LoomReadExtent unknown = { 0, { { FALSE, 0 } } };
  LoomReadNumber number = read_number (self, first, end);

  if (number.is_certain || is_arithmetic (self, first, end))
    return read_list (self, first, end);
  if (end == first + 1 && is_identifier (&self->source, first))
    return read_variable (self, first);
  if (is_word (&self->source, first, "dim3"))
    first++;
  if (first < end && self->closing[first] == end - 1 &&
      (get_punctuation (&self->source, first) == '(' ||
       get_punctuation (&self->source, first) == '{'))
    return read_list (self, first + 1, end - 1);

  return unknown;
}

/* Where the bytes of `cudaMalloc ((void **) &name, bytes)` begin; LOOM_NOWHERE: `index` is
 * the name of no such thing. */
static guint
find_bytes (LoomSourceNames *self,
            guint            index)
{
  static const char * const allocators[] =
    { "cudaMalloc", "cudaMallocManaged", "cudaMallocAsync", NULL };
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

/* A pointer that is allocated twice has no size that is certain, unless both are the same. */
static LoomReadNumber
read_bytes (LoomSourceNames *self,
            guint            index)
{
  g_autofree char *name = _loom_source_dup_text (&self->source, index, index + 1);
  GArray *places = _loom_source_names_list (self, name);
  LoomReadNumber bytes = { FALSE, 0 };

  for (guint i = 0; i < places->len && self->budget > 0; i++)
    {
      guint first = find_bytes (self, g_array_index (places, guint, i)), end;
      LoomReadNumber read;

      self->budget--;
      if (first == LOOM_NOWHERE)
        continue;
      end = _loom_source_names_find_comma (self, first, self->closing[self->outer[first]]);
      read = read_number (self, first, end);
      if (!read.is_certain || (bytes.is_certain && bytes.value != read.value))
        return (LoomReadNumber) { FALSE, 0 };
      bytes = read;
    }

  return bytes;
}

/* 2.0f, -0.5, 1e-3: as it stands, and nothing that is computed. */
static void
read_real (LoomSourceNames  *self,
           guint             first,
           guint             end,
           LoomReadArgument *argument)
{
  const gboolean is_negative = get_punctuation (&self->source, first) == '-';
  g_autofree char *text = NULL;
  char *rest;

  first += is_negative;
  if (end != first + 1 || get_token (&self->source, first)->kind != LOOM_TOKEN_NUMBER)
    return;

  text = _loom_source_dup_text (&self->source, first, end);
  argument->real = (is_negative ? -1 : 1) * g_ascii_strtod (text, &rest);
  argument->is_real = rest > text && strpbrk (text, ".eE") != NULL &&
                      strspn (rest, "fFlL") == strlen (rest) && isfinite (argument->real);
}

static void
read_arguments (LoomSourceNames  *self,
                LoomSourceLaunch *launch,
                guint             paren)
{
  guint first = paren + 1, close = self->closing[paren];

  while (first < close && launch->arguments->len < MAX_ARGUMENTS)
    {
      guint end = _loom_source_names_find_comma (self, first, close);
      LoomReadArgument argument = { NULL };

      argument.text = dup_expression (self, first, end);
      argument.value = read_number (self, first, end);
      read_real (self, first, end, &argument);
      if (end == first + 1 && is_identifier (&self->source, first))
        argument.bytes = read_bytes (self, first);
      g_array_append_val (launch->arguments, argument);
      first = end + 1;
    }
}

/* At a <<<. NULL if this is none. */
static LoomSourceLaunch *
read_launch (LoomSourceNames *self,
             guint            index)
{
  guint kernel = find_kernel (&self->source, index), close = find_close (self, index + 3);
  guint comma = _loom_source_names_find_comma (self, index + 3, close);
  guint end = _loom_source_names_find_comma (self, MIN (comma + 1, close), close), shared_end;
  LoomSourceLaunch *launch;

  if (kernel == LOOM_NOWHERE || close == index + 3 || comma >= close)
    return NULL;

  launch = loom_source_launch_new ();
  launch->kernel = _loom_source_dup_text (&self->source, kernel, kernel + 1);
  launch->line = get_token (&self->source, kernel)->line;
  launch->grid = read_extent (self, index + 3, comma);
  launch->grid.text = dup_expression (self, index + 3, comma);
  launch->block = read_extent (self, comma + 1, end);
  launch->block.text = dup_expression (self, comma + 1, end);
  launch->shared = (LoomReadNumber) { TRUE, 0 };
  if (end < close)
    {
      shared_end = _loom_source_names_find_comma (self, end + 1, close);
      launch->shared = read_number (self, end + 1, shared_end);
      launch->shared_text = dup_expression (self, end + 1, shared_end);
    }
  read_arguments (self, launch, close + 3);
  return launch;
}

/**
 * loom_source_launches_read:
 * @text: a source, without its settings; any bytes
 * @length: of @text
 *
 * Reads the launches of a source. Numbers are certain where they are constants, or simple
 * arithmetic of constants: literals, macros that are defined once, variables that nothing can
 * change between their declaration and the launch. What can't be read for certain is said to be so.
 * It takes time in proportion to @length.
 *
 * Returns: (transfer full) (element-type LoomSourceLaunch): launches in the order of the text
 */
GPtrArray *
loom_source_launches_read (const char *text,
                           gsize       length)
{
  g_autoptr (LoomSourceScan) scan = NULL;
  GPtrArray *launches = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_source_launch_free);
  LoomSourceNames names;

  g_return_val_if_fail (text != NULL || length == 0, launches);

  scan = _loom_source_scan_new_for (text, length, LOOM_SOURCE_FOR_HOST);
  _loom_source_names_init (&names, scan, text);
  for (guint i = 0; i + 2 < names.source.n && launches->len < MAX_LAUNCHES; i++)
    {
      LoomSourceLaunch *launch = is_triple (&names.source, i, '<') ? read_launch (&names, i) : NULL;

      if (launch != NULL)
        g_ptr_array_add (launches, launch);
    }

  _loom_source_names_clear (&names);
  return launches;
}

static void
merge_number (LoomReadNumber       *number,
              const LoomReadNumber *other)
{
  number->is_certain &= other->is_certain && other->value == number->value;
}

static void
merge_extent (LoomReadExtent       *extent,
              const LoomReadExtent *other)
{
  if (extent->rank != other->rank)
    extent->rank = 0;
  for (guint axis = 0; axis < 3; axis++)
    merge_number (&extent->axes[axis], &other->axes[axis]);
}

static void
merge (LoomSourceLaunch       *self,
       const LoomSourceLaunch *other)
{
  merge_extent (&self->grid, &other->grid);
  merge_extent (&self->block, &other->block);
  merge_number (&self->shared, &other->shared);
  if (self->arguments->len != other->arguments->len)
    g_array_set_size (self->arguments, 0);

  for (guint i = 0; i < self->arguments->len; i++)
    {
      LoomReadArgument *argument = &g_array_index (self->arguments, LoomReadArgument, i);
      LoomReadArgument *same = &g_array_index (other->arguments, LoomReadArgument, i);

      merge_number (&argument->value, &same->value);
      merge_number (&argument->bytes, &same->bytes);
      argument->is_real &= same->is_real && same->real == argument->real;
    }
}

/**
 * loom_source_launches_merge:
 * @launches: (element-type LoomSourceLaunch): what was read
 * @kernel: a kernel, perhaps with namespaces and template arguments
 *
 * Makes one launch of all those of a kernel: what they have in common is certain, nothing else.
 *
 * Returns: (transfer full) (nullable): the first launch of @kernel as far as the others agree with
 *   it, or %NULL if there is none
 */
LoomSourceLaunch *
loom_source_launches_merge (GPtrArray  *launches,
                            const char *kernel)
{
  g_autofree char *base = NULL;
  LoomSourceLaunch *merged = NULL;
  const char *name;

  g_return_val_if_fail (launches != NULL && kernel != NULL, NULL);

  base = g_strchomp (g_strndup (kernel, strcspn (kernel, "<")));
  name = strrchr (base, ':') != NULL ? strrchr (base, ':') + 1 : base;
  for (guint i = 0; i < launches->len; i++)
    {
      LoomSourceLaunch *launch = g_ptr_array_index (launches, i);

      if (strcmp (launch->kernel, name) != 0)
        continue;
      if (merged == NULL)
        merged = loom_source_launch_copy (launch);
      else
        merge (merged, launch);
    }

  return merged;
}
