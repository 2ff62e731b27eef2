/* loom-sim-variables.c: slots of global memory, and the module's variables in them
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-module-private.h"
#include "loom-sim-vector-private.h"

#include <glib/gi18n-lib.h>

#include <inttypes.h>
#include <string.h>

#define MAX_VARIABLE (G_GUINT64_CONSTANT (1) << 32)

/* A new slot; name is copied. */
guint
loom_sim_add_slot (LoomSim    *self,
                   const char *name,
                   guint8     *bytes,
                   guint64     size)
{
  if (self->n_slots == self->n_allocated)
    {
      self->n_allocated = MAX (self->n_allocated * 2, 32);
      self->slots = g_renew (LoomSimSlot, self->slots, self->n_allocated);
    }
  self->slots[self->n_slots] =
      (LoomSimSlot) { .name = g_strdup (name), .bytes = bytes, .size = size };
  return self->n_slots++;
}

static gboolean
add_variable (LoomSim                *self,
              guint                   index,
              const LoomPtxVariable  *variable,
              GError                **error)
{
  const guint64 size = MAX (variable->size, 1);
  guint8 *bytes;
  guint slot;

  if ((variable->space != LOOM_PTX_SPACE_GLOBAL && variable->space != LOOM_PTX_SPACE_CONST) ||
      (variable->is_extern && variable->size == 0))
    return TRUE;
  if (size > MAX_VARIABLE || (bytes = g_try_malloc0 (size)) == NULL)
    return loom_fail (error, LOOM_ERROR_MEMORY,
                      _("Variable %1$s needs %2$" PRIu64 " bytes"), variable->name, variable->size);
  if (variable->data != NULL)
    memcpy (bytes, g_bytes_get_data (variable->data, NULL),
            MIN (g_bytes_get_size (variable->data), size));
  slot = loom_sim_add_slot (self, variable->name, bytes, variable->size);
  self->slots[slot].is_owned = TRUE;
  self->slots[slot].is_constant = variable->space == LOOM_PTX_SPACE_CONST;
  self->slots[slot].is_output = variable->space == LOOM_PTX_SPACE_GLOBAL;
  /* Bytes may be a structure's, whose padding is less than what it is aligned to. */
  self->slots[slot].no_padding
      = loom_ptx_type_bits (variable->type) == 8 ? MAX (variable->align, 1) : 0;
  self->addresses[index] = LOOM_SIM_SLOT_ADDRESS (slot);
  return TRUE;
}

/* Addresses in initial data. */
static void
relocate (LoomSim               *self,
          guint                  index,
          const LoomPtxVariable *variable)
{
  LoomSimSlot *slot = self->slots + (self->addresses[index] >> LOOM_SIM_SLOT_BITS);

  for (guint i = 0; variable->relocations != NULL && i < variable->relocations->len; i++)
    {
      const LoomPtxRelocation *relocation = &g_array_index (variable->relocations,
                                                            LoomPtxRelocation, i);
      guint64 address = relocation->symbol >= 0
                            ? self->addresses[relocation->symbol]
                            : LOOM_SIM_FUNCTION_BASE +
                                  (guint64) relocation->function * LOOM_SIM_FUNCTION_STEP;

      address = (address + (guint64) relocation->addend) >> relocation->shift;
      if (relocation->at <= slot->size && slot->size - relocation->at >= relocation->size)
        memcpy (slot->bytes + relocation->at, &address, MIN (relocation->size, sizeof address));
    }
}

gboolean
loom_sim_load_variables (LoomSim  *self,
                         GError  **error)
{
  const GPtrArray *variables = self->module->variables;

  self->addresses = g_new0 (guint64, MAX (variables->len, 1));
  for (guint i = 0; i < variables->len; i++)
    if (!add_variable (self, i, g_ptr_array_index (variables, i), error))
      return FALSE;
  for (guint i = 0; i < variables->len; i++)
    if (self->addresses[i] != 0)
      relocate (self, i, g_ptr_array_index (variables, i));
  return TRUE;
}
