/* loom-advice-device.c: how a launch lies on a device: multiprocessors without a block, a last wave
 * that is almost empty, registers that keep warps away
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-advice-private.h"

#include "loom-occupancy.h"
#include "loom-share.h"

#include <glib/gi18n-lib.h>

/* A launch that would not fill this part of a device is over before anybody could tell whether all
 * of its multiprocessors took part. */
#define LEAST_WORK 0.25
/* Blocks do not take equally long, so that what a last wave is modelled to lose below this is lost
 * in their differences. */
#define LEAST_TAIL 0.2
/* With more of its warps than this a multiprocessor seldom waits for want of others. */
#define MOST_SHARE 0.5
/* Blocks of fewer threads give way to the overhead of starting them. */
#define LEAST_THREADS 64
/* Fewer warps than the most that there could be do as well, if they are nearly as many. */
#define GOOD_SHARE 0.9
/* Another block is worth the try if it has so many times the warps, or loses so many times less. */
#define LEAST_GAIN 1.25
#define LEAST_LESS 2

/* A block on a device, as it would be. */
typedef struct
{
  guint64       n_blocks;       /* of the grid */
  LoomOccupancy occupancy;
  guint64       wave;           /* blocks that run at a time */
  double        lost;           /* share of the places that have no block in the last wave */
} Trial;

static guint64
get_volume (const LoomDim3 *extent)
{
  guint64 volume = G_MAXUINT64;

  loom_dim3_volume (extent, &volume);
  return volume;
}

/* FALSE: nobody knows, or no block fits. */
static gboolean
model (const LoomAdviceSubject *subject,
       const LoomDim3          *block,
       const LoomDim3          *grid,
       Trial                   *trial)
{
  LoomOccupancyUse use;
  guint64 waves;

  if (subject->device == NULL || subject->device->multiprocessors.value == 0 ||
      subject->resources == NULL || !subject->resources->is_told)
    return FALSE;

  *trial = (Trial) { .n_blocks = get_volume (grid) };
  loom_occupancy_use_init (&use, subject->plan, subject->resources);
  use.threads = (guint) get_volume (block);
  loom_occupancy_compute (subject->device, &use, &trial->occupancy);
  trial->wave = trial->occupancy.blocks * subject->device->multiprocessors.value;
  if (trial->wave == 0 || trial->n_blocks == 0)
    return FALSE;
  waves = (trial->n_blocks - 1) / trial->wave + 1;
  trial->lost = 1 - trial->n_blocks / ((double) trial->wave * waves);
  return TRUE;
}

static gboolean
model_launch (const LoomAdviceSubject *subject,
              Trial                   *trial)
{
  return model (subject, &subject->plan->block, &subject->plan->grid, trial);
}

/* What a block costs: the less, the better. */
typedef double (*Cost) (const Trial *trial);

static gboolean
is_legal (const LoomAdviceSubject *subject,
          const LoomDim3          *block)
{
  const LoomLimits limits = loom_limits_of_kernel (
      subject->limits, subject->kernel != NULL ? subject->kernel->max_threads : 0);
  const LoomDim3 one = LOOM_DIM3 (1, 1, 1);
  const guint64 threads = get_volume (block);

  return threads >= LEAST_THREADS && threads % LOOM_WARP_LANES == 0 &&
         loom_limits_check (&limits, block, &one, 0, NULL);
}

/* Of blocks that are twice or half as long along x, y or both, the one that costs least, if that is
 * no more than `most`. The grid follows. */
static void
find_better (const LoomAdviceSubject *subject,
             Cost                     cost,
             double                   most,
             LoomAdvice              *advice)
{
  static const gint8 scales[] = { -1, 0, 1 };
  const LoomPlan *plan = subject->plan;
  LoomDim3 best = plan->block;

  if (!_loom_advice_may_change_block (subject))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (scales) * G_N_ELEMENTS (scales); i++)
    {
      const gint8 x = scales[i % G_N_ELEMENTS (scales)], y = scales[i / G_N_ELEMENTS (scales)];
      const LoomDim3 block = {
        x < 0 ? plan->block.x / 2 : plan->block.x << x,
        y < 0 ? plan->block.y / 2 : plan->block.y << (plan->rank > 1 ? y : 0), plan->block.z,
      };
      LoomDim3 grid;
      Trial trial;

      if (!is_legal (subject, &block) || !loom_dim3_cover (&plan->range, &block, &grid) ||
          !model (subject, &block, &grid, &trial) || cost (&trial) > most)
        continue;
      best = block;
      most = cost (&trial);
    }
  if (!loom_dim3_equal (&best, &plan->block))
    _loom_advice_set_block (advice, &best);
}

/* -- Multiprocessors without a block -- */

/* Half a block until there are enough of them. */
static void
split_block (const LoomAdviceSubject *subject,
             LoomAdvice              *advice)
{
  const LoomPlan *plan = subject->plan;
  LoomDim3 block = plan->block, grid = plan->grid;

  while (get_volume (&grid) < subject->device->multiprocessors.value)
    {
      if (block.y >= block.x / 2 && block.y > 1)
        block.y /= 2;
      else
        block.x /= 2;
      if (!is_legal (subject, &block) || !loom_dim3_cover (&plan->range, &block, &grid))
        return;
    }
  _loom_advice_set_block (advice, &block);
}

/* A grid that strides over its range has more to do than threads. */
static guint64
count_work (const LoomPlan *plan)
{
  const guint64 threads = get_volume (&plan->grid) * get_volume (&plan->block);

  return plan->range_known ? MAX (threads, get_volume (&plan->range)) : threads;
}

void
_loom_advice_idle_multiprocessors (const LoomAdviceSubject *subject,
                                   LoomAdvice              *advice)
{
  const LoomDeviceProfile *device = subject->device;
  const guint64 n = device != NULL ? device->multiprocessors.value : 0;
  const guint64 blocks = get_volume (&subject->plan->grid);

  if (blocks >= n ||
      count_work (subject->plan) < LEAST_WORK * n * device->warps.value * LOOM_WARP_LANES)
    return;
  advice->text = g_strdup_printf (
      ngettext ("The grid has %1$llu block, and %2$s has %3$llu multiprocessors: %4$llu of them "
                "have nothing to do. More blocks, of fewer threads each, would keep them busy",
                "The grid has %1$llu blocks, and %2$s has %3$llu multiprocessors: %4$llu of them "
                "have nothing to do. More blocks, of fewer threads each, would keep them busy",
                blocks),
      (unsigned long long) blocks, device->name, (unsigned long long) n,
      (unsigned long long) (n - blocks));
  if (_loom_advice_may_change_block (subject))
    split_block (subject, advice);
}

/* -- The last wave -- */

static double
get_lost (const Trial *trial)
{
  return trial->lost;
}

void
_loom_advice_tail (const LoomAdviceSubject *subject,
                   LoomAdvice              *advice)
{
  g_autofree char *full = NULL, *lost = NULL;
  Trial trial;
  guint64 waves, last;

  if (!model_launch (subject, &trial) || trial.n_blocks <= trial.wave || trial.lost < LEAST_TAIL)
    return;
  waves = (trial.n_blocks - 1) / trial.wave + 1;
  last = trial.n_blocks - (waves - 1) * trial.wave;
  full = loom_share_format (last, trial.wave);
  lost = loom_share_format (trial.lost, 1);
  advice->text = g_strdup_printf (
      /* Translators: %1$s is a device, %5$s and %6$s are shares */
      _("%1$s runs %2$llu blocks at a time (modelled), and this grid has %3$llu: they come in "
        "%4$llu waves, the last of which fills %5$s of the device. If all blocks take equally "
        "long, %6$s of its time is lost to that"),
      subject->device->name, (unsigned long long) trial.wave, (unsigned long long) trial.n_blocks,
      (unsigned long long) waves, full, lost);
  find_better (subject, get_lost, trial.lost / LEAST_LESS, advice);
}

/* -- Registers -- */

static double
get_absent (const Trial *trial)
{
  return -(double) trial->occupancy.warps;
}

void
_loom_advice_registers (const LoomAdviceSubject *subject,
                        LoomAdvice              *advice)
{
  g_autofree char *sentence = NULL;
  LoomOccupancyUse use;
  Trial trial;

  if (!model_launch (subject, &trial) || trial.n_blocks < trial.wave ||
      (trial.occupancy.limiters & 1u << LOOM_LIMITER_REGISTERS) == 0 ||
      trial.occupancy.share > MOST_SHARE)
    return;
  loom_occupancy_use_init (&use, subject->plan, subject->resources);
  sentence = loom_occupancy_dup_sentence (&trial.occupancy, subject->device, &use);
  advice->text = g_strdup_printf (
      /* Translators: %1$s is a sentence about resident blocks, without a full stop */
      _("%1$s. At %2$u registers a thread few warps are resident, and each other one would hide "
        "more of the time that memory takes; blocks of another size may leave fewer registers "
        "over, and -maxrregcount takes some away"), sentence, use.registers);
  find_better (subject, get_absent, LEAST_GAIN * get_absent (&trial), advice);
}

/* -- Blocks that are good -- */

/* Warps that are resident with blocks of some threads. */
static guint
count_warps (const LoomAdviceSubject *subject,
             guint                    threads)
{
  LoomOccupancyUse use;
  LoomOccupancy occupancy;

  loom_occupancy_use_init (&use, subject->plan, subject->resources);
  use.threads = threads;
  loom_occupancy_compute (subject->device, &use, &occupancy);
  return occupancy.warps;
}

/* Those around the block's that keep as good as the most warps resident. FALSE: its own do not. */
static gboolean
find_zone (const LoomAdviceSubject *subject,
           guint                    threads,
           guint                   *first,
           guint                   *last,
           guint                   *warps)
{
  const guint most = subject->limits->threads_per_block;
  guint best = 0;

  for (guint n = LOOM_WARP_LANES; n <= most; n += LOOM_WARP_LANES)
    best = MAX (best, count_warps (subject, n));
  *warps = (guint) (GOOD_SHARE * best);
  if (*warps == 0 || count_warps (subject, threads) < *warps)
    return FALSE;
  *first = *last = threads;
  while (*first > LOOM_WARP_LANES &&
         count_warps (subject, *first - LOOM_WARP_LANES) >= *warps)
    *first -= LOOM_WARP_LANES;
  while (*last + LOOM_WARP_LANES <= most &&
         count_warps (subject, *last + LOOM_WARP_LANES) >= *warps)
    *last += LOOM_WARP_LANES;
  return TRUE;
}

/**
 * loom_advice_dup_zone:
 * @subject: a launch, and what is known of it
 *
 * Tells the sizes around a block's that are good for a device: of whole warps, as many as a
 * multiprocessor has schedulers and, where it is known what the kernel takes, as good as the most
 * of them resident.
 *
 * Returns: (transfer full) (nullable): why the block is good, or %NULL if it is not, or if nobody
 *   knows
 */
char *
loom_advice_dup_zone (const LoomAdviceSubject *subject)
{
  const LoomDeviceProfile *device = subject->device;
  const guint64 threads = get_volume (&subject->plan->block);
  guint first, last, warps, schedulers;

  if (device == NULL || threads % LOOM_WARP_LANES != 0 ||
      threads > subject->limits->threads_per_block ||
      threads < device->partitions.value * LOOM_WARP_LANES)
    return NULL;
  schedulers = (guint) device->partitions.value;
  if (subject->resources == NULL || !subject->resources->is_told)
    return g_strdup_printf (_("Good: a block of %1$u threads or more, in whole warps, has one for "
                              "each of the %2$u schedulers of a multiprocessor"),
                            schedulers * LOOM_WARP_LANES, schedulers);
  if (!find_zone (subject, (guint) threads, &first, &last, &warps))
    return NULL;
  return g_strdup_printf (_("Good: in blocks of %1$u to %2$u threads, in whole warps, at least "
                            "%3$u of %4$u warps are resident on a multiprocessor (modelled)"),
                          MAX (first, schedulers * LOOM_WARP_LANES), last, warps,
                          (guint) device->warps.value);
}
