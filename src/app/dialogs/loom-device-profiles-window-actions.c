/* loom-device-profiles-window-actions.c: what is done with a profile of a device as a whole
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-device-profiles-window-private.h"

#include "loom-action.h"
#include "loom-device-profile-files.h"

#include <glib/gi18n-lib.h>

static void
use_action (LoomDeviceProfilesWindow *self)
{
  g_object_set (loom_session_get_run_settings (self->session), "device-profile", self->opened,
                NULL);
}

static void
copy (LoomDeviceProfilesWindow *self)
{
  const LoomDeviceProfile *profile = _loom_device_profiles_window_find_opened (self);
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL, *id = NULL;
  LoomDeviceProfileFile *file;

  if (profile == NULL)
    return;
  /* Translators: the name of what is a copy of a device */
  name = g_strdup_printf (_("%s (copy)"), profile->name);
  id = loom_device_profile_dup_free_id (loom_device_profiles_get_folder (self->profiles),
                                        loom_device_profiles_get_list (self->profiles), name);
  file = loom_device_profile_file_new_copy (profile, name, &error);
  if (file != NULL)
    _loom_device_profiles_window_edit (self, file, id);
  else
    _loom_device_profiles_window_tell (self, _("There is no copy"), error);
}

static void
copy_action (LoomDeviceProfilesWindow *self)
{
  if (!_loom_device_profiles_window_is_modified (self) || _loom_device_profiles_window_save (self))
    copy (self);
}

static void
delete_action (LoomDeviceProfilesWindow *self)
{
  g_autofree char *name = _loom_device_profiles_window_dup_name (self), *text = NULL;
  g_autoptr (GError) error = NULL;
  LoomDeviceProfileFile *file
      = loom_device_profiles_delete (self->profiles, self->opened, &error);
  AdwToast *toast;

  if (file == NULL)
    {
      _loom_device_profiles_window_tell (self, _("The profile was not deleted"), error);
      return;
    }
  g_clear_pointer (&self->deleted, loom_device_profile_file_free);
  self->deleted = file;
  g_free (self->edits);
  self->edits = _loom_device_profiles_window_is_modified (self)
                    ? loom_device_profile_draft_dup_text (self->draft) : NULL;
  _loom_device_profiles_window_show_page (self, "list");
  /* Translators: the name of a device */
  text = g_strdup_printf (_("“%s” is deleted"), name != NULL ? name : file->id);
  toast = adw_toast_new (text);
  adw_toast_set_button_label (toast, _("_Undo"));
  adw_toast_set_action_name (toast, "profiles.restore");
  adw_toast_set_timeout (toast, 0);
  adw_toast_overlay_add_toast (self->toasts, toast);
}

/* What was not saved of it is not saved now either. */
static void
restore_action (LoomDeviceProfilesWindow *self)
{
  g_autofree char *id = self->deleted != NULL ? g_strdup (self->deleted->id) : NULL;
  g_autoptr (GError) error = NULL;

  if (id == NULL)
    return;
  if (!loom_device_profiles_save (self->profiles, self->deleted, id, &error))
    {
      _loom_device_profiles_window_tell (self, _("The profile was not written"), error);
      return;
    }
  g_clear_pointer (&self->deleted, loom_device_profile_file_free);
  _loom_device_profiles_window_open (self, id);
  if (self->edits != NULL)
    loom_device_profile_draft_set_text (self->draft, self->edits);
}

static void
imported_cb (LoomDeviceProfilesWindow *self,
             const char               *id,
             const GError             *error)
{
  if (id != NULL)
    _loom_device_profiles_window_open (self, id);
  else
    _loom_device_profiles_window_tell (self, _("The file was not taken"), error);
}

static void
import_action (LoomDeviceProfilesWindow *self)
{
  loom_device_profile_files_import (GTK_WINDOW (self), self->profiles,
                                    (LoomDeviceProfileImported) imported_cb);
}

static void
export_action (LoomDeviceProfilesWindow *self)
{
  if (!_loom_device_profiles_window_is_modified (self) || _loom_device_profiles_window_save (self))
    loom_device_profile_files_export (GTK_WINDOW (self),
                                      loom_device_profile_draft_get_file (self->draft));
}

void
_loom_device_profiles_window_class_actions_init (LoomDeviceProfilesWindowClass *klass)
{
  static const LoomActionEntry actions[] = {
    { "profiles.use", NULL, G_CALLBACK (use_action) },
    { "profiles.copy", NULL, G_CALLBACK (copy_action) },
    { "profiles.delete", NULL, G_CALLBACK (delete_action) },
    { "profiles.restore", NULL, G_CALLBACK (restore_action) },
    { "profiles.import", NULL, G_CALLBACK (import_action) },
    { "profiles.export", NULL, G_CALLBACK (export_action) },
  };

  loom_action_install (klass, actions, G_N_ELEMENTS (actions));
}
