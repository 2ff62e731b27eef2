#pragma once

#include "loom-dim3.h"
#include "loom-type.h"
#include "loom-wire.h"

#define LOOM_CELL_MAX_ACCESSES 4096     /* of each kind that are kept: the last writes, the first
                                           reads */
#define LOOM_CELL_MAX_FOOTPRINT 65536   /* cells that are kept of what its writers read */
#define LOOM_CELL_VALUE_BYTES 16        /* of a value */

/* The cell whose writers and readers are asked for. Plain value. */
typedef struct
{
  const char *array;            /* interned; NULL: none is asked for */
  guint       n;                /* numbers in `at` */
  guint64     at[3];            /* its place, as C has it: [plane][row][column]; one number alone is
                                   its index */
  gboolean    alone;            /* nothing of the run but this is wanted, so it may leave out what
                                   cannot come to the cell */
} LoomCellTarget;

typedef enum
{
  LOOM_CELL_READ,
  LOOM_CELL_WRITE,
  LOOM_CELL_ATOMIC,             /* both at once; it stands among the writes */
  LOOM_N_CELL_ACCESSES
} LoomCellAccessKind;

/* One access of a thread to the cell. Plain value without holes, so that it crosses to another
 * process as it is. */
typedef struct
{
  guint64 sequence;             /* among all accesses to the cell, from 0 */
  guint64 block;                /* linear, of the launch's grid */
  guint32 thread;               /* linear, of its block */
  guint32 launch, site;         /* indices */
  guint32 offset;               /* the first byte of the cell that it was to */
  guint16 size;                 /* as many of them */
  guint16 n_bytes;              /* that are kept */
  guint16 kind;                 /* LoomCellAccessKind */
  guint16 padding;
  guint8  bytes[LOOM_CELL_VALUE_BYTES]; /* what was there: at a read, or after a write */
} LoomCellAccess;

/* Cells that threads read before they wrote the cell. Plain value like the one above. */
typedef struct
{
  guint64 cell;                 /* index in C order */
  guint64 count;                /* of loads */
  guint32 array, site;          /* indices; site: of the first load */
} LoomCellSource;

/* A launch that came to the cell. */
typedef struct
{
  guint32  number;              /* of the run's launches, from 0 */
  char    *kernel;
  LoomDim3 grid, block;
} LoomCellLaunch;

/* The place of an instruction that did. */
typedef struct
{
  guint32     ptx_line, line;   /* line: of the source, 0: none */
  const char *file;             /* interned, that the line is of; NULL: the document */
  char       *text;             /* the instruction */
} LoomCellSite;

/* Who wrote a cell and who read it, in the order in which they did. Built while a run is made, then
 * not changed. */
typedef struct
{
  LoomCellTarget target;
  guint64        cell;          /* index in C order */
  guint64        n_writes, n_reads;     /* also those that are not kept */
  guint64        n_atomics;     /* writes that read as well */
  guint64        n_loads;       /* of writers, before they wrote; of memory with a name */
  guint64        n_other_loads; /* likewise of shared and other memory without one */
  gboolean       loads_cut;     /* a writer loaded more than is kept of a thread, or the footprint
                                   has more cells than are */
  guint64        blocks, blocks_run;    /* of all launches; fewer were run where others cannot come
                                           to the cell */
  GArray        *writes;        /* (element-type LoomCellAccess) the last ones */
  GArray        *reads;         /* (element-type LoomCellAccess) the first ones */
  GArray        *footprint;     /* (element-type LoomCellSource) */
  GPtrArray     *launches;      /* (element-type LoomCellLaunch) */
  GPtrArray     *sites;         /* (element-type LoomCellSite) */
  GPtrArray     *arrays;        /* (element-type utf8) names of those in the footprint */

  GHashTable    *known;         /* while it is built: sources by array and cell */
  LoomCellLaunch now;           /* likewise: the launch that runs; kernel is borrowed */
} LoomCellHistory;

gboolean         loom_cell_target_parse   (const char            *text,
                                           LoomCellTarget        *target,
                                           GError               **error);
gboolean         loom_cell_target_find    (const LoomCellTarget  *self,
                                           const LoomShape       *shape,
                                           guint64               *cell,
                                           GError               **error);
char            *loom_cell_dup_subscript  (const LoomShape       *shape,
                                           guint64                cell);
GVariant        *loom_cell_target_to_variant   (const LoomCellTarget *self);
gboolean         loom_cell_target_from_variant (GVariant         *variant,
                                           LoomCellTarget        *target);

LoomCellHistory *loom_cell_history_new    (const LoomCellTarget  *target,
                                           guint64                cell);
void             loom_cell_history_free   (LoomCellHistory       *self);
void             loom_cell_history_begin_launch (LoomCellHistory *self,
                                           const char            *kernel,
                                           const LoomDim3        *grid,
                                           const LoomDim3        *block);
void             loom_cell_history_add    (LoomCellHistory       *self,
                                           const LoomCellAccess  *access);
void             loom_cell_history_add_source (LoomCellHistory   *self,
                                           guint32                array,
                                           guint64                cell,
                                           guint32                site);
void             loom_cell_history_finish (LoomCellHistory       *self);
guint32          loom_cell_history_take_array (LoomCellHistory   *self,
                                           const char            *name);
guint32          loom_cell_history_take_site  (LoomCellHistory   *self,
                                           guint                  ptx_line,
                                           gboolean              *is_new);
char            *loom_cell_access_format  (const LoomCellAccess  *self,
                                           const LoomType        *type);
const char      *loom_cell_access_get_kind (const LoomCellAccess *self);
LOOM_DECLARE_WIRE (LoomCellHistory, loom_cell_history)
extern const LoomWire _loom_cell_history_wire, _loom_cell_target_wire;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomCellHistory, loom_cell_history_free)
