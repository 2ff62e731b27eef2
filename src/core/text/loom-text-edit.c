/* loom-text-edit.c: one replacement in a text
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

void
loom_text_edit_clear (LoomTextEdit *self)
{
  g_return_if_fail (self != NULL);

  g_clear_pointer (&self->text, g_free);
}
