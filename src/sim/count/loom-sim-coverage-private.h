#pragma once

#include "loom-sim-block-private.h"
#include "loom-sim-pool-private.h"

/* Who wrote and read what, for the pictures and for telling whether the order of blocks could
 * matter.
 *
 * Counters stand for units: the widest power of two bytes that divides a cell and that no access
 * of the module is narrower than. While a launch runs, each worker counts on pages of its own,
 * so nobody locks and nothing is shared. Most cells are stored to once, and most by sixteen
 * threads in a row: of such a run a page notes the first thread. Other units have room for one
 * thread each, and all get counts and lowest and highest threads once a unit is stored to again.
 * What has no bit in `stored` was never initialised. So counting touches a sixteenth of the
 * memory that is stored to.
 *
 * Accesses by a vector in rows that are the same in every block are noted in a line of 32 bytes
 * and counted when the launch is done (loom-sim-coverage-rows.c), where nobody has to know
 * before.
 *
 * When all blocks are done the bits tell whether two workers met, unless that was known before
 * (loom-sim-disjoint.c): both stored to a unit, or one loaded what another stored. Such a launch
 * might have ended otherwise; it is undone and run again by one worker. Only what a kernel may
 * both load from and store to has to be undone (loom-sim-modref.c): the rest is stored again in
 * the same places.
 *
 * The planes that callers give are whole after loom_sim_collect(), as counters of a GPU would be
 * downloaded. Where it is known that the launch will not be undone, most is added to them before,
 * by the workers. */
#define LOOM_SIM_PAGE_UNITS 1024u
#define LOOM_SIM_PAGE_WORDS (LOOM_SIM_PAGE_UNITS / 32)
#define LOOM_SIM_RUN 16u
#define LOOM_SIM_PAGE_RUNS (LOOM_SIM_PAGE_UNITS / LOOM_SIM_RUN)
#define LOOM_SIM_MAX_WORKERS 250u

/* One worker's counts of one page. Threads are linear in the launch. */
typedef struct
{
  guint32  *counts;             /* stores by unit; NULL: at most one each */
  guint64   runs;               /* bits, by sixteen units: all were stored to once, by threads in a
                                   row */
  gboolean  plain;              /* a store that is no atomic */
  guint32  *once;               /* by unit: the thread that stored to it, if it is in no run;
                                   NULL: all are */
  gpointer  lowest, highest;    /* by unit, threads of writer_size bytes; with counts */
  guint32  *reads;              /* by unit, or NULL */
  guint32   stored[LOOM_SIM_PAGE_WORDS];        /* bits, by unit */
  guint32   loaded[LOOM_SIM_PAGE_WORDS];        /* where that matters */
  guint32   first[LOOM_SIM_PAGE_RUNS];          /* of each run, the first thread */
} LoomSimTally;

/* The only thread that stored to a unit. */
static inline guint32
loom_sim_tally_get_thread (const LoomSimTally *self,
                           guint               unit)
{
  const guint run = unit / LOOM_SIM_RUN;

  return (self->runs >> run & 1) != 0 ? self->first[run] + unit % LOOM_SIM_RUN : self->once[unit];
}

/* Of one slot, as long as the slot. */
struct _LoomSimCoverage
{
  guint      unit;              /* bytes */
  guint      units_per_cell;
  guint      writer_size;       /* bytes of a thread in the planes and tallies */
  guint64    n_units, n_pages;
  guint32   *writes, *reads;    /* by unit, where a cell has several; their largest is the cell's */
};

typedef enum
{
  LOOM_SIM_JOURNAL_NONE,
  LOOM_SIM_JOURNAL_BUSY,        /* being copied */
  LOOM_SIM_JOURNAL_READY,
} LoomSimJournalState;

/* What a page was before the launch. */
typedef struct
{
  guint32   slot;
  guint64   page;
  guint8   *bytes;
} LoomSimJournalPage;

/* How the lanes of an access lie that is counted later. */
typedef struct
{
  const LoomSimOp *op;          /* the first of those that share it; others access as many bytes */
  LoomSimSurvey    survey;
  guint            n_groups;
} LoomSimRows;

/* Such an access by lanes of one vector. */
typedef struct
{
  const LoomSimRows *rows;
  guint64            offset;    /* of the lowest of all lanes, whether it ran or not */
  guint64            first;     /* thread of the first lane */
  guint32            slot;
  guint32            lanes;     /* where in the tracker's those that ran begin, or all bits one:
                                   all */
} LoomSimRowsNote;

/* What one worker counts in one launch. */
struct _LoomSimTracker
{
  const LoomSimIsa  *isa;
  const LoomSimRegion *regions;
  guint              n_regions;
  guint              block_threads, vector_lanes;
  LoomSimRowsNote   *notes;     /* NULL: there were none yet */
  guint              n_notes, max_notes, n_surveys;
  GPtrArray         *rows;      /* (element-type LoomSimRows) by vector of a block, then survey,
                                   stores and loads apart */
  GArray            *lanes;     /* (element-type guint32) of notes, a vector's bits for each */
  gboolean           shares;    /* the launch with other workers */
  gboolean           stands;    /* the launch will not be undone: planes are added to meanwhile */
  gboolean           counts, counts_reads;      /* FALSE: bits alone */
  gboolean           counts_writers;            /* who stored; else how often alone */
  LoomSimTally    ***tallies;   /* by slot, then page; either may be NULL */
  GPtrArray         *slabs;     /* (element-type LoomSimTally) several at a time */
  guint              slab_left;
  GPtrArray         *extras;    /* (element-type gpointer) counts and threads of tallies */
  GArray            *undo;      /* (element-type LoomSimJournalPage) */
  guint64            stored;    /* threads that are not idle */
};

/* loom-sim-tracking.c */
gboolean         loom_sim_tracking_begin    (LoomSim                 *sim,
                                             LoomSimLaunchState      *launch,
                                             guint                    n_workers,
                                             LoomCoverageFlags        flags,
                                             GError                 **error);
LoomSimTracker  *loom_sim_tracker_new       (const LoomSimLaunchState *launch,
                                             guint                    n_workers,
                                             LoomCoverageFlags        flags);

/* Whether it is told who stored to a region. */
static inline gboolean
loom_sim_tracker_has_writers (const LoomSimTracker *self,
                              const LoomSimRegion  *region)
{
  return self->counts_writers && region->planes.lowest != NULL;
}

void             loom_sim_tracker_free      (LoomSimTracker          *self);
void             loom_sim_tracker_end_block (LoomSimTracker          *self,
                                             const LoomSimBlock      *block);
LoomSimTally    *loom_sim_tracker_add_tally (LoomSimTracker          *self,
                                             guint32                  slot,
                                             guint64                  page);
void             loom_sim_tracker_add_once  (LoomSimTracker          *self,
                                             LoomSimTally            *tally);
void             loom_sim_tracker_add_counts (LoomSimTracker         *self,
                                              const LoomSimCoverage  *coverage,
                                              LoomSimTally           *tally);
void             loom_sim_tracker_journal   (LoomSimTracker          *self,
                                             guint32                  slot,
                                             guint64                  page);
gboolean         loom_sim_tracking_conflicts (LoomSimTracker        **trackers,
                                              guint                   n);
void             loom_sim_tracking_undo     (LoomSimTracker         **trackers,
                                             guint                    n);

/* loom-sim-collect.c */
void             loom_sim_collect_trackers  (LoomSimTracker         **trackers,
                                             guint                    n,
                                             LoomSimPool             *pool);
void             loom_sim_coverage_free     (LoomSimCoverage         *self);
