/* loom-cli-recorded.c: a launch of the host code as the program makes it
 *
 * The program is built and run, confined, until it has made that launch (record), unless it was
 * kept. The launch becomes a document in a folder that goes with the session.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-cli-recorded.h"

#include "loom-folder.h"
#include "loom-recorded-launch.h"

#include <glib/gi18n-lib.h>

#include <errno.h>
#include <string.h>

#define MOST_SECONDS 10         /* of processor time, until the launch */
#define FILE_WORD "file:"

/* Where a launch stands, and which of those in its line it is. */
static LoomProgramPlace
find_place (const LoomCliInput     *input,
            GPtrArray              *launches,
            const LoomSourceLaunch *launch)
{
  LoomProgramPlace place = {
    .file = g_canonicalize_filename (launch->file != NULL ? launch->file : input->name,
                                     input->folder),
    .line = launch->line, .end = G_MAXUINT, .kernel = g_strdup (launch->instance),
  };

  for (guint i = 0; i < launches->len; i++)
    {
      const LoomSourceLaunch *other = launches->pdata[i];

      if (g_strcmp0 (other->file, launch->file) != 0)
        continue;
      if (other == launch)
        place.index = place.n;
      place.n += other->line == launch->line &&
                 g_strcmp0 (other->instance, launch->instance) == 0;
      if (other->line > launch->line)
        place.end = MIN (place.end, other->line);
    }
  return place;
}

/* Copies the file of "file:NAME" from the folder of the document to that of the launch, if there is
 * one; something may follow its name. */
static void
copy_file (const char *from,
           const char *to,
           const char *value)
{
  const char *given = value != NULL && g_str_has_prefix (value, FILE_WORD)
                      ? value + strlen (FILE_WORD) : "";
  g_autofree char *name = loom_folder_dup_name (from, given);
  g_autofree char *inside = g_strconcat (to, "/", NULL), *target = NULL, *folder = NULL;
  g_autoptr (GBytes) bytes = NULL;
  char *comma = name;

  while (bytes == NULL && comma != NULL)
    {
      bytes = loom_folder_read (from, name, G_MAXSSIZE, NULL, NULL);
      comma = strrchr (name, ',');
      if (bytes == NULL && comma != NULL)
        *comma = '\0';
    }
  target = g_canonicalize_filename (name, to);
  if (bytes == NULL || !g_str_has_prefix (target, inside))
    return;
  folder = g_path_get_dirname (target);
  if (g_mkdir_with_parents (folder, 0700) == 0)
    g_file_set_contents (target, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes),
                         NULL);
}

/* What settings and options read that the launch has nothing for, as a reference. */
static void
copy_files (const LoomCliRecorded *self,
            const LoomCliInput    *input,
            GStrv                  set)
{
  g_auto (GStrv) groups = loom_document_list_groups (input->document);

  for (guint i = 0; set != NULL && set[i] != NULL; i++)
    copy_file (input->folder, self->folder, strchr (set[i], '=') + 1);
  for (guint i = 0; groups[i] != NULL; i++)
    {
      g_auto (GStrv) keys = loom_document_list_keys (input->document, groups[i]);

      for (guint k = 0; keys != NULL && keys[k] != NULL; k++)
        copy_file (input->folder, self->folder,
                   loom_document_get_value (input->document, groups[i], keys[k]));
    }
}

/* In a folder that the program has not seen. */
static gboolean
make_document (LoomCliRecorded           *self,
               const LoomCliInput        *input,
               LoomRecording             *recording,
               const LoomRecordedLaunch  *launch,
               GError                   **error)
{
  const LoomProgramSource *source = loom_program_find_source (self->program, launch);
  const gsize length = strlen (input->name) - (g_str_has_suffix (input->name, ".cu") ? 3 : 0);
  g_autofree char *prefix = g_strndup (input->name, length);
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);

  if (source == NULL || source != self->program->sources->pdata[0])
    return loom_fail (error, LOOM_ERROR_UNSUPPORTED, _("Its kernel is in another file."));

  self->folder = g_build_filename (self->program->scratch, "document-XXXXXX", NULL);
  if (g_mkdtemp (self->folder) == NULL)
    return loom_fail (error, LOOM_ERROR_FILE, "%s: %s", self->folder, g_strerror (errno));
  self->text = loom_recorded_launch_dup_text (launch, recording, source->text, source->compiled,
                                              self->folder, prefix, notes, NULL, error);
  for (guint i = 0; self->text != NULL && i < notes->len; i++)
    g_printerr (_("%1$s: note: %2$s\n"), input->name, (char *) notes->pdata[i]);
  return self->text != NULL;
}

/* The first launch of a place, if all that its arrays held is there. */
static const LoomRecordedLaunch *
find_launch (LoomCliRecorded        *self,
             LoomRecording          *recording,
             const LoomProgramPlace *place)
{
  const LoomProgramSource *source = self->program->sources->pdata[0];
  const LoomKernel *kernel = place->kernel != NULL && source->compiled != NULL
                             ? loom_compiled_find_kernel (source->compiled, place->kernel) : NULL;

  for (guint i = 0; i < recording->launches->len; i++)
    {
      const LoomRecordedLaunch *launch = recording->launches->pdata[i];

      if (g_strcmp0 (launch->file, place->file) == 0 && launch->line >= place->line &&
          launch->line < place->end &&
          (kernel == NULL || g_strcmp0 (launch->kernel, kernel->entry) == 0))
        return loom_recorded_launch_is_bare (launch) ? NULL : launch;
    }
  return NULL;
}

/* A recording that was kept of just this program, if it has the launch: nothing is run for that.
 * Of several launches in one line it is not known which is which. */
static LoomRecording *
find_kept (LoomCliRecorded           *self,
           const LoomProgramPlace    *place,
           LoomCliSession            *session,
           const LoomRecordedLaunch **launch)
{
  int status;
  g_autoptr (LoomRecording) recording
      = self->program->no_cache || place->n > 1
        ? NULL : loom_program_find_kept (self->program, session->client, session->cancellable,
                                         &status, NULL);

  *launch = recording != NULL ? find_launch (self, recording, place) : NULL;
  return *launch != NULL ? g_steal_pointer (&recording) : NULL;
}

static gboolean
record (LoomCliRecorded          *self,
        const LoomCliInput       *input,
        const LoomProgramPlace   *place,
        const LoomCliRunOptions  *options,
        LoomCliSession           *session,
        GError                  **error)
{
  g_autofree char *path = g_build_filename (input->folder, input->name, NULL);
  g_autoptr (LoomRecording) recording = NULL;
  const LoomRecordedLaunch *launch;

  if (loom_runner_client_is_command (session->client))
    return loom_fail (error, LOOM_ERROR_UNSUPPORTED,
                      _("Its arrays would lie on this computer, and the runner may be on another "
                        "one."));

  self->program = loom_program_new ();
  self->program->limits = loom_program_limits_get_usual ();
  self->program->limits.seconds = MOST_SECONDS;
  self->program->no_cache = options->limits.no_cache;
  self->program->root = g_strdup (input->root);
  loom_program_add_source (self->program, path, input->text);
  if (!loom_program_add_settings (self->program, input->document, input->folder, error))
    return FALSE;
  recording = find_kept (self, place, session, &launch);
  if (recording != NULL)
    {
      /* where the document goes, which a run would have made */
      self->program->scratch = g_dir_make_tmp ("gridloom-program-XXXXXX", error);
      if (self->program->scratch == NULL)
        return FALSE;
      g_printerr (_("%1$s: note: nothing was run for the launch: it was kept in %2$s\n"),
                  input->name, recording->folder);
    }
  else
    {
      recording = loom_program_record_place (self->program, place, session->client,
                                             session->cancellable, error);
      if (recording == NULL)
        return FALSE;
      launch = recording->launches->pdata[0];
    }
  if (!make_document (self, input, recording, launch, error))
    return FALSE;
  copy_files (self, input, options->set);
  return TRUE;
}

/* That a launch is only read, in one line: of what a compiler or a linker says, the first that is
 * to blame. */
static void
print_reason (const LoomCliInput     *input,
              const LoomSourceLaunch *launch,
              const GError           *why)
{
  g_auto (GStrv) lines = g_strsplit (why->message, "\n", -1);
  g_autofree char *reason = NULL;
  guint i = 1;

  while (lines[0] != NULL && lines[i] != NULL && strstr (lines[i], "error:") == NULL &&
         strstr (lines[i], "undefined reference") == NULL)
    i++;
  reason = g_strjoin (" ", lines[0], lines[0] != NULL ? lines[i] : NULL, NULL);
  g_printerr (_("%1$s:%2$u: note: this launch is only read, and what the host code leaves open is "
                "a guess, since the program could not be run: %3$s\n"),
              launch->file != NULL ? launch->file : input->name, launch->line, reason);
}

/**
 * loom_cli_recorded_find:
 * @session: whose launch it is
 * @input: the document, as it was read
 * @launches: (element-type LoomSourceLaunch): of its host code
 * @options: which of them was asked for, and what is laid over it
 * @error: return location; %LOOM_ERROR_LAUNCH for one that CUDA refuses, or %G_IO_ERROR_CANCELLED
 *
 * Runs the document's program until it makes a launch, unless that was tried. Where it cannot, that
 * is told, and is no error.
 */
gboolean
loom_cli_recorded_find (LoomCliSession          *session,
                        const LoomCliInput      *input,
                        GPtrArray               *launches,
                        const LoomCliRunOptions *options,
                        GError                 **error)
{
  const LoomSourceLaunch *launch = launches->pdata[options->launch - 1];
  LoomCliRecorded *self = &session->recorded;
  g_auto (LoomProgramPlace) place = find_place (input, launches, launch);
  g_autoptr (GError) why = NULL;

  if (self->is_tried || options->no_program)
    return TRUE;
  self->is_tried = TRUE;
  if (record (self, input, &place, options, session, &why))
    return TRUE;
  if (loom_cli_session_interrupted (session, error))
    return FALSE;
  if (g_error_matches (why, LOOM_ERROR, LOOM_ERROR_LAUNCH))
    {
      g_propagate_error (error, g_steal_pointer (&why));
      return FALSE;
    }
  print_reason (input, launch, why);
  return TRUE;
}
