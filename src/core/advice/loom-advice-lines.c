/* loom-advice-lines.c: which line of a kernel pays most for how its warps go to memory, and for
 * lanes that are switched off
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-advice-private.h"
#include "loom-share.h"

#include <glib/gi18n-lib.h>

#define SECTOR_BYTES 32
/* Of fewer requests nobody sees how they went. */
#define LEAST_REQUESTS 64
/* Half of what is moved was not asked for; a row that begins between two sectors moves a quarter
 * more. */
#define LEAST_EXCESS 2.0
/* A line that moves less than this of all sectors does not make the kernel slow. */
#define LEAST_SECTORS 0.1
/* Each pass beyond the first holds up its warp like an instruction; fewer than one in so many is
 * lost among them. */
#define LEAST_PASSES 0.05
/* A guard at the edge of an array switches off fewer lanes. */
#define LEAST_OFF 0.2

/* Room for a number with three digits. */
typedef char Decimal[G_ASCII_DTOSTR_BUF_SIZE];

typedef double (*Measure) (const LoomLineProfile *line);

static const char *
format_mean (Decimal text,
             double  sum,
             guint64 n)
{
  return g_ascii_formatd (text, G_ASCII_DTOSTR_BUF_SIZE, "%.3g", sum / n);
}

/* Of the document's lines, which can be changed, the one that is worst; sum: of all lines. A run
 * that was cut short tells nothing of what they cost. */
static const LoomLineProfile *
find_worst (const LoomAdviceSubject *subject,
            Measure                  measure,
            LoomLineProfile         *sum)
{
  const LoomProfile *profile
      = subject->run != NULL && subject->run->trap == NULL ? subject->run->profile : NULL;
  const LoomLineProfile *worst = NULL;

  if (profile == NULL)
    return NULL;
  loom_profile_sum (profile, sum);
  for (guint i = 0; i < profile->lines->len; i++)
    {
      const LoomLineProfile *line = &g_array_index (profile->lines, LoomLineProfile, i);

      if (line->file == NULL && line->line > 0 && measure (line) > 0 &&
          (worst == NULL || measure (line) > measure (worst)))
        worst = line;
    }
  return worst;
}

/* -- Sectors -- */

/* What the bytes of a line's requests would lie in, side by side; lanes may share one. */
static double
count_needed (const LoomLineProfile *line)
{
  return MAX ((double) line->bytes / SECTOR_BYTES, line->requests);
}

static double
measure_excess (const LoomLineProfile *line)
{
  return line->requests >= LEAST_REQUESTS && line->sectors >= LEAST_EXCESS * count_needed (line)
             ? line->sectors - count_needed (line) : 0;
}

/* A row of the block that is shorter than a sector is what spreads the sectors of a warp. */
static void
widen_block (const LoomAdviceSubject *subject,
             LoomAdvice              *advice)
{
  const LoomPlan *plan = subject->plan;
  const LoomPlanArg *array = loom_plan_get_main_array (plan);
  LoomDim3 block = { LOOM_WARP_LANES, 1, 1 };
  guint64 threads;

  if (!_loom_advice_may_change_block (subject) || plan->rank != 2 || plan->block.z != 1 ||
      array == NULL || plan->block.x * array->type.size >= SECTOR_BYTES ||
      !loom_dim3_volume (&plan->block, &threads) || threads % LOOM_WARP_LANES != 0)
    return;
  block.y = (guint32) (threads / LOOM_WARP_LANES);
  _loom_advice_set_block (advice, &block);
}

void
_loom_advice_uncoalesced (const LoomAdviceSubject *subject,
                          LoomAdvice              *advice)
{
  LoomLineProfile sum;
  const LoomLineProfile *line = find_worst (subject, measure_excess, &sum);
  g_autofree char *excess = NULL;
  Decimal touched, needed;

  if (line == NULL || line->sectors < LEAST_SECTORS * sum.sectors)
    return;
  advice->line = line->line;
  excess = loom_share_format (measure_excess (line), line->sectors);
  advice->text = g_strdup_printf (
      _("Line %1$u is not coalesced: each request touches %2$s sectors of %3$u bytes where its "
        "bytes would lie in %4$s, so %5$s of what is moved was not asked for. Lanes that "
        "follow each other should go to cells that do"),
      line->line, format_mean (touched, line->sectors, line->requests), SECTOR_BYTES,
      format_mean (needed, count_needed (line), line->requests),
      excess);
  widen_block (subject, advice);
}

/* -- Banks -- */

static double
measure_conflicts (const LoomLineProfile *line)
{
  return line->shared_requests >= LEAST_REQUESTS &&
                 line->wavefronts >= LEAST_EXCESS * (line->wavefronts - line->conflicts)
             ? line->conflicts : 0;
}

void
_loom_advice_bank_conflicts (const LoomAdviceSubject *subject,
                             LoomAdvice              *advice)
{
  LoomLineProfile sum;
  const LoomLineProfile *line = find_worst (subject, measure_conflicts, &sum);
  Decimal taken, needed;

  if (line == NULL || line->conflicts < LEAST_PASSES * sum.executed)
    return;
  advice->line = line->line;
  advice->text = g_strdup_printf (
      _("Line %1$u has bank conflicts: each request of shared memory takes %2$s passes where "
        "%3$s would do, and its warp waits for all of them. A column more in each row often "
        "mends that: Banks shows it before the source is changed"),
      line->line, format_mean (taken, line->wavefronts, line->shared_requests),
      format_mean (needed, line->wavefronts - line->conflicts, line->shared_requests));
}

/* -- Lanes -- */

static double
measure_off (const LoomLineProfile *line)
{
  return (double) line->executed * LOOM_WARP_LANES - line->lanes;
}

void
_loom_advice_divergence (const LoomAdviceSubject *subject,
                         LoomAdvice              *advice)
{
  LoomLineProfile sum;
  const LoomLineProfile *line = find_worst (subject, measure_off, &sum);
  Decimal all, active, here;
  LoomPattern pattern;
  double lanes;
  guint64 threads = 0;

  if (line == NULL)
    return;
  loom_dim3_volume (&subject->run->block, &threads);
  /* On average, since the last warp of a block may have fewer threads than lanes. */
  lanes = threads == 0 ? LOOM_WARP_LANES
                       : (double) threads / ((threads - 1) / LOOM_WARP_LANES + 1);
  if (sum.lanes > (1 - LEAST_OFF) * lanes * sum.executed)
    return;
  pattern = _loom_advice_find_pattern (subject->plan, subject->run);
  advice->line = line->line;
  advice->text = g_strdup_printf (
      /* Translators: the last is a sentence about which threads part */
      _("Warps diverge: %1$s of %2$s lanes are active on average, %3$s on line %4$u, and those "
        "that are switched off take as long as the others. %5$s"),
      format_mean (active, sum.lanes, sum.executed), format_mean (all, lanes, 1),
      format_mean (here, line->lanes, line->executed), line->line,
      _loom_pattern_describe (pattern));
}
