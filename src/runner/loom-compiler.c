/* loom-compiler.c: one document through NVRTC: PTX, signatures, diagnostics
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-compiler.h"

#include "loom-compile-options.h"
#include "loom-diagnose.h"
#include "loom-has-include.h"
#include "loom-ptx-text.h"
#include "loom-signature.h"
#include "loom-source-scan.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define DEFAULT_STD "-std=c++17"
#define LINES "-lineinfo"
#define UNOPTIMISED "-G"         /* which has lines as well */
#define MAX_SOURCE (16 << 20)
#define MAX_PTX (64 << 20)

typedef struct
{
  LoomNvrtc                *nvrtc;
  const LoomCompileRequest *request;
  const char               *name;
  char                     *source;     /* the document's text, ended by NUL */
  GStrv                     options;
  LoomSourceScan           *scan;
  LoomDiagnoseContext       context;
  LoomNvrtcResult           result;
  LoomCompiled             *compiled;
} Job;

static void
job_clear (Job *job)
{
  g_free (job->source);
  g_strfreev (job->options);
  g_clear_pointer (&job->scan, loom_source_scan_free);
  loom_nvrtc_result_clear (&job->result);
  g_clear_pointer (&job->compiled, loom_compiled_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Job, job_clear)

static void
add_problem (Job        *job,
             guint       line,
             const char *text)
{
  g_ptr_array_add (job->compiled->diagnostics,
                   loom_diagnostic_new (LOOM_SEVERITY_ERROR, line, 0, "%s", text));
}

/* What no compiler should be given. */
static gboolean
check_source (Job *job)
{
  const char *source = job->request->source;
  gsize length = job->request->length;
  const char *end;
  guint line = 1;

  if (length > MAX_SOURCE)
    {
      g_autofree char *text = g_strdup_printf (
          _("the source has %zu bytes; at most %d are compiled"), length, MAX_SOURCE);

      add_problem (job, 0, text);
      return FALSE;
    }

  if (g_utf8_validate (source, length, &end))
    return TRUE;

  for (const char *at = source; at < end; at++)
    line += *at == '\n';
  add_problem (job, line,
               _("this is not text: here stands a byte that is no UTF-8 character"));
  return FALSE;
}

/* Whether a file exists is told by neither log nor line table, so nothing could be withheld later.
 */
static gboolean
check_questions (Job *job)
{
  const char * const *options = job->request->options;
  guint line = loom_has_include_find (job->source);
  gboolean found = line > 0;

  for (guint i = 0; options != NULL && options[i] != NULL; i++)
    found = found || loom_has_include_find (options[i]) > 0;
  if (found)
    add_problem (job, line,
                 _("__has_include, or part of it in a source that pastes words together by ##, is "
                   "refused: this system has no Landlock, so it could tell which files exist "
                   "outside the document’s folder"));
  return !found;
}

static gboolean
has_option (const char * const *options,
            const char         *prefix)
{
  for (guint i = 0; options != NULL && options[i] != NULL; i++)
    if (g_str_has_prefix (options[i], prefix))
      return TRUE;

  return FALSE;
}

/* No GPU takes part in what is compiled here, so there is none whose architecture is native. */
static const char *
get_arch (const LoomCompileRequest *request)
{
  return request->arch != NULL && !g_str_equal (request->arch, LOOM_ARCH_NATIVE)
             ? request->arch
             : LOOM_ARCH_DEFAULT;
}

/* The compiler's words for a number that it doesn't know name its own option, which nobody gave. */
static void
explain_arch (Job *job)
{
  g_autofree char *text = NULL;

  if (job->result.ptx != NULL || job->result.log == NULL ||
      strstr (job->result.log, "--gpu-architecture") == NULL)
    return;

  text = g_strdup_printf (_("%1$s cannot compile for %2$s; choose another architecture, or leave "
                            "it out for %3$s"),
                          job->compiled->compiler, get_arch (job->request), LOOM_ARCH_DEFAULT);
  add_problem (job, 0, text);
}

static void
explain_native (Job *job)
{
  g_autofree char *text = NULL;

  if (g_strcmp0 (job->request->arch, LOOM_ARCH_NATIVE) != 0)
    return;

  text = g_strdup_printf (_("arch is native, but no GPU takes part: this is compiled for %s"),
                          LOOM_ARCH_DEFAULT);
  g_ptr_array_add (job->compiled->diagnostics,
                   loom_diagnostic_new (LOOM_SEVERITY_NOTE, 0, 0, "%s", text));
}

static GStrv
make_options (Job *job)
{
  const LoomCompileRequest *request = job->request;
  const char *arch = get_arch (request);
  g_autoptr (GStrvBuilder) options = g_strv_builder_new ();
  g_autofree char *gpu = g_strconcat ("--gpu-architecture=", arch, NULL);

  g_strv_builder_add (options, gpu);
  g_strv_builder_add (options, LINES);
  if (!has_option (request->options, "-std") && !has_option (request->options, "--std"))
    g_strv_builder_add (options, DEFAULT_STD);
  if (request->options != NULL)
    g_strv_builder_addv (options, (const char **) request->options);
  if (request->folder != NULL)
    {
      g_autofree char *own = g_strconcat ("-I", request->folder, NULL);

      g_strv_builder_add (options, own);
    }
  if (job->context.include != NULL)
    {
      g_autofree char *toolkit = g_strconcat ("-I", job->context.include, NULL);
      g_autofree char *cccl = g_strconcat ("-I", job->context.include, "/cccl", NULL);

      g_strv_builder_add (options, toolkit);
      g_strv_builder_add (options, cccl);
    }

  return g_strv_builder_end (options);
}

/* Every expression twice: once for its own name in the PTX, once for its types. */
static GStrv
make_expressions (GPtrArray *kernels,
                  GPtrArray *variables)
{
  g_autoptr (GStrvBuilder) expressions = g_strv_builder_new ();

  for (guint i = 0; i < kernels->len; i++)
    {
      g_autofree char *signature = loom_signature_of_kernel (kernels->pdata[i]);

      g_strv_builder_add (expressions, kernels->pdata[i]);
      g_strv_builder_add (expressions, signature);
    }
  for (guint i = 0; i < variables->len; i++)
    {
      g_autofree char *address = g_strconcat ("&", variables->pdata[i], NULL);
      g_autofree char *signature = loom_signature_of_variable (variables->pdata[i]);

      g_strv_builder_add (expressions, address);
      g_strv_builder_add (expressions, signature);
    }

  return g_strv_builder_end (expressions);
}

static gboolean
compile (Job        *job,
         GPtrArray  *kernels,
         GPtrArray  *variables,
         GError    **error)
{
  g_auto (GStrv) expressions = make_expressions (kernels, variables);
  g_autofree char *text = g_strconcat (job->source, loom_signature_source, NULL);

  loom_nvrtc_result_clear (&job->result);
  return loom_nvrtc_compile (job->nvrtc, text, job->name, (const char * const *) job->options,
                             (const char * const *) expressions, &job->result, error);
}

static gboolean
is_ours (const char *entry)
{
  return strstr (entry, LOOM_SIGNATURE_KERNEL) != NULL;
}

/* The declaration of a kernel; of overloads, which share their name, each in its turn. */
static LoomScannedKernel *
find_declaration (Job        *job,
                  const char *name)
{
  guint seen = 0, turn = 0;

  for (guint i = 0; i < job->compiled->kernels->len; i++)
    turn += g_str_equal (((LoomKernel *) job->compiled->kernels->pdata[i])->name, name);

  for (guint i = 0; turn > 0 && i < job->scan->kernels->len; i++)
    if (g_str_equal (((LoomScannedKernel *) job->scan->kernels->pdata[i])->name, name)
        && seen++ == turn)
      return job->scan->kernels->pdata[i];

  return loom_source_scan_find_kernel (job->scan, name);
}

/* Sizes of what is passed by value are the PTX's, names are the declaration's. */
static void
complete_kernel (Job        *job,
                 LoomKernel *kernel)
{
  g_autoptr (GArray) sizes = loom_ptx_text_list_params (job->result.ptx, kernel->entry);
  LoomScannedKernel *declaration = find_declaration (job, kernel->name);
  gboolean named
      = declaration != NULL && g_strv_length (declaration->params) == kernel->params->len;

  kernel->line = declaration != NULL ? declaration->line : 0;
  for (guint i = 0; i < kernel->params->len; i++)
    {
      LoomParam *param = kernel->params->pdata[i];

      const char *name = named ? declaration->params[i] : "";

      g_free (param->name);
      param->name = *name != '\0' ? g_strdup (name) : g_strdup_printf ("arg%u", i);
      if (i < sizes->len && param->kind == LOOM_PARAM_STRUCT
          && param->type.scalar == LOOM_SCALAR_BYTES)
        param->type.size = (guint32) MIN (g_array_index (sizes, guint64, i), G_MAXUINT32);
    }
}

static gboolean
find_expression (Job         *job,
                 GPtrArray   *expressions,
                 const char  *entry,
                 const char **expression)
{
  for (guint i = 0; i < expressions->len; i++)
    if (g_strcmp0 (g_hash_table_lookup (job->result.lowered, expressions->pdata[i]), entry) == 0)
      {
        *expression = expressions->pdata[i];
        return TRUE;
      }

  return FALSE;
}

/* The types of an entry: by the expression that names it, else as far as its mangled name tells
 * them. */
static LoomKernel *
read_kernel (Job        *job,
             GPtrArray  *expressions,
             const char *entry)
{
  LoomKernel *kernel = loom_kernel_new ();
  GPtrArray *params = NULL;
  const char *expression;

  kernel->entry = g_strdup (entry);
  kernel->max_threads = loom_ptx_text_get_max_threads (job->result.ptx, entry);
  if (find_expression (job, expressions, entry, &expression))
    {
      g_autofree char *signature = loom_signature_of_kernel (expression);
      const char *lowered = g_hash_table_lookup (job->result.lowered, signature);

      kernel->name = g_strdup (expression);
      params = lowered != NULL ? loom_signature_read_params (lowered) : NULL;
    }
  else
    params = loom_signature_read_entry (entry, &kernel->name);

  if (kernel->name == NULL)
    kernel->name = g_strdup (entry);
  if (params == NULL)
    {
      loom_kernel_free (kernel);
      return NULL;
    }

  g_clear_pointer (&kernel->params, g_ptr_array_unref);
  kernel->params = params;
  complete_kernel (job, kernel);
  return kernel;
}

static gboolean
read_kernels (Job       *job,
              GPtrArray *expressions)
{
  g_autoptr (GPtrArray) entries = loom_ptx_text_list_entries (job->result.ptx);
  gboolean complete = TRUE;

  g_ptr_array_set_size (job->compiled->kernels, 0);
  for (guint i = 0; i < entries->len; i++)
    {
      LoomKernel *kernel
          = is_ours (entries->pdata[i]) ? NULL : read_kernel (job, expressions, entries->pdata[i]);

      if (kernel != NULL)
        g_ptr_array_add (job->compiled->kernels, kernel);
      complete = complete && (kernel != NULL || is_ours (entries->pdata[i]));
    }

  return complete;
}

static LoomSymbol *
read_symbol (Job               *job,
             GPtrArray         *expressions,
             const LoomPtxName *variable)
{
  LoomSymbol *symbol = loom_symbol_new ();

  symbol->lowered = g_strdup (variable->name);
  symbol->is_constant = variable->is_constant;
  for (guint i = 0; symbol->name == NULL && i < expressions->len; i++)
    {
      g_autofree char *address = g_strconcat ("&", expressions->pdata[i], NULL);
      g_autofree char *signature = loom_signature_of_variable (expressions->pdata[i]);
      const char *lowered = g_hash_table_lookup (job->result.lowered, signature);

      if (g_strcmp0 (g_hash_table_lookup (job->result.lowered, address), variable->name) == 0
          && lowered != NULL
          && loom_signature_read_variable (lowered, &symbol->type, &symbol->shape))
        symbol->name = g_strdup (expressions->pdata[i]);
    }

  if (symbol->name == NULL)
    {
      symbol->name = g_strdup (variable->name);
      symbol->type
          = (LoomType){ LOOM_SCALAR_BYTES, 1, (guint32) MIN (variable->size, G_MAXUINT32) };
      symbol->shape = (LoomShape) { .rank = 1, .cols = 1, .rows = 1, .planes = 1 };
    }

  return symbol;
}

static void
read_symbols (Job       *job,
              GPtrArray *expressions)
{
  g_autoptr (GPtrArray) variables = loom_ptx_text_list_variables (job->result.ptx);

  g_ptr_array_set_size (job->compiled->symbols, 0);
  for (guint i = 0; i < variables->len; i++)
    g_ptr_array_add (job->compiled->symbols, read_symbol (job, expressions, variables->pdata[i]));
}

/* Names by which an expression can mean only one thing: not overloaded, not a bare template. */
static void
add_kernel_names (Job       *job,
                  GPtrArray *names)
{
  for (guint i = 0; i < job->scan->kernels->len; i++)
    {
      LoomScannedKernel *kernel = job->scan->kernels->pdata[i];

      if (!kernel->is_template
          && !g_ptr_array_find_with_equal_func (names, kernel->name, g_str_equal, NULL))
        g_ptr_array_add (names, g_strdup (kernel->name));
    }
}

static void
add_variable_names (Job       *job,
                    GPtrArray *names)
{
  for (guint i = 0; i < job->scan->variables->len; i++)
    {
      LoomScannedVariable *variable = job->scan->variables->pdata[i];

      g_ptr_array_add (names, g_strdup (variable->name));
    }
}

static void
add_kernel_expression (Job       *job,
                       GPtrArray *names)
{
  const char *kernel = job->request->kernel;

  if (kernel != NULL && !g_ptr_array_find_with_equal_func (names, kernel, g_str_equal, NULL))
    g_ptr_array_add (names, g_strdup (kernel));
}

/* With the types of everything the text declares; where one of those names makes no sense to the
 * compiler (an overload, a conditional), with only those that it then reports itself. */
static gboolean
compile_with_types (Job        *job,
                    GPtrArray  *kernels,
                    GPtrArray  *variables,
                    gboolean   *ours,
                    GError    **error)
{
  if (!compile (job, kernels, variables, error))
    return FALSE;

  g_clear_pointer (&job->compiled->diagnostics, g_ptr_array_unref);
  job->compiled->diagnostics = loom_diagnose_log (job->result.log, &job->context, ours);
  return TRUE;
}

static gboolean
compile_retrying (Job        *job,
                  GPtrArray  *kernels,
                  GPtrArray  *variables,
                  GError    **error)
{
  gboolean ours;

  if (!compile_with_types (job, kernels, variables, &ours, error))
    return FALSE;

  if (!job->result.compiled && ours)
    {
      g_ptr_array_set_size (kernels, 0);
      g_ptr_array_set_size (variables, 0);
      add_kernel_expression (job, kernels);
      if (!compile_with_types (job, kernels, variables, &ours, error))
        return FALSE;
    }
  if (!job->result.compiled)
    return TRUE;

  if (!read_kernels (job, kernels) && kernels->len == 0)
    {
      g_autoptr (GPtrArray) entries = loom_ptx_text_list_entries (job->result.ptx);

      for (guint i = 0; i < entries->len; i++)
        if (!g_str_has_prefix (entries->pdata[i], "_Z"))
          g_ptr_array_add (kernels, g_strdup (entries->pdata[i]));
      if (!compile_with_types (job, kernels, variables, &ours, error))
        return FALSE;
      if (job->result.compiled)
        read_kernels (job, kernels);
    }

  return TRUE;
}

static void
explain_no_kernel (Job *job)
{
  for (guint i = 0; i < job->scan->kernels->len; i++)
    {
      LoomScannedKernel *kernel = job->scan->kernels->pdata[i];
      LoomDiagnostic *diagnostic;

      if (!kernel->is_template)
        continue;

      diagnostic = loom_diagnostic_new (
          LOOM_SEVERITY_ERROR, kernel->line, 0,
          _("the template %s is never instantiated, so there is nothing to run: "
             "choose its types with kernel=%s<float>"),
          kernel->name, kernel->name);
      diagnostic->fix = LOOM_FIX_CHOOSE_TEMPLATE;
      diagnostic->replacement = g_strdup_printf ("%s<float>", kernel->name);
      g_ptr_array_add (job->compiled->diagnostics, diagnostic);
      return;
    }

  add_problem (job, 0, _("there is no kernel here: write a function marked __global__"));
}

static const char *
get_folder (Job *job)
{
  return job->request->folder != NULL ? job->request->folder : "/";
}

static void
finish_ptx (Job *job)
{
  g_autofree char *stripped = NULL;

  stripped = loom_ptx_text_drop_entries (job->result.ptx, LOOM_SIGNATURE_KERNEL);
  job->compiled->ptx = loom_ptx_text_relative_files (stripped, get_folder (job));
}

/* The same once more, each statement as it stands. Our own kernels stay: debug information refers to the code of every
 * kernel. */
static gboolean
compile_as_written (Job        *job,
                    GPtrArray  *kernels,
                    GPtrArray  *variables,
                    GError    **error)
{
  LoomNvrtcResult optimised = job->result;
  gboolean ok;

  job->result = (LoomNvrtcResult) { FALSE };
  for (guint i = 0; job->options[i] != NULL; i++)
    if (g_str_equal (job->options[i], LINES))
      {
        g_free (job->options[i]);
        job->options[i] = g_strdup (UNOPTIMISED);
      }
  ok = compile (job, kernels, variables, error);
  if (ok && job->result.compiled && strlen (job->result.ptx) <= MAX_PTX)
    job->compiled->written_ptx = loom_ptx_text_relative_files (job->result.ptx, get_folder (job));
  else if (ok)
    add_problem (job, 0, _("this source cannot be compiled without optimisation, so it cannot be counted as written"));
  loom_nvrtc_result_clear (&job->result);
  job->result = optimised;
  return ok;
}

static void
withhold (Job *job)
{
  g_ptr_array_set_size (job->compiled->diagnostics, 0);
  g_clear_pointer (&job->result.log, g_free);
  job->result.log = g_strdup ("");
  add_problem (job, 0,
               _("this source includes a file outside the document's folder: that is refused, "
                 "and the compiler's log is withheld"));
}

static gboolean
run_job (Job       *job,
         gboolean   confined,
         GError   **error)
{
  g_autoptr (GPtrArray) kernels = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) variables = g_ptr_array_new_with_free_func (g_free);

  add_kernel_names (job, kernels);
  add_variable_names (job, variables);
  add_kernel_expression (job, kernels);
  if (!compile_retrying (job, kernels, variables, error))
    return FALSE;

  if (!confined && loom_diagnose_names_outside (job->result.log, job->result.ptx, &job->context))
    withhold (job);
  else if (job->result.compiled && strlen (job->result.ptx) > MAX_PTX)
    add_problem (job, 0, _("the compiled code has more than 64 MiB"));
  else if (job->result.compiled && job->compiled->kernels->len == 0)
    explain_no_kernel (job);
  else if (job->result.compiled)
    {
      read_symbols (job, variables);
      finish_ptx (job);
      return !job->request->as_written || compile_as_written (job, kernels, variables, error);
    }

  return TRUE;
}

/**
 * loom_compiler_compile:
 * @nvrtc: a compiler that can compile
 * @request: what to compile; the working directory must be its folder
 * @confined: whether the kernel keeps this thread from reading other files
 * @error: return location for an error
 *
 * Compiles a document. Types of parameters come from the compiler, which is asked for the names of
 * templates that take them as arguments; names of parameters from the text.
 *
 * Errors: %LOOM_ERROR_COMPILE where the compiler gave up, %LOOM_ERROR_DOCUMENT for an option that
 * is refused.
 *
 * Returns: (transfer full): PTX and signatures, or diagnostics; %NULL on error
 */
LoomCompiled *
loom_compiler_compile (LoomNvrtc                 *nvrtc,
                       const LoomCompileRequest  *request,
                       gboolean                   confined,
                       GError                   **error)
{
  g_auto (Job) job = { .nvrtc = nvrtc, .request = request };
  gint64 start = g_get_monotonic_time ();

  if (!loom_compile_options_check (request->options, error) ||
      !loom_compile_arch_check (request->arch, error))
    return NULL;

  job.compiled = loom_compiled_new ();
  job.compiled->compiler = g_strdup (loom_nvrtc_get_name (nvrtc));
  job.name = request->name != NULL && *request->name != '\0' ? request->name : "untitled.cu";
  if (!check_source (&job))
    return g_steal_pointer (&job.compiled);

  job.source = g_strndup (request->source, request->length);
  if (!confined && !check_questions (&job))
    return g_steal_pointer (&job.compiled);

  job.scan = loom_source_scan_new (job.source, request->length);
  job.context = (LoomDiagnoseContext) {
    .source = job.source,
    .name = job.name,
    .kernel = request->kernel,
    .folder = request->folder,
    .include = loom_nvrtc_get_include (nvrtc),
    .scan = job.scan,
  };
  job.options = make_options (&job);
  if (!run_job (&job, confined, error))
    return NULL;

  explain_arch (&job);
  explain_native (&job);
  job.compiled->log = loom_diagnose_clean_log (job.result.log);
  job.compiled->compile_ms = (g_get_monotonic_time () - start) / 1000.0;
  return g_steal_pointer (&job.compiled);
}
