/* loom-editor-counters.c: beside each line, what it cost in the run that is shown
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-editor-pane-private.h"

#include "loom-connect.h"

#define POSITION 10             /* right of the line numbers and of the marks */

/* What lines cost, while that is so of the text. */
static const LoomProfile *
get_profile (LoomEditorPane *self)
{
  LoomRun *run = self->session != NULL ? loom_session_get_run (self->session) : NULL;

  return run != NULL && loom_session_has_current_run (self->session) ? run->profile : NULL;
}

static gboolean
query_tooltip_cb (GtkWidget      *renderer,
                  int             x,
                  int             y,
                  gboolean        keyboard,
                  GtkTooltip     *tooltip,
                  LoomEditorPane *self)
{
  const LoomProfile *profile = get_profile (self);
  GtkTextView *view = GTK_TEXT_VIEW (self->view);
  const LoomLineProfile *counts;
  g_autofree char *text = NULL;
  GtkTextIter iter;
  int buffer_y;

  gtk_text_view_window_to_buffer_coords (view, GTK_TEXT_WINDOW_LEFT, x, y, NULL, &buffer_y);
  gtk_text_view_get_line_at_y (view, &iter, buffer_y, NULL);
  if (profile == NULL)
    return FALSE;
  counts = loom_profile_find_line (profile, (guint) gtk_text_iter_get_line (&iter) + 1);
  if (counts == NULL)
    return FALSE;

  text = loom_line_figure_dup_all (counts, "\n");
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

void
_loom_editor_counters_init (LoomEditorPane *self)
{
  GtkSourceGutter *gutter = gtk_source_view_get_gutter (self->view, GTK_TEXT_WINDOW_LEFT);

  self->counters = g_object_new (LOOM_TYPE_FIGURE_RENDERER, "visible", FALSE, "has-tooltip", TRUE,
                                 NULL);
  g_signal_connect_object (self->counters, "query-tooltip", G_CALLBACK (query_tooltip_cb), self, 0);
  loom_connect (self->figure_bar, "notify::figure", _loom_editor_counters_update, self);
  gtk_source_gutter_insert (gutter, GTK_SOURCE_GUTTER_RENDERER (self->counters), POSITION);
}

/* There is room for counters only while there are some. */
void
_loom_editor_counters_update (LoomEditorPane *self)
{
  LoomRun *run = self->session != NULL ? loom_session_get_run (self->session) : NULL;

  if (self->counters == NULL)
    return;
  loom_figure_renderer_show (self->counters, get_profile (self),
                             loom_figure_bar_get_figure (self->figure_bar));
  gtk_widget_set_visible (GTK_WIDGET (self->counters), run != NULL && run->profile != NULL);
}

/**
 * loom_editor_pane_choose_figure:
 *
 * Lets a person choose which figure stands beside the lines.
 *
 * Returns: whether there are any: no line was counted in a run without a profile
 */
gboolean
loom_editor_pane_choose_figure (LoomEditorPane *self)
{
  g_return_val_if_fail (LOOM_IS_EDITOR_PANE (self), FALSE);

  return loom_figure_bar_choose (self->figure_bar);
}
