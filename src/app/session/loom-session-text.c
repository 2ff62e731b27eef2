/* loom-session-text.c: the text of a document, and how others than the editor change it
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-session-private.h"

#include "loom-class.h"

#include <string.h>

/* What the editor answers to. */
void
_loom_session_class_text_init (LoomSessionClass *klass)
{
  LOOM_SIGNAL_NEW (klass, "flush", 0);
  g_signal_new ("apply-edit", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                g_signal_accumulator_true_handled, NULL, NULL, G_TYPE_BOOLEAN, 1, G_TYPE_POINTER);
  LOOM_SIGNAL_NEW (klass, "group-edits", 1, G_TYPE_BOOLEAN);
  LOOM_SIGNAL_NEW (klass, "opened", 0);
  LOOM_SIGNAL_NEW (klass, "show-line", 2, G_TYPE_UINT, G_TYPE_UINT);
}

/**
 * loom_session_get_text:
 *
 * Returns: (transfer none): the whole text, settings included
 */
const char *
loom_session_get_text (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->text;
}

/**
 * loom_session_set_text:
 * @text: the whole text, UTF-8
 * @length: its bytes, or -1 if it ends in NUL
 *
 * Takes a new text and parses it. Setting the text that is there already does nothing.
 */
void
loom_session_set_text (LoomSession *self,
                       const char  *text,
                       gssize       length)
{
  gsize size;

  g_return_if_fail (LOOM_IS_SESSION (self));
  g_return_if_fail (text != NULL);

  size = length < 0 ? strlen (text) : (gsize) length;
  if (strlen (self->text) == size && memcmp (self->text, text, size) == 0)
    return;

  g_free (self->text);
  self->text = g_strndup (text, size);
  loom_document_unref (self->document);
  self->document = loom_document_parse (self->text, (gssize) size);

  loom_view_state_take_document (self->view_state, self->document);
  _loom_session_update_problems (self);
  _loom_session_notify (self, PROP_DOCUMENT);
}

/**
 * loom_session_open_text:
 * @text: the whole text of another document, UTF-8
 * @length: its bytes, or -1 if it ends in NUL
 *
 * Begins with another document: nothing that was chosen for the last one holds for it.
 */
void
loom_session_open_text (LoomSession *self,
                        const char  *text,
                        gssize       length)
{
  g_return_if_fail (LOOM_IS_SESSION (self));
  g_return_if_fail (text != NULL);

  loom_view_state_begin_document (self->view_state);
  g_signal_emit_by_name (self, "opened");
  loom_session_set_text (self, text, length);
}

/**
 * loom_session_get_document:
 *
 * Returns: (transfer none): the text, split into source and settings
 */
LoomDocument *
loom_session_get_document (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->document;
}

/**
 * loom_session_edit:
 * @group: a group of the settings, "launch" or "arg f"
 * @key: a key in it
 * @value: (nullable): its new value; %NULL removes the key
 * @error: where to put a %LOOM_ERROR_DOCUMENT
 *
 * Rewrites one line of the settings in the text, through the editor if there is one.
 *
 * Returns: whether the text says so now
 */
gboolean
loom_session_edit (LoomSession  *self,
                   const char   *group,
                   const char   *key,
                   const char   *value,
                   GError      **error)
{
  LoomTextEdit edit = { 0 };

  g_return_val_if_fail (LOOM_IS_SESSION (self), FALSE);

  g_signal_emit_by_name (self, "flush");
  if (g_strcmp0 (loom_document_get_value (self->document, group, key), value) == 0)
    return TRUE;
  if (!loom_document_edit (self->document, group, key, value, &edit, error))
    return FALSE;

  loom_session_apply_edit (self, &edit);
  loom_text_edit_clear (&edit);
  return TRUE;
}

/**
 * loom_session_flush:
 *
 * Has a pane that holds newer text hand it over now.
 */
void
loom_session_flush (LoomSession *self)
{
  g_return_if_fail (LOOM_IS_SESSION (self));

  g_signal_emit_by_name (self, "flush");
}

/**
 * loom_session_apply_edit:
 * @edit: a replacement in the text as loom_session_get_text() gives it
 *
 * Edits the text through the editor if there is one, so that it can be undone there.
 */
void
loom_session_apply_edit (LoomSession        *self,
                         const LoomTextEdit *edit)
{
  gboolean handled = FALSE;

  g_return_if_fail (LOOM_IS_SESSION (self));

  g_signal_emit_by_name (self, "apply-edit", edit, &handled);
  if (!handled)
    {
      g_autofree char *text = loom_text_edit_apply (edit, self->text);

      loom_session_set_text (self, text, -1);
    }
}

/**
 * loom_session_change_text:
 * @text: the whole text as it is to be, UTF-8
 *
 * Makes one edit of what differs, from the first byte to the last: the cursor stays, and one undo
 * brings the other text back.
 */
void
loom_session_change_text (LoomSession *self,
                          const char  *text)
{
  gsize start = 0, end = 0, old_length, new_length;
  LoomTextEdit edit;

  g_return_if_fail (LOOM_IS_SESSION (self));
  g_return_if_fail (text != NULL);

  if (strcmp (self->text, text) == 0)
    return;
  old_length = strlen (self->text);
  new_length = strlen (text);
  while (self->text[start] != '\0' && self->text[start] == text[start])
    start++;
  /* both texts are UTF-8, and so is what lies between */
  while (start > 0 && ((guchar) self->text[start] & 0xc0) == 0x80)
    start--;
  while (end < MIN (old_length, new_length) - start
         && self->text[old_length - end - 1] == text[new_length - end - 1])
    end++;
  while (end > 0 && ((guchar) self->text[old_length - end] & 0xc0) == 0x80)
    end--;
  edit = (LoomTextEdit) {
    start, old_length - end - start, g_strndup (text + start, new_length - end - start)
  };
  loom_session_apply_edit (self, &edit);
  loom_text_edit_clear (&edit);
}

/**
 * loom_session_write_view:
 *
 * Writes what was chosen in the picture by hand into the `[view]` group of the text, as one edit;
 * for the moment before it is saved.
 */
void
loom_session_write_view (LoomSession *self)
{
  g_autofree char *text = NULL;

  g_return_if_fail (LOOM_IS_SESSION (self));

  loom_session_flush (self);
  text = loom_view_state_write (self->view_state, self->text);
  if (text != NULL)
    loom_session_change_text (self, text);
}

/**
 * loom_session_begin_edits:
 *
 * All edits up to loom_session_end_edits() are undone together.
 */
void
loom_session_begin_edits (LoomSession *self)
{
  g_return_if_fail (LOOM_IS_SESSION (self));

  g_signal_emit_by_name (self, "flush");
  g_signal_emit_by_name (self, "group-edits", TRUE);
}

void
loom_session_end_edits (LoomSession *self)
{
  g_return_if_fail (LOOM_IS_SESSION (self));

  g_signal_emit_by_name (self, "group-edits", FALSE);
}

/**
 * loom_session_show_line:
 * @line: a line of the text, from 1
 * @column: a character in it, from 1; 0 for the whole line
 *
 * Asks the editor to go there.
 */
void
loom_session_show_line (LoomSession *self,
                        guint        line,
                        guint        column)
{
  g_return_if_fail (LOOM_IS_SESSION (self));

  if (line > 0)
    g_signal_emit_by_name (self, "show-line", line, column);
}
