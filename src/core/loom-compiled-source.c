/* loom-compiled-source.c: what the source tells of the kernels that were compiled
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-compiled.h"

static void
read_kernel (LoomKernel     *self,
             LoomSourceScan *scan)
{
  loom_source_indices_read (&self->indices, scan, self->name);
  for (guint i = 0; i < self->params->len; i++)
    {
      LoomParam *param = g_ptr_array_index (self->params, i);

      if (param->kind == LOOM_PARAM_ARRAY)
        param->direct = loom_source_get_direct (scan, self->name, param->name);
    }
}

/* The names of a source are looked up once for all of its kernels. */
static void
read_bounds (LoomCompiled   *self,
             LoomSourceScan *scan)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (GPtrArray) lists = NULL;

  for (guint i = 0; i < self->kernels->len; i++)
    g_ptr_array_add (names, ((LoomKernel *) self->kernels->pdata[i])->name);
  lists = loom_source_list_bounds (scan, (const char * const *) names->pdata, names->len);
  for (guint i = 0; i < self->kernels->len; i++)
    {
      LoomKernel *kernel = self->kernels->pdata[i];

      g_ptr_array_unref (kernel->bounds);
      kernel->bounds = g_ptr_array_ref (lists->pdata[i]);
    }
}

/**
 * loom_compiled_read_source:
 * @self: a result that is still being made
 * @scan: of all that was compiled: the document and the headers that it includes
 *
 * Finds which indices each kernel reads, what it tests them against, and in which arrays a thread
 * has a cell of its own.
 */
void
loom_compiled_read_source (LoomCompiled   *self,
                           LoomSourceScan *scan)
{
  g_return_if_fail (self != NULL && scan != NULL);

  for (guint i = 0; i < self->kernels->len; i++)
    read_kernel (g_ptr_array_index (self->kernels, i), scan);
  if (self->kernels->len > 0)
    read_bounds (self, scan);
}
