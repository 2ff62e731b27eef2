/* loom-nvrtc.c: CUDA's run-time compiler, opened at run time
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-nvrtc.h"

#include "loom-confine.h"
#include "loom-cuda-api.h"
#include "loom-disk-cache.h"
#include "loom-error.h"
#include "loom-nvrtc-memo.h"
#include "loom-runner-locale.h"
#include "loom-runner-resources.h"

#include <glib/gi18n-lib.h>

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define BUILTINS "libnvrtc-builtins.so"
#define HEADER "include/cuda_fp16.h"
#define HEADERS_PATH "/org/gridloom/runner/headers"

struct _LoomNvrtc
{
  LoomNvrtcFacts facts;
  GPtrArray   *header_names;    /* (element-type utf8) our stand-ins for host headers */
  GPtrArray   *headers;         /* (element-type utf8) their texts */
  LoomNvrtcMemo *memo;
  guint        n_compiled;
  gboolean     can_hurry;       /* knows LOOM_NVRTC_HASTE, tells when it begins to optimise */
  guint        patience_ms;     /* with optimising; 0: any */
  gint         is_optimising;   /* and was seen to be */

#define LOOM_ENTRY(result, entry, arguments) result (*entry) arguments;
  LOOM_NVRTC_ENTRIES (LOOM_ENTRY)
#undef LOOM_ENTRY
  /* What newer ones have besides, or NULL. */
  nvrtcResult (*nvrtcSetFlowCallback) (nvrtcProgram, int (*) (void *, void *), void *);
};

static const char *const sonames[]
    = { "libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", NULL };

static gboolean
find_entries (LoomNvrtc *self)
{
#define LOOM_ENTRY(result, entry, arguments)                                                       \
  *(gpointer *) &self->entry = dlsym (self->facts.library->handle, #entry);                        \
  if (self->entry == NULL)                                                                         \
    {                                                                                              \
      self->facts.why = g_strdup_printf (_("%s has no %s: NVRTC 11.2 or later is needed"),         \
                                         self->facts.library->path, #entry);                       \
      return FALSE;                                                                                \
    }
  LOOM_NVRTC_ENTRIES (LOOM_ENTRY)
#undef LOOM_ENTRY

  *(gpointer *) &self->nvrtcSetFlowCallback
      = dlsym (self->facts.library->handle, "nvrtcSetFlowCallback");
  return TRUE;
}

static void
add_headers (GPtrArray  *header_names,
             GPtrArray  *headers,
             const char *folder)
{
  g_autofree char *path = g_strconcat (HEADERS_PATH, folder, NULL);
  g_auto (GStrv) names = g_resources_enumerate_children (path, 0, NULL);

  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    {
      g_autofree char *name = g_strconcat (folder, "/", names[i], NULL);
      g_autofree char *file = g_strconcat (HEADERS_PATH, name, NULL);
      g_autoptr (GBytes) text = NULL;

      if (g_str_has_suffix (names[i], "/"))
        {
          name[strlen (name) - 1] = '\0';
          add_headers (header_names, headers, name);
          continue;
        }

      g_ptr_array_add (header_names, g_strdup (name + 1));
      if (headers == NULL)
        continue;

      text = g_resources_lookup_data (file, 0, NULL);
      g_ptr_array_add (headers,
                       g_strndup (g_bytes_get_data (text, NULL), g_bytes_get_size (text)));
    }
}

/* Loads the compiler's built-in functions, and pages it in, before somebody waits for it. */
static gboolean
try_empty (LoomNvrtc           *self,
           const char * const  *options)
{
  g_autoptr (GError) error = NULL;
  g_auto (LoomNvrtcResult) result = { FALSE };

  g_clear_pointer (&self->facts.why, g_free);
  if (!loom_nvrtc_compile (self, "__global__ void warm_up () {}\n", "warm_up.cu", options, NULL,
                           &result, &error))
    self->facts.why = g_strdup (error->message);
  else if (!result.compiled)
    self->facts.why = g_strdup_printf (_("%s does not compile an empty kernel: %s"),
                                       self->facts.library->path, result.log);
  return self->facts.why == NULL;
}

static void
warm_up (LoomNvrtc *self)
{
  static const char * const haste[] = { LOOM_NVRTC_HASTE "=mid", NULL };

  self->can_hurry = self->nvrtcSetFlowCallback != NULL && try_empty (self, haste);
  if (!self->can_hurry)
    try_empty (self, NULL);
}

/* texts: NULL where only the names are wanted. */
static void
list_stand_ins (GPtrArray *names,
                GPtrArray *texts)
{
  g_resources_register (loom_runner_get_resource ());
  add_headers (names, texts, "");
}

static gint
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char * const *) a, *(const char * const *) b);
}

/* Which file it is now: a toolkit is too large to be read. */
static void
add_status (GChecksum  *sum,
            const char *path)
{
  struct stat status = { 0 };
  guint64 facts[3] = { 0 };

  if (stat (path, &status) == 0)
    {
      facts[0] = (guint64) status.st_size;
      facts[1] = (guint64) status.st_mtim.tv_sec;
      facts[2] = (guint64) status.st_mtim.tv_nsec;
    }
  loom_disk_cache_add_text (sum, path);
  g_checksum_update (sum, (const guchar *) facts, sizeof facts);
}

/* The files and folders in a folder, and itself. */
static void
add_folder_status (GChecksum  *sum,
                   const char *folder,
                   const char *prefix)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_prefix (name, prefix))
      g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
  g_ptr_array_sort (paths, compare_names);
  for (guint i = 0; i < paths->len; i++)
    add_status (sum, paths->pdata[i]);
}

/* All that answers follow from but the questions: the compiler, the toolkit's headers, and this
 * program, with our own. */
static char *
dup_identity (const char *path,
              const char *include)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  char *real = realpath (path, NULL);
  g_autofree char *folder = real != NULL ? g_path_get_dirname (real) : NULL;

  add_status (sum, "/proc/self/exe");
  if (real != NULL)
    {
      add_status (sum, real);
      add_folder_status (sum, folder, BUILTINS);
    }
  if (include != NULL)
    {
      g_autofree char *cccl = g_build_filename (include, "cccl", NULL);

      add_folder_status (sum, include, "");
      add_folder_status (sum, cccl, "");
    }
  free (real);
  return g_strdup (g_checksum_get_string (sum));
}

/**
 * loom_nvrtc_guess:
 * @toolkit: (out) (nullable) (transfer full): what loom_nvrtc_get_facts() is likely to call the
 *   compiler and its headers; %NULL: there seems to be none
 *
 * Looks for a compiler without opening it, which takes as long as to compile.
 *
 * Returns: (transfer full): what knows by which names it would come to files of the user
 */
LoomNvrtcMemo *
loom_nvrtc_guess (char **toolkit)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *path = loom_library_guess (sonames);
  LoomLibrary library = { .path = path };
  g_autofree char *include = loom_library_find_folder (&library, HEADER);

  list_stand_ins (names, NULL);
  *toolkit = path != NULL ? dup_identity (path, include) : NULL;
  return loom_nvrtc_memo_new (names, include);
}

/**
 * loom_nvrtc_open:
 *
 * Finds and opens NVRTC, and tries it. Blocks, for the time of a small compilation.
 *
 * Returns: (transfer full): the compiler, of use only where loom_nvrtc_get_facts() has no `why`
 */
LoomNvrtc *
loom_nvrtc_open (void)
{
  LoomNvrtc *self = g_new0 (LoomNvrtc, 1);
  int major = 0, minor = 0;

  self->header_names = g_ptr_array_new_with_free_func (g_free);
  self->headers = g_ptr_array_new_with_free_func (g_free);
  list_stand_ins (self->header_names, self->headers);

  self->facts.library = loom_library_search ("NVRTC", sonames, BUILTINS);
  self->facts.name = g_strdup ("NVRTC");
  if (self->facts.library->handle == NULL)
    {
      self->facts.why = g_strdup (
          _("No NVRTC was found: the compiler of kernels comes with CUDA. Install a CUDA Toolkit, "
             "or set GRIDLOOM_CUDA to the folder that has libnvrtc"));
      return self;
    }

  if (!find_entries (self))
    return self;

  self->nvrtcVersion (&major, &minor);
  self->facts.library->version = g_strdup_printf ("%d.%d", major, minor);
  g_free (self->facts.name);
  self->facts.name = g_strdup_printf ("NVRTC %d.%d", major, minor);
  self->facts.include = loom_library_find_folder (self->facts.library, HEADER);
  self->facts.toolkit = dup_identity (self->facts.library->path, self->facts.include);
  self->facts.folder = g_path_get_dirname (self->facts.library->path);
  self->memo = loom_nvrtc_memo_new (self->header_names, self->facts.include);
  warm_up (self);
  return self;
}

void
loom_nvrtc_free (LoomNvrtc *self)
{
  loom_library_free (self->facts.library);
  g_clear_pointer (&self->memo, loom_nvrtc_memo_free);
  g_free (self->facts.name);
  g_free (self->facts.include);
  g_free (self->facts.toolkit);
  g_free (self->facts.folder);
  g_free (self->facts.why);
  g_ptr_array_unref (self->header_names);
  g_ptr_array_unref (self->headers);
  g_free (self);
}

/**
 * loom_nvrtc_get_facts:
 *
 * Returns: (transfer none): what is known of it
 */
const LoomNvrtcFacts *
loom_nvrtc_get_facts (LoomNvrtc *self)
{
  return &self->facts;
}

/**
 * loom_nvrtc_set_patience:
 * @ms: of processor time that optimising one source may take, or 0
 *
 * Lets this process end with %LOOM_EXIT_PATIENCE where optimising takes longer. A compiler that
 * can't hurry has all the time that there is.
 */
void
loom_nvrtc_set_patience (LoomNvrtc *self,
                         guint      ms)
{
  self->patience_ms = self->can_hurry ? ms : 0;
}

/* Whoever could ask for other files would learn which exist. */
static gboolean
is_beneath (const char *name)
{
  g_auto (GStrv) parts = g_strsplit (name, "/", -1);

  return *name != '/' && !g_strv_contains ((const char * const *) parts, "..");
}

/**
 * loom_nvrtc_has_header:
 * @name: as an #include has it
 *
 * Returns: whether it is a stand-in of ours or one of the toolkit's headers
 */
gboolean
loom_nvrtc_has_header (LoomNvrtc  *self,
                       const char *name)
{
  static const char * const folders[] = { "", "cccl" };
  gboolean found = g_ptr_array_find_with_equal_func (self->header_names, name, g_str_equal, NULL);

  for (guint i = 0; !found && i < G_N_ELEMENTS (folders) && self->facts.include != NULL; i++)
    {
      g_autofree char *path = g_build_filename (self->facts.include, folders[i], name, NULL);

      found = is_beneath (name) && g_file_test (path, G_FILE_TEST_IS_REGULAR);
    }

  return found;
}

static char *
read_log (LoomNvrtc    *self,
          nvrtcProgram  program)
{
  g_autofree char *log = NULL;
  gsize size = 0;

  if (self->nvrtcGetProgramLogSize (program, &size) != NVRTC_SUCCESS || size == 0)
    return g_strdup ("");

  log = g_malloc0 (size + 1);
  self->nvrtcGetProgramLog (program, log);
  return g_utf8_make_valid (log, -1);
}

static char *
read_ptx (LoomNvrtc    *self,
          nvrtcProgram  program)
{
  char *ptx;
  gsize size = 0;

  if (self->nvrtcGetPTXSize (program, &size) != NVRTC_SUCCESS)
    return NULL;

  ptx = g_malloc0 (size + 1);
  if (self->nvrtcGetPTX (program, ptx) == NVRTC_SUCCESS)
    return ptx;

  g_free (ptx);
  return NULL;
}

/* There is none where the architecture is a virtual one. */
static GBytes *
read_cubin (LoomNvrtc    *self,
            nvrtcProgram  program)
{
  g_autofree char *cubin = NULL;
  gsize size = 0;

  if (self->nvrtcGetCUBINSize (program, &size) != NVRTC_SUCCESS || size == 0)
    return NULL;

  cubin = g_malloc (size);
  return self->nvrtcGetCUBIN (program, cubin) == NVRTC_SUCCESS
             ? g_bytes_new_take (g_steal_pointer (&cubin), size) : NULL;
}

static GHashTable *
read_names (LoomNvrtc          *self,
            nvrtcProgram        program,
            const char * const *expressions)
{
  GHashTable *lowered = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (guint i = 0; expressions != NULL && expressions[i] != NULL; i++)
    {
      const char *name = NULL;

      if (self->nvrtcGetLoweredName (program, expressions[i], &name) == NVRTC_SUCCESS
          && name != NULL)
        g_hash_table_insert (lowered, g_strdup (expressions[i]), g_strdup (name));
    }

  return lowered;
}

/* The compiler calls this now and then, but not before it has read the source. It would also stop
 * then, but only between its passes, of which one may take most of the time. */
static int
optimising_cb (void *data,
               void *reserved)
{
  LoomNvrtc *self = data;

  if (g_atomic_int_compare_and_exchange (&self->is_optimising, FALSE, TRUE))
    loom_confine_set_patience (self->patience_ms);
  return 0;
}

static nvrtcResult
compile (LoomNvrtc          *self,
         nvrtcProgram        program,
         const char * const *options,
         const char * const *expressions)
{
  nvrtcResult status = NVRTC_SUCCESS;
  int n = options != NULL ? (int) g_strv_length ((GStrv) options) : 0;

  for (guint i = 0; status == NVRTC_SUCCESS && expressions != NULL && expressions[i] != NULL; i++)
    status = self->nvrtcAddNameExpression (program, expressions[i]);

  if (status == NVRTC_SUCCESS && self->patience_ms > 0)
    self->nvrtcSetFlowCallback (program, optimising_cb, self);
  if (status == NVRTC_SUCCESS)
    status = self->nvrtcCompileProgram (program, n, options);
  if (g_atomic_int_compare_and_exchange (&self->is_optimising, TRUE, FALSE))
    loom_confine_set_patience (0);
  /* NVRTC 11.8 leaves the thread in a locale of its own. */
  loom_runner_locale_enter ();
  return status;
}

static gboolean
ask (LoomNvrtc          *self,
     const char         *source,
     const char         *name,
     const char * const *options,
     const char * const *expressions,
     LoomNvrtcResult    *result,
     GError            **error)
{
  nvrtcProgram program = NULL;
  nvrtcResult status;

  self->n_compiled++;
  *result = (LoomNvrtcResult) { FALSE };
  status = self->nvrtcCreateProgram (&program, source, name, (int) self->headers->len,
                                     (const char * const *) self->headers->pdata,
                                     (const char * const *) self->header_names->pdata);
  if (status == NVRTC_SUCCESS)
    status = compile (self, program, options, expressions);

  if (status == NVRTC_SUCCESS || status == NVRTC_ERROR_COMPILATION
      || status == NVRTC_ERROR_INVALID_OPTION)
    {
      result->log = read_log (self, program);
      result->ptx = status == NVRTC_SUCCESS ? read_ptx (self, program) : NULL;
      result->cubin = status == NVRTC_SUCCESS ? read_cubin (self, program) : NULL;
      result->compiled = result->ptx != NULL;
      result->lowered = read_names (self, program, result->compiled ? expressions : NULL);
    }
  else
    g_set_error (error, LOOM_ERROR,
                 status == NVRTC_ERROR_OUT_OF_MEMORY ? LOOM_ERROR_COMPILE : LOOM_ERROR_FAILED,
                 _("The compiler gave up on %s: %s"), name,
                 self->nvrtcGetErrorString (status));

  if (program != NULL)
    self->nvrtcDestroyProgram (&program);
  return result->log != NULL;
}

/**
 * loom_nvrtc_compile:
 * @source: CUDA C++
 * @name: of the source, for the log and the line table
 * @options: (nullable): NVRTC's options
 * @expressions: (nullable): names to keep and to look up in the PTX
 * @result: (out caller-allocates): free with loom_nvrtc_result_clear()
 *
 * Compiles a source, unless the answer is known. That it has mistakes is a result with a log.
 *
 * Errors: %LOOM_ERROR_FAILED where the compiler itself failed, %LOOM_ERROR_COMPILE where that was
 * for want of memory.
 *
 * Returns: whether there is a result
 */
gboolean
loom_nvrtc_compile (LoomNvrtc          *self,
                    const char         *source,
                    const char         *name,
                    const char * const *options,
                    const char * const *expressions,
                    LoomNvrtcResult    *result,
                    GError            **error)
{
  g_autoptr (GBytes) question
      = loom_nvrtc_memo_question (self->memo, source, name, options, expressions);

  if (question != NULL && loom_nvrtc_memo_find (self->memo, question, result))
    return TRUE;
  if (!ask (self, source, name, options, expressions, result, error))
    return FALSE;

  if (question != NULL)
    loom_nvrtc_memo_add (self->memo, question, result);
  return TRUE;
}

/**
 * loom_nvrtc_get_n_compiled:
 *
 * Returns: how often it has compiled; what was known already does not count
 */
guint
loom_nvrtc_get_n_compiled (LoomNvrtc *self)
{
  return self->n_compiled;
}

/**
 * loom_nvrtc_get_memo:
 *
 * Returns: (transfer none): what remembers its answers
 */
LoomNvrtcMemo *
loom_nvrtc_get_memo (LoomNvrtc *self)
{
  return self->memo;
}

void
loom_nvrtc_result_clear (LoomNvrtcResult *self)
{
  g_clear_pointer (&self->log, g_free);
  g_clear_pointer (&self->ptx, g_free);
  g_clear_pointer (&self->cubin, g_bytes_unref);
  g_clear_pointer (&self->lowered, g_hash_table_unref);
}
