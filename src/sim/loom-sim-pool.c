/* loom-sim-pool.c: threads that stay for the next launch
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-pool-private.h"

#include <sched.h>

#define SPINS 20000             /* looks for the next job before a thread sleeps: some 50
                                   microseconds */

struct _LoomSimPool
{
  GPtrArray       *threads;     /* (element-type GThread) workers 1 and up */
  GMutex           mutex;
  GCond            changed;
  guint            generation;  /* atomic: of the job */
  gint             busy;        /* atomic: threads that have not finished it */
  gboolean         closing;
  LoomSimPoolFunc  func;
  gpointer         data;
};

typedef struct
{
  LoomSimPool *pool;
  guint        worker;
} Start;

static inline void
relax (void)
{
#if defined (__x86_64__) || defined (__i386__)
  __builtin_ia32_pause ();
#endif
}

static guint
wait_for_job (LoomSimPool *self,
              guint        seen)
{
  guint generation;

  for (guint i = 0; i < SPINS; i++)
    {
      generation = __atomic_load_n (&self->generation, __ATOMIC_ACQUIRE);
      if (generation != seen)
        return generation;
      relax ();
    }
  g_mutex_lock (&self->mutex);
  while ((generation = __atomic_load_n (&self->generation, __ATOMIC_ACQUIRE)) == seen)
    g_cond_wait (&self->changed, &self->mutex);
  g_mutex_unlock (&self->mutex);
  return generation;
}

static gpointer
work (gpointer data)
{
  g_autofree Start *start = data;
  LoomSimPool *self = start->pool;
  guint seen = 0;

  for (;;)
    {
      seen = wait_for_job (self, seen);
      if (self->closing)
        return NULL;
      self->func (start->worker, self->data);
      if (g_atomic_int_dec_and_test (&self->busy))
        {
          g_mutex_lock (&self->mutex);
          g_cond_broadcast (&self->changed);
          g_mutex_unlock (&self->mutex);
        }
    }
}

static void
announce (LoomSimPool *self)
{
  g_mutex_lock (&self->mutex);
  __atomic_add_fetch (&self->generation, 1, __ATOMIC_RELEASE);
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->mutex);
}

LoomSimPool *
loom_sim_pool_new (guint n_workers)
{
  LoomSimPool *self = g_new0 (LoomSimPool, 1);

  self->threads = g_ptr_array_new ();
  g_mutex_init (&self->mutex);
  g_cond_init (&self->changed);
  for (guint i = 1; i < n_workers; i++)
    {
      Start *start = g_new (Start, 1);

      *start = (Start) { .pool = self, .worker = i };
      g_ptr_array_add (self->threads, g_thread_new ("loom-sim", work, start));
    }
  return self;
}

void
loom_sim_pool_free (LoomSimPool *self)
{
  self->closing = TRUE;
  announce (self);
  for (guint i = 0; i < self->threads->len; i++)
    g_thread_join (g_ptr_array_index (self->threads, i));
  g_ptr_array_unref (self->threads);
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->changed);
  g_free (self);
}

guint
loom_sim_pool_get_n_workers (const LoomSimPool *self)
{
  return self->threads->len + 1;
}

void
loom_sim_pool_run (LoomSimPool     *self,
                   LoomSimPoolFunc  func,
                   gpointer         data)
{
  self->func = func;
  self->data = data;
  if (self->threads->len > 0)
    {
      g_atomic_int_set (&self->busy, (gint) self->threads->len);
      announce (self);
    }
  func (0, data);
  for (guint i = 0; i < SPINS && g_atomic_int_get (&self->busy) > 0; i++)
    relax ();
  g_mutex_lock (&self->mutex);
  while (g_atomic_int_get (&self->busy) > 0)
    g_cond_wait (&self->changed, &self->mutex);
  g_mutex_unlock (&self->mutex);
}

guint
loom_sim_pool_get_n_processors (void)
{
  cpu_set_t set;

  if (sched_getaffinity (0, sizeof set, &set) == 0)
    return (guint) MAX (CPU_COUNT (&set), 1);
  return g_get_num_processors ();
}
