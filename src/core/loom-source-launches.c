/* loom-source-launches.c: the launches in the host code of a source, as far as they can be read,
 * and how many bytes the pointers that they pass point to
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-launches.h"

#include "loom-compiled.h"
#include "loom-source-launches-private.h"

#include <math.h>
#include <string.h>

/* More launches than anybody writes. */
#define MAX_LAUNCHES 256

static const LoomReadNumber unknown = { FALSE, 0 };

/* Where the bytes of `cudaMalloc ((void **) &name, bytes)` begin; LOOM_NOWHERE: `index` is the name
 * of no such thing. */
static guint
find_bytes (LoomSourceNames *self,
            guint            index)
{
  static const char * const allocators[] = {
    "cudaMalloc", "cudaMallocManaged", "cudaMallocAsync", "cudaMallocHost", "cudaHostAlloc", NULL
  };
  guint paren = self->outer[index], comma = index + 1, callee;

  /* reinterpret_cast<void **> (&name) */
  if (paren != LOOM_NOWHERE && get_punctuation (&self->source, comma) == ')')
    {
      comma = self->closing[paren] + 1;
      paren = self->outer[paren];
    }
  if (paren == LOOM_NOWHERE || paren == 0 ||
      get_punctuation (&self->source, index - 1) != '&' ||
      get_punctuation (&self->source, comma) != ',')
    return LOOM_NOWHERE;

  callee = paren - 1;
  if (get_punctuation (&self->source, callee) == '>')
    while (callee > 0 && paren - callee < 16 && get_punctuation (&self->source, callee) != '<')
      callee--;
  if (get_punctuation (&self->source, callee) == '<' && callee > 0)
    callee--;
  return _loom_source_is_any (&self->source, callee, allocators) ? comma + 1 : LOOM_NOWHERE;
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

/* Where the function that a token is in begins, if it is that of a class its body; LOOM_NOWHERE: it
 * is in none. */
static guint
find_function (LoomSourceNames *self,
               guint            index)
{
  const LoomSourceBody *body = _loom_source_names_get_function (self, index);
  guint brace = LOOM_NOWHERE;

  if (body != NULL)
    return body->first;
  /* the outermost braces behind parentheses */
  for (guint i = self->outer[index]; i != LOOM_NOWHERE; i = self->outer[i])
    brace = i > 0 && get_punctuation (&self->source, i) == '{' &&
            get_punctuation (&self->source, i - 1) == ')' ? i : brace;
  return brace;
}

static LoomReadNumber
read_number (LoomSourceNames *self,
             LoomSourceRange  range)
{
  LoomReadNumber number = unknown;

  number.is_certain = _loom_source_names_evaluate (self, range.first, range.end, &number.value);
  return number;
}

/* The bytes of the one allocation that a pointer has in the function of a launch, where nothing
 * else may let it point elsewhere before that. `index`: of its name in the launch */
static LoomReadNumber
read_bytes (LoomSourceNames *self,
            guint            index)
{
  g_autofree char *name = _loom_source_dup_text (&self->source, index, index + 1);
  const GArray *places = _loom_source_names_list (self, name);
  LoomDeclaredName declared = { .name = 0 };
  const gboolean is_declared = _loom_source_names_find (self, name, index, &declared);
  const guint scope = is_declared ? self->outer[declared.name] : LOOM_NOWHERE;
  const guint stop = scope != LOOM_NOWHERE ? self->closing[scope] : self->source.n;
  const guint function = find_function (self, index);
  const gboolean is_local = scope != LOOM_NOWHERE && scope >= function;
  const gboolean comes_again = !is_local || _loom_source_names_may_come_again (
    self, declared.name, index);
  LoomReadNumber bytes = unknown;
  guint found = LOOM_NOWHERE;

  if (function == LOOM_NOWHERE)
    return unknown;
  if (is_declared &&
      (declared.paren != LOOM_NOWHERE || is_conditional (self, declared.name) ||
       !is_nothing (self, declared.first, declared.end)))
    return unknown;

  for (guint i = 0; i < places->len; i++)
    {
      const guint at = g_array_index (places, guint, i);
      guint first, end;

      if (at < declared.name || at >= stop || (is_declared && at == declared.name) ||
          (at > index && !comes_again))
        continue;
      if (self->budget == 0)
        return unknown;
      self->budget--;
      first = find_bytes (self, at);
      if (first == LOOM_NOWHERE)
        {
          const gboolean is_cleared = get_punctuation (&self->source, at + 1) == '=' &&
                                      is_nothing (self, at + 2, at + 3) &&
                                      (at > index || found == LOOM_NOWHERE);

          if (_loom_source_names_is_changed (self, at) && !is_cleared &&
              !_loom_source_names_is_declaration (self, at))
            return unknown;
          continue;
        }
      if (found != LOOM_NOWHERE || at > index || is_conditional (self, at) ||
          find_function (self, at) != function)
        return unknown;
      found = at;
      end = _loom_source_names_find_comma (self, first, self->closing[self->outer[first - 1]]);
      bytes = read_number (self, (LoomSourceRange) { first, end });
    }

  return bytes;
}

/* The name behind casts and &: of `(void *) d_a` the d_a. */
static guint
find_name (LoomSourceNames *self,
           LoomSourceRange  range)
{
  if (get_punctuation (&self->source, range.first) == '(' &&
      self->closing[range.first] < range.end - 1)
    range.first = self->closing[range.first] + 1;
  return range.end == range.first + 1 && is_identifier (&self->source, range.first)
         ? range.first : LOOM_NOWHERE;
}

static LoomReadArgument
read_argument (LoomSourceNames *self,
               LoomSourceRange  range)
{
  LoomReadArgument argument = { NULL };
  const guint name = range.first < range.end ? find_name (self, range) : LOOM_NOWHERE;
  LoomNumber number;

  argument.text = _loom_source_names_dup_text (self, range.first, range.end);
  argument.value = read_number (self, range);
  if (_loom_source_names_compute (self, range.first, range.end, range.first, &number) &&
      _loom_number_is_real (&number))
    {
      argument.is_real = TRUE;
      argument.real = number.real;
    }
  if (name != LOOM_NOWHERE && !argument.value.is_certain && !argument.is_real)
    argument.bytes = read_bytes (self, name);
  return argument;
}

/* Whether what stands in front of a kernel's name in the launch fits its namespaces. */
static gboolean
is_qualified_so (LoomSourceNames         *self,
                 const LoomScannedKernel *kernel,
                 guint                    index)
{
  g_autoptr (GString) written = g_string_new (NULL);
  g_autofree char *suffix = NULL;

  while (index > 2 && get_punctuation (&self->source, index - 1) == ':' &&
         get_punctuation (&self->source, index - 2) == ':' &&
         is_identifier (&self->source, index - 3))
    {
      g_autofree char *name = _loom_source_dup_text (&self->source, index - 3, index - 2);

      g_string_prepend (written, "::");
      g_string_prepend (written, name);
      index -= 3;
    }

  suffix = g_strconcat ("::", written->str, NULL);
  return written->len == 0 || strstr (kernel->name, suffix) != NULL ||
         g_str_has_prefix (kernel->name, written->str);
}

/* The kernel of a name, as far as only one can be meant. */
static const LoomScannedKernel *
find_kernel (LoomSourceNames *self,
             const char      *name,
             guint            index,
             guint            n_arguments)
{
  const LoomScannedKernel *found = NULL;

  for (guint i = 0; i < self->scan->kernels->len; i++)
    {
      const LoomScannedKernel *kernel = g_ptr_array_index (self->scan->kernels, i);
      const char *colon = strrchr (kernel->name, ':');
      const gboolean fits = g_strv_length (kernel->params) == n_arguments;

      self->budget -= self->budget > 0;
      if (strcmp (colon != NULL ? colon + 1 : kernel->name, name) != 0 ||
          !is_qualified_so (self, kernel, index))
        continue;
      if (found != NULL && g_strv_length (found->params) == n_arguments)
        {
          /* several may be meant: two definitions under #if are one */
          if (fits && (strcmp (found->name, kernel->name) != 0 ||
                       found->is_template != kernel->is_template))
            return NULL;
          continue;
        }
      found = kernel;
    }

  return found;
}

/* `auto k = scale<float>; k<<<…>>>`: on to what the variable was given. */
static void
follow_variable (LoomSourceNames   *self,
                 LoomWrittenLaunch *launch)
{
  g_autofree char *name = _loom_source_dup_text (&self->source, launch->kernel,
                                                 launch->kernel + 1);
  LoomSourceDefinition definition;
  LoomDeclaredName declared;
  guint first, end;

  if (!_loom_source_names_find (self, name, launch->kernel, &declared) ||
      !_loom_source_names_find_definition (self, name, &declared, NULL, launch->kernel,
                                           &definition) ||
      definition.is_listed)
    return;
  first = definition.first + has_punctuation (self, definition.first, "&");
  while (is_identifier (&self->source, first) &&
         has_punctuation (self, first + 1, ":") && has_punctuation (self, first + 2, ":"))
    first += 3;
  end = first + 1;
  if (get_punctuation (&self->source, end) == '<')
    end = _loom_source_skip_angles (&self->source, end);
  if (!is_identifier (&self->source, first) || end != definition.end)
    return;
  launch->kernel = first;
  launch->instance = end > first + 1 ? (LoomSourceRange) { first + 2, end - 1 }
                                     : (LoomSourceRange) { first + 1, first + 1 };
}

/* The name of the function that a launch stands in. */
static char *
dup_function (LoomSourceNames *self,
              guint            index)
{
  const LoomSourceBody *body = _loom_source_names_get_function (self, index);
  const guint brace = body == NULL ? find_function (self, index) : LOOM_NOWHERE;
  guint name;

  if (body != NULL)
    return g_strdup (body->name);
  name = brace != LOOM_NOWHERE ? self->closing[brace - 1] : 0;
  return name > 0 && name < brace && is_identifier (&self->source, name - 1)
         ? _loom_source_dup_text (&self->source, name - 1, name) : NULL;
}

static LoomSourceLaunch *
read_launch (LoomSourceNames         *self,
             const LoomWrittenLaunch *written)
{
  LoomSourceLaunch *launch = loom_source_launch_new ();
  const LoomScannedKernel *kernel;

  launch->kernel = _loom_source_dup_text (&self->source, written->kernel, written->kernel + 1);
  launch->line = get_token (&self->source, written->index)->line;
  kernel = find_kernel (self, launch->kernel, written->kernel, written->arguments->len);
  if (kernel != NULL && !is_conditional (self, written->kernel))
    launch->instance = _loom_source_names_dup_instance (self, kernel, written);
  launch->function = dup_function (self, written->index);
  launch->grid = _loom_source_names_read_extent (self, written->grid.first, written->grid.end);
  launch->block = _loom_source_names_read_extent (self, written->block.first, written->block.end);
  launch->shared = (LoomReadNumber) { TRUE, 0 };
  if (written->shared.first < written->shared.end)
    {
      launch->shared = read_number (self, written->shared);
      launch->shared_text = _loom_source_names_dup_text (self, written->shared.first,
                                                         written->shared.end);
      if (!launch->shared.is_certain)
        _loom_source_names_follow_block (self, written, launch);
    }
  if (launch->shared.value < 0)
    launch->shared = unknown;

  for (guint i = 0; i < written->arguments->len; i++)
    {
      LoomReadArgument argument = read_argument (
        self, g_array_index (written->arguments, LoomSourceRange, i));

      g_array_append_val (launch->arguments, argument);
    }

  return launch;
}

/* Two instances of a host function may launch the same instance of the kernel with the same
 * numbers. */
static gboolean
is_same (const LoomSourceLaunch *a,
         const LoomSourceLaunch *b)
{
  g_autoptr (GVariant) first = g_variant_ref_sink (loom_source_launch_to_variant (a));
  g_autoptr (GVariant) second = g_variant_ref_sink (loom_source_launch_to_variant (b));

  return g_variant_equal (first, second);
}

static void
add_launch (LoomSourceNames   *self,
            LoomWrittenLaunch *written,
            GPtrArray         *launches)
{
  g_autoptr (GPtrArray) bindings = NULL;
  guint n_before = launches->len;

  follow_variable (self, written);
  bindings = _loom_source_names_list_bindings (self, written->index);
  for (guint i = 0; i < MAX (bindings->len, 1) && launches->len < MAX_LAUNCHES; i++)
    {
      LoomSourceLaunch *launch;
      gboolean is_known = FALSE;

      if (i < bindings->len)
        {
          self->bindings = g_ptr_array_index (bindings, i);
          g_hash_table_remove_all (self->values);
        }
      launch = read_launch (self, written);
      for (guint j = n_before; j < launches->len && !is_known; j++)
        is_known = is_same (launch, g_ptr_array_index (launches, j));
      if (is_known)
        loom_source_launch_free (launch);
      else
        g_ptr_array_add (launches, launch);
    }
  if (bindings->len > 0)
    g_hash_table_remove_all (self->values);
  self->bindings = NULL;
}

/**
 * loom_source_launches_read:
 * @text: a source, without its settings; any bytes
 *
 * Reads the launches of a source. Numbers are certain where they are arithmetic of literals,
 * macros, constants, and local variables that are given one thing before the launch. What a
 * function is called with is not followed, nor what changes: that is said not to be certain, with
 * the text that stands there. A launch in a function template is one for each of its instances. It
 * takes time in proportion to @length.
 *
 * Returns: (transfer full) (element-type LoomSourceLaunch): launches in the order of the text
 */
GPtrArray *
loom_source_launches_read (const char *text,
                           gsize       length)
{
  GPtrArray *launches =
    g_ptr_array_new_with_free_func ((GDestroyNotify) loom_source_launch_free);
  LoomWrittenLaunch written = { .arguments = NULL };
  LoomSourceExpansion expansion;
  g_autoptr (LoomSourceScan) scan = NULL;
  LoomSourceNames names;

  g_return_val_if_fail (text != NULL || length == 0, launches);

  _loom_source_expansion_init (&expansion, LOOM_VIEW_HOST, text, length);
  scan = _loom_source_scan_new_of (&expansion);
  _loom_source_names_init (&names, scan);
  names.doubtful = expansion.doubtful;
  written.arguments = g_array_new (FALSE, FALSE, sizeof (LoomSourceRange));
  for (guint i = 0; i < names.source.n && launches->len < MAX_LAUNCHES; i++)
    {
      if (_loom_written_launch_find (&names, i, &written))
        add_launch (&names, &written, launches);
    }

  g_array_unref (written.arguments);
  _loom_source_names_clear (&names);
  g_clear_pointer (&scan, loom_source_scan_free);
  _loom_source_expansion_clear (&expansion);
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
  if (self->shared_per_warp != other->shared_per_warp ||
      self->shared_besides != other->shared_besides)
    self->shared_per_warp = 0;
  if (self->arguments->len != other->arguments->len)
    g_array_set_size (self->arguments, 0);

  for (guint i = 0; i < self->arguments->len; i++)
    {
      LoomReadArgument *argument = &g_array_index (self->arguments, LoomReadArgument, i);
      LoomReadArgument *same = &g_array_index (other->arguments, LoomReadArgument, i);

      if (g_strcmp0 (argument->text, same->text) != 0)
        g_clear_pointer (&argument->text, g_free);
      merge_number (&argument->value, &same->value);
      merge_number (&argument->bytes, &same->bytes);
      argument->is_real &= same->is_real && same->real == argument->real;
    }
}

/* Whether a launch may be one of @kernel. */
static gboolean
is_of_kernel (const LoomSourceLaunch *launch,
              const char             *kernel)
{
  g_autofree char *base = NULL;
  const char *name;

  if (launch->instance != NULL && strchr (kernel, '<') != NULL)
    return loom_kernel_name_equal (launch->instance, kernel);

  base = g_strchomp (g_strndup (kernel, strcspn (kernel, "<")));
  name = strrchr (base, ':') != NULL ? strrchr (base, ':') + 1 : base;
  return strcmp (launch->kernel, name) == 0;
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
  LoomSourceLaunch *merged = NULL;

  g_return_val_if_fail (launches != NULL && kernel != NULL, NULL);

  for (guint i = 0; i < launches->len; i++)
    {
      const LoomSourceLaunch *launch = g_ptr_array_index (launches, i);

      if (!is_of_kernel (launch, kernel))
        continue;
      if (merged == NULL)
        merged = loom_source_launch_copy (launch);
      else
        merge (merged, launch);
    }

  return merged;
}
