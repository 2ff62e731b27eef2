/* loom-run-scope.c: the arrays of a run as names of an expression
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-run-scope.h"

/**
 * loom_scope_add_run:
 * @run: a run, whose arrays are added
 * @shown: the index of the array whose extents are meant; -1 for the main array
 */
void
loom_scope_add_run (LoomScope *self,
                    LoomRun   *run,
                    gint       shown)
{
  g_return_if_fail (self != NULL && run != NULL);

  shown = shown >= 0 ? shown : MAX (run->main_array, 0);
  if (shown < (gint) run->arrays->len)
    loom_scope_add_shape (self, loom_array_get_shape (((LoomRunArray *)
                                                       run->arrays->pdata[shown])->array));
  for (guint i = 0; i < run->arrays->len; i++)
    {
      const LoomRunArray *array = run->arrays->pdata[i];
      g_autoptr (LoomValue) value = loom_value_new_array (array->array);

      loom_scope_add (self, array->name, value);
    }
}
