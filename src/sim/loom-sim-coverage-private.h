#pragma once

#include "loom-sim-block-private.h"
#include "loom-sim-observer-private.h"

G_BEGIN_DECLS

/* Who wrote and read what, for the pictures and for telling whether the order of blocks could matter.
 *
 * Counters stand for units: the widest power of two bytes that divides a cell and that no access of the module is
 * narrower than. Units are counted in pages. The worker that first stores to a page owns it and counts in place;
 * the others count on pages of their own, which are added when all is done. So nobody locks, the sums are exact, and a
 * unit that is counted in both places was stored to by two workers. Such a launch, or one where a worker loaded what
 * another stored, might have ended otherwise: it is undone and run again by one worker. */
#define LOOM_SIM_PAGE_UNITS 1024u
#define LOOM_SIM_PAGE_SEGMENTS 64u      /* of a page, in the masks of what a worker loaded */
#define LOOM_SIM_SEGMENT_UNITS (LOOM_SIM_PAGE_UNITS / LOOM_SIM_PAGE_SEGMENTS)
#define LOOM_SIM_MAX_WORKERS 250u
#define LOOM_SIM_OWNER_CLAIMED 255u     /* being copied for undoing */

/* Of one slot. Counters last as long as the slot, the rest as long as the launch. */
struct _LoomSimCoverage
{
  guint      unit;              /* bytes */
  guint      units_per_cell;
  guint      writer_size;       /* of lowest and highest, bytes */
  guint64    n_units, n_pages;
  guint32   *writes, *reads;    /* by unit */
  gpointer   lowest, highest;   /* by cell */
  gboolean   owns_writes, owns_reads;   /* they are no planes of the caller's: folded into those, or just for order */
  gboolean   counted_before;    /* an earlier launch left counts */
  guint8    *owner;             /* by page: worker + 1, atomic; 0: nobody */
  guint8    *plain;             /* by page: its owner made a store that is no atomic */
};

/* Counters of a page that another worker owns. */
typedef struct
{
  guint32  slot;
  guint64  page;
  gboolean plain;
  guint32  writes[LOOM_SIM_PAGE_UNITS], reads[LOOM_SIM_PAGE_UNITS];
  guint64  lowest[LOOM_SIM_PAGE_UNITS], highest[LOOM_SIM_PAGE_UNITS];   /* by unit */
} LoomSimForeignPage;

/* What a page was before the launch. */
typedef struct
{
  guint32   slot;
  guint64   page;
  guint8   *bytes;
  guint32  *counts;             /* writes, reads; NULL: zeros */
  guint8   *writers;            /* lowest, highest; NULL: none */
} LoomSimUndoPage;

/* One worker's observer. */
typedef struct
{
  LoomSimObserver    observer;
  guint              worker;
  gboolean           shares;    /* there are other workers */
  LoomSimSlot       *slots;
  guint              n_slots;
  guint              block_threads;
  gboolean           counts_writers, counts_reads;
  GHashTable        *foreign;   /* slot and page -> LoomSimForeignPage */
  GArray            *undo;      /* (element-type LoomSimUndoPage) */
  guint64          **loaded;    /* by slot, then page: mask of segments; NULL: nothing */
  guint64            stored;    /* threads that stored to an array */
} LoomSimTracker;

/* loom-sim-tracking.c */
gboolean         loom_sim_tracking_begin    (LoomSimSlot             *slots,
                                             guint                    n_slots,
                                             guint                    narrowest,
                                             gboolean                 shares,
                                             LoomCoverageFlags        flags,
                                             GError                 **error);
LoomSimTracker  *loom_sim_tracker_new       (const LoomSimLaunchState *launch,
                                             LoomSimSlot             *slots,
                                             guint                    n_slots,
                                             guint                    worker,
                                             gboolean                 shares,
                                             LoomCoverageFlags        flags);
void             loom_sim_tracker_free      (LoomSimTracker          *self);
void             loom_sim_tracker_claim     (LoomSimTracker          *self,
                                             guint32                  slot,
                                             guint64                  page,
                                             LoomSimForeignPage     **foreign);
gboolean         loom_sim_tracking_conflicts (LoomSimTracker        **trackers,
                                              guint                   n);
void             loom_sim_tracking_merge    (LoomSimTracker         **trackers,
                                             guint                    n);
void             loom_sim_tracking_undo     (LoomSimTracker         **trackers,
                                             guint                    n);
void             loom_sim_tracking_end      (LoomSimSlot             *slots,
                                             guint                    n_slots,
                                             LoomCoverageFlags        flags);
void             loom_sim_coverage_free     (LoomSimCoverage         *self);

G_END_DECLS
