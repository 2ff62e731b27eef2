/* loom-sim-exec-runtime.c: handlers of the device's run time: printf, malloc, free, assert
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-exec-private.h"
#include "loom-sim-runtime-private.h"

/* Lanes one after the other, in order; what a lane returns goes to its variable in local memory. */
#define RUNTIME(name, T, expression) \
  static const LoomSimOp * \
  name##_any (LoomSimVector *v, const LoomSimOp *op) \
  { \
    const LoomSimArgument *to = op->detail->n_returns > 0 ? op->detail->returns : NULL; \
    \
    LOOM_SIM_FOREACH_WARP (w) \
      LOOM_SIM_FOREACH_LANE (w, n) \
        { \
          const T result = expression; \
          \
          if (v->stop == LOOM_SIM_STOP_TRAP) \
            return NULL; \
          if (to != NULL && to->size >= sizeof result) \
            memcpy (v->local + (gsize) n * v->local_size + v->local_frame + to->to, &result, \
                    sizeof result); \
        } \
    return op + 1; \
  }

RUNTIME (vprintf, guint32, loom_sim_print (v, op, n))
RUNTIME (malloc, guint64, loom_sim_heap_take (v, op, n))
RUNTIME (free, guint32, loom_sim_heap_give_back (v, op, n))
RUNTIME (assertfail, guint32, loom_sim_fail_assertion (v, op, n))

LOOM_SIM_ROWS (runtime)
{
  LOOM_SIM_ROW_ANY ("@vprintf", "=", vprintf)
  LOOM_SIM_ROW_ANY ("@malloc", "=", malloc)
  LOOM_SIM_ROW_ANY ("@free", "=", free)
  LOOM_SIM_ROW_ANY ("@__assertfail", "=", assertfail)
  LOOM_SIM_ROWS_END
};
