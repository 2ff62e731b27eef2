/* loom-advice.c: what would make a launch better: a table of rules
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is wrong whatever the device, the plan and the run have found by themselves; the other rules
 * look at how a launch lies on a device, and at what its lines cost. Each has a threshold below
 * which it is silent, since there is nothing to be had.
 */

#include "config.h"

#include "loom-advice-private.h"

#include "loom-dismissed.h"

#include <glib/gi18n-lib.h>

/* -- What mends what others have found -- */

static void
mend_grid (const LoomAdviceSubject *subject,
           LoomAdvice              *advice)
{
  advice->key = "grid";
  advice->value = g_strdup ("auto");
}

static void
mend_range (const LoomAdviceSubject *subject,
            LoomAdvice              *advice)
{
  advice->key = "manual-grid";
  advice->value = g_strdup ("true");
}

/* As many threads as the main array has cells. */
static void
mend_range_too_large (const LoomAdviceSubject *subject,
                      LoomAdvice              *advice)
{
  advice->key = "range";
  advice->value = g_strdup (subject->plan->rank == 1   ? "size"
                            : subject->plan->rank == 2 ? "cols,rows"
                                                       : "cols,rows,planes");
}

static void
mend_warps (const LoomAdviceSubject *subject,
            LoomAdvice              *advice)
{
  const LoomLimits limits = loom_limits_of_kernel (
      subject->limits, subject->kernel != NULL ? subject->kernel->max_threads : 0);
  LoomDim3 block;

  if (loom_limits_fit_to_warps (&limits, &subject->plan->block, &block))
    _loom_advice_set_block (advice, &block);
}

/* -- A guard that is missing, before anything runs -- */

/* Threads of the grid along each axis that have no cell of an array on it; what lies in a row for a
 * launch along one axis may have more of them. */
static void
count_beyond (const LoomPlan    *plan,
              const LoomPlanArg *array,
              guint64            beyond[3])
{
  const LoomShape *shape = &array->shape;
  const guint64 cells[] = {
    plan->rank == 1 ? shape->cols * shape->rows * shape->planes : shape->cols, shape->rows,
    shape->planes,
  };
  const guint64 threads[] = {
    (guint64) plan->grid.x * plan->block.x, (guint64) plan->grid.y * plan->block.y,
    (guint64) plan->grid.z * plan->block.z,
  };

  for (guint axis = 0; axis < 3; axis++)
    beyond[axis] = threads[axis] > cells[axis] ? threads[axis] - cells[axis] : 0;
}

/* It must be sure: no thread decides anything, and each has a cell of the main array on an axis on
 * which there are more threads than cells. A run that came to a trap has found it already. */
static void
look_for_guard (const LoomAdviceSubject *subject,
                LoomAdvice              *advice)
{
  const LoomPlan *plan = subject->plan;
  const gint index = plan->main_array;
  const LoomParam *param;
  guint64 beyond[3];

  if (subject->kernel == NULL || index < 0 || (guint) index >= subject->kernel->params->len ||
      !plan->indices.is_known || plan->indices.decides)
    return;
  param = subject->kernel->params->pdata[index];
  count_beyond (plan, plan->args->pdata[index], beyond);
  for (guint axis = 0; axis < G_N_ELEMENTS (beyond) && advice->text == NULL; axis++)
    if ((param->direct & 1u << axis) != 0 && beyond[axis] > 0)
      advice->text = g_strdup_printf (
          /* Translators: %1$llu threads, %2$c is the axis x, y or z, %3$s an array */
          ngettext ("%1$llu thread along %2$c has no cell of %3$s, and the kernel has no guard "
                    "that would keep it away: it goes to one of the next row, or beyond the array. "
                    "Test its index, as in if (i < n)",
                    "%1$llu threads along %2$c have no cell of %3$s, and the kernel has no guard "
                    "that would keep them away: they go to those of the next row, or beyond the "
                    "array. Test the index, as in if (i < n)",
                    beyond[axis]),
          (unsigned long long) beyond[axis], "xyz"[axis], param->name);
}

/* -- The table -- */

/* What the plan or the run has found has words already, and at most something that mends it. */
static const struct
{
  LoomError      code;
  gboolean       is_wrong;      /* it is about what the launch does, and not about how fast */
  LoomAdviceRule mend;          /* of what was found, or NULL */
  LoomAdviceRule look;          /* else, or NULL */
} rules[] = {
  { LOOM_ERROR_GRID_TOO_SMALL, TRUE, .mend = mend_grid },
  { LOOM_ERROR_GRID_TOO_LARGE, TRUE, .mend = mend_grid },
  { LOOM_ERROR_RANGE_UNKNOWN, TRUE, .mend = mend_range },
  { LOOM_ERROR_RANGE_TOO_LARGE, TRUE, .mend = mend_range_too_large },
  { LOOM_ERROR_RANK_UNKNOWN, TRUE },
  { LOOM_ERROR_SETTINGS, TRUE },
  { LOOM_ERROR_MISSING_GUARD, TRUE, .look = look_for_guard },
  { LOOM_ERROR_REPEATS_WORK, TRUE },
  { LOOM_ERROR_NOT_WARP_MULTIPLE, TRUE, .mend = mend_warps },
  { LOOM_ERROR_IDLE_MULTIPROCESSORS, .look = _loom_advice_idle_multiprocessors },
  { LOOM_ERROR_TAIL, .look = _loom_advice_tail },
  { LOOM_ERROR_REGISTERS, .look = _loom_advice_registers },
  { LOOM_ERROR_UNCOALESCED, .look = _loom_advice_uncoalesced },
  { LOOM_ERROR_BANK_CONFLICTS, .look = _loom_advice_bank_conflicts },
  { LOOM_ERROR_DIVERGENCE, .look = _loom_advice_divergence },
};

#define LOOM_CODE(ID, name) + 1
G_STATIC_ASSERT (G_N_ELEMENTS (rules) == 0 LOOM_CODES_OF_ADVICE (LOOM_CODE));
#undef LOOM_CODE

/* -1: nobody advises on that. */
static gint
find_rule (LoomError code)
{
  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    if (rules[i].code == code)
      return (gint) i;
  return -1;
}

void
_loom_advice_set_block (LoomAdvice     *advice,
                        const LoomDim3 *block)
{
  advice->key = "block";
  advice->value = loom_dim3_format (block);
}

/* Whether blocks of the launch are known to have no shared memory, which would have been made for
 * as many threads as they have. */
static gboolean
has_no_shared (const LoomAdviceSubject *subject)
{
  LoomLineProfile sum;

  if (subject->resources != NULL)
    return subject->resources->shared == 0;
  if (subject->run == NULL || subject->run->profile == NULL)
    return FALSE;
  loom_profile_sum (subject->run->profile, &sum);
  return sum.shared_requests == 0;
}

/* Whether the kernel does the same with a block of other extents: it asks for them, and the grid
 * follows. */
gboolean
_loom_advice_may_change_block (const LoomAdviceSubject *subject)
{
  const LoomPlan *plan = subject->plan;
  const guint axes = 1 | (plan->rank > 1) << 1 | (plan->rank > 2) << 2;

  return plan->grid_auto && plan->range_known && plan->shared == 0 && has_no_shared (subject) &&
         plan->indices.is_known && (plan->indices.extents & axes) == axes;
}

/* -- The list -- */

typedef struct
{
  const LoomAdviceSubject *subject;
  GPtrArray               *list;        /* (element-type LoomAdvice) */
  guint                    found;       /* bits by rule */
  guint                    n_dismissed;
} Collection;

/* Takes the advice, if it has words that anybody wants to hear. */
static void
collect (Collection *self,
         LoomAdvice *advice)
{
  const LoomAdviceSubject *subject = self->subject;
  const gboolean is_dismissed
      = advice->text != NULL &&
        loom_dismissed_has (subject->document, subject->plan->kernel, advice->code);

  self->n_dismissed += is_dismissed;
  if (advice->text != NULL && !is_dismissed)
    g_ptr_array_add (self->list, advice);
  else
    loom_advice_free (advice);
}

static void
collect_finding (Collection        *self,
                 const LoomFinding *finding)
{
  const gboolean is_here = finding->has_site && finding->site.file == NULL;
  const gint rule = find_rule (finding->code);
  LoomAdvice *advice;

  if (rule < 0)
    return;
  advice = g_new0 (LoomAdvice, 1);
  advice->code = finding->code;
  advice->text = g_strdup (finding->text);
  advice->line = is_here ? finding->site.line : 0;
  if (rules[rule].mend != NULL)
    rules[rule].mend (self->subject, advice);
  self->found |= 1u << rule;
  collect (self, advice);
}

static void
collect_findings (Collection      *self,
                  const GPtrArray *findings)
{
  for (guint i = 0; i < findings->len; i++)
    collect_finding (self, g_ptr_array_index (findings, i));
}

static void
look (Collection *self,
      guint       rule)
{
  LoomAdvice *advice;

  if (rules[rule].look == NULL || (self->found & 1u << rule) != 0)
    return;
  advice = g_new0 (LoomAdvice, 1);
  advice->code = rules[rule].code;
  rules[rule].look (self->subject, advice);
  collect (self, advice);
}

/**
 * loom_advice_list:
 * @subject: a launch, and what is known of it
 * @n_dismissed: (out) (optional): how much more there is that the document does not want to hear
 *
 * Lists what is wrong with a launch, and then what would make it better.
 *
 * Returns: (transfer full) (element-type LoomAdvice): the advice
 */
GPtrArray *
loom_advice_list (const LoomAdviceSubject *subject,
                  guint                   *n_dismissed)
{
  Collection collection = { .subject = subject };

  g_return_val_if_fail (subject != NULL && subject->plan != NULL && subject->limits != NULL, NULL);

  collection.list = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_advice_free);
  collect_findings (&collection, subject->plan->findings);
  if (subject->run != NULL)
    collect_findings (&collection, subject->run->findings);
  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    look (&collection, i);
  if (n_dismissed != NULL)
    *n_dismissed = collection.n_dismissed;
  return collection.list;
}

void
loom_advice_free (LoomAdvice *self)
{
  if (self == NULL)
    return;

  g_free (self->text);
  g_free (self->value);
  g_free (self);
}

/**
 * loom_advice_is_wrong:
 *
 * Returns: whether it is about what the launch does, and not about how fast
 */
gboolean
loom_advice_is_wrong (const LoomAdvice *self)
{
  gint rule;

  g_return_val_if_fail (self != NULL, FALSE);

  rule = find_rule (self->code);
  return rule >= 0 && rules[rule].is_wrong;
}
