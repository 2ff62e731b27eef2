/* loom-paths.c: finds Gridloom's own data, translations and runner beside the running program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-error.h"
#include "loom-paths.h"

#include <glib/gi18n-lib.h>

/* Stands at the top of a build tree and holds the path of the sources. */
#define SOURCE_ROOT_FILE "source-root"

#define CUDART "libgridloom-cudart.so"

static char *
get_program (void)
{
  return g_file_read_link ("/proc/self/exe", NULL);
}

/* The folder of the sources if the program stands in a build tree, two folders below its top. */
static char *
find_source_root (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "..", "..", SOURCE_ROOT_FILE, NULL);
  char *root = NULL;

  if (!g_file_get_contents (path, &root, NULL, NULL))
    return NULL;

  return g_strchomp (root);
}

static void
add_path (GStrvBuilder *places,
          const char   *first,
          ...)
{
  va_list args;
  char *path;

  va_start (args, first);
  path = g_build_filename_valist (first, &args);
  va_end (args);
  g_strv_builder_add (places, path);
  g_free (path);
}

/**
 * loom_paths_list_data:
 * @program: (nullable): absolute path of a program of Gridloom
 * @name: of a file or folder, such as `kernels`
 *
 * Returns: (transfer full): absolute paths where data are looked for, best first, whether they
 *   exist or not
 */
GStrv
loom_paths_list_data (const char *program,
                      const char *name)
{
  g_autoptr (GStrvBuilder) places = g_strv_builder_new ();
  const char *given = g_getenv ("GRIDLOOM_DATA");

  g_return_val_if_fail (name != NULL, NULL);

  if (given != NULL && *given != '\0')
    add_path (places, given, name, NULL);

  if (program != NULL)
    {
      g_autofree char *folder = g_path_get_dirname (program);
      g_autofree char *root = find_source_root (folder);

      if (root != NULL)
        {
          add_path (places, root, name, NULL);
          add_path (places, root, "data", name, NULL);
        }
      add_path (places, folder, "..", "share", "gridloom", name, NULL);
    }

  add_path (places, PKGDATADIR, name, NULL);
  return g_strv_builder_end (places);
}

/**
 * loom_paths_list_runner:
 * @program: (nullable): absolute path of a program of Gridloom
 *
 * Returns: (transfer full): absolute paths where the runner is looked for, best first, whether they
 *   exist or not
 */
GStrv
loom_paths_list_runner (const char *program)
{
  g_autoptr (GStrvBuilder) places = g_strv_builder_new ();
  const char *given = g_getenv ("GRIDLOOM_RUNNER");

  if (given != NULL && *given != '\0')
    g_strv_builder_add (places, given);

  if (program != NULL)
    {
      g_autofree char *folder = g_path_get_dirname (program);
      g_autofree char *root = find_source_root (folder);

      if (root != NULL)
        add_path (places, folder, "..", "..", "src", "runner", "gridloom-runner", NULL);
      add_path (places, folder, "..", "libexec", "gridloom-runner", NULL);
    }

  add_path (places, LIBEXECDIR, "gridloom-runner", NULL);
  return g_strv_builder_end (places);
}

/**
 * loom_paths_list_catalogues:
 * @program: (nullable): absolute path of a program of Gridloom
 *
 * Returns: (transfer full): absolute paths of folders where translations are looked for, as
 *   LANGUAGE/LC_MESSAGES, best first, whether they exist or not
 */
GStrv
loom_paths_list_catalogues (const char *program)
{
  g_autoptr (GStrvBuilder) places = g_strv_builder_new ();

  if (program != NULL)
    {
      g_autofree char *folder = g_path_get_dirname (program);
      g_autofree char *root = find_source_root (folder);

      if (root != NULL)
        add_path (places, folder, "..", "..", "po", NULL);
      else
        add_path (places, folder, "..", "share", "locale", NULL);
    }

  add_path (places, LOCALEDIR, NULL);
  return g_strv_builder_end (places);
}

static char *
find_first (char      **places,
            GFileTest   test)
{
  for (guint i = 0; places[i] != NULL; i++)
    {
      if (g_file_test (places[i], test))
        return g_canonicalize_filename (places[i], NULL);
    }

  return NULL;
}

/**
 * loom_paths_find_data:
 * @name: of a file or folder, such as `kernels`
 * @error: return location; %LOOM_ERROR_FILE names the places searched
 *
 * Finds a file or folder that comes with Gridloom.
 *
 * Returns: (transfer full) (type filename): an absolute path, or %NULL with @error set
 */
char *
loom_paths_find_data (const char  *name,
                      GError     **error)
{
  g_autofree char *program = get_program ();
  g_auto (GStrv) places = loom_paths_list_data (program, name);
  char *path = find_first (places, G_FILE_TEST_EXISTS);

  if (path == NULL)
    {
      g_autofree char *searched = g_strjoinv (", ", places);

      g_set_error (error, LOOM_ERROR, LOOM_ERROR_FILE,
                   _("Gridloom’s own “%1$s” is missing; searched: %2$s"), name, searched);
    }

  return path;
}

/**
 * loom_paths_find_runner:
 * @error: return location; %LOOM_ERROR_RUNNER names the places searched
 *
 * Finds the program that compiles and runs kernels.
 *
 * Returns: (transfer full) (type filename): an absolute path, or %NULL with @error set
 */
char *
loom_paths_find_runner (GError **error)
{
  g_autofree char *program = get_program ();
  g_auto (GStrv) places = loom_paths_list_runner (program);
  char *path = find_first (places, G_FILE_TEST_IS_EXECUTABLE);

  if (path == NULL)
    {
      g_autofree char *searched = g_strjoinv (", ", places);

      g_set_error (error, LOOM_ERROR, LOOM_ERROR_RUNNER,
                   _("the program gridloom-runner is missing; searched: %s"), searched);
    }

  return path;
}

/**
 * loom_paths_find_cudart:
 * @error: return location; %LOOM_ERROR_FILE names the places searched
 *
 * Finds the CUDA runtime over the simulator, which stands beside the runner.
 *
 * Returns: (transfer full) (type filename): an absolute path, or %NULL with @error set
 */
char *
loom_paths_find_cudart (GError **error)
{
  g_autofree char *runner = loom_paths_find_runner (error);
  g_autofree char *folder = runner != NULL ? g_path_get_dirname (runner) : NULL;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) places = NULL;
  char *path;

  if (runner == NULL)
    return NULL;

  add_path (builder, folder, CUDART, NULL);
  add_path (builder, folder, "..", "cudart", CUDART, NULL);
  places = g_strv_builder_end (builder);
  path = find_first (places, G_FILE_TEST_EXISTS);
  if (path == NULL)
    {
      g_autofree char *searched = g_strjoinv (", ", places);

      g_set_error (error, LOOM_ERROR, LOOM_ERROR_FILE,
                   _("Gridloom’s own “%1$s” is missing; searched: %2$s"), CUDART, searched);
    }
  return path;
}

/**
 * loom_paths_find_catalogues:
 *
 * Returns: (transfer full) (type filename): the folder of translations for bindtextdomain(): the
 *   configured one if there is no other
 */
char *
loom_paths_find_catalogues (void)
{
  g_autofree char *program = get_program ();
  g_auto (GStrv) places = loom_paths_list_catalogues (program);
  char *path = find_first (places, G_FILE_TEST_IS_DIR);

  return path != NULL ? path : g_strdup (LOCALEDIR);
}
