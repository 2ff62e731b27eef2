/* loom-cells.c: a set of cells as text, such as a person paints it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-cells.h"

#include "loom-error.h"
#include "loom-extents-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MAX_RANK 3

/* `7` or `0-7`. */
/* Digits alone: strtoull(), which GLib asks, skips a vertical tab. */
static gboolean
parse_index (const char *text,
             guint64     least,
             guint64    *index)
{
  return g_ascii_isdigit (*text) &&
         g_ascii_string_to_unsigned (text, 10, least, G_MAXINT64, index, NULL);
}

static gboolean
parse_range (const char *text,
             guint64    *begin,
             guint64    *end)
{
  const char *dash = strchr (text, '-');
  g_autofree char *first = dash != NULL ? g_strndup (text, dash - text) : g_strdup (text);

  if (!parse_index (first, 0, begin))
    return FALSE;
  *end = *begin;
  return dash == NULL || parse_index (dash + 1, *begin, end);
}

static gboolean
parse_box (const char      *word,
           const LoomShape *shape,
           LoomBox         *box)
{
  g_auto (GStrv) parts = g_strsplit (word, ":", MAX_RANK + 1);
  const guint n = g_strv_length (parts);

  *box = (LoomBox) { { 0 }, { 0 } };
  for (guint i = 0; i < n && n == shape->rank; i++)
    if (!parse_range (parts[i], &box->first[MAX_RANK - n + i], &box->last[MAX_RANK - n + i]))
      return FALSE;

  return n == shape->rank;
}

static void
fill_box (guint8          *mask,
          const LoomShape *shape,
          const LoomBox   *box)
{
  const guint64 first = box->first[2], last = MIN (box->last[2], shape->cols - 1);

  for (guint64 z = box->first[0]; z <= MIN (box->last[0], shape->planes - 1); z++)
    for (guint64 y = box->first[1]; y <= MIN (box->last[1], shape->rows - 1); y++)
      if (first <= last)
        memset (mask + (z * shape->rows + y) * shape->cols + first, 1, last - first + 1);
}

static gboolean
refuse (const char       *word,
        const LoomShape  *shape,
        GError          **error)
{
  static const char * const forms[] = { "0-7", "0-3:0-7", "0:0-3:0-7" };
  g_autofree char *shown = _loom_abbreviate (word);

  return loom_fail (error, LOOM_ERROR_DOCUMENT,
                    _("“%1$s” names no cells of an array with %2$u dimensions; write them as "
                      "%3$s, apart by blanks"), shown, shape->rank, forms[shape->rank - 1]);
}

/**
 * loom_box_parse:
 * @word: as `0-3:0-7`, with as many parts as the array has dimensions
 * @shape: of the array
 * @box: (out): the cells; they may lie beyond the array
 *
 * Errors: %LOOM_ERROR_DOCUMENT shows how they are written.
 */
gboolean
loom_box_parse (const char       *word,
                const LoomShape  *shape,
                LoomBox          *box,
                GError          **error)
{
  return parse_box (word, shape, box) || refuse (word, shape, error);
}

/**
 * loom_cells_parse:
 * @text: boxes, perhaps none
 * @shape: of the array
 * @mask: (nullable): a byte for each cell, set to 1 where it is in a box; %NULL: only checks
 * @error: return location; %LOOM_ERROR_DOCUMENT names what is no box
 *
 * Reads a set of cells.
 *
 * Returns: whether all of it could be read
 */
gboolean
loom_cells_parse (const char       *text,
                  const LoomShape  *shape,
                  guint8           *mask,
                  GError          **error)
{
  g_auto (GStrv) words = NULL;

  g_return_val_if_fail (text != NULL && shape != NULL, FALSE);
  g_return_val_if_fail (shape->rank >= 1 && shape->rank <= MAX_RANK, FALSE);

  words = g_strsplit (text, " ", -1);
  for (guint i = 0; words[i] != NULL; i++)
    {
      LoomBox box;

      if (*words[i] == '\0')
        continue;
      if (!loom_box_parse (words[i], shape, &box, error))
        return FALSE;
      if (mask != NULL)
        fill_box (mask, shape, &box);
    }

  return TRUE;
}

/**
 * loom_cells_find_outside:
 * @text: what loom_cells_parse() reads
 * @shape: of the array
 *
 * Returns: (transfer full) (nullable): the first box that reaches beyond the array, as written;
 *   %NULL if there is none
 */
char *
loom_cells_find_outside (const char      *text,
                         const LoomShape *shape)
{
  g_auto (GStrv) words = NULL;

  g_return_val_if_fail (text != NULL && shape != NULL, NULL);

  words = g_strsplit (text, " ", -1);
  for (guint i = 0; words[i] != NULL; i++)
    {
      LoomBox box;

      if (*words[i] != '\0' && parse_box (words[i], shape, &box) &&
          (box.last[0] >= shape->planes || box.last[1] >= shape->rows ||
           box.last[2] >= shape->cols))
        return _loom_abbreviate (words[i]);
    }

  return NULL;
}

static void
append_range (GString *text,
              guint64  first,
              guint64  last)
{
  if (first == last)
    g_string_append_printf (text, "%" G_GUINT64_FORMAT, first);
  else
    g_string_append_printf (text, "%" G_GUINT64_FORMAT "-%" G_GUINT64_FORMAT, first, last);
}

/* The cells of one row that are set, where the rows from first to last all have the same. */
static void
append_rows (GString         *text,
             const guint8    *row,
             const LoomShape *shape,
             guint64          plane,
             guint64          first,
             guint64          last)
{
  for (guint64 x = 0; x < shape->cols; x++)
    {
      const guint64 start = x;

      if (row[x] == 0)
        continue;
      while (x + 1 < shape->cols && row[x + 1] != 0)
        x++;
      if (text->len > 0)
        g_string_append_c (text, ' ');
      if (shape->rank > 2)
        g_string_append_printf (text, "%" G_GUINT64_FORMAT ":", plane);
      if (shape->rank > 1)
        {
          append_range (text, first, last);
          g_string_append_c (text, ':');
        }
      append_range (text, start, x);
    }
}

/**
 * loom_cells_format:
 * @mask: a byte for each cell; those that are not 0 are in the set
 * @shape: of the array
 *
 * Writes a set of cells so that loom_cells_parse() reads it: rows that are the same together.
 *
 * Returns: (transfer full): the text, empty for no cell
 */
char *
loom_cells_format (const guint8    *mask,
                   const LoomShape *shape)
{
  GString *text = g_string_new (NULL);

  g_return_val_if_fail (mask != NULL && shape != NULL, NULL);

  for (guint64 z = 0; z < shape->planes; z++)
    for (guint64 y = 0; y < shape->rows; y++)
      {
        const guint8 *row = mask + (z * shape->rows + y) * shape->cols;
        guint64 last = y;

        while (last + 1 < shape->rows &&
               memcmp (row, row + (last + 1 - y) * shape->cols, shape->cols) == 0)
          last++;
        append_rows (text, row, shape, z, y, last);
        y = last;
      }

  return g_string_free (text, FALSE);
}
