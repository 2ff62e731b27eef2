/* loom-sim-block.c: a block's vectors take turns until they are done, wait for ever or trap
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-block-private.h"
#include "loom-sim-watcher-private.h"

guint32
loom_sim_vector_get_local_frame (const LoomSimVector *v,
                                 guint                depth)
{
  const LoomSimProgram *program = v->block->launch->program;

  return depth == 0 ? 0 : program->entry_local + (depth - 1) * program->call_local;
}

guint8 *
loom_sim_vector_get_frame (LoomSimVector *v,
                           guint          depth)
{
  const LoomSimProgram *program = v->block->launch->program;

  if (depth >= LOOM_SIM_MAX_DEPTH ||
      (depth > 0 &&
       loom_sim_vector_get_local_frame (v, depth) + program->call_local > v->local_size))
    return NULL;
  while (v->frames->len <= depth)
    {
      guint8 *frame = g_aligned_alloc0 (1, program->frame_size, 64);

      g_ptr_array_add (v->frames, frame);
    }
  return g_ptr_array_index (v->frames, depth);
}

void
loom_sim_vector_park (LoomSimVector   *v,
                      const LoomSimOp *op,
                      guint            w,
                      guint32          lanes,
                      guint            on)
{
  const guint32 key = loom_sim_vector_key (v, op);

  v->parked[w] |= lanes;
  if (lanes == G_MAXUINT32)
    {
      for (guint i = 0; i < LOOM_SIM_WARP; i++)
        v->parked_at[w * LOOM_SIM_WARP + i] = key;
      memset (v->parked_on + w * LOOM_SIM_WARP, (int) on, LOOM_SIM_WARP);
      return;
    }
  for (; lanes != 0; lanes &= lanes - 1)
    {
      const guint n = w * LOOM_SIM_WARP + (guint) __builtin_ctz (lanes);

      v->parked_at[n] = key;
      v->parked_on[n] = (guint8) on;
    }
}

static void
set_thread_ids (LoomSimVector  *v,
                const LoomDim3 *block)
{
  guint x = v->first % block->x, y = v->first / block->x % block->y,
        z = v->first / block->x / block->y;

  /* Counted on: to divide for each lane took as long as all else that a small launch needs. */
  for (guint n = 0; n < v->n_warps * LOOM_SIM_WARP; n++)
    {
      v->tid[0][n] = (guint16) x;
      v->tid[1][n] = (guint16) y;
      v->tid[2][n] = (guint16) z;
      if (++x < block->x)
        continue;
      x = 0;
      if (++y < block->y)
        continue;
      y = 0;
      if (++z == block->z)
        z = 0;
    }
}

static void
run_all_lanes (LoomSimVector *v)
{
  v->masked = FALSE;
  memcpy (v->bits, v->full, sizeof v->bits);
  v->warps = (1u << v->n_warps) - 1;
  for (guint w = 0; w < v->n_warps; w++)
    for (guint i = 0; i < LOOM_SIM_WARP; i++)
      v->on[w * LOOM_SIM_WARP + i] = (guint8) (0u - (v->full[w] >> i & 1));
}

static void
init_vector (LoomSimVector            *v,
             LoomSimBlock             *block,
             const LoomSimLaunchState *launch,
             guint                     index)
{
  const guint first = index * launch->vector_lanes;

  v->block = block;
  v->ops = launch->program->ops;
  v->first = first;
  v->n_lanes = MIN (launch->block_threads * launch->batch - first, launch->vector_lanes);
  v->n_warps = (v->n_lanes + LOOM_SIM_WARP - 1) / LOOM_SIM_WARP;
  v->return_slot = LOOM_SIM_RETURN_SLOT (launch->program->max_lanes);
  v->slots = launch->slots;
  v->regions = launch->regions;
  v->n_slots = launch->n_slots;
  v->shared = block->shared;
  v->shared_size = launch->shared_size;
  v->local_size = launch->local_size;
  v->local = launch->local_size > 0 ? g_malloc0 ((gsize) v->n_lanes * launch->local_size) : NULL;
  v->frames = g_ptr_array_new_with_free_func (g_aligned_free);
  v->depth_key = loom_sim_key_of_depth (0);
  v->frame = loom_sim_vector_get_frame (v, 0);
  memset (v->wait, 0xff, sizeof v->wait);
  v->lowest = LOOM_SIM_NO_KEY;
  for (guint w = 0; w < v->n_warps; w++)
    {
      const guint left = v->n_lanes > w * LOOM_SIM_WARP ? v->n_lanes - w * LOOM_SIM_WARP : 0;

      v->full[w] = left >= LOOM_SIM_WARP ? G_MAXUINT32 : (1u << left) - 1;
    }
  v->surveys = g_new0 (LoomSimSurvey, launch->program->n_surveys);
  set_thread_ids (v, &launch->block);
  /* A hoisted op has no effect but its registers, and runs as any other: for the running
   * lanes, which are those that a block begins with. */
  run_all_lanes (v);
  for (guint i = 0; i < launch->program->n_prologue; i++)
    loom_sim_run_op (v, launch->program->prologue + i);
}

/* Bytes that a block takes while it is resident. */
gsize
loom_sim_block_get_size (const LoomSimLaunchState *launch)
{
  const gsize lanes = launch->program->max_lanes;

  return sizeof (LoomSimBlock) + launch->shared_size + launch->watched_size +
         launch->n_vectors *
             (sizeof (LoomSimVector) + launch->program->frame_size + lanes * launch->local_size);
}

LoomSimBlock *
loom_sim_block_new (const LoomSimLaunchState *launch)
{
  LoomSimBlock *self = g_new0 (LoomSimBlock, 1);

  self->launch = launch;
  self->shared = g_aligned_alloc0 (1, MAX (launch->shared_size, 64), 64);
  self->vectors = g_aligned_alloc0 (launch->n_vectors, sizeof (LoomSimVector), 64);
  for (guint i = 0; i < launch->n_vectors; i++)
    init_vector (&self->vectors[i], self, launch, i);
  return self;
}

void
loom_sim_block_free (LoomSimBlock *self)
{
  LOOM_SIM_TELL (self, block_free, self);
  for (guint i = 0; i < self->launch->n_vectors; i++)
    {
      g_free (self->vectors[i].local);
      for (guint s = 0; s < self->launch->program->n_surveys; s++)
        g_free (self->vectors[i].surveys[s].lane);
      g_free (self->vectors[i].surveys);
      g_ptr_array_unref (self->vectors[i].frames);
    }
  g_aligned_free (self->vectors);
  g_aligned_free (self->shared);
  loom_sim_trap_clear (&self->trap);
  if (self->output != NULL)
    g_string_free (self->output, TRUE);
  g_free (self);
}

/* Whether the sums of all blocks of a launch stay what a program with sums takes them for. Any
 * block's prologue shows it. */
gboolean
loom_sim_block_has_sums (const LoomSimBlock *self)
{
  gboolean wraps = FALSE;

  for (guint i = 0; i < self->launch->n_vectors; i++)
    wraps |= self->vectors[i].wraps;
  return !wraps;
}

/* Gives a block to a worker. */
void
loom_sim_block_assign (LoomSimBlock    *self,
                       LoomSimWorker   *worker,
                       LoomSimTracker  *tracker)
{
  self->worker = worker;
  for (guint i = 0; i < self->launch->n_vectors; i++)
    self->vectors[i].tracker = tracker;
}

static void
begin_vector (LoomSimVector *v,
              gboolean       after_trap)
{
  if (after_trap)
    {
      memset (v->wait, 0xff, sizeof v->wait);
      memset (v->parked, 0, sizeof v->parked);
    }
  memset (v->bypassing, 0, sizeof v->bypassing);
  v->any_bypassing = FALSE;
  v->lowest = LOOM_SIM_NO_KEY;
  v->elected = FALSE;
  v->patience_limit = v->patience = 2048;
  v->rotor = 0;
  v->depth = 0;
  v->depth_key = loom_sim_key_of_depth (0);
  v->frame = g_ptr_array_index (v->frames, 0);
  v->local_frame = 0;
  v->issued = 0;
  v->segment = 0;
  v->stop = LOOM_SIM_STOP_NONE;
  memcpy (v->live, v->full, sizeof v->live);
  if (v->block->launch->program->notes_exits)
    memset (v->left_at, 0xff, sizeof v->left_at);
  /* Local memory begins as zeros, so that reading what was never written is the same in every
   * run. */
  if (v->local_size > 0)
    memset (v->local, 0, (gsize) v->n_lanes * v->local_size);
  if (v->masked)
    run_all_lanes (v);
}

/* The last batch of a launch may be smaller; each block is whole warps. */
static void
set_batch (LoomSimVector            *v,
           const LoomSimLaunchState *launch,
           guint64                   first)
{
  const guint n = (guint) MIN (launch->batch, launch->first_block + launch->n_blocks - first);

  if (v->n_lanes == n * launch->block_threads)
    return;
  v->n_lanes = n * launch->block_threads;
  v->n_warps = v->n_lanes / LOOM_SIM_WARP;
  for (guint w = 0; w < LOOM_SIM_MAX_WARPS; w++)
    v->full[w] = w < v->n_warps ? G_MAXUINT32 : 0;
  v->masked = TRUE;
}

/* Makes the state that of a block not yet begun. */
void
loom_sim_block_begin (LoomSimBlock *self,
                      guint64       index)
{
  const LoomSimLaunchState *launch = self->launch;

  self->index = index;
  self->id = loom_dim3_unpack (&launch->grid, index);
  self->issued = 0;
  if (launch->shared_size > 0)
    memset (self->shared, 0, launch->shared_size);
  memset (self->arrived, 0, sizeof self->arrived);
  if (launch->batch > 1)
    set_batch (self->vectors, launch, index);
  for (guint i = 0; i < launch->n_vectors; i++)
    begin_vector (&self->vectors[i], self->trap.happened);
  loom_sim_trap_clear (&self->trap);
  memset (&self->trap, 0, sizeof self->trap);
  if (launch->seed >= 0)
    loom_sim_turns_begin (&self->turns, launch->seed, index + 1);
  LOOM_SIM_TELL (self, block_begin, self);
}

guint64
loom_sim_block_get_issued (const LoomSimBlock *self)
{
  guint64 issued = 0;

  for (guint i = 0; i < self->launch->n_vectors; i++)
    issued += self->vectors[i].issued;
  return issued;
}

static void
run_vector (LoomSimBlock  *self,
            LoomSimVector *v)
{
  const gboolean fresh = v->stop == LOOM_SIM_STOP_NONE;
  const LoomSimOp *op;

  if (self->launch->seed >= 0)
    loom_sim_turns_begin_turn (&self->turns);
  v->stop = LOOM_SIM_STOP_NONE;
  v->fuel = v->issued + LOOM_SIM_TURN;
  op = fresh ? v->ops : self->launch->isa->resume (v);
  while (op != NULL)
    op = loom_sim_run_op (v, op);
}

/* With a seed the vectors of a round are in any order, and the block's turn may end after each. */
static void
order_round (LoomSimBlock *self,
             guint8       *order,
             guint64      *end)
{
  if (self->launch->seed < 0)
    return;
  loom_sim_turns_shuffle (&self->turns, order, self->launch->n_vectors);
  if (loom_sim_turns_draw (&self->turns) % 4 == 0)
    *end = 0;
}

/* Until the block's turn is over, it is done, or it trapped. */
LoomSimBlockState
loom_sim_block_run (LoomSimBlock *self)
{
  const guint n = self->launch->n_vectors;
  guint64 end = loom_sim_block_get_issued (self) + LOOM_SIM_TURN;
  guint8 order[LOOM_SIM_MAX_VECTORS];

  for (guint i = 0; i < n; i++)
    order[i] = (guint8) i;
  for (;;)
    {
      gboolean tired = FALSE, alive = FALSE;

      order_round (self, order, &end);
      for (guint i = 0; i < n; i++)
        {
          LoomSimVector *v = &self->vectors[order[i]];

          if (v->stop == LOOM_SIM_STOP_NONE || v->stop == LOOM_SIM_STOP_FUEL)
            run_vector (self, v);
          if (v->stop == LOOM_SIM_STOP_TRAP)
            return LOOM_SIM_BLOCK_TRAPPED;
          tired |= v->stop == LOOM_SIM_STOP_FUEL;
          alive |= v->stop != LOOM_SIM_STOP_EXIT;
        }
      if (!alive)
        return LOOM_SIM_BLOCK_DONE;
      /* Also a loop of nothing but barriers has turns, so that it can be stopped. */
      if (!loom_sim_block_release (self) && !tired)
        {
          loom_sim_block_trap_deadlock (self);
          return LOOM_SIM_BLOCK_TRAPPED;
        }
      if (loom_sim_block_get_issued (self) >= end)
        return LOOM_SIM_BLOCK_TURN;
    }
}
