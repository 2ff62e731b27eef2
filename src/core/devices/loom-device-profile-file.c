/* loom-device-profile-file.c: a profile of a device in a file of the user's: read, changed, written
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each is a key file in the user's configuration folder, NAME.ini, and its profile is called NAME:
 *
 *   [device]
 *   name=Our board
 *   based-on=rtx-4090
 *   multiprocessors=76
 *   shared=131072
 *   shared-capacities=0;65536;131072
 *
 *   [sources]
 *   multiprocessors=deviceQuery on our board
 *
 * All that it does not say is as in the profile that it is based on.
 */

#include "config.h"

#include "loom-device-profile-file.h"

#include "loom-device-profile-private.h"
#include "loom-error.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>

#define GROUP LOOM_DEVICE_PROFILE_GROUP
#define SOURCES LOOM_DEVICE_PROFILE_SOURCES
#define ENDING LOOM_DEVICE_PROFILE_ENDING

#define MAX_FILE_SIZE (64 * 1024)

static char *
dup_id (const char *path)
{
  char *id = g_path_get_basename (path);

  if (g_str_has_suffix (id, ENDING))
    id[strlen (id) - strlen (ENDING)] = '\0';
  return id;
}

/**
 * loom_device_profile_file_load:
 * @path: (type filename): a file
 * @error: return location
 *
 * Reads a file, whatever it says.
 *
 * Returns: (transfer full) (nullable): it
 */
LoomDeviceProfileFile *
loom_device_profile_file_load (const char  *path,
                               GError     **error)
{
  g_autoptr (GKeyFile) keys = g_key_file_new ();
  g_autofree char *text = NULL;
  LoomDeviceProfileFile *self;
  GStatBuf status;
  gsize length;

  g_return_val_if_fail (path != NULL, NULL);

  if (g_stat (path, &status) != 0 || !S_ISREG (status.st_mode))
    return loom_fail_null (error, LOOM_ERROR_FILE, _("it is not a plain file"));
  if (status.st_size > MAX_FILE_SIZE)
    return loom_fail_null (error, LOOM_ERROR_FILE, _("it has more than %d KiB"),
                           MAX_FILE_SIZE / 1024);
  if (!g_file_get_contents (path, &text, &length, error) ||
      !g_key_file_load_from_data (keys, text, length, G_KEY_FILE_KEEP_COMMENTS, error))
    return NULL;
  self = g_new (LoomDeviceProfileFile, 1);
  *self = (LoomDeviceProfileFile) { dup_id (path), g_strdup (path), g_steal_pointer (&text),
                                    g_steal_pointer (&keys) };
  return self;
}

/* -- What it says, to look at and to change -- */

/**
 * loom_device_profile_file_dup:
 * @key: "name", "based-on", or of a figure or the list of sizes
 *
 * Returns: (transfer full) (nullable): what the file says; %NULL if it says nothing
 */
char *
loom_device_profile_file_dup (const LoomDeviceProfileFile *self,
                              const char                  *key)
{
  g_return_val_if_fail (self != NULL && key != NULL, NULL);

  return g_key_file_get_string (self->keys, GROUP, key, NULL);
}

static void
set (LoomDeviceProfileFile *self,
     const char            *group,
     const char            *key,
     const char            *text)
{
  if (text != NULL)
    g_key_file_set_string (self->keys, group, key, text);
  else
    g_key_file_remove_key (self->keys, group, key, NULL);
}

/**
 * loom_device_profile_file_set:
 * @key: as above
 * @text: (nullable): what the file is to say; %NULL: nothing, nor where that is from
 */
void
loom_device_profile_file_set (LoomDeviceProfileFile *self,
                              const char            *key,
                              const char            *text)
{
  g_return_if_fail (self != NULL && key != NULL);

  set (self, GROUP, key, text);
  if (text == NULL)
    set (self, SOURCES, key, NULL);
}

/**
 * loom_device_profile_file_dup_source:
 *
 * Returns: (transfer full) (nullable): where the user has a figure from, in his words
 */
char *
loom_device_profile_file_dup_source (const LoomDeviceProfileFile *self,
                                     const char                  *key)
{
  g_return_val_if_fail (self != NULL && key != NULL, NULL);

  return g_key_file_get_string (self->keys, SOURCES, key, NULL);
}

void
loom_device_profile_file_set_source (LoomDeviceProfileFile *self,
                                     const char            *key,
                                     const char            *text)
{
  g_return_if_fail (self != NULL && key != NULL);

  set (self, SOURCES, key, text != NULL && *text != '\0' ? text : NULL);
}

/**
 * loom_device_profile_file_new_copy:
 * @like: any profile
 * @name: of the new one, for people
 * @error: return location, for a file of the user's that can't be read any more
 *
 * Makes a profile of the user's own out of any one: based on it, or, where it is the user's own,
 * saying all that it says.
 *
 * Returns: (transfer full) (nullable): what is written nowhere yet, and is called nothing yet
 */
LoomDeviceProfileFile *
loom_device_profile_file_new_copy (const LoomDeviceProfile  *like,
                                   const char               *name,
                                   GError                  **error)
{
  LoomDeviceProfileFile *self;

  g_return_val_if_fail (like != NULL && name != NULL, NULL);

  if (like->file != NULL)
    {
      self = loom_device_profile_file_load (like->file, error);
      if (self == NULL)
        return NULL;
      g_clear_pointer (&self->path, g_free);
      g_clear_pointer (&self->text, g_free);
    }
  else
    {
      self = g_new0 (LoomDeviceProfileFile, 1);
      self->keys = g_key_file_new ();
    }
  g_free (self->id);
  self->id = g_strdup ("");
  loom_device_profile_file_set (self, LOOM_DEVICE_PROFILE_NAME, name);
  if (like->file == NULL)
    loom_device_profile_file_set (self, LOOM_DEVICE_PROFILE_BASE, like->id);
  return self;
}

/* -- Writing -- */

/* Somebody else may have written it meanwhile; what is gone can't be lost. */
static gboolean
is_as_it_was (const LoomDeviceProfileFile  *self,
              GError                      **error)
{
  g_autofree char *shown = g_filename_display_name (self->path);
  g_autofree char *text = NULL;
  g_autoptr (GError) reason = NULL;

  if (!g_file_get_contents (self->path, &text, NULL, &reason))
    return g_error_matches (reason, G_FILE_ERROR, G_FILE_ERROR_NOENT) ||
           loom_fail (error, LOOM_ERROR_FILE, "%s", reason->message);
  return g_strcmp0 (text, self->text) == 0 ||
         loom_fail (error, LOOM_ERROR_FILE,
                    _("%s was changed by another program since it was opened here, so nothing was "
                      "written; save under another id, or discard this and open it again"), shown);
}

static gboolean
write_text (const char  *path,
            const char  *text,
            GError     **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *shown = g_filename_display_name (folder);

  if (g_mkdir_with_parents (folder, 0755) != 0)
    return loom_fail (error, LOOM_ERROR_FILE, _("The folder %1$s can’t be made: %2$s"), shown,
                      g_strerror (errno));
  return g_file_set_contents_full (
      path, text, -1, G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE, 0644, error);
}

/**
 * loom_device_profile_file_save:
 * @folder: (type filename): where it goes
 * @id: what it is called there; if that is another one than before, the file is renamed
 * @error: return location; then all is as it was
 *
 * Writes a file, as a whole or not at all, over nothing but what was read of it. Whether it can be
 * called that is for loom_device_profile_check_id() to say.
 *
 * Returns: whether it was
 */
gboolean
loom_device_profile_file_save (LoomDeviceProfileFile  *self,
                               const char             *folder,
                               const char             *id,
                               GError                **error)
{
  g_autofree char *name = NULL, *path = NULL, *text = NULL;
  GStatBuf status;
  gboolean is_there;

  g_return_val_if_fail (self != NULL && folder != NULL && id != NULL, FALSE);

  name = g_strconcat (id, ENDING, NULL);
  path = g_build_filename (folder, name, NULL);
  text = g_key_file_to_data (self->keys, NULL, NULL);
  is_there = g_strcmp0 (path, self->path) == 0;
  if ((is_there && !is_as_it_was (self, error)) ||
      (self->path == NULL && !_loom_device_profile_has_room (folder, error)))
    return FALSE;
  if (!is_there && g_lstat (path, &status) == 0)
    return loom_fail (error, LOOM_ERROR_FILE, _("there is a file “%s” already"), name);
  if (!write_text (path, text, error))
    return FALSE;
  /* the old one stays if it is not what was read */
  if (self->path != NULL && !is_there && is_as_it_was (self, NULL))
    g_unlink (self->path);
  g_free (self->id);
  g_free (self->path);
  g_free (self->text);
  self->id = g_strdup (id);
  self->path = g_steal_pointer (&path);
  self->text = g_steal_pointer (&text);
  return TRUE;
}

void
loom_device_profile_file_free (LoomDeviceProfileFile *self)
{
  if (self == NULL)
    return;

  g_free (self->id);
  g_free (self->path);
  g_free (self->text);
  g_key_file_unref (self->keys);
  g_free (self);
}

void
loom_device_profile_fault_free (LoomDeviceProfileFault *self)
{
  if (self == NULL)
    return;

  g_free (self->key);
  g_free (self->other);
  g_free (self->message);
  g_free (self);
}
