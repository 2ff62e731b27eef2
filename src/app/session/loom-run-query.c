/* loom-run-query.c: what was asked about a run, and what came of it
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-run-query.h"

#include "loom-class.h"

struct _LoomRunQuery
{
  GObject         parent_instance;

  LoomRun        *run;          /* that is asked about, or NULL */
  LoomRun        *answer;       /* that was made for it, or NULL */
  char           *error;        /* or NULL */
  LoomRunOptions  question;
};

G_DEFINE_FINAL_TYPE (LoomRunQuery, loom_run_query, G_TYPE_OBJECT)

static void
clear (LoomRunQuery *self)
{
  g_clear_pointer (&self->run, loom_run_unref);
  g_clear_pointer (&self->answer, loom_run_unref);
  g_clear_pointer (&self->error, g_free);
}

static void
loom_run_query_finalize (GObject *object)
{
  LoomRunQuery *self = LOOM_RUN_QUERY (object);

  clear (self);

  G_OBJECT_CLASS (loom_run_query_parent_class)->finalize (object);
}

static void
loom_run_query_class_init (LoomRunQueryClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = loom_run_query_finalize;

  LOOM_SIGNAL_NEW (klass, "changed", 0);
}

static void
loom_run_query_init (LoomRunQuery *self)
{
}

/**
 * loom_run_query_ask:
 * @run: that is shown
 * @question: how to run it once more
 *
 * Asks about a run. What was asked before is forgotten.
 */
void
loom_run_query_ask (LoomRunQuery         *self,
                    LoomRun              *run,
                    const LoomRunOptions *question)
{
  g_return_if_fail (LOOM_IS_RUN_QUERY (self));
  g_return_if_fail (run != NULL && question != NULL);

  loom_run_ref (run);
  clear (self);
  self->run = run;
  self->question = *question;
  g_signal_emit_by_name (self, "changed");
}

/**
 * loom_run_query_answer:
 * @answer: (nullable): a run that was made for the question
 * @error: (nullable): why there is none
 *
 * Answers what was asked.
 */
void
loom_run_query_answer (LoomRunQuery *self,
                       LoomRun      *answer,
                       const GError *error)
{
  g_return_if_fail (LOOM_IS_RUN_QUERY (self));

  if (self->run == NULL)
    return;
  /* what blocks cost is not told of steps and splits, which is an answer as well */
  if (answer != NULL
      && (answer->cell != NULL || answer->trace != NULL || self->question.block_costs))
    self->answer = loom_run_ref (answer);
  else
    self->error = g_strdup (error != NULL ? error->message : "");
  g_signal_emit_by_name (self, "changed");
}

/**
 * loom_run_query_forget:
 *
 * Forgets what was asked, and what came of it.
 */
void
loom_run_query_forget (LoomRunQuery *self)
{
  g_return_if_fail (LOOM_IS_RUN_QUERY (self));

  if (self->run == NULL)
    return;
  clear (self);
  g_signal_emit_by_name (self, "changed");
}

gboolean
loom_run_query_is_waiting (LoomRunQuery *self)
{
  g_return_val_if_fail (LOOM_IS_RUN_QUERY (self), FALSE);

  return self->run != NULL && self->answer == NULL && self->error == NULL;
}

/**
 * loom_run_query_get_run:
 *
 * Returns: (transfer none) (nullable): the run that was asked about; %NULL: none was
 */
LoomRun *
loom_run_query_get_run (LoomRunQuery *self)
{
  g_return_val_if_fail (LOOM_IS_RUN_QUERY (self), NULL);

  return self->run;
}

/**
 * loom_run_query_get_question:
 *
 * Returns: (transfer none) (nullable): what was asked
 */
const LoomRunOptions *
loom_run_query_get_question (LoomRunQuery *self)
{
  g_return_val_if_fail (LOOM_IS_RUN_QUERY (self), NULL);

  return self->run != NULL ? &self->question : NULL;
}

/**
 * loom_run_query_get_answer:
 *
 * Returns: (transfer none) (nullable): a run whose `cell`, `trace` or `block_costs` is the answer,
 *   if there is one
 */
LoomRun *
loom_run_query_get_answer (LoomRunQuery *self)
{
  g_return_val_if_fail (LOOM_IS_RUN_QUERY (self), NULL);

  return self->answer;
}

/**
 * loom_run_query_get_error:
 *
 * Returns: (transfer none) (nullable): why there is no answer
 */
const char *
loom_run_query_get_error (LoomRunQuery *self)
{
  g_return_val_if_fail (LOOM_IS_RUN_QUERY (self), NULL);

  return self->error;
}
