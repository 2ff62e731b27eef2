/* replay.c: runs a fuzz target on files: what once went wrong never goes wrong again
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include <glib.h>

int LLVMFuzzerTestOneInput (const guint8 *data,
                            gsize         size);

static void
test_file (gconstpointer data)
{
  const char *path = data;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;

  g_file_get_contents (path, &text, &length, &error);
  g_assert_no_error (error);
  LLVMFuzzerTestOneInput ((const guint8 *) text, length);
}

/* Arguments after the options: folders. */
int
main (int    argc,
      char **argv)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);

  g_test_init (&argc, &argv, NULL);
  for (int i = 1; i < argc; i++)
    {
      g_autoptr (GDir) folder = g_dir_open (argv[i], 0, NULL);
      const char *name;

      g_assert_nonnull (folder);
      while ((name = g_dir_read_name (folder)) != NULL)
        {
          g_autofree char *test = g_strdup_printf ("/fuzz/%s", name);

          g_ptr_array_add (paths, g_build_filename (argv[i], name, NULL));
          g_test_add_data_func (test, paths->pdata[paths->len - 1], test_file);
        }
    }
  return g_test_run ();
}
