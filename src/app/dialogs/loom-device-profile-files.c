/* loom-device-profile-files.c: where a profile of a device comes from, and where a copy goes
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-device-profile-files.h"

#include "loom-connect.h"
#include "loom-error.h"
#include "loom-export-dialog.h"

#include <glib/gi18n-lib.h>

/* Who waits for a dialog. */
typedef struct
{
  GtkWindow                 *window;
  LoomDeviceProfiles        *profiles;
  LoomDeviceProfileImported  imported;
  char                      *text;      /* that is exported */
} Asked;

static void
asked_free (gpointer  data,
            GClosure *closure)
{
  Asked *asked = data;

  g_clear_object (&asked->profiles);
  g_free (asked->text);
  g_free (asked);
}

/* Nobody is answered when the window is gone. */
static void
show (GtkFileChooserNative *dialog,
      Asked                *asked,
      GCallback             callback)
{
  GClosure *closure = g_cclosure_new (callback, asked, asked_free);
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, _("Device profiles (.ini)"));
  gtk_file_filter_add_suffix (filter, LOOM_DEVICE_PROFILE_ENDING + 1);
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (dialog), filter);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_object_watch_closure (G_OBJECT (asked->window), closure);
  g_signal_connect_closure (dialog, "response", closure, FALSE);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static char *
dup_path (GtkNativeDialog *dialog,
          int              response)
{
  g_autoptr (GFile) file = response == GTK_RESPONSE_ACCEPT
                               ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog)) : NULL;

  return file != NULL ? g_file_get_path (file) : NULL;
}

/* A file that has something wrong would only be one more that can't be read. */
static gboolean
check (LoomDeviceProfileFile  *file,
       const GPtrArray        *list,
       GError                **error)
{
  g_autoptr (GPtrArray) faults
      = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_device_profile_fault_free);
  g_autoptr (LoomDeviceProfile) profile = loom_device_profile_file_parse (file, list, faults);

  return profile != NULL || loom_fail (error, LOOM_ERROR_DOCUMENT, "%s",
                                       ((LoomDeviceProfileFault *) faults->pdata[0])->message);
}

/* Under its own name, if nothing has that yet. */
static char *
take (LoomDeviceProfiles  *profiles,
      const char          *path,
      GError             **error)
{
  const char *folder = loom_device_profiles_get_folder (profiles);
  GPtrArray *list = loom_device_profiles_get_list (profiles);
  g_autoptr (LoomDeviceProfileFile) file = loom_device_profile_file_load (path, error);
  g_autofree char *id = NULL;

  if (file == NULL || !check (file, list, error))
    return NULL;
  id = loom_device_profile_check_id (folder, list, file->id, NULL)
           ? g_strdup (file->id)
           : loom_device_profile_dup_free_id (folder, list, file->id);
  g_clear_pointer (&file->path, g_free);
  g_clear_pointer (&file->text, g_free);
  return loom_device_profiles_save (profiles, file, id, error) ? g_steal_pointer (&id) : NULL;
}

static void
import_cb (GtkNativeDialog *dialog,
           int              response,
           const Asked     *asked)
{
  g_autofree char *path = dup_path (dialog, response);
  g_autoptr (GError) error = NULL;
  g_autofree char *id = path != NULL ? take (asked->profiles, path, &error) : NULL;

  if (path != NULL)
    asked->imported (asked->window, id, error);
  gtk_native_dialog_destroy (dialog);
  g_object_unref (dialog);
}

/**
 * loom_device_profile_files_import:
 * @window: who asks
 * @profiles: those that there are
 * @imported: called if a file was chosen
 *
 * Asks for a file, and takes the profile in it as one of the user's.
 */
void
loom_device_profile_files_import (GtkWindow                 *window,
                                  LoomDeviceProfiles        *profiles,
                                  LoomDeviceProfileImported  imported)
{
  Asked *asked = g_new (Asked, 1);

  *asked = (Asked) { window, g_object_ref (profiles), imported, NULL };
  show (gtk_file_chooser_native_new (_("Import a Device Profile"), window,
                                     GTK_FILE_CHOOSER_ACTION_OPEN, _("_Import"), NULL),
        asked, G_CALLBACK (import_cb));
}

static void
export_cb (GtkNativeDialog *dialog,
           int              response,
           const Asked     *asked)
{
  g_autofree char *path = dup_path (dialog, response);
  g_autoptr (GError) error = NULL;

  if (path != NULL && !g_file_set_contents_full (path, asked->text, -1,
                                                 G_FILE_SET_CONTENTS_CONSISTENT, 0666, &error))
    loom_export_dialog_tell (GTK_WIDGET (asked->window), _("The file was not written"), error);
  gtk_native_dialog_destroy (dialog);
  g_object_unref (dialog);
}

/**
 * loom_device_profile_files_export:
 * @window: who asks
 * @file: what is written
 *
 * Asks where a copy of a file of the user's goes, and writes it.
 */
void
loom_device_profile_files_export (GtkWindow                   *window,
                                  const LoomDeviceProfileFile *file)
{
  GtkFileChooserNative *dialog
      = gtk_file_chooser_native_new (_("Export the Device Profile"), window,
                                     GTK_FILE_CHOOSER_ACTION_SAVE, _("_Export"), NULL);
  g_autofree char *name = g_strconcat (file->id, LOOM_DEVICE_PROFILE_ENDING, NULL);
  Asked *asked = g_new (Asked, 1);

  *asked = (Asked) { window, NULL, NULL, g_strdup (file->text) };
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), name);
  show (dialog, asked, G_CALLBACK (export_cb));
}
