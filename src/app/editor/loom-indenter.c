/* loom-indenter.c: where a line of source begins
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-indenter.h"

struct _LoomIndenter
{
  GObject parent_instance;
};

static void iface_init (GtkSourceIndenterInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (LoomIndenter, loom_indenter, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (GTK_SOURCE_TYPE_INDENTER, iface_init))

static void
loom_indenter_class_init (LoomIndenterClass *klass)
{
}

static void
loom_indenter_init (LoomIndenter *self)
{
}

static gboolean
is_blank (const GtkTextIter *iter)
{
  const gunichar c = gtk_text_iter_get_char (iter);

  return c == ' ' || c == '\t';
}

/* A brace in a comment or a string is none. What these are is known once it is highlighted. */
static gboolean
is_code (const GtkTextIter *iter)
{
  GtkSourceBuffer *buffer = GTK_SOURCE_BUFFER (gtk_text_iter_get_buffer (iter));

  return !gtk_source_buffer_iter_has_context_class (buffer, iter, "comment") &&
         !gtk_source_buffer_iter_has_context_class (buffer, iter, "string");
}

/* The blanks that a line begins with, up to a place in it. */
static char *
dup_indentation (const GtkTextIter *place)
{
  GtkTextIter start = *place, end;

  gtk_text_iter_set_line_offset (&start, 0);
  for (end = start; gtk_text_iter_compare (&end, place) < 0 && is_blank (&end);)
    gtk_text_iter_forward_char (&end);
  return gtk_text_iter_get_text (&start, &end);
}

/* Whether the last thing before a place in its line, comments aside, is a "{". */
static gboolean
opens (const GtkTextIter *place)
{
  GtkTextIter iter = *place;

  while (!gtk_text_iter_starts_line (&iter))
    {
      gtk_text_iter_backward_char (&iter);
      if (!is_blank (&iter) && is_code (&iter))
        return gtk_text_iter_get_char (&iter) == '{';
    }
  return FALSE;
}

/* Goes to the "{" of the block that a place is in. */
static gboolean
go_to_opening (GtkTextIter *place)
{
  guint closed = 0;

  while (gtk_text_iter_backward_char (place))
    {
      const gunichar c = gtk_text_iter_get_char (place);

      if ((c != '{' && c != '}') || !is_code (place))
        continue;
      if (c == '}')
        closed++;
      else if (closed-- == 0)
        return TRUE;
    }
  return FALSE;
}

/* Blanks behind the place stay: they are no indentation of what was typed. The place stays valid:
 * it follows what is put before it. */
static void
replace_indentation (GtkTextIter *place,
                     const char  *indentation)
{
  GtkTextBuffer *buffer = gtk_text_iter_get_buffer (place);
  GtkTextMark *mark = gtk_text_buffer_create_mark (buffer, NULL, place, FALSE);
  GtkTextIter start = *place, end;

  gtk_text_iter_set_line_offset (&start, 0);
  for (end = start; gtk_text_iter_compare (&end, place) < 0 && is_blank (&end);)
    gtk_text_iter_forward_char (&end);
  gtk_text_buffer_delete (buffer, &start, &end);
  gtk_text_buffer_insert (buffer, &start, indentation, -1);
  gtk_text_buffer_get_iter_at_mark (buffer, place, mark);
  gtk_text_buffer_delete_mark (buffer, mark);
}

/* Whether a "}" stands alone in its line before a place. */
static gboolean
is_first_brace (const GtkTextIter *place)
{
  GtkTextIter iter = *place;

  if (!gtk_text_iter_backward_char (&iter) || gtk_text_iter_get_char (&iter) != '}')
    return FALSE;
  while (!gtk_text_iter_starts_line (&iter))
    if (!gtk_text_iter_backward_char (&iter) || !is_blank (&iter))
      return FALSE;
  return TRUE;
}

static void
indent_closing (GtkTextIter *place)
{
  GtkTextIter opening = *place;
  g_autofree char *indentation = NULL;

  gtk_text_iter_backward_char (&opening);
  if (!is_code (&opening) || !go_to_opening (&opening))
    return;
  indentation = dup_indentation (&opening);
  replace_indentation (place, indentation);
}

static void
indent_line (GtkSourceView *view,
             GtkTextIter   *place)
{
  GtkTextIter before = *place;
  g_autofree char *indentation = NULL, *deeper = NULL;

  gtk_text_iter_set_line_offset (&before, 0);
  if (!gtk_text_iter_backward_char (&before))
    return;
  indentation = dup_indentation (&before);
  if (opens (&before))
    deeper = g_strdup_printf ("%s%*s", indentation,
                              gtk_source_view_get_indent_width (view), "");
  replace_indentation (place, deeper != NULL ? deeper : indentation);
}

static gboolean
is_trigger (GtkSourceIndenter *self,
            GtkSourceView     *view,
            const GtkTextIter *location,
            GdkModifierType    state,
            guint              keyval)
{
  if (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK))
    return FALSE;
  return keyval == GDK_KEY_Return || keyval == GDK_KEY_KP_Enter || keyval == GDK_KEY_ISO_Enter ||
         keyval == GDK_KEY_braceright;
}

/* After what was typed is in the text. */
static void
indent (GtkSourceIndenter *self,
        GtkSourceView     *view,
        GtkTextIter       *place)
{
  GtkTextBuffer *buffer = gtk_text_iter_get_buffer (place);
  GtkTextIter start;

  gtk_text_buffer_get_start_iter (buffer, &start);
  gtk_source_buffer_ensure_highlight (GTK_SOURCE_BUFFER (buffer), &start, place);
  if (is_first_brace (place))
    indent_closing (place);
  else if (gtk_text_iter_starts_line (place))
    indent_line (view, place);
}

static void
iface_init (GtkSourceIndenterInterface *iface)
{
  iface->is_trigger = is_trigger;
  iface->indent = indent;
}
