/* loom-editor-pane.c: the text of a session in a GtkSourceView
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-editor-pane-private.h"

#include "loom-connect.h"
#include "loom-indenter.h"
#include "loom-line-mark.h"
#include "loom-resources.h"

#include <string.h>

G_DEFINE_FINAL_TYPE (LoomEditorPane, loom_editor_pane, LOOM_TYPE_PANE)

static GtkTextBuffer *
get_buffer (LoomEditorPane *self)
{
  return GTK_TEXT_BUFFER (self->buffer);
}

static char *
dup_text (LoomEditorPane *self)
{
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (get_buffer (self), &start, &end);
  return gtk_text_buffer_get_text (get_buffer (self), &start, &end, TRUE);
}

/* Hands the session what the buffer holds. */
static void
push_text (LoomEditorPane *self)
{
  g_autofree char *text = dup_text (self);

  g_clear_handle_id (&self->flush_id, g_source_remove);
  self->pushing = TRUE;
  loom_session_set_text (self->session, text, -1);
  self->pushing = FALSE;
  _loom_editor_style_update_block (self);
}

/* One keystroke may change the buffer several times: the session hears of them together, before the
 * frame. */
static void
changed_cb (LoomEditorPane *self)
{
  if (self->session != NULL)
    loom_call_later (&self->flush_id, G_PRIORITY_HIGH_IDLE, 0, G_CALLBACK (push_text), self);
}

static void
flush (LoomEditorPane *self)
{
  if (self->flush_id != 0)
    push_text (self);
}

/* -- Undo passes over what only [view] says -- */

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
  flush (self);
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
  flush (self);
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
static void
note_edit (LoomEditorPane *self,
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

/* -- The text of the session and that of the buffer -- */

/* Another text, as that of another file, not an edit: nothing that came before can be undone. */
static void
document_cb (LoomEditorPane *self)
{
  g_autofree char *text = NULL;
  const char *newer = loom_session_get_text (self->session);
  GtkTextIter start;

  if (self->pushing)
    return;
  text = dup_text (self);
  if (strcmp (text, newer) == 0)
    return;

  gtk_text_buffer_set_text (get_buffer (self), newer, -1);
  g_clear_handle_id (&self->flush_id, g_source_remove);
  gtk_text_buffer_get_start_iter (get_buffer (self), &start);
  gtk_text_buffer_place_cursor (get_buffer (self), &start);
  gtk_adjustment_set_value (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self->view)), 0);
  _loom_editor_style_update_block (self);
  _loom_editor_problems_update (self);
}

/* The session's text is the buffer's here: it flushed before it computed the edit. */
static gboolean
apply_edit_cb (LoomEditorPane     *self,
               const LoomTextEdit *edit)
{
  const char *text = loom_session_get_text (self->session);
  g_autoptr (LoomDocument) before = loom_document_ref (loom_session_get_document (self->session));
  g_autofree char *before_text = g_strdup (text);
  GtkTextIter start, end;

  gtk_text_buffer_get_iter_at_offset (get_buffer (self), &start,
                                      (int) g_utf8_strlen (text, (gssize) edit->offset));
  end = start;
  gtk_text_iter_forward_chars (&end,
                               (int) g_utf8_strlen (text + edit->offset, (gssize) edit->length));

  gtk_text_buffer_begin_user_action (get_buffer (self));
  gtk_text_buffer_delete (get_buffer (self), &start, &end);
  gtk_text_buffer_insert (get_buffer (self), &start, edit->text, -1);
  gtk_text_buffer_end_user_action (get_buffer (self));
  push_text (self);
  note_edit (self, before, loom_session_get_document (self->session), before_text);
  return TRUE;
}

static void
group_edits_cb (LoomEditorPane *self,
                gboolean        begin)
{
  if (begin)
    gtk_text_buffer_begin_user_action (get_buffer (self));
  else
    gtk_text_buffer_end_user_action (get_buffer (self));
}

void
_loom_editor_pane_put_cursor (LoomEditorPane *self,
                              guint           line,
                              guint           column)
{
  GtkTextIter iter;

  gtk_text_buffer_get_iter_at_line (get_buffer (self), &iter, (int) line - 1);
  if (column > 0)
    gtk_text_iter_set_line_offset (&iter,
                                   MIN ((int) column - 1, gtk_text_iter_get_chars_in_line (&iter)));
  gtk_text_buffer_place_cursor (get_buffer (self), &iter);
  gtk_text_view_scroll_to_mark (GTK_TEXT_VIEW (self->view),
                                gtk_text_buffer_get_insert (get_buffer (self)), 0.2, FALSE, 0, 0);
}

static void
show_line_cb (LoomEditorPane *self,
              guint           line,
              guint           column)
{
  _loom_editor_pane_put_cursor (self, line, column);
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
}

static void
line_chosen_cb (LoomEditorPane *self,
                guint           line)
{
  _loom_editor_pane_put_cursor (self, line, 0);
}

static void
bar_closed_cb (LoomEditorPane *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
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
  if (self->session != NULL)
    {
      loom_line_link_set_hovered (loom_session_get_line_link (self->session), 0);
      loom_line_link_set_cursor (loom_session_get_line_link (self->session),
                                 (guint) gtk_text_iter_get_line (&iter) + 1);
    }
  c = gtk_text_iter_get_char (&iter);
  if ((c == 0 || c >= 128 || strchr ("()[]{}<>", (int) c) == NULL) &&
      gtk_text_iter_backward_char (&iter))
    c = gtk_text_iter_get_char (&iter);
  gtk_source_buffer_set_highlight_matching_brackets (self->buffer, c != '<' && c != '>');
}

/* The line that is pointed at elsewhere. */
static void
marked_cb (LoomEditorPane *self)
{
  const guint line = loom_line_link_get_marked (loom_session_get_line_link (self->session));
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->buffer);
  GtkTextIter start;

  loom_line_mark_clear (buffer, self->marked_tag);
  if (line == 0)
    return;
  loom_line_mark_add (buffer, self->marked_tag, line - 1);
  gtk_text_buffer_get_iter_at_line (buffer, &start, (int) line - 1);
  gtk_text_view_scroll_to_iter (GTK_TEXT_VIEW (self->view), &start, 0.1, FALSE, 0, 0);
}

static void
leave_cb (LoomEditorPane *self)
{
  if (self->session != NULL)
    loom_line_link_set_hovered (loom_session_get_line_link (self->session), 0);
}

/* What was made from the line that the pointer is over is marked elsewhere, until it leaves or the
 * cursor moves. Where the text moves below a pointer that rests, GTK tells of a motion as well. */
static void
motion_cb (LoomEditorPane           *self,
           double                    x,
           double                    y,
           GtkEventControllerMotion *controller)
{
  GdkEvent *event = gtk_event_controller_get_current_event (GTK_EVENT_CONTROLLER (controller));
  GtkTextView *view = GTK_TEXT_VIEW (self->view);
  double on_x = 0, on_y = 0;
  GtkTextIter iter;
  int buffer_y;

  gdk_event_get_position (event, &on_x, &on_y);
  if (self->session == NULL || (on_x == self->pointer_x && on_y == self->pointer_y))
    return;
  self->pointer_x = on_x;
  self->pointer_y = on_y;
  gtk_text_view_window_to_buffer_coords (view, GTK_TEXT_WINDOW_WIDGET, (int) x, (int) y, NULL,
                                         &buffer_y);
  gtk_text_view_get_line_at_y (view, &iter, buffer_y, NULL);
  loom_line_link_set_hovered (loom_session_get_line_link (self->session),
                              (guint) gtk_text_iter_get_line (&iter) + 1);
}

/* The view measures the lines that are seen when it gets its place, or else as late as while it is
 * drawn. The ranges of the scroll bars hang on that, and a bar whose range changes wants a new
 * place: not in the middle of a frame, and neither while places are given. */
static gboolean
measure_cb (GtkWidget     *view,
            GdkFrameClock *clock,
            gpointer       data)
{
  LoomEditorPane *self = data;
  GtkAllocation place;

  self->measure_id = 0;
  if (!gtk_widget_get_mapped (view))
    return G_SOURCE_REMOVE;
  gtk_widget_get_allocation (view, &place);
  gtk_widget_queue_allocate (view);
  gtk_widget_size_allocate (view, &place, -1);
  return G_SOURCE_REMOVE;
}

static void
lines_changed_cb (LoomEditorPane *self)
{
  GtkWidget *view = GTK_WIDGET (self->view);

  if (self->measure_id == 0 && gtk_widget_get_mapped (view))
    self->measure_id = gtk_widget_add_tick_callback (view, measure_cb, self, NULL);
}

static gboolean
query_tooltip_cb (LoomEditorPane *self,
                  int             x,
                  int             y,
                  gboolean        keyboard,
                  GtkTooltip     *tooltip)
{
  return self->session != NULL && (_loom_editor_problems_query (self, x, y, keyboard, tooltip)
                                   || _loom_editor_names_query (self, x, y, tooltip));
}

static void
loom_editor_pane_set_session (LoomPane    *pane,
                              LoomSession *session)
{
  LoomEditorPane *self = LOOM_EDITOR_PANE (pane);

  self->session = session;
  g_object_set (self->figure_bar, "session", session, NULL);
  loom_connect (session, "notify::document", document_cb, self);
  loom_connect_each (session, G_CALLBACK (_loom_editor_counters_update), self, "notify::run",
                     "notify::stale", NULL);
  loom_connect (session, "flush", flush, self);
  loom_connect (session, "apply-edit", apply_edit_cb, self);
  loom_connect (session, "group-edits", group_edits_cb, self);
  loom_connect (session, "show-line", show_line_cb, self);
  loom_connect (loom_session_get_line_link (session), "notify::marked", marked_cb, self);
  loom_connect (loom_session_get_problems (session), "items-changed", _loom_editor_problems_update,
                self);
  document_cb (self);
  _loom_editor_problems_update (self);
}

/* The gutter of GtkSourceView 5.6 keeps the lines that it drew last, which keep the view, which
 * keeps the gutter: for ever, with all of the text. Drawing nothing lets go of them. */
static void
let_go_of_lines (LoomEditorPane *self)
{
  GtkSourceGutter *gutter = gtk_source_view_get_gutter (self->view, GTK_TEXT_WINDOW_LEFT);
  g_autoptr (GtkSnapshot) snapshot = gtk_snapshot_new ();
  GtkWidget *renderer;

  self->counters = NULL;
  while ((renderer = gtk_widget_get_first_child (GTK_WIDGET (gutter))) != NULL)
    gtk_source_gutter_remove (gutter, GTK_SOURCE_GUTTER_RENDERER (renderer));
  GTK_WIDGET_GET_CLASS (gutter)->snapshot (GTK_WIDGET (gutter), snapshot);
}

static void
loom_editor_pane_dispose (GObject *object)
{
  LoomEditorPane *self = LOOM_EDITOR_PANE (object);

  g_clear_handle_id (&self->flush_id, g_source_remove);
  g_clear_weak_pointer (&self->proposals);
  g_clear_pointer (&self->jumps, g_array_unref);
  g_clear_pointer (&self->view_steps, g_hash_table_unref);
  g_clear_pointer (&self->step_from, g_free);
  if (self->view != NULL)
    let_go_of_lines (self);
  g_clear_object (&self->css);
  g_clear_object (&self->settings);

  G_OBJECT_CLASS (loom_editor_pane_parent_class)->dispose (object);
}

/* Whoever has replaced all is in the text, over which the search is still open. */
static gboolean
escape (GtkWidget *widget,
        GVariant  *arguments,
        gpointer   unused)
{
  return loom_find_bar_close (LOOM_EDITOR_PANE (widget)->find_bar);
}

static void
loom_editor_pane_class_init (LoomEditorPaneClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = loom_editor_pane_dispose;
  LOOM_PANE_CLASS (klass)->set_session = loom_editor_pane_set_session;

  g_type_ensure (GTK_SOURCE_TYPE_VIEW);
  g_type_ensure (LOOM_TYPE_FIGURE_BAR);
  g_type_ensure (LOOM_TYPE_FIND_BAR);
  g_type_ensure (LOOM_TYPE_LINE_BAR);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-editor-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomEditorPane, find_bar);
  gtk_widget_class_bind_template_child (widget_class, LoomEditorPane, line_bar);
  gtk_widget_class_bind_template_child (widget_class, LoomEditorPane, scroller);
  gtk_widget_class_bind_template_child (widget_class, LoomEditorPane, view);
  gtk_widget_class_bind_template_child (widget_class, LoomEditorPane, buffer);
  gtk_widget_class_bind_template_child (widget_class, LoomEditorPane, figure_bar);
  gtk_widget_class_bind_template_child (widget_class, LoomEditorPane, meaning_popover);
  gtk_widget_class_bind_template_child (widget_class, LoomEditorPane, meaning);
  gtk_widget_class_bind_template_callback (widget_class, changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, line_chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, bar_closed_cb);
  gtk_widget_class_bind_template_callback (widget_class, query_tooltip_cb);
  gtk_widget_class_bind_template_callback (widget_class, motion_cb);
  gtk_widget_class_bind_template_callback (widget_class, leave_cb);
  gtk_widget_class_set_css_name (widget_class, "loomeditor");
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, escape, NULL);
  _loom_editor_style_class_init (widget_class);
}

static void
loom_editor_pane_init (LoomEditorPane *self)
{
  g_autoptr (GtkSourceIndenter) indenter = g_object_new (LOOM_TYPE_INDENTER, NULL);

  gtk_widget_init_template (GTK_WIDGET (self));
  /* Source runs from left to right whatever the language of the interface. */
  gtk_widget_set_direction (GTK_WIDGET (self->view), GTK_TEXT_DIR_LTR);
  g_object_set (self->find_bar, "view", self->view, NULL);
  gtk_source_view_set_indenter (self->view, indenter);
  self->view_steps = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  loom_connect (self->buffer, "undo", begin_step_cb, self);
  loom_connect (self->buffer, "redo", begin_step_cb, self);
  g_signal_connect_object (self->buffer, "undo", G_CALLBACK (undone_cb), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (self->buffer, "redo", G_CALLBACK (redone_cb), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  loom_connect (self->buffer, "changed", lines_changed_cb, self);
  _loom_editor_style_init (self);
  _loom_editor_problems_init (self);
  _loom_editor_counters_init (self);
  _loom_editor_names_init (self);
  _loom_editor_typing_init (self);
  loom_connect (self->buffer, "notify::cursor-position", cursor_cb, self);
}

GtkTextBuffer *
loom_editor_pane_get_buffer (LoomEditorPane *self)
{
  g_return_val_if_fail (LOOM_IS_EDITOR_PANE (self), NULL);

  return get_buffer (self);
}

void
loom_editor_pane_focus (LoomEditorPane *self)
{
  g_return_if_fail (LOOM_IS_EDITOR_PANE (self));

  gtk_widget_grab_focus (GTK_WIDGET (self->view));
}

void
loom_editor_pane_find (LoomEditorPane *self,
                       gboolean        replace)
{
  g_return_if_fail (LOOM_IS_EDITOR_PANE (self));

  loom_find_bar_open (self->find_bar, replace);
}

/**
 * loom_editor_pane_find_step:
 * @forward: to the next match, or to the previous one
 *
 * Goes to another match of what was looked for last, whether or not the find bar is open.
 */
void
loom_editor_pane_find_step (LoomEditorPane *self,
                            gboolean        forward)
{
  g_return_if_fail (LOOM_IS_EDITOR_PANE (self));

  loom_find_bar_step (self->find_bar, forward);
}

void
loom_editor_pane_go_to_line (LoomEditorPane *self)
{
  GtkTextIter iter;

  g_return_if_fail (LOOM_IS_EDITOR_PANE (self));

  gtk_text_buffer_get_iter_at_mark (get_buffer (self), &iter,
                                    gtk_text_buffer_get_insert (get_buffer (self)));
  loom_line_bar_open (self->line_bar, (guint) gtk_text_iter_get_line (&iter) + 1,
                      (guint) gtk_text_buffer_get_line_count (get_buffer (self)));
}
