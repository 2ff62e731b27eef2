/* loom-roofline.c: what a launch does for each byte, against what a device can do at most
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Williams, Waterman, Patterson, “Roofline: An Insightful Visual Performance Model for Multicore
 * Architectures”, 2009; with instructions instead of floating-point operations as Ding, Williams,
 * “An Instruction Roofline Model for GPUs”, 2019, have it.
 */

#include "config.h"

#include "loom-roofline.h"

#include "loom-share.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Each format has a rate of its own, and operations of one wait for those of another. */
static double
find_peak (const LoomDeviceProfile *profile,
           const LoomLineProfile   *counts,
           double                   operations,
           double                   multiprocessor_hertz)
{
  double seconds = 0;

  for (LoomFloat i = 0; i < LOOM_N_FLOATS; i++)
    {
      if (counts->flops[i] == 0)
        continue;
      if (profile->flops[i].value == 0)
        return 0;
      /* a fused multiply-add is one result, and two operations */
      seconds += (double) counts->flops[i] /
                 (2 * (double) profile->flops[i].value * multiprocessor_hertz);
    }
  return operations / seconds;
}

/**
 * loom_roofline_compute:
 * @self: (out): the roofline
 * @profile: one that @model was made for
 * @model: how long the launch takes there
 * @costs: what its blocks cost
 * @counts: what all of its lines cost (loom_profile_sum())
 *
 * Sets what the launch does against what the device can do. Bytes of memory are those that the
 * blocks that were looked at ask of the level-2 cache, as if all were like these, and no more than
 * the arrays have: what it is asked for twice, it has.
 */
void
loom_roofline_compute (LoomRoofline            *self,
                       const LoomDeviceProfile *profile,
                       const LoomLaunchModel   *model,
                       const LoomBlockCosts    *costs,
                       const LoomLineProfile   *counts)
{
  const double hertz = (double) profile->clock.value * 1e6 *
                       (double) profile->multiprocessors.value;
  double flops = 0;

  for (LoomFloat i = 0; i < LOOM_N_FLOATS; i++)
    flops += (double) counts->flops[i];
  *self = (LoomRoofline) {
    .counts_instructions = flops == 0,
    .operations = flops > 0 ? flops : (double) loom_block_costs_sum (costs),
    .bytes = MIN (loom_launch_model_get_bytes (costs), (double) costs->footprint),
    .bandwidth = (double) profile->bandwidth.value * 1e6,
    .is_cached = costs->footprint <= profile->l2.value,
  };
  self->peak = flops > 0 ? find_peak (profile, counts, flops, hertz)
                         : (double) profile->partitions.value * hertz;
  /* the model has one slot for each instruction, however slow its unit is */
  self->modelled_ms = MAX (model->ms,
                           self->peak > 0 ? self->operations * 1000 / self->peak : 0);
}

/**
 * loom_roofline_get_intensity:
 *
 * Returns: operations for each byte of memory; infinite where it needs none
 */
double
loom_roofline_get_intensity (const LoomRoofline *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->bytes > 0 ? self->operations / self->bytes : INFINITY;
}

/**
 * loom_roofline_get_roof:
 * @intensity: operations for each byte of memory
 *
 * Returns: operations in a second that the device does at most of such a launch, if all bytes come
 *   from memory; infinite where nothing bounds it
 */
double
loom_roofline_get_roof (const LoomRoofline *self,
                        double              intensity)
{
  g_return_val_if_fail (self != NULL, 0);

  return MIN (intensity * self->bandwidth, self->peak > 0 ? self->peak : INFINITY);
}

/**
 * loom_roofline_get_rate:
 * @ms: how long the launch took
 *
 * Returns: operations in a second
 */
double
loom_roofline_get_rate (const LoomRoofline *self,
                        double              ms)
{
  g_return_val_if_fail (self != NULL, 0);

  return ms > 0 ? self->operations * 1000 / ms : 0;
}

/**
 * loom_roofline_format_rate:
 * @rate: operations in a second
 *
 * Returns: (transfer full): a rate for people, as "1.52 TFLOP/s"
 */
char *
loom_roofline_format_rate (const LoomRoofline *self,
                           double              rate)
{
  static const char prefixes[][2] = { "", "k", "M", "G", "T", "P" };
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  guint prefix = 0;

  g_return_val_if_fail (self != NULL, NULL);

  while (rate >= 999.5 && prefix + 1 < G_N_ELEMENTS (prefixes))
    {
      rate /= 1000;
      prefix++;
    }
  return g_strdup_printf ("%s %s%s", g_ascii_formatd (number, sizeof number, "%.3g", rate),
                          prefixes[prefix],
                          self->counts_instructions
                              /* Translators: warp instructions in a second, behind a prefix as in
                               * "GIPS" */
                              ? _("IPS")
                              /* Translators: floating-point operations in a second, behind a prefix
                               * as in "GFLOP/s" */
                              : _("FLOP/s"));
}

static gboolean
is_bound_by_memory (const LoomRoofline *self,
                    double              roof)
{
  return roof < self->peak || self->peak <= 0;
}

static const char *
get_bound (const LoomRoofline *self,
           double              roof)
{
  if (is_bound_by_memory (self, roof))
    return _("the bandwidth of memory");
  return self->counts_instructions ? _("the issue of instructions") : _("arithmetic");
}

/**
 * loom_roofline_dup_sentence:
 *
 * Returns: (transfer full): what the roofline says, in the user's language
 */
char *
loom_roofline_dup_sentence (const LoomRoofline *self)
{
  g_autofree char *rate = NULL, *most = NULL, *share = NULL;
  double done, roof;

  g_return_val_if_fail (self != NULL, NULL);

  done = loom_roofline_get_rate (self, self->modelled_ms);
  roof = loom_roofline_get_roof (self, loom_roofline_get_intensity (self));
  rate = loom_roofline_format_rate (self, done);
  if (!isfinite (roof))
    /* Translators: as "1.52 TFLOP/s" */
    return g_strdup_printf (_("%s; the profile of this device tells no roof for it"), rate);
  most = loom_roofline_format_rate (self, roof);
  share = loom_share_format (done, roof);
  if (self->is_cached && is_bound_by_memory (self, roof))
    /* Translators: 1 and 3 as "1.2 TFLOP/s", 2 as "50 %", 4 as “the bandwidth of memory” */
    return g_strdup_printf (_("%1$s, %2$s of the %3$s that %4$s allows; the L2 cache, which "
                              "holds all arrays, may allow more"), rate, share, most,
                            get_bound (self, roof));
  /* Translators: 1 and 3 as "1.2 TFLOP/s", 2 as "50 %", 4 as “the bandwidth of memory” */
  return g_strdup_printf (_("%1$s, %2$s of the %3$s that %4$s allows"), rate, share, most,
                          get_bound (self, roof));
}
