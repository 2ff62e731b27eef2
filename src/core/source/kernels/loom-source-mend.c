/* loom-source-mend.c: lines of a source as they should be, where the cure of a mistake is known
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-source-mend.h"

#include "loom-source-reader-private.h"

static gsize
find_line_start (const char *source,
                 gsize       at)
{
  while (at > 0 && source[at - 1] != '\n')
    at--;
  return at;
}

/* The line that a range of bytes begins in, without indentation, with that range replaced. */
static char *
dup_line_with (const char *source,
               gsize       start,
               gsize       end,
               const char *text)
{
  gsize line = find_line_start (source, start);

  line += strspn (source + line, " \t");
  return g_strdup_printf ("%.*s%s%.*s", (int) (start - line), source + line, text,
                          (int) strcspn (source + end, "\r\n"), source + end);
}

/* The column of a byte in characters, from 1. */
static guint
get_column (const char *source,
            gsize       at)
{
  const gsize line = find_line_start (source, at);

  return (guint) g_utf8_strlen (source + line, (gssize) (at - line)) + 1;
}

/* The first token of a line, or the first after it. */
static guint
find_token (const LoomSourceReader *self,
            guint                   line)
{
  guint i = 0;

  while (i < self->n && get_token (self, i)->line < line)
    i++;
  return i;
}

/**
 * loom_source_mend_word:
 * @source: CUDA C++
 * @line: from 1
 * @word: an identifier in that line
 * @meant: what it should be
 *
 * Replaces a name in one line, where it stands first.
 *
 * Returns: (transfer full) (nullable): the line without its indentation; %NULL if it has no such
 *   name
 */
char *
loom_source_mend_word (const char *source,
                       guint       line,
                       const char *word,
                       const char *meant)
{
  g_autoptr (GArray) tokens = NULL;
  LoomSourceReader self;

  g_return_val_if_fail (source != NULL && word != NULL && meant != NULL, NULL);

  tokens = _loom_source_tokens_new (source, strlen (source));
  self = (LoomSourceReader) { source, tokens, tokens->len };
  for (guint i = find_token (&self, line); i < self.n && get_token (&self, i)->line == line; i++)
    {
      const LoomToken *token = get_token (&self, i);

      if (is_identifier (&self, i) && is_word (&self, i, word))
        return dup_line_with (source, token->offset, token->offset + token->length, meant);
    }
  return NULL;
}

/**
 * loom_source_mend_semicolon:
 * @source: CUDA C++
 * @line: (inout): where a compiler missed a semicolon, from 1: that of the token which it met
 *   instead
 * @column: (inout): the same in characters, from 1
 *
 * Finds the place where the semicolon is missing: after the last token of an earlier line. Where
 * the token that was met is not the first one of its line, the cure is not known.
 *
 * Returns: (transfer full) (nullable): the line where it is missing, with it and without its
 *   indentation; @line and @column are then that place. %NULL if the cure is not known
 */
char *
loom_source_mend_semicolon (const char *source,
                            guint      *line,
                            guint      *column)
{
  g_autoptr (GArray) tokens = NULL;
  LoomSourceReader self;
  const LoomToken *before;
  guint met;
  gsize end;

  g_return_val_if_fail (source != NULL && line != NULL && column != NULL, NULL);

  tokens = _loom_source_tokens_new (source, strlen (source));
  self = (LoomSourceReader) { source, tokens, tokens->len };
  met = find_token (&self, *line);
  if (met == 0 || met == self.n || get_token (&self, met)->line != *line
      || get_column (source, get_token (&self, met)->offset) != *column)
    return NULL;

  before = get_token (&self, met - 1);
  end = before->offset + before->length;
  *line = before->line;
  *column = get_column (source, end);
  return dup_line_with (source, end, end, ";");
}

/* Whether the tokens of a line are one statement by itself that declares nothing and is no head of
 * another one. */
static gboolean
is_plain_statement (const LoomSourceReader *self,
                    guint                   first,
                    guint                   end)
{
  static const char * const words[] = {
    "if", "else", "for", "while", "do", "switch", "case", "default", "return", "goto", "break",
    "continue", NULL
  };

  if (first == 0 || !is_punctuation (self, first - 1, ";{}")
      || get_punctuation (self, end - 1) != ';'
      || !(is_identifier (self, first) || get_punctuation (self, first) == '*')
      || _loom_source_is_any (self, first, words)
      || (is_identifier (self, first)
          && (is_identifier (self, first + 1) || is_punctuation (self, first + 1, "*&<:"))))
    return FALSE;
  for (guint i = first; i + 1 < end; i++)
    if (is_punctuation (self, i, ";{}"))
      return FALSE;
  return TRUE;
}

/* Whether a line is in the body of a kernel, so that its parameters can be named there. */
static gboolean
is_in_kernel (const LoomSourceReader *self,
              const char             *kernel,
              guint                   index)
{
  g_autofree char *base = g_strndup (kernel, strcspn (kernel, "<"));
  const char *colons = g_strrstr (base, "::");
  const char *name = colons != NULL ? colons + 2 : base;

  for (guint i = 0; i < index; i++)
    {
      guint body;

      if (!is_identifier (self, i) || !is_word (self, i, name)
          || get_punctuation (self, i + 1) != '(')
        continue;
      body = _loom_source_skip_brackets (self, i + 1);
      if (get_punctuation (self, body) == '{' && body < index
          && index < _loom_source_skip_brackets (self, body))
        return TRUE;
    }
  return FALSE;
}

/* A parameter that holds an extent, other than one that stands for another extent already. */
static const char *
find_parameter (const LoomSourceParameter *parameters,
                guint                      n_parameters,
                guint64                    value,
                const char                *other)
{
  for (guint i = 0; i < n_parameters; i++)
    if (parameters[i].value == value && g_strcmp0 (parameters[i].name, other) != 0)
      return parameters[i].name;
  return NULL;
}

/* `i` by itself: below the number of cells. */
static char *
dup_flat_test (const LoomSourceReader    *self,
               guint                      index,
               guint64                    cells,
               const LoomSourceParameter *parameters,
               guint                      n_parameters)
{
  const char *count = find_parameter (parameters, n_parameters, cells, NULL);
  g_autofree char *name = _loom_source_dup_text (self, index, index + 1);

  return count != NULL ? g_strdup_printf ("%s < %s", name, count) : NULL;
}

/* `y * cols + x`: each below its extent. */
static char *
dup_row_test (const LoomSourceReader    *self,
              guint                      index,
              const LoomShape           *shape,
              const LoomSourceParameter *parameters,
              guint                      n_parameters)
{
  const guint64 n_rows = shape->rows, n_cols = shape->cols;
  const char *rows = NULL;

  if (!is_identifier (self, index) || get_punctuation (self, index + 1) != '*'
      || !is_identifier (self, index + 2) || get_punctuation (self, index + 3) != '+'
      || !is_identifier (self, index + 4))
    return NULL;

  for (guint i = 0; i < n_parameters; i++)
    {
      const char *cols = parameters[i].name;
      g_autofree char *x = NULL, *y = NULL;

      if (!is_word (self, index + 2, cols) || parameters[i].value != n_cols)
        continue;
      rows = find_parameter (parameters, n_parameters, n_rows, cols);
      if (rows == NULL && n_rows == n_cols)
        rows = cols;
      if (rows == NULL)
        return NULL;
      y = _loom_source_dup_text (self, index, index + 1);
      x = _loom_source_dup_text (self, index + 4, index + 5);
      return g_strdup_printf ("%s < %s && %s < %s", x, cols, y, rows);
    }
  return NULL;
}

/**
 * loom_source_mend_index:
 * @source: CUDA C++
 * @line: where a thread reads or writes past the end of an array, from 1
 * @kernel: that does so, as the source names it
 * @array: its parameter
 * @shape: of the array
 * @parameters: (array length=n_parameters): whole numbers that the kernel gets
 *
 * Puts the statement of a line under a test of its index. That is known for indices `i` and
 * `y * cols + x` where parameters hold the extents, in lines that are one statement by itself.
 *
 * Returns: (transfer full) (nullable): two lines without indentation; %NULL if the cure is not
 *   known
 */
char *
loom_source_mend_index (const char                *source,
                        guint                      line,
                        const char                *kernel,
                        const char                *array,
                        const LoomShape           *shape,
                        const LoomSourceParameter *parameters,
                        guint                      n_parameters)
{
  g_autoptr (GArray) tokens = NULL;
  g_autofree char *test = NULL, *statement = NULL;
  LoomSourceReader self;
  guint first, end;
  guint64 cells;

  g_return_val_if_fail (source != NULL && kernel != NULL && array != NULL && shape != NULL, NULL);

  tokens = _loom_source_tokens_new (source, strlen (source));
  self = (LoomSourceReader) { source, tokens, tokens->len };
  first = find_token (&self, line);
  end = find_token (&self, line + 1);
  if (first == end || !is_plain_statement (&self, first, end)
      || !is_in_kernel (&self, kernel, first) || !loom_shape_cells (shape, &cells))
    return NULL;

  for (guint i = first; i + 1 < end && test == NULL; i++)
    {
      const guint close = _loom_source_skip_brackets (&self, i + 1);

      if (!is_word (&self, i, array) || get_punctuation (&self, i + 1) != '[')
        continue;
      if (close == i + 4 && is_identifier (&self, i + 2))
        test = dup_flat_test (&self, i + 2, cells, parameters, n_parameters);
      else if (close == i + 8 && shape->rank == 2)
        test = dup_row_test (&self, i + 2, shape, parameters, n_parameters);
    }
  if (test == NULL)
    return NULL;

  statement = dup_line_with (source, get_token (&self, first)->offset,
                             get_token (&self, first)->offset, "");
  return g_strdup_printf ("if (%s)\n  %s", test, statement);
}
