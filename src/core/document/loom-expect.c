/* loom-expect.c: what an array should hold after a launch
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-expect.h"

/**
 * loom_expect_copy:
 * @copy: (out): the same, with texts of its own
 */
void
loom_expect_copy (const LoomExpect *self,
                  LoomExpect       *copy)
{
  g_return_if_fail (self != NULL && copy != NULL);

  *copy = *self;
  copy->domain = g_strdup (self->domain);
  copy->domain_file = g_strdup (self->domain_file);
  copy->domain_cells = g_strdup (self->domain_cells);
  copy->reference_expr = g_strdup (self->reference_expr);
  copy->reference_file = g_strdup (self->reference_file);
  copy->reference_kernel = g_strdup (self->reference_kernel);
}

void
loom_expect_clear (LoomExpect *self)
{
  g_return_if_fail (self != NULL);

  g_clear_pointer (&self->domain, g_free);
  g_clear_pointer (&self->domain_file, g_free);
  g_clear_pointer (&self->domain_cells, g_free);
  g_clear_pointer (&self->reference_expr, g_free);
  g_clear_pointer (&self->reference_file, g_free);
  g_clear_pointer (&self->reference_kernel, g_free);
}

/**
 * loom_expect_has_domain:
 *
 * Returns: whether it is declared which cells should be written
 */
gboolean
loom_expect_has_domain (const LoomExpect *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->domain != NULL || self->domain_file != NULL || self->domain_cells != NULL;
}

/**
 * loom_expect_has_reference:
 *
 * Returns: whether it is declared what the cells should hold
 */
gboolean
loom_expect_has_reference (const LoomExpect *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->reference_expr != NULL || self->reference_file != NULL ||
         self->reference_kernel != NULL;
}
