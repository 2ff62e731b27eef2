/* loom-run-figures.c: what is known of a run without what its arrays and threads hold
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-run-figures.h"

static LoomJob *
copy_job (const LoomJob *job)
{
  g_autoptr (GVariant) variant = g_variant_ref_sink (loom_job_to_variant (job));

  return loom_job_from_variant (variant);
}

static void
copy_findings (const LoomRun *self,
               LoomRun       *figures)
{
  for (guint i = 0; i < self->findings->len; i++)
    g_ptr_array_add (figures->findings, loom_finding_copy (self->findings->pdata[i]));
  if (self->trap != NULL)
    figures->trap = loom_finding_copy (self->trap);
  figures->trapped_blocks = self->trapped_blocks;
}

static void
copy_timings (const LoomTimings *self,
              LoomTimings       *timings)
{
  GArray *samples = timings->kernel_ms;

  *timings = *self;
  timings->kernel_ms = samples;
  g_array_append_vals (samples, self->kernel_ms->data, self->kernel_ms->len);
}

/**
 * loom_run_new_figures:
 *
 * Makes a run that has what @self came to – launch, times, findings, what it took of a GPU – and
 * nothing of what grows with its cells, threads and blocks: no array, no profile, no trace, no
 * schedule. It keeps nothing of @self in memory.
 *
 * Returns: (transfer full): a run
 */
LoomRun *
loom_run_new_figures (const LoomRun *self)
{
  LoomRun *figures;

  g_return_val_if_fail (self != NULL, NULL);

  figures = loom_run_new ();
  figures->backend = self->backend;
  figures->fidelity = self->fidelity;
  figures->kernel = g_strdup (self->kernel);
  figures->block = self->block;
  figures->grid = self->grid;
  figures->shared = self->shared;
  figures->threads = self->threads;
  figures->equal_writes = self->equal_writes;
  figures->idle_threads = self->idle_threads;
  figures->as_written = self->as_written;
  figures->warp_instructions = self->warp_instructions;
  copy_findings (self, figures);
  copy_timings (&self->timings, &figures->timings);
  figures->measurement = g_memdup2 (self->measurement, sizeof *self->measurement);
  figures->costs = g_memdup2 (self->costs, sizeof *self->costs);
  figures->job = self->job != NULL ? copy_job (self->job) : NULL;
  return figures;
}

static guint64
size_of (GBytes *bytes)
{
  return bytes != NULL ? g_bytes_get_size (bytes) : 0;
}

static guint64
array_size (const LoomRunArray *self)
{
  return size_of (loom_array_get_bytes (self->array)) + size_of (self->writes)
         + size_of (self->reads) + size_of (self->lowest) + size_of (self->highest)
         + size_of (self->domain) + size_of (self->mismatch) + size_of (self->sectors)
         + (self->difference != NULL ? size_of (self->difference->cells) : 0);
}

/**
 * loom_run_get_size:
 *
 * Returns: the bytes of what grows with the cells, threads and blocks of a run: arrays and their
 *   planes, a profile's threads, a schedule
 */
guint64
loom_run_get_size (const LoomRun *self)
{
  guint64 size = 0;

  g_return_val_if_fail (self != NULL, 0);

  for (guint i = 0; i < self->arrays->len; i++)
    size += array_size (self->arrays->pdata[i]);
  if (self->profile != NULL)
    size += size_of (self->profile->threads);
  if (self->schedule != NULL)
    size += size_of (self->schedule->spans);
  return size;
}
