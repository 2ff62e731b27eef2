/* loom-sim-origins.c: where undefined bits came from, as numbers
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-origins-private.h"

#define MOST_ORIGINS (1u << 20) /* that are told apart by their threads, the rest by their ops */

static guint
hash_origin (gconstpointer key)
{
  const LoomSimOrigin *origin = key;

  return (g_direct_hash (origin->op) * 31 + origin->slot) * 31 +
         (origin->is_of_many ? 0 : origin->thread + (guint) origin->block * 0x9e3779b1u);
}

static gboolean
equal_origins (gconstpointer a,
               gconstpointer b)
{
  const LoomSimOrigin *x = a, *y = b;

  return x->op == y->op && x->slot == y->slot && x->is_of_many == y->is_of_many &&
         (x->is_of_many || (x->thread == y->thread && x->block == y->block));
}

void
loom_sim_origins_init (LoomSimOrigins *self)
{
  self->origins = g_ptr_array_new_with_free_func (g_free);
  self->numbers = g_hash_table_new (hash_origin, equal_origins);
}

void
loom_sim_origins_clear (LoomSimOrigins *self)
{
  g_clear_pointer (&self->numbers, g_hash_table_unref);
  g_clear_pointer (&self->origins, g_ptr_array_unref);
}

guint32
loom_sim_origins_add (LoomSimOrigins      *self,
                      const LoomSimOrigin *origin)
{
  LoomSimOrigin key = *origin, *added;
  guint32 number = GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers, &key));

  if (number == 0 && self->origins->len >= MOST_ORIGINS)
    {
      key.is_of_many = TRUE;
      number = GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers, &key));
    }
  if (number != 0)
    return number;
  added = g_memdup2 (&key, sizeof key);
  g_ptr_array_add (self->origins, added);
  number = self->origins->len;
  g_hash_table_insert (self->numbers, added, GUINT_TO_POINTER (number));
  return number;
}

LoomSimOrigin *
loom_sim_origins_get (const LoomSimOrigins *self,
                      guint32               number)
{
  return g_ptr_array_index (self->origins, number - 1);
}
