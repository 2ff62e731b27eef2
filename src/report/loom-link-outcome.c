/* loom-link-outcome.c: what came of a link of the chain after a run
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-link-outcome.h"

#include <glib/gi18n-lib.h>

void
loom_link_outcome_free (LoomLinkOutcome *self)
{
  if (self == NULL)
    return;

  g_free (self->text);
  g_free (self->file);
  g_free (self->words);
  g_free (self);
}

/**
 * loom_link_state_get_name:
 *
 * Returns: (transfer none): its word in reports
 */
const char *
loom_link_state_get_name (LoomLinkState state)
{
  static const char * const names[LOOM_N_LINK_STATES] = { "skipped", "done", "failed" };

  g_return_val_if_fail (state < LOOM_N_LINK_STATES, NULL);

  return names[state];
}

/**
 * loom_link_state_get_title:
 *
 * Returns: (transfer none): its word for people
 */
const char *
loom_link_state_get_title (LoomLinkState state)
{
  static const char * const titles[LOOM_N_LINK_STATES]
      = { N_("skipped"), N_("done"), N_("failed") };

  g_return_val_if_fail (state < LOOM_N_LINK_STATES, NULL);

  return _(titles[state]);
}

/**
 * loom_link_outcomes_find_failure:
 * @outcomes: (element-type LoomLinkOutcome): of a chain
 *
 * Returns: (transfer none) (nullable): the link that failed, which stopped the others
 */
const LoomLinkOutcome *
loom_link_outcomes_find_failure (GPtrArray *outcomes)
{
  for (guint i = 0; i < outcomes->len; i++)
    {
      const LoomLinkOutcome *outcome = outcomes->pdata[i];

      if (outcome->state == LOOM_LINK_FAILED)
        return outcome;
    }
  return NULL;
}
