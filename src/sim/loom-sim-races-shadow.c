/* loom-sim-races-shadow.c: records of who was last at each unit of memory
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-races-private.h"

#include <string.h>

static void
make_shadow (LoomSimShadow *shadow,
             guint64        size,
             guint          shift)
{
  shadow->shift = shift;
  shadow->n_units = (size >> shift) + 1;
  shadow->written = g_new0 (guint64, shadow->n_units);
}

void
loom_sim_races_make_others (LoomSimShadow *shadow)
{
  for (guint i = 0; i < 2; i++)
    shadow->others[i] = g_new0 (guint64, shadow->n_units);
}

void
loom_sim_races_clear_shadow (LoomSimShadow *shadow)
{
  g_clear_pointer (&shadow->written, g_free);
  g_clear_pointer (&shadow->others[0], g_free);
  g_clear_pointer (&shadow->others[1], g_free);
}

/* Forgets what some threads did. */
void
loom_sim_races_forget (LoomSimShadow *shadow,
        guint64        first,
        guint64        n)
{
  guint64 *const records[] = { shadow->written, shadow->others[0], shadow->others[1] };

  for (guint r = 0; r < G_N_ELEMENTS (records); r++)
    for (guint64 i = 0; records[r] != NULL && i < shadow->n_units; i++)
      if (LOOM_SIM_RECORD_THREAD (records[r][i]) - first < n)
        records[r][i] = 0;
}

/* NULL: nobody can race there. */
LoomSimShadow *
loom_sim_races_find_shadow (LoomSimLook               *look,
             const LoomSimPiece *piece)
{
  LoomSimRaces *self = look->self;
  LoomSimShadow *shadow;

  if (piece->slot == LOOM_SIM_SHARED_SLOT)
    {
      if (look->block->shared.written == NULL)
        make_shadow (&look->block->shared, self->launch->shared_size, self->shared_shift);
      look->block->used = TRUE;
      return &look->block->shared;
    }
  if (piece->slot < LOOM_SIM_FIRST_SLOT || self->slots[piece->slot].is_constant)
    return NULL;
  shadow = &self->shadows[piece->slot];
  if (shadow->written == NULL)
    make_shadow (shadow, self->slots[piece->slot].size, self->global_shift);
  return shadow;
}

void
loom_sim_races_clear_records (LoomSimShadow *shadow)
{
  memset (shadow->written, 0, shadow->n_units * sizeof (guint64));
  for (guint i = 0; i < 2 && shadow->others[i] != NULL; i++)
    memset (shadow->others[i], 0, shadow->n_units * sizeof (guint64));
}
