/* loom-output-pane.c: what the kernel printed
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-drawer-panes.h"

#include "loom-connect.h"
#include "loom-content.h"
#include "loom-resources.h"

#include <glib/gi18n-lib.h>
#include <string.h>

struct _LoomOutputPane
{
  LoomPane      parent_instance;

  LoomSession  *session;
  GtkStack     *stack;
  GtkTextView  *view;
  GtkEditable  *filter;
};

G_DEFINE_FINAL_TYPE (LoomOutputPane, loom_output_pane, LOOM_TYPE_PANE)

/* The lines that hold the filter's text, whatever its case. */
static char *
dup_filtered (const char *output,
              const char *filter)
{
  g_autofree char *needle = g_utf8_casefold (filter, -1);
  g_auto (GStrv) lines = g_strsplit (output, "\n", -1);
  GString *text = g_string_new (NULL);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autofree char *line = g_utf8_casefold (lines[i], -1);

      if (strstr (line, needle) != NULL)
        g_string_append_printf (text, "%s\n", lines[i]);
    }
  return g_string_free (text, FALSE);
}

static void
update (LoomOutputPane *self)
{
  LoomRun *run = loom_session_get_run (self->session);
  const char *filter = gtk_editable_get_text (self->filter);
  g_autofree char *valid
      = g_utf8_make_valid (run != NULL && run->output != NULL ? run->output : "", -1);
  g_autofree char *text = *filter != '\0' ? dup_filtered (valid, filter) : NULL;

  gtk_text_buffer_set_text (gtk_text_view_get_buffer (self->view), text != NULL ? text : valid, -1);
  gtk_stack_set_visible_child_name (self->stack, *valid != '\0' ? "output" : "empty");
}

static void
copy_cb (LoomOutputPane *self)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->view);
  GtkTextIter start, end;
  g_autofree char *text = NULL;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  text = gtk_text_buffer_get_text (buffer, &start, &end, FALSE);
  loom_content_copy_text (GTK_WIDGET (self), text);
}

static void
filter_cb (LoomOutputPane *self)
{
  if (self->session != NULL)
    update (self);
}

static void
loom_output_pane_set_session (LoomPane    *pane,
                              LoomSession *session)
{
  LoomOutputPane *self = LOOM_OUTPUT_PANE (pane);

  self->session = session;
  loom_connect (self->session, "notify::run", update, self);
  update (self);
}

static void
loom_output_pane_class_init (LoomOutputPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  LOOM_PANE_CLASS (klass)->set_session = loom_output_pane_set_session;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-output-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomOutputPane, stack);
  gtk_widget_class_bind_template_child (widget_class, LoomOutputPane, view);
  gtk_widget_class_bind_template_child (widget_class, LoomOutputPane, filter);
  gtk_widget_class_bind_template_callback (widget_class, copy_cb);
  gtk_widget_class_bind_template_callback (widget_class, filter_cb);
}

static void
loom_output_pane_init (LoomOutputPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
