/* loom-mpi-protocol.c: what ranks say to each other, packed and checked
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whoever reads takes nothing for granted, as on the runner's wire.
 */

#include "config.h"

#include "loom-mpi-protocol.h"

#include <math.h>

#define RESULT "(avavaytttubd)"
#define NO_ERROR G_MAXUINT32

/**
 * loom_mpi_command_new:
 * @payload: (transfer floating): what the command is about
 *
 * Returns: (transfer floating): a (uv)
 */
GVariant *
loom_mpi_command_new (LoomMpiCommand  command,
                      GVariant       *payload)
{
  return g_variant_new ("(uv)", (guint32) command, payload);
}

/**
 * loom_mpi_answer_new:
 * @error: (nullable): why it could not be done
 * @payload: (transfer floating) (nullable): what came of it; %NULL: nothing is to be said
 *
 * Returns: (transfer floating): a (usv)
 */
GVariant *
loom_mpi_answer_new (const GError *error,
                     GVariant     *payload)
{
  const guint32 code = error == NULL ? NO_ERROR
                       : error->domain == LOOM_ERROR ? (guint32) error->code
                                                     : (guint32) LOOM_ERROR_FAILED;

  return g_variant_new ("(usv)", code, error != NULL ? error->message : "",
                        payload != NULL ? payload : g_variant_new_boolean (TRUE));
}

/**
 * loom_mpi_answer_check:
 * @answer: a (usv) of a rank
 * @payload: (out) (transfer full) (optional): what came of it
 *
 * Errors: the one that the rank had.
 *
 * Returns: whether it could be done
 */
gboolean
loom_mpi_answer_check (GVariant  *answer,
                       GVariant **payload,
                       GError   **error)
{
  guint32 code;
  const char *text;
  g_autoptr (GVariant) own = NULL;

  g_variant_get (answer, "(u&sv)", &code, &text, &own);
  if (code != NO_ERROR)
    return loom_fail (error, code < LOOM_N_ERRORS ? (LoomError) code : LOOM_ERROR_PROTOCOL, "%s",
                      text);
  if (payload != NULL)
    *payload = g_steal_pointer (&own);
  return TRUE;
}

static GVariant *
pack_trap (const LoomFinding *trap)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("av"));
  if (trap != NULL)
    g_variant_builder_add (&builder, "v", loom_finding_to_variant (trap));
  return g_variant_builder_end (&builder);
}

/**
 * loom_mpi_result_to_variant:
 *
 * Returns: (transfer floating): what a device did of a launch
 */
GVariant *
loom_mpi_result_to_variant (const LoomRunPartResult *result)
{
  const LoomSimOutcome *outcome = &result->outcome;
  const GString *output = outcome->output;
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("av"));
  for (guint i = 0; outcome->findings != NULL && i < outcome->findings->len; i++)
    g_variant_builder_add (&builder, "v", loom_finding_to_variant (outcome->findings->pdata[i]));
  return g_variant_new ("(@av@av@aytttubd)", pack_trap (outcome->trap),
                        g_variant_builder_end (&builder),
                        g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE,
                                                   output != NULL ? output->str : "",
                                                   output != NULL ? output->len : 0, 1),
                        outcome->trapped_blocks, outcome->idle_threads,
                        outcome->warp_instructions, (guint32) outcome->equal_writes,
                        outcome->serialised, result->end_ms - result->start_ms);
}

static gboolean
unpack_findings (GVariant  *variant,
                 GPtrArray *findings)
{
  for (gsize i = 0; i < g_variant_n_children (variant); i++)
    {
      g_autoptr (GVariant) box = g_variant_get_child_value (variant, i);
      g_autoptr (GVariant) child = g_variant_get_variant (box);
      LoomFinding *finding = loom_finding_from_variant (child);

      if (finding == NULL)
        return FALSE;
      g_ptr_array_add (findings, finding);
    }
  return TRUE;
}

/**
 * loom_mpi_result_from_variant:
 * @variant: from a rank, perhaps a hostile one
 * @result: (inout): gets what came of a launch; its times begin at 0
 *
 * Returns: whether it is one
 */
gboolean
loom_mpi_result_from_variant (GVariant          *variant,
                              LoomRunPartResult *result)
{
  LoomSimOutcome *outcome = &result->outcome;
  g_autoptr (GVariant) traps = NULL, findings = NULL, output = NULL;
  g_autoptr (GPtrArray) trap = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_finding_free);
  guint32 equal_writes;
  gsize length;
  const char *text;
  gboolean serialised;

  if (!g_variant_is_of_type (variant, G_VARIANT_TYPE (RESULT)))
    return FALSE;
  loom_sim_outcome_clear (outcome);
  outcome->findings = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_finding_free);
  g_variant_get (variant, "(@av@av@aytttubd)", &traps, &findings, &output,
                 &outcome->trapped_blocks, &outcome->idle_threads, &outcome->warp_instructions,
                 &equal_writes, &serialised, &result->end_ms);
  text = g_variant_get_fixed_array (output, &length, 1);
  outcome->output = g_string_new_len (text != NULL ? text : "", (gssize) length);
  outcome->equal_writes = equal_writes;
  outcome->serialised = serialised;
  result->start_ms = 0;
  if (!unpack_findings (traps, trap) || !unpack_findings (findings, outcome->findings) ||
      trap->len > 1 || !isfinite (result->end_ms) || result->end_ms < 0)
    return FALSE;
  if (trap->len == 1)
    outcome->trap = g_ptr_array_steal_index (trap, 0);
  return TRUE;
}
