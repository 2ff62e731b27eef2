#pragma once

#include "loom-array.h"
#include "loom-block-costs.h"
#include "loom-deviation.h"
#include "loom-dim3.h"
#include "loom-finding.h"
#include "loom-job.h"
#include "loom-kernel-costs.h"
#include "loom-measurement.h"
#include "loom-profile.h"
#include "loom-run-argument.h"
#include "loom-run-options.h"
#include "loom-run-part.h"
#include "loom-run-step.h"
#include "loom-schedule.h"
#include "loom-tally.h"
#include "loom-trace.h"

/* What every number carries. */
typedef enum
{
  LOOM_FIDELITY_HOST,           /* time this computer spent */
  LOOM_FIDELITY_SIMULATED,      /* counted exactly by the simulator */
  LOOM_FIDELITY_MEASURED,       /* an event on a GPU */
  LOOM_FIDELITY_MODELLED,       /* estimated */
} LoomFidelity;

/* What of a cell is compared with the same cell of another run. */
typedef enum
{
  LOOM_COMPARED_VALUES,
  LOOM_COMPARED_WRITES,
  LOOM_COMPARED_READS,
  LOOM_COMPARED_LOWEST,
  LOOM_COMPARED_HIGHEST,
  LOOM_N_COMPARED
} LoomCompared;

/* Where the code of a run comes from. */
typedef enum
{
  LOOM_COMPILATION_COLD,        /* the compiler made it */
  LOOM_COMPILATION_CACHED,      /* the compiler had answered the same before */
  LOOM_COMPILATION_REUSED,      /* it was compiled for an earlier run */
} LoomCompilation;

#define LOOM_FIRST_DIFFERENCES 8

/* One plane of an array against that of another run. */
typedef struct
{
  gboolean done;                /* both runs have the plane */
  gboolean if_any;              /* only whether at all: how often hangs on the schedule */
  guint64  differ;              /* cells */
  guint64  max_ulps;            /* of values that are floats; LOOM_NO_DISTANCE: NaN against a
                                   number */
  LoomDeviation deviation;      /* of values, from those of the other run */
  guint    n_first;
  guint64  first[LOOM_FIRST_DIFFERENCES];       /* the lowest cells that differ, in C order */
} LoomPlaneDifference;

/* An array against the same one of another run (see LoomComparison). */
typedef struct
{
  LoomBackendId        with;    /* the other run's backend */
  char                *name;    /* of the other run, in the user's language, if its backend does not
                                   tell the two apart, else NULL */
  struct _LoomRunArray *other;  /* the same array there, or NULL */
  GBytes              *cells;   /* guint8 for each cell: 1 << LoomCompared where that differs; NULL:
                                   the arrays are not of one kind, or the other run has none of this
                                   name */
  guint64              differ;  /* cells where anything does */
  LoomPlaneDifference  planes[LOOM_N_COMPARED];
} LoomArrayDifference;

/* A cell beside what is expected of it, as text. */
typedef struct
{
  guint64  cell;                /* in C order */
  char    *got, *expected;
} LoomCheckedCell;

/* How a cell without contents was met. */
typedef enum
{
  LOOM_UNINITIALISED_READ = 1 << 0,     /* before anything was written there */
  LOOM_UNINITIALISED_LEFT = 1 << 1,     /* it ends with bits that were made from none */
} LoomUninitialised;

/* Planes are views into the one memory file of a run; NULL where not asked for. Writers are
 * linear thread ids (linear block × threads per block + linear thread); all bits one: none. */
typedef struct _LoomRunArray
{
  char      *name;
  gboolean   is_symbol;
  gboolean   is_const;
  LoomArray *array;             /* the contents afterwards */
  GBytes    *writes;            /* guint32 for each cell */
  GBytes    *reads;             /* guint32 for each cell */
  GBytes    *lowest, *highest;  /* guint32 or guint64 for each cell */
  guint      writer_size;       /* 4 or 8 bytes */
  GBytes    *domain;            /* guint8 for each cell: 1 if it should be written */
  GBytes    *mismatch;          /* guint8 for each cell: 1 if it differs from the reference */
  GBytes    *reference;         /* what each cell should hold, as the cells are */
  GBytes    *sectors;           /* float for each cell: of the requests that touched it, the mean of
                                   the sectors that each asks for; 0 where none did */
  GBytes    *load_sectors, *store_sectors;      /* the same of loads alone, and of stores and
                                                   atomics */
  GBytes    *first_write;       /* guint32 for each cell: the number of the request that wrote it
                                   first, from 1, among all that store to global memory; 0: none */
  GBytes    *seeds;             /* guint8 for each cell: how many of the other orders that were
                                   tried left another value there */
  GBytes    *first_seeds;       /* guint8 for each cell: the first of these, from 1; 0: none */
  GBytes    *races;             /* guint8 for each cell: 1 if accesses to it raced */
  GBytes    *uninitialised;     /* guint8 for each cell: LoomUninitialised */
  GBytes    *frames;            /* the contents at moments of the steps, one behind the other, each
                                   as many bytes as the array */
  double     frames_low, frames_high;   /* the range of the finite numbers in these; low > high: not
                                           known */
  guint64    compared, mismatches;
  LoomDeviation deviation;      /* from the reference, of the cells that differ; where none does,
                                   of all */
  LoomCheckedCell first, worst; /* of the cells that differ; the worst has the largest absolute
                                   deviation. Texts are NULL where there is none */
  LoomArrayDifference *difference;      /* from another run, or NULL */
  LoomArrayCounts *counts;      /* atomic: what the planes add up to once somebody asked, or NULL */
} LoomRunArray;

/* A plane of an array: what it is called outside of this program, where it lies, and the bytes that
 * it has for each cell. */
typedef struct
{
  const char *name;
  gsize       member;           /* offset of the GBytes in LoomRunArray */
  guint       cell_size;        /* or LOOM_PLANE_OF_WRITERS, LOOM_PLANE_OF_CELLS: as many as the
                                   number of a writer, or a cell of the array, has */
} LoomRunPlane;

#define LOOM_PLANE_OF_WRITERS 0
#define LOOM_PLANE_OF_CELLS G_MAXUINT
#define LOOM_N_RUN_PLANES 15

extern const LoomRunPlane loom_run_planes[LOOM_N_RUN_PLANES];

typedef struct
{
  double     compile_ms, upload_ms, download_ms, callback_ms;   /* negative: not done */
  LoomCompilation compilation;  /* what compile_ms is the time of */
  GArray    *kernel_ms;         /* (element-type double) samples */
  LoomFidelity fidelity;
} LoomTimings;

/* One execution, done. Immutable, reference counted. */
typedef struct _LoomRun
{
  LoomBackendId backend;
  LoomFidelity  fidelity;       /* of coverage and counts */
  char         *kernel;
  LoomDim3      block, grid;
  guint64       shared;
  guint64       threads;        /* of one launch */
  guint         launches;       /* that followed each other; steps have their own count */
  gint64        equal_writes;   /* unordered stores of what was there already; -1: races were not
                                   looked for */
  gint64        idle_threads;   /* that stored to no array and no variable; -1: not counted */
  gboolean      as_written;     /* coverage is of code that was not optimised */
  guint64       warp_instructions;
  guint         seeds;          /* orders that were tried beside, from seed 0 on; 0: none */
  GArray       *other_seeds;    /* (element-type guint32) those that another outcome came of */
  gint          main_array;     /* index into arrays, -1 */
  GPtrArray    *arrays;         /* (element-type LoomRunArray) */
  GPtrArray    *arguments;      /* (element-type LoomRunArgument) in the order of the parameters,
                                   then what structs point to, then module variables */
  LoomFinding  *trap;           /* or NULL */
  guint64       trapped_blocks;
  GPtrArray    *findings;       /* (element-type LoomFinding) warnings */
  char         *output;         /* of printf, see loom_run_take_output() */
  LoomProfile  *profile;        /* or NULL */
  LoomTrace    *trace;          /* or NULL */
  LoomBlockCosts *block_costs;  /* of its one launch, or NULL */
  LoomCellHistory *cell;        /* who wrote and read the cell that was asked for, or NULL */
  LoomReplay   *replay;         /* steps of the thread that was asked for, or NULL */
  LoomTimings   timings;
  GPtrArray    *steps;          /* (element-type LoomRunStep) in the order of the text; empty: the
                                   run is launches alone */
  GPtrArray    *streams;        /* (element-type utf8) of the steps, by number; the first is the
                                   default stream, without a name */
  GArray       *spans;          /* (element-type LoomRunSpan) when the first steps were done */
  GPtrArray    *parts;          /* (element-type LoomRunPart) of each device, where arrays were
                                   split; else empty */
  guint64       moments;        /* how often what can be looked at has changed */
  GArray       *frames;         /* (element-type LoomRunFrame) that were kept, in their order */
  LoomTally    *tally;          /* of a run whose arrays were not asked for, else NULL */

  /* of a run on a GPU, else NULL */
  LoomMeasurement *measurement;
  LoomKernelCosts *costs;
  LoomJob         *job;
  LoomSchedule    *schedule;    /* where the blocks were watched */

  struct _LoomRun *original;    /* owns all but the arrays of a variation; or NULL */
} LoomRun;

/* Bytes: a message has room for so much of what a kernel prints, and nobody reads more. Of one
 * launch the simulator keeps less (LOOM_SIM_MAX_OUTPUT). */
#define LOOM_RUN_MAX_OUTPUT (16 << 20)

#define LOOM_TYPE_RUN (loom_run_get_type ())

GType         loom_run_get_type       (void) G_GNUC_CONST;
LoomRun      *loom_run_new            (void);
LoomRun      *loom_run_ref            (LoomRun             *self);
void          loom_run_unref          (LoomRun             *self);
LoomRun      *loom_run_new_variation  (LoomRun             *self);
gboolean      loom_run_is_moment_of   (LoomRun             *self,
                                       LoomRun             *other);
LoomRun      *loom_run_new_frame      (LoomRun             *self,
                                       guint                index);
void          loom_run_take_output    (LoomRun             *self,
                                       char                *text);
LoomRunArray *loom_run_array_new      (const char          *name,
                                       LoomArray           *array);
guint         loom_run_plane_get_cell_size (guint           plane,
                                            const LoomType *type,
                                            guint           writer_size);
GBytes      **loom_run_array_get_plane (LoomRunArray       *self,
                                       guint               plane);
LoomRunArray *loom_run_array_copy     (const LoomRunArray  *self);
void          loom_run_array_free     (LoomRunArray        *self);
char         *loom_array_difference_dup_with (const LoomArrayDifference *self);
char         *loom_run_dup_array_name (LoomRun             *self,
                                       const LoomRunArray  *array);
LoomRunArray *loom_run_find_array     (LoomRun             *self,
                                       const char          *name);
void          loom_run_array_count    (const LoomRunArray  *self,
                                       LoomArrayCounts     *counts);
LoomTally    *loom_run_dup_tally      (const LoomRun       *self);
char         *loom_run_array_dup_checked (const LoomRunArray    *self,
                                          const LoomCheckedCell *cell);
guint         loom_run_choose_writer_size (guint64             threads);
gint64        loom_run_array_get_writer (const LoomRunArray *self,
                                         GBytes             *plane,
                                         guint64             cell);
/* What remains of a run when its arrays are let go of, and what that gains. */
LoomRun      *loom_run_new_figures    (const LoomRun       *self);
guint64       loom_run_get_size       (const LoomRun       *self);
char         *loom_run_dup_order_sentence (const LoomRun   *self);
const char   *loom_fidelity_get_name  (LoomFidelity         fidelity);
const char   *loom_compilation_get_name (LoomCompilation    compilation);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomRun, loom_run_unref)
