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

  return loom_fail (
      error, LOOM_ERROR_BACKEND,
      _("The simulator was compiled for x86-64-%s only, and this processor is another: "
        "compile it again here, or everywhere with the build option levels=all"),
      levels[0].isa->name);
}

typedef struct
{
  GHashTable *by_name;          /* spelling -> LoomSimForm */
  GHashTable *by_key;           /* packed LoomSimKey -> LoomSimForm, where that tells all */
} Index;

static gint64
pack_key (const LoomSimKey *key)
{
  return (gint64) key->opcode | (gint64) key->compare << 8 | (gint64) key->to << 16 |
         (gint64) key->type << 24 | (gint64) key->widths[0] << 32 | (gint64) key->widths[1] << 40;
}

/* In the order of LoomSimRelation. */
static const LoomPtxCompare compares[] = {
  LOOM_PTX_COMPARE_LT, LOOM_PTX_COMPARE_LE, LOOM_PTX_COMPARE_GT,
  LOOM_PTX_COMPARE_GE, LOOM_PTX_COMPARE_EQ, LOOM_PTX_COMPARE_NE,
};

static int
compare_words (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* A spelling with its words in one order, since the verifier takes them in any: what is no type
 * comes first, sorted. */
static char *
sort_words (const char *name)
{
  g_auto (GStrv) words = g_strsplit (name, ".", -1);
  g_autoptr (GPtrArray) sorted = g_ptr_array_new (), types = g_ptr_array_new ();

  for (guint i = 1; words[i] != NULL; i++)
    g_ptr_array_add (loom_ptx_type_from_name (words[i]) != LOOM_PTX_TYPE_NONE ? types : sorted,
                     words[i]);
  g_ptr_array_sort (sorted, compare_words);
  g_ptr_array_insert (sorted, 0, words[0]);
  g_ptr_array_extend (sorted, types, NULL, NULL);
  g_ptr_array_add (sorted, NULL);
  return g_strjoinv (".", (char **) sorted->pdata);
}

static void
add_row (Index            *self,
         const LoomSimRow *row)
{
  LoomSimForm *form = loom_sim_form_new (row);
  LoomSimKey key = { .opcode = form->opcode, .to = form->to, .type = form->type };
  gint64 packed;

  g_hash_table_insert (self->by_name, sort_words (form->name), form);
  if (form->is_modified)
    return;
  key.compare = form->relation >= 0 ? compares[form->relation] : LOOM_PTX_COMPARE_NONE;
  memcpy (key.widths, form->widths, sizeof key.widths);
  packed = pack_key (&key);
  g_hash_table_insert (self->by_key, g_memdup2 (&packed, sizeof packed), form);
}

static Index *
get_index (const LoomSimIsa *isa)
{
  static GMutex mutex;
  static GHashTable *indexes;   /* LoomSimIsa -> Index */
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&mutex);
  Index *self;

  if (indexes == NULL)
    indexes = g_hash_table_new (NULL, NULL);
  self = g_hash_table_lookup (indexes, isa);
  if (self != NULL)
    return self;

  self = g_new0 (Index, 1);
  self->by_name = g_hash_table_new (g_str_hash, g_str_equal);
  self->by_key = g_hash_table_new (g_int64_hash, g_int64_equal);
  for (guint i = 0; isa->rows[i] != NULL; i++)
    for (const LoomSimRow *row = isa->rows[i]; row->name != NULL; row++)
      add_row (self, row);
  g_hash_table_insert (indexes, (gpointer) isa, self);
  return self;
}

/* The form of a spelling, its words in any order, or NULL. */
const LoomSimForm *
loom_sim_isa_find (const LoomSimIsa *self,
                   const char       *name)
{
  g_autofree char *sorted = sort_words (name);

  return g_hash_table_lookup (get_index (self)->by_name, sorted);
}

/* The form that a key says, or NULL. */
const LoomSimForm *
loom_sim_isa_find_key (const LoomSimIsa *self,
                       LoomSimKey        key)
{
  const gint64 packed = pack_key (&key);

  return g_hash_table_lookup (get_index (self)->by_key, &packed);
}
