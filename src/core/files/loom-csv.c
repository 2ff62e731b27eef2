/* loom-csv.c: tables of numbers as text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-csv.h"

#include "loom-error.h"
#include "loom-scalar-text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The longest text of one number that is read. */
#define MAX_FIELD 64

typedef struct
{
  const LoomType *type;
  GByteArray     *cells;
  char            delimiter;    /* ' ': any blanks */
  guint           line;         /* from 1 */
  guint64         rows, fields; /* of the first row */
  guint           header;       /* line of names, 0: none yet */
} Table;

static gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\r';
}

/* Behind the quote that closes a field, or NULL: none does. Two in a row are one of its own. */
static const char *
skip_quotes (const char *at,
             const char *end)
{
  for (at++; at < end; at++)
    if (*at == '"' && (at + 1 == end || at[1] != '"'))
      return at + 1;
    else if (*at == '"')
      at++;
  return NULL;
}

static gboolean
has_outside_quotes (const char *line,
                    const char *end,
                    char        c)
{
  while (line < end && *line != c)
    {
      const char *next = *line == '"' ? skip_quotes (line, end) : NULL;

      line = next != NULL ? next : line + 1;
    }
  return line < end;
}

/* What the first row has decides: a comma is a decimal point where semicolons divide. */
static char
find_delimiter (const char *line,
                const char *end)
{
  static const char delimiters[] = { ';', '\t', ',' };

  for (guint i = 0; i < G_N_ELEMENTS (delimiters); i++)
    if (has_outside_quotes (line, end, delimiters[i]))
      return delimiters[i];
  return ' ';
}

static gboolean
is_end (const Table *self,
        char         c)
{
  return c == self->delimiter || (self->delimiter == ' ' && is_blank (c));
}

/* Where a field ends that begins at `at`. Quotes around the whole of it keep delimiters from
 * dividing it. */
static const char *
find_end (const Table *self,
          const char  *at,
          const char  *end)
{
  const char *stop = at < end && *at == '"' ? skip_quotes (at, end) : NULL;

  if (stop == NULL)
    stop = at;
  while (stop < end && !is_end (self, *stop))
    stop++;
  return stop;
}

static void
strip_blanks (const char **field,
              const char **stop)
{
  while (*stop > *field && is_blank ((*stop)[-1]))
    (*stop)--;
  while (*field < *stop && is_blank (**field))
    (*field)++;
}

/* The next field of a line, without the quotes and blanks around it; FALSE: there is none. */
static gboolean
next_field (const Table *self,
            const char **at,
            const char  *end,
            const char **field,
            gsize       *length)
{
  const char *p = *at, *stop;

  if (p == NULL)
    return FALSE;
  while (p < end && is_blank (*p) && *p != self->delimiter)
    p++;
  stop = find_end (self, p, end);
  *at = stop < end ? stop + 1 : NULL;
  while (self->delimiter == ' ' && *at != NULL && *at < end && is_blank (**at))
    (*at)++;
  if (self->delimiter == ' ' && *at == end)
    *at = NULL;
  strip_blanks (&p, &stop);
  if (stop - p >= 2 && *p == '"' && skip_quotes (p, stop) == stop)
    {
      p++;
      stop--;
      strip_blanks (&p, &stop);
    }
  *field = p;
  *length = (gsize) (stop - p);
  return TRUE;
}

static gboolean
parse_number (const Table    *self,
              const char     *field,
              gsize           length,
              LoomScalarBits *bits)
{
  char text[MAX_FIELD];

  if (length == 0 || length >= sizeof text)
    return FALSE;
  memcpy (text, field, length);
  text[length] = '\0';
  for (char *p = text; self->delimiter == ';' && *p != '\0'; p++)
    if (*p == ',')
      *p = '.';
  return loom_scalar_text_parse (text, self->type->scalar, bits);
}

/* Whether a line has no number at all: names of columns. */
static gboolean
is_header (const Table *self,
           const char  *line,
           const char  *end)
{
  const char *field;
  gsize length;

  while (next_field (self, &line, end, &field, &length))
    {
      LoomScalarBits bits;

      if (length > 0 &&
          (g_ascii_isdigit (*field) || memchr ("+-.", *field, 3) != NULL))
        return FALSE;
      if (parse_number (self, field, length, &bits))
        return FALSE;
    }
  return TRUE;
}

static gboolean
add_cell_padding (Table *self)
{
  static const guint8 zeros[16] = { 0 };
  const guint used = self->type->lanes * loom_scalar_size (self->type->scalar);

  g_byte_array_append (self->cells, zeros, self->type->size - used);
  return TRUE;
}

static gboolean
fail_number (const Table  *self,
             const char   *field,
             gsize         length,
             guint64       n,
             GError      **error)
{
  const LoomScalar scalar = self->type->scalar;
  g_autofree char *shown = g_utf8_make_valid (field, (gssize) MIN (length, MAX_FIELD));
  g_autofree char *type = loom_type_format (self->type), *least = NULL, *most = NULL;

  if (length == 0)
    return loom_fail (error, LOOM_ERROR_FILE,
                      _("value %1$llu of line %2$u is missing; write a number of type %3$s"),
                      (unsigned long long) n, self->line, type);
  if (loom_scalar_is_float (scalar))
    return loom_fail (error, LOOM_ERROR_FILE,
                      _("“%1$s”, value %2$llu of line %3$u, is not a number of type %4$s"),
                      shown, (unsigned long long) n, self->line, type);
  loom_scalar_text_get_range (scalar, &least, &most);
  return loom_fail (error, LOOM_ERROR_FILE,
                    _("“%1$s”, value %2$llu of line %3$u, is not a number of type %4$s, which "
                      "holds whole numbers from %5$s to %6$s"),
                    shown, (unsigned long long) n, self->line, type, least, most);
}

static gboolean
add_row (Table       *self,
         const char  *line,
         const char  *end,
         GError     **error)
{
  const guint size = loom_scalar_size (self->type->scalar);
  guint64 n = 0;
  const char *field;
  gsize length;

  while (next_field (self, &line, end, &field, &length))
    {
      LoomScalarBits bits;

      n++;
      if (!parse_number (self, field, length, &bits))
        return fail_number (self, field, length, n, error);
      g_byte_array_append (self->cells, bits.bytes, size);
      if (n % self->type->lanes == 0)
        add_cell_padding (self);
    }
  if (self->rows++ == 0)
    self->fields = n;
  return n == self->fields ||
         loom_fail (error, LOOM_ERROR_FILE,
                    ngettext ("line %1$u has %2$llu value where the first row has %3$llu",
                              "line %1$u has %2$llu values where the first row has %3$llu",
                              (gulong) n), self->line,
                    (unsigned long long) n, (unsigned long long) self->fields);
}

static gboolean
add_line (Table       *self,
          const char  *line,
          const char  *end,
          GError     **error)
{
  const char *first = line;

  self->line++;
  if (memchr (line, '\0', (gsize) (end - line)) != NULL)
    return loom_fail (error, LOOM_ERROR_FILE,
                      _("line %u holds a zero byte, as in UTF-16 and in what is not text; save it "
                        "as a table in UTF-8"), self->line);
  while (first < end && is_blank (*first))
    first++;
  if (first == end || *first == '#')
    return TRUE;
  if (self->rows == 0 && self->header == 0)
    {
      self->delimiter = find_delimiter (line, end);
      if (is_header (self, line, end))
        {
          self->header = self->line;
          return TRUE;
        }
    }
  return add_row (self, line, end, error);
}

/* A row or a column alone has one dimension; a vector's components stand side by side. */
static gboolean
get_shape (const Table  *self,
           LoomShape    *shape,
           GError      **error)
{
  const guint lanes = self->type->lanes;
  const guint64 cols = self->fields / lanes;

  if (self->rows == 0 && self->header > 0)
    return loom_fail (error, LOOM_ERROR_FILE,
                      _("line %u has no number, and so names columns, but no numbers follow it; "
                        "write them below"), self->header);
  if (self->rows == 0)
    return loom_fail (error, LOOM_ERROR_FILE, _("it holds no numbers"));
  if (self->fields % lanes != 0)
    return loom_fail (error, LOOM_ERROR_FILE,
                      _("its rows have %1$llu values, which is not a multiple of the %2$u in a "
                        "cell"),
                      (unsigned long long) self->fields, lanes);
  if (self->rows == 1 || cols == 1)
    *shape = (LoomShape) { 1, self->rows * cols, 1, 1 };
  else
    *shape = (LoomShape) { 2, cols, self->rows, 1 };
  return TRUE;
}

/**
 * loom_csv_parse:
 * @file: a whole file: numbers divided by commas, semicolons (then with decimal commas, too), tabs
 *   or blanks, each perhaps in quotes; lines that begin with `#` and a first line of names are left
 *   out
 * @type: the cells that are wanted: numbers or vectors of them
 * @shape: (out): how many there are
 * @error: return location; %LOOM_ERROR_FILE says what is wrong, as a clause about *it*
 *
 * Reads a table.
 *
 * Returns: (transfer full): the cells, or %NULL with @error set
 */
GBytes *
loom_csv_parse (GBytes          *file,
                const LoomType  *type,
                LoomShape       *shape,
                GError         **error)
{
  g_autoptr (GByteArray) cells = g_byte_array_new ();
  Table self = { .type = type, .cells = cells };
  gsize size;
  const char *line, *end;

  g_return_val_if_fail (file != NULL && type != NULL && shape != NULL, NULL);

  if (type->scalar == LOOM_SCALAR_BYTES)
    return loom_fail_null (error, LOOM_ERROR_FILE,
                           _("a table has numbers only, and the cells are structs"));
  line = g_bytes_get_data (file, &size);
  end = line != NULL ? line + size : NULL;
  if (size >= 3 && memcmp (line, "\357\273\277", 3) == 0)
    line += 3;
  while (line < end)
    {
      const char *stop = memchr (line, '\n', (gsize) (end - line));

      if (!add_line (&self, line, stop != NULL ? stop : end, error))
        return NULL;
      line = stop != NULL ? stop + 1 : end;
    }
  if (!get_shape (&self, shape, error))
    return NULL;
  return g_byte_array_free_to_bytes (g_steal_pointer (&cells));
}

/**
 * loom_csv_format:
 * @self: an array of numbers, or of vectors of them
 * @error: return location; %LOOM_ERROR_FILE if the cells are structs
 *
 * Writes a line for each row, planes one after the other with an empty line between, and commas
 * between numbers, which read back as they are.
 *
 * Returns: (transfer full): the text, or %NULL with @error set
 */
GBytes *
loom_csv_format (const LoomArray  *self,
                 GError          **error)
{
  const LoomType *type = loom_array_get_cell_type (self);
  const LoomShape *shape = loom_array_get_shape (self);
  const guint8 *cell = g_bytes_get_data (loom_array_get_bytes (self), NULL);
  const guint size = loom_scalar_size (type->scalar);
  GString *text;

  if (type->scalar == LOOM_SCALAR_BYTES)
    return loom_fail_null (error, LOOM_ERROR_FILE,
                           _("a table has numbers only, and the cells are structs"));
  text = g_string_new (NULL);
  for (guint64 row = 0; row < shape->rows * shape->planes; row++)
    {
      if (row > 0 && row % shape->rows == 0)
        g_string_append_c (text, '\n');
      for (guint64 col = 0; col < shape->cols; col++, cell += type->size)
        for (guint lane = 0; lane < type->lanes; lane++)
          {
            g_autofree char *number = loom_scalar_format (type->scalar, cell + lane * size);

            g_string_append_printf (text, "%s%s", col + lane > 0 ? "," : "", number);
          }
      g_string_append_c (text, '\n');
    }
  return g_string_free_to_bytes (text);
}
