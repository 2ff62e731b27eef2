/* loom-sim-poll.c: where an endless thread goes round and round, and what it looks at there
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-access-private.h"
#include "loom-sim-block-private.h"

#define MAX_LOOP 4096           /* ops of a loop that is looked at */
#define MAX_SLOTS 64            /* registers that decide whether it goes on */

/* The ops that a lane runs again and again, in the order of the program. */
typedef struct
{
  const LoomSimProgram *program;
  const LoomSimOp      *head, *tail;
  guint32               slots[MAX_SLOTS];       /* of what decides whether it goes on */
  guint                 n_slots;
} Loop;

static gboolean
is_jump (const LoomSimOp *op)
{
  return op->opcode == LOOM_SIM_OPCODE_BRA || op->opcode == LOOM_SIM_OPCODE_BRA_IF;
}

/* The innermost loop around an op ends with the first branch back over it. */
static gboolean
find_loop (Loop            *self,
           const LoomSimOp *at)
{
  const LoomSimOp *end = self->program->ops + self->program->n_ops;

  for (const LoomSimOp *op = at; op < end && op < at + MAX_LOOP; op++)
    if (is_jump (op) && op->target <= at)
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
decides (const Loop      *self,
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

/* What its branches look at, and all that this is made of. */
static void
find_decisive (Loop *self)
{
  gboolean added = FALSE;

  for (const LoomSimOp *op = self->head; op <= self->tail; op++)
    if (op->opcode == LOOM_SIM_OPCODE_BRA_IF)
      added |= add_slot (self, op->a);
  while (added)
    {
      added = FALSE;
      for (const LoomSimOp *op = self->tail; op >= self->head; op--)
        if (decides (self, op))
          added |= add_sources (self, op);
    }
}

/* Whether an op looks at one place of memory in every round, and decides by what is there. */
static gboolean
is_poll (const Loop      *self,
         const LoomSimOp *op)
{
  const LoomSimDetail *detail = op->detail;

  if (detail == NULL || detail->size == 0 || detail->kind == LOOM_SIM_ACCESS_STORE ||
      (detail->space != LOOM_PTX_SPACE_GLOBAL && detail->space != LOOM_PTX_SPACE_GENERIC &&
       detail->space != LOOM_PTX_SPACE_SHARED) ||
      !decides (self, op))
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
    return ((const guint64 *) (gconstpointer) (frame + op->a))[lane] + loom_sim_get_plus (v, op);
  return (guint32) (((const guint32 *) (gconstpointer) (frame + op->a))[lane] +
                    (guint32) loom_sim_get_plus (v, op));
}

/* Labels are of the instruction before them, and what lowering made for itself stands in no line. */
static const LoomSimOp *
find_line (const Loop      *self,
           const LoomSimOp *at)
{
  const LoomSimOp *end = self->program->ops + self->program->n_ops;

  for (const LoomSimOp *op = at; op < end && op < at + MAX_LOOP; op++)
    if (op->opcode != LOOM_SIM_OPCODE_JOIN && op->source != NULL &&
        loom_ptx_module_get_line (self->program->module, op->source) != 0)
      return op;
  return at;
}

void
loom_sim_describe_poll (LoomSimVector *v,
                        guint          lane,
                        LoomSimTrap   *trap)
{
  const LoomSimLaunchState *launch = v->block->launch;
  const gboolean waits = v->wait[lane] != LOOM_SIM_NO_KEY;
  Loop loop = {
    .program = launch->program,
  };

  if (waits && find_loop (&loop, trap->op))
    {
      const guint depth = loom_sim_depth_of_key (v->wait[lane]);

      find_decisive (&loop);
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
  trap->op = find_line (&loop, trap->op);
}
