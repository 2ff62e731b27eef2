#pragma once

#include "loom-source-scan.h"
#include "loom-wire.h"

#define LOOM_ALL_AXES 7u

/* A bit for each axis: 1 for x, 2 for y, 4 for z. */
typedef struct
{
  gboolean is_known;            /* no index goes where it can't be followed */
  guint    threads, blocks;     /* axes of threadIdx and of blockIdx that are read */
  guint    extents;             /* axes of blockDim and gridDim that are read */
  gboolean decides;             /* some of it is done by some threads only, as far as is known */
  gboolean calls;               /* functions of the source, perhaps */
} LoomSourceIndices;

/* What a kernel does with an array. */
typedef enum
{
  LOOM_SOURCE_USE_UNKNOWN,
  LOOM_SOURCE_USE_READS,        /* and nothing else */
  LOOM_SOURCE_USE_STORES,
} LoomSourceUse;

/* `if (i < N)`: N. */
typedef struct
{
  char     *name;
  gboolean  is_constant;        /* a parameter, perhaps, is none */
  gint64    value;              /* of a constant */
  guint     axes;               /* a bit for each axis of the thread that is tested; 0: not known */
} LoomSourceBound;

void  loom_source_indices_read     (LoomSourceIndices       *self,
                                    LoomSourceScan          *scan,
                                    const char              *kernel);
guint loom_source_indices_get_rank (const LoomSourceIndices *self);
/* The axes on which each thread of the grid has a cell of an array. */
guint loom_source_get_direct       (LoomSourceScan          *scan,
                                    const char              *kernel,
                                    const char              *array);
LoomSourceUse loom_source_get_use  (LoomSourceScan          *scan,
                                    const char              *kernel,
                                    const char              *array,
                                    gboolean                 calls);
/* For each kernel (element-type LoomSourceBound): what it tests its indices against. extents: for
 * each kernel (element-type guint64): of each parameter the outermost extent of `float a[8][N]`. */
GPtrArray *loom_source_list_bounds (LoomSourceScan          *scan,
                                    const char * const      *kernels,
                                    guint                    n_kernels,
                                    GPtrArray              **extents);
void       loom_source_bound_free  (LoomSourceBound         *self);
extern const LoomWire _loom_source_indices_wire;
