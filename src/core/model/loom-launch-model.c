/* loom-launch-model.c: how long a launch would take on a device, estimated
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The simulator counts the warp instructions of each block, and of some blocks what they ask of
 * memory. A multiprocessor has a rate for each of these; a block takes of the scarcest as many
 * cycles as its count asks for (roofline: Williams, Waterman, Patterson 2009), and cannot end
 * sooner than its warps' own instructions and waits for memory, one after the other. Where several
 * blocks are resident they share the rates and hide each other's waits; with k of them each does
 *
 *   1 / (k^P + (latency / throughput)^P)^(1/P)
 *
 * of its work in a cycle, which goes over smoothly from what latency bounds to what throughput
 * does. Multiprocessors are not equally far from the level-2 cache, so some take longer than others
 * for what they ask of it. Blocks start in their order and one after the other, each on the
 * multiprocessor with the fewest that has room, as the hardware hands them out. Waves, tail and
 * time follow from that.
 *
 * The model ranks launches of one kernel; it is not exact in time: a PTX instruction counts as one
 * issue, caches beyond a block's own sectors are not simulated, and the rates below are rounded.
 */

#include "config.h"

#include "loom-launch-model.h"

#include "loom-error.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Rates of a multiprocessor, each cycle, and waits in cycles: those of tests/gpu/modelled on an
 * H100, rounded. Other devices are taken to be alike but in what their profiles tell. */
#define L1_PASSES 1.0
#define L2_BYTES 16.0
#define INSTRUCTION_CYCLES 4.0  /* from one instruction of a warp to the next */
#define REQUEST_CYCLES 150.0    /* of a request, where a warp has a few on their way at a time */
#define BLOCK_CYCLES 700.0      /* until a block's first instruction, and after its last */
#define WARP_CYCLES 10.0        /* of a block, for each of its warps to be made */
#define DISPATCH_CYCLES 1.2     /* from the start of one block of the launch to the next one's */
/* By so much, at most, a multiprocessor is served sooner or later than the mean one in what it asks
 * of the level-2 cache and of memory, by where it lies on the chip. With L2_BYTES, of the tails of
 * 22 kernels on an H100 21 are modelled within 5 points; without it 15. */
#define DISTANCE 0.11
/* Of what its clock and width give, a memory passes on at most so much. */
#define MEMORY_SHARE 0.9
#define SECTOR 32.0
/* How sharply latency and throughput are told apart. */
#define P 4.0

/* Blocks whose starts are followed one by one. */
#define MOST_BLOCKS 32768

/**
 * loom_bound_get_name:
 *
 * Returns: the stable name of a bound
 */
const char *
loom_bound_get_name (LoomBound bound)
{
  static const char * const names[] = { "issue", "l1", "l2", "memory", "latency" };

  g_return_val_if_fail ((guint) bound < G_N_ELEMENTS (names), NULL);

  return names[bound];
}

/**
 * loom_bound_get_title:
 *
 * Returns: what that is, in the user's language
 */
const char *
loom_bound_get_title (LoomBound bound)
{
  static const char * const titles[LOOM_N_BOUNDS] = {
    N_("issuing instructions"), N_("level-1 cache and shared memory"), N_("level-2 cache"),
    N_("memory of the device"), N_("latency"),
  };

  g_return_val_if_fail ((guint) bound < G_N_ELEMENTS (titles), NULL);

  return _(titles[bound]);
}

static double
norm (const double *values,
      guint         n)
{
  double sum = 0;

  for (guint i = 0; i < n; i++)
    sum += pow (values[i], P);
  return pow (sum, 1 / P);
}

/* What the sampled blocks asked for, times this, is what the mean block asks for. */
static double
get_share (const LoomBlockCosts *costs)
{
  if (costs->sampled_instructions == 0)
    return 0;
  return (double) loom_block_costs_sum (costs) / (double) costs->n_blocks /
         (double) costs->sampled_instructions;
}

/**
 * loom_launch_model_get_bytes:
 *
 * Returns: bytes that all blocks together ask of the level-2 cache, if all are like those that were
 *   looked at
 */
double
loom_launch_model_get_bytes (const LoomBlockCosts *costs)
{
  g_return_val_if_fail (costs != NULL, 0);

  return (double) costs->sectors * get_share (costs) * (double) costs->n_blocks * SECTOR;
}

/* Bytes of the device's memory that all blocks need. What the level-2 cache holds whole is there
 * from the launch before; what it does not, is read once if the cache does well. */
static double
get_memory_bytes (const LoomDeviceProfile *profile,
                  const LoomBlockCosts    *costs,
                  double                   l2)
{
  return costs->footprint > profile->l2.value ? MIN (l2, (double) costs->footprint) : 0;
}

/* Those of a block that wait for each other's instructions and memory. A guard sends the others
 * home, whose few instructions count, and whose share of the waits none of them has. */
static double
get_busy_warps (const LoomOccupancyUse *use,
                const LoomBlockCosts   *costs)
{
  const double warps = (use->threads + LOOM_WARP_LANES - 1) / LOOM_WARP_LANES;

  if (costs->busy_warps == 0 || costs->sampled == 0)
    return warps;
  return CLAMP ((double) costs->busy_warps / (double) costs->sampled, 1, warps);
}

/* Cycles in which a warp of the mean block waits for memory. */
static double
get_waits (const LoomOccupancyUse *use,
           const LoomBlockCosts   *costs)
{
  return (double) costs->requests * get_share (costs) / get_busy_warps (use, costs) *
         REQUEST_CYCLES;
}

/* Of the mean block. */
static void
fill_cycles (LoomLaunchModel         *self,
             const LoomDeviceProfile *profile,
             const LoomOccupancyUse  *use,
             const LoomBlockCosts    *costs)
{
  const double instructions = (double) loom_block_costs_sum (costs) / (double) costs->n_blocks;
  const double share = get_share (costs);
  const double warps = (use->threads + LOOM_WARP_LANES - 1) / LOOM_WARP_LANES;
  /* MB/s by MHz: bytes of a cycle */
  const double rate = (double) profile->bandwidth.value / (double) profile->clock.value /
                      (double) profile->multiprocessors.value * MEMORY_SHARE;
  const double l2 = loom_launch_model_get_bytes (costs);
  const double memory = get_memory_bytes (profile, costs, l2);

  self->cycles[LOOM_BOUND_ISSUE] = instructions / (double) MAX (profile->partitions.value, 1);
  self->cycles[LOOM_BOUND_L1] = (double) costs->wavefronts * share / L1_PASSES;
  self->cycles[LOOM_BOUND_L2] = l2 / (double) costs->n_blocks / L2_BYTES;
  self->cycles[LOOM_BOUND_MEMORY] = rate > 0 ? memory / (double) costs->n_blocks / rate : 0;
  self->cycles[LOOM_BOUND_LATENCY] = BLOCK_CYCLES + warps * WARP_CYCLES +
                                     instructions / get_busy_warps (use, costs) *
                                     INSTRUCTION_CYCLES + get_waits (use, costs);
}

/* The cycles of a mean block that no other one can use. */
static double
get_throughput (const LoomLaunchModel *self)
{
  return MAX (norm (self->cycles, LOOM_BOUND_LATENCY), 1);
}

/* -- Blocks on multiprocessors -- */

typedef struct
{
  guint64 block;
  double  end;                  /* of the work that each resident block has been given */
} Resident;

/* Resident blocks are given work alike, so one number says how much each has had since all
 * began. */
typedef struct
{
  double    now;                /* cycles */
  double    work;               /* given to each until now */
  double    next;               /* when the first of its blocks ends */
  guint     n;
  Resident *residents;
  double   *rates;              /* work of each in a cycle, by how many are resident */
} Multiprocessor;

typedef struct
{
  const LoomBlockCosts *costs;
  double          scale;        /* work of a warp instruction */
  double          wait;         /* latency by throughput */
  guint           n_multiprocessors;
  guint           room;         /* blocks of each */
  Multiprocessor *multiprocessors;
  Resident       *residents;    /* of all multiprocessors */
  double         *rates;
  double          head;         /* cycles until the first of the followed blocks */
  double         *starts, *ends;        /* of blocks from first on, in cycles */
  guint32        *places;
  guint64         first;
} Execution;

static void
execution_clear (Execution *self)
{
  g_free (self->rates);
  g_free (self->multiprocessors);
  g_free (self->residents);
  g_free (self->starts);
  g_free (self->ends);
  g_free (self->places);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Execution, execution_clear)

/* All multiprocessors are busy, or all blocks have been handed out, until those begin that are
 * followed. */
static double
get_head (const Execution *self)
{
  double instructions = 0, busy;

  for (guint64 block = 0; block < self->first; block += self->costs->per_group)
    instructions += loom_block_costs_get (self->costs, block) *
                    (double) MIN (self->costs->per_group, self->first - block);
  busy = instructions * self->scale / self->n_multiprocessors / self->room *
         norm ((const double[]) { self->room, self->wait }, 2);
  return MAX (busy, (double) self->first * DISPATCH_CYCLES);
}

/* How much later than in the mean a multiprocessor is served, as a share: multiples of the golden
 * ratio's fraction, which spread evenly, with neighbours far apart. */
static double
get_delay (guint multiprocessor)
{
  return DISTANCE * (2 * fmod (multiprocessor * 0.6180339887498949, 1) - 1);
}

/* How fast it works with each number of residents. `throughput` is that of the mean one, `waits`
 * are those for memory in the cycles of latency. */
static void
fill_rates (Multiprocessor        *self,
            const LoomLaunchModel *mean,
            double                 throughput,
            double                 waits,
            double                 delay,
            guint                  room)
{
  LoomLaunchModel model = *mean;
  double own;

  model.cycles[LOOM_BOUND_L2] *= 1 + delay;
  model.cycles[LOOM_BOUND_MEMORY] *= 1 + delay;
  model.cycles[LOOM_BOUND_LATENCY] += waits * delay;
  own = get_throughput (&model);
  for (guint k = 0; k <= room; k++)
    self->rates[k] = throughput / own /
                     norm ((const double[]) { k, model.cycles[LOOM_BOUND_LATENCY] / own }, 2);
}

static void
execution_init (Execution               *self,
                const LoomLaunchModel   *model,
                const LoomDeviceProfile *profile,
                const LoomOccupancyUse  *use,
                const LoomOccupancy     *occupancy,
                const LoomBlockCosts    *costs)
{
  const double mean = (double) loom_block_costs_sum (costs) / (double) costs->n_blocks;
  const double throughput = get_throughput (model), waits = get_waits (use, costs);
  const guint64 followed = MIN (costs->n_blocks, MOST_BLOCKS);

  *self = (Execution) {
    .costs = costs, .scale = throughput / MAX (mean, 1),
    .wait = model->cycles[LOOM_BOUND_LATENCY] / throughput,
    .n_multiprocessors = (guint) profile->multiprocessors.value,
    .room = MAX (occupancy->blocks, 1), .first = costs->n_blocks - followed,
  };
  self->head = get_head (self);
  self->multiprocessors = g_new (Multiprocessor, self->n_multiprocessors);
  self->residents = g_new (Resident, (gsize) self->n_multiprocessors * self->room);
  self->rates = g_new (double, (gsize) self->n_multiprocessors * (self->room + 1));
  for (guint i = 0; i < self->n_multiprocessors; i++)
    {
      self->multiprocessors[i] = (Multiprocessor) {
        .now = self->head, .next = INFINITY,
        .residents = self->residents + (gsize) i * self->room,
        .rates = self->rates + (gsize) i * (self->room + 1)
      };
      fill_rates (&self->multiprocessors[i], model, throughput, waits, get_delay (i), self->room);
    }
  self->starts = g_new (double, followed);
  self->ends = g_new (double, followed);
  self->places = g_new (guint32, followed);
}

static void
advance (Multiprocessor *on,
         double          to)
{
  on->work += (to - on->now) * on->rates[on->n];
  on->now = to;
}

static void
find_next (Multiprocessor *on)
{
  double first = INFINITY;

  for (guint i = 0; i < on->n; i++)
    first = MIN (first, on->residents[i].end);
  on->next = on->n > 0 ? on->now + (first - on->work) / on->rates[on->n] : INFINITY;
}

static void
start (Execution *self,
       guint      index,
       guint64    block,
       double     when)
{
  Multiprocessor *on = &self->multiprocessors[index];

  advance (on, when);
  /* even a block that does nothing is started */
  on->residents[on->n++] = (Resident) {
    block, on->work + MAX (loom_block_costs_get (self->costs, block), 1) * self->scale
  };
  self->starts[block - self->first] = when;
  self->places[block - self->first] = index;
  find_next (on);
}

/* Ends the first of its blocks. */
static void
end (Execution *self,
     guint      index)
{
  Multiprocessor *on = &self->multiprocessors[index];
  guint first = 0;

  advance (on, on->next);
  for (guint i = 1; i < on->n; i++)
    if (on->residents[i].end < on->residents[first].end)
      first = i;
  self->ends[on->residents[first].block - self->first] = on->now;
  on->residents[first] = on->residents[--on->n];
  find_next (on);
}

static guint
find_first (const Execution *self)
{
  guint first = 0;

  for (guint i = 1; i < self->n_multiprocessors; i++)
    if (self->multiprocessors[i].next < self->multiprocessors[first].next)
      first = i;
  return first;
}

/* The multiprocessor with the fewest blocks, or none where all are full. */
static guint
find_room (const Execution *self)
{
  guint best = 0;

  for (guint i = 1; i < self->n_multiprocessors; i++)
    if (self->multiprocessors[i].n < self->multiprocessors[best].n)
      best = i;
  return self->multiprocessors[best].n < self->room ? best : G_MAXUINT;
}

static void
execute (Execution *self)
{
  const guint64 n = self->costs->n_blocks;
  guint64 block = self->first;

  for (double now = self->head, dispatch = self->head; ; )
    {
      const guint room = block < n ? find_room (self) : G_MAXUINT, first = find_first (self);
      const double next = self->multiprocessors[first].next;

      if (room != G_MAXUINT && MAX (now, dispatch) <= next)
        {
          now = MAX (now, dispatch);
          dispatch = now + DISPATCH_CYCLES;
          start (self, room, block++, now);
        }
      else if (isfinite (next))
        {
          now = next;
          end (self, first);
        }
      else
        return;
    }
}

/* -- What comes of it -- */

static double
find_end (const Execution *self)
{
  double last = 0;

  for (guint64 i = 0; i < self->costs->n_blocks - self->first; i++)
    last = MAX (last, self->ends[i]);
  return last;
}

/* As loom_schedule_summarise() measures it: from when the first of the multiprocessors that had
 * blocks has none left. */
static double
find_tail (const Execution *self,
           double           last)
{
  double first = last;

  for (guint i = 0; i < self->n_multiprocessors; i++)
    if (self->multiprocessors[i].work > 0)
      first = MIN (first, self->multiprocessors[i].now);
  return last > 0 ? (last - first) / last : 0;
}

static LoomBound
find_bound (const LoomLaunchModel *self,
            const Execution       *execution)
{
  LoomBound bound = LOOM_BOUND_ISSUE;

  if (execution->wait > execution->room)
    return LOOM_BOUND_LATENCY;
  for (LoomBound i = LOOM_BOUND_ISSUE; i < LOOM_BOUND_LATENCY; i++)
    if (self->cycles[i] > self->cycles[bound])
      bound = i;
  return bound;
}

/**
 * loom_launch_model_compute:
 * @self: (out): the estimate
 * @profile: a board: what has no clock and no multiprocessors cannot be estimated
 * @use: what a block takes
 * @costs: what blocks cost
 *
 * Estimates how long a launch takes.
 *
 * Errors: %LOOM_ERROR_UNSUPPORTED for a profile without clock, multiprocessors or bandwidth;
 * %LOOM_ERROR_LAUNCH where no block fits on a multiprocessor.
 *
 * Returns: whether it could be estimated
 */
gboolean
loom_launch_model_compute (LoomLaunchModel         *self,
                           const LoomDeviceProfile *profile,
                           const LoomOccupancyUse  *use,
                           const LoomBlockCosts    *costs,
                           GError                 **error)
{
  g_auto (Execution) execution = { NULL, };
  LoomOccupancy occupancy;
  double last;

  if (profile->clock.value == 0 || profile->multiprocessors.value == 0 ||
      profile->bandwidth.value == 0)
    return loom_fail (error, LOOM_ERROR_UNSUPPORTED,
                      _("%s tells no clock, multiprocessors or bandwidth, so no time can be "
                        "modelled; choose a board"), profile->name);
  loom_occupancy_compute (profile, use, &occupancy);
  if (occupancy.blocks == 0)
    return loom_fail (error, LOOM_ERROR_LAUNCH, _("No block fits on a multiprocessor of %s"),
                      profile->name);
  *self = (LoomLaunchModel) { 0 };
  fill_cycles (self, profile, use, costs);
  execution_init (&execution, self, profile, use, &occupancy, costs);
  execute (&execution);
  last = find_end (&execution);
  self->ms = last / (double) profile->clock.value / 1000 + LOOM_LAUNCH_MODEL_EMPTY_MS;
  self->waves = (double) costs->n_blocks / occupancy.blocks /
                (double) profile->multiprocessors.value;
  self->tail = find_tail (&execution, last);
  self->bound = find_bound (self, &execution);
  return TRUE;
}

/**
 * loom_launch_model_new_schedule:
 * @profile: one that loom_launch_model_compute() lets pass
 * @use: what a block takes; it fits
 * @costs: what blocks cost
 *
 * Returns: (transfer full) (nullable): when and where each block would run; %NULL for more blocks
 *   than are followed
 */
LoomSchedule *
loom_launch_model_new_schedule (const LoomDeviceProfile *profile,
                                const LoomOccupancyUse  *use,
                                const LoomBlockCosts    *costs)
{
  g_auto (Execution) execution = { NULL, };
  g_autoptr (GBytes) bytes = NULL;
  LoomLaunchModel model;
  LoomOccupancy occupancy;
  LoomBlockSpan *spans;

  if (costs->n_blocks > MOST_BLOCKS)
    return NULL;
  loom_occupancy_compute (profile, use, &occupancy);
  fill_cycles (&model, profile, use, costs);
  execution_init (&execution, &model, profile, use, &occupancy, costs);
  execute (&execution);
  spans = g_new0 (LoomBlockSpan, costs->n_blocks);
  for (guint64 i = 0; i < costs->n_blocks; i++)
    spans[i] = (LoomBlockSpan) {
      .start_ns = (guint64) (execution.starts[i] * 1000 / (double) profile->clock.value),
      .end_ns = (guint64) (execution.ends[i] * 1000 / (double) profile->clock.value),
      .multiprocessor = execution.places[i],
    };
  bytes = g_bytes_new_take (spans, costs->n_blocks * sizeof *spans);
  return loom_schedule_new (bytes, costs->n_blocks, execution.n_multiprocessors);
}
