#pragma once

#include "loom-document.h"
#include "loom-link-outcome.h"
#include "loom-plan.h"
#include "loom-run.h"

/* All that the chain of a document needs, to be done in any thread, once. */
typedef struct _LoomChain LoomChain;

LoomChain  *loom_chain_new                  (LoomDocument  *document,
                                             LoomCompiled  *compiled,
                                             LoomPlan      *plan,
                                             LoomRun       *run,
                                             const char    *path);
void        loom_chain_free                 (LoomChain     *self);
char      **loom_chain_list_foreign         (LoomChain     *self);
GPtrArray  *loom_chain_run                  (LoomChain     *self,
                                             gboolean       replace);
GPtrArray  *loom_chain_check                (LoomDocument  *document,
                                             LoomPlan      *plan);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomChain, loom_chain_free)
