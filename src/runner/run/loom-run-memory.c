/* loom-run-memory.c: all that a run will hold, summed before it is taken
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-run-memory.h"

#include "loom-capability.h"
#include "loom-parallel.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* More moments than anybody tells apart. */
#define MAX_SLOTS 65536
#define CLEARED_AT_ONCE ((gsize) 4 << 20)

/* What a segment is held for. */
typedef enum
{
  FOR_ARRAYS,
  FOR_COVERAGE,
  FOR_CHECKS,
  FOR_HISTORY,
  N_PURPOSES
} Purpose;

/* Where it lies. */
typedef enum
{
  IN_FILE,
  ON_HEAP,
  OF_BACKEND,                   /* which takes it itself: it is only summed */
} Home;

/* Bytes that a run holds. */
typedef struct
{
  gboolean  is_needed;
  Purpose   purpose;
  Home      home;
  guint64   bytes;
  gpointer *place;
} Segment;

/* Sums that stay at the largest number once they have reached it. */
typedef struct
{
  guint64 file;                 /* in the run's memory file */
  guint64 purposes[N_PURPOSES];
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

static gboolean
has_reference (const LoomPlanArg *arg)
{
  for (guint i = 0; arg->members != NULL && i < arg->members->len; i++)
    if (has_reference (arg->members->pdata[i]))
      return TRUE;

  return loom_expect_has_reference (&arg->expect);
}

/* Where a backend has a schedule, blocks are watched by what counts accesses. 0: they are not. */
static guint64
get_watched_blocks (LoomPlan             *plan,
                    const LoomRunOptions *options)
{
  guint64 blocks;

  if (options->coverage == LOOM_COVERAGE_NONE
      || !(loom_backend_kind_get_capabilities (options->backend.kind) & LOOM_CAPABILITY_SCHEDULE))
    return 0;

  return loom_dim3_volume (&plan->grid, &blocks) ? blocks : G_MAXUINT64;
}

/* Either adds a segment to the sum, or takes it. */
static gboolean
handle_segment (LoomRunMemory *self,
                const Segment *segment,
                Sum           *sum)
{
  const guint64 bytes = segment->bytes;

  if (!segment->is_needed)
    return TRUE;
  if (sum != NULL)
    {
      sum->purposes[segment->purpose] = add (sum->purposes[segment->purpose], bytes);
      if (segment->home == IN_FILE)
        sum->file = add (sum->file, bytes > G_MAXSIZE - LOOM_IPC_MEMORY_ALIGN
                                        ? G_MAXUINT64
                                        : loom_ipc_memory_align (bytes));
      return TRUE;
    }

  if (segment->home == IN_FILE)
    *segment->place = loom_ipc_memory_take (self->file, bytes);
  else if (segment->home == ON_HEAP)
    *segment->place = g_try_malloc0 (MAX (bytes, 1));
  return segment->home != ON_HEAP || *segment->place != NULL;
}

/* The segments of the whole run. */
static void
handle_run (LoomRunMemory        *self,
            LoomPlan             *plan,
            const LoomRunOptions *options,
            guint64               threads,
            Sum                  *sum)
{
  const guint64 blocks = get_watched_blocks (plan, options);
  const Segment segments[] = {
    { options->profile, FOR_COVERAGE, IN_FILE, multiply (threads, sizeof (guint32)),
      (gpointer *) &self->threads },
    { options->profile, FOR_COVERAGE, IN_FILE, multiply (threads, sizeof (guint64)),
      (gpointer *) &self->lanes },
    { options->profile, FOR_COVERAGE, IN_FILE, threads, (gpointer *) &self->states },
    { blocks > 0, FOR_COVERAGE, IN_FILE, multiply (blocks, sizeof (LoomBlockSpan)),
      (gpointer *) &self->spans },
  };

  for (guint i = 0; i < G_N_ELEMENTS (segments); i++)
    handle_segment (self, &segments[i], sum);
}

/* The segments of one array; constants are no sectors of memory. */
static gboolean
handle_buffer (LoomRunMemory        *self,
               LoomRunBuffer        *buffer,
               const LoomRunOptions *options,
               Sum                  *sum)
{
  const guint64 cells = buffer->cells, four = multiply (cells, 4);
  const guint64 writers = multiply (cells, self->writer_size);
  const LoomCoverageFlags coverage = options->coverage;
  const gboolean tries = options->seeds > 0;
  const gboolean is_repeated
      = options->repeat > 1 || loom_run_options_need_written (options) || tries;
  const gboolean is_profiled
      = options->profile && (buffer->arg->symbol == NULL || !buffer->arg->is_const);
  const gboolean is_compared = has_reference (buffer->arg);
  /* the simulators of several devices keep their own */
  const LoomChecks marks = self->n_devices > 1 ? LOOM_CHECK_NONE : options->checks;
  const guint devices = self->n_devices, copies = buffer->arg->is_split ? 2 : devices;
  LoomRunPlanes *planes = &buffer->planes;
#define PLACE(member) ((gpointer *) &(member))
  const Segment segments[] = {
    { TRUE, FOR_ARRAYS, IN_FILE, buffer->size, PLACE (buffer->bytes) },
    { is_repeated, FOR_ARRAYS, ON_HEAP, buffer->size, PLACE (buffer->image) },
    { self->n_slots > 0 && loom_run_buffer_is_kept (buffer), FOR_HISTORY, IN_FILE,
      multiply (self->n_slots, loom_run_buffer_get_size (buffer)), PLACE (buffer->frames) },
    /* What all devices of a split run have beside what is here. */
    { devices > 1, FOR_ARRAYS, OF_BACKEND, multiply (buffer->size, copies), NULL },
    { devices > 1 && coverage != LOOM_COVERAGE_NONE, FOR_COVERAGE, OF_BACKEND,
      multiply (multiply (cells, 16), copies), NULL },
    { coverage & LOOM_COVERAGE_WRITES, FOR_COVERAGE, IN_FILE, four, PLACE (planes->writes) },
    { coverage & LOOM_COVERAGE_READS, FOR_COVERAGE, IN_FILE, four, PLACE (planes->reads) },
    { coverage & LOOM_COVERAGE_WRITERS, FOR_COVERAGE, IN_FILE, writers, PLACE (planes->lowest) },
    { coverage & LOOM_COVERAGE_WRITERS, FOR_COVERAGE, IN_FILE, writers, PLACE (planes->highest) },
    /* What the simulator counts with: a thread and a read for each cell. */
    { coverage != LOOM_COVERAGE_NONE, FOR_COVERAGE, OF_BACKEND, multiply (cells, 8), NULL },
    { is_profiled, FOR_COVERAGE, IN_FILE, four, PLACE (buffer->mean) },
    { is_profiled, FOR_COVERAGE, IN_FILE, four, PLACE (buffer->loads.mean) },
    { is_profiled, FOR_COVERAGE, IN_FILE, four, PLACE (buffer->stores.mean) },
    { is_profiled, FOR_COVERAGE, IN_FILE, four, PLACE (buffer->first_write) },
    { is_profiled, FOR_COVERAGE, ON_HEAP, four, PLACE (buffer->loads.requests) },
    { is_profiled, FOR_COVERAGE, ON_HEAP, four, PLACE (buffer->loads.sectors) },
    { is_profiled, FOR_COVERAGE, ON_HEAP, four, PLACE (buffer->stores.requests) },
    { is_profiled, FOR_COVERAGE, ON_HEAP, four, PLACE (buffer->stores.sectors) },
    { loom_expect_has_domain (&buffer->arg->expect), FOR_CHECKS, IN_FILE, cells,
      PLACE (buffer->domain) },
    { is_compared, FOR_CHECKS, IN_FILE, cells, PLACE (buffer->mismatch) },
    { is_compared, FOR_CHECKS, IN_FILE, buffer->size, PLACE (buffer->reference) },
    { tries, FOR_CHECKS, IN_FILE, cells, PLACE (buffer->seeds) },
    { tries, FOR_CHECKS, IN_FILE, cells, PLACE (buffer->first_seeds) },
    { tries, FOR_CHECKS, ON_HEAP, buffer->size, PLACE (buffer->ordinary) },
    { marks & LOOM_CHECK_RACES, FOR_CHECKS, IN_FILE, cells, PLACE (buffer->races) },
    { marks & LOOM_CHECK_UNINITIALISED, FOR_CHECKS, IN_FILE, cells, PLACE (buffer->uninitialised) },
    { marks & LOOM_CHECK_UNINITIALISED, FOR_CHECKS, ON_HEAP, cells, PLACE (buffer->written) },
    /* A shadow bit for each byte. */
    { options->checks & LOOM_CHECK_UNINITIALISED, FOR_CHECKS, OF_BACKEND, buffer->size / 8, NULL },
    /* Three records for each unit, which is mostly a cell. */
    { options->checks & LOOM_CHECK_RACES, FOR_CHECKS, OF_BACKEND, multiply (cells, 24), NULL },
  };
#undef PLACE

  for (guint i = 0; i < G_N_ELEMENTS (segments); i++)
    if (!handle_segment (self, &segments[i], sum))
      return FALSE;
  return TRUE;
}

static guint64
get_total (const Sum *sum)
{
  const guint64 *of = sum->purposes;

  return add (add (of[FOR_ARRAYS], of[FOR_COVERAGE]), of[FOR_CHECKS]);
}

static gboolean
check_sum (const Sum  *sum,
           guint64     limit,
           GError    **error)
{
  const guint64 *of = sum->purposes;
  guint64 all = get_total (sum);
  g_autofree char *total = g_format_size_full (all, G_FORMAT_SIZE_IEC_UNITS);
  g_autofree char *arrays = g_format_size_full (of[FOR_ARRAYS], G_FORMAT_SIZE_IEC_UNITS);
  g_autofree char *coverage = g_format_size_full (of[FOR_COVERAGE], G_FORMAT_SIZE_IEC_UNITS);
  g_autofree char *check = g_format_size_full (of[FOR_CHECKS], G_FORMAT_SIZE_IEC_UNITS);
  g_autofree char *most = g_format_size_full (limit, G_FORMAT_SIZE_IEC_UNITS);

  if (all <= limit)
    return TRUE;

  return loom_fail (error, LOOM_ERROR_MEMORY,
                    _("This run would hold %1$s (arrays %2$s, coverage %3$s, checks %4$s), and "
                      "%5$s may be held, which is 60 %% of the memory that is free; make the shape "
                      "smaller, or ask for less coverage"), total, arrays, coverage, check, most);
}

static gboolean
add_buffer (LoomRunMemory      *self,
            const LoomPlanArg  *arg,
            guint               index,
            GError            **error)
{
  LoomRunBuffer buffer = { .arg = arg, .index = index, .place = self->buffers->len };
  guint64 size;

  if (arg->type.size == 0 || !loom_plan_arg_get_size (arg, &size) || size > G_MAXSSIZE)
    return loom_fail (error, LOOM_ERROR_MEMORY,
                      _("The array %s has more bytes than can be counted"), arg->name);

  buffer.size = size;
  buffer.cells = size / arg->type.size;
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

      if (loom_plan_arg_has_memory (arg) && !add_buffer (self, arg, i, error))
        return FALSE;
    }

  for (guint i = 0; i < plan->symbols->len; i++)
    if (!add_buffer (self, plan->symbols->pdata[i], G_MAXUINT, error))
      return FALSE;

  return TRUE;
}

static void
handle_all (LoomRunMemory        *self,
            LoomPlan             *plan,
            const LoomRunOptions *options,
            guint64               threads,
            Sum                  *sum)
{
  handle_run (self, plan, options, threads, sum);
  for (guint i = 0; i < self->buffers->len; i++)
    handle_buffer (self, loom_run_memory_get (self, i), options, sum);
}

/* How many moments can be kept; none where those are fewer than two. */
static guint
choose_slots (LoomRunMemory        *self,
              const LoomRunOptions *options,
              guint64               left)
{
  const guint64 size = loom_run_memory_get_frame_size (self);
  const guint64 room = MIN ((guint64) options->history_mib << 20, left / 2);
  const guint64 slots = size > 0 ? MIN (room / size, MAX_SLOTS) : 0;

  return slots < 2 ? 0 : (guint) slots;
}

/* The first moment has a slot, too, and each pin one of its own, or pins are refused. */
static gboolean
check_pins (LoomRunMemory         *self,
            const LoomRunOptions  *options,
            GError               **error)
{
  const guint needed = options->pins.n + 1;
  g_autofree char *each = NULL, *room = NULL;

  self->pins = options->pins;
  if (options->pins.n == 0 || options->history_mib == 0 || self->n_slots >= needed)
    return TRUE;

  each = g_format_size_full (loom_run_memory_get_frame_size (self), G_FORMAT_SIZE_IEC_UNITS);
  room = g_format_size_full ((guint64) options->history_mib << 20, G_FORMAT_SIZE_IEC_UNITS);
  return loom_fail (error, LOOM_ERROR_MEMORY,
                    _("[launch] pin: %1$u pinned moments and the first one take %2$s each, and "
                      "there is room for %3$u in the %4$s that moments may take; pin fewer, or "
                      "make the arrays smaller"), options->pins.n, each, self->n_slots, room);
}

/**
 * loom_run_memory_new:
 * @plan: the launch
 * @options: how to run it
 * @threads: of one launch
 * @limit: bytes that may be held
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
  Sum sum = { 0 };

  self->buffers = g_array_new (FALSE, TRUE, sizeof (LoomRunBuffer));
  self->frames = g_array_new (FALSE, TRUE, sizeof (LoomRunFrame));
  self->free_slots = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->n_devices = plan->split.devices;
  self->writer_size = loom_run_choose_writer_size (threads);
  if (!add_buffers (self, plan, error))
    return NULL;

  handle_all (self, plan, options, threads, &sum);
  if (!check_sum (&sum, limit, error))
    return NULL;

  /* What is kept between steps takes what is left. */
  if (plan->steps->len > 0)
    self->n_slots = choose_slots (self, options, limit - get_total (&sum));
  if (plan->steps->len > 0 && !check_pins (self, options, error))
    return NULL;
  sum = (Sum) { 0 };
  handle_all (self, plan, options, threads, &sum);

  self->file = options->figures ? loom_ipc_memory_new_private (sum.file, error)
                                : loom_ipc_memory_new (sum.file, error);
  if (self->file == NULL)
    return NULL;

  handle_run (self, plan, options, threads, NULL);
  for (guint i = 0; i < self->buffers->len; i++)
    if (!handle_buffer (self, loom_run_memory_get (self, i), options, NULL))
      return loom_fail_null (error, LOOM_ERROR_MEMORY, _("There is no memory for the array %s"),
                             loom_run_memory_get (self, i)->arg->name);

  return g_steal_pointer (&self);
}

void
loom_run_memory_free (LoomRunMemory *self)
{
  if (self == NULL)
    return;

  for (guint i = 0; i < self->buffers->len; i++)
    {
      LoomRunBuffer *buffer = loom_run_memory_get (self, i);

      g_free (buffer->image);
      g_free (buffer->loads.requests);
      g_free (buffer->loads.sectors);
      g_free (buffer->stores.requests);
      g_free (buffer->stores.sectors);
      g_free (buffer->ordinary);
      g_free (buffer->written);
      g_free (buffer->rows);
    }

  g_array_unref (self->buffers);
  g_array_unref (self->frames);
  g_array_unref (self->free_slots);
  g_clear_pointer (&self->file, loom_ipc_memory_free);
  g_free (self);
}

LoomRunBuffer *
loom_run_memory_get (LoomRunMemory *self,
                     guint          index)
{
  return &g_array_index (self->buffers, LoomRunBuffer, index);
}

/**
 * loom_run_memory_find:
 * @argument: the index of an argument of the plan
 *
 * Returns: (transfer none) (nullable): its buffer; %NULL if it is no array of its own
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

/**
 * loom_run_memory_swap:
 * @first: the index of an argument that is an array
 * @second: of another one, of the same type and shape
 *
 * Lets two arguments exchange their cells, with what was counted on them. What is expected and what
 * was kept stays with the arguments.
 */
void
loom_run_memory_swap (LoomRunMemory *self,
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
  b->frames = a->frames, a->frames = old.frames;
  b->frames_low = a->frames_low, a->frames_low = old.frames_low;
  b->frames_high = a->frames_high, a->frames_high = old.frames_high;
  b->image = a->image, a->image = old.image;
  b->reference = a->reference, a->reference = old.reference;
  b->aside = a->aside, a->aside = old.aside;
  b->written = a->written, a->written = old.written;
  b->mean = a->mean, a->mean = old.mean;
  b->loads.mean = a->loads.mean, a->loads.mean = old.loads.mean;
  b->stores.mean = a->stores.mean, a->stores.mean = old.stores.mean;
}

/**
 * loom_run_memory_swap_all:
 * @plan: the launch
 *
 * Swaps what the plan says to swap after each launch.
 */
void
loom_run_memory_swap_all (LoomRunMemory *self,
                          LoomPlan      *plan)
{
  for (guint i = 0; i + 1 < plan->swaps->len; i += 2)
    loom_run_memory_swap (self, g_array_index (plan->swaps, guint, i),
                          g_array_index (plan->swaps, guint, i + 1));
}

/* Rows of `width` bytes, from one distance to another. */
static void
move_rows (gpointer plane,
           guint64  rows,
           gsize    width,
           gsize    from,
           gsize    to)
{
  guint8 *bytes = plane;

  /* those that move on begin with the last, so that none is overwritten */
  for (guint64 i = 0; bytes != NULL && i < rows; i++)
    {
      const guint64 row = to > from ? rows - 1 - i : i;

      memmove (bytes + row * to, bytes + row * from, width);
    }
}

/**
 * loom_run_buffer_get_size:
 *
 * Returns: bytes of the cells alone, without what lies between rows
 */
gsize
loom_run_buffer_get_size (const LoomRunBuffer *self)
{
  const LoomShape *shape = &self->arg->shape;

  return shape->cols * shape->rows * shape->planes * self->arg->type.size;
}

/**
 * loom_run_buffer_spread:
 *
 * Lays rows that were filled one behind the other as far apart as the kernel has them. What lies
 * between them is zeros.
 */
void
loom_run_buffer_spread (LoomRunBuffer *self)
{
  const LoomShape *shape = &self->arg->shape;
  const gsize pitch = loom_plan_arg_get_pitch (self->arg);
  const gsize width = shape->cols * self->arg->type.size;

  if (pitch == width)
    return;
  move_rows (self->bytes, shape->rows * shape->planes, width, width, pitch);
  for (guint64 row = 0; row < shape->rows * shape->planes; row++)
    memset (self->bytes + row * pitch + width, 0, pitch - width);
}

/**
 * loom_run_buffer_gather:
 * @writer_size: bytes of a writer
 *
 * The way back, of cells and all that was counted of them, when the kernel has them no more.
 */
void
loom_run_buffer_gather (LoomRunBuffer *self,
                        guint          writer_size)
{
  const LoomShape *shape = &self->arg->shape;
  const guint64 rows = shape->rows * shape->planes;
  const gsize apart = loom_plan_arg_get_pitch (self->arg) / self->arg->type.size;
  const struct { gpointer plane; gsize size; } planes[] = {
    { self->bytes, self->arg->type.size }, { self->planes.writes, 4 }, { self->planes.reads, 4 },
    { self->planes.lowest, writer_size }, { self->planes.highest, writer_size },
    { self->mean, sizeof (float) }, { self->loads.mean, sizeof (float) },
    { self->stores.mean, sizeof (float) }, { self->first_write, sizeof (guint32) },
    { self->seeds, 1 }, { self->first_seeds, 1 }, { self->races, 1 }, { self->uninitialised, 1 },
  };

  if (apart == shape->cols)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (planes); i++)
    move_rows (planes[i].plane, rows, shape->cols * planes[i].size, apart * planes[i].size,
               shape->cols * planes[i].size);
  self->cells = rows * shape->cols;
  self->size = self->cells * self->arg->type.size;
}

/* Bytes of a plane that are set to one value. */
typedef struct
{
  guint8 *place;
  gsize   size;
  int     byte;
} Clearing;

static void
add_clearing (GArray   *parts,
              gpointer  plane,
              int       byte,
              guint64   size)
{
  for (guint64 at = 0; plane != NULL && at < size; at += CLEARED_AT_ONCE)
    {
      const Clearing part = { (guint8 *) plane + at, MIN (CLEARED_AT_ONCE, size - at), byte };

      g_array_append_val (parts, part);
    }
}

static void
clear_part (gpointer part,
            gpointer user_data)
{
  const Clearing *self = part;

  memset (self->place, self->byte, self->size);
}

/**
 * loom_run_memory_reset:
 *
 * Makes the planes as they are before a first launch; the arrays too, where they are kept for
 * repeated samples. What is new is zeros: pages of it that nothing will be counted on stay
 * untouched.
 */
void
loom_run_memory_reset (LoomRunMemory *self)
{
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (Clearing));

  for (guint i = 0; i < self->buffers->len; i++)
    {
      LoomRunBuffer *buffer = loom_run_memory_get (self, i);
      const guint64 cells = buffer->cells, writers = cells * self->writer_size;

      if (buffer->image != NULL)
        memcpy (buffer->bytes, buffer->image, buffer->size);
      add_clearing (parts, buffer->planes.lowest, 0xff, writers);
      add_clearing (parts, buffer->planes.highest, 0xff, writers);
      if (!self->is_used)
        continue;
      add_clearing (parts, buffer->planes.writes, 0, cells * 4);
      add_clearing (parts, buffer->planes.reads, 0, cells * 4);
      add_clearing (parts, buffer->races, 0, cells);
      add_clearing (parts, buffer->uninitialised, 0, cells);
    }
  loom_parallel_each (parts, clear_part, NULL);
  self->is_used = TRUE;
}

static float
get_mean (guint64 sectors,
          guint64 requests)
{
  return requests > 0 ? (float) ((double) sectors / (double) requests) : 0;
}

/**
 * loom_run_memory_average:
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
      const LoomRunRequests *loads = &buffer->loads, *stores = &buffer->stores;

      for (guint64 cell = 0; buffer->mean != NULL && cell < buffer->cells; cell++)
        {
          loads->mean[cell] = get_mean (loads->sectors[cell], loads->requests[cell]);
          stores->mean[cell] = get_mean (stores->sectors[cell], stores->requests[cell]);
          buffer->mean[cell]
              = get_mean ((guint64) loads->sectors[cell] + stores->sectors[cell],
                          (guint64) loads->requests[cell] + stores->requests[cell]);
        }
    }
}

/**
 * loom_run_memory_set_aside:
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

static void
copy_plane (gpointer      to,
            gconstpointer from,
            gsize         size)
{
  if (to != NULL && from != NULL)
    memcpy (to, from, size);
}

/**
 * loom_run_memory_keep_marks:
 *
 * Keeps which cells were uninitialised, of the code as written.
 */
void
loom_run_memory_keep_marks (LoomRunMemory *self)
{
  for (guint i = 0; i < self->buffers->len; i++)
    {
      const LoomRunBuffer *buffer = loom_run_memory_get (self, i);

      copy_plane (buffer->written, buffer->uninitialised, buffer->cells);
    }
}

/**
 * loom_run_memory_join_marks:
 *
 * Adds those that were kept, none if loom_run_memory_keep_marks() was not called.
 */
void
loom_run_memory_join_marks (LoomRunMemory *self)
{
  for (guint i = 0; i < self->buffers->len; i++)
    {
      const LoomRunBuffer *buffer = loom_run_memory_get (self, i);

      for (guint64 cell = 0; buffer->written != NULL && cell < buffer->cells; cell++)
        buffer->uninitialised[cell] |= buffer->written[cell];
    }
}

/**
 * loom_run_memory_copy_counts:
 * @from: of the same plan, with the same coverage
 *
 * Takes what was counted in another execution, by argument.
 */
void
loom_run_memory_copy_counts (LoomRunMemory *self,
                             LoomRunMemory *from)
{
  for (guint i = 0; i < self->buffers->len; i++)
    {
      const LoomRunBuffer *to = loom_run_memory_get (self, i);
      const LoomRunPlanes *own = &to->planes, *other = &loom_run_memory_get (from, i)->planes;

      copy_plane (own->writes, other->writes, to->cells * sizeof (guint32));
      copy_plane (own->reads, other->reads, to->cells * sizeof (guint32));
      copy_plane (own->lowest, other->lowest, to->cells * self->writer_size);
      copy_plane (own->highest, other->highest, to->cells * self->writer_size);
    }
}
