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
  g_ptr_array_unref (self->bounds);
  self->bounds = loom_source_list_bounds (scan, self->name);
  for (guint i = 0; i < self->params->len; i++)
    {
      LoomParam *param = g_ptr_array_index (self->params, i);

      if (param->kind == LOOM_PARAM_ARRAY)
        param->direct = loom_source_get_direct (scan, self->name, param->name);
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
}
