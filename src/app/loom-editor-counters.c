/* loom-editor-counters.c: beside each line, how often warps executed it in the run that is shown
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-editor-pane-private.h"

#include "loom-format.h"

#include <glib/gi18n-lib.h>

#define POSITION 10             /* right of the line numbers and of the marks */
#define WIDEST "999.9 M"
#define PADDING 4

/* The counts of a line while they are those of the text. */
static const LoomLineProfile *
find_line (LoomEditorPane *self,
           guint           line)
{
  LoomRun *run = self->session != NULL ? loom_session_get_run (self->session) : NULL;
  const LoomLineProfile *counts;

  if (run == NULL || run->profile == NULL || !loom_session_has_current_run (self->session))
    return NULL;

  counts = loom_profile_find_line (run->profile, line);
  return counts != NULL && counts->executed > 0 ? counts : NULL;
}

static char *
format_short (guint64 count)
{
  static const char prefixes[] = "kMGTPE";
  double number = count;
  guint prefix = 0;

  if (count < 10000)
    return g_strdup_printf ("%u", (guint) count);
  for (number /= 1000; number >= 1000; number /= 1000)
    prefix++;
  return g_strdup_printf (number < 100 ? "%.1f %c" : "%.0f %c", number, prefixes[prefix]);
}

static void
query_data_cb (GtkSourceGutterRenderer *renderer,
               GtkSourceGutterLines    *lines,
               guint                    line,
               LoomEditorPane          *self)
{
  const LoomLineProfile *counts = find_line (self, line + 1);
  g_autofree char *text = counts != NULL ? format_short (counts->executed) : g_strdup ("");

  gtk_source_gutter_renderer_text_set_text (GTK_SOURCE_GUTTER_RENDERER_TEXT (renderer), text, -1);
}

static char *
describe (const LoomLineProfile *counts)
{
  GString *text = g_string_new (NULL);
  g_autofree char *executed = loom_format_count (counts->executed);
  g_autofree char *requests = loom_format_count (counts->requests);
  g_autofree char *conflicts = loom_format_count (counts->conflicts);

  g_string_append_printf (text, _("%1$s warp instructions, with %2$.1f of 32 lanes on average"),
                          executed, (double) counts->lanes / counts->executed);
  if (counts->requests > 0)
    {
      g_string_append_c (text, '\n');
      g_string_append_printf (text, _("%1$s requests of global memory, %2$.2f sectors for each"),
                              requests, (double) counts->sectors / counts->requests);
    }
  if (counts->shared_requests > 0)
    {
      g_string_append_c (text, '\n');
      g_string_append_printf (text, _("%s passes of shared memory more for bank conflicts"),
                              conflicts);
    }
  return g_string_free (text, FALSE);
}

static gboolean
query_tooltip_cb (GtkWidget      *renderer,
                  int             x,
                  int             y,
                  gboolean        keyboard,
                  GtkTooltip     *tooltip,
                  LoomEditorPane *self)
{
  GtkTextView *view = GTK_TEXT_VIEW (self->view);
  const LoomLineProfile *counts;
  g_autofree char *text = NULL;
  GtkTextIter iter;
  int buffer_y;

  gtk_text_view_window_to_buffer_coords (view, GTK_TEXT_WINDOW_LEFT, x, y, NULL, &buffer_y);
  gtk_text_view_get_line_at_y (view, &iter, buffer_y, NULL);
  counts = find_line (self, (guint) gtk_text_iter_get_line (&iter) + 1);
  if (counts == NULL)
    return FALSE;

  text = describe (counts);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

void
_loom_editor_counters_init (LoomEditorPane *self)
{
  GtkSourceGutter *gutter = gtk_source_view_get_gutter (self->view, GTK_TEXT_WINDOW_LEFT);
  GtkSourceGutterRenderer *renderer = gtk_source_gutter_renderer_text_new ();

  gtk_source_gutter_renderer_set_xpad (renderer, PADDING);
  gtk_source_gutter_renderer_set_xalign (renderer, 1);
  gtk_widget_set_visible (GTK_WIDGET (renderer), FALSE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (renderer), TRUE);
  g_signal_connect_object (renderer, "query-data", G_CALLBACK (query_data_cb), self, 0);
  g_signal_connect_object (renderer, "query-tooltip", G_CALLBACK (query_tooltip_cb), self, 0);
  gtk_source_gutter_insert (gutter, renderer, POSITION);
  self->counters = renderer;
}

/* There is room for counters only while there are some. */
void
_loom_editor_counters_update (LoomEditorPane *self)
{
  LoomRun *run = loom_session_get_run (self->session);
  const gboolean any = run != NULL && run->profile != NULL;
  int width, height;

  if (self->counters == NULL)
    return;
  if (any)
    {
      gtk_source_gutter_renderer_text_measure (GTK_SOURCE_GUTTER_RENDERER_TEXT (self->counters),
                                               WIDEST, &width, &height);
      gtk_widget_set_size_request (GTK_WIDGET (self->counters), width + 2 * PADDING, -1);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->counters), any);
  gtk_widget_queue_draw (GTK_WIDGET (self->counters));
}
