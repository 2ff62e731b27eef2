/* main.c: the window's process
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-application.h"
#include "loom-heap.h"
#include "loom-paths.h"

#include <glib/gi18n-lib.h>
#include <locale.h>

int
main (int   argc,
      char *argv[])
{
  g_autofree char *catalogues = NULL;
  g_autoptr (GSettings) settings = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomApplication) application = NULL;

  loom_heap_limit ();
  setlocale (LC_ALL, "");
  catalogues = loom_paths_find_catalogues ();
  bindtextdomain (GETTEXT_PACKAGE, catalogues);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  g_set_application_name (_("Gridloom"));

  settings = loom_application_open_settings (&error);
  if (settings == NULL)
    {
      g_printerr ("gridloom: %s\n", error->message);
      return 1;
    }
  application = loom_application_new (settings);
  return g_application_run (G_APPLICATION (application), argc, argv);
}
