/* loom-source-header.c: a file as the preprocessor sees it: its text, its guard, what it includes
 *
 * Words that lines cut are joined, and signs that are spelt with two bytes have one. A backslash at
 * a line's end means nothing wherever it stands, so it is moved behind the word that it cuts. In
 * raw strings it means itself, and comments nobody reads.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-header-private.h"

#include "loom-lexer-private.h"

#include <string.h>

typedef struct
{
  char  *text;
  gsize  length;
} Text;

static gboolean
is_word_byte (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '$' || (guchar) c >= 0x80;
}

static char
get (const Text *self,
     gsize       at)
{
  return at < self->length ? self->text[at] : '\0';
}

/* Behind the line ends at a place that backslashes take back. */
static gsize
skip_splices (const Text *self,
              gsize       at)
{
  while (get (self, at) == '\\')
    {
      if (get (self, at + 1) == '\n')
        at += 2;
      else if (get (self, at + 1) == '\r' && get (self, at + 2) == '\n')
        at += 3;
      else
        break;
    }
  return at;
}

/* Puts what a word goes on with before the line ends that cut it; returns where it ends then. */
static gsize
join_word (Text  *self,
           gsize  end)
{
  gsize at = end, next;
  g_autoptr (GString) splices = NULL;

  while ((next = skip_splices (self, at)) > at && is_word_byte (get (self, next)))
    {
      if (splices == NULL)
        splices = g_string_new (NULL);
      g_string_append_len (splices, self->text + at, (gssize) (next - at));
      for (at = next; is_word_byte (get (self, at)); at++)
        self->text[end++] = self->text[at];
    }
  if (splices != NULL)
    memcpy (self->text + end, splices->str, splices->len);
  return end;
}

/* Strings of a directive can take it as well, but for raw ones. */
static void
join_directive (Text            *self,
                const LoomToken *token)
{
  const gsize end = token->offset + token->length;

  if (g_strstr_len (self->text + token->offset, (gssize) token->length, "R\"") != NULL)
    return;
  for (gsize at = token->offset; at < end; at++)
    if (is_word_byte (self->text[at]) || self->text[at] == '#')
      at = join_word (self, at + 1) - 1;
}

/* The sign that two stand for, or 0. `<::` is `<` and `::`, unless a third sign makes it `[:` and
 * more. */
static char
get_digraph (const Text *self,
             gsize       at)
{
  static const char digraphs[][4] = { "<%{", "%>}", "<:[", ":>]", "%:#" };
  const char third = get (self, at + 2), fourth = third != '\0' ? get (self, at + 3) : '\0';

  for (guint i = 0; i < G_N_ELEMENTS (digraphs); i++)
    if (get (self, at) == digraphs[i][0] && get (self, at + 1) == digraphs[i][1])
      return digraphs[i][2] == '[' && third == ':' && fourth != ':' && fourth != '>'
             ? '\0' : digraphs[i][2];
  return '\0';
}

void
_loom_source_respell (char  *text,
                      gsize  length)
{
  Text self = { text, length };
  LoomLexer lexer;
  LoomToken token;

  _loom_lexer_init (&lexer, text, length);
  while (_loom_lexer_next (&lexer, &token))
    {
      const char sign = token.kind == LOOM_TOKEN_PUNCTUATION ? get_digraph (&self, token.offset)
                                                             : '\0';

      if (token.kind == LOOM_TOKEN_IDENTIFIER || token.kind == LOOM_TOKEN_NUMBER)
        lexer.at = join_word (&self, lexer.at);
      else if (token.kind == LOOM_TOKEN_DIRECTIVE)
        join_directive (&self, &token);
      else if (sign != '\0')
        {
          text[token.offset] = sign;
          text[token.offset + 1] = ' ';
          /* It may begin a directive: it is read once more. */
          lexer.at = token.offset;
          lexer.line_is_empty = sign == '#';
        }
    }
}

#define BYTE_ORDER_MARK "\xef\xbb\xbf"

/* Bytes that are no UTF-8 are taken for Latin-1, each one character as in any editor, so that
 * columns stay. */
static char *
dup_valid (const char *bytes,
           gsize       length,
           gsize      *valid_length)
{
  GString *text = g_string_sized_new (length + 1);
  const char *end = bytes + length;

  while (bytes < end)
    {
      const char *bad;
      gboolean valid = g_utf8_validate_len (bytes, end - bytes, &bad);

      g_string_append_len (text, bytes, bad - bytes);
      bytes = bad;
      if (!valid && *bytes == '\0')
        g_string_append_c (text, ' ');
      else if (!valid)
        g_string_append_unichar (text, (guchar) *bytes);
      bytes += !valid;
    }

  *valid_length = text->len;
  return g_string_free (text, FALSE);
}

/* The line without spaces, parentheses and comments; "ifdef X" is "ifdefX". */
static char *
squeeze (const char *text,
         gsize       length)
{
  GString *line = g_string_new (NULL);

  for (gsize i = 1; i < length; i++)
    {
      if (text[i] == '/' && i + 1 < length && (text[i + 1] == '/' || text[i + 1] == '*'))
        break;
      if (!g_ascii_isspace (text[i]) && strchr ("()\\", text[i]) == NULL)
        g_string_append_c (line, text[i]);
    }

  return g_string_free (line, FALSE);
}

/* Of "ifndefX" or "if!definedX", where X is not empty. */
static const char *
get_guard (const char *line)
{
  static const char * const words[] = { "ifndef", "if!defined" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_has_prefix (line, words[i]) && line[strlen (words[i])] != '\0')
      return line + strlen (words[i]);

  return NULL;
}

gboolean
_loom_source_is_pragma_once (const char *directive,
                             gsize       length)
{
  g_autofree char *line = squeeze (directive, length);

  return strcmp (line, "pragmaonce") == 0;
}

typedef struct
{
  guint     n_directives;
  guint     depth;              /* of #if */
  gboolean  is_whole;           /* so far, nothing stands outside the first #if */
  gboolean  is_defined;         /* the second directive defines the macro of the first */
} GuardSearch;

static void
read_guard_line (LoomSourceHeader *self,
                 GuardSearch      *search,
                 const char       *line,
                 gsize             offset)
{
  search->n_directives++;
  if (g_str_has_prefix (line, "if"))
    search->depth++;
  else if (g_str_has_prefix (line, "endif") && search->depth > 0)
    search->depth--;
  else if (g_str_has_prefix (line, "el") && search->depth == 1)
    search->is_whole = FALSE;

  if (search->n_directives == 1)
    {
      self->guard = g_strdup (get_guard (line));
      self->guard_offset = offset;
    }
  else if (search->n_directives == 2 && self->guard != NULL)
    search->is_defined = g_str_has_prefix (line, "define")
                         && g_str_has_prefix (line + strlen ("define"), self->guard);
  if (strcmp (line, "pragmaonce") == 0 && self->once == NULL)
    self->once = g_strconcat ("#once ", self->name, NULL);
}

static void
find_guard (LoomSourceHeader *self)
{
  GuardSearch search = { .is_whole = TRUE };
  LoomLexer lexer;
  LoomToken token;

  _loom_lexer_init (&lexer, self->text, self->length);
  while (_loom_lexer_next (&lexer, &token))
    {
      g_autofree char *line = NULL;

      if (token.kind == LOOM_TOKEN_COMMENT)
        continue;
      if (search.depth == 0 && search.n_directives > 0)
        search.is_whole = FALSE;
      if (token.kind != LOOM_TOKEN_DIRECTIVE)
        {
          search.is_whole = search.is_whole && search.depth > 0;
          continue;
        }

      line = squeeze (self->text + token.offset, token.length);
      read_guard_line (self, &search, line, token.offset);
    }

  if (!search.is_whole || !search.is_defined)
    g_clear_pointer (&self->guard, g_free);
}

LoomSourceHeader *
_loom_source_header_new (const char *name,
                         const char *bytes,
                         gsize       length)
{
  LoomSourceHeader *self = g_new0 (LoomSourceHeader, 1);

  if (length >= strlen (BYTE_ORDER_MARK)
      && memcmp (bytes, BYTE_ORDER_MARK, strlen (BYTE_ORDER_MARK)) == 0)
    {
      bytes += strlen (BYTE_ORDER_MARK);
      length -= strlen (BYTE_ORDER_MARK);
    }
  self->name = g_strdup (name);
  self->text = dup_valid (bytes, length, &self->length);
  _loom_source_respell (self->text, self->length);
  find_guard (self);
  return self;
}

void
_loom_source_header_free (LoomSourceHeader *self)
{
  if (self == NULL)
    return;

  g_free (self->name);
  g_free (self->text);
  g_free (self->guard);
  g_free (self->once);
  g_free (self);
}

static gsize
skip_blanks (const char *text,
             gsize       length,
             gsize       at)
{
  while (at < length)
    {
      const char *end;

      if (text[at] == ' ' || text[at] == '\t' || text[at] == '\\' || text[at] == '\r'
          || text[at] == '\n')
        at++;
      else if (length - at > 2 && text[at] == '/' && text[at + 1] == '*'
               && (end = g_strstr_len (text + at + 2, length - at - 2, "*/")) != NULL)
        at = end + 2 - text;
      else
        break;
    }

  return at;
}

/* FALSE: it is no #include, or one whose name a macro makes. */
gboolean
_loom_source_include_parse (const char        *directive,
                            gsize              length,
                            LoomSourceInclude *include)
{
  gsize at = skip_blanks (directive, length, 1);
  const char *end;

  if (length - at < strlen ("include")
      || strncmp (directive + at, "include", strlen ("include")) != 0)
    return FALSE;

  at = skip_blanks (directive, length, at + strlen ("include"));
  if (at >= length || (directive[at] != '"' && directive[at] != '<'))
    return FALSE;

  end = memchr (directive + at + 1, directive[at] == '"' ? '"' : '>', length - at - 1);
  if (end == NULL || end == directive + at + 1
      || memchr (directive + at, '\n', end - directive - at) != NULL)
    return FALSE;

  include->is_angled = directive[at] == '<';
  include->name = g_strndup (directive + at + 1, end - directive - at - 1);
  return TRUE;
}

/* A name as seen from the document's folder, without the steps in it that lead back; absolute ones
 * stay so. */
char *
_loom_source_include_resolve (const char *folder,
                              const char *name)
{
  g_autofree char *joined = *name == '/' || *folder == '\0' ? g_strdup (name)
                                                            : g_build_filename (folder, name, NULL);
  g_auto (GStrv) parts = g_strsplit (joined, "/", -1);
  g_autoptr (GPtrArray) kept = g_ptr_array_new ();

  for (guint i = 0; parts[i] != NULL; i++)
    {
      const char *last = kept->len > 0 ? kept->pdata[kept->len - 1] : "..";

      if (*parts[i] == '\0' || strcmp (parts[i], ".") == 0)
        continue;
      if (strcmp (parts[i], "..") == 0 && strcmp (last, "..") != 0)
        g_ptr_array_set_size (kept, (gint) kept->len - 1);
      else
        g_ptr_array_add (kept, parts[i]);
    }

  g_ptr_array_add (kept, NULL);
  g_free (g_steal_pointer (&joined));
  joined = g_strjoinv ("/", (char **) kept->pdata);
  return *name == '/' ? g_strconcat ("/", joined, NULL) : g_steal_pointer (&joined);
}
