/* loom-content.c: text and pictures for the clipboard
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-content.h"

#define LOOM_TYPE_CONTENT (loom_content_get_type ())
G_DECLARE_FINAL_TYPE (LoomContent, loom_content, LOOM, CONTENT, GdkContentProvider)

/* GTK 4.8 lets go of the stream to another program of X11 once all is written. A stream that is
 * open then is closed while the main loop waits, and one of many parts waits for that main loop:
 * the program hangs for good. So the content closes the stream itself. */
struct _LoomContent
{
  GdkContentProvider  parent_instance;

  GdkContentFormats  *formats;
  GBytes             *bytes;
};

G_DEFINE_FINAL_TYPE (LoomContent, loom_content, GDK_TYPE_CONTENT_PROVIDER)

static GdkContentFormats *
loom_content_ref_formats (GdkContentProvider *provider)
{
  return gdk_content_formats_ref (LOOM_CONTENT (provider)->formats);
}

static gboolean
loom_content_get_value (GdkContentProvider  *provider,
                        GValue              *value,
                        GError             **error)
{
  LoomContent *self = LOOM_CONTENT (provider);
  gsize length;
  const char *text = g_bytes_get_data (self->bytes, &length);

  if (!G_VALUE_HOLDS_STRING (value) ||
      !gdk_content_formats_contain_gtype (self->formats, G_TYPE_STRING))
    return GDK_CONTENT_PROVIDER_CLASS (loom_content_parent_class)->get_value (provider, value,
                                                                              error);
  g_value_take_string (value, g_strndup (text, length));
  return TRUE;
}

static void
closed_cb (GObject      *stream,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  if (g_output_stream_close_finish (G_OUTPUT_STREAM (stream), result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
written_cb (GObject      *stream,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  if (g_output_stream_write_all_finish (G_OUTPUT_STREAM (stream), result, NULL, &error))
    g_output_stream_close_async (G_OUTPUT_STREAM (stream), g_task_get_priority (task),
                                 g_task_get_cancellable (task), closed_cb, g_object_ref (task));
  else
    g_task_return_error (task, error);
}

static void
loom_content_write_mime_type_async (GdkContentProvider  *provider,
                                    const char          *mime_type,
                                    GOutputStream       *stream,
                                    int                  io_priority,
                                    GCancellable        *cancellable,
                                    GAsyncReadyCallback  callback,
                                    gpointer             user_data)
{
  LoomContent *self = LOOM_CONTENT (provider);
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  gsize length;
  const void *data = g_bytes_get_data (self->bytes, &length);

  g_task_set_source_tag (task, loom_content_write_mime_type_async);
  g_task_set_priority (task, io_priority);
  g_output_stream_write_all_async (stream, data, length, io_priority, cancellable, written_cb,
                                   task);
}

static gboolean
loom_content_write_mime_type_finish (GdkContentProvider  *provider,
                                     GAsyncResult        *result,
                                     GError             **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
loom_content_finalize (GObject *object)
{
  LoomContent *self = LOOM_CONTENT (object);

  g_clear_pointer (&self->formats, gdk_content_formats_unref);
  g_clear_pointer (&self->bytes, g_bytes_unref);

  G_OBJECT_CLASS (loom_content_parent_class)->finalize (object);
}

static void
loom_content_class_init (LoomContentClass *klass)
{
  GdkContentProviderClass *provider_class = GDK_CONTENT_PROVIDER_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = loom_content_finalize;
  provider_class->ref_formats = loom_content_ref_formats;
  provider_class->get_value = loom_content_get_value;
  provider_class->write_mime_type_async = loom_content_write_mime_type_async;
  provider_class->write_mime_type_finish = loom_content_write_mime_type_finish;
}

static void
loom_content_init (LoomContent *self)
{
}

/* Takes the formats. */
static void
copy (GtkWidget         *widget,
      GdkContentFormats *formats,
      GBytes            *bytes)
{
  g_autoptr (LoomContent) self = g_object_new (LOOM_TYPE_CONTENT, NULL);

  self->formats = formats;
  self->bytes = g_bytes_ref (bytes);
  gdk_clipboard_set_content (gtk_widget_get_clipboard (widget), GDK_CONTENT_PROVIDER (self));
}

/**
 * loom_content_copy_text:
 * @widget: of the display whose clipboard gets it
 * @text: UTF-8
 *
 * Copies text. Other programs get it as plain text, those of this process as a string.
 */
void
loom_content_copy_text (GtkWidget  *widget,
                        const char *text)
{
  g_autoptr (GBytes) bytes = NULL;
  GdkContentFormatsBuilder *formats;

  g_return_if_fail (GTK_IS_WIDGET (widget));
  g_return_if_fail (text != NULL);

  bytes = g_bytes_new (text, strlen (text));
  formats = gdk_content_formats_builder_new ();
  gdk_content_formats_builder_add_gtype (formats, G_TYPE_STRING);
  gdk_content_formats_builder_add_mime_type (formats, "text/plain;charset=utf-8");
  gdk_content_formats_builder_add_mime_type (formats, "text/plain");
  copy (widget, gdk_content_formats_builder_free_to_formats (formats), bytes);
}

/**
 * loom_content_copy_png:
 * @widget: of the display whose clipboard gets it
 * @png: a picture, as in a file
 *
 * Copies a picture.
 */
void
loom_content_copy_png (GtkWidget *widget,
                       GBytes    *png)
{
  const char *mime_types[] = { "image/png" };

  g_return_if_fail (GTK_IS_WIDGET (widget));
  g_return_if_fail (png != NULL);

  copy (widget, gdk_content_formats_new (mime_types, G_N_ELEMENTS (mime_types)), png);
}
