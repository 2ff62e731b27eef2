/* loom-sim-races-accesses.c: what the rules of races make of the accesses of a program
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-races-private.h"

#define MAX_ACCESSES 0xffffu            /* of a program */

static gboolean
is_strong (const LoomPtxModifiers *modifiers)
{
  return modifiers->semantics != LOOM_PTX_SEMANTICS_NONE &&
         modifiers->semantics != LOOM_PTX_SEMANTICS_WEAK;
}

static guint
classify (const LoomSimOp *op)
{
  const LoomPtxModifiers *modifiers = &op->source->modifiers;
  const gboolean atomic = op->detail->kind == LOOM_SIM_ACCESS_ATOMIC,
                 loads = op->detail->kind == LOOM_SIM_ACCESS_LOAD;
  guint flags = 0;

  if (!atomic && !is_strong (modifiers))
    return loads ? 0 : LOOM_SIM_RACE_PLAIN_WRITE;
  /* Barriers in memory: who arrives tells, who waits hears. */
  if (loom_ptx_opcode_get_facts (op->source->opcode)->op_class == LOOM_PTX_CLASS_ASYNC)
    return op->source->opcode == LOOM_PTX_OP_MBARRIER_TEST_WAIT ||
                   op->source->opcode == LOOM_PTX_OP_MBARRIER_TEST_WAIT_PARITY
               ? LOOM_SIM_RACE_HEARS
               : LOOM_SIM_RACE_HEARS | LOOM_SIM_RACE_TELLS | LOOM_SIM_RACE_RELEASES |
                     LOOM_SIM_RACE_NARROW;
  if (atomic || loads)
    flags |= LOOM_SIM_RACE_HEARS;
  if (atomic || !loads)
    flags |= LOOM_SIM_RACE_TELLS;
  if (modifiers->semantics == LOOM_PTX_SEMANTICS_RELEASE ||
      modifiers->semantics == LOOM_PTX_SEMANTICS_ACQ_REL ||
      modifiers->semantics == LOOM_PTX_SEMANTICS_SC)
    flags |= LOOM_SIM_RACE_RELEASES;
  return flags | (modifiers->scope == LOOM_PTX_SCOPE_CTA ? LOOM_SIM_RACE_NARROW : 0);
}

/* In global memory, which other blocks reach. */
static gboolean
is_narrow_atomic (const LoomSimOp *op,
                  guint            flags)
{
  return (flags & LOOM_SIM_RACE_NARROW) != 0 && (flags & (LOOM_SIM_RACE_HEARS | LOOM_SIM_RACE_TELLS)) != 0 &&
         op->detail->space != LOOM_PTX_SPACE_SHARED;
}

static void
note_size (guint *shift,
           guint  size)
{
  *shift = MIN (*shift, (guint) __builtin_ctz (size));
}

/* Numbers all accesses, and finds the widest unit that none is narrower than: all lie at multiples
 * of their sizes. */
void
loom_sim_races_find_accesses (LoomSimRaces *self)
{
  const LoomSimProgram *program = self->launch->program;
  LoomSimRaceAccess access = { NULL, 0 };

  self->accesses = g_array_new (FALSE, FALSE, sizeof (LoomSimRaceAccess));
  g_array_append_val (self->accesses, access);
  self->access_of = g_new0 (guint16, program->n_ops);
  self->shared_shift = self->global_shift = 4;
  for (guint i = 0; i < program->n_ops; i++)
    {
      const LoomSimOp *op = &program->ops[i];

      if (op->opcode != LOOM_SIM_OPCODE_OBSERVE)
        continue;
      if (op->detail->space != LOOM_PTX_SPACE_GLOBAL && op->detail->space != LOOM_PTX_SPACE_LOCAL)
        note_size (&self->shared_shift, op->detail->size);
      if (op->detail->space != LOOM_PTX_SPACE_SHARED && op->detail->space != LOOM_PTX_SPACE_LOCAL)
        note_size (&self->global_shift, op->detail->size);
      access = (LoomSimRaceAccess) { op, classify (op) };
      self->any_narrow |= is_narrow_atomic (op, access.flags);
      self->access_of[i] = (guint16) MIN (self->accesses->len, MAX_ACCESSES);
      if (self->accesses->len < MAX_ACCESSES)
        g_array_append_val (self->accesses, access);
    }
}
