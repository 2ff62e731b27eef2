/* loom-sim-findings.c: what watchers and launches warn of, once for each pair of lines
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-findings-private.h"
#include "loom-sim-muster-private.h"

static guint
hash_sighting (gconstpointer key)
{
  const LoomSimTrap *trap = &((const LoomSimSighting *) key)->trap;

  return g_direct_hash (trap->op) * 31 + g_direct_hash (trap->other) + (guint) trap->code;
}

static gboolean
equal_sightings (gconstpointer a,
                 gconstpointer b)
{
  const LoomSimTrap *x = &((const LoomSimSighting *) a)->trap,
                    *y = &((const LoomSimSighting *) b)->trap;

  return x->op == y->op && x->other == y->other && x->code == y->code &&
         x->address >> LOOM_SIM_SLOT_BITS == y->address >> LOOM_SIM_SLOT_BITS;
}

static LoomSimSighting *
sighting_copy (const LoomSimSighting *self)
{
  LoomSimSighting *copy = g_memdup2 (self, sizeof *self);

  loom_sim_muster_ref (copy->trap.muster);
  return copy;
}

static void
sighting_free (gpointer data)
{
  LoomSimSighting *self = data;

  loom_sim_muster_unref (self->trap.muster);
  g_free (self);
}

void
loom_sim_findings_init (LoomSimFindings *self)
{
  self->sightings = g_hash_table_new_full (hash_sighting, equal_sightings, sighting_free,
                                           NULL);
}

void
loom_sim_findings_clear (LoomSimFindings *self)
{
  g_clear_pointer (&self->sightings, g_hash_table_unref);
}

gboolean
loom_sim_findings_is_empty (const LoomSimFindings *self)
{
  return g_hash_table_size (self->sightings) == 0;
}

#define COMPARE(x, y) if ((x) != (y)) return (x) < (y) ? -1 : 1

/* By who did it: the lowest is kept, so that nothing depends on who came first. */
static gint
compare_places (const LoomSimSighting *a,
                const LoomSimSighting *b)
{
  COMPARE (a->block, b->block);
  COMPARE (a->trap.thread, b->trap.thread);
  COMPARE (a->other_block, b->other_block);
  COMPARE (a->trap.other_thread, b->trap.other_thread);
  COMPARE (a->trap.address, b->trap.address);
  return 0;
}

static void
merge_sighting (LoomSimSighting       *known,
                const LoomSimSighting *sighting)
{
  const guint64 count = known->count + sighting->count;

  if (compare_places (sighting, known) < 0)
    {
      loom_sim_muster_ref (sighting->trap.muster);
      loom_sim_muster_unref (known->trap.muster);
      *known = *sighting;
    }
  known->count = count;
}

void
loom_sim_findings_add (LoomSimFindings       *self,
                       const LoomSimSighting *sighting)
{
  LoomSimSighting *known = g_hash_table_lookup (self->sightings, sighting);

  if (known != NULL)
    merge_sighting (known, sighting);
  else
    g_hash_table_add (self->sightings, sighting_copy (sighting));
}

/* The muster is taken only where it is kept. */
void
loom_sim_findings_add_mustered (LoomSimFindings       *self,
                                const LoomSimSighting *sighting,
                                LoomSimBlock          *block,
                                const LoomSimVector   *running,
                                const LoomSimOp       *at)
{
  const LoomSimSighting *known = g_hash_table_lookup (self->sightings, sighting);
  const guint thread = sighting->trap.thread;
  LoomSimSighting own = *sighting;

  if (known == NULL || compare_places (sighting, known) < 0)
    own.trap.muster = loom_sim_muster_new (block, thread - thread % block->launch->block_threads,
                                           running, at);
  loom_sim_findings_add (self, &own);
  loom_sim_muster_unref (own.trap.muster);
}

void
loom_sim_findings_merge (LoomSimFindings       *self,
                         const LoomSimFindings *other)
{
  GHashTableIter iter;
  gpointer sighting;

  g_hash_table_iter_init (&iter, other->sightings);
  while (g_hash_table_iter_next (&iter, &sighting, NULL))
    loom_sim_findings_add (self, sighting);
}

typedef struct
{
  const char *file;             /* NULL: the document */
  guint       line;
} SourceLine;

static SourceLine
get_line (const LoomSimLaunchState *launch,
          const LoomSimOp          *op)
{
  SourceLine place = { NULL, 0 };

  if (op != NULL && op->source != NULL)
    place.line = loom_ptx_module_get_place (launch->program->module, op->source, &place.file);
  return place;
}

static gint
compare_lines (const SourceLine *a,
               const SourceLine *b)
{
  const gint order = g_strcmp0 (a->file, b->file);

  return order != 0 ? order : (a->line > b->line) - (a->line < b->line);
}

/* What it was about: a slot's number; all that malloc() gives is one. */
static guint
get_object (const LoomSimLaunchState *launch,
            const LoomSimTrap        *trap)
{
  const guint64 slot = trap->address >> LOOM_SIM_SLOT_BITS;

  return slot < launch->n_slots && launch->slots[slot].is_heap ? 0 : (guint) slot;
}

typedef struct
{
  SourceLine       line, other;
  guint            object;
  LoomSimSighting  sighting;
} Entry;

/* Entries that differ in none of these are one finding. */
static gint
compare_groups (const Entry *x,
                const Entry *y)
{
  const gint lines = compare_lines (&x->line, &y->line);
  const gint others = compare_lines (&x->other, &y->other);

  COMPARE (lines, 0);
  COMPARE (others, 0);
  COMPARE (x->sighting.trap.code, y->sighting.trap.code);
  COMPARE (x->object, y->object);
  return 0;
}

static gint
compare_entries (gconstpointer a,
                 gconstpointer b)
{
  const Entry *x = a, *y = b;
  const gint groups = compare_groups (x, y);
  const gint places = groups != 0 ? groups : compare_places (&x->sighting, &y->sighting);

  /* A line may have several ops that meet at one place; the program has them in one array. */
  COMPARE (places, 0);
  COMPARE (x->sighting.trap.op, y->sighting.trap.op);
  COMPARE (x->sighting.trap.other, y->sighting.trap.other);
  return 0;
}

void
loom_sim_findings_describe (const LoomSimFindings    *self,
                            const LoomSimLaunchState *launch,
                            GPtrArray                *findings)
{
  g_autoptr (GArray) entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, self->sightings);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      const LoomSimSighting *sighting = key;
      Entry entry = {
        get_line (launch, sighting->trap.op), get_line (launch, sighting->trap.other),
        get_object (launch, &sighting->trap), *sighting
      };

      g_array_append_val (entries, entry);
    }
  g_array_sort (entries, compare_entries);
  for (guint i = 0; i < entries->len; )
    {
      Entry entry = g_array_index (entries, Entry, i);
      LoomFinding *finding;

      while (++i < entries->len &&
             compare_groups (&entry, &g_array_index (entries, Entry, i)) == 0)
        entry.sighting.count += g_array_index (entries, Entry, i).sighting.count;
      finding = loom_sim_trap_describe (&entry.sighting.trap, launch, entry.sighting.block,
                                        entry.sighting.other_block);
      finding->count = entry.sighting.count;
      g_ptr_array_add (findings, finding);
    }
}
