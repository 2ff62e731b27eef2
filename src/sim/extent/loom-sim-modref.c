/* loom-sim-modref.c: what a launch may load from and store to, by the provenance of its accesses
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-modref-private.h"

#include <string.h>

static guint64
get_slot (const LoomSimPointer *pointer,
          const LoomSimSlot    *slots)
{
  const LoomSimSlot *params = &slots[LOOM_SIM_PARAM_SLOT];
  guint64 address = 0;

  if (pointer->kind == LOOM_SIM_POINTER_VARIABLE)
    return pointer->at;
  if (pointer->kind == LOOM_SIM_POINTER_PARAM && pointer->at + sizeof address <= params->size)
    memcpy (&address, params->bytes + pointer->at, sizeof address);
  return address >> LOOM_SIM_SLOT_BITS;
}

void
loom_sim_modref_foreach_slot (const LoomSimLaunchState *launch,
                              const LoomSimDetail      *access,
                              LoomSimSlotFunc           func,
                              gpointer                  data)
{
  const GArray *pointers = launch->program->pointers;
  const gboolean anywhere = (access->provenance & LOOM_SIM_PROVENANCE_UNKNOWN) != 0;

  for (guint i = LOOM_SIM_FIRST_SLOT; anywhere && i < launch->n_slots; i++)
    func (launch, i, data);
  for (guint i = 0; !anywhere && i < pointers->len; i++)
    {
      const guint64 slot = get_slot (&g_array_index (pointers, LoomSimPointer, i), launch->slots);

      if ((access->provenance >> i & 1) != 0 && slot >= LOOM_SIM_FIRST_SLOT
          && slot < launch->n_slots)
        func (launch, (guint) slot, data);
    }
}

static guint
narrower (guint a,
          guint b)
{
  return a == 0 || b == 0 ? MAX (a, b) : MIN (a, b);
}

static void
add_access (LoomSimAccesses     *may,
            const LoomSimDetail *access,
            guint                size)
{
  const gboolean loads = access->kind != LOOM_SIM_ACCESS_STORE,
                 stores = access->kind != LOOM_SIM_ACCESS_LOAD;

  if (loads)
    may->load = narrower (may->load, size);
  if (stores)
    may->store = narrower (may->store, size);
  may->loads_others |= loads && !access->stored_back;
  may->hears_others |= !stores && !access->stored_back;
  may->adds |= access->adds_floats;
  may->other |= !access->adds_floats;
  may->undefined |= stores && access->carries;
}

static void
note_access (const LoomSimLaunchState *launch,
             guint                     slot,
             gpointer                  data)
{
  const LoomSimSlot *object = &launch->slots[slot];
  const LoomSimDetail *access = data;

  if (!access->is_texel)
    add_access (&launch->regions[slot].may, access, access->size);
  else if (object->texture != NULL)
    add_access (&launch->regions[slot].may, access, (guint) object->cell_size);
}

void
loom_sim_modref_find (const LoomSimLaunchState *launch)
{
  const LoomSimProgram *program = launch->program;
  /* printf loads what a %s points to. */
  LoomSimAccesses any = { .other = program->makes_calls };

  for (guint i = 0; i < program->n_ops; i++)
    if (loom_sim_modref_is_global (program->ops[i].detail) && !program->ops[i].detail->is_texel &&
        (program->ops[i].detail->provenance & LOOM_SIM_PROVENANCE_UNKNOWN) != 0)
      add_access (&any, program->ops[i].detail, program->ops[i].detail->size);
  for (guint i = LOOM_SIM_FIRST_SLOT; i < launch->n_slots; i++)
    launch->regions[i].may = any;
  for (guint i = 0; i < program->n_ops; i++)
    if (loom_sim_modref_is_global (program->ops[i].detail) &&
        (program->ops[i].detail->is_texel ||
         (program->ops[i].detail->provenance & LOOM_SIM_PROVENANCE_UNKNOWN) == 0))
      loom_sim_modref_foreach_slot (launch, program->ops[i].detail, note_access,
                                    (gpointer) program->ops[i].detail);
}

/* Whether a kernel's sums of floats are its blocks' adds one block after the other, whoever runs
 * which: nothing else is done to what it adds to, and no block can wait for another, as it loads
 * nothing that another may store to. */
gboolean
loom_sim_modref_adds_in_order (const LoomSimLaunchState *launch)
{
  for (guint i = LOOM_SIM_FIRST_SLOT; i < launch->n_slots; i++)
    {
      const LoomSimAccesses *may = &launch->regions[i].may;

      if ((may->adds && may->other) || (may->hears_others && may->store != 0))
        return FALSE;
    }
  return TRUE;
}
