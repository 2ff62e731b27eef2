/* loom-library-search.c: finds a library of CUDA at run time, and remembers every place it was
 * looked for SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-library-search.h"

#include <glib/gi18n-lib.h>

#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

/* Where libraries lie inside a folder of CUDA, be it a toolkit's or one that holds just the
 * compiler. */
static const char * const subfolders[] = {
  "", "lib64", "lib", "lib/x86_64-linux-gnu", "targets/x86_64-linux/lib",
};

static const char * const variables[] = { "GRIDLOOM_CUDA", "CUDA_PATH", "CUDA_HOME" };

/* What is found must be usable: a library that cannot load its companion (NVRTC its built-in
 * functions) would fail only at the first compilation. Once loaded, the companion is found by its
 * name wherever it lies. */
static void
load_beside (const char *folder,
             const char *prefix)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_prefix (name, prefix))
      {
        g_autofree char *path = g_build_filename (folder, name, NULL);

        dlopen (path, RTLD_NOW | RTLD_LOCAL);
      }
}

static gboolean
try_file (LoomLibrary *self,
          const char  *file,
          const char  *beside,
          GString     *why)
{
  if (strchr (file, '/') != NULL && beside != NULL)
    {
      g_autofree char *folder = g_path_get_dirname (file);

      load_beside (folder, beside);
    }

  self->handle = dlopen (file, RTLD_NOW | RTLD_LOCAL);
  if (self->handle == NULL)
    {
      g_string_append_printf (why, "%s%s", why->len > 0 ? "; " : "", dlerror ());
      return FALSE;
    }

  self->path = g_strdup (file);
  return TRUE;
}

static void
pass_over (LoomLibrary *self,
           const char  *place,
           const char  *why)
{
  g_autofree char *entry = g_strdup_printf ("%s\t%s", place, why);

  g_ptr_array_add (self->searched, g_utf8_make_valid (entry, -1));
}

static gboolean
try_folder (LoomLibrary        *self,
            const char         *folder,
            const char * const *sonames,
            const char         *beside)
{
  g_autoptr (GString) why = g_string_new (NULL);

  if (!g_file_test (folder, G_FILE_TEST_IS_DIR))
    {
      pass_over (self, folder, _("there is no such folder"));
      return FALSE;
    }

  for (guint i = 0; sonames[i] != NULL; i++)
    for (guint j = 0; j < G_N_ELEMENTS (subfolders); j++)
      {
        g_autofree char *file = g_build_filename (folder, subfolders[j], sonames[i], NULL);

        if (g_file_test (file, G_FILE_TEST_EXISTS) && try_file (self, file, beside, why))
          return TRUE;
      }

  if (why->len == 0)
    {
      g_autofree char *names = g_strjoinv (", ", (GStrv) sonames);

      g_string_append_printf (why, _("it has none of %s"), names);
    }
  pass_over (self, folder, why->str);
  return FALSE;
}

static int
compare_folders (gconstpointer a,
                 gconstpointer b)
{
  const char *one = *(const char * const *) a, *other = *(const char * const *) b;

  return strverscmp (other, one);
}

/* /usr/local/cuda, then /usr/local/cuda-*, newest first. */
static void
add_installed (GPtrArray *folders)
{
  g_autoptr (GDir) dir = g_dir_open ("/usr/local", 0, NULL);
  g_autoptr (GPtrArray) versions = g_ptr_array_new ();
  const char *name;

  g_ptr_array_add (folders, g_strdup ("/usr/local/cuda"));
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_prefix (name, "cuda-"))
      g_ptr_array_add (versions, g_build_filename ("/usr/local", name, NULL));

  g_ptr_array_sort (versions, compare_folders);
  for (guint i = 0; i < versions->len; i++)
    g_ptr_array_add (folders, versions->pdata[i]);
}

/* The same folder may be given by variables and links. */
static gboolean
is_known (GHashTable *known,
          const char *folder)
{
  char *real = realpath (folder, NULL);

  return real != NULL && !g_hash_table_add (known, real);
}

/* The folders of the variables, and those where CUDA is installed. */
static GPtrArray *
list_folders (void)
{
  GPtrArray *folders = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < G_N_ELEMENTS (variables); i++)
    {
      const char *value = g_getenv (variables[i]);

      if (value != NULL && *value != '\0')
        g_ptr_array_add (folders, g_strdup (value));
    }
  add_installed (folders);
  return folders;
}

static gboolean
search_folders (LoomLibrary        *self,
                const char * const *sonames,
                const char         *beside)
{
  g_autoptr (GPtrArray) folders = list_folders ();
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, free, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (variables); i++)
    if (*(g_getenv (variables[i]) ?: "") == '\0')
      pass_over (self, variables[i], _("this variable is not set"));
  for (guint i = 0; i < folders->len; i++)
    if (!is_known (known, folders->pdata[i]) &&
        try_folder (self, folders->pdata[i], sonames, beside))
      return TRUE;

  return FALSE;
}

static gboolean
search_loader (LoomLibrary        *self,
               const char * const *sonames)
{
  g_autoptr (GString) why = g_string_new (NULL);

  for (guint i = 0; sonames[i] != NULL; i++)
    if (try_file (self, sonames[i], NULL, why))
      return TRUE;

  pass_over (self, _("the system's libraries"), why->str);
  return FALSE;
}

/* The loader knows by which file a name was satisfied. */
static void
find_real_path (LoomLibrary *self)
{
  struct link_map *map = NULL;

  if (dlinfo (self->handle, RTLD_DI_LINKMAP, &map) != 0 || map->l_name == NULL
      || *map->l_name == '\0')
    return;

  g_free (self->path);
  self->path = g_strdup (map->l_name);
}

/* What ./dev fetched (get-nvrtc). */
static char *
get_own_folder (void)
{
  return g_build_filename (g_get_user_data_dir (), "gridloom", "cuda", NULL);
}

/**
 * loom_library_search:
 * @name: what the library is called in front of people
 * @sonames: file names that would do, best first
 * @beside: (nullable): beginning of the names of companions, which must be loaded first
 *
 * Opens a library: from `GRIDLOOM_CUDA`, `CUDA_PATH`, `CUDA_HOME`, `/usr/local/cuda*`, the loader's
 * path, and the folder `gridloom/cuda` of the user's data, in this order.
 *
 * Returns: (transfer full): what was found, or where it was looked for in vain
 */
LoomLibrary *
loom_library_search (const char         *name,
                     const char * const *sonames,
                     const char         *beside)
{
  LoomLibrary *self = g_new0 (LoomLibrary, 1);
  g_autofree char *own = get_own_folder ();

  self->name = g_strdup (name);
  self->searched = g_ptr_array_new_with_free_func (g_free);
  if (search_folders (self, sonames, beside) || search_loader (self, sonames) ||
      try_folder (self, own, sonames, beside))
    find_real_path (self);

  return self;
}

/* Where the loader looks, as far as its own list of files is not read. */
static const char * const loader_folders[] = {
  "/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu", "/lib64", "/usr/lib64", "/lib", "/usr/lib",
};

/**
 * loom_library_guess:
 * @sonames: as for loom_library_search()
 *
 * Tells what a search is likely to find, without opening it.
 *
 * Returns: (transfer full) (nullable): the real path of a file
 */
char *
loom_library_guess (const char * const *sonames)
{
  g_autoptr (GPtrArray) folders = list_folders ();
  g_auto (GStrv) loader = g_strsplit (g_getenv ("LD_LIBRARY_PATH") ?: "", ":", -1);
  char *real = NULL;

  for (guint i = 0; loader[i] != NULL; i++)
    if (*loader[i] != '\0')
      g_ptr_array_add (folders, g_strdup (loader[i]));
  for (guint i = 0; i < G_N_ELEMENTS (loader_folders); i++)
    g_ptr_array_add (folders, g_strdup (loader_folders[i]));
  g_ptr_array_add (folders, get_own_folder ());

  for (guint i = 0; real == NULL && i < folders->len; i++)
    for (guint j = 0; real == NULL && sonames[j] != NULL; j++)
      for (guint k = 0; real == NULL && k < G_N_ELEMENTS (subfolders); k++)
        {
          g_autofree char *file
              = g_build_filename (folders->pdata[i], subfolders[k], sonames[j], NULL);

          real = realpath (file, NULL);
        }
  return real;
}

/**
 * loom_library_free:
 *
 * Forgets the search. The library itself stays loaded: none of these may be unloaded safely.
 */
void
loom_library_free (LoomLibrary *self)
{
  g_free (self->name);
  g_free (self->path);
  g_free (self->version);
  g_ptr_array_unref (self->searched);
  g_free (self);
}

/**
 * loom_library_find_folder:
 * @self: a library that was found
 * @file: path of a file relative to a folder of CUDA, such as `include/cuda_fp16.h`
 *
 * Looks for a file of the installation that the library belongs to. One that came as a package of
 * the system shares its folders with all others, so it has those that were fetched for it.
 *
 * Returns: (transfer full) (nullable): the real path of the folder that holds @file
 */
char *
loom_library_find_folder (LoomLibrary *self,
                          const char  *file)
{
  g_autofree char *real = self->path != NULL ? realpath (self->path, NULL) : NULL;
  g_autofree char *folder = real != NULL ? g_path_get_dirname (real) : NULL;

  /* lib, lib64; targets/x86_64-linux/lib lies three below. */
  for (guint i = 0; folder != NULL && i < 4; i++)
    {
      g_autofree char *path = g_build_filename (folder, file, NULL);
      char *above;

      if (!g_str_equal (folder, "/usr") && g_file_test (path, G_FILE_TEST_IS_REGULAR))
        return g_path_get_dirname (path);

      above = g_path_get_dirname (folder);
      g_free (folder);
      folder = above;
    }

  if (real != NULL && g_str_has_prefix (real, "/usr/lib/"))
    {
      g_autofree char *own = get_own_folder ();
      g_autofree char *path = g_build_filename (own, file, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
        return g_path_get_dirname (path);
    }
  return NULL;
}

static char *
find_in_toolkit (const char *folder,
                 const char *name)
{
  g_autofree char *path = g_build_filename (folder, "bin", name, NULL);

  return g_file_test (path, G_FILE_TEST_IS_REGULAR) && g_file_test (path, G_FILE_TEST_IS_EXECUTABLE)
             ? g_steal_pointer (&path) : NULL;
}

/**
 * loom_library_find_program:
 * @name: of a program of a CUDA Toolkit
 *
 * Looks for it in the folder `bin` of the toolkits that loom_library_search() looks into, after the
 * variables on the system's path.
 *
 * Returns: (transfer full) (nullable): its path
 */
char *
loom_library_find_program (const char *name)
{
  g_autoptr (GPtrArray) folders = g_ptr_array_new_with_free_func (g_free);
  char *path = NULL;

  for (guint i = 0; path == NULL && i < G_N_ELEMENTS (variables); i++)
    {
      const char *value = g_getenv (variables[i]);

      path = value != NULL && *value != '\0' ? find_in_toolkit (value, name) : NULL;
    }
  if (path == NULL)
    path = g_find_program_in_path (name);
  add_installed (folders);
  g_ptr_array_add (folders, get_own_folder ());
  for (guint i = 0; path == NULL && i < folders->len; i++)
    path = find_in_toolkit (folders->pdata[i], name);
  return path;
}

/**
 * loom_library_describe:
 * @why: (nullable): why it is of no use though it was found
 *
 * Returns: (transfer floating): an a{sv} as org.gridloom.Runner's Describe gives it
 */
GVariant *
loom_library_describe (LoomLibrary *self,
                       const char  *why)
{
  g_autofree char *path = g_filename_display_name (self->path != NULL ? self->path : "");
  GVariantBuilder builder;

  if (why == NULL && self->handle == NULL)
    why = _("It is in none of the places searched; set GRIDLOOM_CUDA to the folder that has it");

  g_ptr_array_add (self->searched, NULL);
  g_variant_builder_init (&builder, G_VARIANT_TYPE_VARDICT);
  g_variant_builder_add (&builder, "{sv}", "name", g_variant_new_string (self->name));
  g_variant_builder_add (&builder, "{sv}", "found", g_variant_new_boolean (self->handle != NULL));
  g_variant_builder_add (&builder, "{sv}", "path", g_variant_new_string (path));
  g_variant_builder_add (&builder, "{sv}", "version",
                         g_variant_new_string (self->version != NULL ? self->version : ""));
  g_variant_builder_add (&builder, "{sv}", "why", g_variant_new_string (why != NULL ? why : ""));
  g_variant_builder_add (&builder, "{sv}", "searched",
                         g_variant_new_strv ((const char * const *) self->searched->pdata, -1));
  g_ptr_array_remove_index (self->searched, self->searched->len - 1);
  return g_variant_builder_end (&builder);
}
