/* loom-run-memory.c: all that a run will hold, summed before it is taken
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-run-memory.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* Sums that stay at the largest number once they have reached it. */
typedef struct
{
  guint64 file;                 /* in the run's memory file */
  guint64 arrays, coverage, check;
} Sum;

static guint64
add (guint64 a,
     guint64 b)
{
  return a > G_MAXUINT64 - b ? G_MAXUINT64 : a + b;
}

static guint64
multiply (guint64 a,
          guint64 b)
{
  guint64 product;

  return g_uint64_checked_mul (&product, a, b) ? product : G_MAXUINT64;
}

static void
add_segment (Sum     *sum,
             guint64 *part,
             guint64  bytes)
{
  *part = add (*part, bytes);
  sum->file
      = add (sum->file, bytes > G_MAXSIZE - LOOM_IPC_MEMORY_ALIGN ? G_MAXUINT64
                                                                  : loom_ipc_memory_align (bytes));
}

static gboolean
has_reference (const LoomPlanArg *arg)
{
  for (guint i = 0; arg->members != NULL && i < arg->members->len; i++)
    if (has_reference (arg->members->pdata[i]))
      return TRUE;

  return arg->expect.reference_expr != NULL || arg->expect.reference_file != NULL;
}

/* Arrays run more than once from the same bytes. */
static gboolean
needs_image (const LoomRunOptions *options)
{
  return options->repeat > 1 || options->as_written;
}

/* On a GPU blocks are watched by what counts accesses. 0: they are not. */
static guint64
get_watched_blocks (LoomPlan             *plan,
                    const LoomRunOptions *options)
{
  guint64 blocks;

  if (options->coverage == LOOM_COVERAGE_NONE || options->backend.kind != LOOM_BACKEND_CUDA)
    return 0;

  return loom_dim3_volume (&plan->grid, &blocks) ? blocks : G_MAXUINT64;
}

/* Constants are no sectors of memory. */
static gboolean
is_profiled (const LoomRunBuffer  *buffer,
             const LoomRunOptions *options)
{
  return options->profile && (buffer->arg->symbol == NULL || !buffer->arg->is_const);
}

static void
sum_buffer (const LoomRunBuffer  *buffer,
            const LoomRunOptions *options,
            guint                 writer_size,
            Sum                  *sum)
{
  add_segment (sum, &sum->arrays, buffer->size);
  if (needs_image (options))
    sum->arrays = add (sum->arrays, buffer->size);

  if (options->coverage & LOOM_COVERAGE_WRITES)
    add_segment (sum, &sum->coverage, multiply (buffer->cells, 4));
  if (options->coverage & LOOM_COVERAGE_READS)
    add_segment (sum, &sum->coverage, multiply (buffer->cells, 4));
  if (options->coverage & LOOM_COVERAGE_WRITERS)
    {
      add_segment (sum, &sum->coverage, multiply (buffer->cells, writer_size));
      add_segment (sum, &sum->coverage, multiply (buffer->cells, writer_size));
    }
  /* What the simulator counts with before it adds to the planes: a thread and a read for each
   * cell. */
  if (options->coverage != LOOM_COVERAGE_NONE)
    sum->coverage = add (sum->coverage, multiply (buffer->cells, 8));

  if (is_profiled (buffer, options))
    {
      add_segment (sum, &sum->coverage, multiply (buffer->cells, sizeof (float)));
      sum->coverage = add (sum->coverage, multiply (buffer->cells, 2 * sizeof (guint32)));
    }

  if (buffer->arg->expect.domain != NULL)
    add_segment (sum, &sum->check, buffer->cells);
  if (has_reference (buffer->arg))
    {
      add_segment (sum, &sum->check, buffer->cells);
      sum->check = add (sum->check, buffer->size);
    }
  /* A shadow bit for each byte. */
  if (options->checks & LOOM_CHECK_UNINITIALISED)
    sum->check = add (sum->check, buffer->size / 8);
  /* Three records for each unit, which is mostly a cell. */
  if (options->checks & LOOM_CHECK_RACES)
    sum->check = add (sum->check, multiply (buffer->cells, 24));
}

static gboolean
check_sum (const Sum  *sum,
           guint64     limit,
           GError    **error)
{
  guint64 all = add (add (sum->arrays, sum->coverage), sum->check);
  g_autofree char *total = g_format_size_full (all, G_FORMAT_SIZE_IEC_UNITS);
  g_autofree char *arrays = g_format_size_full (sum->arrays, G_FORMAT_SIZE_IEC_UNITS);
  g_autofree char *coverage = g_format_size_full (sum->coverage, G_FORMAT_SIZE_IEC_UNITS);
  g_autofree char *check = g_format_size_full (sum->check, G_FORMAT_SIZE_IEC_UNITS);
  g_autofree char *most = g_format_size_full (limit, G_FORMAT_SIZE_IEC_UNITS);

  if (all <= limit)
    return TRUE;

  g_set_error (
      error, LOOM_ERROR, LOOM_ERROR_MEMORY,
      _("This run would hold %1$s (arrays %2$s, coverage %3$s, checks %4$s), and %5$s may be "
         "held, which is "
         "60 %% of the memory that is free; make the shape smaller, or ask for less coverage"),
      total, arrays, coverage, check, most);
  return FALSE;
}

static gboolean
add_buffer (LoomRunMemory      *self,
            const LoomPlanArg  *arg,
            guint               index,
            GError            **error)
{
  LoomRunBuffer buffer = { .arg = arg, .index = index };
  guint64 size;

  if (!loom_shape_cells (&arg->shape, &buffer.cells) || arg->type.size == 0 ||
      !g_uint64_checked_mul (&size, buffer.cells, arg->type.size) || size > G_MAXSSIZE)
    {
      g_set_error (error, LOOM_ERROR, LOOM_ERROR_MEMORY,
                   _("The array %s has more bytes than can be counted"), arg->name);
      return FALSE;
    }

  buffer.size = size;
  g_array_append_val (self->buffers, buffer);
  return TRUE;
}

static gboolean
add_buffers (LoomRunMemory  *self,
             LoomPlan       *plan,
             GError        **error)
{
  for (guint i = 0; i < plan->args->len; i++)
    {
      const LoomPlanArg *arg = plan->args->pdata[i];

      if (arg->kind == LOOM_PARAM_ARRAY && arg->same < 0 && !add_buffer (self, arg, i, error))
        return FALSE;
    }

  for (guint i = 0; i < plan->symbols->len; i++)
    if (!add_buffer (self, plan->symbols->pdata[i], G_MAXUINT, error))
      return FALSE;

  return TRUE;
}

static gboolean
take_buffer (LoomRunMemory        *self,
             LoomRunBuffer        *buffer,
             const LoomRunOptions *options)
{
  gboolean ok = TRUE;

  buffer->bytes = loom_ipc_memory_take (self->file, buffer->size);
  if (needs_image (options))
    ok = (buffer->image = g_try_malloc (MAX (buffer->size, 1))) != NULL;
  if (options->coverage & LOOM_COVERAGE_WRITES)
    buffer->planes.writes = loom_ipc_memory_take (self->file, buffer->cells * 4);
  if (options->coverage & LOOM_COVERAGE_READS)
    buffer->planes.reads = loom_ipc_memory_take (self->file, buffer->cells * 4);
  if (options->coverage & LOOM_COVERAGE_WRITERS)
    {
      buffer->planes.lowest = loom_ipc_memory_take (self->file, buffer->cells * self->writer_size);
      buffer->planes.highest = loom_ipc_memory_take (self->file, buffer->cells * self->writer_size);
    }

  if (is_profiled (buffer, options))
    {
      buffer->mean = loom_ipc_memory_take (self->file, buffer->cells * sizeof (float));
      ok = ok && (buffer->requests = g_try_new0 (guint32, MAX (buffer->cells, 1))) != NULL &&
           (buffer->sectors = g_try_new0 (guint32, MAX (buffer->cells, 1))) != NULL;
    }

  if (buffer->arg->expect.domain != NULL)
    buffer->domain = loom_ipc_memory_take (self->file, buffer->cells);
  if (has_reference (buffer->arg))
    {
      buffer->mismatch = loom_ipc_memory_take (self->file, buffer->cells);
      ok = ok && (buffer->reference = g_try_malloc0 (MAX (buffer->size, 1))) != NULL;
    }

  return ok;
}

/**
 * loom_run_memory_new:
 * @plan: the launch
 * @options: how to run it
 * @threads: of one launch
 * @limit: bytes that may be held
 * @error: return location for an error
 *
 * Sums everything that a run of @plan will hold and, if that is allowed, takes it: zeros.
 *
 * Errors: %LOOM_ERROR_MEMORY with the sum and its parts.
 *
 * Returns: (transfer full): the memory, or %NULL
 */
LoomRunMemory *
loom_run_memory_new (LoomPlan              *plan,
                     const LoomRunOptions  *options,
                     guint64                threads,
                     guint64                limit,
                     GError               **error)
{
  g_autoptr (LoomRunMemory) self = g_new0 (LoomRunMemory, 1);
  const guint64 blocks = get_watched_blocks (plan, options);
  Sum sum = { 0 };

  self->buffers = g_array_new (FALSE, TRUE, sizeof (LoomRunBuffer));
  self->writer_size = threads < G_MAXUINT32 ? 4 : 8;
  if (!add_buffers (self, plan, error))
    return NULL;

  for (guint i = 0; i < self->buffers->len; i++)
    sum_buffer (loom_run_memory_get (self, i), options, self->writer_size, &sum);
  if (options->profile)
    add_segment (&sum, &sum.coverage, multiply (threads, sizeof (guint32)));
  if (blocks > 0)
    add_segment (&sum, &sum.coverage, multiply (blocks, sizeof (LoomBlockSpan)));
  if (!check_sum (&sum, limit, error))
    return NULL;

  self->file = loom_ipc_memory_new (sum.file, error);
  if (self->file == NULL)
    return NULL;

  if (options->profile)
    self->threads = loom_ipc_memory_take (self->file, threads * sizeof (guint32));
  if (blocks > 0)
    self->spans = loom_ipc_memory_take (self->file, blocks * sizeof (LoomBlockSpan));
  for (guint i = 0; i < self->buffers->len; i++)
    if (!take_buffer (self, loom_run_memory_get (self, i), options))
      {
        g_set_error (error, LOOM_ERROR, LOOM_ERROR_MEMORY, _("There is no memory for the array %s"),
                     loom_run_memory_get (self, i)->arg->name);
        return NULL;
      }

  return g_steal_pointer (&self);
}

/**
 * loom_run_memory_free:
 * @self: (nullable): the memory
 */
void
loom_run_memory_free (LoomRunMemory *self)
{
  if (self == NULL)
    return;

  for (guint i = 0; i < self->buffers->len; i++)
    {
      LoomRunBuffer *buffer = loom_run_memory_get (self, i);

      g_free (buffer->image);
      g_free (buffer->reference);
      g_free (buffer->requests);
      g_free (buffer->sectors);
      g_free (buffer->rows);
    }

  g_array_unref (self->buffers);
  g_clear_pointer (&self->file, loom_ipc_memory_free);
  g_free (self);
}

/**
 * loom_run_memory_get:
 * @self: the memory
 * @index: of a buffer
 *
 * Returns: (transfer none): the buffer
 */
LoomRunBuffer *
loom_run_memory_get (LoomRunMemory *self,
                     guint          index)
{
  return &g_array_index (self->buffers, LoomRunBuffer, index);
}

/**
 * loom_run_memory_find:
 * @self: the memory
 * @argument: its number
 *
 * Returns: (transfer none) (nullable): the buffer of an argument that is an array, or %NULL
 */
LoomRunBuffer *
loom_run_memory_find (LoomRunMemory *self,
                      guint          argument)
{
  for (guint i = 0; i < self->buffers->len; i++)
    if (loom_run_memory_get (self, i)->index == argument)
      return loom_run_memory_get (self, i);

  return NULL;
}

/* Two arguments of one type and shape exchange their cells, with what was counted on them. What is
 * expected stays with the arguments. */
static void
swap (LoomRunMemory *self,
      guint          first,
      guint          second)
{
  LoomRunBuffer *a = loom_run_memory_find (self, first), *b = loom_run_memory_find (self, second);
  LoomRunBuffer old;

  if (a == NULL || b == NULL || a->size != b->size || a->cells != b->cells)
    return;

  old = *a;
  *a = *b;
  *b = old;

  b->arg = a->arg, a->arg = old.arg;
  b->index = a->index, a->index = old.index;
  b->domain = a->domain, a->domain = old.domain;
  b->mismatch = a->mismatch, a->mismatch = old.mismatch;
  b->image = a->image, a->image = old.image;
  b->reference = a->reference, a->reference = old.reference;
  b->aside = a->aside, a->aside = old.aside;
  b->mean = a->mean, a->mean = old.mean;
}

/**
 * loom_run_memory_swap_all:
 * @self: the memory
 * @plan: the launch
 *
 * Swaps what the plan says to swap after each launch.
 */
void
loom_run_memory_swap_all (LoomRunMemory *self,
                          LoomPlan      *plan)
{
  for (guint i = 0; i + 1 < plan->swaps->len; i += 2)
    swap (self, g_array_index (plan->swaps, guint, i),
          g_array_index (plan->swaps, guint, i + 1));
}

static void
clear_plane (gpointer plane,
             int      byte,
             guint64  cells,
             gsize    size)
{
  if (plane != NULL)
    memset (plane, byte, cells * size);
}

/**
 * loom_run_memory_reset:
 * @self: the memory
 *
 * Makes the planes as they are before a first launch; the arrays too, where they are kept for
 * repeated samples.
 */
void
loom_run_memory_reset (LoomRunMemory *self)
{
  for (guint i = 0; i < self->buffers->len; i++)
    {
      LoomRunBuffer *buffer = loom_run_memory_get (self, i);

      if (buffer->image != NULL)
        memcpy (buffer->bytes, buffer->image, buffer->size);
      clear_plane (buffer->planes.writes, 0, buffer->cells, 4);
      clear_plane (buffer->planes.reads, 0, buffer->cells, 4);
      clear_plane (buffer->planes.lowest, 0xff, buffer->cells, self->writer_size);
      clear_plane (buffer->planes.highest, 0xff, buffer->cells, self->writer_size);
    }
}

/**
 * loom_run_memory_average:
 * @self: the memory
 *
 * After the launches that were profiled: divides what the requests of each cell asked for by their
 * number.
 */
void
loom_run_memory_average (LoomRunMemory *self)
{
  for (guint i = 0; i < self->buffers->len; i++)
    {
      LoomRunBuffer *buffer = loom_run_memory_get (self, i);

      for (guint64 cell = 0; buffer->mean != NULL && cell < buffer->cells; cell++)
        if (buffer->requests[cell] > 0)
          buffer->mean[cell] = (float) buffer->sectors[cell] / (float) buffer->requests[cell];
    }
}

/**
 * loom_run_memory_set_aside:
 * @self: the memory
 *
 * Keeps what was counted out of the way of what runs from now on, which is not counted.
 */
void
loom_run_memory_set_aside (LoomRunMemory *self)
{
  for (guint i = 0; i < self->buffers->len; i++)
    {
      LoomRunBuffer *buffer = loom_run_memory_get (self, i);

      buffer->aside = buffer->planes;
      buffer->planes = (LoomRunPlanes) { NULL };
    }
}

/**
 * loom_run_memory_bring_back:
 * @self: the memory
 *
 * Makes what was set aside the planes again, wherever the cells are by now.
 */
void
loom_run_memory_bring_back (LoomRunMemory *self)
{
  for (guint i = 0; i < self->buffers->len; i++)
    {
      LoomRunBuffer *buffer = loom_run_memory_get (self, i);

      buffer->planes = buffer->aside;
      buffer->aside = (LoomRunPlanes) { NULL };
    }
}
