/* loom-sim-hang.c: why a block never ends: a deadlock, or a loop, and what the loop polls
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-access-private.h"
#include "loom-sim-block-private.h"
#include "loom-sim-muster-private.h"

#define MAX_LOOP 4096           /* ops of a loop that is examined */
#define MAX_SLOTS 64            /* registers that its branches depend on */

/* The ops that a lane runs again and again, in the order of the program. */
typedef struct
{
  const LoomSimProgram *program;
  const LoomSimOp      *head, *tail;
  guint32               slots[MAX_SLOTS];       /* of what its branches depend on */
  guint                 n_slots;
} Loop;

/* The innermost loop around an op ends with the first branch back over it. */
static gboolean
find_loop (Loop            *self,
           const LoomSimOp *at)
{
  const LoomSimOp *end = self->program->ops + self->program->n_ops;

  for (const LoomSimOp *op = at; op < end && op < at + MAX_LOOP; op++)
    if ((op->opcode == LOOM_SIM_OPCODE_BRA || op->opcode == LOOM_SIM_OPCODE_BRA_IF) &&
        op->target <= at)
      {
        self->head = op->target;
        self->tail = op;
        return self->tail - self->head < MAX_LOOP;
      }
  return FALSE;
}

static gboolean
is_load (const LoomSimOp *op)
{
  return op->detail != NULL && op->detail->size > 0 && op->run[0] != NULL &&
         op->detail->kind == LOOM_SIM_ACCESS_LOAD;
}

static gboolean
writes (const LoomSimOp *op,
        guint32          slot)
{
  if (op->d == slot || op->e == slot)
    return TRUE;
  for (guint i = 0; is_load (op) && i < op->detail->n_elements; i++)
    if (op->detail->registers[i] == slot)
      return TRUE;
  return FALSE;
}

/* Slot 0 is nobody's. */
static gboolean
add_slot (Loop    *self,
          guint32  slot)
{
  for (guint i = 0; i < self->n_slots; i++)
    if (self->slots[i] == slot)
      return FALSE;
  if (slot == 0 || self->n_slots == MAX_SLOTS)
    return FALSE;
  self->slots[self->n_slots++] = slot;
  return TRUE;
}

static gboolean
affects_branch (const Loop      *self,
                const LoomSimOp *op)
{
  for (guint i = 0; i < self->n_slots; i++)
    if (writes (op, self->slots[i]))
      return TRUE;
  return FALSE;
}

static gboolean
add_sources (Loop            *self,
             const LoomSimOp *op)
{
  const guint32 sources[] = { op->a, op->b, op->c, op->f };
  gboolean added = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (sources); i++)
    added |= add_slot (self, sources[i]);
  return added;
}

/* The inputs of its branches, and of all that computes them. */
static void
find_branch_inputs (Loop *self)
{
  gboolean added = FALSE;

  for (const LoomSimOp *op = self->head; op <= self->tail; op++)
    if (op->opcode == LOOM_SIM_OPCODE_BRA_IF)
      added |= add_slot (self, op->a);
  while (added)
    {
      added = FALSE;
      for (const LoomSimOp *op = self->tail; op >= self->head; op--)
        if (affects_branch (self, op))
          added |= add_sources (self, op);
    }
}

/* Whether an op loads from one place in every iteration, and a branch depends on what is there. */
static gboolean
is_poll (const Loop      *self,
         const LoomSimOp *op)
{
  const LoomSimDetail *detail = op->detail;

  if (detail == NULL || detail->size == 0 || detail->kind == LOOM_SIM_ACCESS_STORE ||
      (detail->space != LOOM_PTX_SPACE_GLOBAL && detail->space != LOOM_PTX_SPACE_GENERIC &&
       detail->space != LOOM_PTX_SPACE_SHARED) ||
      !affects_branch (self, op))
    return FALSE;
  for (const LoomSimOp *other = self->head; other <= self->tail; other++)
    if (writes (other, op->a))
      return FALSE;
  return TRUE;
}

static guint64
get_address (const LoomSimVector *v,
             const LoomSimOp     *op,
             const guint8        *frame,
             guint                lane)
{
  if (op->detail->width[0] == 8)
    return ((const guint64 *)(gconstpointer)(frame + op->a))[lane]
           + loom_sim_get_displacement (v, op);
  return (guint32) (((const guint32 *) (gconstpointer) (frame + op->a))[lane] +
                    (guint32) loom_sim_get_displacement (v, op));
}

/* Labels are of the instruction before them, and what lowering made for itself has no line. */
const LoomSimOp *
loom_sim_find_line (const LoomSimProgram *program,
                    const LoomSimOp      *at)
{
  const LoomSimOp *end = program->ops + program->n_ops;

  for (const LoomSimOp *op = at; op < end && op < at + MAX_LOOP; op++)
    if (op->opcode != LOOM_SIM_OPCODE_JOIN && op->source != NULL &&
        loom_ptx_module_get_line (program->module, op->source) != 0)
      return op;
  return at;
}

/* Finds the line where an endless lane loops, and what it polls there. */
static void
find_poll (LoomSimVector *v,
           guint          lane,
           LoomSimTrap   *trap)
{
  Loop loop = { .program = v->block->launch->program };

  if (v->wait[lane] != LOOM_SIM_NO_KEY && find_loop (&loop, trap->op))
    {
      const guint depth = loom_sim_depth_of_key (v->wait[lane]);

      find_branch_inputs (&loop);
      for (const LoomSimOp *op = loop.head; op <= loop.tail; op++)
        if (is_poll (&loop, op))
          {
            trap->op = op;
            trap->cause = LOOM_SIM_CAUSE_POLLS;
            trap->address = get_address (v, op, g_ptr_array_index (v->frames, depth), lane);
            trap->space = (LoomPtxSpace) op->detail->space;
            trap->size = op->detail->size;
            break;
          }
    }
  trap->op = loom_sim_find_line (loop.program, trap->op);
}

static gboolean
is_parked (const LoomSimVector *v,
           guint                n)
{
  return (v->parked[n / LOOM_SIM_WARP] >> (n % LOOM_SIM_WARP) & 1) != 0;
}

/* Whoever is parked waits for the lowest thread that loops: that one is the other. */
static void
add_looping (LoomSimBlock *self)
{
  for (guint i = 0; i < self->launch->n_vectors; i++)
    for (guint n = 0; n < self->vectors[i].n_lanes; n++)
      {
        LoomSimVector *v = &self->vectors[i];
        LoomSimTrap *trap = &self->trap;
        const LoomSimOp *op = trap->op;

        if (v->wait[n] == LOOM_SIM_NO_KEY)
          continue;
        trap->op = loom_sim_op_of_key (v, v->wait[n]);
        find_poll (v, n, trap);
        trap->other = trap->op;
        trap->other_thread = v->first + n;
        trap->op = op;
        return;
      }
}

/* Nobody runs. */
static LoomSimMuster *
take_muster (const LoomSimBlock *self,
             guint               thread)
{
  return loom_sim_muster_new (self, thread - thread % self->launch->block_threads, NULL, NULL);
}

/* The budget is used up: the lowest thread that has not returned is where it would go on, and
 * loops. */
void
loom_sim_block_trap_endless (LoomSimBlock *self)
{
  LoomSimVector *v = self->vectors;
  guint n = 0;
  guint32 key;

  for (guint i = self->launch->n_vectors; i-- > 0; )
    for (guint w = self->vectors[i].n_warps; w-- > 0; )
      if (self->vectors[i].live[w] != 0)
        {
          v = &self->vectors[i];
          n = w * LOOM_SIM_WARP + (guint) __builtin_ctz (v->live[w]);
        }
  key = is_parked (v, n) ? v->parked_at[n] : v->wait[n];
  loom_sim_trap (v, key != LOOM_SIM_NO_KEY ? loom_sim_op_of_key (v, key) : v->ops,
                 LOOM_ERROR_ENDLESS, n);
  if (is_parked (v, n))
    add_looping (self);
  else
    find_poll (v, n, &self->trap);
  self->trap.muster = take_muster (self, v->first + n);
}

/* Notes of a deadlock that a lane waits for one that is there as well, but names another mask. */
static void
find_other_mask (LoomSimBlock        *self,
                 const LoomSimVector *v,
                 guint                n)
{
  const guint32 key = v->parked_at[n];
  const guint first = n / LOOM_SIM_WARP * LOOM_SIM_WARP;
  const guint8 *frame = g_ptr_array_index (v->frames, loom_sim_depth_of_key (key));
  const guint32 *mask = (const guint32 *) (gconstpointer) (frame + loom_sim_op_of_key (v, key)->a);

  if (v->parked_on[n] != LOOM_SIM_PARKED_ON_WARP || self->trap.cause != LOOM_SIM_CAUSE_NONE)
    return;
  for (guint32 left = mask[n] & v->parked[n / LOOM_SIM_WARP]; left != 0; left &= left - 1)
    {
      const guint other = first + (guint) __builtin_ctz (left);

      if (v->parked_at[other] != key || mask[other] == mask[n])
        continue;
      self->trap.cause = LOOM_SIM_CAUSE_OTHER_MASK;
      self->trap.op = self->trap.other = loom_sim_op_of_key (v, key);
      self->trap.thread = v->first + n;
      self->trap.other_thread = v->first + other;
      self->trap.mask = mask[n];
      self->trap.other_mask = mask[other];
      return;
    }
}

/* All live lanes are parked for ever. */
void
loom_sim_block_trap_deadlock (LoomSimBlock *self)
{
  for (guint i = 0; i < self->launch->n_vectors; i++)
    {
      LoomSimVector *v = &self->vectors[i];

      for (guint n = 0; n < v->n_lanes; n++)
        {
          if (!is_parked (v, n))
            continue;
          if (!self->trap.happened)
            loom_sim_trap (v, loom_sim_op_of_key (v, v->parked_at[n]), LOOM_ERROR_DEADLOCK, n);
          else if (self->trap.other == NULL &&
                   loom_sim_op_of_key (v, v->parked_at[n]) != self->trap.op)
            {
              self->trap.other = loom_sim_op_of_key (v, v->parked_at[n]);
              self->trap.other_thread = v->first + n;
            }
          find_other_mask (self, v, n);
        }
    }
  self->trap.muster = take_muster (self, self->trap.thread);
}
