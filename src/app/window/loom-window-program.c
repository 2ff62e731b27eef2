/* loom-window-program.c: the document as a program with its own host code, and its launches as
 * settings
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-window-private.h"

#include "loom-action.h"
#include "loom-connect.h"
#include "loom-error.h"
#include "loom-format.h"
#include "loom-package-installer.h"
#include "loom-recorded-launch.h"
#include "loom-recorded-steps.h"
#include "loom-typeset.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define TRUSTED "trusted-programs"
#define MOST_TRUSTED 1000       /* the oldest is asked about again */

/* In seconds: a sentence that lists what differs is read twice. */
#define NOTES_TIMEOUT 10

/* A launch that is becoming settings, in a thread; or all of them. */
typedef struct
{
  LoomProgramRun *run;
  guint64         number;       /* 0: all, one after the other */
  char           *text;         /* of the document */
  char           *folder, *prefix;      /* for the files of arrays */
  GPtrArray      *notes;        /* (element-type utf8) what is not as the program had it */
  GPtrArray      *made;         /* (element-type filename) files of arrays that are new */
} Choice;

static void
choice_free (gpointer data)
{
  Choice *self = data;

  loom_program_run_unref (self->run);
  g_free (self->text);
  g_free (self->folder);
  g_free (self->prefix);
  g_ptr_array_unref (self->notes);
  g_ptr_array_unref (self->made);
  g_free (self);
}

/* -- Running it -- */

static char *
dup_path (LoomWindow *self)
{
  GFile *file = loom_session_get_file (self->session);

  return file != NULL ? g_file_get_path (file) : NULL;
}

static gboolean
is_trusted (LoomWindow *self,
            const char *path)
{
  g_auto (GStrv) trusted = g_settings_get_strv (self->settings, TRUSTED);

  return g_strv_contains ((const char * const *) trusted, path);
}

static void
trust (LoomWindow *self,
       const char *path)
{
  g_auto (GStrv) trusted = g_settings_get_strv (self->settings, TRUSTED);
  const guint n = g_strv_length (trusted);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) longer = NULL;

  g_strv_builder_addv (builder,
                       (const char **) trusted + (n >= MOST_TRUSTED ? n - MOST_TRUSTED + 1 : 0));
  g_strv_builder_add (builder, path);
  longer = g_strv_builder_end (builder);
  g_settings_set_strv (self->settings, TRUSTED, (const char * const *) longer);
}

static void
run_program (LoomWindow *self)
{
  g_autoptr (GError) error = NULL;

  g_object_set (self->layout, "show-drawer", TRUE, NULL);
  loom_drawer_show_page (self->drawer, "program");
  if (!loom_run_controller_run_program (self->controller, &error))
    _loom_window_show_error (self, error);
}

static void
answered_cb (LoomWindow *self,
             const char *response)
{
  g_autofree char *path = dup_path (self);

  if (!g_str_equal (response, "run"))
    return;
  if (path != NULL)
    trust (self, path);
  run_program (self);
}

/* A program is native code of whoever wrote it: it runs confined, and not without being asked. */
static void
ask (LoomWindow *self,
     const char *path)
{
  g_autofree char *folder = path != NULL ? g_path_get_dirname (path) : NULL;
  g_autofree char *shown = folder != NULL ? g_filename_display_name (folder) : NULL;
  AdwMessageDialog *dialog = ADW_MESSAGE_DIALOG (
      adw_message_dialog_new (GTK_WINDOW (self), NULL, NULL));

  adw_message_dialog_format_heading (dialog, _("Run “%s” as a Program?"),
                                     loom_session_get_name (self->session));
  if (shown != NULL)
    adw_message_dialog_format_body (
        dialog, _("Its host code is compiled by clang and runs on this computer. It may read the "
                  "files in %s and those of the system, and write only into a folder that is gone "
                  "afterwards. It has no network and starts no other programs."), shown);
  else
    adw_message_dialog_format_body (
        dialog, _("Its host code is compiled by clang and runs on this computer. It may read the "
                  "files of the system, and write only into a folder that is gone afterwards. It "
                  "has no network and starts no other programs."));
  adw_message_dialog_add_responses (dialog, "cancel", _("_Cancel"), "run", _("_Run"), NULL);
  adw_message_dialog_set_response_appearance (dialog, "run", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (dialog, "run");
  adw_message_dialog_set_close_response (dialog, "cancel");
  loom_connect (dialog, "response", answered_cb, self);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
run_program_action (LoomWindow *self)
{
  g_autofree char *path = NULL;

  loom_session_flush (self->session);
  path = dup_path (self);
  if (path != NULL && is_trusted (self, path))
    run_program (self);
  else
    ask (self, path);
}

static void
stop_action (LoomWindow *self)
{
  loom_recorder_stop (loom_session_get_recorder (self->session));
  loom_run_controller_stop (self->controller);
}

static void
installed_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      data)
{
  g_autoptr (LoomWindow) self = data;
  g_autoptr (GError) error = NULL;

  if (self->session == NULL)
    return;
  if (loom_package_installer_install_finish (result, &error))
    run_program_action (self);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    _loom_window_show_error (self, error);
}

static void
install_clang_action (LoomWindow *self)
{
  loom_package_installer_install_async ("clang", installed_cb, g_object_ref (self));
}

/* -- A launch as settings -- */

static void
write_in_thread (GTask        *task,
                 gpointer      source,
                 gpointer      data,
                 GCancellable *cancellable)
{
  Choice *choice = data;
  LoomRecording *recording = choice->run->recording;
  const LoomRecordedLaunch *launch
      = choice->number > 0 ? loom_program_run_find_launch (choice->run, choice->number) : NULL;
  const LoomProgramSource *file = choice->run->program->sources->pdata[0];
  GError *error = NULL;
  char *text = launch != NULL
               ? loom_recorded_launch_dup_text (launch, recording, choice->text, file->compiled,
                                                choice->folder, choice->prefix, choice->notes,
                                                choice->made, &error)
               : loom_recorded_steps_dup_text (recording, 0, choice->text, file->compiled,
                                               choice->folder, choice->prefix, choice->notes,
                                               choice->made, &error);

  if (text != NULL)
    g_task_return_pointer (task, text, g_free);
  else
    g_task_return_error (task, error);
}

static void
tell_notes (LoomWindow *self,
            Choice     *choice)
{
  g_autofree char *number = loom_typeset_count (choice->number);
  g_autofree char *notes = NULL, *text = NULL;
  AdwToast *toast;

  if (choice->notes->len == 0)
    return;
  g_ptr_array_add (choice->notes, NULL);
  notes = g_strjoinv ("; ", (char **) choice->notes->pdata);
  /* Translators: %1$s is the number of a launch, %2$s says what of it the settings have not. */
  text = choice->number > 0 ? g_strdup_printf (_("Launch %1$s: %2$s"), number, notes)
                            : g_strdup (notes);
  toast = adw_toast_new (text);
  adw_toast_set_timeout (toast, NOTES_TIMEOUT);
  loom_window_add_toast (self, toast);
}

static void
written_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      data)
{
  LoomWindow *self = LOOM_WINDOW (source);
  Choice *choice = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  g_autofree char *text = g_task_propagate_pointer (G_TASK (result), &error);

  if (self->session == NULL)
    {
      loom_document_file_remove_made (choice->made);
      return;
    }
  loom_document_file_add_made (self->document, choice->made);
  if (text == NULL)
    {
      _loom_window_show_error (self, error);
      return;
    }
  /* What was typed meanwhile is not in the text. */
  loom_session_flush (self->session);
  if (strcmp (loom_session_get_text (self->session), choice->text) != 0)
    {
      loom_action_activate (GTK_WIDGET (self), "win.use-recorded", "t", choice->number);
      return;
    }
  loom_session_change_text (self->session, text);
  tell_notes (self, choice);
}

/* The files of its arrays lie beside the document, and are named after what they hold. */
static void
use_launch (LoomWindow *self,
            LoomProgramRun *run,
            guint64     number)
{
  g_autoptr (GFile) folder = loom_session_dup_folder (self->session);
  g_autoptr (GTask) task = g_task_new (self, NULL, written_cb, NULL);
  Choice *choice = g_new0 (Choice, 1);

  choice->run = loom_program_run_ref (run);
  choice->number = number;
  choice->text = g_strdup (loom_session_get_text (self->session));
  choice->folder = g_file_get_path (folder);
  choice->prefix = g_strdup (loom_session_get_name (self->session));
  if (g_str_has_suffix (choice->prefix, ".cu"))
    choice->prefix[strlen (choice->prefix) - 3] = '\0';
  choice->notes = g_ptr_array_new_with_free_func (g_free);
  choice->made = g_ptr_array_new_with_free_func (g_free);
  g_task_set_task_data (task, choice, choice_free);
  g_task_run_in_thread (task, write_in_thread);
}

static void
use_recorded_action (LoomWindow *self,
                     GVariant   *parameter)
{
  const guint64 number = g_variant_get_uint64 (parameter);
  LoomProgramRun *run = loom_recorder_get_run (loom_session_get_recorder (self->session));
  const LoomRecordedLaunch *launch = loom_program_run_find_launch (run, MAX (number, 1));
  const LoomProgramSource *source
      = launch != NULL ? loom_program_find_source (run->program, launch) : NULL;
  g_autofree char *path = dup_path (self);
  g_autoptr (GError) error = NULL;
  AdwToast *toast;

  if (source == NULL)
    return;
  loom_session_flush (self->session);
  if (path == NULL)
    {
      toast = adw_toast_new (_("What the arrays of a launch held is kept in files beside the "
                               "document: save it first"));
      adw_toast_set_button_label (toast, _("Save"));
      adw_toast_set_action_name (toast, "win.save");
      loom_window_add_toast (self, toast);
    }
  else if (source != run->program->sources->pdata[0])
    {
      g_autofree char *name = g_filename_display_basename (source->path);
      g_autofree char *shown = loom_typeset_count (number);

      loom_fail (&error, LOOM_ERROR_DOCUMENT,
                 _("the kernel of launch %1$s is in %2$s: open that file, with this one among "
                   "sources= of its [program], and run the program there"), shown, name);
      _loom_window_show_error (self, error);
    }
  else
    {
      use_launch (self, run, number);
    }
}

/* -- A recording that is kept -- */

static void
keep_in_thread (GTask        *task,
                gpointer      source,
                gpointer      data,
                GCancellable *cancellable)
{
  LoomProgramRun *run = data;
  GError *error = NULL;
  char *folder = loom_program_keep (run->program, run->recording, run->status, &error);

  if (folder != NULL)
    g_task_return_pointer (task, folder, g_free);
  else
    g_task_return_error (task, error);
}

static void
kept_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      data)
{
  LoomWindow *self = LOOM_WINDOW (source);
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_task_propagate_pointer (G_TASK (result), &error);
  g_autofree char *name = folder != NULL ? g_filename_display_basename (folder) : NULL;
  g_autofree char *text = NULL;

  if (self->session == NULL)
    return;
  if (folder == NULL)
    {
      _loom_window_show_error (self, error);
      return;
    }
  text = g_strdup_printf (_("Kept in %s, beside the document"), name);
  loom_window_add_toast (self, adw_toast_new (text));
}

static void
keep_recording_action (LoomWindow *self)
{
  LoomProgramRun *run = loom_recorder_get_run (loom_session_get_recorder (self->session));
  g_autoptr (GTask) task = g_task_new (self, NULL, kept_cb, NULL);

  if (run == NULL)
    return;
  g_task_set_task_data (task, loom_program_run_ref (run), (GDestroyNotify) loom_program_run_unref);
  g_task_run_in_thread (task, keep_in_thread);
}

/* Looks for a recording beside the document that was opened. */
static void
look_for_kept (LoomWindow *self)
{
  g_autofree char *path = dup_path (self);

  if (!self->looks_for_kept || loom_recorder_is_running (loom_session_get_recorder (self->session)))
    return;
  self->looks_for_kept = FALSE;
  if (path != NULL && loom_program_has_kept (path))
    loom_run_controller_find_kept_program (self->controller);
}

static void
opened_cb (LoomWindow *self)
{
  loom_recorder_forget (loom_session_get_recorder (self->session));
  self->looks_for_kept = TRUE;  /* once the text is there, too */
}

void
_loom_window_class_program_init (LoomWindowClass *klass)
{
  static const LoomActionEntry actions[] = {
    { "win.install-clang", NULL, G_CALLBACK (install_clang_action) },
    { "win.keep-recording", NULL, G_CALLBACK (keep_recording_action) },
    { "win.run-program", NULL, G_CALLBACK (run_program_action) },
    { "win.stop", NULL, G_CALLBACK (stop_action) },
    { "win.use-recorded", "t", G_CALLBACK (use_recorded_action) },
  };

  loom_action_install (klass, actions, G_N_ELEMENTS (actions));
}

void
_loom_window_program_init (LoomWindow *self)
{
  loom_connect (self->session, "opened", opened_cb, self);
  loom_connect (self->session, "notify::document", look_for_kept, self);
  loom_connect (loom_session_get_recorder (self->session), "notify::running", look_for_kept, self);
}
