/* loom-run-origin.c: what a run was made from
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-run-origin.h"

#include "loom-class.h"

static void
loom_run_origin_clear (LoomRunOrigin *self)
{
  loom_document_unref (self->document);
  g_free (self->compile_options);
  loom_plan_unref (self->plan);
}

LOOM_DEFINE_SHARED (LoomRunOrigin, loom_run_origin)

/**
 * loom_run_origin_new:
 * @document: its text
 * @compile_options: (nullable): what the compiler was given besides
 * @plan: the launch
 * @options: how it was run
 *
 * Returns: (transfer full): what a run is made from
 */
LoomRunOrigin *
loom_run_origin_new (LoomDocument         *document,
                     const char           *compile_options,
                     LoomPlan             *plan,
                     const LoomRunOptions *options)
{
  LoomRunOrigin *self;

  g_return_val_if_fail (document != NULL && plan != NULL && options != NULL, NULL);

  self = g_atomic_rc_box_new0 (LoomRunOrigin);
  self->document = loom_document_ref (document);
  self->compile_options = g_strdup (compile_options);
  self->plan = loom_plan_ref (plan);
  self->options = *options;
  return self;
}
