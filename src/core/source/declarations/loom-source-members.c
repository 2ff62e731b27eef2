/* loom-source-members.c: names that members of structs may have, by the tokens of a source
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-reader-private.h"
#include "loom-source-scan.h"

#include <string.h>

/* What C++ says of itself stands where names do, but is none. */
static gboolean
is_keyword (const LoomSourceReader *self,
            guint                   index)
{
  static const char * const words[] = {
    "public", "private", "protected", "default", "delete", "const", "volatile", "override", "final",
    "noexcept", "struct", "class", "union", "enum", "operator", "this", "true", "false", "nullptr",
    "sizeof", "alignof", "bool", "char", "short", "int", "long", "signed", "unsigned", "float",
    "double", "void", "auto", "mutable", "static", "constexpr", "inline", "template", "typename",
    "typedef", "using", "friend", "virtual", "explicit", "extern", "wchar_t", "char8_t", "char16_t",
    "char32_t", "decltype", "new", "throw", "return", "namespace", "register", "thread_local",
    "__restrict__", "__restrict", "requires", "concept", "asm", NULL
  };

  return _loom_source_is_any (self, index, words);
}

/* Whether the brace at `index` opens a struct, class or union, whose declaration begins at
 * `start`. */
static gboolean
opens_type (const LoomSourceReader *self,
            guint                   start,
            guint                   index)
{
  static const char * const words[] = { "struct", "class", "union", NULL };
  gboolean found = FALSE;
  guint parens = 0;

  for (guint i = start; i < index; i++)
    {
      const char c = get_punctuation (self, i);

      parens -= c == ')' && parens > 0;
      if (parens > 0 && c != '(')
        continue;
      if (c == '=' || is_word (self, i, "enum"))
        return FALSE;
      if (c == '(' && parens == 0 && i > start && !_loom_source_is_attribute (self, i - 1) &&
          !is_word (self, i - 1, "__builtin_align__"))
        return FALSE;
      parens += c == '(';
      if (c == '<')
        i = _loom_source_step_over_angles (self, i) - 1;
      found |= _loom_source_is_any (self, i, words);
    }

  return found;
}

/* Where a declarator can end: `x;` `x, y;` `x[3];` `x = 1;` `x : 3;` `x { 1 };`, but not `X::y`. */
static gboolean
ends_declarator (const LoomSourceReader *self,
                 guint                   index)
{
  const char c = get_punctuation (self, index);

  return c != '\0' && strchr (";,[={:", c) != NULL &&
         !(c == ':' && get_punctuation (self, index + 1) == ':');
}

/* A macro stands for something else. */
static void
add_name (LoomSourceScan *scan,
          GPtrArray      *names,
          const char     *name)
{
  if (!g_hash_table_contains (scan->macros, name) &&
      !g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
    g_ptr_array_add (names, g_strdup (name));
}

static void
read_name (LoomSourceScan         *scan,
           const LoomSourceReader *self,
           guint                   index,
           GPtrArray              *names)
{
  g_autofree char *name = NULL;

  if (!is_identifier (self, index) || !ends_declarator (self, index + 1) ||
      is_keyword (self, index))
    return;

  name = _loom_source_dup_text (self, index, index + 1);
  add_name (scan, names, name);
}

/* CUDA's own vectors, as members, are structs like any other. */
static void
add_names_of_vectors (LoomSourceScan *scan,
                      GPtrArray      *names)
{
  static const char * const of_vectors[] = { "x", "y", "z", "w" };

  for (guint i = 0; names->len > 0 && i < G_N_ELEMENTS (of_vectors); i++)
    add_name (scan, names, of_vectors[i]);
}

/**
 * loom_source_scan_list_members:
 * @most: how many names at most, beside those of vectors
 *
 * Lists the names that members of structs, classes and unions have, by their tokens: every word
 * within one that can be a declarator. Some may be no member of any; the compiler knows.
 *
 * Returns: (transfer full) (element-type utf8): each name once, in order
 */
GPtrArray *
loom_source_scan_list_members (LoomSourceScan *self,
                               guint           most)
{
  const LoomSourceReader reader = { self->text, self->tokens, self->tokens->len };
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GByteArray) is_type = g_byte_array_new ();
  guint start = 0;

  g_return_val_if_fail (self != NULL, names);

  for (guint i = 0; i < reader.n && names->len < most; i++)
    {
      const char c = get_punctuation (&reader, i);
      const gboolean within = is_type->len > 0 && is_type->data[is_type->len - 1];

      if (c == '{')
        {
          const guint8 opens = opens_type (&reader, start, i);

          g_byte_array_append (is_type, &opens, 1);
        }
      else if (c == '}' && is_type->len > 0)
        g_byte_array_set_size (is_type, is_type->len - 1);
      else if (within && (c == '(' || c == '['))
        i = _loom_source_skip_brackets (&reader, i) - 1;
      else if (within)
        read_name (self, &reader, i, names);

      if (c == '{' || c == '}' || c == ';')
        start = i + 1;
    }

  add_names_of_vectors (self, names);
  return names;
}
