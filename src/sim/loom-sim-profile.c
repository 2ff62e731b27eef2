/* loom-sim-profile.c: what each line and each thread of a launch executed
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-profile-private.h"

/* Of one @step op. */
typedef struct
{
  guint64 executed, lanes;
} Steps;

typedef struct
{
  LoomSimWatcher            watcher;
  const LoomSimLaunchState *launch;
  LoomSimSlot              *slots;
  LoomProfile              *profile;    /* the caller's */
  guint32                  *threads;    /* the caller's: instructions of each thread, or NULL */
  Steps                    *steps;      /* by op */
  LoomSimTraffic           *traffic;    /* by op */
} Profiler;

static void
count_threads (guint32             *threads,
               const LoomSimVector *v,
               guint32              n)
{
  for (guint i = 0; i < v->n_lanes; i++)
    threads[i] += n & (guint32) (gint32) (gint8) v->on[i];
}

/* op stands before a stretch of instructions that all running lanes execute. */
static void
take_steps (LoomSimObserver *observer,
            LoomSimVector   *v,
            const LoomSimOp *op)
{
  Profiler *self = (Profiler *) observer;
  Steps *steps = &self->steps[op->key];

  steps->executed += (guint) __builtin_popcount (v->warps);
  for (guint w = 0; w < v->n_warps; w++)
    steps->lanes += (guint) __builtin_popcount (v->bits[w]);
  if (self->threads != NULL)
    count_threads (self->threads + v->block->index * self->launch->block_threads + v->first, v,
                   op->detail->n_steps);
}

static void
access_memory (LoomSimObserver    *observer,
               LoomSimVector      *v,
               const LoomSimOp    *op,
               const LoomSimPiece *pieces,
               guint               n_pieces)
{
  Profiler *self = (Profiler *) observer;

  loom_sim_traffic_add (&self->traffic[op->key], self->slots, op, pieces, n_pieces);
}

static LoomLineProfile *
take_line (Profiler                 *self,
           const LoomPtxInstruction *instruction)
{
  const char *file = NULL;
  const guint line = instruction != NULL ? loom_ptx_module_get_place (
                                               self->launch->program->module, instruction, &file)
                                         : 0;

  return loom_profile_take_line (self->profile, file, line);
}

/* Each instruction of a stretch was executed as often as the stretch. */
static void
add_stretch (Profiler        *self,
             const LoomSimOp *op)
{
  const Steps *steps = &self->steps[op->key];

  for (guint i = 0; i < op->detail->n_steps; i++)
    {
      LoomLineProfile *line = take_line (self, op->source + i);

      line->instructions++;
      line->executed += steps->executed;
      line->lanes += steps->lanes;
    }
}

static void
add_traffic (Profiler        *self,
             const LoomSimOp *op)
{
  const LoomSimTraffic *traffic = &self->traffic[op->key];
  LoomLineProfile *line;

  if (traffic->requests + traffic->shared_requests == 0)
    return;
  line = take_line (self, op->source);
  line->requests += traffic->requests;
  line->sectors += traffic->sectors;
  line->shared_requests += traffic->shared_requests;
  line->wavefronts += traffic->wavefronts;
  line->conflicts += traffic->conflicts;
}

/* Hands over what was counted. */
static void
profiler_free (LoomSimWatcher *watcher)
{
  Profiler *self = (Profiler *) watcher;
  const LoomSimProgram *program = self->launch->program;

  for (guint i = 0; i < self->profile->lines->len; i++)
    g_array_index (self->profile->lines, LoomLineProfile, i).instructions = 0;
  for (guint i = 0; i < program->n_ops; i++)
    {
      if (program->ops[i].detail != NULL && program->ops[i].detail->n_steps > 0)
        add_stretch (self, &program->ops[i]);
      add_traffic (self, &program->ops[i]);
    }
  g_free (self->steps);
  g_free (self->traffic);
  g_free (self);
}

LoomSimWatcher *
loom_sim_profiler_new (const LoomSimLaunchState *launch,
                       LoomSimSlot              *slots,
                       LoomProfile              *profile,
                       guint32                  *threads)
{
  Profiler *self = g_new0 (Profiler, 1);

  self->launch = launch;
  self->slots = slots;
  self->profile = profile;
  self->threads = threads;
  self->steps = g_new0 (Steps, launch->program->n_ops);
  self->traffic = g_new0 (LoomSimTraffic, launch->program->n_ops);
  self->watcher.free = profiler_free;
  self->watcher.observer = (LoomSimObserver) {
    .wants = LOOM_SIM_ALL_ACCESSES,
    .spaces = G_MAXUINT,
    .access = access_memory,
    .steps = take_steps,
  };
  return &self->watcher;
}
