/* loom-generator-words.c: what stands in a part of a form, word by word
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-generator-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MAX_DEPTH 64

static gsize
skip_space (const char *text,
            gsize       at)
{
  for (;;)
    {
      if (g_ascii_isspace (text[at]))
        at++;
      else if (text[at] == '\\' && text[at + 1] == '\n')
        at += 2;
      else if (text[at] == '/' && text[at + 1] == '/')
        at += strcspn (text + at, "\n");
      else if (text[at] == '/' && text[at + 1] == '*' && strstr (text + at + 2, "*/") != NULL)
        at = strstr (text + at + 2, "*/") - text + 2;
      else
        return at;
    }
}

/* A string or a character; 0: its line ends before it does. */
static gsize
measure_text (const char *text)
{
  for (gsize i = 1; text[i] != '\0' && text[i] != '\n'; i++)
    {
      if (text[i] == *text)
        return i + 1;
      if (text[i] == '\\' && text[i + 1] != '\0')
        i++;
    }
  return 0;
}

static gsize
measure_number (const char *text)
{
  gsize i = 0;

  while (g_ascii_isalnum (text[i]) || text[i] == '.' || text[i] == '\'' ||
         ((text[i] == '-' || text[i] == '+') && i > 0 && strchr ("eEpP", text[i - 1]) != NULL &&
          !(text[0] == '0' && (text[1] | 32) == 'x' && (text[i - 1] | 32) == 'e')))
    i++;
  return i;
}

static LoomWord
measure (const char *text,
         gsize       at)
{
  const char *c = text + at;
  LoomWord word = { LOOM_WORD_SIGN, at, 1, 0, 0 };

  if (g_ascii_isalpha (*c) || *c == '_')
    {
      word.kind = LOOM_WORD_NAME;
      while (g_ascii_isalnum (c[word.length]) || c[word.length] == '_')
        word.length++;
    }
  else if (g_ascii_isdigit (*c) || (*c == '.' && g_ascii_isdigit (c[1])))
    {
      word.kind = LOOM_WORD_NUMBER;
      word.length = measure_number (c);
    }
  else if (*c == '"' || *c == '\'')
    {
      word.kind = LOOM_WORD_TEXT;
      word.length = measure_text (c);
    }
  return word;
}

/* Signs that C has no use for, and bytes outside of ASCII. */
static gboolean
is_strange (const char *c)
{
  return (guchar) *c >= 0x80 || (guchar) *c < 0x20 || strchr ("@`$\\", *c) != NULL;
}

static gboolean
refuse (LoomWords     *self,
        LoomGenerator *generator,
        LoomWord       word)
{
  const char *c = self->text + word.start;

  if (word.length == 0)
    return _loom_generator_fail (generator, self->part, word.start, strcspn (c, "\n"),
                                 _("this text is not closed by another %c"), *c);
  if (*c == '/' && c[1] == '*')
    return _loom_generator_fail (generator, self->part, word.start, 2,
                                 _("this comment is not closed by */"));
  return _loom_generator_fail (generator, self->part, word.start,
                               g_utf8_next_char (c) - c,
                               _("“%.*s” means nothing in CUDA C"),
                               (int) (g_utf8_next_char (c) - c), c);
}

/* Finds the other bracket of each. */
static gboolean
pair_up (LoomWords     *self,
         LoomGenerator *generator)
{
  guint open[MAX_DEPTH], depth = 0;

  for (guint i = 0; i < self->words->len; i++)
    {
      LoomWord *word = &g_array_index (self->words, LoomWord, i);
      const char c = self->text[word->start];
      const gboolean is_sign = word->kind == LOOM_WORD_SIGN;

      word->depth = depth;
      if (is_sign && strchr ("([{", c) != NULL)
        {
          if (depth == MAX_DEPTH)
            return _loom_words_fail (self, generator, i, i + 1,
                                     _("there are more than %d brackets within each other"),
                                     MAX_DEPTH);
          open[depth++] = i;
        }
      else if (is_sign && strchr (")]}", c) != NULL)
        {
          const char wanted = c == ')' ? '(' : c == ']' ? '[' : '{';

          if (depth == 0 || !_loom_words_is (self, open[depth - 1], (char[]) { wanted, 0 }))
            return _loom_words_fail (self, generator, i, i + 1, _("“%c” closes nothing"), c);
          word->depth = --depth;
          word->pair = open[depth];
          g_array_index (self->words, LoomWord, open[depth]).pair = i;
        }
    }
  if (depth > 0)
    return _loom_words_fail (self, generator, open[depth - 1], open[depth - 1] + 1,
                             _("this bracket is not closed"));
  return TRUE;
}

/* Splits a part; @text has no control characters but white space. */
gboolean
_loom_words_read (LoomWords     *self,
                  LoomGenerator *generator,
                  LoomPart       part,
                  const char    *text)
{
  *self = (LoomWords) { part, text, g_array_new (FALSE, FALSE, sizeof (LoomWord)),
                        generator != NULL && generator->is_marked };
  for (gsize at = skip_space (text, 0); text[at] != '\0'; at = skip_space (text, at))
    {
      const LoomWord word = measure (text, at);

      if (word.length == 0 || (word.kind == LOOM_WORD_SIGN && is_strange (text + at)) ||
          (text[at] == '/' && text[at + 1] == '*'))
        return refuse (self, generator, word);
      g_array_append_val (self->words, word);
      at += word.length;
    }
  return pair_up (self, generator);
}

void
_loom_words_clear (LoomWords *self)
{
  g_clear_pointer (&self->words, g_array_unref);
}

/* NULL behind the last. */
const LoomWord *
_loom_words_get (const LoomWords *self,
                 guint            index)
{
  return index < self->words->len ? &g_array_index (self->words, LoomWord, index) : NULL;
}

gboolean
_loom_words_is (const LoomWords *self,
                guint            index,
                const char      *text)
{
  const LoomWord *word = _loom_words_get (self, index);

  return word != NULL && word->length == strlen (text) &&
         strncmp (self->text + word->start, text, word->length) == 0;
}

/* Whether something must follow the last word before `end`; `i++` is whole. */
gboolean
_loom_words_check_end (const LoomWords *self,
                       LoomGenerator   *generator,
                       guint            end)
{
  const guint last = end - 1;
  g_autofree char *sign = end > 0 ? _loom_words_dup (self, last) : NULL;

  if (sign == NULL || _loom_words_get (self, last)->kind != LOOM_WORD_SIGN ||
      strchr ("+-*/%&|^<>=!~?:,.", *sign) == NULL ||
      (strchr ("+-", *sign) != NULL && last > 0 && _loom_words_is (self, last - 1, sign)))
    return TRUE;
  return _loom_words_fail (self, generator, last, end, _("a value is missing behind “%s”"), sign);
}

/* The text from one word up to another. */
char *
_loom_words_dup_range (const LoomWords *self,
                       guint            start,
                       guint            end)
{
  const LoomWord *first = _loom_words_get (self, start);
  const LoomWord *last = _loom_words_get (self, end - 1);

  if (start >= end || first == NULL || last == NULL)
    return g_strdup ("");
  return g_strndup (self->text + first->start, last->start + last->length - first->start);
}

char *
_loom_words_dup (const LoomWords *self,
                 guint            index)
{
  return _loom_words_dup_range (self, index, index + 1);
}

/* Says what is wrong with some words, or with the end of the part. */
gboolean
_loom_words_fail (const LoomWords *self,
                  LoomGenerator   *generator,
                  guint            start,
                  guint            end,
                  const char      *format,
                  ...)
{
  const LoomWord *first = _loom_words_get (self, start);
  const LoomWord *last = _loom_words_get (self, MAX (start + 1, end) - 1);
  const gsize from = first != NULL ? first->start : strlen (self->text);
  const gsize to = last != NULL ? last->start + last->length : strlen (self->text);
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  return _loom_generator_fail (generator, self->part, from, to - from, "%s", message);
}

/* Whether a name is that of a member or of something in a namespace. */
gboolean
_loom_words_is_member (const LoomWords *self,
                       guint            index)
{
  return index > 0 &&
         (_loom_words_is (self, index - 1, ".") ||
          (index > 1 && _loom_words_is (self, index - 1, ">") &&
           _loom_words_is (self, index - 2, "-")) ||
          (index > 1 && _loom_words_is (self, index - 1, ":") &&
           _loom_words_is (self, index - 2, ":")));
}

/* The word behind the statement that begins at one. */
static guint
find_statement_end (const LoomWords *self,
                    guint            index)
{
  const LoomWord *first = _loom_words_get (self, index);
  guint end = index;

  if (first != NULL && _loom_words_is (self, index, "{"))
    return first->pair + 1;
  while (end < self->words->len && !(_loom_words_is (self, end, ";") &&
                                     _loom_words_get (self, end)->depth <= first->depth))
    end++;
  return end + 1;
}

/* Whether a word stands in a loop of the code itself. */
gboolean
_loom_words_is_in_loop (const LoomWords *self,
                        guint            index)
{
  for (guint i = 0; i < index; i++)
    {
      guint body = i + 1;

      if (!_loom_words_is (self, i, "do") && !_loom_words_is (self, i, "for") &&
          !_loom_words_is (self, i, "while"))
        continue;
      if (!_loom_words_is (self, i, "do") && _loom_words_is (self, body, "("))
        body = _loom_words_get (self, body)->pair + 1;
      if (index >= body && index < find_statement_end (self, body))
        return TRUE;
    }
  return FALSE;
}

/* What names may stand for, as far as is known. */
typedef struct
{
  LoomGenerator     *generator;
  const char *const *others;
  GHashTable        *declared;
  char               open[MAX_DEPTH + 1];       /* the bracket around a depth; 0: none */
} Names;

/* Whether a name stands for a value, which no declaration begins with. */
static gboolean
is_value (const Names *self,
          const char  *name)
{
  if (g_str_has_prefix (name, "_raw_"))
    name += strlen ("_raw_");
  return g_strv_contains (self->others, name) || g_hash_table_contains (self->declared, name) ||
         _loom_generator_find (self->generator, name) != NULL;
}

/* Whether a name could be declared where it stands: behind a type, an asterisk or the like that
 * follow one, or a comma that is not between the arguments of a call. */
static gboolean
may_declare (const LoomWords *self,
             const Names     *names,
             guint            index)
{
  const LoomWord *before = index > 0 ? _loom_words_get (self, index - 1) : NULL;
  g_autofree char *word = before != NULL ? _loom_words_dup (self, index - 1) : NULL;
  g_autofree char *type = NULL;

  if (before == NULL)
    return FALSE;
  if (before->kind == LOOM_WORD_NAME)
    return strcmp (word, "return") != 0 && strcmp (word, "else") != 0;
  if (*word == ',')
    return strchr ("([", names->open[before->depth]) == NULL || names->open[before->depth] == 0;
  if (strchr ("*&>", *word) == NULL || index < 2)
    return FALSE;
  type = _loom_words_dup (self, index - 2);
  return !is_value (names, type) && strchr (")]", *type) == NULL;
}

/* Whether a name needs no declaration in the code itself: of a function, a type, a macro or a
 * label, or one that a header or the preamble has. */
static gboolean
is_known (const LoomWords *self,
          guint            index,
          const char      *name)
{
  const char *c = name;

  while (g_ascii_isupper (*c) || g_ascii_isdigit (*c) || *c == '_')
    c++;
  return *c == '\0' || _loom_generator_is_word (name) || _loom_words_is_member (self, index) ||
         g_str_has_prefix (name, "__") || g_str_has_suffix (name, "_t") ||
         _loom_words_is (self, index + 1, "(") || _loom_words_is (self, index + 1, ":") ||
         _loom_words_is (self, index + 1, "<") || _loom_words_is (self, index + 1, "{") ||
         (_loom_words_get (self, index + 1) != NULL &&
          _loom_words_get (self, index + 1)->kind == LOOM_WORD_NAME);
}

/* Refuses a name that certainly stands for nothing. The compiler has the last word on all that
 * passes. */
gboolean
_loom_words_check_names (const LoomWords    *self,
                         LoomGenerator      *generator,
                         const char *const  *others)
{
  static const char *const built_in[] = {
    "threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize", "nullptr", "complex64",
    "complex128", "half", NULL
  };
  g_autoptr (GHashTable) declared = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Names names = { generator, others, declared, { 0 } };

  if (*_loom_generator_get (generator, LOOM_PART_PREAMBLE) != '\0')
    return TRUE;
  for (guint i = 0; i < self->words->len; i++)
    {
      const LoomWord *word = _loom_words_get (self, i);
      g_autofree char *name = _loom_words_dup (self, i);

      if (word->kind == LOOM_WORD_SIGN && strchr ("([{", *name) != NULL)
        names.open[word->depth + 1] = *name;
      if (word->kind != LOOM_WORD_NAME)
        continue;
      if (may_declare (self, &names, i))
        g_hash_table_add (declared, g_steal_pointer (&name));
      else if (!is_known (self, i, name) && !g_strv_contains (built_in, name) &&
               !is_value (&names, name))
        return _loom_words_fail (self, generator, i, i + 1,
                                 _("“%s” is neither an input nor an output, nor anything that was "
                                   "declared before: add it to the inputs, and a value if it is a "
                                   "number"), name);
    }
  return TRUE;
}

/* Refuses what CuPy's arrays can be asked and pointers cannot. */
gboolean
_loom_words_check_raw (const LoomWords *self,
                       LoomGenerator   *generator)
{
  static const char *const asked[] = { "size", "shape", "strides", "ndim", NULL };

  for (guint i = 0; i + 2 < self->words->len; i++)
    {
      g_autofree char *name = _loom_words_dup (self, i);
      g_autofree char *member = _loom_words_dup (self, i + 2);
      const LoomParameter *parameter = _loom_generator_find (generator, name);

      if (parameter != NULL && parameter->is_raw && !_loom_words_is_member (self, i) &&
          _loom_words_is (self, i + 1, ".") && g_strv_contains (asked, member))
        return _loom_words_fail (self, generator, i, i + 3,
                                 _("%1$s is a pointer here, which does not know its %2$s; use "
                                   "_ind.size (), or an input that is a number, with its value"),
                                 name, member);
    }
  return TRUE;
}

/* Whether a word ends a value that is a float's: a parameter, or a cell of one. */
static gboolean
ends_float (const LoomWords *self,
            LoomGenerator   *generator,
            guint            index)
{
  const LoomWord *word = _loom_words_get (self, index);
  const guint at = _loom_words_is (self, index, "]") && word->pair > 0 ? word->pair - 1 : index;
  g_autofree char *name = _loom_words_dup (self, at);
  const LoomParameter *parameter = _loom_generator_find (generator, name);

  return parameter != NULL && !_loom_words_is_member (self, at) &&
         loom_scalar_is_float (parameter->cell.type.scalar);
}

static gboolean
is_whole (const LoomWords *self,
          guint            index,
          guint64         *value)
{
  const LoomWord *word = _loom_words_get (self, index);
  g_autofree char *text = _loom_words_dup (self, index);

  return word != NULL && word->kind == LOOM_WORD_NUMBER &&
         g_ascii_string_to_unsigned (text, 10, 0, G_MAXINT32, value, NULL);
}

/* `1 / 2`, but not the end of `x * 1 / 2`. */
static void
warn_of_quotient (const LoomWords *self,
                  LoomGenerator   *generator,
                  guint            index)
{
  guint64 a, b;

  if (generator->warnings != NULL && is_whole (self, index - 1, &a) &&
      is_whole (self, index + 1, &b) && b > 0 && a % b != 0 &&
      !(index > 1 && (_loom_words_is (self, index - 2, "*") ||
                      _loom_words_is (self, index - 2, "/") ||
                      _loom_words_is (self, index - 2, "%"))))
    g_ptr_array_add (generator->warnings,
                     g_strdup_printf (_("%1$llu / %2$llu is %3$llu in C, which cuts what is behind "
                                        "the point off whole numbers; write %1$llu.0 / %2$llu"),
                                      (unsigned long long) a, (unsigned long long) b,
                                      (unsigned long long) (a / b)));
}

/* Refuses what other languages write for a power, and warns of quotients that they do not cut. */
gboolean
_loom_words_check_operators (const LoomWords *self,
                             LoomGenerator   *generator)
{
  for (guint i = 1; i + 1 < self->words->len; i++)
    {
      const gboolean is_float = ends_float (self, generator, i - 1);

      if (_loom_words_is (self, i, "/"))
        warn_of_quotient (self, generator, i);
      else if (_loom_words_is (self, i, "*") && _loom_words_is (self, i + 1, "*") &&
               (is_float || _loom_words_is (self, i - 1, ")") || _loom_words_is (self, i - 1, "]")))
        return _loom_words_fail (self, generator, i, i + 2,
                                 _("C has no operator ** for powers; write pow (x, 2), or x * x"));
      else if (_loom_words_is (self, i, "^") &&
               (is_float || ends_float (self, generator, i + 1)))
        return _loom_words_fail (self, generator, i, i + 1,
                                 _("^ is an exclusive or in C, which floats do not have; write "
                                   "pow (x, 2), or x * x"));
    }
  return TRUE;
}

/* Whether nothing but `==` stands behind a name: it is compared, and given nothing. */
static gboolean
is_compared (const LoomWords *self,
             guint            index)
{
  const LoomWord *first = _loom_words_get (self, index + 1);

  return _loom_words_is (self, index + 1, "=") && _loom_words_is (self, index + 2, "=") &&
         _loom_words_get (self, index + 2)->start == first->start + 1;
}

/* Refuses outputs that are not named: they would keep what they held before. */
gboolean
_loom_words_check_outputs (const LoomWords *self,
                           LoomGenerator   *generator)
{
  g_autoptr (GHashTable) named = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  if (*_loom_generator_get (generator, LOOM_PART_PREAMBLE) != '\0')
    return TRUE;
  for (guint i = 0; i < self->words->len; i++)
    if (!is_compared (self, i))
      g_hash_table_add (named, _loom_words_dup (self, i));
  for (guint i = 0; i < generator->parameters->len; i++)
    {
      const LoomParameter *parameter = g_ptr_array_index (generator->parameters, i);

      if (parameter->is_output && !g_hash_table_contains (named, parameter->name))
        return _loom_words_fail (self, generator, 0, self->words->len,
                                 _("the output %1$s gets no value; write %1$s = and what it is to "
                                   "be"), parameter->name);
    }
  return TRUE;
}

/* The text of words with some of them replaced; where it is to be flat, in one line without
 * comments. */
char *
_loom_words_replace (const LoomWords *self,
                     guint            start,
                     guint            end,
                     gboolean         is_flat,
                     LoomReplace      replace,
                     gpointer         data)
{
  GString *text = g_string_new (NULL);
  gsize at = start < end ? _loom_words_get (self, start)->start : 0;

  if (self->is_marked)
    _loom_part_mark (text, self->part);
  for (guint i = start; i < end;)
    {
      const LoomWord *word = _loom_words_get (self, i);
      guint next = i + 1;
      g_autofree char *other = replace != NULL ? replace (self, i, &next, data) : NULL;
      const LoomWord *last = _loom_words_get (self, next - 1);

      if (!is_flat)
        g_string_append_len (text, self->text + at, word->start - at);
      else if (word->start > at)
        g_string_append_c (text, ' ');
      if (other != NULL)
        g_string_append (text, other);
      else
        g_string_append_len (text, self->text + word->start,
                             last->start + last->length - word->start);
      at = last->start + last->length;
      i = next;
    }
  if (self->is_marked)
    _loom_part_mark_end (text);
  return g_string_free (text, FALSE);
}
