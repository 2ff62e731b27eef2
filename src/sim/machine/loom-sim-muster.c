/* loom-sim-muster.c: where all threads of a block are, when something is wrong with their barriers
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-muster-private.h"
#include "loom-sim-block-private.h"

typedef struct
{
  const LoomSimOp  *op;         /* NULL: gone, and nobody noted from where */
  LoomThreadsState  state;
  guint             barrier;
} Stand;

struct _LoomSimMuster
{
  guint n_threads;
  Stand stands[];
};

static gboolean
has_bit (const guint32 *bits,
         guint          n)
{
  return (bits[n / LOOM_SIM_WARP] >> n % LOOM_SIM_WARP & 1) != 0;
}

/* Also who has nothing left to do but to return. */
static gboolean
is_gone (const LoomSimVector *v,
         guint                n,
         const LoomSimOp     *at)
{
  if (!has_bit (v->live, n))
    return TRUE;
  if (at != NULL && has_bit (v->bits, n))
    return at->opcode == LOOM_SIM_OPCODE_EXIT;
  return !has_bit (v->parked, n) && v->wait[n] != LOOM_SIM_NO_KEY &&
         loom_sim_vector_just_returns (v, v->wait[n]);
}

static void
find_stand (const LoomSimVector *v,
            guint                n,
            const LoomSimOp     *at,
            Stand               *stand)
{
  if (is_gone (v, n, at))
    {
      stand->state = LOOM_THREADS_GONE;
      stand->op = v->left_at[n] != LOOM_SIM_NO_KEY ? v->ops + v->left_at[n] : NULL;
    }
  else if (has_bit (v->parked, n))
    {
      const gboolean is_warp = v->parked_on[n] == LOOM_SIM_PARKED_ON_WARP;

      stand->state = is_warp ? LOOM_THREADS_AT_WARP : LOOM_THREADS_AT_BARRIER;
      stand->op = loom_sim_op_of_key (v, v->parked_at[n]);
      stand->barrier = is_warp ? 0 : v->parked_on[n];
    }
  else
    {
      stand->state = LOOM_THREADS_ELSEWHERE;
      stand->op = at != NULL && has_bit (v->bits, n) ? at
                  : v->wait[n] != LOOM_SIM_NO_KEY    ? loom_sim_op_of_key (v, v->wait[n])
                                                     : v->ops;
    }
}

LoomSimMuster *
loom_sim_muster_new (const LoomSimBlock  *block,
                     guint                first,
                     const LoomSimVector *running,
                     const LoomSimOp     *at)
{
  const guint n_threads = block->launch->block_threads;
  LoomSimMuster *self = g_atomic_rc_box_alloc0 (sizeof *self + n_threads * sizeof *self->stands);

  self->n_threads = n_threads;
  for (guint i = 0; i < block->launch->n_vectors; i++)
    {
      const LoomSimVector *v = &block->vectors[i];

      for (guint n = 0; n < v->n_lanes; n++)
        if (v->first + n >= first && v->first + n < first + n_threads)
          find_stand (v, n, v == running ? at : NULL, &self->stands[v->first + n - first]);
    }
  return self;
}

LoomSimMuster *
loom_sim_muster_ref (LoomSimMuster *self)
{
  return self != NULL ? g_atomic_rc_box_acquire (self) : NULL;
}

void
loom_sim_muster_unref (LoomSimMuster *self)
{
  if (self != NULL)
    g_atomic_rc_box_release (self);
}

/* Who is gone without a note ran to the end. */
static const LoomSimOp *
find_end (const LoomSimProgram *program)
{
  for (guint i = program->n_ops; i-- > 0; )
    if (program->ops[i].opcode == LOOM_SIM_OPCODE_EXIT && program->ops[i].source != NULL)
      return &program->ops[i];
  return NULL;
}

static void
set_place (LoomThreadGroup      *group,
           const LoomSimProgram *program,
           const Stand          *stand)
{
  const LoomSimOp *op = stand->op != NULL ? loom_sim_find_line (program, stand->op)
                                          : find_end (program);
  const char *file = NULL;

  if (op != NULL && op->source != NULL)
    group->line = loom_ptx_module_get_place (program->module, op->source, &file);
  group->file = g_intern_string (file);
}

static LoomThreadGroup *
take_group (GPtrArray       *groups,
            LoomThreadGroup *group)
{
  for (guint i = 0; i < groups->len; i++)
    if (loom_thread_group_compare (groups->pdata[i], group) == 0)
      {
        loom_thread_group_free (group);
        return groups->pdata[i];
      }
  g_ptr_array_add (groups, group);
  return group;
}

static gint
compare_groups (gconstpointer a,
                gconstpointer b)
{
  return loom_thread_group_compare (*(LoomThreadGroup *const *) a, *(LoomThreadGroup *const *) b);
}

void
loom_sim_muster_describe (const LoomSimMuster      *self,
                          const LoomSimLaunchState *launch,
                          LoomFinding              *finding)
{
  const Stand *before = NULL;
  LoomThreadGroup *group = NULL;

  finding->block_size = launch->block;
  for (guint n = 0; n < self->n_threads; n++)
    {
      const Stand *stand = &self->stands[n];

      if (before == NULL || stand->op != before->op || stand->state != before->state ||
          stand->barrier != before->barrier)
        {
          group = loom_thread_group_new (self->n_threads);
          group->state = stand->state;
          group->barrier = stand->barrier;
          set_place (group, launch->program, stand);
          group = take_group (finding->threads, group);
        }
      loom_thread_group_add (group, n);
      before = stand;
    }
  g_ptr_array_sort (finding->threads, compare_groups);
}
