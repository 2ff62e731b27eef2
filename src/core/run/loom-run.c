/* loom-run.c: one execution and its immutable result, and what is known of it without what its
 * arrays and threads hold
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-run.h"

#include "loom-class.h"
#include "loom-parallel.h"
#include "loom-typeset.h"

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

  self->launches = 1;
  self->idle_threads = -1;
  self->equal_writes = -1;
  self->main_array = -1;
  self->arrays = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_run_array_free);
  self->arguments
      = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_run_argument_free);
  self->findings = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_finding_free);
  self->steps = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_run_step_free);
  self->parts = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_run_part_free);
  self->streams = g_ptr_array_new_with_free_func (g_free);
  self->spans = g_array_new (FALSE, TRUE, sizeof (LoomRunSpan));
  self->frames = g_array_new (FALSE, TRUE, sizeof (LoomRunFrame));
  self->other_seeds = g_array_new (FALSE, FALSE, sizeof (guint32));
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
  g_clear_pointer (&self->block_costs, loom_block_costs_free);
  loom_cell_history_free (self->cell);
  loom_replay_free (self->replay);
  loom_measurement_free (self->measurement);
  loom_kernel_costs_free (self->costs);
  loom_job_free (self->job);
  loom_schedule_free (self->schedule);
  g_array_unref (self->other_seeds);
  g_array_unref (self->timings.kernel_ms);
  g_ptr_array_unref (self->steps);
  g_ptr_array_unref (self->parts);
  g_ptr_array_unref (self->streams);
  g_array_unref (self->spans);
  g_array_unref (self->frames);
  g_free (self->tally);
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
  g_clear_pointer (&self->reference, g_bytes_unref);
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
 * loom_run_is_moment_of:
 * @other: a run
 *
 * Returns: whether both are moments of one run, see loom_run_new_frame(), which have all in common
 *   but what arrays hold; or the same
 */
gboolean
loom_run_is_moment_of (LoomRun *self,
                       LoomRun *other)
{
  gboolean has_frames = FALSE;

  g_return_val_if_fail (self != NULL && other != NULL, FALSE);

  if (self == other)
    return TRUE;
  for (guint i = 0; i < MIN (self->arrays->len, other->arrays->len); i++)
    {
      const LoomRunArray *mine = self->arrays->pdata[i], *its = other->arrays->pdata[i];

      if (mine->frames != its->frames)
        return FALSE;
      has_frames |= mine->frames != NULL;
    }
  return has_frames && self->arrays->len == other->arrays->len;
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

const LoomRunPlane loom_run_planes[] = {
  { "writes", G_STRUCT_OFFSET (LoomRunArray, writes), sizeof (guint32) },
  { "reads", G_STRUCT_OFFSET (LoomRunArray, reads), sizeof (guint32) },
  { "lowest", G_STRUCT_OFFSET (LoomRunArray, lowest), LOOM_PLANE_OF_WRITERS },
  { "highest", G_STRUCT_OFFSET (LoomRunArray, highest), LOOM_PLANE_OF_WRITERS },
  { "domain", G_STRUCT_OFFSET (LoomRunArray, domain), 1 },
  { "mismatch", G_STRUCT_OFFSET (LoomRunArray, mismatch), 1 },
  { "reference", G_STRUCT_OFFSET (LoomRunArray, reference), LOOM_PLANE_OF_CELLS },
  { "sectors", G_STRUCT_OFFSET (LoomRunArray, sectors), sizeof (float) },
  { "load-sectors", G_STRUCT_OFFSET (LoomRunArray, load_sectors), sizeof (float) },
  { "store-sectors", G_STRUCT_OFFSET (LoomRunArray, store_sectors), sizeof (float) },
  { "first-write", G_STRUCT_OFFSET (LoomRunArray, first_write), sizeof (guint32) },
  { "seeds", G_STRUCT_OFFSET (LoomRunArray, seeds), 1 },
  { "first-seeds", G_STRUCT_OFFSET (LoomRunArray, first_seeds), 1 },
  { "races", G_STRUCT_OFFSET (LoomRunArray, races), 1 },
  { "uninitialised", G_STRUCT_OFFSET (LoomRunArray, uninitialised), 1 },
};

/**
 * loom_run_plane_get_cell_size:
 * @plane: index into loom_run_planes
 * @type: of the array's cells
 * @writer_size: of the array
 *
 * Returns: the bytes that the plane has for each cell
 */
guint
loom_run_plane_get_cell_size (guint           plane,
                              const LoomType *type,
                              guint           writer_size)
{
  const guint size = loom_run_planes[plane].cell_size;

  return size == LOOM_PLANE_OF_WRITERS ? writer_size
         : size == LOOM_PLANE_OF_CELLS ? type->size
                                       : size;
}

/**
 * loom_run_array_get_plane:
 * @plane: index into loom_run_planes
 *
 * Returns: (transfer none): where the plane is kept; %NULL stands there if it was not asked for
 */
GBytes **
loom_run_array_get_plane (LoomRunArray *self,
                          guint         plane)
{
  return G_STRUCT_MEMBER_P (self, loom_run_planes[plane].member);
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
  for (guint i = 0; i < LOOM_N_RUN_PLANES; i++)
    {
      GBytes *plane = *loom_run_array_get_plane (copy, i);

      if (plane != NULL)
        g_bytes_ref (plane);
    }
  if (copy->frames != NULL)
    g_bytes_ref (copy->frames);
  copy->first = copy_checked (&self->first);
  copy->worst = copy_checked (&self->worst);
  copy->difference = NULL;
  copy->counts = NULL;
  return copy;
}

void
loom_run_array_free (LoomRunArray *self)
{
  if (self == NULL)
    return;

  g_free (self->name);
  loom_array_unref (self->array);
  for (guint i = 0; i < LOOM_N_RUN_PLANES; i++)
    g_clear_pointer (loom_run_array_get_plane (self, i), g_bytes_unref);
  g_clear_pointer (&self->frames, g_bytes_unref);
  clear_checked (&self->first);
  clear_checked (&self->worst);
  difference_free (self->difference);
  g_free (self->counts);
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
  g_autofree char *place = NULL, *got = NULL, *expected = NULL;

  g_return_val_if_fail (self != NULL && cell != NULL, NULL);

  if (cell->got == NULL)
    return NULL;
  place = loom_shape_dup_place (loom_array_get_shape (self->array), cell->cell);
  got = loom_typeset (g_strdup (cell->got));
  expected = loom_typeset (g_strdup (cell->expected));
  /* Translators: “row 4, column 7”, and what the cell there holds and should hold */
  return g_strdup_printf (_("%1$s: %2$s instead of %3$s"), place, got, expected);
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

#define STRETCH 1024            /* cells */

/* What is counted of some of the cells. */
typedef struct
{
  LoomParallelRange cells;
  guint64           written, rewritten, writes, reads, missed, extra;
} CellCounts;

/* The planes of an array; NULL: it has none of that. */
typedef struct
{
  const guint32 *writes, *reads;
  const guint8  *domain;
  guint64        n_writes, n_reads, n_domain;
} CountedPlanes;

/* Of a number of cells that the compiler knows these become vector code. */
static inline void
count_writes (CellCounts    *counts,
              const guint32 *writes,
              gsize          n)
{
  guint32 written = 0, rewritten = 0;
  guint64 sum = 0;

  for (gsize i = 0; i < n; i++)
    {
      written += writes[i] > 0;
      rewritten += writes[i] > 1;
      sum += writes[i];
    }
  counts->written += written;
  counts->rewritten += rewritten;
  counts->writes += sum;
}

static inline guint64
add_reads (const guint32 *reads,
           gsize          n)
{
  guint64 sum = 0;

  for (gsize i = 0; i < n; i++)
    sum += reads[i];
  return sum;
}

static inline void
count_domain (CellCounts    *counts,
              const guint32 *writes,
              const guint8  *domain,
              gsize          n)
{
  guint32 missed = 0, extra = 0;

  for (gsize i = 0; i < n; i++)
    {
      const guint32 wanted = domain[i] != 0, written = writes[i] != 0;

      missed += wanted & ~written;
      extra += written & ~wanted;
    }
  counts->missed += missed;
  counts->extra += extra;
}

static void
count_cells (gpointer part,
             gpointer counted)
{
  const CountedPlanes *planes = counted;
  CellCounts *counts = part;
  const guint64 first = counts->cells.first, end = first + counts->cells.n;
  const guint64 n_writes = MIN (end, planes->n_writes), n_reads = MIN (end, planes->n_reads);
  const guint64 n_domain = MIN (n_writes, planes->n_domain);
  const guint32 *writes = planes->writes, *reads = planes->reads;
  guint64 at;

  for (at = first; at + STRETCH <= n_writes; at += STRETCH)
    count_writes (counts, writes + at, STRETCH);
  if (at < n_writes)
    count_writes (counts, writes + at, n_writes - at);
  for (at = first; at + STRETCH <= n_domain; at += STRETCH)
    count_domain (counts, writes + at, planes->domain + at, STRETCH);
  if (at < n_domain)
    count_domain (counts, writes + at, planes->domain + at, n_domain - at);
  for (at = first; at + STRETCH <= n_reads; at += STRETCH)
    counts->reads += add_reads (reads + at, STRETCH);
  if (at < n_reads)
    counts->reads += add_reads (reads + at, n_reads - at);
}

static void
add_up (const LoomRunArray *self,
        LoomArrayCounts    *counts)
{
  CountedPlanes planes = { 0 };
  g_autoptr (GArray) parts = NULL;

  *counts = (LoomArrayCounts) { .missed = -1, .extra = -1 };
  loom_shape_cells (loom_array_get_shape (self->array), &counts->cells);
  planes.writes = get_counters (self->writes, counts->cells, &planes.n_writes);
  planes.reads = get_counters (self->reads, counts->cells, &planes.n_reads);
  if (self->domain != NULL && planes.writes != NULL)
    {
      planes.domain = g_bytes_get_data (self->domain, &planes.n_domain);
      counts->missed = counts->extra = 0;
    }
  parts = loom_parallel_cut (counts->cells, 1, sizeof (CellCounts));
  loom_parallel_each (parts, count_cells, &planes);
  for (guint i = 0; i < parts->len; i++)
    {
      const CellCounts *part = &g_array_index (parts, CellCounts, i);

      counts->written += part->written;
      counts->rewritten += part->rewritten;
      counts->writes += part->writes;
      counts->reads += part->reads;
      counts->missed += (gint64) part->missed;
      counts->extra += (gint64) part->extra;
    }
}

/**
 * loom_run_array_count:
 * @counts: (out): where to put the sums
 *
 * Adds the planes of an array up, once for all who ask. What has no plane counts 0; missed and
 * extra are -1 without a domain.
 */
void
loom_run_array_count (const LoomRunArray *self,
                      LoomArrayCounts    *counts)
{
  LoomArrayCounts **known;

  g_return_if_fail (self != NULL && counts != NULL);

  /* They are found for an array that does not change, from any thread. */
  known = (LoomArrayCounts **) &self->counts;
  if (g_atomic_pointer_get (known) == NULL)
    {
      g_autofree LoomArrayCounts *made = g_new (LoomArrayCounts, 1);

      add_up (self, made);
      if (g_atomic_pointer_compare_and_exchange (known, NULL, made))
        made = NULL;
    }
  *counts = **known;
}

/* A plane of bytes, if it has one for each cell. */
static const guint8 *
get_marks (GBytes  *plane,
           guint64  cells)
{
  return plane != NULL && g_bytes_get_size (plane) == cells ? g_bytes_get_data (plane, NULL) : NULL;
}

static void
init_thumbnail (LoomThumbnail      *thumbnail,
                const LoomRunArray *array)
{
  const LoomShape *shape = loom_array_get_shape (array->array);
  guint64 cells, n_writes;
  LoomThumbnailSource source = { shape->cols, shape->rows, shape->planes, NULL, NULL, NULL };

  loom_shape_cells (shape, &cells);
  source.writes = get_counters (array->writes, cells, &n_writes);
  if (n_writes != cells)
    source.writes = NULL;
  source.domain = get_marks (array->domain, cells);
  source.mismatch = get_marks (array->mismatch, cells);
  loom_thumbnail_init (thumbnail, &source);
}

/**
 * loom_run_dup_tally:
 *
 * Returns: (transfer full): what its arrays come to; free with g_free()
 */
LoomTally *
loom_run_dup_tally (const LoomRun *self)
{
  LoomTally *tally;

  g_return_val_if_fail (self != NULL, NULL);

  tally = g_new (LoomTally, 1);
  *tally = (LoomTally) { .counts = { .missed = -1, .extra = -1 } };
  if (self->main_array >= 0)
    {
      loom_run_array_count (self->arrays->pdata[self->main_array], &tally->counts);
      init_thumbnail (&tally->thumbnail, self->arrays->pdata[self->main_array]);
    }
  for (guint i = 0; i < self->arrays->len; i++)
    tally->mismatches += ((const LoomRunArray *) self->arrays->pdata[i])->mismatches;
  return tally;
}

/**
 * loom_run_choose_writer_size:
 * @threads: of a launch
 *
 * Returns: how many bytes hold the linear id of each and, all bits one, nobody: 4 or 8
 */
guint
loom_run_choose_writer_size (guint64 threads)
{
  return threads < G_MAXUINT32 ? sizeof (guint32) : sizeof (guint64);
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

/**
 * loom_compilation_get_name:
 *
 * Returns: the stable name of where code comes from
 */
const char *
loom_compilation_get_name (LoomCompilation compilation)
{
  static const char * const names[] = { "cold", "cached", "reused" };

  g_return_val_if_fail ((guint) compilation < G_N_ELEMENTS (names), NULL);

  return names[compilation];
}

static LoomJob *
copy_job (const LoomJob *job)
{
  g_autoptr (GVariant) variant = g_variant_ref_sink (loom_job_to_variant (job));

  return loom_job_from_variant (variant);
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
 * nothing of what grows with its cells, threads and blocks: no array, no profile, no trace or
 * replay, no cell's history, no schedule. It keeps nothing of @self in memory.
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
  figures->seeds = self->seeds;
  g_array_append_vals (figures->other_seeds, self->other_seeds->data, self->other_seeds->len);
  for (guint i = 0; i < self->findings->len; i++)
    g_ptr_array_add (figures->findings, loom_finding_copy (self->findings->pdata[i]));
  if (self->trap != NULL)
    figures->trap = loom_finding_copy (self->trap);
  figures->trapped_blocks = self->trapped_blocks;
  copy_timings (&self->timings, &figures->timings);
  if (self->measurement != NULL)
    figures->measurement = loom_measurement_copy (self->measurement);
  figures->costs = g_memdup2 (self->costs, sizeof *self->costs);
  figures->block_costs = self->block_costs != NULL ? loom_block_costs_copy (self->block_costs)
                                                   : NULL;
  figures->job = self->job != NULL ? copy_job (self->job) : NULL;
  return figures;
}

static guint64
size_of (GBytes *bytes)
{
  return bytes != NULL ? g_bytes_get_size (bytes) : 0;
}

static guint64
array_size (LoomRunArray *self)
{
  guint64 size = size_of (loom_array_get_bytes (self->array)) + size_of (self->frames);

  for (guint i = 0; i < LOOM_N_RUN_PLANES; i++)
    size += size_of (*loom_run_array_get_plane (self, i));
  return size + (self->difference != NULL ? size_of (self->difference->cells) : 0);
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
    size += size_of (self->profile->threads) + size_of (self->profile->lanes)
            + size_of (self->profile->states);
  if (self->schedule != NULL)
    size += size_of (self->schedule->spans);
  return size;
}

/**
 * loom_run_dup_array_name:
 * @array: an array of it
 *
 * Names an array in files and reports, where each needs a name of its own: a variable of the
 * module that is called as an argument is `symbol.NAME`.
 *
 * Returns: (transfer full): the name
 */
char *
loom_run_dup_array_name (LoomRun            *self,
                         const LoomRunArray *array)
{
  const gboolean is_first = loom_run_find_array (self, array->name) == array;

  return array->is_symbol && !is_first ? g_strconcat ("symbol.", array->name, NULL)
                                       : g_strdup (array->name);
}

/**
 * loom_run_dup_order_sentence:
 * @self: a run
 *
 * Returns: (transfer full) (nullable): that its result depends on the order, and which seed shows
 *   it; %NULL where no other order that was tried came to anything else
 */
char *
loom_run_dup_order_sentence (const LoomRun *self)
{
  if (self->other_seeds->len == 0)
    return NULL;
  return g_strdup_printf (
      /* Translators: 1 orders that another result came of, 2 orders that were tried, 3 the first
       * seed that another came of */
      ngettext ("In %1$u of %2$u other order of warps and blocks the result differs: it "
                "depends on who comes first; seed %3$u shows it",
                "In %1$u of %2$u other orders of warps and blocks the result differs: it "
                "depends on who comes first; seed %3$u shows it",
                self->seeds),
      self->other_seeds->len, self->seeds, g_array_index (self->other_seeds, guint32, 0));
}
