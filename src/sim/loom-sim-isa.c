/* loom-sim-isa.c: which build of the handlers this processor runs, and the handler of an
 * instruction's spelling
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-isa-private.h"
#include "loom-sim-levels-config.h"
#include "loom-sim-levels-private.h"

#include "loom-error.h"

#include <glib/gi18n-lib.h>

#define DECLARE_LEVEL(level) extern const LoomSimIsa loom_sim_isa_##level;
LOOM_SIM_LEVELS (DECLARE_LEVEL)

/* Those that were compiled, best first. */
#define LEVEL(level) { &loom_sim_isa_##level, loom_sim_has_##level },
static const struct
{
  const LoomSimIsa  *isa;
  bool             (*is_there) (void);
} levels[] = { LOOM_SIM_LEVELS (LEVEL) };

/* The place of a level among all that there are, compiled or not, best first; behind them for
 * another name. */
static guint
rank_level (const char *name)
{
  static const char * const all[] = { "v4", "v3", "base" };
  guint rank = 0;

  while (rank < G_N_ELEMENTS (all) && !g_str_equal (all[rank], name))
    rank++;
  return rank;
}

/* The best instruction set that this processor and this build have; GRIDLOOM_ISA takes the one of
 * that name or the next lower, for tests. NULL: there is none (loom_sim_isa_check() says so). */
const LoomSimIsa *
loom_sim_isa_get (void)
{
  const char *highest = g_getenv ("GRIDLOOM_ISA");
  const guint first = highest != NULL ? rank_level (highest) : 0;

  for (guint i = 0; i < G_N_ELEMENTS (levels); i++)
    if (rank_level (levels[i].isa->name) >= first && levels[i].is_there ())
      return levels[i].isa;
  return NULL;
}

/* Whether there is one: a build for one processor may stand on another computer. */
gboolean
loom_sim_isa_check (GError **error)
{
  if (loom_sim_isa_get () != NULL)
    return TRUE;

  g_set_error (error, LOOM_ERROR, LOOM_ERROR_BACKEND,
               _("The simulator was compiled for x86-64-%s only, and this processor is another: "
                 "compile it again here, or everywhere with the build option levels=all"),
               levels[0].isa->name);
  return FALSE;
}

typedef struct
{
  GHashTable *rows;             /* spelling -> LoomSimRow */
  GHashTable *forms;            /* spelling -> LoomSimForm, of those that were asked for */
} Index;

static Index *
index_rows (const LoomSimIsa *isa)
{
  Index *self = g_new0 (Index, 1);

  self->rows = g_hash_table_new (g_str_hash, g_str_equal);
  self->forms = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; isa->rows[i] != NULL; i++)
    for (const LoomSimRow *row = isa->rows[i]; row->name != NULL; row++)
      g_hash_table_insert (self->rows, (gpointer) row->name, (gpointer) row);
  return self;
}

static const LoomSimForm *
find_form (const Index *self,
           const char  *name)
{
  LoomSimForm *form = g_hash_table_lookup (self->forms, name);
  const LoomSimRow *row = form == NULL ? g_hash_table_lookup (self->rows, name) : NULL;

  if (row == NULL)
    return form;
  form = loom_sim_form_new (row);
  g_hash_table_insert (self->forms, (gpointer) row->name, form);
  return form;
}

/* The form of a spelling, or NULL. */
const LoomSimForm *
loom_sim_isa_find (const LoomSimIsa *self,
                   const char       *name)
{
  static GMutex mutex;
  static GHashTable *indexes;   /* LoomSimIsa -> Index */
  Index *index;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&mutex);

  if (indexes == NULL)
    indexes = g_hash_table_new (NULL, NULL);
  index = g_hash_table_lookup (indexes, self);
  if (index == NULL)
    {
      index = index_rows (self);
      g_hash_table_insert (indexes, (gpointer) self, index);
    }
  return find_form (index, name);
}
