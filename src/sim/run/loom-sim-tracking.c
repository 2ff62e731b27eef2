/* loom-sim-tracking.c: what is counted in a launch, whether workers met in memory, and undoing a
 * launch in which they did
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-disjoint-private.h"
#include "loom-sim-coverage-private.h"
#include "loom-sim-module-private.h"
#include "loom-sim-modref-private.h"
#include "loom-sim-scheduler-private.h"

#include <glib/gi18n-lib.h>

#include <inttypes.h>
#include <string.h>

#define SLAB_TALLIES 64u

void
loom_sim_coverage_free (LoomSimCoverage *self)
{
  g_free (self->writes);
  g_free (self->reads);
  g_free (self);
}

/* The widest power of two that divides a cell and is no wider than the narrowest access. */
static guint
choose_unit (gsize cell_size,
             guint narrowest)
{
  guint unit = 1;

  while (unit < 16 && cell_size % (unit * 2) == 0 && unit * 2 <= narrowest)
    unit *= 2;
  return unit;
}

static LoomSimCoverage *
make_coverage (const LoomSimSlot *slot,
               guint              narrowest)
{
  LoomSimCoverage *self = g_new0 (LoomSimCoverage, 1);
  /* A variable that nobody has counted has no cells. */
  const gboolean has_cells = slot->cell_size > 0;

  self->unit = choose_unit (has_cells ? slot->cell_size : 16, narrowest);
  self->units_per_cell = has_cells ? (guint) (slot->cell_size / self->unit) : 1;
  self->n_units = (slot->size + self->unit - 1) / self->unit;
  self->n_pages = self->n_units / LOOM_SIM_PAGE_UNITS + 1;
  return self;
}

/* Counts by unit that last from launch to launch, for cells of several units: what the plane has is
 * every unit's. */
static gboolean
make_unit_counts (guint32           **counts,
                  const guint32      *plane,
                  const LoomSimSlot  *slot,
                  GError            **error)
{
  const LoomSimCoverage *coverage = slot->coverage;

  if (*counts != NULL || plane == NULL || coverage->units_per_cell == 1)
    return TRUE;
  *counts = g_try_new0 (guint32, coverage->n_units);
  if (*counts == NULL)
    return loom_fail (
        error, LOOM_ERROR_MEMORY,
        _("Counting the accesses to %1$s needs %2$" PRIu64 " MiB more than there are"),
        slot->name, coverage->n_units * sizeof (guint32) >> 20);
  for (guint64 i = 0; i < coverage->n_units; i++)
    (*counts)[i] = plane[i / coverage->units_per_cell];
  return TRUE;
}

/* Which kinds of access to an object the tracker is told of. meets: workers may meet there. */
static guint
choose_kinds (const LoomSimRegion *region,
              gboolean             meets,
              LoomCoverageFlags    flags)
{
  const guint stores = 1u << LOOM_SIM_ACCESS_STORE | 1u << LOOM_SIM_ACCESS_ATOMIC;
  guint kinds = 0;

  /* Threads without a store are counted whatever the planes. */
  if (meets || region->journal != NULL ||
      (flags != LOOM_COVERAGE_NONE && (region->is_output || region->planes.writes != NULL)))
    kinds |= stores;
  if ((flags & LOOM_COVERAGE_READS) != 0 && region->planes.reads != NULL)
    kinds |= stores | 1u << LOOM_SIM_ACCESS_LOAD;
  if (meets && region->may.loads_others)
    kinds |= 1u << LOOM_SIM_ACCESS_LOAD;
  return kinds;
}

/* Bytes of the narrowest access to a slot that is counted. */
static guint
get_narrowest (const LoomSimSlot     *slot,
               const LoomSimAccesses *may,
               LoomCoverageFlags      flags)
{
  const guint widest = 16, least = 1;
  const guint store = may->store != 0 ? may->store : widest;

  /* Nobody follows the addresses of constants. */
  if (slot->is_constant)
    return least;
  return (flags & LOOM_COVERAGE_READS) != 0 && may->load != 0 ? MIN (store, may->load) : store;
}

/* What an object has been counted in so far, made ready for a launch. */
static gboolean
prepare_coverage (LoomSimSlot            *slot,
                  const LoomSimAccesses  *may,
                  LoomCoverageFlags       flags,
                  GError                **error)
{
  const guint narrowest = get_narrowest (slot, may, flags);
  LoomSimCoverage *coverage;

  /* An earlier launch counted wider units than this one needs: the planes have what it counted. */
  if (slot->coverage != NULL && slot->coverage->unit > narrowest)
    g_clear_pointer (&slot->coverage, loom_sim_coverage_free);
  if (slot->coverage == NULL)
    slot->coverage = make_coverage (slot, narrowest);
  coverage = slot->coverage;
  coverage->writer_size = slot->planes.lowest != NULL && slot->planes.writer_size != 4 ? 8 : 4;
  return ((flags & LOOM_COVERAGE_WRITES) == 0 ||
          make_unit_counts (&coverage->writes, slot->planes.writes, slot, error)) &&
         ((flags & LOOM_COVERAGE_READS) == 0 ||
          make_unit_counts (&coverage->reads, slot->planes.reads, slot, error));
}

/* What is done at stores to an object, and at loads from it. shares: there are several workers;
 * undoes: the launch may have to be undone. */
static void
begin_region (LoomSimRegion     *self,
              const LoomSimSlot *slot,
              gboolean           shares,
              gboolean           undoes,
              LoomCoverageFlags  flags)
{
  const gboolean meets = shares && !self->disjoint && self->may.store != 0;

  self->coverage = slot->coverage;
  self->is_output = slot->is_output;
  self->bytes = slot->bytes;
  self->size = slot->size;
  self->planes = slot->planes;
  /* What is added is put off until the launch stands. */
  if (undoes && self->may.load != 0 && self->may.store != 0 && !self->may.adds)
    self->journal = g_new0 (guint8, self->coverage->n_pages);
  self->counted = choose_kinds (self, meets, flags);
  self->deferred = !meets && self->journal == NULL;
}

/* Whether workers may meet somewhere, so that the launch may have to be undone. */
static gboolean
may_meet (const LoomSimLaunchState *launch)
{
  for (guint i = LOOM_SIM_FIRST_SLOT; i < launch->n_slots; i++)
    if (launch->regions[i].may.store != 0 && !launch->regions[i].disjoint)
      return TRUE;
  return FALSE;
}

static gboolean
can_be_counted (const LoomSimSlot *slot)
{
  return slot->bytes != NULL && slot->size > 0 && !slot->is_heap &&
         (!slot->is_constant || slot->planes.reads != NULL);
}

/* Makes every object ready for being counted, for telling whether workers met there, or for being
 * undone. */
gboolean
loom_sim_tracking_begin (LoomSim             *sim,
                         LoomSimLaunchState  *launch,
                         guint                n_workers,
                         LoomCoverageFlags    flags,
                         GError             **error)
{
  const gboolean shares = n_workers > 1;

  if (shares)
    loom_sim_disjoint_find (launch, loom_sim_schedule_get_chunk (launch, n_workers));
  /* adds of several workers are undone where their log is full */
  launch->undoes = launch->batch > 1 || (shares && (may_meet (launch) || launch->adds_in_order));
  for (guint i = LOOM_SIM_FIRST_SLOT; i < sim->n_slots; i++)
    {
      LoomSimSlot *slot = &sim->slots[i];
      LoomSimRegion *region = &launch->regions[i];

      g_clear_pointer (&region->journal, g_free);
      if (!can_be_counted (slot))
        continue;
      if (!prepare_coverage (slot, &region->may, flags, error))
        return FALSE;
      begin_region (region, slot, shares, launch->undoes, flags);
    }
  return TRUE;
}

/* A block has ended, also by a trap, or is given up: its threads that stored are counted. */
void
loom_sim_tracker_end_block (LoomSimTracker     *self,
                            const LoomSimBlock *block)
{
  for (guint i = 0; i < block->launch->n_vectors; i++)
    for (guint w = 0; w < block->vectors[i].n_warps; w++)
      {
        const guint32 stored = block->vectors[i].stored[w];

        /* Without an instruction for it, counting bits is a call. */
        if (stored != 0)
          self->stored += stored == G_MAXUINT32 ? LOOM_SIM_WARP
                                                : (guint) __builtin_popcount (stored);
        block->vectors[i].stored[w] = 0;
      }
}

LoomSimTracker *
loom_sim_tracker_new (const LoomSimLaunchState *launch,
                      guint                     n_workers,
                      LoomCoverageFlags         flags)
{
  LoomSimTracker *self = g_new0 (LoomSimTracker, 1);

  self->isa = launch->isa;
  self->regions = launch->regions;
  self->n_regions = launch->n_slots;
  self->block_threads = launch->block_threads;
  self->vector_lanes = launch->vector_lanes;
  self->shares = n_workers > 1;
  self->stands = !launch->undoes;
  self->n_surveys = launch->program->n_surveys;
  self->rows = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_set_size (self->rows, (gint) (launch->n_vectors * self->n_surveys * 2));
  self->lanes = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->counts = (flags & (LOOM_COVERAGE_WRITES | LOOM_COVERAGE_WRITERS)) != 0;
  self->counts_writers = (flags & LOOM_COVERAGE_WRITERS) != 0;
  self->counts_reads = (flags & LOOM_COVERAGE_READS) != 0;
  self->tallies = g_new0 (LoomSimTally **, launch->n_slots);
  self->slabs = g_ptr_array_new_with_free_func (g_free);
  self->extras = g_ptr_array_new_with_free_func (g_free);
  self->undo = g_array_new (FALSE, FALSE, sizeof (LoomSimJournalPage));
  return self;
}

void
loom_sim_tracker_free (LoomSimTracker *self)
{
  for (guint i = 0; i < self->undo->len; i++)
    g_free (g_array_index (self->undo, LoomSimJournalPage, i).bytes);
  for (guint i = 0; i < self->n_regions; i++)
    g_free (self->tallies[i]);
  g_ptr_array_unref (self->rows);
  g_array_unref (self->lanes);
  g_free (self->notes);
  g_array_unref (self->undo);
  g_ptr_array_unref (self->slabs);
  g_ptr_array_unref (self->extras);
  g_free (self->tallies);
  g_free (self);
}

static gpointer
add_extra (LoomSimTracker *self,
           gsize           size)
{
  gpointer extra = g_malloc (size);

  g_ptr_array_add (self->extras, extra);
  return extra;
}

/* A page of this worker's, before its first access. */
LoomSimTally *
loom_sim_tracker_add_tally (LoomSimTracker *self,
                            guint32         slot,
                            guint64         page)
{
  const LoomSimRegion *region = &self->regions[slot];
  const LoomSimCoverage *coverage = region->coverage;
  LoomSimTally *tally;

  if (self->tallies[slot] == NULL)
    __atomic_store_n (&self->tallies[slot], g_new0 (LoomSimTally *, coverage->n_pages),
                      __ATOMIC_RELEASE);
  if (self->slab_left == 0)
    {
      g_ptr_array_add (self->slabs, g_new (LoomSimTally, SLAB_TALLIES));
      self->slab_left = SLAB_TALLIES;
    }
  tally = (LoomSimTally *) g_ptr_array_index (self->slabs, self->slabs->len - 1) +
          --self->slab_left;
  memset (tally, 0, G_STRUCT_OFFSET (LoomSimTally, first));
  /* Of an array that is only loaded as a constant no loads are followed; its reads count all the
   * same. */
  if (self->counts_reads && region->planes.reads != NULL &&
      (region->may.load != 0 || region->may.store == 0))
    {
      tally->reads = add_extra (self, LOOM_SIM_PAGE_UNITS * sizeof (guint32));
      memset (tally->reads, 0, LOOM_SIM_PAGE_UNITS * sizeof (guint32));
    }
  /* Threads that take eight bytes don't fit what a page begins with. */
  if (self->counts && coverage->writer_size == 8)
    loom_sim_tracker_add_counts (self, coverage, tally);
  __atomic_store_n (&self->tallies[slot][page], tally, __ATOMIC_RELEASE);
  return tally;
}

/* Gives a page room for threads that do not lie in a row. */
void
loom_sim_tracker_add_once (LoomSimTracker *self,
                           LoomSimTally   *tally)
{
  tally->once = add_extra (self, LOOM_SIM_PAGE_UNITS * sizeof (guint32));
}

/* Gives a page room for more than one store to a unit. */
void
loom_sim_tracker_add_counts (LoomSimTracker        *self,
                             const LoomSimCoverage *coverage,
                             LoomSimTally          *tally)
{
  const gsize threads = LOOM_SIM_PAGE_UNITS * coverage->writer_size;

  tally->counts = add_extra (self, LOOM_SIM_PAGE_UNITS * sizeof (guint32));
  tally->lowest = add_extra (self, threads);
  tally->highest = add_extra (self, threads);
  memset (tally->lowest, 0xff, threads);
  memset (tally->highest, 0xff, threads);
  for (guint i = 0; i < LOOM_SIM_PAGE_UNITS; i++)
    {
      tally->counts[i] = tally->stored[i / 32] >> (i % 32) & 1;
      if (tally->counts[i] != 0)
        ((guint32 *) tally->lowest)[i] = ((guint32 *) tally->highest)[i] =
            loom_sim_tally_get_thread (tally, i);
    }
}

/* Copies what a page is before anybody stores to it. */
void
loom_sim_tracker_journal (LoomSimTracker *self,
                          guint32         slot,
                          guint64         page)
{
  const LoomSimRegion *region = &self->regions[slot];
  const guint64 page_size = LOOM_SIM_PAGE_UNITS * region->coverage->unit, at = page * page_size;
  guint8 *state = &region->journal[page], none = LOOM_SIM_JOURNAL_NONE;

  if (__atomic_compare_exchange_n (state, &none, LOOM_SIM_JOURNAL_BUSY, FALSE, __ATOMIC_ACQUIRE,
                                   __ATOMIC_ACQUIRE))
    {
      const LoomSimJournalPage undo = {
        .slot = slot,
        .page = page,
        .bytes = g_memdup2 (region->bytes + at, MIN (page_size, region->size - at)),
      };

      g_array_append_val (self->undo, undo);
      __atomic_store_n (state, LOOM_SIM_JOURNAL_READY, __ATOMIC_RELEASE);
    }
  /* Whoever comes second must not store before the copy is whole. */
  while (__atomic_load_n (state, __ATOMIC_ACQUIRE) == LOOM_SIM_JOURNAL_BUSY)
    ;
}

/* Both stored to one unit, not both by atomics, which commute; or one loaded what the other
 * stored. */
static gboolean
tallies_conflict (const LoomSimTally *a,
                  const LoomSimTally *b)
{
  const guint32 plain = a->plain || b->plain ? G_MAXUINT32 : 0;
  guint32 common = 0;

  for (guint i = 0; i < LOOM_SIM_PAGE_WORDS; i++)
    {
      const guint32 x = a->stored[i], y = b->stored[i];

      common |= (x & y & plain) | (a->loaded[i] & y) | (b->loaded[i] & x);
    }
  return common != 0;
}

static LoomSimTally **
get_tallies (const LoomSimTracker *self,
             guint                 slot)
{
  return __atomic_load_n (&self->tallies[slot], __ATOMIC_ACQUIRE);
}

static gboolean
trackers_conflict (const LoomSimTracker *one,
                   const LoomSimTracker *other)
{
  for (guint slot = LOOM_SIM_FIRST_SLOT; slot < one->n_regions; slot++)
    {
      const LoomSimRegion *at = &one->regions[slot];
      LoomSimTally **a = get_tallies (one, slot), **b = get_tallies (other, slot);
      const gboolean meets = a != NULL && b != NULL && !at->disjoint && at->may.store != 0;

      for (guint64 page = 0; meets && page < at->coverage->n_pages; page++)
        {
          const LoomSimTally *x = __atomic_load_n (&a[page], __ATOMIC_ACQUIRE),
                             *y = __atomic_load_n (&b[page], __ATOMIC_ACQUIRE);

          if (x != NULL && y != NULL && tallies_conflict (x, y))
            return TRUE;
        }
    }
  return FALSE;
}

/* Whether two of some workers met. They may still be at work: then what they do meanwhile may be
 * missed, but what is found stands. */
gboolean
loom_sim_tracking_conflicts (LoomSimTracker **trackers,
                             guint            n)
{
  for (guint i = 1; i < n; i++)
    for (guint j = 0; j < i; j++)
      if (trackers_conflict (trackers[i], trackers[j]))
        return TRUE;
  return FALSE;
}

/* Makes memory what it was before the launch, where running it again would not. */
void
loom_sim_tracking_undo (LoomSimTracker **trackers,
                        guint            n)
{
  for (guint i = 0; i < n; i++)
    for (guint u = 0; u < trackers[i]->undo->len; u++)
      {
        const LoomSimJournalPage *undo = &g_array_index (trackers[i]->undo, LoomSimJournalPage, u);
        const LoomSimRegion *region = &trackers[i]->regions[undo->slot];
        const guint64 page_size = LOOM_SIM_PAGE_UNITS * region->coverage->unit;
        const guint64 at = undo->page * page_size;

        memcpy (region->bytes + at, undo->bytes, MIN (page_size, region->size - at));
      }
}
