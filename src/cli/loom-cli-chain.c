/* loom-cli-chain.c: what is done with a run, for people
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cli-chain.h"

#include <glib/gi18n-lib.h>

/**
 * loom_cli_chain_check:
 * @input: the document
 * @plan: what is to be launched
 *
 * Finds out before anything runs whether what is to be done with the run makes sense.
 *
 * Returns: %FALSE with %LOOM_ERROR_DOCUMENT and the place of the first line that does not
 */
gboolean
loom_cli_chain_check (LoomCliInput  *input,
                      LoomPlan      *plan,
                      GError       **error)
{
  g_autoptr (GPtrArray) problems = loom_chain_check (input->document, plan);
  const LoomDiagnostic *first = problems->len > 0 ? problems->pdata[0] : NULL;

  return first == NULL || loom_fail_at (error, first->line, first->column, "%s", first->text);
}

/**
 * loom_cli_chain_print:
 * @input: the document
 * @outcomes: (element-type LoomLinkOutcome): what came of each link
 *
 * Says on the error stream what was done, in the form that editors jump to.
 */
void
loom_cli_chain_print (LoomCliInput *input,
                      GPtrArray    *outcomes)
{
  const LoomLinkOutcome *failure = loom_link_outcomes_find_failure (outcomes);

  for (guint i = 0; i < outcomes->len; i++)
    {
      const LoomLinkOutcome *outcome = outcomes->pdata[i];
      const char *title = loom_link_state_get_title (outcome->state);

      if (outcome->state == LOOM_LINK_SKIPPED)
        g_printerr ("%s:%u: %s: %s: %s\n", input->name, outcome->line, title, outcome->text,
                    outcome->words);
      else
        g_printerr ("%s:%u: %s: %s: %s (%.1f ms)\n", input->name, outcome->line, title,
                    outcome->text, outcome->words, outcome->ms);
    }
  if (failure != NULL && failure->is_foreign)
    g_printerr (_("%1$s:%2$u: note: --replace allows that [after] replaces it\n"), input->name,
                failure->line);
}
