/* real-window.c: a window with a real runner, and what is measured of it
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "real-window.h"

#include <gtksourceview/gtksource.h>

#include <stdlib.h>

/* Shows a window; a width of 0 is the one that it has by itself. Returns: whether it could. */
gboolean
real_window_open (RealWindow *self,
                  int         width,
                  int         height)
{
  gtk_init ();
  adw_init ();
  gtk_source_init ();
  self->application = gtk_application_new (NULL, G_APPLICATION_NON_UNIQUE
                                                     | G_APPLICATION_HANDLES_OPEN);
  if (!g_application_register (G_APPLICATION (self->application), NULL, NULL))
    return FALSE;
  self->client = loom_runner_client_new ();
  self->settings = loom_application_open_settings (NULL);
  self->window = loom_window_new (self->application, self->settings, self->client);
  if (width > 0)
    gtk_window_set_default_size (GTK_WINDOW (self->window), width, height);
  gtk_window_present (GTK_WINDOW (self->window));
  return TRUE;
}

void
real_window_close (RealWindow *self)
{
  gtk_window_destroy (GTK_WINDOW (self->window));
  g_clear_object (&self->settings);
  g_clear_object (&self->client);
  g_clear_object (&self->application);
}

/* Returns: (transfer none): the first widget of a type within another; NULL if there is none */
GtkWidget *
real_window_find (GtkWidget *widget,
                  GType      type)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = g_type_is_a (G_OBJECT_TYPE (child), type)
                             ? child : real_window_find (child, type);

      if (found != NULL)
        return found;
    }

  return NULL;
}

static int
compare (gconstpointer a,
         gconstpointer b)
{
  const double one = *(const double *) a, other = *(const double *) b;

  return (one > other) - (one < other);
}

void
real_window_sort (double *values,
                  guint   n)
{
  qsort (values, n, sizeof *values, compare);
}
