/* loom-launch-advice.c: what would make the launch of a window better, from all that is known of it
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-launch-advice.h"

#include "loom-device.h"
#include "loom-dismissed.h"
#include "loom-launch.h"

/**
 * loom_launch_get_device:
 * @session: whose launch
 *
 * Returns: (transfer none) (nullable): what it is modelled on: the GPU that is chosen, else what
 *   the simulator stands for; %NULL if nothing is known of the GPU
 */
const LoomDeviceProfile *
loom_launch_get_device (LoomSession *session)
{
  const LoomRunChoices *choices = loom_session_get_choices (session);
  LoomBackendId backend;

  loom_backend_id_parse (choices->backend, &backend, NULL);
  return backend.kind == LOOM_BACKEND_CUDA ? choices->gpu : choices->device;
}

/* What the machine code takes, as a GPU has said that ran it, or if somebody has asked for it. */
static gboolean
find_resources (LoomSession             *session,
                const LoomAdviceSubject *subject,
                LoomKernelResources     *resources)
{
  LoomMachineQuery *query = loom_session_get_machine_query (session);
  const LoomKernelCosts *costs = subject->run != NULL ? subject->run->costs : NULL;
  g_autofree char *arch = subject->device != NULL
                              ? loom_device_profile_dup_target (subject->device, "compute_") : NULL;

  if (costs != NULL)
    {
      *resources = (LoomKernelResources) {
        .is_told = TRUE, .registers = costs->registers, .shared = costs->shared_static,
      };
      return TRUE;
    }
  return arch != NULL &&
         loom_machine_query_is_of (query, loom_session_get_compiled (session), arch) &&
         loom_machine_query_find (query, loom_session_get_plan (session)->kernel, resources);
}

/* FALSE: there is no launch. The subject borrows the resources. */
static gboolean
find_subject (LoomSession         *session,
              LoomAdviceSubject   *subject,
              LoomKernelResources *resources)
{
  LoomPlan *plan = loom_session_get_plan (session);
  LoomCompiled *compiled = loom_session_get_compiled (session);

  if (plan == NULL)
    return FALSE;
  *subject = (LoomAdviceSubject) {
    .document = loom_session_get_document (session), .plan = plan,
    .kernel = compiled != NULL ? loom_compiled_find_kernel (compiled, plan->kernel) : NULL,
    .limits = &loom_session_get_choices (session)->limits,
    .device = loom_launch_get_device (session),
    .run = loom_session_has_current_run (session) ? loom_session_get_run (session) : NULL,
  };
  if (find_resources (session, subject, resources))
    subject->resources = resources;
  return TRUE;
}

/**
 * loom_launch_list_advice:
 * @session: whose launch
 *
 * Lists what would make the launch better. What only a run tells is of the run that is shown, if
 * that is of this launch.
 *
 * Returns: (transfer full) (nullable) (element-type LoomAdvice): the advice; %NULL without a launch
 */
GPtrArray *
loom_launch_list_advice (LoomSession *session)
{
  LoomKernelResources resources;
  LoomAdviceSubject subject;

  return find_subject (session, &subject, &resources) ? loom_advice_list (&subject, NULL) : NULL;
}

/**
 * loom_launch_dup_zone:
 * @session: whose launch
 *
 * Returns: (transfer full) (nullable): why its block is good, as far as is known; else %NULL
 */
char *
loom_launch_dup_zone (LoomSession *session)
{
  LoomKernelResources resources;
  LoomAdviceSubject subject;

  return find_subject (session, &subject, &resources) ? loom_advice_dup_zone (&subject) : NULL;
}

/**
 * loom_launch_dup_dismissal:
 * @session: whose launch
 * @advice: on it
 *
 * Returns: (transfer full): what `dismissed` says once nobody wants to hear of that any more
 */
char *
loom_launch_dup_dismissal (LoomSession      *session,
                           const LoomAdvice *advice)
{
  return loom_dismissed_add (loom_launch_get (session, NULL, "dismissed"), advice->code);
}
