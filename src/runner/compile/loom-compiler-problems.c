/* loom-compiler-problems.c: what is said of a source beside what the compiler says
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-compiler-private.h"
#include "loom-compile-options.h"
#include "loom-has-include.h"
#include "loom-folder.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define MAX_SOURCE (16 << 20)

/* What no compiler should be given. */
gboolean
_loom_compiler_check_source (LoomCompilerJob *job)
{
  const char *source = job->request->source;
  gsize length = job->request->length;
  const char *end;
  guint line = 1;

  if (length > MAX_SOURCE)
    {
      _loom_compiler_tell (job, ERROR, 0, _("the source has %zu bytes; at most %d are compiled"),
                           length, MAX_SOURCE);
      return FALSE;
    }

  if (g_utf8_validate (source, length, &end))
    return TRUE;

  for (const char *at = source; at < end; at++)
    line += *at == '\n';
  _loom_compiler_tell (job, ERROR, line,
                       _("this is not text: here is a byte that is not a UTF-8 character"));
  return FALSE;
}

/* Whether a file exists is told by neither log nor line table, so nothing could be withheld
 * later. */
gboolean
_loom_compiler_check_questions (LoomCompilerJob *job)
{
  const char * const *options = job->request->options;
  guint line = loom_has_include_find (job->source);
  gboolean found = line > 0;

  for (guint i = 0; options != NULL && options[i] != NULL; i++)
    found = found || loom_has_include_find (options[i]) > 0;
  if (found)
    _loom_compiler_tell (
        job, ERROR, line,
        _("__has_include, or part of it in a source that pastes words together by ##, is "
          "refused: this system has no Landlock, so it could tell which files exist "
          "outside the document’s folder"));
  return !found;
}

/* Nothing is compiled without a folder that the document asks for: whatever it missed then would be
 * said of the headers. */
gboolean
_loom_compiler_check_folders (LoomCompilerJob *job)
{
  const LoomDiagnoseContext context = {
    .folder = job->request->folder,
    .root = _loom_compiler_get_root (job->request),
  };
  g_autofree char *outside = loom_compile_options_find_outside (
      job->request->options, context.folder, context.root);

  if (outside != NULL)
    g_ptr_array_add (job->compiled->diagnostics, loom_diagnose_outside (&context, outside));
  return outside == NULL;
}

/* The compiler's words for a number that it doesn't know name its own option, which nobody gave. */
void
_loom_compiler_explain_arch (LoomCompilerJob *job)
{
  if (job->result.ptx == NULL && job->result.log != NULL &&
      strstr (job->result.log, "--gpu-architecture") != NULL)
    _loom_compiler_tell (job, ERROR, 0,
                         _("%1$s cannot compile for %2$s; choose another architecture, or leave "
                           "it out for %3$s"),
                         job->compiled->compiler, _loom_compiler_get_arch (job->request),
                         LOOM_ARCH_DEFAULT);
}

void
_loom_compiler_explain_native (LoomCompilerJob *job)
{
  if (g_strcmp0 (job->request->arch, LOOM_ARCH_NATIVE) == 0)
    _loom_compiler_tell (job, NOTE, 0,
                         _("arch is native, but no GPU takes part: this is compiled for %s"),
                         LOOM_ARCH_DEFAULT);
}

void
_loom_compiler_explain_haste (LoomCompilerJob *job)
{
  if (job->request->in_haste && job->result.compiled)
    _loom_compiler_tell (
        job, NOTE, 0,
        _("to optimise all of this would take long, so it was compiled without the slowest "
          "optimisations: on a GPU it may take more time. options=%s waits for all"),
        LOOM_NVRTC_HASTE "=0");
}

/* Whether host code launches a template without saying its arguments. */
static gboolean
is_launched_openly (LoomCompilerJob          *job,
                    const LoomKernelTemplate *template)
{
  for (guint i = 0; i < job->compiled->launches->len; i++)
    {
      const LoomSourceLaunch *launch = job->compiled->launches->pdata[i];

      if (g_strcmp0 (launch->template_name, template->name) == 0)
        return TRUE;
    }

  return FALSE;
}

/* The first is why there is nothing to run, the others are ways out as well. */
static void
explain_template (LoomCompilerJob          *job,
                  const LoomKernelTemplate *template)
{
  const gboolean is_first = template == g_ptr_array_index (job->compiled->templates, 0);
  g_autofree char *title = loom_kernel_template_dup_title (template);
  g_autofree char *example = loom_kernel_template_dup_example (template);
  LoomDiagnostic *diagnostic;

  diagnostic = loom_diagnostic_new (
      is_first ? LOOM_SEVERITY_ERROR : LOOM_SEVERITY_NOTE, template->line, 0,
      is_first && is_launched_openly (job, template)
          ? _("the text does not say which instance of the template %1$s is launched, so there is "
              "nothing to run: run the whole program, or choose its arguments, for example "
              "kernel=%2$s")
      : is_first ? _("the template %1$s has no instance, so there is nothing to run: choose its "
                     "arguments, for example kernel=%2$s")
                 : _("the template %1$s has no instance either: kernel=%2$s would be one"),
      title, example);
  diagnostic->file = g_strdup (template->file);
  diagnostic->fix = LOOM_FIX_CHOOSE_TEMPLATE;
  diagnostic->replacement = g_steal_pointer (&example);
  g_ptr_array_add (job->compiled->diagnostics, diagnostic);
}

/* What the compiler says of a template that host code launches goes before our own words. */
void
_loom_compiler_explain_no_kernel (LoomCompilerJob *job)
{
  LoomDiagnostic *diagnostic;

  if (job->instance_errors->len > 0)
    {
      g_ptr_array_extend_and_steal (job->compiled->diagnostics,
                                    g_steal_pointer (&job->instance_errors));
      return;
    }

  for (guint i = 0; i < job->compiled->templates->len; i++)
    explain_template (job, g_ptr_array_index (job->compiled->templates, i));
  if (job->compiled->templates->len > 0)
    return;

  diagnostic = loom_diagnostic_new (
      LOOM_SEVERITY_ERROR, 0, 0,
      _("there is no kernel here, in the file or what it includes by quotes: no function is marked "
        "__global__; write one, or open the file that has it"));
  diagnostic->fix = LOOM_FIX_WRITE_KERNEL;
  g_ptr_array_add (job->compiled->diagnostics, diagnostic);
}

/* The other kernels run all the same. */
void
_loom_compiler_warn_of_instances (LoomCompilerJob *job)
{
  for (guint i = 0; i < job->instance_errors->len; i++)
    ((LoomDiagnostic *) job->instance_errors->pdata[i])->severity = LOOM_SEVERITY_WARNING;
  g_ptr_array_extend_and_steal (job->compiled->diagnostics,
                                g_steal_pointer (&job->instance_errors));
}

void
_loom_compiler_withhold (LoomCompilerJob *job)
{
  g_ptr_array_set_size (job->compiled->diagnostics, 0);
  g_clear_pointer (&job->result.log, g_free);
  job->result.log = g_strdup ("");
  _loom_compiler_tell (
      job, ERROR, 0,
      _("this source includes a file outside the document's folder: that is refused, "
        "and the compiler's log is withheld"));
}

/* Whether the compiler took what CUDA has no more. No backend does: the declarations are told
 * instead of what follows from them. */
gboolean
_loom_compiler_refuse_references (LoomCompilerJob *job)
{
  GPtrArray *references = loom_diagnose_references (job->result.ptx, &job->context);

  if (references == NULL)
    return FALSE;

  g_clear_pointer (&job->compiled->diagnostics, g_ptr_array_unref);
  job->compiled->diagnostics = references;
  return TRUE;
}

#define MAX_FILES 100
#define MAX_BYTES (1 << 20)     /* of each */

static gboolean
is_source (const char *name)
{
  static const char * const suffixes[] = { ".cu", ".c", ".cc", ".cpp", ".cxx" };

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    if (g_str_has_suffix (name, suffixes[i]))
      return g_utf8_validate (name, -1, NULL);

  return FALSE;
}

static gint
compare_names (gconstpointer a,
               gconstpointer b)
{
  const char *one = *(const char * const *) a, *other = *(const char * const *) b;
  const gboolean is_cuda = g_str_has_suffix (one, ".cu");

  return is_cuda != g_str_has_suffix (other, ".cu") ? (is_cuda ? -1 : 1) : strcmp (one, other);
}

/* Those of CUDA first. */
static GPtrArray *
list_sources (const char *folder)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (is_source (name))
      g_ptr_array_add (names, g_strdup (name));

  g_ptr_array_sort (names, compare_names);
  if (names->len > MAX_FILES)
    g_ptr_array_set_size (names, MAX_FILES);
  return names;
}

/* The file beside the document that includes it by quotes. */
static char *
find_whole (LoomCompilerJob *job)
{
  const char *folder = job->request->folder;
  g_autofree char *own = g_path_get_basename (job->name);
  g_autofree char *escaped = g_regex_escape_string (own, -1);
  g_autofree char *pattern
      = g_strdup_printf ("^[ \\t]*#[ \\t]*include[ \\t]*\"(\\./)?%s\"", escaped);
  g_autoptr (GRegex) includes
      = g_regex_new (pattern, G_REGEX_MULTILINE | G_REGEX_RAW | G_REGEX_OPTIMIZE, 0, NULL);
  g_autoptr (GPtrArray) names = list_sources (folder);

  for (guint i = 0; i < names->len; i++)
    {
      const char *name = names->pdata[i];
      g_autoptr (GBytes) bytes
          = g_str_equal (name, own) ? NULL : loom_folder_read (folder, name, MAX_BYTES, NULL, NULL);

      if (bytes != NULL && g_bytes_get_size (bytes) > 0
          && g_regex_match_full (includes, g_bytes_get_data (bytes, NULL),
                                 (gssize) g_bytes_get_size (bytes), 0, 0, NULL, NULL))
        return g_strdup (name);
    }

  return NULL;
}

/* Names that nothing declares here may be declared where this file is put in. */
void
_loom_compiler_explain_fragment (LoomCompilerJob *job)
{
  g_autofree char *whole = NULL;
  LoomDiagnostic *diagnostic;

  if (job->result.compiled || job->request->folder == NULL
      || !_loom_compiler_misses_names (job))
    return;

  whole = find_whole (job);
  if (whole == NULL)
    return;

  diagnostic = loom_diagnostic_new (
      LOOM_SEVERITY_ERROR, 0, 0,
      _("%1$s is included by %2$s, which may declare the names that are missing here: open %2$s "
        "instead"),
      job->name, whole);
  diagnostic->fix = LOOM_FIX_OPEN_FILE;
  diagnostic->replacement = g_steal_pointer (&whole);
  g_ptr_array_insert (job->compiled->diagnostics, 0, diagnostic);
}
