/* loom-editor-pane.c: the text of a session in a GtkSourceView
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-editor-pane.h"

#include <gtksourceview/gtksource.h>

struct _LoomEditorPane
{
  GtkWidget        parent_instance;

  LoomSession     *session;
  GtkWidget       *scroller;
  GtkSourceBuffer *buffer;
};

enum {
  PROP_0,
  PROP_SESSION,
  N_PROPS
};

G_DEFINE_FINAL_TYPE (LoomEditorPane, loom_editor_pane, GTK_TYPE_WIDGET)

static GParamSpec *properties [N_PROPS];

static char *
dup_text (LoomEditorPane *self)
{
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (GTK_TEXT_BUFFER (self->buffer), &start, &end);
  return gtk_text_buffer_get_text (GTK_TEXT_BUFFER (self->buffer), &start, &end, TRUE);
}

static void
changed_cb (LoomEditorPane *self)
{
  g_autofree char *text = dup_text (self);

  loom_session_set_text (self->session, text, -1);
}

static void
document_cb (LoomEditorPane *self)
{
  g_autofree char *text = dup_text (self);
  const char *newer = loom_session_get_text (self->session);

  if (g_strcmp0 (text, newer) != 0)
    gtk_text_buffer_set_text (GTK_TEXT_BUFFER (self->buffer), newer, -1);
}

static void
loom_editor_pane_set_property (GObject      *object,
                               guint         prop_id,
                               const GValue *value,
                               GParamSpec   *pspec)
{
  LoomEditorPane *self = LOOM_EDITOR_PANE (object);

  switch (prop_id)
    {
    case PROP_SESSION:
      self->session = g_value_dup_object (value);
      g_signal_connect_object (self->session, "notify::document", G_CALLBACK (document_cb), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (self->buffer, "end-user-action", G_CALLBACK (changed_cb), self,
                               G_CONNECT_SWAPPED);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
loom_editor_pane_dispose (GObject *object)
{
  LoomEditorPane *self = LOOM_EDITOR_PANE (object);

  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_object (&self->buffer);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (loom_editor_pane_parent_class)->dispose (object);
}

static void
loom_editor_pane_class_init (LoomEditorPaneClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = loom_editor_pane_dispose;
  object_class->set_property = loom_editor_pane_set_property;
  properties[PROP_SESSION] = g_param_spec_object ("session", NULL, NULL, LOOM_TYPE_SESSION,
                                                  G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
loom_editor_pane_init (LoomEditorPane *self)
{
  GtkWidget *view;

  self->buffer = gtk_source_buffer_new (NULL);
  view = gtk_source_view_new_with_buffer (self->buffer);
  gtk_source_view_set_show_line_numbers (GTK_SOURCE_VIEW (view), TRUE);
  gtk_text_view_set_monospace (GTK_TEXT_VIEW (view), TRUE);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), view);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
}
