/* loom-compiler-launches.c: the launches of a source, and the instances of templates that they name
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-compiler-private.h"

#include "loom-compile-options.h"
#include "loom-kernel-name.h"
#include "loom-source-launches.h"

#include <string.h>

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
      const LoomSourcePlace place = loom_source_unit_locate_line (job->unit,
                                                                   launch->line - n_lines);

      launch->line = place.line;
      launch->file = g_strdup (place.file);
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
        g_ptr_array_remove_index (instances, i);
      g_ptr_array_set_size (kernels, (gint) n_plain);
    }

  return ok;
}

/* Compiles with the instances that launches name beside `kernels`, which they join. One that makes
 * no sense to the compiler is left out. */
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
