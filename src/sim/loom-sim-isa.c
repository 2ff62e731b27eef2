/* loom-sim-isa.c: which build of the handlers this processor runs, and the handler of an
 * instruction's spelling
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-isa-private.h"

#define DECLARE_ISA(suffix) extern const LoomSimIsa loom_sim_isa_##suffix;
DECLARE_ISA (base)
#ifdef LOOM_SIM_HAVE_LEVELS
DECLARE_ISA (v3)
DECLARE_ISA (v4)
#endif

#ifdef LOOM_SIM_HAVE_LEVELS
static gboolean
has_v3 (void)
{
  return __builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("fma") &&
         __builtin_cpu_supports ("bmi") && __builtin_cpu_supports ("bmi2") &&
         __builtin_cpu_supports ("lzcnt") && __builtin_cpu_supports ("f16c") &&
         __builtin_cpu_supports ("movbe");
}

static gboolean
has_v4 (void)
{
  return has_v3 () && __builtin_cpu_supports ("avx512f") && __builtin_cpu_supports ("avx512bw") &&
         __builtin_cpu_supports ("avx512cd") && __builtin_cpu_supports ("avx512dq") &&
         __builtin_cpu_supports ("avx512vl");
}
#endif

/* The best instruction set that this processor has; GRIDLOOM_ISA=base|v3 takes a lower one, for
 * tests. */
const LoomSimIsa *
loom_sim_isa_get (void)
{
#ifdef LOOM_SIM_HAVE_LEVELS
  const char *wanted = g_getenv ("GRIDLOOM_ISA");

  if (g_strcmp0 (wanted, "base") == 0 || !has_v3 ())
    return &loom_sim_isa_base;
  if (g_strcmp0 (wanted, "v3") == 0 || !has_v4 ())
    return &loom_sim_isa_v3;
  return &loom_sim_isa_v4;
#else
  return &loom_sim_isa_base;
#endif
}

static GHashTable *
index_rows (const LoomSimIsa *self)
{
  GHashTable *index = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; self->rows[i] != NULL; i++)
    for (const LoomSimRow *row = self->rows[i]; row->name != NULL; row++)
      g_hash_table_insert (index, (gpointer) row->name, (gpointer) row);
  return index;
}

/* The row of a spelling, or NULL. */
const LoomSimRow *
loom_sim_isa_find (const LoomSimIsa *self,
                   const char       *name)
{
  static GMutex mutex;
  static GHashTable *indexes;
  GHashTable *index;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&mutex);

  if (indexes == NULL)
    indexes = g_hash_table_new (NULL, NULL);
  index = g_hash_table_lookup (indexes, self);
  if (index == NULL)
    {
      index = index_rows (self);
      g_hash_table_insert (indexes, (gpointer) self, index);
    }
  return g_hash_table_lookup (index, name);
}
