/* loom-launch-use.c: which of the launches that were found in the source the settings are
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-launch-use.h"

#include "loom-document-launch.h"

static gboolean
is_same_argument (const LoomPlanArg *a,
                  const LoomPlanArg *b)
{
  return loom_shape_equal (&a->shape, &b->shape) && g_strcmp0 (a->value, b->value) == 0;
}

static gboolean
is_same_launch (const LoomPlan *a,
                const LoomPlan *b)
{
  if (g_strcmp0 (a->kernel, b->kernel) != 0 || !loom_dim3_equal (&a->block, &b->block)
      || !loom_dim3_equal (&a->grid, &b->grid) || a->shared != b->shared
      || a->args->len != b->args->len)
    return FALSE;
  for (guint i = 0; i < a->args->len; i++)
    if (!is_same_argument (g_ptr_array_index (a->args, i), g_ptr_array_index (b->args, i)))
      return FALSE;

  return TRUE;
}

/* A launch with numbers that are not certain is used only where it was chosen: what it leaves open
 * has defaults, which are another one's. */
static gboolean
is_certain (const LoomSourceLaunch *launch)
{
  return loom_read_extent_is_certain (&launch->grid)
         && loom_read_extent_is_certain (&launch->block);
}

/* Whether choosing it would change nothing. */
static gboolean
is_used (LoomSession            *session,
         const LoomSourceLaunch *launch)
{
  LoomDocument *document = loom_session_get_document (session);
  LoomCompiled *compiled = loom_session_get_compiled (session);
  LoomPlan *plan = loom_session_get_plan (session);
  g_autoptr (GFile) folder = loom_session_dup_folder (session);
  g_autoptr (LoomDocument) changed = NULL;
  g_autoptr (LoomPlan) other = NULL;
  g_autofree char *text = NULL;
  LoomTextEdit edit = { 0 };
  gboolean is_written;

  if (!loom_document_edit_launch (document, compiled, launch, &edit, NULL))
    return FALSE;
  is_written = edit.length == 0 && *edit.text == '\0';
  text = loom_document_apply_edit (document, &edit);
  loom_text_edit_clear (&edit);
  if (is_written || plan == NULL || !is_certain (launch))
    return is_written;

  changed = loom_document_parse (text, -1);
  other = loom_plan_bind (changed, compiled, NULL, &loom_session_get_choices (session)->limits,
                          folder, NULL);
  return other != NULL && is_same_launch (plan, other);
}

/* Lines move when the text above them is edited. */
static gboolean
is_same_but_for_line (const LoomSourceLaunch *a,
                      const LoomSourceLaunch *b)
{
  g_autoptr (LoomSourceLaunch) moved = loom_source_launch_copy (a);
  g_autoptr (GVariant) first = NULL;
  g_autoptr (GVariant) second = g_variant_ref_sink (loom_source_launch_to_variant (b));

  moved->line = b->line;
  first = g_variant_ref_sink (loom_source_launch_to_variant (moved));
  return g_variant_equal (first, second);
}

static gboolean
is_of_kernel (LoomCompiled           *compiled,
              const LoomSourceLaunch *launch,
              const char             *name)
{
  const LoomKernel *kernel
      = launch->instance != NULL ? loom_compiled_find_kernel (compiled, launch->instance) : NULL;

  return kernel != NULL && g_strcmp0 (kernel->name, name) == 0;
}

/* The launch that was chosen last, or else the only one of the kernel; -1: nobody can tell. */
static gint
find_origin (LoomSession            *session,
             const LoomSourceLaunch *chosen)
{
  LoomCompiled *compiled = loom_session_get_compiled (session);
  LoomPlan *plan = loom_session_get_plan (session);
  guint n_found = 0;
  gint found = -1;

  for (guint i = 0; plan != NULL && i < compiled->launches->len; i++)
    {
      const LoomSourceLaunch *launch = g_ptr_array_index (compiled->launches, i);

      if (!is_of_kernel (compiled, launch, plan->kernel))
        continue;
      if (chosen != NULL && is_same_but_for_line (chosen, launch))
        return i;
      n_found++;
      found = i;
    }

  return n_found == 1 ? found : -1;
}

/**
 * loom_launch_use_list:
 * @chosen: (nullable): the launch that was chosen last
 *
 * Compares the settings with each launch that was found in the source. Launches that are alike are
 * used together.
 *
 * Returns: (transfer full) (element-type LoomLaunchUse): one for each launch of the compilation
 */
GArray *
loom_launch_use_list (LoomSession            *session,
                      const LoomSourceLaunch *chosen)
{
  GPtrArray *launches;
  GArray *uses;
  gboolean has_used = FALSE;
  gint origin;

  g_return_val_if_fail (LOOM_IS_SESSION (session), NULL);
  g_return_val_if_fail (loom_session_get_compiled (session) != NULL, NULL);

  launches = loom_session_get_compiled (session)->launches;
  uses = g_array_new (FALSE, FALSE, sizeof (LoomLaunchUse));
  for (guint i = 0; i < launches->len; i++)
    {
      const LoomLaunchUse use = is_used (session, g_ptr_array_index (launches, i))
                                    ? LOOM_LAUNCH_USED
                                    : LOOM_LAUNCH_UNUSED;

      has_used = has_used || use == LOOM_LAUNCH_USED;
      g_array_append_val (uses, use);
    }

  origin = has_used ? -1 : find_origin (session, chosen);
  if (origin >= 0)
    g_array_index (uses, LoomLaunchUse, origin) = LOOM_LAUNCH_CHANGED;
  return uses;
}
