/* loom-device-profile-folder.c: where the profiles of devices lie that the user wrote
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-device-profile-file.h"

#include "loom-device-profile-private.h"
#include "loom-error.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>

#define ENDING LOOM_DEVICE_PROFILE_ENDING
#define LETTERS "abcdefghijklmnopqrstuvwxyz0123456789.-"

#define MAX_FILES 64
#define MAX_ID 100
#define MOST_OF_NAME 40                 /* that becomes an id */

/**
 * loom_device_profile_dup_folder:
 *
 * Returns: (transfer full) (type filename): where the user's own profiles lie, if there are any
 */
char *
loom_device_profile_dup_folder (void)
{
  return g_build_filename (g_get_user_config_dir (), "gridloom", "devices", NULL);
}

/* -- Reading -- */

static gboolean
check_letters (const char  *id,
               GError     **error)
{
  if (*id != '\0' && strlen (id) <= MAX_ID && strspn (id, LETTERS) == strlen (id))
    return TRUE;
  return loom_fail (error, LOOM_ERROR_DOCUMENT,
                    _("a profile is called as its file: use small letters, digits, “.” and “-”"));
}

static LoomDeviceProfile *
read_file (const GPtrArray              *profiles,
           const LoomDeviceProfileFile  *file,
           GError                      **error)
{
  g_autoptr (GPtrArray) faults
      = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_device_profile_fault_free);
  g_autoptr (LoomDeviceProfile) profile = NULL;

  if (!check_letters (file->id, error))
    return NULL;
  if (loom_device_profile_find (profiles, file->id, NULL) != NULL)
    return loom_fail_null (error, LOOM_ERROR_DOCUMENT,
                           _("there is a profile “%s” already; give the file another name"),
                           file->id);
  profile = loom_device_profile_file_parse (file, profiles, faults);
  if (faults->len > 0)
    return loom_fail_null (error, LOOM_ERROR_DOCUMENT, "%s",
                           ((LoomDeviceProfileFault *) faults->pdata[0])->message);
  return g_steal_pointer (&profile);
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(char * const *) a, *(char * const *) b);
}

static GPtrArray *
list_names (const char *folder)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && names->len <= MAX_FILES && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ENDING))
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  return names;
}

static void
complain (GPtrArray  *problems,
          const char *path,
          const char *message)
{
  g_autofree char *shown = g_filename_display_name (path);

  if (problems != NULL)
    /* Translators: a file, and what is wrong with it */
    g_ptr_array_add (problems, g_strdup_printf (_("The device in %1$s is left out: %2$s"), shown,
                                                message));
}

/* Those that could be read; what is wrong with the others is said. */
static GPtrArray *
list_files (const char *folder,
            GPtrArray  *problems)
{
  GPtrArray *files
      = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_device_profile_file_free);
  g_autoptr (GPtrArray) names = list_names (folder);
  g_autofree char *shown = g_filename_display_name (folder);

  for (guint i = 0; i < MIN (names->len, MAX_FILES); i++)
    {
      g_autofree char *path = g_build_filename (folder, names->pdata[i], NULL);
      g_autoptr (GError) error = NULL;
      LoomDeviceProfileFile *file = loom_device_profile_file_load (path, &error);

      if (file != NULL)
        g_ptr_array_add (files, file);
      else
        complain (problems, path, error->message);
    }
  if (names->len > MAX_FILES && problems != NULL)
    g_ptr_array_add (problems, g_strdup_printf (_("Only %1$d devices of %2$s are read"), MAX_FILES,
                                                shown));
  return files;
}

/* Whether what a file is based on is another one that is not read yet. */
static gboolean
has_to_wait (const LoomDeviceProfileFile *file,
             const GPtrArray             *files)
{
  g_autofree char *base = loom_device_profile_file_dup (file, LOOM_DEVICE_PROFILE_BASE);

  for (guint i = 0; i < files->len; i++)
    if (files->pdata[i] != file &&
        g_strcmp0 (((LoomDeviceProfileFile *) files->pdata[i])->id, base) == 0)
      return TRUE;
  return FALSE;
}

/* The first whose turn it is; of those that wait for each other in a circle the first. */
static guint
find_next (const GPtrArray *files)
{
  for (guint i = 0; i < files->len; i++)
    if (!has_to_wait (files->pdata[i], files))
      return i;
  return 0;
}

/* Adds the user's own to those that there are; one may be based on another. */
void
_loom_device_profile_read_folder (GPtrArray  *profiles,
                                  const char *folder,
                                  GPtrArray  *problems)
{
  g_autoptr (GPtrArray) files = list_files (folder, problems);

  while (files->len > 0)
    {
      g_autoptr (LoomDeviceProfileFile) file
          = g_ptr_array_steal_index (files, find_next (files));
      g_autoptr (GError) error = NULL;
      LoomDeviceProfile *profile = read_file (profiles, file, &error);

      if (profile != NULL)
        g_ptr_array_add (profiles, profile);
      else
        complain (problems, file->path, error->message);
    }
}

/* -- What a new one can be called -- */

static gboolean
has_file (const char *folder,
          const char *id)
{
  g_autofree char *name = g_strconcat (id, ENDING, NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  GStatBuf status;

  return g_lstat (path, &status) == 0;
}

/**
 * loom_device_profile_check_id:
 * @folder: (type filename): where the user's own lie
 * @profiles: (element-type LoomDeviceProfile): those that there are
 * @id: what a new one is to be called
 * @error: return location
 *
 * Returns: whether it can be called that
 */
gboolean
loom_device_profile_check_id (const char       *folder,
                              const GPtrArray  *profiles,
                              const char       *id,
                              GError          **error)
{
  g_return_val_if_fail (folder != NULL && profiles != NULL && id != NULL, FALSE);

  if (!check_letters (id, error))
    return FALSE;
  if (loom_device_profile_find (profiles, id, NULL) != NULL)
    return loom_fail (error, LOOM_ERROR_DOCUMENT,
                      _("there is a profile “%s” already; call this one something else"), id);
  if (has_file (folder, id))
    return loom_fail (error, LOOM_ERROR_FILE,
                      _("there is a file “%s.ini” already, which can’t be read; call this one "
                        "something else"), id);
  return TRUE;
}

/**
 * loom_device_profile_dup_free_id:
 * @folder: (type filename): where the user's own lie
 * @profiles: (element-type LoomDeviceProfile): those that there are
 * @name: what a new one is called by people
 *
 * Returns: (transfer full): what it can be called
 */
char *
loom_device_profile_dup_free_id (const char      *folder,
                                 const GPtrArray *profiles,
                                 const char      *name)
{
  g_autoptr (GString) base = g_string_new (NULL);
  g_autofree char *id = NULL;

  g_return_val_if_fail (folder != NULL && profiles != NULL && name != NULL, NULL);

  for (const char *c = name; *c != '\0' && base->len < MOST_OF_NAME; c++)
    if (g_ascii_isalnum (*c) || *c == '.')
      g_string_append_c (base, g_ascii_tolower (*c));
    else if (base->len > 0 && base->str[base->len - 1] != '-')
      g_string_append_c (base, '-');
  if (base->len > 0 && base->str[base->len - 1] == '-')
    g_string_truncate (base, base->len - 1);
  if (base->len == 0)
    g_string_append (base, "device");
  id = g_strdup (base->str);
  for (guint i = 2; !loom_device_profile_check_id (folder, profiles, id, NULL); i++)
    {
      g_free (id);
      id = g_strdup_printf ("%s-%u", base->str, i);
    }
  return g_steal_pointer (&id);
}

/* Whether one more would be read. */
gboolean
_loom_device_profile_has_room (const char  *folder,
                               GError     **error)
{
  g_autoptr (GPtrArray) names = list_names (folder);

  return names->len < MAX_FILES ||
         loom_fail (error, LOOM_ERROR_FILE,
                    _("there are %d devices of your own, which is as many as are read; delete one "
                      "first"), MAX_FILES);
}
