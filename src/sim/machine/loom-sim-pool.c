/* loom-sim-pool.c: threads that stay for the next launch
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-pool-private.h"

#include <sched.h>

#define SPINS 20000             /* looks for the next job before a thread sleeps: some 50
                                   microseconds */

/* A job in one word: its number, whether threads may still begin it, and how many are at it. */
#define JOB_STEP (G_GUINT64_CONSTANT (1) << 32)
#define JOB_OPEN (G_GUINT64_CONSTANT (1) << 31)
#define JOB_BUSY (JOB_OPEN - 1)

struct _LoomSimPool
{
  guint            n_workers;
  GThread        **threads;     /* by worker, from 1 on; NULL before the first job */
  GMutex           mutex;
  GCond            changed;
  guint64          job;         /* atomic */
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

static guint64
get_job (const LoomSimPool *self)
{
  return __atomic_load_n (&self->job, __ATOMIC_ACQUIRE);
}

static guint64
wait_for_job (LoomSimPool *self,
              guint64      seen)
{
  guint64 number;

  for (guint i = 0; i < SPINS; i++)
    {
      number = get_job (self) / JOB_STEP;
      if (number != seen)
        return number;
      relax ();
    }
  g_mutex_lock (&self->mutex);
  while ((number = get_job (self) / JOB_STEP) == seen)
    g_cond_wait (&self->changed, &self->mutex);
  g_mutex_unlock (&self->mutex);
  return number;
}

/* FALSE: it is done without this thread. */
static gboolean
join (LoomSimPool *self,
      guint64      number)
{
  guint64 job = get_job (self);

  while (job / JOB_STEP == number && (job & JOB_OPEN) != 0)
    if (__atomic_compare_exchange_n (&self->job, &job, job + 1, FALSE, __ATOMIC_ACQ_REL,
                                     __ATOMIC_ACQUIRE))
      return TRUE;
  return FALSE;
}

static void
leave (LoomSimPool *self)
{
  if ((__atomic_sub_fetch (&self->job, 1, __ATOMIC_ACQ_REL) & (JOB_OPEN | JOB_BUSY)) != 0)
    return;
  g_mutex_lock (&self->mutex);
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->mutex);
}

static void start_threads (LoomSimPool *self,
                           guint        worker);

static gpointer
work (gpointer data)
{
  g_autofree Start *start = data;
  LoomSimPool *self = start->pool;
  guint64 seen = 0;

  start_threads (self, start->worker);
  for (;;)
    {
      seen = wait_for_job (self, seen);
      if (self->closing)
        return NULL;
      if (!join (self, seen))
        continue;
      self->func (start->worker, self->data);
      leave (self);
    }
}

static void
announce (LoomSimPool *self,
          guint64      open)
{
  g_mutex_lock (&self->mutex);
  __atomic_store_n (&self->job, (get_job (self) / JOB_STEP + 1) * JOB_STEP + open,
                    __ATOMIC_RELEASE);
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->mutex);
}

LoomSimPool *
loom_sim_pool_new (guint n_workers)
{
  LoomSimPool *self = g_new0 (LoomSimPool, 1);

  self->n_workers = n_workers;
  g_mutex_init (&self->mutex);
  g_cond_init (&self->changed);
  return self;
}

void
loom_sim_pool_free (LoomSimPool *self)
{
  self->closing = TRUE;
  announce (self, 0);
  for (guint i = 1; self->threads != NULL && i < self->n_workers; i++)
    g_thread_join (self->threads[i]);
  g_free (self->threads);
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->changed);
  g_free (self);
}

guint
loom_sim_pool_get_n_workers (const LoomSimPool *self)
{
  return self->n_workers;
}

/* Each worker starts two others, so that the calling thread is soon back at work. A thread is
 * joined after the one that started it, which has written it down by then. */
static void
start_threads (LoomSimPool *self,
               guint        worker)
{
  for (guint i = 2 * worker + 1; i <= 2 * worker + 2 && i < self->n_workers; i++)
    {
      Start *start = g_new (Start, 1);

      *start = (Start) { .pool = self, .worker = i };
      self->threads[i] = g_thread_new ("loom-sim", work, start);
    }
}

void
loom_sim_pool_call (LoomSimPool     *self,
                    LoomSimPoolFunc  func,
                    gpointer         data)
{
  self->func = func;
  self->data = data;
  announce (self, JOB_OPEN);
  if (self->threads != NULL)
    return;
  self->threads = g_new0 (GThread *, self->n_workers);
  start_threads (self, 0);
}

void
loom_sim_pool_wait (LoomSimPool *self)
{
  __atomic_and_fetch (&self->job, ~JOB_OPEN, __ATOMIC_ACQ_REL);
  for (guint i = 0; i < SPINS && (get_job (self) & JOB_BUSY) != 0; i++)
    relax ();
  g_mutex_lock (&self->mutex);
  while ((get_job (self) & JOB_BUSY) != 0)
    g_cond_wait (&self->changed, &self->mutex);
  g_mutex_unlock (&self->mutex);
}

void
loom_sim_pool_run (LoomSimPool     *self,
                   LoomSimPoolFunc  func,
                   gpointer         data)
{
  loom_sim_pool_call (self, func, data);
  func (0, data);
  loom_sim_pool_wait (self);
}

guint
loom_sim_pool_get_n_processors (void)
{
  cpu_set_t set;

  if (sched_getaffinity (0, sizeof set, &set) == 0)
    return (guint) MAX (CPU_COUNT (&set), 1);
  return g_get_num_processors ();
}
