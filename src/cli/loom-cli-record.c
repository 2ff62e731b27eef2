/* loom-cli-record.c: gridloom-cli record
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cli.h"
#include "loom-cli-input.h"
#include "loom-cli-run-options.h"
#include "loom-cli-session.h"
#include "loom-json.h"
#include "loom-program.h"
#include "loom-recorded-launch.h"
#include "loom-recorded-steps.h"

#include <glib/gi18n-lib.h>

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct
{
  LoomCliRunOptions  common;
  GPtrArray         *inputs;    /* (element-type LoomCliInput) one for each file */
  LoomProgram       *program;
  gint64             launch;    /* 0: none is asked for */
  gboolean           steps;     /* the document is of all launches */
  char              *document;  /* that it becomes, or NULL */
  gboolean           keep;      /* the recording beside the program */
  gboolean           kept;      /* the one that lies there is taken, and nothing is run */
} Job;

static void
input_free (gpointer data)
{
  loom_cli_input_clear (data);
  g_free (data);
}

static void
job_clear (Job *self)
{
  loom_cli_run_options_clear (&self->common);
  g_clear_pointer (&self->inputs, g_ptr_array_unref);
  g_clear_pointer (&self->program, loom_program_free);
  g_free (self->document);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Job, job_clear)

/* -I, -D and -l with what stands behind them, as the compiler takes them. */
static GStrv
join_words (GStrv includes,
            GStrv defines,
            GStrv libraries)
{
  const struct
  {
    const char *letter;
    GStrv       values;
  } rows[] = { { "-I", includes }, { "-D", defines }, { "-l", libraries } };
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();

  for (guint row = 0; row < G_N_ELEMENTS (rows); row++)
    for (guint i = 0; rows[row].values != NULL && rows[row].values[i] != NULL; i++)
      {
        g_autofree char *folder = row == 0 ? g_canonicalize_filename (rows[row].values[i], NULL)
                                           : g_strdup (rows[row].values[i]);
        g_autofree char *word = g_strconcat (rows[row].letter, folder, NULL);

        g_strv_builder_add (words, word);
      }
  return g_strv_builder_end (words);
}

/* The files that are named, and what the settings of the first say of the program. */
static gboolean
take_files (Job      *self,
            int       argc,
            char    **argv,
            GError  **error)
{
  const LoomCliInput *first;

  if (argc < 2)
    return loom_fail (error, LOOM_ERROR_USAGE, _("%s: say which file"), argv[0]);

  for (int i = 1; i < argc; i++)
    {
      LoomCliInput *input = g_new0 (LoomCliInput, 1);
      LoomCliRunOptions options = self->common;
      g_autofree char *path = g_canonicalize_filename (argv[i], NULL);

      g_ptr_array_add (self->inputs, input);
      options.file = path;
      if (!loom_cli_input_read (input, &options, error))
        return FALSE;
      loom_program_add_source (self->program, path, input->text);
    }
  first = self->inputs->pdata[0];
  return loom_program_add_settings (self->program, first->document, first->folder, error);
}

/* A program in Python, which is not built. */
static gboolean
take_script (Job         *self,
             const char  *path,
             int          argc,
             GError     **error)
{
  if (argc > 1 || self->program->words[0] != NULL)
    return loom_fail (error, LOOM_ERROR_USAGE,
                      _("--python is a whole program: no other file, -I, -D or -l goes with it"));
  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return loom_fail (error, LOOM_ERROR_FILE, _("there is no file %s"), path);
  self->program->script = g_canonicalize_filename (path, NULL);
  self->program->folder = g_path_get_dirname (self->program->script);
  return TRUE;
}

static gboolean
options_parse (Job      *self,
               int       argc,
               char    **argv,
               GError  **error)
{
  g_auto (GStrv) includes = NULL, defines = NULL, libraries = NULL;
  g_autofree char *python = NULL;
  LoomProgramLimits limits = loom_program_limits_get_usual ();
  gint64 seconds = (gint64) limits.seconds, memory = (gint64) limits.memory_mib;
  gint64 contents = (gint64) limits.contents_mib;
  gboolean no_contents = FALSE;
  const GOptionEntry entries[] = {
    { "include", 'I', 0, G_OPTION_ARG_FILENAME_ARRAY, &includes,
      N_("A folder in which headers are looked for"), N_("FOLDER") },
    { "define", 'D', 0, G_OPTION_ARG_STRING_ARRAY, &defines, N_("A macro of the preprocessor"),
      "NAME=VALUE" },
    { "library", 'l', 0, G_OPTION_ARG_STRING_ARRAY, &libraries,
      N_("A library that the program is linked with"), "NAME" },
    { "python", 0, 0, G_OPTION_ARG_FILENAME, &python,
      N_("Run a program in Python, which uses CUDA by Numba, PyCUDA or the driver itself"),
      "FILE.py" },
    { "launch", 0, 0, G_OPTION_ARG_INT64, &self->launch,
      N_("The launch that --document writes, by its number"), "N" },
    { "steps", 0, 0, G_OPTION_ARG_NONE, &self->steps,
      N_("Let --document write all launches, one after the other"), NULL },
    { "document", 0, 0, G_OPTION_ARG_FILENAME, &self->document,
      N_("Write a launch as a document, with files for its arrays"), "FILE.cu" },
    { "seconds", 0, 0, G_OPTION_ARG_INT64, &seconds,
      N_("Processor time after which the program is ended; 0: never"), "N" },
    { "memory", 0, 0, G_OPTION_ARG_INT64, &memory,
      N_("Memory at which it gets no more; 0: all there is"), "MIB" },
    { "contents", 0, 0, G_OPTION_ARG_INT64, &contents,
      N_("How much is kept of what arrays held before launches; of too many those between the "
         "first and the last of a place lose theirs"), "MIB" },
    { "no-contents", 0, 0, G_OPTION_ARG_NONE, &no_contents,
      N_("Keep nothing of what arrays held: which launches there are is known sooner"), NULL },
    { "keep", 0, 0, G_OPTION_ARG_NONE, &self->keep,
      N_("Keep the recording beside the program, in the folder NAME-recording"), NULL },
    { "kept", 0, 0, G_OPTION_ARG_NONE, &self->kept,
      N_("Run nothing: take the recording that was kept, as --document does by itself"), NULL },
    { "json", 0, 0, G_OPTION_ARG_NONE, &self->common.json, N_("Print the launches as JSON"), NULL },
    LOOM_CLI_NO_CACHE_ENTRY (&self->program->no_cache),
    LOOM_CLI_ROOT_ENTRY (&self->program->root),
    LOOM_CLI_RUNNER_ENTRY (&self->common.runner),
    G_OPTION_ENTRY_NULL
  };
  int i = 1;

  /* all after "--" belongs to the program */
  while (i < argc && strcmp (argv[i], "--") != 0)
    i++;
  if (i < argc)
    self->program->arguments = g_strdupv (argv + i + 1);
  argc = i;
  if (!loom_cli_parse_options (&argc, &argv, entries, _("FILE.cu [FILE…] [-- ARGUMENT…]"),
                               _("Builds a program with its host code, or takes one in Python, "
                                 "runs it on the simulator and lists what it launched. It reads "
                                 "its folder and the system’s, and writes only into a folder that "
                                 "is gone afterwards."), error))
    return FALSE;
  if (python == NULL && argc == 2 && g_str_has_suffix (argv[1], ".py"))
    python = g_strdup (argv[--argc]);
  if (seconds < 0 || memory < 0 || contents < 0 || self->launch < 0)
    return loom_fail (error, LOOM_ERROR_USAGE, _("%s: a number below 0 says nothing here"),
                      seconds < 0 ? "--seconds" : memory < 0 ? "--memory"
                      : contents < 0 ? "--contents" : "--launch");
  if (self->keep && self->kept)
    return loom_fail (error, LOOM_ERROR_USAGE,
                      _("--keep is of a program that runs, and --kept runs none: leave one out"));
  if (python != NULL && (self->keep || self->kept))
    return loom_fail (error, LOOM_ERROR_USAGE,
                      _("what a program in Python launched cannot be kept: leave out %s"),
                      self->keep ? "--keep" : "--kept");
  if (self->launch > 0 && self->steps)
    return loom_fail (error, LOOM_ERROR_USAGE,
                      _("--launch is one launch and --steps are all: leave one out"));
  if ((self->document != NULL) != (self->launch > 0 || self->steps))
    return loom_fail (error, LOOM_ERROR_USAGE,
                      _("--launch or --steps and --document belong together: which launches, and "
                        "the file that they become"));

  self->program->limits = (LoomProgramLimits) {
    (guint64) seconds, (guint64) memory,
    no_contents ? 0 : MIN ((guint64) contents, G_MAXUINT32),
  };
  self->program->words = join_words (includes, defines, libraries);
  return loom_cli_check_runner (self->common.runner, error) &&
         (python != NULL ? take_script (self, python, argc, error)
                         : take_files (self, argc, argv, error));
}

static const char *
get_name (Job                      *self,
          const LoomRecordedLaunch *launch)
{
  const LoomProgramSource *source = loom_program_find_source (self->program, launch);
  const LoomKernel *kernel
      = source != NULL ? loom_recorded_launch_find_kernel (launch, source->compiled) : NULL;

  return kernel != NULL ? kernel->name : launch->name;
}

static void
add_launch (Job                      *self,
            JsonBuilder              *builder,
            const LoomRecordedLaunch *launch)
{
  const struct
  {
    const char     *key;
    const LoomDim3 *extent;
  } extents[] = { { "grid", &launch->grid }, { "block", &launch->block } };

  json_builder_begin_object (builder);
  loom_json_add_int (builder, "launch", (gint64) launch->number);
  loom_json_add_text (builder, "kernel", get_name (self, launch));
  loom_json_add_text (builder, "file", launch->file);
  loom_json_add_int (builder, "line", launch->line);
  for (guint i = 0; i < G_N_ELEMENTS (extents); i++)
    {
      loom_json_begin_array (builder, extents[i].key);
      json_builder_add_int_value (builder, extents[i].extent->x);
      json_builder_add_int_value (builder, extents[i].extent->y);
      json_builder_add_int_value (builder, extents[i].extent->z);
      json_builder_end_array (builder);
    }
  loom_json_add_int (builder, "shared", (gint64) launch->shared);
  loom_json_add_int (builder, "stream", (gint64) launch->stream);
  loom_json_begin_array (builder, "arrays");
  for (guint i = 0; i < launch->arrays->len; i++)
    {
      const LoomRecordedArray *array = launch->arrays->pdata[i];

      json_builder_begin_object (builder);
      loom_json_add_int (builder, "parameter", array->parameter);
      loom_json_add_int (builder, "array", array->memory);
      loom_json_add_int (builder, "offset", (gint64) array->offset);
      loom_json_add_int (builder, "bytes", (gint64) array->size);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  loom_json_add_truth (builder, "contents", !loom_recorded_launch_is_bare (launch));
  loom_json_add_text (builder, "error", launch->error);
  json_builder_end_object (builder);
}

static char *
format_json (Job           *self,
             LoomRecording *recording,
             int            status)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  loom_json_begin_array (builder, "launches");
  for (guint i = 0; i < recording->launches->len; i++)
    add_launch (self, builder, recording->launches->pdata[i]);
  json_builder_end_array (builder);
  loom_json_begin_array (builder, "refused");
  for (guint i = 0; i < recording->refused->len; i++)
    json_builder_add_string_value (builder, recording->refused->pdata[i]);
  json_builder_end_array (builder);
  loom_json_add_truth (builder, "full", recording->is_full);
  loom_json_add_int (builder, "status", WIFEXITED (status) ? WEXITSTATUS (status) : -1);
  return loom_json_finish (builder);
}

/* "2–4	p.cu:27	scale<float>	4	256	0	3 times" */
static void
append_launches (Job           *self,
                 GString       *text,
                 LoomRecording *recording,
                 guint          index,
                 guint          n)
{
  const LoomRecordedLaunch *launch = recording->launches->pdata[index];
  g_autofree char *grid = loom_dim3_format (&launch->grid);
  g_autofree char *block = loom_dim3_format (&launch->block);
  g_autofree char *file = launch->file != NULL ? g_path_get_basename (launch->file) : NULL;

  g_string_append_printf (text, "%" G_GUINT64_FORMAT, launch->number);
  if (n > 1)
    g_string_append_printf (text, "–%" G_GUINT64_FORMAT, launch->number + n - 1);
  g_string_append_printf (text, "\t%s:%u\t%s\t%s\t%s\t%" G_GUINT64_FORMAT,
                          file != NULL ? file : "?", launch->line, get_name (self, launch), grid,
                          block, launch->shared);
  if (n > 1)
    g_string_append_printf (text, ngettext ("\t%u time", "\t%u times", n), n);
  if (launch->error != NULL)
    g_string_append_printf (text, "\t%s", launch->error);
  g_string_append_c (text, '\n');
}

static char *
dup_refused (LoomRecording *recording)
{
  GString *names = g_string_new (recording->refused->pdata[0]);

  for (guint i = 1; i < recording->refused->len; i++)
    g_string_append_printf (names, ", %s", (char *) recording->refused->pdata[i]);
  return g_string_free (names, FALSE);
}

static gboolean
print_launches (Job            *self,
                LoomRecording  *recording,
                int             status,
                GError        **error)
{
  g_autofree char *json = self->common.json ? format_json (self, recording, status) : NULL;
  const guint bare = loom_recording_count_bare (recording);
  g_autoptr (GString) text = g_string_new (NULL);

  if (json != NULL)
    return loom_cli_print (json, -1, error);

  for (guint i = 0; i < recording->launches->len;)
    {
      const guint n = loom_recording_count_repeats (recording, i);

      append_launches (self, text, recording, i, n);
      i += n;
    }
  if (recording->launches->len == 0)
    g_printerr ("%s\n", _("The program launched nothing."));
  else
    g_printerr ("\n%s\n", _("Launch, line, kernel, grid, block, shared memory:"));
  if (recording->bad_line > 0)
    g_printerr (_("Line %u of the recording is not as Gridloom writes it: the program changed it. "
                  "What comes before that line is here.\n"), recording->bad_line);
  if (bare > 0)
    g_printerr (ngettext ("What the arrays of %u launch held was not kept: --contents says how "
                          "much is.\n",
                          "What the arrays of %u launches held was not kept: --contents says how "
                          "much is.\n", bare), bare);
  if (recording->refused->len > 0)
    {
      g_autofree char *names = dup_refused (recording);

      g_printerr (_("Not supported: %s. What the program does by that is not here.\n"), names);
    }
  if (recording->is_full)
    g_printerr ("%s\n", _("The recording is full; what came later is not in it."));
  return loom_cli_print (text->str, text->len, error);
}

/* Its files stand beside the document and have its name in front. */
static gboolean
write_document (Job            *self,
                LoomRecording  *recording,
                GError        **error)
{
  g_autofree char *path = g_canonicalize_filename (self->document, NULL);
  g_autofree char *folder = g_path_get_dirname (path), *prefix = g_path_get_basename (path);
  g_autofree char *text = NULL;
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) local_error = NULL;
  const LoomRecordedLaunch *launch = NULL;
  const LoomProgramSource *source;

  for (guint i = 0; i < recording->launches->len && launch == NULL; i++)
    if (self->steps ||
        ((LoomRecordedLaunch *) recording->launches->pdata[i])->number == (guint64) self->launch)
      launch = recording->launches->pdata[i];
  if (launch == NULL && self->steps)
    return loom_fail (error, LOOM_ERROR_DOCUMENT, _("the program launched nothing"));
  if (launch == NULL)
    return loom_fail (error, LOOM_ERROR_USAGE,
                      ngettext ("--launch %1$u: the program made %2$u launch",
                                "--launch %1$u: the program made %2$u launches",
                                recording->launches->len),
                      (guint) self->launch, recording->launches->len);
  source = loom_program_find_source (self->program, launch);
  if (source == NULL && launch->unit == LOOM_RECORDED_NO_UNIT)
    return loom_fail (error, LOOM_ERROR_UNSUPPORTED,
                      _("launch %1$u is of %2$s, of which the program has PTX and no CUDA source, "
                        "as with Numba, and a document is a source; a kernel that is CUDA in the "
                        "program, as with PyCUDA, becomes one"),
                      (guint) launch->number, launch->name);
  if (source == NULL)
    return loom_fail (error, LOOM_ERROR_FILE, _("launch %u is of no source of the program"),
                      (guint) launch->number);

  if (g_str_has_suffix (prefix, ".cu"))
    prefix[strlen (prefix) - 3] = '\0';
  text = self->steps
         ? loom_recorded_steps_dup_text (recording, launch->unit, source->text, source->compiled,
                                         folder, prefix, notes, NULL, error)
         : loom_recorded_launch_dup_text (launch, recording, source->text, source->compiled, folder,
                                          prefix, notes, NULL, error);
  if (text == NULL)
    return FALSE;
  for (guint i = 0; i < notes->len; i++)
    g_printerr (_("%1$s: note: %2$s\n"), self->document, (char *) notes->pdata[i]);
  return g_file_set_contents (path, text, -1, &local_error) ||
         loom_fail (error, LOOM_ERROR_FILE, "%s", local_error->message);
}

/* What was kept of just this program. */
static LoomRecording *
find_kept (Job             *self,
           LoomCliSession  *session,
           int             *status,
           GError         **error)
{
  LoomRecording *recording = loom_program_find_kept (self->program, session->client,
                                                     session->cancellable, status, error);

  if (recording == NULL && (error == NULL || *error == NULL))
    loom_fail (error, LOOM_ERROR_FILE,
               _("no recording of just this program, with these arguments, was kept beside it: "
                 "--keep does that"));
  return recording;
}

/* The same for a document, which a run would make no better: where all of it was kept, and nobody
 * asks for a run. */
static LoomRecording *
find_whole (Job             *self,
            LoomCliSession  *session,
            int             *status)
{
  g_autoptr (LoomRecording) recording = NULL;

  if (self->document == NULL || self->keep || self->program->no_cache ||
      self->program->script != NULL)
    return NULL;
  recording = find_kept (self, session, status, NULL);
  if (recording == NULL || recording->bad_line > 0 || loom_recording_count_bare (recording) > 0)
    return NULL;

  g_printerr (_("Nothing was run: this is what was kept in %s. With --no-cache the program is "
                "run.\n"), recording->folder);
  return g_steal_pointer (&recording);
}

/* What a program prints to the terminal stays its own; JSON is alone on standard output. */
static LoomRecording *
run (Job             *self,
     LoomCliSession  *session,
     int             *status,
     GError         **error)
{
  LoomRecording *recording = self->kept ? find_kept (self, session, status, error)
                                        : find_whole (self, session, status);
  int output;

  if (recording != NULL || self->kept)
    return recording;

  output = self->common.json ? dup (STDOUT_FILENO) : -1;
  if (output >= 0)
    dup2 (STDERR_FILENO, STDOUT_FILENO);
  recording = loom_program_record (self->program, session->client, NULL, session->cancellable,
                                   status, error);
  if (output >= 0)
    {
      dup2 (output, STDOUT_FILENO);
      close (output);
    }
  return recording;
}

static gboolean
keep (Job            *self,
      LoomRecording  *recording,
      int             status,
      GError        **error)
{
  g_autofree char *folder = loom_program_keep (self->program, recording, status, error);

  if (folder != NULL)
    g_printerr (_("Kept in %s.\n"), folder);
  return folder != NULL;
}

static gboolean
record (Job             *self,
        LoomCliSession  *session,
        GError         **error)
{
  int status = 0;
  g_autoptr (LoomRecording) recording = run (self, session, &status, error);

  /* what the compiler says of the device code of each file */
  for (guint i = 0; i < self->inputs->len; i++)
    {
      const LoomProgramSource *source = self->program->sources->pdata[i];

      if (source->compiled != NULL)
        loom_cli_input_print_problems (self->inputs->pdata[i], source->compiled->diagnostics);
    }
  if (recording == NULL)
    return FALSE;

  if (WIFSIGNALED (status))
    g_printerr (_("The program was ended by signal %1$d (%2$s); what it launched until then is "
                  "here.\n"), WTERMSIG (status), g_strsignal (WTERMSIG (status)));
  else if (WEXITSTATUS (status) != 0)
    g_printerr (_("The program ended with status %d.\n"), WEXITSTATUS (status));
  if (self->keep && !keep (self, recording, status, error))
    return FALSE;
  return self->document != NULL ? write_document (self, recording, error)
                                : print_launches (self, recording, status, error);
}

/* Runs a program as it is, and lists what it launched. */
LoomExit
loom_cli_record (int    argc,
                 char **argv)
{
  g_autoptr (GError) error = NULL;
  g_auto (Job) job = {
    .inputs = g_ptr_array_new_with_free_func (input_free), .program = loom_program_new (),
  };
  g_auto (LoomCliSession) session = { NULL, };

  if (!options_parse (&job, argc, argv, &error))
    return loom_cli_fail (error);

  loom_cli_session_init (&session, job.common.runner);
  return record (&job, &session, &error) ? LOOM_EXIT_DONE : loom_cli_fail (error);
}
