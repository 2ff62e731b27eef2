#pragma once

#include "loom-run.h"

/* What a run came to as members of an a{sv}, for another process: all but the bytes of its arrays,
 * planes, threads and blocks, which lie in memory that both processes have. */
void          loom_run_pack         (const LoomRun       *self,
                                     GVariantBuilder     *builder);
gboolean      loom_run_unpack       (LoomRun             *self,
                                     GVariant            *variant,
                                     GError             **error);
gboolean      loom_run_check        (const LoomRun       *self,
                                     GError             **error);
void          loom_run_array_pack   (const LoomRunArray  *self,
                                     GVariantBuilder     *builder);
LoomRunArray *loom_run_array_unpack (GVariant            *variant,
                                     GBytes              *cells,
                                     GError             **error);
gboolean      loom_run_refuse       (const char          *what,
                                     GError             **error);
