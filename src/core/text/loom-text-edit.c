/* loom-text-edit.c: lines of a text, and one replacement in it
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-text-edit.h"

#include <string.h>

/**
 * loom_text_edit_apply:
 *
 * Returns: (transfer full): @text with the change
 */
char *
loom_text_edit_apply (const LoomTextEdit *self,
                      const char         *text)
{
  GString *result;

  g_return_val_if_fail (self != NULL && text != NULL, NULL);
  g_return_val_if_fail (self->offset + self->length <= strlen (text), NULL);

  result = g_string_new_len (text, self->offset);
  g_string_append (result, self->text);
  g_string_append (result, text + self->offset + self->length);
  return g_string_free (result, FALSE);
}

/**
 * loom_text_find_line:
 * @length: of @text in bytes; it may hold NUL
 * @line: from 1
 *
 * Returns: the offset where a line begins, or @length if the text has fewer
 */
gsize
loom_text_find_line (const char *text,
                     gsize       length,
                     guint       line)
{
  const char *at = text;

  for (; line > 1 && at != NULL; line--)
    {
      at = memchr (at, '\n', length - (gsize) (at - text));
      at = at != NULL ? at + 1 : NULL;
    }

  return at != NULL ? (gsize) (at - text) : length;
}

void
loom_text_edit_clear (LoomTextEdit *self)
{
  g_return_if_fail (self != NULL);

  g_clear_pointer (&self->text, g_free);
}
