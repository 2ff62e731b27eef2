/* loom-sim-threads.c: what became of each thread of a launch
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-watch-private.h"

typedef struct
{
  LoomSimWatcher            watcher;
  const LoomSimLaunchState *launch;
  guint8                   *states;     /* the caller's */
} Threads;

static guint8 *
get_states (const Threads      *self,
            const LoomSimBlock *block)
{
  return self->states + block->index * self->launch->block_threads;
}

/* A thread of several launches is what it got farthest in. */
static void
raise_state (guint8          *state,
             LoomThreadState  to)
{
  *state = (guint8) MAX (*state, to);
}

static void
block_begin (LoomSimWatcher *watcher,
             LoomSimBlock   *block)
{
  const Threads *self = (const Threads *) watcher;
  guint8 *states = get_states (self, block);

  for (guint thread = 0; thread < self->launch->block_threads; thread++)
    raise_state (&states[thread], LOOM_THREAD_SENT_HOME);
}

/* Only arrays and variables count, as they do for threads without a store. */
static void
access_memory (LoomSimWatcher     *watcher,
               LoomSimVector      *v,
               const LoomSimOp    *op,
               const LoomSimPiece *pieces,
               guint               n_pieces)
{
  const Threads *self = (const Threads *) watcher;
  const LoomThreadState state = op->detail->kind != LOOM_SIM_ACCESS_LOAD ? LOOM_THREAD_STORED
                                                                         : LOOM_THREAD_NO_STORE;
  guint8 *states = get_states (self, v->block) + v->first;

  for (guint i = 0; i < n_pieces; i++)
    if (pieces[i].slot >= LOOM_SIM_FIRST_SLOT && self->launch->slots[pieces[i].slot].is_output)
      for (guint n = 0; n < pieces[i].n_lanes; n++)
        raise_state (&states[pieces[i].lane + n], state);
}

/* Whoever lives when its block ends was waiting, or ended with it. */
static void
end_vector (const LoomSimBlock  *block,
            const LoomSimVector *v,
            guint8              *states)
{
  for (guint i = 0; i < v->n_lanes; i++)
    {
      const guint w = i / LOOM_SIM_WARP;
      const guint32 bit = 1u << i % LOOM_SIM_WARP;

      if ((v->live[w] & bit) == 0)
        continue;
      if ((v->parked[w] & bit) != 0)
        raise_state (&states[v->first + i], LOOM_THREAD_WAITING);
      else if (block->trap.happened && block->trap.thread == v->first + i)
        raise_state (&states[v->first + i], LOOM_THREAD_TRAPPED);
      else
        raise_state (&states[v->first + i], LOOM_THREAD_STOPPED);
    }
}

static void
block_end (LoomSimWatcher *watcher,
           LoomSimBlock   *block)
{
  const Threads *self = (const Threads *) watcher;

  for (guint i = 0; i < self->launch->n_vectors; i++)
    end_vector (block, &block->vectors[i], get_states (self, block));
}

static void
threads_free (LoomSimWatcher *watcher)
{
  g_free (watcher);
}

static const LoomSimWatcherClass threads_class = {
  .spaces = G_MAXUINT,
  .access = access_memory,
  .sample = access_memory,      /* texels are of arrays */
  .block_begin = block_begin,
  .block_end = block_end,
  .free = threads_free,
};

LoomSimWatcher *
loom_sim_threads_new (const LoomSimLaunchState *launch,
                      guint8                   *states)
{
  Threads *self = g_new0 (Threads, 1);

  self->launch = launch;
  self->states = states;
  self->watcher.class = &threads_class;
  return &self->watcher;
}
