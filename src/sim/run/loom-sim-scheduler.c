/* loom-sim-scheduler.c: which worker runs which block, and when a launch must end
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-scheduler-private.h"
#include "loom-sim-coverage-private.h"
#include "loom-sim-watcher-private.h"

#define CHUNKS 16               /* pieces of the grid for each worker: enough to even out, few
                                   enough to stay together */
#define LONG_BLOCK (1u << 22)   /* warp instructions after which a block lets others in even where
                                   none can wait for it */
#define LOOKS 8                 /* blocks of a worker after which, at powers of two, it looks for
                                   others that it met: most that meet do so at once */
#define LONG_LAUNCH LOOM_SIM_TURN       /* warp instructions after which a small launch is worth
                                           several workers */

typedef struct
{
  LoomSimLaunchState       *launch;
  const LoomSimOptions     *options;
  const LoomSimCrew        *crew;
  /* A batch counts as one block here. */
  guint64                   n_blocks, chunk;
  guint64                   next;       /* atomic: block of the next chunk */
  guint64                   issued;     /* atomic */
  gint                      stop;       /* atomic: Stop */
  gint64                    deadline;   /* atomic: moved on while blocks are done; 0: none */
  guint                     max_resident;
  gboolean                  called;     /* the other workers were; read and set by the first */
  LoomSimWorker            *workers;
  LoomSimTurns              turns;      /* whose turn it is, with a seed */
  guint64                   first, stride;      /* of the order in which blocks begin */
} Run;

typedef enum
{
  STOP_NOT,
  STOP_CANCELLED,
  STOP_SEEN,                    /* nothing more is wanted */
  STOP_ENDLESS,
  STOP_VOID,                    /* the launch will be run again: a log is full, or workers met */
} Stop;

/* One thread's share. Its blocks in flight wait in a queue; states of blocks that are done are used
 * again. */
struct _LoomSimWorker
{
  Run        *run;              /* NULL: it did not come */
  guint       index;
  LoomSimKit  kit;
  guint64     next, end;        /* of its chunk */
  GQueue      waiting;          /* (element-type LoomSimBlock) */
  GPtrArray  *idle;             /* (element-type LoomSimBlock) */
  guint       n_blocks;
  guint64     trapped, trap_block;
  LoomSimTrap trap;
  LoomSimFindings findings;
  GArray     *printed;          /* (element-type LoomSimPrinted) */
};

static gboolean
take_next (LoomSimWorker *self,
           guint64       *index)
{
  Run *run = self->run;

  if (self->next >= self->end)
    {
      self->next = __atomic_fetch_add (&run->next, run->chunk, __ATOMIC_RELAXED);
      if (self->next >= run->n_blocks)
        {
          self->end = 0;
          return FALSE;
        }
      self->end = MIN (self->next + run->chunk, run->n_blocks);
    }
  *index = run->launch->first_block +
           (run->first + self->next++ * run->stride) % run->n_blocks * run->launch->batch;
  return TRUE;
}

static gboolean
take_block (LoomSimWorker *self,
            guint64       *index)
{
  const guint8 *wanted = self->run->launch->wanted;
  gboolean is_taken;

  do
    is_taken = take_next (self, index);
  while (is_taken && wanted != NULL && !wanted[*index]);
  return is_taken;
}

static LoomSimBlock *
begin_block (LoomSimWorker *self,
             guint64        index)
{
  const LoomSimLaunchState *launch = self->run->launch;
  LoomSimBlock *block;

  if (self->idle->len > 0)
    block = g_ptr_array_steal_index_fast (self->idle, self->idle->len - 1);
  else
    {
      block = __atomic_exchange_n (&self->run->launch->spare, NULL, __ATOMIC_ACQ_REL);
      if (block == NULL)
        block = loom_sim_block_new (self->run->launch);
      loom_sim_block_assign (block, self, self->kit.tracker);
      block->findings = &self->findings;
      block->log = self->kit.log;
    }
  block->watchers = launch->watched_blocks == NULL ||
                            loom_sim_block_sample_has (launch->watched_blocks, index)
                        ? launch->watchers
                        : NULL;
  loom_sim_block_begin (block, index);
  return block;
}

/* A block to give a turn: a new one as long as there is room, else the one that waits longest. */
static LoomSimBlock *
choose_block (LoomSimWorker *self)
{
  guint64 index;

  if (self->run->launch->seed >= 0 && self->waiting.length > 0 &&
      loom_sim_turns_draw (&self->run->turns) % 2 == 0)
    return g_queue_pop_nth (
        &self->waiting, (guint) (loom_sim_turns_draw (&self->run->turns) % self->waiting.length));
  if (self->waiting.length < self->run->max_resident && take_block (self, &index))
    return begin_block (self, index);
  return g_queue_pop_head (&self->waiting);
}

static void
keep_trap (LoomSimWorker *self,
           LoomSimBlock  *block)
{
  const guint threads = block->launch->block_threads;
  const guint64 index = block->index + block->trap.thread / threads;

  if (self->trap.happened && self->trap_block < index)
    return;
  loom_sim_trap_clear (&self->trap);
  self->trap = block->trap;
  self->trap.thread %= threads;
  self->trap_block = index;
  block->trap.text = NULL;
  block->trap.muster = NULL;
}

static void
keep_output (LoomSimWorker *self,
             LoomSimBlock  *block)
{
  LoomSimPrinted printed = { .block = block->index };

  if (block->output == NULL)
    return;
  printed.text = g_string_free (g_steal_pointer (&block->output), FALSE);
  g_array_append_val (self->printed, printed);
}

static void
count_issued (LoomSimWorker *self,
              LoomSimBlock  *block)
{
  const guint64 issued = loom_sim_block_get_issued (block);

  __atomic_add_fetch (&self->run->issued, issued - block->issued, __ATOMIC_RELAXED);
  block->issued = issued;
}

/* The wall limit is for a lane that never ends, not for a launch with much to do. */
static void
note_progress (Run *run)
{
  if (run->options->wall_ms > 0)
    __atomic_store_n (&run->deadline,
                      g_get_monotonic_time () + run->options->wall_ms * G_GINT64_CONSTANT (1000),
                      __ATOMIC_RELAXED);
}

/* The first reason is kept. */
static void
stop (Run  *run,
      Stop  reason)
{
  gint expected = STOP_NOT;

  __atomic_compare_exchange_n (&run->stop, &expected, (gint) reason, FALSE, __ATOMIC_SEQ_CST,
                               __ATOMIC_SEQ_CST);
}

static gboolean
must_stop (LoomSimWorker *self)
{
  Run *run = self->run;
  const gint64 deadline = __atomic_load_n (&run->deadline, __ATOMIC_RELAXED);

  if (run->options->cancel != NULL && g_atomic_int_get (run->options->cancel) != 0)
    stop (run, STOP_CANCELLED);
  else if (run->launch->seen)
    stop (run, STOP_SEEN);
  else if (__atomic_load_n (&run->issued, __ATOMIC_RELAXED) > run->options->budget ||
           (deadline != 0 && g_get_monotonic_time () > deadline))
    stop (run, STOP_ENDLESS);
  else if (self->kit.log != NULL && loom_sim_log_is_full (self->kit.log))
    stop (run, STOP_VOID);
  return g_atomic_int_get (&run->stop) != STOP_NOT;
}

static void
abandon (LoomSimWorker *self)
{
  LoomSimBlock *block, *lowest = NULL;

  while ((block = g_queue_pop_head (&self->waiting)) != NULL)
    {
      keep_output (self, block);
      if (self->kit.tracker != NULL)
        loom_sim_tracker_end_block (self->kit.tracker, block);
      LOOM_SIM_TELL (block, block_end, block);
      if (lowest == NULL || block->index < lowest->index)
        lowest = block;
      g_ptr_array_add (self->idle, block);
    }
  if (g_atomic_int_get (&self->run->stop) != STOP_ENDLESS)
    return;
  /* Between blocks the next one is what has not ended: a launch that was cut short always says
   * so. */
  if (lowest == NULL)
    {
      lowest = choose_block (self);
      if (lowest == NULL)
        return;
      g_ptr_array_add (self->idle, lowest);
    }
  loom_sim_block_trap_endless (lowest);
  keep_trap (self, lowest);
}

static void
look_for_others (LoomSimWorker *self,
                 guint          done)
{
  const LoomSimCrew *crew = self->run->crew;

  if (crew->has_met != NULL && self->run->called && done <= LOOKS && (done & (done - 1)) == 0 &&
      crew->has_met (crew->data, self->kit.tracker))
    stop (self->run, STOP_VOID);
}

static void
finish_block (LoomSimWorker *self,
              LoomSimBlock  *block)
{
  count_issued (self, block);
  keep_output (self, block);
  if (self->kit.tracker != NULL)
    loom_sim_tracker_end_block (self->kit.tracker, block);
  LOOM_SIM_TELL (block, block_end, block);
  if (self->run->options->costs != NULL)
    loom_block_costs_add (self->run->options->costs, block->index, block->issued);
  if (block->trap.happened)
    {
      self->trapped++;
      keep_trap (self, block);
    }
  g_ptr_array_add (self->idle, block);
}

static void work (guint    index,
                  gpointer data);

static void
call_others (Run *run)
{
  run->called = TRUE;
  loom_sim_pool_call (run->crew->pool, work, run);
}

/* A small launch is most often done before others would have begun. How long it will take nobody
 * knows before: a few threads may go round a loop for ever. */
static void
call_others_if_long (LoomSimWorker *self)
{
  Run *run = self->run;

  if (self->index == 0 && !run->called && run->crew->n_workers > 1 && run->issued >= LONG_LAUNCH &&
      run->next < run->n_blocks)
    call_others (run);
}

static void
work (guint    index,
      gpointer data)
{
  Run *run = data;
  LoomSimWorker *self = &run->workers[index];
  LoomSimBlock *block;
  guint since_look = 0, done = 0;

  *self = (LoomSimWorker) { .run = run, .index = index };
  if (run->crew->equip != NULL)
    run->crew->equip (run->crew->data, &self->kit);
  g_queue_init (&self->waiting);
  self->idle = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_sim_block_free);
  self->printed = g_array_new (FALSE, FALSE, sizeof (LoomSimPrinted));
  loom_sim_findings_init (&self->findings);
  while (g_atomic_int_get (&run->stop) == STOP_NOT && (block = choose_block (self)) != NULL)
    {
      for (;;)
        {
          const LoomSimBlockState state = loom_sim_block_run (block);
          const guint64 before = block->issued;

          if (state != LOOM_SIM_BLOCK_TURN)
            {
              finish_block (self, block);
              call_others_if_long (self);
              look_for_others (self, ++done);
              if (block->issued >= LONG_BLOCK || block->watchers != NULL || done % 64 == 0)
                note_progress (run);
              break;
            }
          count_issued (self, block);
          call_others_if_long (self);
          if (must_stop (self) || run->launch->order_matters || run->launch->seed >= 0 ||
              (before / LONG_BLOCK != block->issued / LONG_BLOCK && !run->launch->adds_in_order))
            {
              g_queue_push_tail (&self->waiting, block);
              break;
            }
        }
      if (++since_look % 64 == 0 || run->launch->seen)
        must_stop (self);
    }
  abandon (self);
}

/* The budget is looked at between turns, so a launch may be done and yet over it. It has not kept
 * to its budget all the same, on however many workers; the block that came last is named. */
static void
check_budget (Run *run)
{
  LoomSimWorker *self = &run->workers[0];
  LoomSimBlock *block;

  if (run->issued <= run->options->budget || run->stop == STOP_CANCELLED || run->stop == STOP_SEEN)
    return;
  for (guint i = 0; i < run->crew->n_workers; i++)
    if (run->workers[i].trap.happened)
      return;

  run->stop = STOP_ENDLESS;
  block = begin_block (self, run->launch->first_block +
                             (run->n_blocks - 1) * run->launch->batch);
  loom_sim_block_trap_endless (block);
  keep_trap (self, block);
  g_ptr_array_add (self->idle, block);
}

/* Whether workers that take whole rows are done at much the same time. */
static gboolean
are_rows_even (guint64 rows,
               guint   n_workers)
{
  const guint64 rounds = (rows + n_workers - 1) / n_workers;

  return rounds * n_workers * 4 <= rows * 5;
}

/* What a worker takes at a time: whole rows of blocks, so that its stores lie together, where there
 * are enough of both for nobody to wait for the last. */
guint64
loom_sim_schedule_get_chunk (const LoomSimLaunchState *launch,
                             guint                     n_workers)
{
  const guint64 row = launch->grid.x, rows = launch->n_blocks / row;

  if (n_workers == 1)
    return launch->n_blocks;
  if (rows > 1 && are_rows_even (rows, n_workers))
    return MAX (MAX (rows / (n_workers * CHUNKS), 1) * row / launch->batch, 1);
  return MAX (launch->n_blocks / (n_workers * CHUNKS) / launch->batch, 1);
}

static void
collect (Run           *run,
         LoomSimResult *result)
{
  result->cancelled = run->stop == STOP_CANCELLED;
  result->endless = run->stop == STOP_ENDLESS;
  /* However many were in flight, one is named. */
  result->trapped_blocks = result->endless ? 1 : 0;
  result->issued = run->issued;
  result->workers = run->called ? run->crew->n_workers : 1;
  result->printed = g_array_new (FALSE, FALSE, sizeof (LoomSimPrinted));
  loom_sim_findings_init (&result->findings);
  for (guint i = 0; i < run->crew->n_workers; i++)
    {
      LoomSimWorker *worker = &run->workers[i];

      if (worker->run == NULL)
        continue;
      result->trapped_blocks += worker->trapped;
      if (worker->trap.happened &&
          (!result->trap.happened || worker->trap_block < result->trap_block))
        {
          loom_sim_trap_clear (&result->trap);
          result->trap = worker->trap;
          result->trap_block = worker->trap_block;
        }
      else
        loom_sim_trap_clear (&worker->trap);
      loom_sim_findings_merge (&result->findings, &worker->findings);
      if (worker->printed->len > 0)
        g_array_append_vals (result->printed, worker->printed->data, worker->printed->len);
    }
}

static gint
compare_printed (gconstpointer a,
                 gconstpointer b)
{
  const guint64 x = ((const LoomSimPrinted *) a)->block, y = ((const LoomSimPrinted *) b)->block;

  return x < y ? -1 : x > y;
}

static void
end_work (LoomSimWorker *self)
{
  if (self->run == NULL)
    return;
  g_ptr_array_unref (self->idle);
  g_array_unref (self->printed);
  loom_sim_findings_clear (&self->findings);
}

void
loom_sim_schedule (LoomSimLaunchState   *launch,
                   const LoomSimOptions *options,
                   const LoomSimCrew    *crew,
                   LoomSimResult        *result)
{
  const guint64 resident = LOOM_SIM_MAX_RESIDENT_BYTES / loom_sim_block_get_size (launch) /
                           crew->n_workers;
  g_autofree LoomSimWorker *workers = g_new0 (LoomSimWorker, crew->n_workers);
  Run run = {
    .launch = launch,
    .options = options,
    .crew = crew,
    .n_blocks = (launch->n_blocks + launch->batch - 1) / launch->batch,
    .chunk = loom_sim_schedule_get_chunk (launch, crew->n_workers),
    .max_resident = (guint) CLAMP (resident, 1, LOOM_SIM_MAX_RESIDENT_BLOCKS),
    .workers = workers,
    .stride = 1,
  };

  memset (result, 0, sizeof *result);
  if (launch->seed >= 0)
    {
      loom_sim_turns_begin (&run.turns, launch->seed, 0);
      loom_sim_turns_order_blocks (&run.turns, launch->n_blocks, &run.first, &run.stride);
    }
  note_progress (&run);
  if (crew->n_workers > 1 && !launch->is_small)
    call_others (&run);
  work (0, &run);
  if (run.called)
    loom_sim_pool_wait (crew->pool);
  check_budget (&run);
  collect (&run, result);
  g_array_sort (result->printed, compare_printed);
  for (guint i = 0; i < crew->n_workers; i++)
    end_work (&workers[i]);
}

void
loom_sim_result_clear (LoomSimResult *self)
{
  for (guint i = 0; self->printed != NULL && i < self->printed->len; i++)
    g_free (g_array_index (self->printed, LoomSimPrinted, i).text);
  g_clear_pointer (&self->printed, g_array_unref);
  loom_sim_findings_clear (&self->findings);
  loom_sim_trap_clear (&self->trap);
}
