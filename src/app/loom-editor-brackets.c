/* loom-editor-brackets.c: which brackets belong together
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-editor-pane-private.h"

#include "loom-connect.h"

#include <string.h>

static gboolean
is_bracket (gunichar c)
{
  return c != 0 && c < 128 && strchr ("()[]{}<>", (int) c) != NULL;
}

/* GtkSourceView marks the pair of the bracket behind the cursor, or else of the one before it, and
 * takes "<" and ">" for a pair in every language. In CUDA they compare and shift: while it would
 * look for one, it is told not to look. */
static void
cursor_cb (LoomEditorPane *self)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->buffer);
  GtkTextIter iter;
  gunichar c;

  gtk_text_buffer_get_iter_at_mark (buffer, &iter, gtk_text_buffer_get_insert (buffer));
  c = gtk_text_iter_get_char (&iter);
  if (!is_bracket (c) && gtk_text_iter_backward_char (&iter))
    c = gtk_text_iter_get_char (&iter);
  gtk_source_buffer_set_highlight_matching_brackets (self->buffer, c != '<' && c != '>');
}

void
_loom_editor_brackets_init (LoomEditorPane *self)
{
  loom_connect (self->buffer, "notify::cursor-position", cursor_cb, self);
}
