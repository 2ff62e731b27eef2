/* loom-line-mark.c: the shade on lines that are pointed at elsewhere
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The editor and the page of the PTX shade the lines that belong together alike. */

#include "config.h"

#include "loom-line-mark.h"

/**
 * loom_line_mark_new:
 *
 * Returns: (transfer none): a tag of the buffer that shades whole lines
 */
GtkTextTag *
loom_line_mark_new (GtkTextBuffer *buffer)
{
  static const GdkRGBA shade = { 0.21f, 0.52f, 0.89f, 0.25f };

  return gtk_text_buffer_create_tag (buffer, NULL, "background-rgba", &shade,
                                     "background-full-height", TRUE, NULL);
}

/**
 * loom_line_mark_add:
 * @line: of the buffer, from 0
 *
 * Shades one more line.
 */
void
loom_line_mark_add (GtkTextBuffer *buffer,
                    GtkTextTag    *mark,
                    guint          line)
{
  GtkTextIter start, end;

  gtk_text_buffer_get_iter_at_line (buffer, &start, (int) line);
  end = start;
  gtk_text_iter_forward_line (&end);
  gtk_text_buffer_apply_tag (buffer, mark, &start, &end);
}

/**
 * loom_line_mark_clear:
 *
 * Takes the shade off all lines.
 */
void
loom_line_mark_clear (GtkTextBuffer *buffer,
                      GtkTextTag    *mark)
{
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  gtk_text_buffer_remove_tag (buffer, mark, &start, &end);
}
