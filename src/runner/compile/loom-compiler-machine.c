/* loom-compiler-machine.c: the document once more, as machine code for a GPU
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-compiler-private.h"
#include "loom-cubin-reader.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define PREFIX "compute_"

/* The assembler says what each function takes. */
#define VERBOSE "--ptxas-options=-v"
#define FUNCTION "Function properties for "
#define STORES " bytes spill stores"
#define LOADS " bytes spill loads"

/**
 * loom_compiler_dup_gpu:
 *
 * Returns: (transfer full): the GPU that has just what the virtual architecture of a request asks
 *   for: sm_75 of compute_75
 */
char *
loom_compiler_dup_gpu (const LoomCompileRequest *request)
{
  const char *arch = _loom_compiler_get_arch (request);

  return g_strconcat ("sm_", g_str_has_prefix (arch, PREFIX) ? arch + strlen (PREFIX) : arch, NULL);
}

/* Names alone, without our own kernels, which would stand in the machine code. */
static GStrv
make_plain_expressions (GPtrArray *kernels,
                        GPtrArray *variables)
{
  g_autoptr (GStrvBuilder) expressions = g_strv_builder_new ();

  for (guint i = 0; i < kernels->len; i++)
    g_strv_builder_add (expressions, kernels->pdata[i]);
  for (guint i = 0; i < variables->len; i++)
    {
      g_autofree char *address = g_strconcat ("&", variables->pdata[i], NULL);

      g_strv_builder_add (expressions, address);
    }
  return g_strv_builder_end (expressions);
}

/* What it says of each kernel. The machine code is good all the same where it says nothing. */
static void
read_resources (LoomCompilerJob *job)
{
  const GArray *code = job->compiled->cubin;
  GPtrArray *kernels = job->compiled->kernels;
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomCubin) cubin = loom_cubin_read ((const guint8 *) code->data, code->len, &error);

  if (cubin == NULL)
    _loom_compiler_tell (job, WARNING, 0, "%s", error->message);
  for (guint i = 0; cubin != NULL && i < kernels->len; i++)
    {
      LoomKernel *kernel = kernels->pdata[i];

      loom_cubin_find (cubin, kernel->entry, &kernel->resources);
    }
}

/* The number in front of some words of a line. */
static gboolean
read_number (const char *line,
             const char *words,
             guint64    *number)
{
  const char *at = strstr (line, words);

  while (at != NULL && at > line && g_ascii_isdigit (at[-1]))
    at--;
  if (at == NULL || !g_ascii_isdigit (*at))
    return FALSE;
  *number = g_ascii_strtoull (at, NULL, 10);
  return TRUE;
}

static LoomKernelResources *
find_resources (LoomCompilerJob *job,
                const char      *entry)
{
  LoomKernel *kernel = loom_compiled_find_kernel (job->compiled, entry);

  return kernel != NULL ? &kernel->resources : NULL;
}

/* Machine code does not tell registers that are spilled from arrays; the assembler's words do, a
 * line for each function behind one with its name. */
static void
read_spills (LoomCompilerJob *job,
             const char      *log)
{
  g_auto (GStrv) lines = g_strsplit (log != NULL ? log : "", "\n", -1);
  LoomKernelResources *resources = NULL;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *function = strstr (lines[i], FUNCTION);

      if (function != NULL)
        resources = find_resources (job, function + strlen (FUNCTION));
      else if (resources != NULL && resources->is_told && strstr (lines[i], STORES) != NULL)
        resources->has_spills = read_number (lines[i], STORES, &resources->spill_stores) &&
                                read_number (lines[i], LOADS, &resources->spill_loads);
    }
}

static void
keep_cubin (LoomCompilerJob       *job,
            const LoomNvrtcResult *result)
{
  g_autofree char *gpu = loom_compiler_dup_gpu (job->request);
  g_autofree char *words = loom_diagnose_clean_log (result->log);
  gsize size = 0;
  gconstpointer bytes = result->cubin != NULL ? g_bytes_get_data (result->cubin, &size) : NULL;

  if (!result->compiled || bytes == NULL)
    _loom_compiler_tell (job, ERROR, 0,
                         _("%1$s makes no machine code of this source for %2$s, its words: %3$s"),
                         job->compiled->compiler, gpu, words);
  else if (size > LOOM_MAX_CUBIN)
    _loom_compiler_tell (job, ERROR, 0, _("the machine code has more than %u MiB"),
                         LOOM_MAX_CUBIN >> 20);
  else
    {
      g_array_append_vals (job->compiled->cubin, bytes, (guint) size);
      read_resources (job);
      read_spills (job, result->log);
    }
}

/* options: the last one is VERBOSE, which a compiler that knows of no such option goes without. */
static gboolean
compile (LoomCompilerJob  *job,
         GStrv             expressions,
         GStrv             options,
         LoomNvrtcResult  *result,
         GError          **error)
{
  g_autofree char *text = _loom_compiler_dup_text (job, (const char * const *) expressions);
  g_autofree char *verbose = NULL;
  const guint last = g_strv_length (options) - 1;

  if (loom_nvrtc_compile (job->nvrtc, text, job->name, (const char * const *) options,
                          (const char * const *) expressions, result, NULL) && result->compiled)
    return TRUE;

  verbose = g_steal_pointer (&options[last]);
  loom_nvrtc_result_clear (result);
  *result = (LoomNvrtcResult) { FALSE };
  return loom_nvrtc_compile (job->nvrtc, text, job->name, (const char * const *) options,
                             (const char * const *) expressions, result, error);
}

/* The same once more for a GPU instead of a virtual architecture. */
gboolean
_loom_compiler_make_cubin (LoomCompilerJob  *job,
                           GPtrArray        *kernels,
                           GPtrArray        *variables,
                           GError          **error)
{
  g_auto (LoomNvrtcResult) result = { FALSE };
  g_auto (GStrv) expressions = make_plain_expressions (kernels, variables);
  g_auto (GStrv) usual = _loom_compiler_list_options (job);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) options = NULL;
  g_autofree char *gpu = loom_compiler_dup_gpu (job->request);

  g_assert (g_str_has_prefix (usual[0], LOOM_COMPILER_ARCHITECTURE));
  g_free (usual[0]);
  usual[0] = g_strconcat (LOOM_COMPILER_ARCHITECTURE, gpu, NULL);
  g_strv_builder_addv (builder, (const char **) usual);
  g_strv_builder_add (builder, VERBOSE);
  options = g_strv_builder_end (builder);
  if (!compile (job, expressions, options, &result, error))
    return FALSE;

  keep_cubin (job, &result);
  return TRUE;
}
