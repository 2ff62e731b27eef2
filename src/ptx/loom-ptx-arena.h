#pragma once

#include "loom-dim3.h"
#include "loom-ptx-module.h"
#include "loom-run.h"

/* What lies where in the memory that an instrumented kernel (loom-ptx-instrument.h) counts in.
 *
 * All arrays of a launch lie in one allocation on the device, the *arena*, and their counters
 * behind them, so that whether an address is counted, and where, takes one subtraction, one
 * comparison and one shift:
 *
 *   0            a guard zone, which belongs to nothing, then arrays, each at its `offset`, a
 *                multiple of LOOM_PTX_ARENA_ALIGN, with a guard zone after it: LOOM_PTX_ARENA_GUARD
 *                bytes at least, for large arrays an eighth of their size up to 64 KiB. What is
 *                done there is counted as anywhere
 *   array_bytes  variables of the module that are counted lie where the module has them. Only their
 *                counters are here: each has an `offset` behind the arrays as if its bytes were
 *                there, and what is done at its address, which the module itself knows, is counted
 *                at that offset
 *   counters     = array_bytes; from here to `size` all must be zero before the launch that is
 *                counted
 *   writes       guint32 for each unit
 *   reads        guint32 for each unit
 *   lowest       for each unit, writer_size bytes: the bitwise complement of the lowest thread that
 *                wrote it; 0: none
 *   highest      for each unit, writer_size bytes: the highest thread that wrote it, plus one; 0:
 *                none
 *   stored       guint8 for each thread of the launch: 1 if it stored to an array or a variable of
 *                global memory, counted or not, else 0. Of several launches in a row the
 *                simulator tells the last one's: zero these, the `threads` bytes from here on,
 *                before each of them
 *   blocks       three guint64 for each block: complement of the earliest start, latest end (both
 *                %globaltimer, nanoseconds), SM plus one; all 0: the block did not run. Counting
 *                makes a kernel slow: for times that mean something, count in one launch and take
 *                the schedule in another
 *
 * Each of these is an offset from the arena's first byte; those that are not asked for are 0. Byte
 * b of the arena belongs to unit b / unit. A *unit* is the widest power of two bytes, 16 at most,
 * that divides the cells of all of them and that no counted access of the module is narrower than:
 * accesses are aligned, so none touches a part of a unit, and "the largest over the cell's bytes"
 * is the largest over the cell's units, exactly. */

#define LOOM_PTX_ARENA_ALIGN 256u
#define LOOM_PTX_ARENA_GUARD 512u

/* One array of a launch, or a variable of the module that is counted as an array is. */
typedef struct
{
  gsize       size, cell_size;  /* bytes; given */
  guint64     offset;           /* of its first byte in the arena; computed */
  const char *symbol;           /* of a variable: its name in the PTX; given. NULL: an array */
  gsize       guard;            /* bytes of the zone after an array; given. 0: as many as suit its
                                   size */
} LoomPtxArenaArray;

/* How a module is instrumented. Text made for equal ones is equal, whatever the arrays. */
typedef struct
{
  LoomCoverageFlags coverage;   /* LOOM_COVERAGE_NONE: nothing is counted */
  gboolean          schedule;   /* when each block ran and where. Alone, it changes the kernel
                                   little */
  guint             unit;       /* bytes; 1, 2, 4, 8 or 16 */
  guint             writer_size;  /* bytes of a thread in lowest and highest: 4 or 8 */
  guint             block_threads;  /* of the launch: becomes .maxntid, so that ptxas spills sooner
                                       than fails to launch */
  const LoomPtxArenaArray *variables;   /* that are counted; their first `offset` is the arrays'
                                           end. Borrowed */
  guint             n_variables;
} LoomPtxInstrumentation;

typedef struct
{
  LoomPtxInstrumentation how;
  guint64 array_bytes;          /* an address less the arena's that is smaller than this is
                                   counted */
  guint64 counted_bytes;        /* with the variables: what has counters */
  guint64 threads, n_blocks;    /* of the launch */
  guint64 counters;             /* where zeros must be, up to size; all that has to be downloaded
                                   lies there */
  guint64 writes, reads, lowest, highest, stored, blocks;
  guint64 size;                 /* bytes to allocate */
} LoomPtxArena;

/* What the host writes to the module variable LOOM_PTX_ARENA_SYMBOL before an instrumented launch:
 * device addresses. */
typedef struct
{
  guint64 base, array_bytes;
  guint64 writes, reads, lowest, highest, stored, blocks;
} LoomPtxArenaTable;

#define LOOM_PTX_ARENA_SYMBOL "gridloom_arena"

/* Where loom_ptx_arena_fold() puts the counts of one array's cells; NULL: nowhere. */
typedef struct
{
  guint32  *writes, *reads;
  gpointer  lowest, highest;    /* writer_size bytes each; all bits one: none */
} LoomPtxArenaPlanes;

typedef struct
{
  guint64 start, end;           /* %globaltimer, nanoseconds */
  gint64  multiprocessor;       /* -1: the block did not run */
} LoomPtxArenaBlock;

gboolean loom_ptx_arena_init       (LoomPtxArena             *self,
                                    LoomPtxModule            *module,
                                    LoomPtxArenaArray        *arrays,
                                    guint                     n_arrays,
                                    const LoomDim3           *grid,
                                    const LoomDim3           *block,
                                    LoomCoverageFlags         coverage,
                                    gboolean                  schedule,
                                    GError                  **error);
void     loom_ptx_arena_get_table  (const LoomPtxArena       *self,
                                    guint64                   address,
                                    LoomPtxArenaTable        *table);
void     loom_ptx_arena_fold       (const LoomPtxArena       *self,
                                    const LoomPtxArenaArray  *array,
                                    gconstpointer             counters,
                                    const LoomPtxArenaPlanes *planes);
guint64  loom_ptx_arena_count_idle (const LoomPtxArena       *self,
                                    gconstpointer             counters);
void     loom_ptx_arena_get_block  (const LoomPtxArena       *self,
                                    gconstpointer             counters,
                                    guint64                   index,
                                    LoomPtxArenaBlock        *block);
