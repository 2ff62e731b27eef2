/* loom-compiler-signatures.c: what was compiled: kernels, variables, their types and names
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-compiler-private.h"
#include "loom-struct-layout.h"
#include "loom-mangled.h"
#include "loom-ptx-text.h"
#include "loom-signature.h"
#include "loom-compile-options.h"
#include "loom-compiled.h"
#include "loom-kernel-name.h"
#include "loom-source-launches.h"

#include <string.h>

static gboolean
is_ours (const char *entry)
{
  return strstr (entry, LOOM_SIGNATURE_KERNEL) != NULL;
}

/* The declaration of a kernel; of overloads, which share their name, each in its turn. */
static LoomScannedKernel *
find_declaration (LoomCompilerJob *job,
                  const char      *name)
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
complete_kernel (LoomCompilerJob *job,
                 LoomKernel      *kernel)
{
  g_autoptr (GArray) sizes = loom_ptx_text_list_params (job->result.ptx, kernel->entry);
  LoomScannedKernel *declaration = find_declaration (job, kernel->name);
  gboolean named
      = declaration != NULL && g_strv_length (declaration->params) == kernel->params->len;

  if (declaration != NULL)
    {
      const LoomSourcePlace place = loom_source_unit_locate_line (job->unit, declaration->line);

      kernel->file = g_strdup (place.file);
      kernel->line = place.line;
    }
  for (guint i = 0; i < kernel->params->len; i++)
    {
      LoomParam *param = kernel->params->pdata[i];
      const char *name = named ? declaration->params[i] : "";

      g_free (param->name);
      param->name = *name != '\0' ? g_strdup (name) : g_strdup_printf ("arg%u", i);
      if (i < sizes->len && param->kind == LOOM_PARAM_STRUCT
          && param->type.scalar == LOOM_SCALAR_BYTES && param->type.record == NULL)
        param->type.size = (guint32) MIN (g_array_index (sizes, guint64, i), G_MAXUINT32);
    }
  loom_kernel_list_pointers (kernel);
}

static gboolean
find_expression (LoomCompilerJob  *job,
                 GPtrArray        *expressions,
                 const char       *entry,
                 const char      **expression)
{
  for (guint i = 0; i < expressions->len; i++)
    if (g_strcmp0 (g_hash_table_lookup (job->result.lowered, expressions->pdata[i]), entry) == 0)
      {
        *expression = expressions->pdata[i];
        return TRUE;
      }

  return FALSE;
}

/* The members of the structs among them. */
static void
read_layouts (LoomCompilerJob *job,
              const char      *expression,
              GPtrArray       *params)
{
  g_autofree char *layout = loom_struct_layout_of_kernel (expression);
  const char *lowered = g_hash_table_lookup (job->result.lowered, layout);

  if (lowered != NULL)
    loom_struct_layout_read_params (lowered, job->members, params);
}

/* The types of an entry: by the expression that names it, else as far as its mangled name tells
 * them. */
static LoomKernel *
read_kernel (LoomCompilerJob *job,
             GPtrArray       *expressions,
             const char      *entry)
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
      if (params != NULL)
        read_layouts (job, expression, params);
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

gboolean
_loom_compiler_read_kernels (LoomCompilerJob *job,
                             GPtrArray       *expressions)
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

/* Without the namespaces that the compiler puts around what no other unit sees. */
static char *
dup_spelt_name (const char *name)
{
  g_auto (GStrv) parts = g_strsplit (name, "::", -1);
  g_autoptr (GPtrArray) spelt = g_ptr_array_new ();

  for (guint i = 0; parts[i] != NULL; i++)
    if (!g_str_has_prefix (parts[i], "_INTERNAL_")
        && !g_str_equal (parts[i], "(anonymous namespace)"))
      g_ptr_array_add (spelt, parts[i]);
  g_ptr_array_add (spelt, NULL);
  return g_strjoinv ("::", (char **) spelt->pdata);
}

/* How the source names a variable of the PTX, as far as it can: NULL for one of a function. */
static char *
dup_source_name (const char *lowered)
{
  g_autoptr (LoomMangled) mangled = NULL;
  g_autofree char *name = NULL;

  if (g_str_has_prefix (lowered, "_Z"))
    {
      mangled = loom_mangled_parse (lowered);
      lowered = mangled != NULL ? mangled->name : "";
    }

  name = dup_spelt_name (lowered);
  return *name != '\0' && strspn (name, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "_:<>, *-")
                              == strlen (name)
             ? g_steal_pointer (&name)
             : NULL;
}

/* Whether the user's text speaks of it and of the namespaces that it is in, if not by a name that
 * `##` puts together. What only headers of the toolkit speak of nobody sets, and asking costs a
 * compilation. */
static gboolean
is_spoken_of (LoomCompilerJob *job,
              const char      *name)
{
  g_autofree char *plain = g_strndup (name, strcspn (name, "<"));
  g_auto (GStrv) parts = g_strsplit (plain, "::", -1);
  gboolean spoken = TRUE;

  for (guint i = 0; spoken && parts[i] != NULL; i++)
    {
      const gboolean may_be_pasted = parts[i + 1] == NULL;
      g_autofree char *word
          = g_strdup_printf ("\\b%s\\b%s", parts[i], may_be_pasted ? "|##" : "");

      spoken = g_regex_match_simple (word, job->unit->text, G_REGEX_RAW, 0);
    }

  return spoken;
}

static gboolean
was_asked (LoomCompilerJob *job,
           GPtrArray       *expressions,
           const char      *lowered)
{
  for (guint i = 0; i < expressions->len; i++)
    {
      g_autofree char *address = g_strconcat ("&", expressions->pdata[i], NULL);

      if (g_strcmp0 (g_hash_table_lookup (job->result.lowered, address), lowered) == 0)
        return TRUE;
    }

  return FALSE;
}

/* Names of variables that are there, and whose types the compiler was not asked for: those that
 * nobody but the preprocessor sees, since a macro declares them or a branch of #if. */
GPtrArray *
_loom_compiler_list_unasked (LoomCompilerJob *job,
                             GPtrArray       *expressions)
{
  g_autoptr (GPtrArray) variables = loom_ptx_text_list_variables (job->result.ptx);
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < variables->len; i++)
    {
      const LoomPtxName *variable = variables->pdata[i];
      g_autofree char *name = dup_source_name (variable->name);

      if (name != NULL && is_spoken_of (job, name)
          && !g_ptr_array_find_with_equal_func (job->untyped, name, g_str_equal, NULL)
          && !was_asked (job, expressions, variable->name))
        g_ptr_array_add (names, g_steal_pointer (&name));
    }

  return names;
}

static LoomSymbol *
read_symbol (LoomCompilerJob   *job,
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
        {
          g_autofree char *layout = loom_struct_layout_of_variable (expressions->pdata[i]);

          symbol->name = g_strdup (expressions->pdata[i]);
          lowered = g_hash_table_lookup (job->result.lowered, layout);
          if (lowered != NULL)
            loom_struct_layout_read_variable (lowered, job->members, &symbol->type);
        }
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

void
_loom_compiler_read_symbols (LoomCompilerJob *job,
                             GPtrArray       *expressions)
{
  g_autoptr (GPtrArray) variables = loom_ptx_text_list_variables (job->result.ptx);

  g_ptr_array_set_size (job->compiled->symbols, 0);
  for (guint i = 0; i < variables->len; i++)
    g_ptr_array_add (job->compiled->symbols, read_symbol (job, expressions, variables->pdata[i]));
}

/* Templates are known by their text alone: the compiler has nothing to tell of one before it has
 * its arguments. */
void
_loom_compiler_list_templates (LoomCompilerJob *job)
{
  for (guint i = 0; i < job->scan->kernels->len; i++)
    {
      LoomScannedKernel *kernel = job->scan->kernels->pdata[i];
      const LoomSourcePlace place = loom_source_unit_locate_line (job->unit, kernel->line);
      LoomKernelTemplate *template;

      if (!kernel->is_template)
        continue;

      template = loom_kernel_template_new (kernel->name, place.line, kernel->template_params);
      template->file = g_strdup (place.file);
      g_ptr_array_add (job->compiled->templates, template);
    }
  for (guint i = 0; job->compiled->templates->len > 0 && i < job->scan->types->len; i++)
    g_ptr_array_add (job->compiled->types, g_strdup (job->scan->types->pdata[i]));
}

/* Each is compiled, and nobody chooses among more. */
#define MAX_INSTANCES 24
/* For finding out which of them can't be compiled. */
#define MAX_SEARCH (1500 * G_TIME_SPAN_MILLISECOND)

static guint
count_lines (const char *text)
{
  guint n = 0;

  for (; *text != '\0'; text++)
    n += *text == '\n';

  return n;
}

/* Lines of the unit are lines of its files, once those of the options are taken off. */
static void
locate (LoomCompilerJob  *job,
        guint             n_lines,
        guint            *line,
        char            **file)
{
  const LoomSourcePlace place = loom_source_unit_locate_line (job->unit, *line - n_lines);

  *line = place.line;
  *file = g_strdup (place.file);
}

/* What the options define counts as well. */
void
_loom_compiler_read_launches (LoomCompilerJob *job)
{
  g_autofree char *macros = loom_compile_options_dup_macros (job->request->options);
  const guint n_lines = count_lines (macros);
  g_autoptr (GString) text = g_string_new (macros);

  g_string_append_len (text, job->unit->text, job->unit->length);
  g_ptr_array_unref (job->compiled->launches);
  job->compiled->launches = loom_source_launches_read (text->str, text->len);
  for (guint i = 0; i < job->compiled->launches->len; i++)
    {
      LoomSourceLaunch *launch = job->compiled->launches->pdata[i];

      locate (job, n_lines, &launch->line, &launch->file);
    }
}

static gboolean
has_name (GPtrArray  *names,
          const char *name)
{
  return g_ptr_array_find_with_equal_func (names, name, loom_kernel_name_equal, NULL);
}

/* Of templates that launches tell the arguments of; each once, and none of `names`. */
static GPtrArray *
list_instances (LoomCompilerJob *job,
                GPtrArray       *names)
{
  GPtrArray *instances = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < job->compiled->launches->len && instances->len < MAX_INSTANCES; i++)
    {
      const LoomSourceLaunch *launch = job->compiled->launches->pdata[i];
      LoomScannedKernel *kernel = launch->instance != NULL
                                      ? loom_source_scan_find_kernel (job->scan, launch->instance)
                                      : NULL;

      if (kernel != NULL && kernel->is_template && !has_name (names, launch->instance)
          && !has_name (instances, launch->instance))
        g_ptr_array_add (instances, g_strdup (launch->instance));
    }

  return instances;
}

static void
add_instances (GPtrArray *kernels,
               GPtrArray *instances)
{
  for (guint i = 0; i < instances->len; i++)
    g_ptr_array_add (kernels, g_strdup (instances->pdata[i]));
}

/* What the compiler's log quotes as making no sense. */
GPtrArray *
_loom_compiler_list_quoted (const char *log)
{
  static const char before[] = "name expression was: \"";
  GPtrArray *quoted = g_ptr_array_new_with_free_func (g_free);

  while ((log = strstr (log, before)) != NULL)
    {
      log += strlen (before);
      g_ptr_array_add (quoted, g_strndup (log, strcspn (log, "\"")));
    }

  return quoted;
}

/* Whether there were any. */
static gboolean
drop_quoted_instances (LoomCompilerJob *job,
                       GPtrArray       *instances)
{
  g_autoptr (GPtrArray) quoted = _loom_compiler_list_quoted (job->result.log);
  const guint n_before = instances->len;

  for (guint i = instances->len; i-- > 0;)
    if (has_name (quoted, instances->pdata[i]))
      g_ptr_array_remove_index (instances, i);

  return instances->len < n_before;
}

static gboolean
is_same_diagnostic (gconstpointer a,
                    gconstpointer b)
{
  const LoomDiagnostic *one = a, *other = b;

  return one->line == other->line && one->column == other->column
         && g_strcmp0 (one->file, other->file) == 0 && g_str_equal (one->text, other->text);
}

/* What does not depend on a template's arguments is wrong in each of its instances, and told once.
 * Nothing is kept of files outside, which the last compilation may not read. */
static void
take_instance_errors (LoomCompilerJob *job)
{
  GPtrArray *diagnostics = job->compiled->diagnostics;

  if (loom_diagnose_names_outside (job->result.log, NULL, &job->context))
    return;

  for (guint i = 0; i < diagnostics->len;)
    {
      LoomDiagnostic *diagnostic = diagnostics->pdata[i];

      if (diagnostic->severity == LOOM_SEVERITY_ERROR
          && !g_ptr_array_find_with_equal_func (job->instance_errors, diagnostic,
                                                is_same_diagnostic, NULL))
        g_ptr_array_add (job->instance_errors, g_ptr_array_steal_index (diagnostics, i));
      else
        i++;
    }
}

/* Leaves those of the instances that the rest can be compiled with. */
static gboolean
drop_wrong_instances (LoomCompilerJob  *job,
                      GPtrArray        *kernels,
                      GPtrArray        *variables,
                      GPtrArray        *instances,
                      GError          **error)
{
  const gint64 end = g_get_monotonic_time () + MAX_SEARCH;
  const guint n_plain = kernels->len;
  gboolean ours, ok = TRUE;

  for (guint i = 0; ok && i < instances->len;)
    {
      g_ptr_array_add (kernels, g_strdup (instances->pdata[i]));
      ok = g_get_monotonic_time () > end
           || _loom_compiler_compile_with_types (job, kernels, variables, &ours, error);
      if (ok && g_get_monotonic_time () <= end && job->result.compiled)
        i++;
      else
        {
          if (ok && !job->result.compiled)
            take_instance_errors (job);
          g_ptr_array_remove_index (instances, i);
        }
      g_ptr_array_set_size (kernels, (gint) n_plain);
    }

  return ok;
}

/* Compiles with the instances that launches name beside `kernels`, which they join. One that makes
 * no sense to the compiler is left out, and what it says of one that it does not take is kept. */
gboolean
_loom_compiler_compile_with_instances (LoomCompilerJob  *job,
                                       GPtrArray        *kernels,
                                       GPtrArray        *variables,
                                       gboolean         *ours,
                                       GError          **error)
{
  g_autoptr (GPtrArray) instances = list_instances (job, kernels);
  const guint n_plain = kernels->len;

  do
    {
      g_ptr_array_set_size (kernels, (gint) n_plain);
      add_instances (kernels, instances);
      if (!_loom_compiler_compile_with_types (job, kernels, variables, ours, error))
        return FALSE;
    }
  while (!job->result.compiled && drop_quoted_instances (job, instances));
  if (job->result.compiled || instances->len == 0)
    return TRUE;

  if (instances->len == 1)
    take_instance_errors (job);
  g_ptr_array_set_size (kernels, (gint) n_plain);
  if (!_loom_compiler_compile_with_types (job, kernels, variables, ours, error))
    return FALSE;
  if (!job->result.compiled || instances->len == 1)
    return TRUE;

  if (!drop_wrong_instances (job, kernels, variables, instances, error))
    return FALSE;
  add_instances (kernels, instances);
  return _loom_compiler_compile_with_types (job, kernels, variables, ours, error);
}
