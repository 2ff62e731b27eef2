#pragma once

#include "loom-ptx-arena.h"

/* A module that counts its own accesses to memory, for devices on which nobody watches. Same
 * parameters, same results; a .global variable more, LOOM_PTX_ARENA_SYMBOL. */

char     *loom_ptx_instrument              (LoomPtxModule                 *module,
                                            const char *const             *entries,
                                            const LoomPtxInstrumentation  *how,
                                            GError                       **error);
guint     loom_ptx_instrument_get_narrowest (LoomPtxModule                *module,
                                             const LoomPtxArenaArray      *variables,
                                             guint                         n_variables);
