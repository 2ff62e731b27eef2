#pragma once

#include "loom-compiled.h"

#include <gio/gio.h>

/* What the kernels of a source take of one architecture: what was asked, and what came of it. The
 * session's; the run controller answers. An answer stays until something else is asked. Main
 * thread.
 *
 * Signal "changed". */
#define LOOM_TYPE_MACHINE_QUERY (loom_machine_query_get_type ())
G_DECLARE_FINAL_TYPE (LoomMachineQuery, loom_machine_query, LOOM, MACHINE_QUERY, GObject)

void        loom_machine_query_ask         (LoomMachineQuery    *self,
                                            LoomCompiled        *source,
                                            const char          *arch);
void        loom_machine_query_answer      (LoomMachineQuery    *self,
                                            LoomCompiled        *answer,
                                            const GError        *error);
gboolean    loom_machine_query_is_of       (LoomMachineQuery    *self,
                                            const LoomCompiled  *source,
                                            const char          *arch);
gboolean    loom_machine_query_find        (LoomMachineQuery    *self,
                                            const char          *kernel,
                                            LoomKernelResources *resources);
const char *loom_machine_query_get_error   (LoomMachineQuery    *self);
