/* loom-machine-query.c: what the kernels of a source take of one architecture
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-machine-query.h"

#include "loom-class.h"

struct _LoomMachineQuery
{
  GObject       parent_instance;

  LoomCompiled *source;         /* whose machine code is asked for, or NULL */
  char         *arch;
  LoomCompiled *answer;         /* the same with machine code, or NULL */
  char         *error;          /* or NULL */
};

G_DEFINE_FINAL_TYPE (LoomMachineQuery, loom_machine_query, G_TYPE_OBJECT)

static void
clear (LoomMachineQuery *self)
{
  g_clear_pointer (&self->source, loom_compiled_unref);
  g_clear_pointer (&self->answer, loom_compiled_unref);
  g_clear_pointer (&self->arch, g_free);
  g_clear_pointer (&self->error, g_free);
}

static void
loom_machine_query_finalize (GObject *object)
{
  LoomMachineQuery *self = LOOM_MACHINE_QUERY (object);

  clear (self);

  G_OBJECT_CLASS (loom_machine_query_parent_class)->finalize (object);
}

static void
loom_machine_query_class_init (LoomMachineQueryClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = loom_machine_query_finalize;

  LOOM_SIGNAL_NEW (klass, "changed", 0);
}

static void
loom_machine_query_init (LoomMachineQuery *self)
{
}

/**
 * loom_machine_query_ask:
 * @source: what was compiled
 * @arch: the virtual architecture whose GPU it is asked for
 *
 * Asks about a source. What was asked before is forgotten.
 */
void
loom_machine_query_ask (LoomMachineQuery *self,
                        LoomCompiled     *source,
                        const char       *arch)
{
  g_return_if_fail (LOOM_IS_MACHINE_QUERY (self));
  g_return_if_fail (source != NULL && arch != NULL);

  loom_compiled_ref (source);
  clear (self);
  self->source = source;
  self->arch = g_strdup (arch);
  g_signal_emit_by_name (self, "changed");
}

/**
 * loom_machine_query_answer:
 * @answer: (nullable): what was compiled for it
 * @error: (nullable): why nothing was
 *
 * Answers what was asked. An answer without machine code has a problem that says why.
 */
void
loom_machine_query_answer (LoomMachineQuery *self,
                           LoomCompiled     *answer,
                           const GError     *error)
{
  const LoomDiagnostic *problem = answer != NULL ? loom_compiled_find_error (answer) : NULL;

  g_return_if_fail (LOOM_IS_MACHINE_QUERY (self));

  if (self->source == NULL)
    return;
  g_clear_pointer (&self->answer, loom_compiled_unref);
  g_free (self->error);
  self->answer = answer != NULL ? loom_compiled_ref (answer) : NULL;
  self->error = g_strdup (error != NULL ? error->message : problem != NULL ? problem->text : NULL);
  g_signal_emit_by_name (self, "changed");
}

/**
 * loom_machine_query_is_of:
 * @source: (nullable): what was compiled
 *
 * Returns: whether that is what was asked last
 */
gboolean
loom_machine_query_is_of (LoomMachineQuery   *self,
                          const LoomCompiled *source,
                          const char         *arch)
{
  g_return_val_if_fail (LOOM_IS_MACHINE_QUERY (self), FALSE);

  return source != NULL && self->source == source && g_strcmp0 (self->arch, arch) == 0;
}

/**
 * loom_machine_query_find:
 * @kernel: one of the source's
 * @resources: (out): what it takes
 *
 * Returns: whether that is known by now
 */
gboolean
loom_machine_query_find (LoomMachineQuery    *self,
                         const char          *kernel,
                         LoomKernelResources *resources)
{
  const LoomKernel *found;

  g_return_val_if_fail (LOOM_IS_MACHINE_QUERY (self), FALSE);
  g_return_val_if_fail (kernel != NULL && resources != NULL, FALSE);

  found = self->answer != NULL ? loom_compiled_find_kernel (self->answer, kernel) : NULL;
  if (found == NULL || !found->resources.is_told)
    return FALSE;
  *resources = found->resources;
  return TRUE;
}

/**
 * loom_machine_query_get_error:
 *
 * Returns: (nullable): why there is no machine code
 */
const char *
loom_machine_query_get_error (LoomMachineQuery *self)
{
  g_return_val_if_fail (LOOM_IS_MACHINE_QUERY (self), NULL);

  return self->error;
}
