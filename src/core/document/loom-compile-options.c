/* loom-compile-options.c: the options of the compiler that a document may give
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-compile-options.h"
#include "loom-error.h"
#include "loom-extents-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

typedef enum
{
  VALUE_NONE,
  VALUE_ANY,
  VALUE_BOOLEAN,
  VALUE_NUMBER,
  VALUE_STANDARD,
  VALUE_LEVEL,
  VALUE_FOLDER,
  VALUE_MACRO,
} ValueKind;

/* Names without their dashes. The short ones take their value joined or as the next word; the
 * long ones behind an equals sign, or as the next word. */
static const struct
{
  const char *name;
  gboolean    is_short;
  ValueKind   value;
} allowed[] = {
  { "D", TRUE, VALUE_MACRO },
  { "U", TRUE, VALUE_MACRO },
  { "I", TRUE, VALUE_FOLDER },
  { "define-macro", FALSE, VALUE_MACRO },
  { "undefine-macro", FALSE, VALUE_MACRO },
  { "include-path", FALSE, VALUE_FOLDER },
  { "std", FALSE, VALUE_STANDARD },
  { "fmad", FALSE, VALUE_BOOLEAN },
  { "ftz", FALSE, VALUE_BOOLEAN },
  { "prec-div", FALSE, VALUE_BOOLEAN },
  { "prec-sqrt", FALSE, VALUE_BOOLEAN },
  { "use_fast_math", FALSE, VALUE_NONE },
  { "maxrregcount", FALSE, VALUE_NUMBER },
  { "device-int128", FALSE, VALUE_NONE },
  { "Ofast-compile", FALSE, VALUE_LEVEL },
  { "diag-error", FALSE, VALUE_ANY },
  { "diag-suppress", FALSE, VALUE_ANY },
  { "diag-warn", FALSE, VALUE_ANY },
};

static gboolean
check_value (const char *value,
             ValueKind   kind)
{
  static const char * const levels[] = { "0", "min", "mid", "max", NULL };
  static const char * const standards[] = { "c++03", "c++11", "c++14", "c++17", "c++20", NULL };
  guint64 number;

  switch (kind)
    {
    case VALUE_ANY:
      return *value != '\0' && *value != '-';
    case VALUE_MACRO:
      /* NAME, or NAME=VALUE, or NAME(ARGUMENTS)=VALUE */
      return g_ascii_isalpha (*value) || *value == '_' || (guchar) *value >= 0x80;
    case VALUE_BOOLEAN:
      return strcmp (value, "true") == 0 || strcmp (value, "false") == 0;
    case VALUE_NUMBER:
      return g_ascii_string_to_unsigned (value, 10, 1, 255, &number, NULL);
    case VALUE_STANDARD:
      return g_strv_contains (standards, value);
    case VALUE_LEVEL:
      return g_strv_contains (levels, value);
    case VALUE_FOLDER:
      return *value != '\0' && *value != '/';
    case VALUE_NONE:
    default:
      return FALSE;
    }
}

/* Index of the option that a word names; -1: none that is allowed. rest: its value, NULL if that
 * is the next word. */
static gint
find_option (const char  *word,
             const char **rest)
{
  const char *name = word + strspn (word, "-");
  gsize n_dashes = name - word;

  for (guint i = 0; i < G_N_ELEMENTS (allowed); i++)
    {
      gsize length = strlen (allowed[i].name);
      char after = strncmp (name, allowed[i].name, length) == 0 ? name[length] : '\1';

      if (n_dashes < 1 || n_dashes > 2 || (allowed[i].is_short && n_dashes == 2) || after == '\1')
        continue;
      *rest = after == '\0' ? NULL : name + length + !allowed[i].is_short;
      if (after == '\0' || after == '=' || allowed[i].is_short)
        return i;
    }

  return -1;
}

static gboolean
refuse_option (const char  *word,
               GError     **error)
{
  g_autofree char *shown = _loom_abbreviate (word);

  return loom_fail (error, LOOM_ERROR_DOCUMENT,
                    _("the compiler’s option “%s” is refused; allowed are -D -U -I -std -fmad "
                      "-ftz -prec-div -prec-sqrt -use_fast_math -maxrregcount -device-int128 "
                      "-Ofast-compile -diag-error -diag-suppress -diag-warn"), shown);
}

/* What a value may be, for messages. */
static const char *
describe_values (ValueKind kind)
{
  switch ((int) kind)
    {
    case VALUE_BOOLEAN:
      return _("true or false");
    case VALUE_NUMBER:
      return _("a whole number from 1 to 255");
    case VALUE_STANDARD:
      return "c++03, c++11, c++14, c++17, c++20";
    case VALUE_LEVEL:
      return "0, min, mid, max";
    case VALUE_MACRO:
      return _("a macro’s name of letters, digits and _, and perhaps = and what it stands for");
    case VALUE_NONE:
      return _("none");
    default:
      return _("a word");
    }
}

static gboolean
refuse_value (const char  *word,
              const char  *value,
              ValueKind    kind,
              GError     **error)
{
  g_autofree char *shown = _loom_abbreviate (value != NULL ? value : "");
  g_autofree char *option = _loom_abbreviate (word);

  if (kind == VALUE_FOLDER)
    g_set_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT,
                 _("the folder “%s” is refused; -I takes a folder relative to the document’s own, "
                   "such as -Iinclude"), shown);
  else
    g_set_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT,
                 _("the compiler’s option “%1$s” cannot have the value “%2$s”; it takes %3$s"),
                 option, shown, describe_values (kind));
  return FALSE;
}

/**
 * loom_compile_options_check:
 * @options: (nullable) (array zero-terminated=1): words, as a shell would split them
 * @error: return location; %LOOM_ERROR_DOCUMENT names the option that is refused
 *
 * Checks options of the compiler against the list of those that a document may give. Whoever passes
 * them on runs the compiler in the document's folder, checks with
 * loom_compile_options_find_outside(), and lets it open nothing else: a symbolic link can still
 * lead out.
 */
gboolean
loom_compile_options_check (const char * const  *options,
                            GError             **error)
{
  for (guint i = 0; options != NULL && options[i] != NULL; i++)
    {
      const char *word = options[i], *value = NULL;
      gint found = find_option (word, &value);

      if (found < 0)
        return refuse_option (word, error);
      if (allowed[found].value == VALUE_NONE && value == NULL)
        continue;
      if (value == NULL && allowed[found].value != VALUE_NONE)
        value = options[i + 1] != NULL ? options[++i] : NULL;
      if (value == NULL || !check_value (value, allowed[found].value))
        return refuse_value (word, value, allowed[found].value, error);
    }

  return TRUE;
}

static gboolean
is_inside (const char *path,
           const char *root)
{
  const gsize length = strlen (root);

  return g_str_has_prefix (path, root) && (path[length] == '/' || path[length] == '\0');
}

/**
 * loom_compile_options_find_outside:
 * @options: (nullable) (array zero-terminated=1): words that loom_compile_options_check() lets pass
 * @folder: (nullable): the document's; %NULL: it has none
 * @root: (nullable): the folder that headers may lie beneath
 *
 * Returns: (transfer full) (nullable): the first folder of `-I` that leads out of @root, as the
 *   option has it; %NULL if there is none
 */
char *
loom_compile_options_find_outside (const char * const *options,
                                   const char         *folder,
                                   const char         *root)
{
  g_auto (GStrv) folders = loom_compile_options_list_folders (options);

  for (guint i = 0; folders[i] != NULL && folder != NULL; i++)
    {
      g_autofree char *path = g_canonicalize_filename (folders[i], folder);

      if (!is_inside (path, root))
        return g_strdup (folders[i]);
    }

  return NULL;
}

/* The next option that has a value; -1 where there is none. Goes on behind it. */
static gint
read_next (const char * const **options,
           const char         **value)
{
  for (const char * const *at = *options; at != NULL && *at != NULL; )
    {
      const gint found = find_option (*at++, value);

      if (found < 0 || allowed[found].value == VALUE_NONE)
        continue;
      if (*value == NULL && (*value = *at++) == NULL)
        break;
      *options = at;
      return found;
    }

  return -1;
}

/**
 * loom_compile_options_list_folders:
 * @options: (nullable) (array zero-terminated=1): words that loom_compile_options_check() lets pass
 *
 * Returns: (transfer full): the values of `-I`, in order
 */
GStrv
loom_compile_options_list_folders (const char * const *options)
{
  g_autoptr (GStrvBuilder) folders = g_strv_builder_new ();
  gint found;

  for (const char *value; (found = read_next (&options, &value)) >= 0; )
    if (allowed[found].value == VALUE_FOLDER)
      g_strv_builder_add (folders, value);

  return g_strv_builder_end (folders);
}

static void
append_macro (GString    *text,
              const char *name,
              const char *value)
{
  const char *equals = strchr (value, '=');

  if (g_str_has_prefix (name, "U") || g_str_has_prefix (name, "undefine"))
    g_string_append_printf (text, "#undef %s\n", value);
  else if (equals != NULL)
    g_string_append_printf (text, "#define %.*s %s\n", (int) (equals - value), value, equals + 1);
  else
    g_string_append_printf (text, "#define %s 1\n", value);
}

/**
 * loom_compile_options_dup_macros:
 * @options: (nullable) (array zero-terminated=1): words that loom_compile_options_check() lets pass
 *
 * Returns: (transfer full): what `-D` and `-U` say, as lines of a source
 */
char *
loom_compile_options_dup_macros (const char * const *options)
{
  GString *text = g_string_new (NULL);
  gint found;

  for (const char *value; (found = read_next (&options, &value)) >= 0; )
    if (g_str_equal (allowed[found].name, "D") || g_str_equal (allowed[found].name, "U") ||
        g_str_has_suffix (allowed[found].name, "macro"))
      append_macro (text, allowed[found].name, value);

  return g_string_free (text, FALSE);
}

/* -- One option in the text of all -- */

/* One option with its value, if that is a word of its own. */
typedef struct
{
  const char *name;             /* of the list, or NULL: of no option that is allowed */
  const char *value;            /* or NULL */
  guint       first, n_words;
} Option;

static GStrv
split (const char *text)
{
  GStrv words = NULL;

  if (text == NULL || !g_shell_parse_argv (text, NULL, &words, NULL))
    return g_new0 (char *, 1);
  return words;
}

static Option
read_option (GStrv words,
             guint first)
{
  Option option = { NULL, NULL, first, 1 };
  const gint found = find_option (words[first], &option.value);

  if (found < 0)
    return option;
  option.name = allowed[found].name;
  if (option.value == NULL && allowed[found].value != VALUE_NONE && words[first + 1] != NULL)
    {
      option.value = words[first + 1];
      option.n_words = 2;
    }
  return option;
}

static gboolean
is_definition (const Option *option)
{
  return option->name != NULL && (g_str_equal (option->name, "D") ||
                                  g_str_equal (option->name, "define-macro"));
}

static gboolean
is_plain (const char *word)
{
  return *word != '\0' && word[strcspn (word, " \t'\"\\$`;&|<>()*?#~")] == '\0';
}

static void
append_word (GString    *text,
             const char *before,
             const char *word)
{
  g_autofree char *whole = g_strconcat (before, word, NULL);
  g_autofree char *quoted = is_plain (whole) ? g_strdup (whole) : g_shell_quote (whole);

  g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", quoted);
}

/* All words but those of an option; without a name, but those that define macros. */
static GString *
leave_out (const char *text,
           const char *name)
{
  g_auto (GStrv) words = split (text);
  GString *rest = g_string_new (NULL);
  Option option;

  for (guint i = 0; words[i] != NULL; i += option.n_words)
    {
      option = read_option (words, i);
      if (name != NULL ? g_strcmp0 (option.name, name) == 0 : is_definition (&option))
        continue;
      for (guint j = 0; j < option.n_words; j++)
        append_word (rest, "", words[i + j]);
    }

  return rest;
}

/* The text, if all of it is allowed. */
static char *
check_text (GString  *text,
            GError  **error)
{
  g_autofree char *whole = g_string_free (text, FALSE);
  g_auto (GStrv) words = split (whole);

  return loom_compile_options_check ((const char * const *) words, error) ? g_steal_pointer (&whole)
                                                                          : NULL;
}

/**
 * loom_compile_options_get:
 * @text: (nullable): of `options=`
 * @name: of an option, without dashes
 *
 * Returns: (transfer full) (nullable): the value that it is given last, empty if it has none; %NULL
 *   if it is not there
 */
char *
loom_compile_options_get (const char *text,
                          const char *name)
{
  g_auto (GStrv) words = split (text);
  g_autofree char *value = NULL;
  Option option;

  g_return_val_if_fail (name != NULL, NULL);

  for (guint i = 0; words[i] != NULL; i += option.n_words)
    {
      option = read_option (words, i);
      if (g_strcmp0 (option.name, name) != 0)
        continue;
      g_free (value);
      value = g_strdup (option.value != NULL ? option.value : "");
    }

  return g_steal_pointer (&value);
}

/**
 * loom_compile_options_set:
 * @text: (nullable): of `options=`
 * @name: of a long option, without dashes
 * @value: (nullable): its value, empty if it has none; %NULL takes it out
 * @error: return location; %LOOM_ERROR_DOCUMENT names what is refused
 *
 * Returns: (transfer full) (nullable): the text with the option at its end, or %NULL with @error
 *   set
 */
char *
loom_compile_options_set (const char  *text,
                          const char  *name,
                          const char  *value,
                          GError     **error)
{
  GString *set;

  g_return_val_if_fail (name != NULL, NULL);

  set = leave_out (text, name);
  if (value != NULL)
    {
      g_autofree char *word = g_strconcat (name, *value != '\0' ? "=" : "", value, NULL);

      append_word (set, "-", word);
    }
  return check_text (set, error);
}

/**
 * loom_compile_options_get_defined:
 * @text: (nullable): of `options=`
 *
 * Returns: (transfer full): the macros that `-D` defines, apart by blanks
 */
char *
loom_compile_options_get_defined (const char *text)
{
  g_auto (GStrv) words = split (text);
  GString *macros = g_string_new (NULL);
  Option option;

  for (guint i = 0; words[i] != NULL; i += option.n_words)
    {
      option = read_option (words, i);
      if (is_definition (&option) && option.value != NULL)
        append_word (macros, "", option.value);
    }

  return g_string_free (macros, FALSE);
}

/**
 * loom_compile_options_set_defined:
 * @text: (nullable): of `options=`
 * @macros: as loom_compile_options_get_defined() has them
 * @error: return location; %LOOM_ERROR_DOCUMENT names what is refused
 *
 * Returns: (transfer full) (nullable): the text with these macros and no others at its beginning,
 *   so that a `-U` still counts; or %NULL with @error set
 */
char *
loom_compile_options_set_defined (const char  *text,
                                  const char  *macros,
                                  GError     **error)
{
  g_autofree char *stripped = NULL;
  g_autoptr (GString) rest = NULL;
  g_auto (GStrv) words = NULL;
  GString *set;

  g_return_val_if_fail (macros != NULL, NULL);

  stripped = g_strstrip (g_strdup (macros));
  if (*stripped != '\0' && !g_shell_parse_argv (stripped, NULL, &words, NULL))
    return loom_fail_null (error, LOOM_ERROR_DOCUMENT, _("a quotation mark is not closed"));

  set = g_string_new (NULL);
  for (guint i = 0; words != NULL && words[i] != NULL; i++)
    append_word (set, "-D", words[i]);
  rest = leave_out (text, NULL);
  g_string_append_printf (set, "%s%s", set->len > 0 && rest->len > 0 ? " " : "", rest->str);
  return check_text (set, error);
}

/**
 * loom_compile_options_set_fast_math:
 * @text: (nullable): of `options=`, all of which is allowed
 * @is_fast: whether functions, divisions and roots may be approximate and denormals zeros
 *
 * Returns: (transfer full): the text with `-use_fast_math`, or without that and all that it stands
 *   for but the fusing of products and sums
 */
char *
loom_compile_options_set_fast_math (const char *text,
                                    gboolean    is_fast)
{
  static const char * const names[] = { "ftz", "prec-div", "prec-sqrt", "use_fast_math" };
  GString *set = g_string_new (text);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      GString *rest = leave_out (set->str, names[i]);

      g_string_free (set, TRUE);
      set = rest;
    }
  if (is_fast)
    append_word (set, "-", "use_fast_math");
  return g_string_free (set, FALSE);
}

/**
 * loom_compile_arch_check:
 * @arch: (nullable): what to compile for; %NULL for the default
 * @error: return location; %LOOM_ERROR_DOCUMENT names the value and the legal forms
 *
 * Checks that an architecture is written as NVRTC has them: `compute_NN`, with an `a` or `f` behind
 * it for those that are not passed on to later devices, or `native`. Whether the compiler at hand
 * knows that number is seen when it compiles.
 */
gboolean
loom_compile_arch_check (const char  *arch,
                         GError     **error)
{
  g_autofree char *shown = NULL;
  const char *digits;
  gsize n_digits;

  if (arch == NULL || strcmp (arch, LOOM_ARCH_NATIVE) == 0)
    return TRUE;

  digits = g_str_has_prefix (arch, "compute_") ? arch + strlen ("compute_") : "";
  n_digits = strspn (digits, "0123456789");
  digits += n_digits;
  if (n_digits >= 2 && n_digits <= 3 &&
      (*digits == '\0' || strcmp (digits, "a") == 0 || strcmp (digits, "f") == 0))
    return TRUE;

  shown = _loom_abbreviate (arch);
  return loom_fail (error, LOOM_ERROR_DOCUMENT,
                    _("“%1$s” is not an architecture to compile for; write compute_NN, such as "
                      "%2$s, or native, which is that of the GPU and %2$s without one"), shown,
                    LOOM_ARCH_DEFAULT);
}
