#pragma once

#include <glib.h>

/* Threads that begin with the first job and stay for the next: they spin a moment for it, then
 * sleep. One job at a time. Nobody waits for a thread that comes late: a job must be such that
 * whoever is there does it. */
typedef struct _LoomSimPool LoomSimPool;

typedef void (*LoomSimPoolFunc) (guint    worker,
                                 gpointer data);

LoomSimPool *loom_sim_pool_new  (guint            n_workers);
void         loom_sim_pool_free (LoomSimPool     *self);
guint        loom_sim_pool_get_n_workers (const LoomSimPool *self);
/* Lets workers 1 and up do a job; returns at once. */
void         loom_sim_pool_call (LoomSimPool     *self,
                                 LoomSimPoolFunc  func,
                                 gpointer         data);
/* Returns when those are done who came; who has not come by now will not. */
void         loom_sim_pool_wait (LoomSimPool     *self);
/* Both; between them the calling thread does the job as worker 0. */
void         loom_sim_pool_run  (LoomSimPool     *self,
                                 LoomSimPoolFunc  func,
                                 gpointer         data);
/* How many processors this process may use. */
guint        loom_sim_pool_get_n_processors (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomSimPool, loom_sim_pool_free)
