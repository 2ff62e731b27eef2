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

#include <glib/gi18n-lib.h>

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define SECONDS 600             /* of processor time, where nothing is said */
#define MEMORY_SHARE 4          /* three of so many parts of this computer's memory, likewise */

/* A source file of the program. */
typedef struct
{
  LoomCliInput  input;
  LoomCompiled *compiled;       /* its device code, NULL: it has none */
  GStrv         kernels;        /* that its host code names */
} Source;

typedef struct
{
  LoomCliRunOptions  common;
  GPtrArray         *sources;   /* (element-type Source) */
  GPtrArray         *paths;     /* (element-type utf8) absolute */
  GStrv              words;     /* options of the compiler */
  GStrv              arguments; /* of the program */
  LoomProgramLimits  limits;
  gint64             launch;    /* 0: none is asked for */
  char              *document;  /* that it becomes, or NULL */
  char              *root;      /* beneath which device code may include; NULL: nothing was said */
} Job;

static void
source_free (gpointer data)
{
  Source *self = data;

  loom_cli_input_clear (&self->input);
  g_clear_pointer (&self->compiled, loom_compiled_unref);
  g_strfreev (self->kernels);
  g_free (self);
}

static void
job_clear (Job *self)
{
  loom_cli_run_options_clear (&self->common);
  g_clear_pointer (&self->sources, g_ptr_array_unref);
  g_clear_pointer (&self->paths, g_ptr_array_unref);
  g_strfreev (self->words);
  g_strfreev (self->arguments);
  g_free (self->document);
  g_free (self->root);
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

/* What stands behind "--" belongs to the program. Returns: how many arguments stand in front. */
static int
take_arguments (Job   *self,
                int    argc,
                char **argv)
{
  int i = 1;

  while (i < argc && strcmp (argv[i], "--") != 0)
    i++;
  self->arguments = g_strdupv (argv + MIN (i + 1, argc));
  return i;
}

static gboolean
take_files (Job      *self,
            int       argc,
            char    **argv,
            GError  **error)
{
  self->paths = g_ptr_array_new_with_free_func (g_free);
  for (int i = 1; i < argc; i++)
    g_ptr_array_add (self->paths, g_canonicalize_filename (argv[i], NULL));
  return self->paths->len > 0 ||
         loom_fail (error, LOOM_ERROR_USAGE, _("%s: say which file"), argv[0]);
}

static gboolean
options_parse (Job      *self,
               int       argc,
               char    **argv,
               GError  **error)
{
  g_auto (GStrv) includes = NULL, defines = NULL, libraries = NULL;
  gint64 seconds = SECONDS;
  gint64 memory = (gint64) sysconf (_SC_PHYS_PAGES) / MEMORY_SHARE * (MEMORY_SHARE - 1) *
                  sysconf (_SC_PAGESIZE) >> 20;
  const GOptionEntry entries[] = {
    { "include", 'I', 0, G_OPTION_ARG_FILENAME_ARRAY, &includes,
      N_("A folder in which headers are looked for"), N_("FOLDER") },
    { "define", 'D', 0, G_OPTION_ARG_STRING_ARRAY, &defines, N_("A macro of the preprocessor"),
      "NAME=VALUE" },
    { "library", 'l', 0, G_OPTION_ARG_STRING_ARRAY, &libraries,
      N_("A library that the program is linked with"), "NAME" },
    { "launch", 0, 0, G_OPTION_ARG_INT64, &self->launch,
      N_("The launch that --document writes, by its number"), "N" },
    { "document", 0, 0, G_OPTION_ARG_FILENAME, &self->document,
      N_("Write a launch as a document, with files for its arrays"), "FILE.cu" },
    { "seconds", 0, 0, G_OPTION_ARG_INT64, &seconds,
      N_("Processor time after which the program is ended; 0: never"), "N" },
    { "memory", 0, 0, G_OPTION_ARG_INT64, &memory,
      N_("Memory at which it gets no more; 0: all there is"), "MIB" },
    { "json", 0, 0, G_OPTION_ARG_NONE, &self->common.json, N_("Print the launches as JSON"), NULL },
    LOOM_CLI_ROOT_ENTRY (&self->root),
    LOOM_CLI_RUNNER_ENTRY (&self->common.runner),
    G_OPTION_ENTRY_NULL
  };

  argc = take_arguments (self, argc, argv);
  if (!loom_cli_parse_options (&argc, &argv, entries, _("FILE.cu [FILE…] [-- ARGUMENT…]"),
                               _("Builds a program with its host code, runs it on the simulator "
                                 "and lists what it launched. It reads its folder and the "
                                 "system’s, and writes only into a folder that is gone "
                                 "afterwards."), error) ||
      !take_files (self, argc, argv, error))
    return FALSE;
  if (seconds < 0 || memory < 0 || self->launch < 0)
    return loom_fail (error, LOOM_ERROR_USAGE, _("%s: a number below 0 says nothing here"),
                      seconds < 0 ? "--seconds" : memory < 0 ? "--memory" : "--launch");
  if ((self->document != NULL) != (self->launch > 0))
    return loom_fail (error, LOOM_ERROR_USAGE,
                      _("--launch and --document belong together: which launch, and the file that "
                        "it becomes"));

  self->limits = (LoomProgramLimits) { (guint64) seconds, (guint64) memory };
  self->words = join_words (includes, defines, libraries);
  return loom_cli_check_runner (self->common.runner, error);
}

/* How much of two absolute paths of folders is the same, in whole names. */
static gsize
count_common (const char *a,
              const char *b)
{
  gsize common = 0, i;

  for (i = 0; a[i] != '\0' && a[i] == b[i]; i++)
    if (a[i] == '/')
      common = i;
  return (a[i] == '\0' || a[i] == '/') && (b[i] == '\0' || b[i] == '/') ? i : common;
}

/* "../inc": a folder as it is seen from another. */
static char *
dup_relative (const char *from,
              const char *to)
{
  const gsize common = count_common (from, to);
  const char *rest = to[common] == '/' ? to + common + 1 : to + common;
  g_autoptr (GString) path = g_string_new (NULL);

  for (const char *c = from + common; *c != '\0'; c++)
    if (*c == '/')
      g_string_append (path, "../");
  g_string_append (path, rest);
  return g_string_free (g_steal_pointer (&path), FALSE);
}

/* The folder above a source, all that its host code was read from and all folders of headers,
 * beneath which device code may include. */
static char *
dup_root (Job         *self,
          LoomProgram *program,
          guint        index)
{
  g_autofree char *folder = g_path_get_dirname (self->paths->pdata[index]);
  g_auto (GStrv) headers = loom_program_list_headers (program, index);
  char *root = g_strdup (folder);

  for (guint i = 0; headers[i] != NULL; i++)
    root[count_common (root, headers[i])] = '\0';
  for (guint i = 0; self->words[i] != NULL; i++)
    if (g_str_has_prefix (self->words[i], "-I"))
      root[count_common (root, self->words[i] + 2)] = '\0';
  if (strlen (root) <= 1 || g_str_equal (root, folder))
    g_clear_pointer (&root, g_free);
  return root;
}

/* Whole programs are compiled a file at a time, as nvcc does it by itself: a variable that another
 * file has would be one of its own in each, which is not what the program is meant to do. */
static gboolean
check_variables (Job          *self,
                 LoomCompiled *compiled,
                 GError      **error)
{
  for (guint i = 0; i < compiled->diagnostics->len && self->paths->len > 1; i++)
    {
      const LoomDiagnostic *diagnostic = compiled->diagnostics->pdata[i];

      if (strstr (diagnostic->text, "is treated as a static definition") != NULL)
        return loom_fail (error, LOOM_ERROR_UNSUPPORTED,
                          _("Line %1$u: %2$s. Variables of the device that several files share are "
                            "not supported: they would need relocatable device code."),
                          diagnostic->line, diagnostic->text);
    }
  return TRUE;
}

/* Device code of the kernels that the host code names. */
static gboolean
compile_device (Job             *self,
                Source          *source,
                LoomCliSession  *session,
                GError         **error)
{
  g_auto (LoomCliRequest) request = { { NULL, } };
  g_autoptr (GStrvBuilder) instances = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
  g_auto (GStrv) named = NULL, options = NULL;

  if (!loom_cli_input_fill_request (&source->input, &self->common, &request, error))
    return FALSE;

  for (guint i = 0; source->kernels[i] != NULL; i++)
    if (strchr (source->kernels[i], '<') != NULL)
      g_strv_builder_add (instances, source->kernels[i]);
  named = g_strv_builder_end (instances);
  if (request.options != NULL)
    g_strv_builder_addv (words, (const char **) request.options);
  for (guint i = 0; self->words[i] != NULL; i++)
    {
      g_autofree char *path = g_str_has_prefix (self->words[i], "-I")
                              ? dup_relative (source->input.folder, self->words[i] + 2) : NULL;
      g_autofree char *word = path != NULL ? g_strconcat ("-I", path, NULL)
                                           : g_strdup (self->words[i]);

      if (!g_str_has_prefix (word, "-l"))
        g_strv_builder_add (words, word);
    }
  options = g_strv_builder_end (words);
  request.request.instances = (const char * const *) named;
  request.request.options = (const char * const *) options;
  source->compiled = loom_cli_session_compile (session, &request.request, error);
  return source->compiled != NULL &&
         loom_cli_input_check (&source->input, source->compiled, error) &&
         check_variables (self, source->compiled, error);
}

static gboolean
build_source (Job             *self,
              LoomProgram     *program,
              guint            index,
              LoomCliSession  *session,
              GError         **error)
{
  Source *source = g_new0 (Source, 1);
  LoomCliRunOptions options = self->common;
  g_autofree char *root = NULL;

  g_ptr_array_add (self->sources, source);
  options.file = self->paths->pdata[index];
  source->kernels = loom_program_compile_host (program, index, error);
  if (source->kernels == NULL)
    return FALSE;

  options.root = self->root != NULL ? self->root : (root = dup_root (self, program, index));
  if (!loom_cli_input_read (&source->input, &options, error))
    return FALSE;
  if (source->kernels[0] == NULL)
    return TRUE;
  return compile_device (self, source, session, error) &&
         loom_program_add_device (program, index, source->compiled->ptx, error);
}

static gboolean
build (Job             *self,
       LoomProgram     *program,
       LoomCliSession  *session,
       GError         **error)
{
  gboolean ok = loom_program_init (program, self->paths, (const char * const *) self->words, error);

  self->sources = g_ptr_array_new_with_free_func (source_free);
  for (guint i = 0; ok && i < self->paths->len; i++)
    ok = build_source (self, program, i, session, error);
  return ok && loom_program_link (program, error);
}

static const char *
get_name (Job                      *self,
          const LoomRecordedLaunch *launch)
{
  const Source *source = launch->unit < self->sources->len ? self->sources->pdata[launch->unit]
                                                           : NULL;
  const LoomKernel *kernel = source != NULL && source->compiled != NULL
                             ? loom_recorded_launch_find_kernel (launch, source->compiled) : NULL;

  return kernel != NULL ? kernel->name : launch->kernel;
}

/* Asks for each place once. */
static void
find_lines (LoomProgram   *program,
            LoomRecording *recording)
{
  g_autoptr (GHashTable) places = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < recording->launches->len; i++)
    {
      LoomRecordedLaunch *launch = recording->launches->pdata[i];
      const LoomRecordedLaunch *known = g_hash_table_lookup (places,
                                                             (gpointer) (guintptr) launch->address);

      if (launch->address == 0)
        continue;
      if (known == NULL)
        {
          launch->file = loom_program_find_line (program, launch->address, &launch->line);
          g_hash_table_insert (places, (gpointer) (guintptr) launch->address, launch);
        }
      else
        {
          launch->file = g_strdup (known->file);
          launch->line = known->line;
        }
    }
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

static gboolean
print_launches (Job            *self,
                LoomRecording  *recording,
                int             status,
                GError        **error)
{
  g_autofree char *json = self->common.json ? format_json (self, recording, status) : NULL;
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
                  "What stands before that line is here.\n"), recording->bad_line);
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
  const Source *source = NULL;

  for (guint i = 0; i < recording->launches->len && launch == NULL; i++)
    if (((LoomRecordedLaunch *) recording->launches->pdata[i])->number == (guint64) self->launch)
      launch = recording->launches->pdata[i];
  if (launch == NULL)
    return loom_fail (error, LOOM_ERROR_USAGE,
                      ngettext ("--launch %1$u: the program made %2$u launch",
                                "--launch %1$u: the program made %2$u launches",
                                recording->launches->len),
                      (guint) self->launch, recording->launches->len);
  if (launch->unit < self->sources->len)
    source = self->sources->pdata[launch->unit];
  if (source == NULL || source->compiled == NULL)
    return loom_fail (error, LOOM_ERROR_FILE, _("launch %u is of no source of the program"),
                      (guint) self->launch);

  if (g_str_has_suffix (prefix, ".cu"))
    prefix[strlen (prefix) - 3] = '\0';
  text = loom_recorded_launch_dup_text (launch, recording, source->input.text, source->compiled,
                                        folder, prefix, notes, error);
  if (text == NULL)
    return FALSE;
  for (guint i = 0; i < notes->len; i++)
    g_printerr (_("%1$s: note: %2$s\n"), self->document, (char *) notes->pdata[i]);
  return g_file_set_contents (path, text, -1, &local_error) ||
         loom_fail (error, LOOM_ERROR_FILE, "%s", local_error->message);
}

/* A program that printed to the terminal keeps it for itself; JSON is alone on standard output. */
static gboolean
run (Job          *self,
     LoomProgram  *program,
     int          *status,
     GError      **error)
{
  const int output = self->common.json ? dup (STDOUT_FILENO) : -1;
  gboolean ok;

  if (output >= 0)
    dup2 (STDERR_FILENO, STDOUT_FILENO);
  ok = loom_program_run (program, (const char * const *) self->arguments, &self->limits, status,
                         error);
  if (output >= 0)
    {
      dup2 (output, STDOUT_FILENO);
      close (output);
    }
  return ok;
}

static gboolean
record (Job             *self,
        LoomCliSession  *session,
        GError         **error)
{
  g_auto (LoomProgram) program = { NULL, };
  g_autoptr (LoomRecording) recording = NULL;
  int status = 0;

  if (!build (self, &program, session, error) || !run (self, &program, &status, error))
    return FALSE;

  recording = loom_recording_read (program.scratch, error);
  if (recording == NULL)
    return FALSE;

  find_lines (&program, recording);
  if (WIFSIGNALED (status))
    g_printerr (_("The program was ended by signal %1$d (%2$s); what it launched until then is "
                  "here.\n"), WTERMSIG (status), g_strsignal (WTERMSIG (status)));
  else if (WEXITSTATUS (status) != 0)
    g_printerr (_("The program ended with status %d.\n"), WEXITSTATUS (status));
  return self->document != NULL ? write_document (self, recording, error)
                                : print_launches (self, recording, status, error);
}

/* Runs a program as it is, and lists what it launched. */
LoomExit
loom_cli_record (int    argc,
                 char **argv)
{
  g_autoptr (GError) error = NULL;
  g_auto (Job) job = { .launch = 0 };
  g_auto (LoomCliSession) session = { NULL, };

  if (!options_parse (&job, argc, argv, &error))
    return loom_cli_fail (error);

  loom_cli_session_init (&session, job.common.runner);
  return record (&job, &session, &error) ? LOOM_EXIT_DONE : loom_cli_fail (error);
}
