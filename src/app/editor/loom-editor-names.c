/* loom-editor-names.c: what a name in the text means, and where it is defined
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-editor-pane-private.h"

#include "loom-connect.h"
#include "loom-cuda-words.h"
#include "loom-document-vocabulary.h"
#include "loom-source-outline.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MAX_JUMPS 64            /* places that are remembered to go back to */

static gboolean
is_of_name (gunichar c,
            gboolean of_settings)
{
  return c < 128 && (g_ascii_isalnum ((char) c) || c == '_' || (of_settings && c == '-'));
}

/* The name that a place is in or right behind; NULL: there is none. */
static char *
dup_name (const GtkTextIter *place,
          gboolean           of_settings,
          GtkTextIter       *begin)
{
  GtkTextIter end = *place, before = *place;

  *begin = *place;
  while (is_of_name (gtk_text_iter_get_char (&end), of_settings)
         && gtk_text_iter_forward_char (&end))
    ;
  while (gtk_text_iter_backward_char (&before)
         && is_of_name (gtk_text_iter_get_char (&before), of_settings))
    *begin = before;
  return gtk_text_iter_equal (begin, &end) ? NULL : gtk_text_iter_get_text (begin, &end);
}

/* Where a name that stands at a place is defined in the text. */
static gboolean
find_definition (LoomEditorPane    *self,
                 const GtkTextIter *place,
                 const char        *name,
                 GtkTextIter       *defined)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->buffer);
  g_autofree char *text = NULL, *before = NULL;
  g_autoptr (GPtrArray) outline = NULL;
  const LoomDefinition *definition;
  GtkTextIter start;

  g_object_get (buffer, "text", &text, NULL);
  gtk_text_buffer_get_start_iter (buffer, &start);
  before = gtk_text_buffer_get_text (buffer, &start, place, TRUE);
  outline = loom_source_outline_new (text, strlen (text));
  definition = loom_source_outline_find (outline, name, strlen (before));
  if (definition == NULL)
    return FALSE;
  gtk_text_buffer_get_iter_at_offset (buffer, defined,
                                      (int) g_utf8_strlen (text, (gssize) definition->offset));
  return TRUE;
}

/* The line that defines a name, and which it is; NULL: the name stands there itself. */
static char *
dup_definition (LoomEditorPane    *self,
                const GtkTextIter *place,
                const char        *name)
{
  GtkTextIter defined, end;
  g_autofree char *line = NULL;

  if (!find_definition (self, place, name, &defined)
      || gtk_text_iter_get_line (&defined) == gtk_text_iter_get_line (place))
    return NULL;
  gtk_text_iter_set_line_offset (&defined, 0);
  end = defined;
  if (!gtk_text_iter_ends_line (&end))
    gtk_text_iter_forward_to_line_end (&end);
  line = gtk_text_iter_get_text (&defined, &end);
  /* Translators: 1 a line's number, 2 its text */
  return g_strdup_printf (_("Line %1$d: %2$s"), gtk_text_iter_get_line (&defined) + 1,
                          g_strstrip (line));
}

/* What a key or a group of the settings means. */
static char *
dup_setting (LoomEditorPane    *self,
             const GtkTextIter *place,
             const char        *group)
{
  GtkTextIter begin, line = *place;
  g_autofree char *name = dup_name (place, TRUE, &begin), *before = NULL;
  const char *meaning = NULL;

  gtk_text_iter_set_line_offset (&line, 0);
  before = gtk_text_iter_get_text (&line, &begin);
  g_strstrip (before);
  if (name != NULL && *before == '\0')
    meaning = loom_document_vocabulary_describe (group, name);
  else if (name != NULL && g_str_equal (before, "["))
    meaning = loom_document_vocabulary_describe (name, NULL);
  return g_strdup (meaning);
}

static char *
dup_meaning (LoomEditorPane    *self,
             const GtkTextIter *place)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->buffer);
  g_autofree char *group = loom_editor_words_dup_group (buffer, place), *name = NULL;
  const LoomCudaWord *word;
  GtkTextIter begin;
  char *setting = group != NULL ? dup_setting (self, place, group) : NULL;

  if (setting != NULL)
    return setting;
  name = dup_name (place, FALSE, &begin);
  word = name != NULL ? loom_cuda_words_find (name) : NULL;
  if (word != NULL)
    return g_strdup (_(word->meaning));
  return name != NULL ? dup_definition (self, place, name) : NULL;
}

static void
get_cursor (LoomEditorPane *self,
            GtkTextIter    *place)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->buffer);

  gtk_text_buffer_get_iter_at_mark (buffer, place, gtk_text_buffer_get_insert (buffer));
}

gboolean
_loom_editor_names_query (LoomEditorPane *self,
                          int             x,
                          int             y,
                          GtkTooltip     *tooltip)
{
  GtkTextView *view = GTK_TEXT_VIEW (self->view);
  g_autofree char *text = NULL;
  GtkTextIter place;

  gtk_text_view_window_to_buffer_coords (view, GTK_TEXT_WINDOW_WIDGET, x, y, &x, &y);
  if (!gtk_text_view_get_iter_at_location (view, &place, x, y))
    return FALSE;
  text = dup_meaning (self, &place);
  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

/**
 * loom_editor_pane_explain:
 *
 * Shows at the cursor what the name under it means, as the pointer does.
 *
 * Returns: whether that is known
 */
gboolean
loom_editor_pane_explain (LoomEditorPane *self)
{
  GtkTextView *view = GTK_TEXT_VIEW (self->view);
  g_autofree char *text = NULL;
  GtkTextIter place;
  GdkRectangle at;
  double x, y;

  g_return_val_if_fail (LOOM_IS_EDITOR_PANE (self), FALSE);

  get_cursor (self, &place);
  text = dup_meaning (self, &place);
  if (text == NULL)
    return FALSE;
  gtk_text_view_scroll_mark_onscreen (view, gtk_text_buffer_get_insert (
                                                gtk_text_view_get_buffer (view)));
  gtk_text_view_get_iter_location (view, &place, &at);
  gtk_text_view_buffer_to_window_coords (view, GTK_TEXT_WINDOW_WIDGET, at.x, at.y, &at.x, &at.y);
  gtk_widget_translate_coordinates (GTK_WIDGET (view), GTK_WIDGET (self), at.x, at.y, &x, &y);
  at.x = (int) x;
  at.y = (int) y;
  gtk_label_set_label (self->meaning, text);
  gtk_popover_set_pointing_to (self->meaning_popover, &at);
  gtk_popover_popup (self->meaning_popover);
  return TRUE;
}

static void
go_to (LoomEditorPane    *self,
       const GtkTextIter *place)
{
  _loom_editor_pane_put_cursor (self, (guint) gtk_text_iter_get_line (place) + 1,
                                (guint) gtk_text_iter_get_line_offset (place) + 1);
  loom_editor_pane_focus (self);
}

/**
 * loom_editor_pane_go_to_definition:
 *
 * Moves the cursor to where the name under it is defined in the text.
 *
 * Returns: whether it is
 */
gboolean
loom_editor_pane_go_to_definition (LoomEditorPane *self)
{
  GtkTextIter place, begin, defined;
  g_autofree char *name = NULL;
  int from;

  g_return_val_if_fail (LOOM_IS_EDITOR_PANE (self), FALSE);

  get_cursor (self, &place);
  name = dup_name (&place, FALSE, &begin);
  if (name == NULL || !find_definition (self, &place, name, &defined))
    return FALSE;
  from = gtk_text_iter_get_offset (&place);
  if (self->jumps->len == MAX_JUMPS)
    g_array_remove_index (self->jumps, 0);
  g_array_append_val (self->jumps, from);
  go_to (self, &defined);
  return TRUE;
}

/**
 * loom_editor_pane_go_back:
 *
 * Moves the cursor to where it was before the last loom_editor_pane_go_to_definition() that was not
 * gone back from yet.
 *
 * Returns: whether there was one
 */
gboolean
loom_editor_pane_go_back (LoomEditorPane *self)
{
  GtkTextIter place;

  g_return_val_if_fail (LOOM_IS_EDITOR_PANE (self), FALSE);

  if (self->jumps->len == 0)
    return FALSE;
  gtk_text_buffer_get_iter_at_offset (GTK_TEXT_BUFFER (self->buffer), &place,
                                      g_array_index (self->jumps, int, self->jumps->len - 1));
  g_array_set_size (self->jumps, self->jumps->len - 1);
  go_to (self, &place);
  return TRUE;
}

/* A click with Control pressed: the first press has put the cursor. */
static void
pressed_cb (LoomEditorPane *self,
            int             n_press,
            double          x,
            double          y,
            GtkGesture     *gesture)
{
  GtkTextView *view = GTK_TEXT_VIEW (self->view);
  GtkTextIter place;
  int buffer_x, buffer_y;

  if (gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture))
          != GDK_CONTROL_MASK
      || n_press != 1)
    return;
  gtk_text_view_window_to_buffer_coords (view, GTK_TEXT_WINDOW_WIDGET, (int) x, (int) y, &buffer_x,
                                         &buffer_y);
  if (!gtk_text_view_get_iter_at_location (view, &place, buffer_x, buffer_y))
    return;
  gtk_text_buffer_place_cursor (GTK_TEXT_BUFFER (self->buffer), &place);
  if (loom_editor_pane_go_to_definition (self))
    gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
}

static GtkWidget *
find_list (LoomEditorPane *self)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->view));

  while (child != NULL && !(GTK_IS_POPOVER (child) && gtk_widget_get_visible (child)))
    child = gtk_widget_get_next_sibling (child);
  return child;
}

static void
allocate_again (GtkWidget *widget)
{
  GtkAllocation place;

  gtk_widget_get_allocation (widget, &place);
  gtk_widget_size_allocate (widget, &place, -1);
}

/* Where the list of words has no room beside its word and is moved, GTK 4.8 asks for a new place of
 * the view in every frame, after places were given, and then does not draw it: it is given its
 * place again at the end of that, and so is what is in the list. */
static void
layout_cb (LoomEditorPane *self)
{
  GtkWidget *list = find_list (self);

  if (list == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self->view)))
    return;
  _loom_editor_spoken_follow (self, list);
  allocate_again (GTK_WIDGET (self->view));
  for (GtkWidget *child = gtk_widget_get_first_child (list); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    allocate_again (child);
}

static void
realized_cb (LoomEditorPane *self)
{
  g_signal_connect_object (gtk_widget_get_frame_clock (GTK_WIDGET (self->view)), "layout",
                           G_CALLBACK (layout_cb), self, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
}

/* Takes the first of the words that are listed, if none of them is chosen. */
gboolean
_loom_editor_names_take_first (LoomEditorPane *self)
{
  g_autoptr (GtkSourceCompletionContext) words = NULL;

  if (!_loom_editor_spoken_offers (self))
    return FALSE;
  g_object_get (self->proposals, "context", &words, NULL);
  return words != NULL && loom_editor_words_take_first (self->words, words);
}

void
_loom_editor_names_init (LoomEditorPane *self)
{
  GtkSourceCompletion *completion = gtk_source_view_get_completion (self->view);
  g_autoptr (LoomEditorWords) words = g_object_new (LOOM_TYPE_EDITOR_WORDS, NULL);
  GtkGesture *click = gtk_gesture_click_new ();

  self->jumps = g_array_new (FALSE, FALSE, sizeof (int));
  /* the longest list of words that a setting may have is seen as a whole, as far as one can be */
  g_object_set (completion, "show-icons", FALSE, "page-size", 10, NULL);
  gtk_source_completion_add_provider (completion, GTK_SOURCE_COMPLETION_PROVIDER (words));
  self->words = words;
  loom_connect (self->view, "show-completion", loom_editor_words_ask, words);
  loom_connect (self->view, "realize", realized_cb, self);
  gtk_source_view_set_enable_snippets (self->view, TRUE);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_PRIMARY);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  loom_connect (click, "pressed", pressed_cb, self);
  gtk_widget_add_controller (GTK_WIDGET (self->view), GTK_EVENT_CONTROLLER (click));
}
