/* loom-compiler.c: one document through NVRTC: PTX, signatures, diagnostics
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-compiler-private.h"

#include "loom-compile-options.h"
#include "loom-nvrtc-memo.h"
#include "loom-struct-layout.h"
#include "loom-ptx-text.h"
#include "loom-signature.h"
#include "loom-source-plain.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define DEFAULT_STD "-std=c++17"
#define BEFORE "--pre-include=cuda_runtime.h"   /* as nvcc does */
#define LINES "-lineinfo"
#define UNOPTIMISED "-G"         /* which has lines as well */
/* Functions without an attribute are the device's: for those that are constexpr. */
#define PLAIN_FUNCTIONS "-default-device"
#define MAX_PTX (64 << 20)
#define MAX_MEMBERS 256          /* each is asked of each struct */
#define MAX_TRIES 7
/* CCCL's headers have a template of its own for each short list of types, and by default so many
 * that reading them takes most of the time. Longer lists work the same. */
#define SHORT_LISTS "-D_CCCL_META_UNROLL_LIMIT=4"
/* What headers/math.h has beside the compiler's own functions. */
#define MIXED_NUMBERS "-DLOOM_MIXED_NUMBERS"
/* Cooperative groups by themselves, without libcu++, for what few use. */
#define GROUPS_ALONE "-D_CG_LIMIT_INCLUDED_DEPENDENCIES"

static void
job_clear (LoomCompilerJob *job)
{
  g_free (job->source);
  g_strfreev (job->options);
  g_clear_pointer (&job->scan, loom_source_scan_free);
  g_clear_pointer (&job->members, g_ptr_array_unref);
  g_clear_pointer (&job->untyped, g_ptr_array_unref);
  g_clear_pointer (&job->device, loom_source_device_free);
  g_clear_pointer (&job->unit, loom_source_unit_free);
  loom_nvrtc_result_clear (&job->result);
  g_clear_pointer (&job->instance_errors, g_ptr_array_unref);
  g_clear_pointer (&job->compiled, loom_compiled_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LoomCompilerJob, job_clear)

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
const char *
_loom_compiler_get_arch (const LoomCompileRequest *request)
{
  return request->arch != NULL && !g_str_equal (request->arch, LOOM_ARCH_NATIVE)
             ? request->arch
             : LOOM_ARCH_DEFAULT;
}

static GStrv
make_options (LoomCompilerJob *job)
{
  const LoomCompileRequest *request = job->request;
  const char *arch = _loom_compiler_get_arch (request);
  g_autoptr (GStrvBuilder) options = g_strv_builder_new ();
  g_autofree char *gpu = g_strconcat (LOOM_COMPILER_ARCHITECTURE, arch, NULL);

  g_strv_builder_add (options, gpu);
  g_strv_builder_add (options, LINES);
  g_strv_builder_add (options, BEFORE);
  g_strv_builder_add (options, SHORT_LISTS);
  if (request->in_haste)
    g_strv_builder_add (options, LOOM_NVRTC_HASTE "=mid");
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

/* Every expression twice: once for its own name in the PTX, once for its types; and once more for
 * what structs are made of, if there are any. */
static GStrv
make_expressions (LoomCompilerJob *job,
                  GPtrArray       *kernels,
                  GPtrArray       *variables)
{
  g_autoptr (GStrvBuilder) expressions = g_strv_builder_new ();

  for (guint i = 0; i < kernels->len; i++)
    {
      g_autofree char *signature = loom_signature_of_kernel (kernels->pdata[i]);

      g_strv_builder_add (expressions, kernels->pdata[i]);
      g_strv_builder_add (expressions, signature);
      if (job->members->len > 0)
        {
          g_autofree char *layout = loom_struct_layout_of_kernel (kernels->pdata[i]);

          g_strv_builder_add (expressions, layout);
        }
    }
  for (guint i = 0; i < variables->len; i++)
    {
      g_autofree char *address = g_strconcat ("&", variables->pdata[i], NULL);
      g_autofree char *signature = loom_signature_of_variable (variables->pdata[i]);

      g_strv_builder_add (expressions, address);
      g_strv_builder_add (expressions, signature);
      if (job->members->len > 0)
        {
          g_autofree char *layout = loom_struct_layout_of_variable (variables->pdata[i]);

          g_strv_builder_add (expressions, layout);
        }
    }

  return g_strv_builder_end (expressions);
}

/* Those of the request, and what the text for the device needs. */
GStrv
_loom_compiler_list_options (LoomCompilerJob *job)
{
  g_autoptr (GStrvBuilder) options = g_strv_builder_new ();

  g_strv_builder_addv (options, (const char **) job->options);
  if (loom_source_device_has_plain_functions (job->device))
    g_strv_builder_add (options, PLAIN_FUNCTIONS);
  if (loom_source_device_is_folded (job->device))
    g_strv_builder_add (options, "-D" LOOM_SOURCE_CONST "=constexpr const");
  if (job->mixes_numbers)
    g_strv_builder_add (options, MIXED_NUMBERS);
  if (job->is_lean)
    g_strv_builder_add (options, GROUPS_ALONE);
  return g_strv_builder_end (options);
}

/* Whether headers are worth leaving out. Template arguments may come from those that cooperative
 * groups would bring along. */
static gboolean
may_be_lean (LoomCompilerJob *job)
{
  static const char * const nothing[] = { NULL };
  const char *text = loom_source_device_text (job->device, NULL);
  const char *kernel = job->request->kernel;
  const char * const *instances = job->request->instances;
  g_autofree char *without_idle = loom_source_dup_without_idle (text, nothing);
  gboolean is_plain = kernel == NULL || strstr (kernel, "cuda::") == NULL;

  for (guint i = 0; is_plain && instances != NULL && instances[i] != NULL; i++)
    is_plain = strstr (instances[i], "cuda::") == NULL;
  for (guint i = 0; is_plain && i < job->compiled->launches->len; i++)
    {
      const LoomSourceLaunch *launch = job->compiled->launches->pdata[i];

      is_plain = launch->instance == NULL || strstr (launch->instance, "cuda::") == NULL;
    }

  return is_plain && (without_idle != NULL || strstr (text, "cooperative_groups") != NULL);
}

/* For the device, as far as it seems to be needed, and as a compiler reads it. */
char *
_loom_compiler_dup_text (LoomCompilerJob    *job,
                         const char * const *expressions)
{
  gsize length;
  const char *whole = loom_source_device_text (job->device, &length);
  g_autofree char *trapping
      = job->traps_launches ? loom_source_dup_without_launches (whole, length) : NULL;
  const char *text = trapping != NULL ? trapping : whole;
  g_autofree char *without_idle
      = job->is_lean ? loom_source_dup_without_idle (text, expressions) : NULL;

  if (without_idle != NULL)
    return loom_source_dup_plain (without_idle, strlen (without_idle));
  return loom_source_dup_plain (text, strlen (text));
}

static gboolean
compile (LoomCompilerJob  *job,
         GPtrArray        *kernels,
         GPtrArray        *variables,
         GError          **error)
{
  g_auto (GStrv) expressions = make_expressions (job, kernels, variables);
  g_auto (GStrv) options = _loom_compiler_list_options (job);
  g_autofree char *layouts
      = job->members->len > 0 ? loom_struct_layout_source (job->members) : NULL;
  g_autofree char *source = _loom_compiler_dup_text (job, (const char * const *) expressions);
  g_autofree char *opaque = _loom_compiler_dup_opaque (job, source, job->unset_log);
  g_autofree char *text = g_strconcat (opaque != NULL ? opaque : source, loom_signature_source,
                                       layouts, NULL);

  loom_nvrtc_result_clear (&job->result);
  return loom_nvrtc_compile (job->nvrtc, text, job->name, (const char * const *) options,
                             (const char * const *) expressions, &job->result, error);
}

static void
add_expression (GPtrArray  *names,
                const char *kernel)
{
  if (kernel != NULL && !g_ptr_array_find_with_equal_func (names, kernel, g_str_equal, NULL))
    g_ptr_array_add (names, g_strdup (kernel));
}

/* Those that were asked for. */
static void
add_kernel_expressions (LoomCompilerJob *job,
                        GPtrArray       *names)
{
  const char * const *instances = job->request->instances;

  add_expression (names, job->request->kernel);
  for (guint i = 0; instances != NULL && instances[i] != NULL; i++)
    add_expression (names, instances[i]);
}

/* What has no address that is constant, as a managed variable has none, stays without its types,
 * and takes those of no other along. */
static gboolean
drop_wrong_variables (LoomCompilerJob *job,
                      GPtrArray       *variables)
{
  g_autoptr (GPtrArray) quoted = _loom_compiler_list_quoted (job->result.log);
  const guint n_before = variables->len;

  for (guint i = 0; i < quoted->len; i++)
    for (guint j = variables->len; j-- > 0;)
      {
        const char *address = g_strchug (quoted->pdata[i]);

        if (*address == '&'
            && g_str_equal (address + 1 + strspn (address + 1, " "), variables->pdata[j]))
          g_ptr_array_add (job->untyped, g_ptr_array_steal_index (variables, j));
      }

  return variables->len < n_before;
}

/* With the types of everything the text declares; where one of those names makes no sense to the
 * compiler (an overload, a conditional), with only those that it then reports itself. */
gboolean
_loom_compiler_compile_with_types (LoomCompilerJob  *job,
                                   GPtrArray        *kernels,
                                   GPtrArray        *variables,
                                   gboolean         *ours,
                                   GError          **error)
{
  guint tries = 0;

  do
    if (!compile (job, kernels, variables, error))
      return FALSE;
  while (!job->result.compiled && ++tries < MAX_TRIES
         && (_loom_compiler_amend_device (job) || drop_wrong_variables (job, variables)));

  g_clear_pointer (&job->compiled->diagnostics, g_ptr_array_unref);
  job->compiled->diagnostics = loom_diagnose_log (job->result.log, &job->context, ours);
  _loom_compiler_explain_left_out (job);
  _loom_compiler_blame_missing (job);
  return TRUE;
}

static gboolean
compile_retrying (LoomCompilerJob  *job,
                  GPtrArray        *kernels,
                  GPtrArray        *variables,
                  GError          **error)
{
  gboolean ours;

  if (!_loom_compiler_compile_with_instances (job, kernels, variables, &ours, error))
    return FALSE;

  if (!job->result.compiled && ours && job->members->len > 0)
    {
      g_ptr_array_set_size (job->members, 0);
      if (!_loom_compiler_compile_with_types (job, kernels, variables, &ours, error))
        return FALSE;
    }
  if (!job->result.compiled && ours)
    {
      g_ptr_array_set_size (kernels, 0);
      g_ptr_array_set_size (variables, 0);
      add_kernel_expressions (job, kernels);
      if (!_loom_compiler_compile_with_types (job, kernels, variables, &ours, error))
        return FALSE;
    }
  if (!job->result.compiled)
    return TRUE;

  if (!_loom_compiler_read_kernels (job, kernels) && kernels->len == 0)
    {
      g_autoptr (GPtrArray) entries = loom_ptx_text_list_entries (job->result.ptx);

      for (guint i = 0; i < entries->len; i++)
        if (!g_str_has_prefix (entries->pdata[i], "_Z"))
          g_ptr_array_add (kernels, g_strdup (entries->pdata[i]));
      if (!_loom_compiler_compile_with_types (job, kernels, variables, &ours, error))
        return FALSE;
      if (job->result.compiled)
        _loom_compiler_read_kernels (job, kernels);
    }

  return TRUE;
}

static const char *
get_folder (LoomCompilerJob *job)
{
  return job->request->folder != NULL ? job->request->folder : "/";
}

static void
finish_ptx (LoomCompilerJob *job)
{
  g_autofree char *stripped
      = loom_ptx_text_drop_entries (job->result.ptx, LOOM_SIGNATURE_KERNEL);

  job->compiled->ptx = loom_ptx_text_name_files (stripped, get_folder (job), job->unit->files);
}

/* The same once more, each statement as it stands; if that compiles, with variables hidden that the
 * compiler knows to be undefined. Our own kernels stay: debug information refers to the code of
 * every kernel. */
static gboolean
compile_as_written (LoomCompilerJob  *job,
                    GPtrArray        *kernels,
                    GPtrArray        *variables,
                    GError          **error)
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
  job->unset_log = optimised.log;
  ok = compile (job, kernels, variables, error);
  job->unset_log = NULL;
  if (ok && !job->result.compiled)
    ok = compile (job, kernels, variables, error);
  if (ok && job->result.compiled && strlen (job->result.ptx) <= MAX_PTX)
    job->compiled->written_ptx
        = loom_ptx_text_name_files (job->result.ptx, get_folder (job), job->unit->files);
  else if (ok)
    _loom_compiler_tell (
        job, WARNING, 0,
        _("this source cannot be compiled without optimisation, so accesses cannot be counted as "
          "written, and some uninitialised reads are not found"));
  loom_nvrtc_result_clear (&job->result);
  job->result = optimised;
  return ok;
}

/* Once more with variables that the text alone does not tell of. If one of them has no such name
 * after all, all stay without their types. */
static void
ask_for_the_rest (LoomCompilerJob *job,
                  GPtrArray       *kernels,
                  GPtrArray       *variables)
{
  GPtrArray *names = _loom_compiler_list_unasked (job, variables);
  const guint n_known = variables->len;
  LoomNvrtcResult known = job->result;

  g_ptr_array_extend_and_steal (variables, names);
  if (variables->len == n_known)
    return;

  job->result = (LoomNvrtcResult) { FALSE };
  if (compile (job, kernels, variables, NULL) && job->result.compiled)
    {
      loom_nvrtc_result_clear (&known);
      return;
    }

  loom_nvrtc_result_clear (&job->result);
  job->result = known;
  g_ptr_array_set_size (variables, (gint) n_known);
}

static gboolean
run_job (LoomCompilerJob  *job,
         gboolean          confined,
         GError          **error)
{
  g_autoptr (GPtrArray) kernels = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) variables = g_ptr_array_new_with_free_func (g_free);

  /* Names by which an expression can mean only one thing: not overloaded, not a bare template. */
  for (guint i = 0; i < job->scan->kernels->len; i++)
    {
      LoomScannedKernel *kernel = job->scan->kernels->pdata[i];

      if (!kernel->is_template
          && !g_ptr_array_find_with_equal_func (kernels, kernel->name, g_str_equal, NULL))
        g_ptr_array_add (kernels, g_strdup (kernel->name));
    }
  for (guint i = 0; i < job->scan->variables->len; i++)
    {
      LoomScannedVariable *variable = job->scan->variables->pdata[i];

      g_ptr_array_add (variables, g_strdup (variable->name));
    }
  add_kernel_expressions (job, kernels);
  if (!compile_retrying (job, kernels, variables, error))
    return FALSE;

  if (!confined && loom_diagnose_names_outside (job->result.log, job->result.ptx, &job->context))
    _loom_compiler_withhold (job);
  else if (job->result.compiled && _loom_compiler_refuse_references (job))
    return TRUE;
  else if (job->result.compiled && strlen (job->result.ptx) > MAX_PTX)
    _loom_compiler_tell (job, ERROR, 0, _("the compiled code has more than 64 MiB"));
  else if (job->result.compiled && job->compiled->kernels->len == 0)
    _loom_compiler_explain_no_kernel (job);
  else if (job->result.compiled)
    {
      ask_for_the_rest (job, kernels, variables);
      _loom_compiler_read_symbols (job, variables);
      _loom_compiler_warn_of_instances (job);
      finish_ptx (job);
      return (!job->request->machine_code ||
              _loom_compiler_make_cubin (job, kernels, variables, error)) &&
             (!job->request->as_written || compile_as_written (job, kernels, variables, error));
    }

  return TRUE;
}

/**
 * loom_compiler_get_name:
 *
 * Returns: the name that the source of a request is compiled by
 */
const char *
loom_compiler_get_name (const LoomCompileRequest *request)
{
  return request->name != NULL && *request->name != '\0' ? request->name : "untitled.cu";
}

/* What else the answer hangs on, for who keeps it. What failed is not kept: it is asked for again
 * only after it was changed. */
static void
tell_origin (LoomCompilerJob *job)
{
  LoomCompiled *compiled = job->compiled;
  LoomNvrtcMemo *memo = loom_nvrtc_get_memo (job->nvrtc);
  g_autoptr (GPtrArray) included = loom_nvrtc_memo_list_included (memo);

  if (compiled->ptx == NULL || included == NULL || job->request->limits.no_cache)
    return;
  compiled->toolkit = g_strdup (loom_nvrtc_get_facts (job->nvrtc)->toolkit);
  g_ptr_array_extend_and_steal (compiled->included, g_steal_pointer (&included));
}

/**
 * loom_compiler_compile:
 * @nvrtc: a compiler that can compile
 * @request: what to compile; the working directory must be its folder
 * @confined: whether the kernel keeps this thread from reading other files
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
  g_auto (LoomCompilerJob) job = { .nvrtc = nvrtc, .request = request };
  const guint n_compiled = loom_nvrtc_get_n_compiled (nvrtc);
  gint64 start = g_get_monotonic_time ();

  if (!loom_compile_options_check (request->options, error) ||
      !loom_compile_arch_check (request->arch, error))
    return NULL;

  loom_nvrtc_memo_begin (loom_nvrtc_get_memo (nvrtc));
  job.compiled = loom_compiled_new ();
  job.compiled->compiler = g_strdup (loom_nvrtc_get_facts (nvrtc)->name);
  job.name = loom_compiler_get_name (request);
  if (!_loom_compiler_check_source (&job) || !_loom_compiler_check_folders (&job))
    return g_steal_pointer (&job.compiled);

  job.source = g_strndup (request->source, request->length);
  if (!confined && !_loom_compiler_check_questions (&job))
    return g_steal_pointer (&job.compiled);

  if (!_loom_compiler_make_unit (&job))
    return g_steal_pointer (&job.compiled);
  _loom_compiler_list_templates (&job);
  job.members = loom_source_scan_list_members (job.scan, MAX_MEMBERS);
  job.untyped = g_ptr_array_new_with_free_func (g_free);
  job.instance_errors = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_diagnostic_free);
  job.context = (LoomDiagnoseContext) {
    .source = job.source,
    .unit = job.unit,
    .scan = job.scan,
    .name = job.name,
    .kernel = request->kernel,
    .folder = request->folder,
    .root = _loom_compiler_get_root (request),
    .include = loom_nvrtc_get_facts (nvrtc)->include,
  };
  _loom_compiler_read_launches (&job);
  job.options = make_options (&job);
  job.is_lean = may_be_lean (&job);
  if (!run_job (&job, confined, error))
    return NULL;

  _loom_compiler_explain_fragment (&job);
  loom_compiled_read_source (job.compiled, job.scan);
  _loom_compiler_explain_arch (&job);
  _loom_compiler_explain_native (&job);
  _loom_compiler_explain_haste (&job);
  job.compiled->log = loom_diagnose_clean_log (job.result.log);
  tell_origin (&job);
  job.compiled->is_cached = loom_nvrtc_get_n_compiled (nvrtc) == n_compiled;
  job.compiled->compile_ms = (g_get_monotonic_time () - start) / 1000.0;
  return g_steal_pointer (&job.compiled);
}
