/* loom-editor-problems.c: problems where they are, in the text
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-editor-pane-private.h"

#include "loom-connect.h"
#include "loom-problem.h"

/* By LoomSeverity; the mark says by its shape what the line says by its colour. */
static const struct
{
  const char *category;
  const char *icon;
  GdkRGBA     color;
} kinds[] = {
  [LOOM_SEVERITY_NOTE] = { "loom-note", "dialog-information-symbolic", { 0.21f, 0.52f, 0.89f, 1 } },
  [LOOM_SEVERITY_WARNING]
  = { "loom-warning", "dialog-warning-symbolic", { 0.90f, 0.58f, 0.00f, 1 } },
  [LOOM_SEVERITY_ERROR] = { "loom-error", "dialog-error-symbolic", { 0.88f, 0.11f, 0.14f, 1 } },
};

/* What is wrong in a line, one problem below the other; NULL where nothing is. */
static char *
dup_text (LoomEditorPane *self,
          guint           line)
{
  GListModel *problems = loom_session_get_problems (self->session);
  guint n = g_list_model_get_n_items (problems);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (LoomProblem) problem = g_list_model_get_item (problems, i);

      if (problem->file != NULL || problem->line != line)
        continue;
      if (text->len > 0)
        g_string_append_c (text, '\n');
      g_string_append (text, problem->text);
    }
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

static char *
query_mark_cb (LoomEditorPane          *self,
               GtkSourceMark           *mark,
               GtkSourceMarkAttributes *attributes)
{
  GtkTextIter iter;

  gtk_text_buffer_get_iter_at_mark (GTK_TEXT_BUFFER (self->buffer), &iter, GTK_TEXT_MARK (mark));
  return dup_text (self, (guint) gtk_text_iter_get_line (&iter) + 1);
}

void
_loom_editor_problems_init (LoomEditorPane *self)
{
  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (GtkSourceMarkAttributes) attributes = gtk_source_mark_attributes_new ();
      GdkRGBA shade;

      self->problem_tags[i] = gtk_text_buffer_create_tag (GTK_TEXT_BUFFER (self->buffer), NULL,
                                                          "underline", PANGO_UNDERLINE_ERROR,
                                                          "underline-rgba", &kinds[i].color,
                                                          NULL);
      shade = kinds[i].color;
      shade.alpha = 0.12f;
      gtk_source_mark_attributes_set_icon_name (attributes, kinds[i].icon);
      gtk_source_mark_attributes_set_background (attributes, &shade);
      loom_connect (attributes, "query-tooltip-text", query_mark_cb, self);
      gtk_source_view_set_mark_attributes (self->view, kinds[i].category, attributes, (int) i);
    }
}

/* What to underline: the word at the column, or all of the line but the spaces before it. */
static void
get_extent (LoomEditorPane *self,
            LoomProblem    *problem,
            GtkTextIter    *start,
            GtkTextIter    *end)
{
  guint column = problem->column;

  gtk_text_buffer_get_iter_at_line (GTK_TEXT_BUFFER (self->buffer), start,
                                    (int) problem->line - 1);
  *end = *start;
  if (!gtk_text_iter_ends_line (end))
    gtk_text_iter_forward_to_line_end (end);
  if (column > 0 && (int) column <= gtk_text_iter_get_line_offset (end))
    {
      gtk_text_iter_set_line_offset (start, (int) column - 1);
      *end = *start;
      gtk_text_iter_forward_char (end);
      while (!gtk_text_iter_ends_line (end) && (g_unichar_isalnum (gtk_text_iter_get_char (end)) ||
                                                gtk_text_iter_get_char (end) == '_'))
        gtk_text_iter_forward_char (end);
      return;
    }
  while (!gtk_text_iter_ends_line (start) && g_unichar_isspace (gtk_text_iter_get_char (start)))
    gtk_text_iter_forward_char (start);
}

/* One mark in a line, that of its worst problem: the gutter draws several over each other. It draws
 * only those at the beginning of the line. */
static void
add_mark (LoomEditorPane *self,
          int             line,
          LoomSeverity    severity)
{
  GSList *others = gtk_source_buffer_get_source_marks_at_line (self->buffer, line, NULL);
  GtkTextIter start;

  if (others == NULL)
    {
      gtk_text_buffer_get_iter_at_line (GTK_TEXT_BUFFER (self->buffer), &start, line);
      gtk_source_buffer_create_source_mark (self->buffer, NULL, kinds[severity].category, &start);
    }
  g_slist_free (others);
}

static void
mark (LoomEditorPane *self,
      LoomProblem    *problem)
{
  LoomSeverity severity = problem->severity;
  GtkTextIter start, end;

  if (problem->file != NULL || problem->line == 0
      || (int) problem->line
             > gtk_text_buffer_get_line_count (GTK_TEXT_BUFFER (self->buffer)))
    return;
  get_extent (self, problem, &start, &end);
  gtk_text_buffer_apply_tag (GTK_TEXT_BUFFER (self->buffer), self->problem_tags[severity], &start,
                             &end);
  add_mark (self, gtk_text_iter_get_line (&start), severity);
}

static void
mark_all (LoomEditorPane *self,
          LoomSeverity    severity)
{
  GListModel *problems = loom_session_get_problems (self->session);
  guint n = g_list_model_get_n_items (problems);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (LoomProblem) problem = g_list_model_get_item (problems, i);

      if (problem->severity == severity)
        mark (self, problem);
    }
}

void
_loom_editor_problems_update (LoomEditorPane *self)
{
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (GTK_TEXT_BUFFER (self->buffer), &start, &end);
  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      gtk_text_buffer_remove_tag (GTK_TEXT_BUFFER (self->buffer), self->problem_tags[i], &start,
                                  &end);
      gtk_source_buffer_remove_source_marks (self->buffer, &start, &end, kinds[i].category);
    }
  mark_all (self, LOOM_SEVERITY_ERROR);
  mark_all (self, LOOM_SEVERITY_WARNING);
  mark_all (self, LOOM_SEVERITY_NOTE);
}

static gboolean
has_problem (LoomEditorPane    *self,
             const GtkTextIter *iter)
{
  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      if (gtk_text_iter_has_tag (iter, self->problem_tags[i]))
        return TRUE;
    }
  return FALSE;
}

gboolean
_loom_editor_problems_query (LoomEditorPane *self,
                             int             x,
                             int             y,
                             gboolean        keyboard,
                             GtkTooltip     *tooltip)
{
  GtkTextView *view = GTK_TEXT_VIEW (self->view);
  g_autofree char *text = NULL;
  GtkTextIter iter;

  if (keyboard)
    {
      gtk_text_buffer_get_iter_at_mark (
          GTK_TEXT_BUFFER (self->buffer), &iter,
          gtk_text_buffer_get_insert (GTK_TEXT_BUFFER (self->buffer)));
    }
  else
    {
      gtk_text_view_window_to_buffer_coords (view, GTK_TEXT_WINDOW_WIDGET, x, y, &x, &y);
      if (!gtk_text_view_get_iter_at_location (view, &iter, x, y) || !has_problem (self, &iter))
        return FALSE;
    }
  text = dup_text (self, (guint) gtk_text_iter_get_line (&iter) + 1);
  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}
