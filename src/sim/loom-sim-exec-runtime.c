/* loom-sim-exec-runtime.c: handlers of the device's run time: printf, malloc, free, assert
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-exec-private.h"
#include "loom-sim-runtime-private.h"

/* Lanes one after the other, in order; what a lane returns goes to its variable in local memory. */
#define RUNTIME(name, T, expression) \
  static const LoomSimOp * \
  name##_some (LoomSimVector *v, const LoomSimOp *op) \
  { \
    LOOM_SIM_FOREACH_WARP (w) \
      LOOM_SIM_FOREACH_LANE (w, n) \
        { \
          const T result = expression; \
          \
          if (v->stop == LOOM_SIM_STOP_TRAP) \
            return NULL; \
          if (op->detail->n_returns > 0 && op->detail->returns[0].size >= sizeof result) \
            memcpy (v->local + (gsize) n * v->local_size + v->local_frame + op->detail->returns[0].to, \
                    &result, sizeof result); \
        } \
    return op + 1; \
  } \
  static const LoomSimOp * \
  name##_all (LoomSimVector *v, const LoomSimOp *op) \
  { \
    return name##_some (v, op); \
  }

RUNTIME (vprintf, guint32, loom_sim_print (v, op, n))
RUNTIME (malloc, guint64, loom_sim_heap_take (v, op, n))
RUNTIME (free, guint32, loom_sim_heap_give_back (v, op, n))
RUNTIME (assertfail, guint32, loom_sim_fail_assertion (v, op, n))

LOOM_SIM_ROWS (runtime)
{
  LOOM_SIM_ROW ("@vprintf", "=", vprintf)
  LOOM_SIM_ROW ("@malloc", "=", malloc)
  LOOM_SIM_ROW ("@free", "=", free)
  LOOM_SIM_ROW ("@__assertfail", "=", assertfail)
  LOOM_SIM_ROWS_END
};
