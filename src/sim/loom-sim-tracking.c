/* loom-sim-tracking.c: counters of a launch, begun, shared among workers, put together, undone
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-coverage-private.h"

#include <glib/gi18n-lib.h>

#include <inttypes.h>
#include <string.h>

void
loom_sim_coverage_free (LoomSimCoverage *self)
{
  if (self->owns_writes)
    g_free (self->writes);
  if (self->owns_reads)
    g_free (self->reads);
  g_free (self->owner);
  g_free (self->plain);
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
  const gsize cell_size = slot->is_array ? slot->cell_size : 1;

  self->unit = choose_unit (slot->is_array ? cell_size : 16, narrowest);
  self->units_per_cell = slot->is_array ? (guint) (cell_size / self->unit) : 1;
  self->n_units = (slot->size + self->unit - 1) / self->unit;
  self->n_pages = self->n_units / LOOM_SIM_PAGE_UNITS + 1;
  self->writer_size = slot->planes.writer_size == 4 ? 4 : 8;
  self->lowest = slot->planes.lowest;
  self->highest = slot->planes.highest;
  return self;
}

static gboolean
make_counts (guint32           **counts,
             gboolean           *owned,
             guint32            *plane,
             const LoomSimSlot  *slot,
             GError            **error)
{
  const LoomSimCoverage *coverage = slot->coverage;

  if (*counts != NULL)
    return TRUE;
  *owned = plane == NULL || coverage->units_per_cell > 1;
  *counts = *owned ? g_try_new0 (guint32, coverage->n_units) : plane;
  for (guint64 i = 0; *counts != NULL && *owned && plane != NULL && i < coverage->n_units; i++)
    (*counts)[i] = plane[i / coverage->units_per_cell];
  if (*counts != NULL)
    return TRUE;
  g_set_error (error, LOOM_ERROR, LOOM_ERROR_MEMORY,
               _("Counting the accesses to %1$s needs %2$" PRIu64 " MiB more than there are"),
               slot->name, coverage->n_units * sizeof (guint32) >> 20);
  return FALSE;
}

/* Counters for every slot that is looked at: with several workers all that may be stored to, else those with planes. */
gboolean
loom_sim_tracking_begin (LoomSimSlot        *slots,
                         guint               n_slots,
                         guint               narrowest,
                         gboolean            shares,
                         LoomCoverageFlags   flags,
                         GError            **error)
{
  for (guint i = LOOM_SIM_FIRST_SLOT; i < n_slots; i++)
    {
      LoomSimSlot *slot = &slots[i];
      LoomSimCoverage *coverage = slot->coverage;
      const gboolean writes = shares || ((flags & LOOM_COVERAGE_WRITES) != 0 && slot->planes.writes != NULL);
      const gboolean writers = (flags & LOOM_COVERAGE_WRITERS) != 0 && slot->planes.lowest != NULL;
      const gboolean reads = (flags & LOOM_COVERAGE_READS) != 0 && slot->planes.reads != NULL;

      if (slot->bytes == NULL || slot->is_constant || slot->is_heap || slot->size == 0 || !(writes || writers || reads))
        continue;
      /* An earlier launch counted wider units than this one needs: the planes have what it counted. */
      if (coverage != NULL && coverage->unit > narrowest)
        g_clear_pointer (&slot->coverage, loom_sim_coverage_free);
      if (slot->coverage == NULL)
        {
          slot->coverage = make_coverage (slot, narrowest);
          slot->coverage->counted_before = coverage != NULL;
        }
      coverage = slot->coverage;
      if ((writes && !make_counts (&coverage->writes, &coverage->owns_writes,
                                    (flags & LOOM_COVERAGE_WRITES) != 0 ? slot->planes.writes : NULL, slot, error)) ||
          (reads && !make_counts (&coverage->reads, &coverage->owns_reads, slot->planes.reads, slot, error)))
        return FALSE;
      if (shares)
        {
          coverage->owner = g_new0 (guint8, coverage->n_pages);
          coverage->plain = g_new0 (guint8, coverage->n_pages);
        }
    }
  return TRUE;
}

static guint
hash_page (gconstpointer key)
{
  const LoomSimForeignPage *page = key;

  return (guint) (page->page * 31 + page->slot);
}

static gboolean
equal_pages (gconstpointer a,
             gconstpointer b)
{
  const LoomSimForeignPage *x = a, *y = b;

  return x->slot == y->slot && x->page == y->page;
}

static void
block_done (LoomSimObserver *observer,
            LoomSimBlock    *block)
{
  LoomSimTracker *self = (LoomSimTracker *) observer;

  for (guint i = 0; i < block->launch->n_vectors; i++)
    for (guint w = 0; w < block->vectors[i].n_warps; w++)
      {
        self->stored += (guint) __builtin_popcount (block->vectors[i].stored[w]);
        block->vectors[i].stored[w] = 0;
      }
}

LoomSimTracker *
loom_sim_tracker_new (const LoomSimLaunchState *launch,
                      LoomSimSlot              *slots,
                      guint                     n_slots,
                      guint                     worker,
                      gboolean                  shares,
                      LoomCoverageFlags         flags)
{
  LoomSimTracker *self = g_new0 (LoomSimTracker, 1);

  self->observer.access = launch->isa->coverage_access;
  self->observer.block_done = block_done;
  self->observer.wants = 1u << LOOM_SIM_ACCESS_STORE | 1u << LOOM_SIM_ACCESS_ATOMIC;
  if (shares || (flags & LOOM_COVERAGE_READS) != 0)
    self->observer.wants |= 1u << LOOM_SIM_ACCESS_LOAD;
  self->observer.spaces = 1u << LOOM_PTX_SPACE_GLOBAL | 1u << LOOM_PTX_SPACE_GENERIC;
  self->worker = worker;
  self->shares = shares;
  self->slots = slots;
  self->n_slots = n_slots;
  self->block_threads = launch->block_threads;
  self->counts_writers = (flags & LOOM_COVERAGE_WRITERS) != 0;
  self->counts_reads = (flags & LOOM_COVERAGE_READS) != 0;
  self->foreign = g_hash_table_new_full (hash_page, equal_pages, g_free, NULL);
  self->undo = g_array_new (FALSE, FALSE, sizeof (LoomSimUndoPage));
  self->loaded = g_new0 (guint64 *, n_slots);
  return self;
}

void
loom_sim_tracker_free (LoomSimTracker *self)
{
  for (guint i = 0; i < self->undo->len; i++)
    {
      g_free (g_array_index (self->undo, LoomSimUndoPage, i).bytes);
      g_free (g_array_index (self->undo, LoomSimUndoPage, i).counts);
      g_free (g_array_index (self->undo, LoomSimUndoPage, i).writers);
    }
  for (guint i = 0; i < self->n_slots; i++)
    g_free (self->loaded[i]);
  g_array_unref (self->undo);
  g_hash_table_unref (self->foreign);
  g_free (self->loaded);
  g_free (self);
}

/* The part of a plane that a page covers: entries of `size` bytes, one for each `per` units. */
static void
get_page_range (const LoomSimCoverage *coverage,
                guint64                page,
                guint                  per,
                guint64               *first,
                guint64               *n)
{
  const guint64 end = MIN ((page + 1) * LOOM_SIM_PAGE_UNITS, coverage->n_units);

  *first = page * LOOM_SIM_PAGE_UNITS / per;
  *n = (end + per - 1) / per - *first;
}

static guint8 *
copy_writers (const LoomSimCoverage *coverage,
              guint64                page)
{
  guint64 first, n;
  guint8 *copy;

  if (coverage->lowest == NULL)
    return NULL;
  get_page_range (coverage, page, coverage->units_per_cell, &first, &n);
  copy = g_malloc (2 * n * coverage->writer_size);
  memcpy (copy, (guint8 *) coverage->lowest + first * coverage->writer_size, n * coverage->writer_size);
  memcpy (copy + n * coverage->writer_size, (guint8 *) coverage->highest + first * coverage->writer_size,
          n * coverage->writer_size);
  return copy;
}

static void
keep_for_undo (LoomSimTracker    *self,
               guint32            slot,
               guint64            page)
{
  const LoomSimCoverage *coverage = self->slots[slot].coverage;
  const guint64 at = page * LOOM_SIM_PAGE_UNITS * coverage->unit;
  const guint64 size = MIN (LOOM_SIM_PAGE_UNITS * coverage->unit, self->slots[slot].size - at);
  LoomSimUndoPage undo = { .slot = slot, .page = page };
  guint64 first, n;

  undo.bytes = g_memdup2 (self->slots[slot].bytes + at, size);
  if (coverage->counted_before)
    {
      get_page_range (coverage, page, 1, &first, &n);
      undo.counts = g_new0 (guint32, 2 * n);
      memcpy (undo.counts, coverage->writes + first, n * sizeof (guint32));
      if (coverage->reads != NULL)
        memcpy (undo.counts + n, coverage->reads + first, n * sizeof (guint32));
      undo.writers = copy_writers (coverage, page);
    }
  g_array_append_val (self->undo, undo);
}

static LoomSimForeignPage *
get_foreign (LoomSimTracker *self,
             guint32         slot,
             guint64         page)
{
  LoomSimForeignPage *foreign = g_new0 (LoomSimForeignPage, 1), *known;

  foreign->slot = slot;
  foreign->page = page;
  known = g_hash_table_lookup (self->foreign, foreign);
  if (known != NULL)
    {
      g_free (foreign);
      return known;
    }
  memset (foreign->lowest, 0xff, sizeof foreign->lowest);
  memset (foreign->highest, 0xff, sizeof foreign->highest);
  g_hash_table_add (self->foreign, foreign);
  return foreign;
}

/* Makes a page this worker's, if nobody else was first; else *foreign is where it counts. */
void
loom_sim_tracker_claim (LoomSimTracker      *self,
                        guint32              slot,
                        guint64              page,
                        LoomSimForeignPage **foreign)
{
  guint8 *owner = &self->slots[slot].coverage->owner[page], nobody = 0;

  if (__atomic_compare_exchange_n (owner, &nobody, LOOM_SIM_OWNER_CLAIMED, FALSE, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE))
    {
      keep_for_undo (self, slot, page);
      __atomic_store_n (owner, (guint8) (self->worker + 1), __ATOMIC_RELEASE);
      return;
    }
  /* Whoever claims it copies it first, and must find it as it was. */
  while (__atomic_load_n (owner, __ATOMIC_ACQUIRE) == LOOM_SIM_OWNER_CLAIMED)
    ;
  if (__atomic_load_n (owner, __ATOMIC_ACQUIRE) != self->worker + 1)
    *foreign = get_foreign (self, slot, page);
}

/* Whether units of a page in the segments of a mask are counted as written. */
static gboolean
has_writes (const guint32 *writes,
            guint64        n,
            guint64        mask)
{
  for (guint64 i = 0; i < n; i++)
    if (writes[i] != 0 && (mask >> (i / LOOM_SIM_SEGMENT_UNITS) & 1) != 0)
      return TRUE;
  return FALSE;
}

/* Two workers stored to one unit, not both by atomics that commute. */
static gboolean
stores_conflict (LoomSimTracker           *self,
                 const LoomSimForeignPage *page)
{
  const LoomSimCoverage *coverage = self->slots[page->slot].coverage;
  guint64 first, n;

  if (!page->plain && !coverage->plain[page->page])
    return FALSE;
  get_page_range (coverage, page->page, 1, &first, &n);
  for (guint64 i = 0; i < n; i++)
    if (page->writes[i] != 0 && coverage->writes[first + i] != 0)
      return TRUE;
  return FALSE;
}

/* A worker loaded what the page's owner stored. */
static gboolean
loads_conflict (const LoomSimTracker *self)
{
  for (guint slot = LOOM_SIM_FIRST_SLOT; slot < self->n_slots; slot++)
    {
      const LoomSimCoverage *coverage = self->slots[slot].coverage;

      if (self->loaded[slot] == NULL)
        continue;
      for (guint64 page = 0; page < coverage->n_pages; page++)
        {
          guint64 first, n;

          if (self->loaded[slot][page] == 0 || coverage->owner[page] == 0 || coverage->owner[page] == self->worker + 1)
            continue;
          get_page_range (coverage, page, 1, &first, &n);
          if (has_writes (coverage->writes + first, n, self->loaded[slot][page]))
            return TRUE;
        }
    }
  return FALSE;
}

/* Somebody else loaded what a worker stored to a page that it did not own. */
static gboolean
foreign_conflicts (LoomSimTracker          **trackers,
                   guint                     n,
                   const LoomSimTracker     *self,
                   const LoomSimForeignPage *page)
{
  for (guint i = 0; i < n; i++)
    if (trackers[i] != self && trackers[i]->loaded[page->slot] != NULL &&
        has_writes (page->writes, LOOM_SIM_PAGE_UNITS, trackers[i]->loaded[page->slot][page->page]))
      return TRUE;
  return FALSE;
}

/* Before the counts are put together. */
gboolean
loom_sim_tracking_conflicts (LoomSimTracker **trackers,
                             guint            n)
{
  for (guint i = 0; i < n; i++)
    {
      GHashTableIter iter;
      gpointer page;

      if (loads_conflict (trackers[i]))
        return TRUE;
      g_hash_table_iter_init (&iter, trackers[i]->foreign);
      while (g_hash_table_iter_next (&iter, &page, NULL))
        {
          if (stores_conflict (trackers[i], page) || foreign_conflicts (trackers, n, trackers[i], page))
            return TRUE;
          /* A third worker's page may meet this one where the owner has nothing. */
          for (guint j = 0; j < i; j++)
            {
              const LoomSimForeignPage *other = g_hash_table_lookup (trackers[j]->foreign, page);

              for (guint u = 0; other != NULL && u < LOOM_SIM_PAGE_UNITS; u++)
                if (other->writes[u] != 0 && ((LoomSimForeignPage *) page)->writes[u] != 0 &&
                    (other->plain || ((LoomSimForeignPage *) page)->plain))
                  return TRUE;
            }
        }
    }
  return FALSE;
}

static void
widen (gpointer plane,
       guint    size,
       guint64  at,
       guint64  id,
       gboolean lowest)
{
  if (id == G_MAXUINT64)
    return;
  if (size == 4)
    {
      guint32 *ids = plane;

      ids[at] = ids[at] == G_MAXUINT32 ? (guint32) id : lowest ? MIN (ids[at], (guint32) id) : MAX (ids[at], (guint32) id);
    }
  else
    {
      guint64 *ids = plane;

      ids[at] = ids[at] == G_MAXUINT64 ? id : lowest ? MIN (ids[at], id) : MAX (ids[at], id);
    }
}

static void
merge_page (LoomSimTracker           *self,
            const LoomSimForeignPage *page)
{
  LoomSimCoverage *coverage = self->slots[page->slot].coverage;
  guint64 first, n;

  get_page_range (coverage, page->page, 1, &first, &n);
  for (guint64 i = 0; i < n; i++)
    {
      const guint64 cell = (first + i) / coverage->units_per_cell;

      coverage->writes[first + i] += page->writes[i];
      if (coverage->reads != NULL && self->counts_reads)
        coverage->reads[first + i] += page->reads[i];
      if (coverage->lowest != NULL && self->counts_writers)
        {
          widen (coverage->lowest, coverage->writer_size, cell, page->lowest[i], TRUE);
          widen (coverage->highest, coverage->writer_size, cell, page->highest[i], FALSE);
        }
    }
}

void
loom_sim_tracking_merge (LoomSimTracker **trackers,
                         guint            n)
{
  for (guint i = 0; i < n; i++)
    {
      GHashTableIter iter;
      gpointer page;

      g_hash_table_iter_init (&iter, trackers[i]->foreign);
      while (g_hash_table_iter_next (&iter, &page, NULL))
        merge_page (trackers[i], page);
    }
}

static void
undo_page (LoomSimTracker        *self,
           const LoomSimUndoPage *undo)
{
  LoomSimCoverage *coverage = self->slots[undo->slot].coverage;
  const guint64 at = undo->page * LOOM_SIM_PAGE_UNITS * coverage->unit;
  const guint size = coverage->writer_size;
  guint64 first, n;

  memcpy (self->slots[undo->slot].bytes + at, undo->bytes,
          MIN (LOOM_SIM_PAGE_UNITS * coverage->unit, self->slots[undo->slot].size - at));
  get_page_range (coverage, undo->page, 1, &first, &n);
  if (undo->counts != NULL)
    memcpy (coverage->writes + first, undo->counts, n * sizeof (guint32));
  else
    memset (coverage->writes + first, 0, n * sizeof (guint32));
  if (coverage->reads != NULL && undo->counts != NULL)
    memcpy (coverage->reads + first, undo->counts + n, n * sizeof (guint32));
  else if (coverage->reads != NULL)
    memset (coverage->reads + first, 0, n * sizeof (guint32));
  if (coverage->lowest == NULL || !self->counts_writers)
    return;
  get_page_range (coverage, undo->page, coverage->units_per_cell, &first, &n);
  if (undo->writers != NULL)
    {
      memcpy ((guint8 *) coverage->lowest + first * size, undo->writers, n * size);
      memcpy ((guint8 *) coverage->highest + first * size, undo->writers + n * size, n * size);
      return;
    }
  memset ((guint8 *) coverage->lowest + first * size, 0xff, n * size);
  memset ((guint8 *) coverage->highest + first * size, 0xff, n * size);
}

/* Makes memory and counters what they were before the launch. */
void
loom_sim_tracking_undo (LoomSimTracker **trackers,
                        guint            n)
{
  for (guint i = 0; i < n; i++)
    for (guint u = 0; u < trackers[i]->undo->len; u++)
      undo_page (trackers[i], &g_array_index (trackers[i]->undo, LoomSimUndoPage, u));
}

static void
fold (const guint32 *units,
      guint          per,
      guint64        n_units,
      guint32       *cells)
{
  for (guint64 i = 0; i < n_units / per; i++)
    {
      guint32 most = 0;

      for (guint u = 0; u < per; u++)
        most = MAX (most, units[i * per + u]);
      cells[i] = most;
    }
}

/* A cell's count is the largest of its bytes'. What was counted just for the order of blocks is forgotten. */
void
loom_sim_tracking_end (LoomSimSlot       *slots,
                       guint              n_slots,
                       LoomCoverageFlags  flags)
{
  for (guint i = LOOM_SIM_FIRST_SLOT; i < n_slots; i++)
    {
      LoomSimSlot *slot = &slots[i];
      LoomSimCoverage *coverage = slot->coverage;

      if (coverage == NULL)
        continue;
      g_clear_pointer (&coverage->owner, g_free);
      g_clear_pointer (&coverage->plain, g_free);
      if ((flags & LOOM_COVERAGE_WRITES) == 0)
        {
          if (coverage->owns_writes)
            g_free (coverage->writes);
          coverage->writes = NULL;
          continue;
        }
      coverage->counted_before = TRUE;
      if (coverage->owns_writes && slot->planes.writes != NULL)
        fold (coverage->writes, coverage->units_per_cell, coverage->n_units, slot->planes.writes);
      if (coverage->owns_reads && slot->planes.reads != NULL)
        fold (coverage->reads, coverage->units_per_cell, coverage->n_units, slot->planes.reads);
    }
}
