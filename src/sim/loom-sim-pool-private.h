#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Threads that stay for the next launch: they spin a moment for it, then sleep. One job at a time. */
typedef struct _LoomSimPool LoomSimPool;

typedef void (*LoomSimPoolFunc) (guint    worker,
                                 gpointer data);

LoomSimPool *loom_sim_pool_new  (guint            n_workers);
void         loom_sim_pool_free (LoomSimPool     *self);
guint        loom_sim_pool_get_n_workers (const LoomSimPool *self);
/* Runs func for each worker, 0 in the calling thread, and returns when all are done. */
void         loom_sim_pool_run  (LoomSimPool     *self,
                                 LoomSimPoolFunc  func,
                                 gpointer         data);
/* How many processors this process may use. */
guint        loom_sim_pool_get_n_processors (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomSimPool, loom_sim_pool_free)

G_END_DECLS
