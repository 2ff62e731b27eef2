#pragma once

#include "loom-plan.h"
#include "loom-run-options.h"

/* What a run was made from, whatever becomes of the document since. Immutable, reference counted;
 * any thread. */
typedef struct
{
  LoomDocument   *document;
  char           *compile_options;      /* or NULL */
  LoomPlan       *plan;
  LoomRunOptions  options;
} LoomRunOrigin;

#define LOOM_TYPE_RUN_ORIGIN (loom_run_origin_get_type ())

GType          loom_run_origin_get_type (void) G_GNUC_CONST;
LoomRunOrigin *loom_run_origin_new      (LoomDocument         *document,
                                         const char           *compile_options,
                                         LoomPlan             *plan,
                                         const LoomRunOptions *options);
LoomRunOrigin *loom_run_origin_ref      (LoomRunOrigin        *self);
void           loom_run_origin_unref    (LoomRunOrigin        *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomRunOrigin, loom_run_origin_unref)
