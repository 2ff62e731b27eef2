/* loom-source-unit.c: the lines of a unit, found again in their files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-unit-private.h"

const char *
_loom_source_unit_get_file (const LoomSourceUnit *self,
          guint                 index)
{
  return index > 0 ? self->files->pdata[index] : NULL;
}

/**
 * loom_source_unit_free:
 * @self: (transfer full) (nullable): a unit
 *
 * Frees a unit.
 */
void
loom_source_unit_free (LoomSourceUnit *self)
{
  if (self == NULL)
    return;

  g_free (self->text);
  g_ptr_array_unref (self->files);
  g_ptr_array_unref (self->missing);
  g_clear_pointer (&self->refused, loom_diagnostic_free);
  g_array_unref (self->pieces);
  g_array_unref (self->written_out);
  g_free (self);
}

static const LoomSourcePiece *
get_piece (const LoomSourceUnit *self,
           guint                 index)
{
  return &g_array_index (self->pieces, LoomSourcePiece, index);
}

/**
 * loom_source_unit_locate_line:
 * @self: a unit
 * @line: of its text, from 1
 *
 * Finds the file and line that a line of the text was taken from.
 *
 * Returns: the place
 */
LoomSourcePlace
loom_source_unit_locate_line (const LoomSourceUnit *self,
                              guint                 line)
{
  guint low = 0, high = self->pieces->len;
  const LoomSourcePiece *piece;

  while (high - low > 1)
    {
      const guint middle = low + (high - low) / 2;

      if (get_piece (self, middle)->first <= line)
        low = middle;
      else
        high = middle;
    }

  piece = get_piece (self, low);
  return (LoomSourcePlace) {
    _loom_source_unit_get_file (self, piece->file), piece->line + line - piece->first
  };
}

/**
 * loom_source_unit_find_line:
 * @self: a unit
 * @file: (nullable): one of its files; %NULL: the document
 * @line: of it
 *
 * Finds a line of a file in the text: the first one where the file was put in several times.
 *
 * Returns: the line of the text, 0 if it is not there
 */
guint
loom_source_unit_find_line (const LoomSourceUnit *self,
                            const char           *file,
                            guint                 line)
{
  for (guint i = 0; i < self->pieces->len; i++)
    {
      const LoomSourcePiece *piece = get_piece (self, i);
      const guint lines = i + 1 < self->pieces->len ? get_piece (self, i + 1)->first - piece->first
                                                    : G_MAXUINT;
      const char *name = _loom_source_unit_get_file (self, piece->file);

      if (g_strcmp0 (name, file) == 0 && line >= piece->line && line - piece->line < lines)
        return piece->first + line - piece->line;
    }

  return 0;
}

/**
 * loom_source_unit_has_columns:
 * @self: a unit
 * @file: (nullable): one of its files; %NULL: the document
 * @line: of it
 *
 * Whether a column of the text is one of the file too: not where a call of a macro was written out.
 *
 * Returns: whether it is
 */
gboolean
loom_source_unit_has_columns (const LoomSourceUnit *self,
                              const char           *file,
                              guint                 line)
{
  const guint place = loom_source_unit_find_line (self, file, line);

  for (guint i = 0; i < self->written_out->len; i++)
    {
      const LoomWrittenOut *lines = &g_array_index (self->written_out, LoomWrittenOut, i);

      if (place >= lines->first && place < lines->end)
        return FALSE;
    }

  return TRUE;
}
