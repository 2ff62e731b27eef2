/* loom-source-launches.c: the launches in the host code of a source, as far as they can be read,
 * and how many bytes the pointers that they pass point to
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-launches.h"

#include "loom-kernel-name.h"
#include "loom-source-launches-private.h"

#include <string.h>

/* More launches than anybody writes. */
#define MAX_LAUNCHES 256
#define WARP 32
#define MOST (1 << 28)          /* of bytes, so that their differences are numbers */

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
  guint paren = self->outer[index], comma = index + 1;

  /* reinterpret_cast<void **> (&name) */
  if (paren != LOOM_NOWHERE && get_punctuation (&self->source, comma) == ')')
    {
      comma = self->closing[paren] + 1;
      paren = self->outer[paren];
    }
  return paren != LOOM_NOWHERE && paren > 0 && get_punctuation (&self->source, index - 1) == '&' &&
         get_punctuation (&self->source, comma) == ',' &&
         _loom_source_is_any (&self->source, paren - 1, allocators) ? comma + 1 : LOOM_NOWHERE;
}

/* NULL, nullptr, 0. */
static gboolean
is_nothing (LoomSourceNames *self,
            guint            first,
            guint            end)
{
  static const char * const words[] = { "NULL", "nullptr", "0", NULL };

  return first >= end || (end == first + 1 && _loom_source_is_any (&self->source, first, words));
}

/* The name of the function that a token is in, which may be one of a class; NULL: it is in none. */
static char *
dup_function (LoomSourceNames *self,
              guint            index)
{
  const LoomSourceBody *body = _loom_source_names_get_function (self, index);
  guint name = LOOM_NOWHERE;

  if (body != NULL)
    return g_strdup (body->name);
  /* the outermost braces behind parentheses */
  for (guint i = self->outer[index]; i != LOOM_NOWHERE; i = self->outer[i])
    if (i > 0 && has_punctuation (self, i, "{") && has_punctuation (self, i - 1, ")") &&
        self->closing[i - 1] < i && is_identifier (&self->source, self->closing[i - 1] - 1))
      name = self->closing[i - 1] - 1;
  return name != LOOM_NOWHERE ? _loom_source_dup_text (&self->source, name, name + 1) : NULL;
}

static LoomReadNumber
read_number (LoomSourceNames *self,
             LoomSourceRange  range)
{
  LoomReadNumber number = unknown;

  number.is_certain = _loom_source_names_evaluate (self, range, &number.value);
  return number;
}

/* The bytes of the one allocation that a pointer has in the function of a launch, where nothing
 * else may let it point elsewhere before that. `index`: of its name in the launch */
static LoomReadNumber
read_bytes (LoomSourceNames *self,
            guint            index)
{
  g_autofree char *name = _loom_source_dup_text (&self->source, index, index + 1);
  g_autofree char *function = dup_function (self, index);
  const GArray *places = _loom_source_names_list (self, name);
  LoomDeclaredName declared = { .paren = LOOM_NOWHERE };
  const gboolean is_declared = _loom_source_names_find (self, name, index, &declared);
  const guint scope = is_declared ? self->outer[declared.name] : LOOM_NOWHERE;
  const guint stop = scope != LOOM_NOWHERE ? self->closing[scope] : self->source.n;
  const gboolean comes_again = !is_declared || _loom_source_names_may_come_again (
    self, declared.name, index);
  LoomReadNumber bytes = unknown;
  gboolean is_found = FALSE;

  if (function == NULL || declared.paren != LOOM_NOWHERE ||
      is_conditional (self, declared.name) || !is_nothing (self, declared.first, declared.end))
    return unknown;

  for (guint i = 0; i < places->len; i++)
    {
      const guint at = g_array_index (places, guint, i);
      g_autofree char *other = NULL;
      guint first, end;

      if (at < declared.name || at >= stop || (at > index && !comes_again))
        continue;
      if (self->budget == 0)
        return unknown;
      self->budget--;
      first = find_bytes (self, at);
      if (first == LOOM_NOWHERE &&
          (!_loom_source_names_is_changed (self, at) ||
           _loom_source_names_is_declaration (self, at) ||
           (has_punctuation (self, at + 1, "=") && is_nothing (self, at + 2, at + 3) &&
            (at > index || !is_found))))
        continue;
      other = dup_function (self, at);
      if (first == LOOM_NOWHERE || is_found || at > index || is_conditional (self, at) ||
          g_strcmp0 (function, other) != 0)
        return unknown;
      is_found = TRUE;
      end = _loom_source_names_find_comma (self, first, self->closing[self->outer[first - 1]]);
      bytes = read_number (self, (LoomSourceRange) { first, end });
    }

  return bytes;
}

static LoomReadArgument
read_argument (LoomSourceNames *self,
               LoomSourceRange  range)
{
  LoomReadArgument argument = { _loom_source_names_dup_text (self, range) };
  guint name = range.first;
  LoomConstant constant;

  argument.value = read_number (self, range);
  argument.is_real = _loom_source_names_compute (self, range, range.first, &constant) &&
                     loom_scalar_is_float (constant.type);
  argument.real = argument.is_real ? constant.number.d : 0;
  /* of `(void *) d_a` the d_a */
  if (has_punctuation (self, name, "(") && self->closing[name] + 1 < range.end)
    name = self->closing[name] + 1;
  if (!argument.value.is_certain && !argument.is_real && range.end == name + 1 &&
      is_identifier (&self->source, name))
    argument.bytes = read_bytes (self, name);
  return argument;
}

/* Whether a kernel's name ends with the one that a launch has, and as much of its namespaces as
 * stands in front of that. */
static gboolean
is_named (LoomSourceNames         *self,
          const LoomScannedKernel *kernel,
          guint                    index)
{
  g_auto (GStrv) names = g_strsplit (kernel->name, "::", -1);

  for (guint n = g_strv_length (names); n > 0; n--, index -= 3)
    {
      if (!is_word (&self->source, index, names[n - 1]))
        return FALSE;
      if (index < 3 || !is_pair (&self->source, index - 2, "::") ||
          !is_identifier (&self->source, index - 3))
        return TRUE;
    }

  return FALSE;
}

/* The kernel that a launch names, as far as only one can be meant: of several that which has as
 * many parameters as there are arguments. Two definitions under #if are one. */
static const LoomScannedKernel *
find_kernel (LoomSourceNames *self,
             guint            index,
             guint            n_arguments)
{
  const LoomScannedKernel *found = NULL;
  gboolean is_fit = FALSE, is_open = FALSE;

  for (guint i = 0; i < self->scan->kernels->len; i++)
    {
      const LoomScannedKernel *kernel = g_ptr_array_index (self->scan->kernels, i);
      const gboolean fits = g_strv_length (kernel->params) == n_arguments;

      self->budget -= self->budget > 0;
      if (!is_named (self, kernel, index))
        continue;
      if (found != NULL && fits == is_fit)
        is_open |= strcmp (found->name, kernel->name) != 0 ||
                   g_strcmp0 (found->template_params, kernel->template_params) != 0;
      else if (found == NULL || fits)
        {
          found = kernel;
          is_fit = fits;
          is_open = FALSE;
        }
    }

  return is_open ? NULL : found;
}

/* Threads of the block, where one variable is taken to hold `number`, and the bytes of shared
 * memory. */
static gboolean
take_sample (LoomSourceNames         *self,
             const LoomWrittenLaunch *written,
             guint                    variable,
             gint64                   number,
             gint64                  *bytes)
{
  LoomReadExtent block;
  gboolean is_read;

  self->supposed = variable;
  self->supposed_value = number;
  g_hash_table_remove_all (self->values);
  block = _loom_source_names_read_extent (self, written->block);
  is_read = loom_read_extent_is_certain (&block) && block.axes[0].value == number &&
            block.axes[1].value == 1 && block.axes[2].value == 1 &&
            _loom_source_names_evaluate (self, written->shared, bytes) && ABS (*bytes) <= MOST;
  self->supposed = LOOM_NOWHERE;
  g_hash_table_remove_all (self->values);
  g_free (block.text);
  return is_read;
}

/* Of a launch whose block is one variable that nobody knows: its shared memory may be so many bytes
 * for each thread, and some besides. */
static void
follow_block (LoomSourceNames         *self,
              const LoomWrittenLaunch *written,
              LoomSourceLaunch        *launch)
{
  gint64 bytes[3];
  LoomReadExtent block;
  guint variable;

  g_hash_table_remove_all (self->values);
  self->open = LOOM_NOWHERE;
  block = _loom_source_names_read_extent (self, written->block);
  g_free (block.text);
  variable = self->open;
  for (guint i = 0; i < G_N_ELEMENTS (bytes); i++)
    if (variable == LOOM_NOWHERE ||
        !take_sample (self, written, variable, WARP << i, &bytes[i]))
      return;

  if (bytes[1] <= bytes[0] || bytes[2] - bytes[1] != 2 * (bytes[1] - bytes[0]))
    return;
  launch->shared_per_warp = bytes[1] - bytes[0];
  launch->shared_besides = 2 * bytes[0] - bytes[1];
}

static LoomSourceLaunch *
read_launch (LoomSourceNames         *self,
             const LoomWrittenLaunch *written)
{
  LoomSourceLaunch *launch = loom_source_launch_new ();
  const LoomScannedKernel *kernel;

  launch->kernel = _loom_source_dup_text (&self->source, written->kernel, written->kernel + 1);
  launch->line = get_token (&self->source, written->index)->line;
  kernel = find_kernel (self, written->kernel, written->arguments->len);
  if (kernel != NULL && !is_conditional (self, written->kernel))
    launch->instance = _loom_source_names_dup_instance (self, kernel, written);
  if (launch->instance == NULL && kernel != NULL && kernel->is_template)
    launch->template_name = g_strdup (kernel->name);
  launch->function = dup_function (self, written->index);
  launch->grid = _loom_source_names_read_extent (self, written->grid);
  launch->block = _loom_source_names_read_extent (self, written->block);
  launch->shared = (LoomReadNumber) { TRUE, 0 };
  if (written->shared.first < written->shared.end)
    {
      launch->shared = read_number (self, written->shared);
      launch->shared_text = _loom_source_names_dup_text (self, written->shared);
      if (!launch->shared.is_certain)
        follow_block (self, written, launch);
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

/**
 * loom_source_launches_read:
 * @text: a source, without its settings; any bytes
 *
 * Reads the launches of a source. Numbers are certain where they are arithmetic of literals,
 * macros, constants, and local variables that are given one thing before the launch. What a
 * function is called with is not followed, nor what changes: that is said not to be certain, with
 * the text that stands there. It takes time in proportion to @length.
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
        g_ptr_array_add (launches, read_launch (&names, &written));
    }

  g_array_unref (written.arguments);
  _loom_source_names_clear (&names);
  g_clear_pointer (&scan, loom_source_scan_free);
  _loom_source_expansion_clear (&expansion);
  return launches;
}

static void
merge_numbers (LoomReadNumber       *numbers,
               const LoomReadNumber *others,
               guint                 n)
{
  for (guint i = 0; i < n; i++)
    numbers[i].is_certain &= others[i].is_certain && others[i].value == numbers[i].value;
}

static void
merge (LoomSourceLaunch       *self,
       const LoomSourceLaunch *other)
{
  merge_numbers (self->grid.axes, other->grid.axes, 3);
  merge_numbers (self->block.axes, other->block.axes, 3);
  merge_numbers (&self->shared, &other->shared, 1);
  if (self->grid.rank != other->grid.rank)
    self->grid.rank = 0;
  if (self->block.rank != other->block.rank)
    self->block.rank = 0;
  if (self->shared_per_warp != other->shared_per_warp ||
      self->shared_besides != other->shared_besides)
    self->shared_per_warp = 0;
  if (self->arguments->len != other->arguments->len)
    g_array_set_size (self->arguments, 0);

  for (guint i = 0; i < self->arguments->len; i++)
    {
      LoomReadArgument *argument = &g_array_index (self->arguments, LoomReadArgument, i);
      const LoomReadArgument *same = &g_array_index (other->arguments, LoomReadArgument, i);

      if (g_strcmp0 (argument->text, same->text) != 0)
        g_clear_pointer (&argument->text, g_free);
      merge_numbers (&argument->value, &same->value, 1);
      merge_numbers (&argument->bytes, &same->bytes, 1);
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
