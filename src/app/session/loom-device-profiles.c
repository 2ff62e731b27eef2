/* loom-device-profiles.c: the profiles of devices that there are, for all windows
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-device-profiles.h"

#include "loom-class.h"
#include "loom-connect.h"
#include "loom-error.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

/* Before the folder is read again after something changed in it: what writes a file may write
 * several. */
#define READ_MS 150

struct _LoomDeviceProfiles
{
  GObject       parent_instance;

  char         *folder;
  char         *stamp;          /* of the files that were read */
  GPtrArray    *list;           /* (element-type LoomDeviceProfile) */
  GPtrArray    *problems;       /* (element-type utf8) */
  GFileMonitor *monitor;        /* or NULL */
  guint         read_id;
};

G_DEFINE_FINAL_TYPE (LoomDeviceProfiles, loom_device_profiles, G_TYPE_OBJECT)

/* Names, times, sizes and inodes of all files. */
static char *
make_stamp (LoomDeviceProfiles *self)
{
  g_autoptr (GDir) dir = g_dir_open (self->folder, 0, NULL);
  GString *stamp = g_string_new (NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (self->folder, name, NULL);
      GStatBuf status;

      if (g_str_has_suffix (name, LOOM_DEVICE_PROFILE_ENDING) && g_stat (path, &status) == 0)
        g_string_append_printf (stamp, "%s/%lld.%ld/%lld/%llu/", name,
                                (long long) status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
                                (long long) status.st_size, (unsigned long long) status.st_ino);
    }
  return g_string_free (stamp, FALSE);
}

static void
read_folder (LoomDeviceProfiles *self)
{
  g_autofree char *stamp = make_stamp (self);

  if (g_strcmp0 (stamp, self->stamp) == 0)
    return;
  g_free (self->stamp);
  self->stamp = g_steal_pointer (&stamp);
  g_clear_pointer (&self->list, g_ptr_array_unref);
  g_clear_pointer (&self->problems, g_ptr_array_unref);
  self->problems = g_ptr_array_new_with_free_func (g_free);
  self->list = loom_device_profile_list (self->folder, self->problems);
  g_signal_emit_by_name (self, "changed");
}

static void
folder_cb (LoomDeviceProfiles *self)
{
  if (self->read_id == 0)
    loom_call_later (&self->read_id, G_PRIORITY_DEFAULT, READ_MS, G_CALLBACK (read_folder), self);
}

static void
loom_device_profiles_finalize (GObject *object)
{
  LoomDeviceProfiles *self = LOOM_DEVICE_PROFILES (object);

  g_clear_handle_id (&self->read_id, g_source_remove);
  g_clear_object (&self->monitor);
  g_clear_pointer (&self->list, g_ptr_array_unref);
  g_clear_pointer (&self->problems, g_ptr_array_unref);
  g_free (self->folder);
  g_free (self->stamp);

  G_OBJECT_CLASS (loom_device_profiles_parent_class)->finalize (object);
}

static void
loom_device_profiles_class_init (LoomDeviceProfilesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = loom_device_profiles_finalize;
  LOOM_SIGNAL_NEW (klass, "changed", 0);
}

static void
loom_device_profiles_init (LoomDeviceProfiles *self)
{
  g_autoptr (GFile) folder = NULL;

  self->folder = loom_device_profile_dup_folder ();
  folder = g_file_new_for_path (self->folder);
  self->monitor = g_file_monitor_directory (folder, G_FILE_MONITOR_NONE, NULL, NULL);
  if (self->monitor != NULL)
    loom_connect (self->monitor, "changed", folder_cb, self);
  read_folder (self);
}

/**
 * loom_device_profiles_dup_shared:
 *
 * Returns: (transfer full): the one that all windows have
 */
LoomDeviceProfiles *
loom_device_profiles_dup_shared (void)
{
  static GWeakRef shared;
  LoomDeviceProfiles *self = g_weak_ref_get (&shared);

  if (self != NULL)
    return self;
  self = g_object_new (LOOM_TYPE_DEVICE_PROFILES, NULL);
  g_weak_ref_set (&shared, self);
  return self;
}

GPtrArray *
loom_device_profiles_get_list (LoomDeviceProfiles *self)
{
  g_return_val_if_fail (LOOM_IS_DEVICE_PROFILES (self), NULL);

  return self->list;
}

GPtrArray *
loom_device_profiles_get_problems (LoomDeviceProfiles *self)
{
  g_return_val_if_fail (LOOM_IS_DEVICE_PROFILES (self), NULL);

  return self->problems;
}

const char *
loom_device_profiles_get_folder (LoomDeviceProfiles *self)
{
  g_return_val_if_fail (LOOM_IS_DEVICE_PROFILES (self), NULL);

  return self->folder;
}

/* What is based on a profile would be left out without it. */
static gboolean
is_free (LoomDeviceProfiles  *self,
         const char          *id,
         GError             **error)
{
  for (guint i = 0; i < self->list->len; i++)
    {
      const LoomDeviceProfile *profile = self->list->pdata[i];
      g_autoptr (LoomDeviceProfileFile) file
          = profile->file != NULL ? loom_device_profile_file_load (profile->file, NULL) : NULL;
      g_autofree char *base
          = file != NULL ? loom_device_profile_file_dup (file, LOOM_DEVICE_PROFILE_BASE) : NULL;

      if (g_strcmp0 (base, id) == 0)
        return loom_fail (error, LOOM_ERROR_USAGE,
                          _("“%1$s” is based on “%2$s”: base it on another profile in its file, or "
                            "delete it first"), profile->name, id);
    }
  return TRUE;
}

/**
 * loom_device_profiles_save:
 * @file: of the user's; what it says has been looked at
 * @id: what it is to be called
 * @error: return location; then all is as it was
 *
 * Writes a profile, which all windows have from then on.
 *
 * Returns: whether it was written
 */
gboolean
loom_device_profiles_save (LoomDeviceProfiles     *self,
                           LoomDeviceProfileFile  *file,
                           const char             *id,
                           GError                **error)
{
  gboolean is_renamed;

  g_return_val_if_fail (LOOM_IS_DEVICE_PROFILES (self), FALSE);
  g_return_val_if_fail (file != NULL && id != NULL, FALSE);

  is_renamed = file->path != NULL && !g_str_equal (file->id, id);
  if (is_renamed && !is_free (self, file->id, error))
    return FALSE;
  if ((file->path == NULL || is_renamed) &&
      !loom_device_profile_check_id (self->folder, self->list, id, error))
    return FALSE;
  if (!loom_device_profile_file_save (file, self->folder, id, error))
    return FALSE;
  read_folder (self);
  return TRUE;
}

/**
 * loom_device_profiles_delete:
 * @id: a profile of the user's
 * @error: return location; then all is as it was
 *
 * Returns: (transfer full) (nullable): what was deleted, as one that is written nowhere: saving it
 *   under that id undoes this
 */
LoomDeviceProfileFile *
loom_device_profiles_delete (LoomDeviceProfiles  *self,
                             const char          *id,
                             GError             **error)
{
  const LoomDeviceProfile *profile;
  g_autoptr (LoomDeviceProfileFile) file = NULL;

  g_return_val_if_fail (LOOM_IS_DEVICE_PROFILES (self), NULL);
  g_return_val_if_fail (id != NULL, NULL);

  profile = loom_device_profile_find (self->list, id, error);
  if (profile == NULL || !is_free (self, id, error))
    return NULL;
  file = loom_device_profile_file_load (profile->file, error);
  if (file == NULL)
    return NULL;
  if (g_unlink (profile->file) != 0)
    return loom_fail_null (error, LOOM_ERROR_FILE, "%s", g_strerror (errno));
  g_clear_pointer (&file->path, g_free);
  g_clear_pointer (&file->text, g_free);
  read_folder (self);
  return g_steal_pointer (&file);
}
