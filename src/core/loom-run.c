/* loom-run.c: one execution and its immutable result, and what is known of it without what its
 * arrays and threads hold
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-run.h"

#include "loom-class.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/**
 * loom_run_new:
 *
 * Returns: (transfer full): a run, nothing counted and nothing timed; whoever makes it fills it in
 *   before sharing it
 */
LoomRun *
loom_run_new (void)
{
  LoomRun *self = g_atomic_rc_box_new0 (LoomRun);

  self->idle_threads = -1;
  self->equal_writes = -1;
  self->main_array = -1;
  self->arrays = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_run_array_free);
  self->arguments
      = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_run_argument_free);
  self->findings = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_finding_free);
  self->steps = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_run_step_free);
  self->streams = g_ptr_array_new_with_free_func (g_free);
  self->spans = g_array_new (FALSE, TRUE, sizeof (LoomRunSpan));
  self->frames = g_array_new (FALSE, TRUE, sizeof (LoomRunFrame));
  self->timings.compile_ms = -1;
  self->timings.upload_ms = -1;
  self->timings.download_ms = -1;
  self->timings.callback_ms = -1;
  self->timings.kernel_ms = g_array_new (FALSE, FALSE, sizeof (double));
  return self;
}

static void
loom_run_clear (LoomRun *self)
{
  if (self->original != NULL)
    {
      g_ptr_array_unref (self->arrays);
      loom_run_unref (self->original);
      return;
    }

  g_free (self->kernel);
  g_ptr_array_unref (self->arrays);
  g_ptr_array_unref (self->arguments);
  loom_finding_free (self->trap);
  g_ptr_array_unref (self->findings);
  g_free (self->output);
  loom_profile_free (self->profile);
  loom_trace_free (self->trace);
  loom_measurement_free (self->measurement);
  loom_kernel_costs_free (self->costs);
  loom_job_free (self->job);
  loom_schedule_free (self->schedule);
  g_array_unref (self->timings.kernel_ms);
  g_ptr_array_unref (self->steps);
  g_ptr_array_unref (self->streams);
  g_array_unref (self->spans);
  g_array_unref (self->frames);
}

LOOM_DEFINE_SHARED (LoomRun, loom_run)

/**
 * loom_run_new_variation:
 *
 * Makes a run that is @self in all but its arrays: those are copies that the caller may add to
 * before sharing the result. Contents and planes are not copied.
 *
 * Returns: (transfer full): a run
 */
LoomRun *
loom_run_new_variation (LoomRun *self)
{
  LoomRun *run;

  g_return_val_if_fail (self != NULL, NULL);

  run = g_atomic_rc_box_dup (sizeof *self, self);
  run->original = loom_run_ref (self);
  run->arrays = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_run_array_free);
  for (guint i = 0; i < self->arrays->len; i++)
    g_ptr_array_add (run->arrays, loom_run_array_copy (self->arrays->pdata[i]));
  return run;
}

/* An array as it was at a moment. What it was compared with is of the last one. */
static void
rewind_array (LoomRunArray       *self,
              const LoomRunFrame *frame)
{
  const gsize size = g_bytes_get_size (loom_array_get_bytes (self->array));
  g_autoptr (GBytes) bytes = NULL;
  LoomArray *array;

  if (self->frames == NULL)
    return;
  bytes = g_bytes_new_from_bytes (self->frames, frame->slot * size, size);
  array = loom_array_new (loom_array_get_cell_type (self->array),
                          loom_array_get_shape (self->array), bytes, NULL);
  loom_array_unref (self->array);
  self->array = array;
  g_clear_pointer (&self->mismatch, g_bytes_unref);
  self->compared = self->mismatches = 0;
}

/**
 * loom_run_new_frame:
 * @index: into the frames of @self
 *
 * Makes the run as it was at a moment that was kept: its arrays hold what they held then. Coverage
 * is that of the whole run.
 *
 * Returns: (transfer full): a run
 */
LoomRun *
loom_run_new_frame (LoomRun *self,
                    guint    index)
{
  LoomRun *run;

  g_return_val_if_fail (self != NULL && index < self->frames->len, NULL);

  run = loom_run_new_variation (self);
  for (guint i = 0; i < run->arrays->len; i++)
    rewind_array (run->arrays->pdata[i], &g_array_index (self->frames, LoomRunFrame, index));
  return run;
}

/**
 * loom_run_take_output:
 * @text: (transfer full): what it printed
 *
 * Keeps what a run printed, up to %LOOM_RUN_MAX_OUTPUT bytes. The text says so where that was not
 * all.
 */
void
loom_run_take_output (LoomRun *self,
                      char    *text)
{
  g_return_if_fail (self != NULL && text != NULL);

  g_free (self->output);
  self->output = text;
  if (strlen (text) <= LOOM_RUN_MAX_OUTPUT)
    return;

  text[LOOM_RUN_MAX_OUTPUT] = '\0';
  self->output = g_strdup_printf (_("%1$s\n(what the kernel printed after %2$d MiB is left out)\n"),
                                  text, LOOM_RUN_MAX_OUTPUT >> 20);
  g_free (text);
}

/**
 * loom_run_array_new:
 * @array: the contents afterwards; a reference is taken
 *
 * Returns: (transfer full): the result of one array, without planes
 */
LoomRunArray *
loom_run_array_new (const char *name,
                    LoomArray  *array)
{
  LoomRunArray *self;

  g_return_val_if_fail (name != NULL && array != NULL, NULL);

  self = g_new0 (LoomRunArray, 1);
  self->name = g_strdup (name);
  self->array = loom_array_ref (array);
  self->writer_size = sizeof (guint32);
  self->frames_low = 1;
  return self;
}

static void
difference_free (LoomArrayDifference *self)
{
  if (self == NULL)
    return;

  loom_run_array_free (self->other);
  g_free (self->name);
  g_clear_pointer (&self->cells, g_bytes_unref);
  g_free (self);
}

/**
 * loom_array_difference_dup_with:
 *
 * Returns: (transfer full): what the other run is called, in the user's language
 */
char *
loom_array_difference_dup_with (const LoomArrayDifference *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->name != NULL ? g_strdup (self->name) : loom_backend_id_dup_title (self->with);
}

static GBytes *
ref_plane (GBytes *plane)
{
  return plane != NULL ? g_bytes_ref (plane) : NULL;
}

static LoomCheckedCell
copy_checked (const LoomCheckedCell *self)
{
  return (LoomCheckedCell) { self->cell, g_strdup (self->got), g_strdup (self->expected) };
}

static void
clear_checked (LoomCheckedCell *self)
{
  g_free (self->got);
  g_free (self->expected);
}

/**
 * loom_run_array_copy:
 *
 * Returns: (transfer full): a result that shares contents and planes with @self; what was compared
 *   stays behind
 */
LoomRunArray *
loom_run_array_copy (const LoomRunArray *self)
{
  LoomRunArray *copy;

  g_return_val_if_fail (self != NULL, NULL);

  copy = g_new (LoomRunArray, 1);
  *copy = *self;
  copy->name = g_strdup (self->name);
  copy->array = loom_array_ref (self->array);
  copy->writes = ref_plane (self->writes);
  copy->reads = ref_plane (self->reads);
  copy->lowest = ref_plane (self->lowest);
  copy->highest = ref_plane (self->highest);
  copy->domain = ref_plane (self->domain);
  copy->mismatch = ref_plane (self->mismatch);
  copy->sectors = ref_plane (self->sectors);
  copy->frames = ref_plane (self->frames);
  copy->first = copy_checked (&self->first);
  copy->worst = copy_checked (&self->worst);
  copy->difference = NULL;
  return copy;
}

void
loom_run_array_free (LoomRunArray *self)
{
  if (self == NULL)
    return;

  g_free (self->name);
  loom_array_unref (self->array);
  g_clear_pointer (&self->writes, g_bytes_unref);
  g_clear_pointer (&self->reads, g_bytes_unref);
  g_clear_pointer (&self->lowest, g_bytes_unref);
  g_clear_pointer (&self->highest, g_bytes_unref);
  g_clear_pointer (&self->domain, g_bytes_unref);
  g_clear_pointer (&self->mismatch, g_bytes_unref);
  g_clear_pointer (&self->sectors, g_bytes_unref);
  g_clear_pointer (&self->frames, g_bytes_unref);
  clear_checked (&self->first);
  clear_checked (&self->worst);
  difference_free (self->difference);
  g_free (self);
}

/**
 * loom_run_array_dup_checked:
 * @cell: the first or the worst cell of @self
 *
 * Returns: (transfer full) (nullable): where it is, what it holds and what it should, in the user's
 *   language; %NULL if no cell differs
 */
char *
loom_run_array_dup_checked (const LoomRunArray    *self,
                            const LoomCheckedCell *cell)
{
  g_autofree char *place = NULL;

  g_return_val_if_fail (self != NULL && cell != NULL, NULL);

  if (cell->got == NULL)
    return NULL;
  place = loom_shape_dup_place (loom_array_get_shape (self->array), cell->cell);
  /* Translators: “row 4, column 7”, and what the cell there holds and should hold */
  return g_strdup_printf (_("%1$s: %2$s instead of %3$s"), place, cell->got, cell->expected);
}

/**
 * loom_run_find_array:
 *
 * Returns: (transfer none) (nullable): the result of an argument or variable, or %NULL
 */
LoomRunArray *
loom_run_find_array (LoomRun    *self,
                     const char *name)
{
  g_return_val_if_fail (self != NULL && name != NULL, NULL);

  for (guint i = 0; i < self->arrays->len; i++)
    {
      LoomRunArray *array = g_ptr_array_index (self->arrays, i);

      if (strcmp (array->name, name) == 0)
        return array;
    }

  return NULL;
}

/* The counters of a plane, and how many of the cells it holds. */
static const guint32 *
get_counters (GBytes  *plane,
              guint64  cells,
              guint64 *n_counters)
{
  gsize size = 0;
  const guint32 *counters = plane != NULL ? g_bytes_get_data (plane, &size) : NULL;

  *n_counters = MIN (cells, size / sizeof (guint32));
  return counters;
}

static void
count_domain (const LoomRunArray *self,
              const guint32      *writes,
              guint64             n_writes,
              LoomArrayCounts    *counts)
{
  gsize size;
  const guint8 *domain = g_bytes_get_data (self->domain, &size);

  counts->missed = 0;
  counts->extra = 0;
  for (guint64 i = 0; i < MIN (n_writes, size); i++)
    {
      counts->missed += domain[i] != 0 && writes[i] == 0;
      counts->extra += domain[i] == 0 && writes[i] != 0;
    }
}

/**
 * loom_run_array_count:
 * @counts: (out): where to put the sums
 *
 * Adds the planes of an array up. What has no plane counts 0; missed and extra are -1 without a
 * domain.
 */
void
loom_run_array_count (const LoomRunArray *self,
                      LoomArrayCounts    *counts)
{
  const guint32 *writes, *reads;
  guint64 n_writes, n_reads;

  g_return_if_fail (self != NULL && counts != NULL);

  *counts = (LoomArrayCounts) { .missed = -1, .extra = -1 };
  loom_shape_cells (loom_array_get_shape (self->array), &counts->cells);

  writes = get_counters (self->writes, counts->cells, &n_writes);
  for (guint64 i = 0; i < n_writes; i++)
    {
      counts->written += writes[i] > 0;
      counts->rewritten += writes[i] > 1;
      counts->writes += writes[i];
    }

  reads = get_counters (self->reads, counts->cells, &n_reads);
  for (guint64 i = 0; i < n_reads; i++)
    counts->reads += reads[i];

  if (self->domain != NULL && writes != NULL)
    count_domain (self, writes, n_writes, counts);
}

/**
 * loom_run_array_get_writer:
 * @plane: (nullable): its lowest or its highest
 * @cell: index in C order
 *
 * Returns: the linear id of the thread that wrote a cell, -1 if nobody did or the plane was not
 *   kept
 */
gint64
loom_run_array_get_writer (const LoomRunArray *self,
                           GBytes             *plane,
                           guint64             cell)
{
  const guint8 *data;
  gsize size;

  g_return_val_if_fail (self != NULL, -1);

  if (plane == NULL)
    return -1;

  data = g_bytes_get_data (plane, &size);
  if (cell >= size / self->writer_size)
    return -1;

  if (self->writer_size == sizeof (guint64))
    {
      guint64 writer;

      memcpy (&writer, data + cell * sizeof writer, sizeof writer);
      return writer <= G_MAXINT64 ? (gint64) writer : -1;
    }
  else
    {
      guint32 writer;

      memcpy (&writer, data + cell * sizeof writer, sizeof writer);
      return writer != G_MAXUINT32 ? (gint64) writer : -1;
    }
}

/**
 * loom_fidelity_get_name:
 *
 * Returns: the stable name of a fidelity
 */
const char *
loom_fidelity_get_name (LoomFidelity fidelity)
{
  static const char * const names[] = { "host", "simulated", "measured", "modelled" };

  g_return_val_if_fail ((guint) fidelity < G_N_ELEMENTS (names), NULL);

  return names[fidelity];
}

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
         + size_of (self->frames)
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
