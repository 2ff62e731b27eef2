/* window-fixture.c: what tests of a whole window begin and end with
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "window-fixture.h"

#include "fake-executor.h"

#include <gtksourceview/gtksource.h>

/**
 * loom_test_application_new:
 * @argc: (inout): of main()
 * @argv: (inout): of main()
 *
 * Initialises all that a window needs.
 *
 * Returns: (transfer full): a registered application that no other instance hears of
 */
GtkApplication *
loom_test_application_new (int    *argc,
                           char ***argv)
{
  GtkApplication *application;
  g_autoptr (GError) error = NULL;

  gtk_test_init (argc, argv, NULL);
  adw_init ();
  gtk_source_init ();
  application = gtk_application_new (NULL, G_APPLICATION_NON_UNIQUE);
  g_application_register (G_APPLICATION (application), NULL, &error);
  g_assert_no_error (error);
  return application;
}

/**
 * loom_test_close_window:
 * @window: a window
 *
 * Closes a window, of whose session nothing may be left.
 */
void
loom_test_close_window (LoomWindow *window)
{
  gpointer session = loom_window_get_session (window);

  g_object_add_weak_pointer (session, &session);
  gtk_window_destroy (GTK_WINDOW (window));
  loom_test_settle ();
  g_assert_null (session);
}
