/* loom-program.c: a CUDA program, and its host code
 *
 * Clang makes host code of each source, with Gridloom's own headers in the place of CUDA's. Clang
 * and the linker run in processes that may read, and write into the scratch folder alone.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-program.h"

#include "loom-compile-options.h"
#include "loom-error.h"
#include "loom-paths.h"
#include "loom-program-private.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include <errno.h>
#include <string.h>

#define STUB "__device_stub__"  /* what clang puts before the name of a kernel's stub */
#define MAX_MESSAGE 4000        /* bytes of a compiler's output that are told */

/* Newest first of those that have been tried; Debian 12 has 14. */
static const char * const compilers[] = {
  "clang++-19", "clang++-18", "clang++-17", "clang++-16", "clang++-15", "clang++-14", "clang++",
};

static char *
find_compiler (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (compilers); i++)
    {
      char *path = g_find_program_in_path (compilers[i]);

      if (path != NULL)
        return path;
    }
  return NULL;
}

/**
 * loom_program_has_compiler:
 *
 * Returns: whether this computer has what compiles host code, Debian's package "clang"
 */
gboolean
loom_program_has_compiler (void)
{
  g_autofree char *compiler = find_compiler ();

  return compiler != NULL;
}

/* Where the toolkit has Thrust and CUB. CUDA 13 keeps them in a folder of their own, from which
 * nothing else of the toolkit is read; where a system packages them, they stand among its headers,
 * and clang finds them by itself. */
static char *
find_templates (void)
{
  const char * const toolkits[] = { g_getenv ("GRIDLOOM_CUDA"), g_getenv ("CUDA_PATH"),
                                    g_getenv ("CUDA_HOME"), "/usr/local/cuda" };

  for (guint i = 0; i < G_N_ELEMENTS (toolkits); i++)
    {
      g_autofree char *path = toolkits[i] != NULL
                              ? g_build_filename (toolkits[i], "include", "cccl", NULL) : NULL;

      if (path != NULL && g_file_test (path, G_FILE_TEST_IS_DIR))
        return g_steal_pointer (&path);
    }
  return NULL;
}

static gboolean
find_parts (LoomProgram  *self,
            GError      **error)
{
  self->compiler = self->script == NULL ? find_compiler () : NULL;
  if (self->compiler == NULL && self->script == NULL)
    return loom_fail (error, LOOM_ERROR_UNSUPPORTED,
                      _("the host code of a program is compiled by clang, which is not here; on "
                        "Debian and Ubuntu: apt-get install clang"));

  self->templates = find_templates ();
  self->headers = loom_paths_find_data ("cuda-headers", error);
  self->runner = self->headers != NULL ? loom_paths_find_runner (error) : NULL;
  self->library = self->runner != NULL ? loom_paths_find_cudart (error) : NULL;
  return self->library != NULL;
}

static void
source_free (gpointer data)
{
  LoomProgramSource *self = data;

  g_free (self->path);
  g_free (self->text);
  g_clear_pointer (&self->document, loom_document_unref);
  g_strfreev (self->kernels);
  g_clear_pointer (&self->compiled, loom_compiled_unref);
  g_free (self);
}

/**
 * loom_program_new:
 *
 * Returns: (transfer full): a program without sources; whoever made it fills in the rest
 */
LoomProgram *
loom_program_new (void)
{
  LoomProgram *self = g_new0 (LoomProgram, 1);

  self->sources = g_ptr_array_new_with_free_func (source_free);
  return self;
}

/**
 * loom_program_add_source:
 * @path: absolute, or the mere name of a text that no file has
 * @text: (nullable): what is compiled in place of what the file has
 */
void
loom_program_add_source (LoomProgram *self,
                         const char  *path,
                         const char  *text)
{
  LoomProgramSource *source = g_new0 (LoomProgramSource, 1);

  source->path = g_strdup (path);
  source->text = g_strdup (text);
  g_ptr_array_add (self->sources, source);
}

/**
 * loom_program_find_source:
 * @launch: that the program recorded
 *
 * Returns: (nullable): the source whose device code, which it has then, has the kernel; %NULL if a
 *   recording names one that there is not
 */
const LoomProgramSource *
loom_program_find_source (LoomProgram              *self,
                          const LoomRecordedLaunch *launch)
{
  const LoomProgramSource *source
      = launch->unit < self->sources->len ? self->sources->pdata[launch->unit] : NULL;

  return source != NULL && source->compiled != NULL ? source : NULL;
}

/**
 * _loom_program_read_sources:
 * @error: return location; %LOOM_ERROR_FILE
 *
 * Reads the sources that have no text yet.
 */
gboolean
_loom_program_read_sources (LoomProgram  *self,
                            GError      **error)
{
  g_autoptr (GError) local_error = NULL;

  for (guint i = 0; i < self->sources->len; i++)
    {
      LoomProgramSource *source = self->sources->pdata[i];

      if (source->text == NULL &&
          !g_file_get_contents (source->path, &source->text, NULL, &local_error))
        return loom_fail (error, LOOM_ERROR_FILE, "%s", local_error->message);
      if (source->document == NULL)
        source->document = loom_document_parse (source->text, -1);
    }
  return TRUE;
}

/**
 * _loom_program_prepare:
 * @error: return location; %LOOM_ERROR_UNSUPPORTED where there is no clang, or %LOOM_ERROR_FILE
 *
 * Reads the sources, finds what building takes, and makes a folder for it.
 */
gboolean
_loom_program_prepare (LoomProgram  *self,
                       GError      **error)
{
  g_autoptr (GError) local_error = NULL;
  g_autofree char *units = NULL, *empty = NULL;

  if (!_loom_program_read_sources (self, error) || !find_parts (self, error))
    return FALSE;

  self->scratch = g_dir_make_tmp ("gridloom-program-XXXXXX", &local_error);
  if (self->scratch == NULL)
    return loom_fail (error, LOOM_ERROR_FILE, "%s", local_error->message);
  units = g_build_filename (self->scratch, "units", NULL);
  empty = g_build_filename (self->scratch, "empty", NULL);
  if (g_mkdir (units, 0700) != 0 || g_mkdir (empty, 0700) != 0)
    return loom_fail (error, LOOM_ERROR_FILE, "%s: %s", self->scratch, g_strerror (errno));

  if (self->folder == NULL)
    self->folder = g_strdup (empty);
  for (guint i = 0; i < self->sources->len; i++)
    {
      LoomProgramSource *source = self->sources->pdata[i];
      g_autofree char *name = g_steal_pointer (&source->path);

      source->path = g_canonicalize_filename (name, empty);
    }
  return TRUE;
}

static void
remove_folder (const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *inside = g_build_filename (path, name, NULL);

      if (g_file_test (inside, G_FILE_TEST_IS_DIR) && !g_file_test (inside, G_FILE_TEST_IS_SYMLINK))
        remove_folder (inside);
      else
        g_unlink (inside);
    }
  g_rmdir (path);
}

/**
 * loom_program_free:
 *
 * Frees a program, and removes its scratch folder with all that it recorded.
 */
void
loom_program_free (LoomProgram *self)
{
  if (self->scratch != NULL)
    remove_folder (self->scratch);
  g_ptr_array_unref (self->sources);
  g_strfreev (self->words);
  g_strfreev (self->arguments);
  g_free (self->root);
  g_free (self->folder);
  g_free (self->input);
  g_free (self->only);
  g_free (self->scratch);
  g_free (self->compiler);
  g_free (self->headers);
  g_free (self->templates);
  g_free (self->library);
  g_free (self->runner);
  g_free (self->script);
  g_free (self->interpreter);
  g_free (self->modules);
  g_free (self->user_base);
  g_free (self->reads);
  g_free (self);
}

static char *
dup_part (LoomProgram *self,
          guint        source,
          const char  *ending)
{
  g_autofree char *name = g_strdup_printf ("%u%s", source, ending);

  return g_build_filename (self->scratch, name, NULL);
}

/* A process that the runner confines before it becomes what is asked for. */
GPtrArray *
_loom_program_begin_command (LoomProgram *self,
                             const char  *mode)
{
  GPtrArray *argv = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (argv, g_strdup (self->runner));
  g_ptr_array_add (argv, g_strdup (mode));
  g_ptr_array_add (argv, g_strdup (self->scratch));
  return argv;
}

static void
add_all (GPtrArray          *argv,
         const char * const *words)
{
  for (; *words != NULL; words++)
    g_ptr_array_add (argv, g_strdup (*words));
}

static void
cancelled_cb (GCancellable *cancellable,
              GSubprocess  *process)
{
  g_subprocess_force_exit (process);
}

/* Returns: what g_cancellable_disconnect() takes once the process has ended */
gulong
_loom_program_kill_when_cancelled (GSubprocess  *process,
                                   GCancellable *cancellable)
{
  return cancellable != NULL
         ? g_cancellable_connect (cancellable, G_CALLBACK (cancelled_cb), process, NULL) : 0;
}

/* Runs a tool, whose standard output is returned. What it complains of becomes the error, behind a
 * sentence that says what failed. */
char *
_loom_program_run_tool (LoomProgram   *self,
                        GPtrArray     *argv,
                        const char    *failure,
                        GCancellable  *cancellable,
                        GError       **error)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (
      G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) local_error = NULL;
  g_autofree char *complaint = NULL;
  g_autofree char *output = NULL;
  gboolean is_read;
  gulong cancelling;

  g_ptr_array_add (argv, NULL);
  g_subprocess_launcher_setenv (launcher, "LC_ALL", "C.UTF-8", TRUE);
  g_subprocess_launcher_setenv (launcher, "TMPDIR", self->scratch, TRUE);
  process = g_subprocess_launcher_spawnv (launcher, (const char * const *) argv->pdata,
                                          &local_error);
  if (process == NULL)
    return loom_fail_null (error, LOOM_ERROR_FILE, "%s", local_error->message);

  /* GLib 2.74 must not be given the cancellable here: it destroys the source that watches it in a
   * main context that another thread may free at the same time. */
  cancelling = _loom_program_kill_when_cancelled (process, cancellable);
  is_read = g_subprocess_communicate_utf8 (process, NULL, NULL, &output, &complaint, &local_error);
  g_cancellable_disconnect (cancellable, cancelling);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  if (!is_read)
    return loom_fail_null (error, LOOM_ERROR_FILE, "%s", local_error->message);
  if (g_subprocess_get_successful (process))
    return g_steal_pointer (&output);

  if (complaint != NULL && strlen (complaint) > MAX_MESSAGE)
    complaint[MAX_MESSAGE] = '\0';
  return loom_fail_null (error, LOOM_ERROR_COMPILE, "%s\n%s", failure,
                         complaint != NULL ? g_strchomp (complaint) : "");
}

/* The kernel of a stub, as C++ writes it: "void math::__device_stub__scale<float>(float*, int)"
 * becomes "math::scale<float>". NULL: it is none. */
static char *
dup_kernel (const char *symbol)
{
  const char *stub = strstr (symbol, STUB);
  const char *begin = stub, *end;
  guint depth = 0;

  if (stub == NULL)
    return NULL;
  while (begin > symbol && begin[-1] != ' ')
    begin--;
  for (end = stub + strlen (STUB); *end != '\0' && (depth > 0 || *end != '('); end++)
    depth += *end == '<' ? 1 : *end == '>' && depth > 0 ? -1u : 0;
  return g_strdup_printf ("%.*s%.*s", (int) (stub - begin), begin,
                          (int) (end - stub - strlen (STUB)), stub + strlen (STUB));
}

/* Whether host code that calls a function wants to know what the machine code of kernels takes. */
static gboolean
is_asking (const char *function)
{
  static const char * const functions[] = {
    "cudaFuncGetAttributes", "cudaOccupancyMaxActiveBlocksPerMultiprocessor",
    "cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags", NULL,
  };

  return g_strv_contains (functions, function);
}

/* The kernels that an object file of the host has stubs for. */
static GStrv
list_kernels (LoomProgram   *self,
              const char    *object,
              GCancellable  *cancellable,
              GError       **error)
{
  const char * const words[] = { "nm", "-C", object, NULL };
  g_autoptr (GPtrArray) argv = _loom_program_begin_command (self, "--tool");
  g_autoptr (GStrvBuilder) kernels = g_strv_builder_new ();
  g_autofree char *output = NULL;
  g_auto (GStrv) lines = NULL;

  add_all (argv, words);
  output = _loom_program_run_tool (self, argv, _("The host code cannot be read:"), cancellable,
                                   error);
  if (output == NULL)
    return NULL;

  lines = g_strsplit (output, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      /* An address of 16 digits or none, a blank, a letter, a blank. */
      const char *symbol = strlen (lines[i]) > 19 ? lines[i] + 19 : "";
      g_autofree char *kernel = dup_kernel (symbol);

      self->asks_resources |= is_asking (symbol);
      if (kernel != NULL && g_str_has_prefix (kernel, "cub::"))
        {
          loom_fail (error, LOOM_ERROR_UNSUPPORTED,
                     _("The program calls a function of CUB for a whole device, which has kernels "
                       "of its own: %s. Those are not supported; what CUB has for blocks and warps "
                       "is."), kernel);
          return NULL;
        }
      if (kernel != NULL)
        g_strv_builder_add (kernels, kernel);
    }
  return g_strv_builder_end (kernels);
}

/* Libraries of CUDA's that need not be asked for: what there is of them stands in headers, in the
 * runtime, or in libraries of Gridloom's own that are linked where a program calls them. */
static gboolean
is_always_there (const char *option)
{
  static const char * const options[] = {
    "-lcublas", "-lcurand", "-lcufft", "-lcudart", "-lcudart_static", "-lcudadevrt", "-lcuda", NULL,
  };

  return g_strv_contains (options, option);
}

/* Gridloom's own libraries; the linker leaves out those of which the program calls nothing. */
static void
add_own_libraries (LoomProgram *self,
                   GPtrArray   *argv)
{
  static const char * const names[] = { "libgridloom-cublas.so", "libgridloom-curand.so" };
  g_autofree char *folder = g_path_get_dirname (self->library);

  g_ptr_array_add (argv, g_strdup ("-Wl,--as-needed"));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_ptr_array_add (argv, g_build_filename (folder, names[i], NULL));
  g_ptr_array_add (argv, g_strdup ("-Wl,--no-as-needed"));
}

static void
add_options (LoomProgram *self,
             GPtrArray   *argv,
             gboolean     linking)
{
  for (guint i = 0; self->words[i] != NULL; i++)
    if (g_str_has_prefix (self->words[i], "-l") == linking && !is_always_there (self->words[i]))
      g_ptr_array_add (argv, g_strdup (self->words[i]));
}

/* The ending of a source whose code is for the host alone; NULL: it is CUDA. */
static const char *
find_plain_ending (const char *path)
{
  static const char * const endings[] = { ".c", ".cc", ".cpp", ".cxx" };

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    if (g_str_has_suffix (path, endings[i]))
      return endings[i];
  return NULL;
}

/* "<< <" becomes "<<< ": all keeps its column. */
static gboolean
join_brackets (const GMatchInfo *match,
               GString          *result,
               gpointer          data)
{
  g_autofree char *found = g_match_info_fetch (match, 0);
  const int blanks = (int) strlen (found) - 3;

  if (*found == '<' || *found == '>')
    g_string_append_printf (result, "%c%c%c%*s", *found, *found, *found, blanks, "");
  else
    g_string_append (result, found);
  return FALSE;
}

/* What clang compiles for a source: its file, or a copy of the text where that is another one. nvcc
 * takes "<< < 1, 32 >> >" for a launch, as formatters that do not know CUDA leave it, and clang
 * does not: the copy has them joined. Comments and strings are passed over. */
static char *
dup_compiled_path (LoomProgram  *self,
                   guint         source,
                   GError      **error)
{
  static const char pattern[] = "\"(?:\\\\.|[^\"\\\\\n])*\"|'(?:\\\\.|[^'\\\\\n])*'"
                                "|//[^\n]*|/\\*(?s:.*?)\\*/"
                                "|<[ \t]*<[ \t]*<|>[ \t]*>[ \t]*>(?=\\s*\\()";
  const LoomProgramSource *compiling = self->sources->pdata[source];
  const char *path = compiling->path, *plain = find_plain_ending (path);
  g_autofree char *copy = dup_part (self, source, plain != NULL ? plain : ".cu"), *name = NULL;
  g_autofree char *written = NULL, *joined = NULL, *named = NULL;
  g_autoptr (GRegex) regex = g_regex_new (pattern, G_REGEX_RAW, 0, NULL);
  g_autoptr (GError) local_error = NULL;

  joined = plain != NULL ? g_strdup (compiling->text)
                         : g_regex_replace_eval (regex, compiling->text, -1, 0, 0, join_brackets,
                                                 NULL, &local_error);
  if (joined == NULL)
    return loom_fail_null (error, LOOM_ERROR_FILE, "%s", local_error->message);
  if (g_file_get_contents (path, &written, NULL, NULL) && strcmp (written, joined) == 0)
    return g_strdup (path);

  name = g_strescape (path, NULL);

  named = g_strdup_printf ("#line 1 \"%s\"\n%s", name, joined);
  if (!g_file_set_contents (copy, named, -1, &local_error))
    return loom_fail_null (error, LOOM_ERROR_FILE, "%s", local_error->message);
  return g_steal_pointer (&copy);
}

/* Names the library of CUDA's, or one that stands on it, whose header clang does not find. */
static void
name_library (const char  *path,
              GError     **error)
{
  static const struct
  {
    const char *header, *name;
  } libraries[] = {
    { "cublasLt", "cuBLASLt" }, { "cublasXt", "cuBLASXt" }, { "cublas.h", "cuBLAS 1" },
    { "cudnn", "cuDNN" }, { "cufftXt", "cuFFTXt" }, { "cusolver", "cuSOLVER" },
    { "cusparse", "cuSPARSE" }, { "cutensor", "cuTENSOR" }, { "nccl", "NCCL" }, { "npp", "NPP" },
    { "nvjpeg", "nvJPEG" }, { "nvml", "NVML" }, { "nvrtc", "NVRTC" }, { "optix", "OptiX" },
  };
  static const char before[] = "fatal error: '";
  const char *header = error != NULL ? strstr ((*error)->message, before) : NULL;
  g_autofree char *name = g_path_get_basename (path);

  for (guint i = 0; header != NULL && i < G_N_ELEMENTS (libraries); i++)
    if (g_str_has_prefix (header + strlen (before), libraries[i].header))
      {
        g_autofree char *message = g_steal_pointer (&(*error)->message);

        (*error)->message = g_strdup_printf (
            _("%1$s\n%2$s is not there on the simulator; cuBLAS, cuRAND and Thrust are. The "
              "kernels run without the rest of the program: gridloom-cli run %3$s"), message,
            libraries[i].name, name);
        return;
      }
}

/**
 * _loom_program_compile_host:
 * @source: index of a source
 * @error: return location; %LOOM_ERROR_COMPILE with what clang says
 *
 * Makes host code of a source, whose "kernels" are then those that it launches or offers, with
 * their template arguments: "scale<float>".
 */
gboolean
_loom_program_compile_host (LoomProgram   *self,
                            guint          source,
                            GCancellable  *cancellable,
                            GError       **error)
{
  LoomProgramSource *compiling = self->sources->pdata[source];
  const char *path = compiling->path;
  g_autofree char *object = dup_part (self, source, ".o");
  g_autofree char *unit = dup_part (self, source, ".unit");
  g_autofree char *text = g_strdup_printf ("gridloom unit %u\n%c", source, 0);
  g_autofree char *include = g_strconcat ("-I", self->headers, NULL);
  g_autofree char *read = dup_part (self, source, ".d");
  g_autofree char *archs = g_strdup_printf ("-D__CUDA_ARCH_LIST__=%s0",
                                            LOOM_ARCH_DEFAULT + strlen ("compute_"));
  g_autofree char *beside = NULL, *folder = g_path_get_dirname (path), *output = NULL;
  g_autoptr (GPtrArray) argv = _loom_program_begin_command (self, "--tool");
  g_autoptr (GError) local_error = NULL;
  g_autofree char *compiled = dup_compiled_path (self, source, error);
  const char * const always[] = { self->compiler, "-c", compiled, "-o", object, "-O1", "-g", "-w",
                                  "-MMD", "-MF", read, include, NULL };
  const char * const cuda[] = {
    "-std=c++17", "-x", "cuda", "--cuda-host-only", "-nocudainc", "-nocudalib", "-include",
    "cuda_runtime.h", "-fgpu-defer-diag", "-Wno-register", "-Wno-c++11-narrowing", "-Xclang",
    "-fcuda-allow-variadic-functions", "-Xclang", "-fcuda-include-gpubinary", "-Xclang", unit,
    /* Launches as CUDA 9.2 and later have them; clang asks a toolkit, which need not be here. */
    "-Xclang", "-target-sdk-version=11.5",
    /* Thrust computes on the host. CUB's names tell what device code is compiled for. */
    "-DTHRUST_DEVICE_SYSTEM=THRUST_DEVICE_SYSTEM_CPP", "-DCCCL_DISABLE_NVTX",
    archs, self->templates != NULL ? "-idirafter" : NULL, self->templates, NULL,
  };
  const char * const c[] = { "-x", "c", NULL };

  if (compiled == NULL)
    return FALSE;
  /* With its zero, where the runtime looks for the end. */
  if (!g_file_set_contents (unit, text, (gssize) strlen (text) + 1, &local_error))
    return loom_fail (error, LOOM_ERROR_FILE, "%s", local_error->message);

  beside = g_strconcat ("-I", folder, NULL);
  /* The language counts for the files behind it. Clang++ would take C for C++. */
  g_ptr_array_add (argv, g_strdup (always[0]));
  if (find_plain_ending (path) == NULL)
    add_all (argv, cuda);
  else if (g_str_has_suffix (path, ".c"))
    add_all (argv, c);
  add_all (argv, always + 1);
  g_ptr_array_add (argv, g_strdup (beside));
  add_options (self, argv, FALSE);
  output = _loom_program_run_tool (self, argv, _("The host code does not compile:"), cancellable,
                                   error);
  if (output == NULL)
    name_library (path, error);
  g_strfreev (compiling->kernels);
  compiling->kernels = output != NULL ? list_kernels (self, object, cancellable, error) : NULL;
  return compiling->kernels != NULL;
}

/* A rule of make: "0.o: \\\n  a.cu \\\n  a\\ b.h", as clang writes it. */
static GStrv
read_rule (const char *text)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_autoptr (GString) name = g_string_new (NULL);
  const char *c = strstr (text, ": ");

  for (c = c != NULL ? c + 1 : text + strlen (text); *c != '\0'; c++)
    {
      if (g_ascii_isspace (*c) || (c[0] == '\\' && c[1] == '\n'))
        {
          if (name->len > 0)
            g_strv_builder_add (names, name->str);
          g_string_truncate (name, 0);
        }
      else
        {
          c += c[0] == '\\' && strchr (" #", c[1]) != NULL && c[1] != '\0';
          c += c[0] == '$' && c[1] == '$';
          g_string_append_c (name, *c);
        }
    }
  return g_strv_builder_end (names);
}

/**
 * _loom_program_list_headers:
 * @source: index of a source whose host code was made
 *
 * Returns: (transfer full): absolute paths of what was read for it, but for the system's headers,
 *   Gridloom's own and copies
 */
GStrv
_loom_program_list_headers (LoomProgram *self,
                            guint        source)
{
  g_autofree char *path = dup_part (self, source, ".d"), *text = NULL;
  g_autoptr (GStrvBuilder) headers = g_strv_builder_new ();
  g_auto (GStrv) names = NULL;

  /* Of a program whose recording was kept there is no host code. */
  if (self->scratch != NULL && g_file_get_contents (path, &text, NULL, NULL))
    names = read_rule (text);
  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    {
      g_autofree char *name = g_canonicalize_filename (names[i], NULL);

      if (!g_str_has_prefix (name, self->headers) && !g_str_has_prefix (name, self->scratch))
        g_strv_builder_add (headers, name);
    }
  return g_strv_builder_end (headers);
}

/**
 * _loom_program_link:
 * @error: return location; %LOOM_ERROR_COMPILE with what the linker says
 *
 * Makes a program of all host code.
 */
gboolean
_loom_program_link (LoomProgram   *self,
                    GCancellable  *cancellable,
                    GError       **error)
{
  g_autofree char *program = g_build_filename (self->scratch, "program", NULL);
  g_autofree char *output = NULL;
  g_autoptr (GPtrArray) argv = _loom_program_begin_command (self, "--tool");
  const char * const words[] = { self->compiler, "-no-pie", "-o", program, NULL };
  g_autofree char *folder = g_path_get_dirname (self->library);
  g_autofree char *path = g_strconcat ("-Wl,-rpath,", folder, NULL);
  const char * const libraries[] = { self->library, path, "-lm", "-lpthread", NULL };

  add_all (argv, words);
  for (guint i = 0; i < self->sources->len; i++)
    g_ptr_array_add (argv, dup_part (self, i, ".o"));
  add_options (self, argv, TRUE);
  add_own_libraries (self, argv);
  add_all (argv, libraries);
  output = _loom_program_run_tool (self, argv, _("The program cannot be linked:"), cancellable,
                                   error);
  return output != NULL;
}
