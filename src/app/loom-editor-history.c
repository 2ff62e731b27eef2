/* loom-editor-history.c: undo passes over what only [view] says
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-editor-pane-private.h"

#include "loom-connect.h"

/* A buffer takes no edit beside its history without forgetting all of it, so that what saving
 * writes into [view] is a step like others. It is known by the texts before and after, and whoever
 * undoes means the step before it. Typing in [view] is a person's own edit, and stays a step. */

static char *
dup_checksum (LoomEditorPane *self)
{
  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, loom_session_get_text (self->session),
                                        -1);
}

static void
begin_step_cb (LoomEditorPane *self)
{
  if (self->session == NULL)
    return;
  _loom_editor_flush (self);
  g_free (self->step_from);
  self->step_from = dup_checksum (self);
}

/* Whether the step that was just made, one way or the other, is one of [view] alone. */
static gboolean
was_view_step (LoomEditorPane *self)
{
  g_autofree char *from = g_steal_pointer (&self->step_from);
  g_autofree char *to = NULL, *step = NULL;

  if (from == NULL)
    return FALSE;
  _loom_editor_flush (self);
  to = dup_checksum (self);
  step = g_strconcat (from, to, NULL);
  return g_hash_table_contains (self->view_steps, step);
}

static void
undone_cb (LoomEditorPane *self,
           GtkTextBuffer  *buffer)
{
  if (was_view_step (self) && gtk_text_buffer_get_can_undo (buffer))
    gtk_text_buffer_undo (buffer);
}

static void
redone_cb (LoomEditorPane *self,
           GtkTextBuffer  *buffer)
{
  if (was_view_step (self) && gtk_text_buffer_get_can_redo (buffer))
    gtk_text_buffer_redo (buffer);
}

/* An edit was made for a person, not by typing. */
void
_loom_editor_history_note_edit (LoomEditorPane *self,
                                LoomDocument   *before,
                                LoomDocument   *after,
                                const char     *before_text)
{
  g_autofree char *old = NULL, *new = NULL;

  if (!loom_document_equals_but_view (before, after))
    return;
  old = g_compute_checksum_for_string (G_CHECKSUM_SHA256, before_text, -1);
  new = dup_checksum (self);
  g_hash_table_add (self->view_steps, g_strconcat (old, new, NULL));
  g_hash_table_add (self->view_steps, g_strconcat (new, old, NULL));
}

void
_loom_editor_history_init (LoomEditorPane *self)
{
  self->view_steps = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  loom_connect (self->buffer, "undo", begin_step_cb, self);
  loom_connect (self->buffer, "redo", begin_step_cb, self);
  g_signal_connect_object (self->buffer, "undo", G_CALLBACK (undone_cb), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (self->buffer, "redo", G_CALLBACK (redone_cb), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
}

void
_loom_editor_history_dispose (LoomEditorPane *self)
{
  g_clear_pointer (&self->view_steps, g_hash_table_unref);
  g_clear_pointer (&self->step_from, g_free);
}
