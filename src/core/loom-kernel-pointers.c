/* loom-kernel-pointers.c: pointers in structs that a kernel is given by value, as parameters
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-compiled.h"
#include "loom-record.h"

static LoomParam *
pointer_new (const LoomParam     *owner,
             guint                index,
             const LoomComponent *component)
{
  LoomParam *self = loom_param_new ();

  self->name = g_strdup_printf ("%s.%s", owner->name, component->name);
  self->kind = LOOM_PARAM_ARRAY;
  self->type = component->pointer->cell;
  self->is_const = component->pointer->is_const;
  self->is_rows = component->pointer->is_rows;
  self->owner = index;
  self->offset = component->offset;
  return self;
}

/**
 * loom_kernel_list_pointers:
 * @self: a kernel that is still being made, with all its parameters
 *
 * Lists the pointers in its structs, each of which an array is given for as for a parameter.
 */
void
loom_kernel_list_pointers (LoomKernel *self)
{
  g_return_if_fail (self != NULL);

  g_ptr_array_set_size (self->pointers, 0);
  for (guint i = 0; i < self->params->len; i++)
    {
      const LoomParam *param = g_ptr_array_index (self->params, i);

      for (guint j = 0; param->kind == LOOM_PARAM_STRUCT &&
                        j < loom_type_count_components (&param->type); j++)
        {
          const LoomComponent component = loom_type_get_component (&param->type, j);

          if (loom_component_is_array (&component))
            g_ptr_array_add (self->pointers, pointer_new (param, i, &component));
        }
    }
}
