#pragma once

#include "loom-backend-id.h"
#include "loom-limits.h"

/* Something that kernels can run on here, or why they can't. Numbers are 0 and texts empty where
 * they are not known, as all are of the simulator; org.gridloom.Runner.xml names the keys of the
 * dictionary that they come from. */
typedef struct
{
  char     *id;                 /* "sim", "cuda:0" */
  LoomBackendId backend;        /* what that names */
  char     *name;
  gboolean  available;
  char     *why;                /* not available, and what to do */
  char     *compute;            /* capability, "9.0" */
  char     *driver, *runtime;   /* versions of CUDA */
  gboolean  display;            /* a person looks at it */
  guint64   multiprocessors;
  guint64   clock, memory_clock;                /* kHz */
  guint64   memory_bus;                         /* bits */
  guint64   memory, l2, constant;               /* bytes */
  guint64   warp;                               /* threads */
  guint64   threads_per_block, threads_per_multiprocessor, blocks_per_multiprocessor;
  guint64   shared_per_block, shared_per_block_most, shared_per_multiprocessor; /* bytes */
  guint64   registers_per_block, registers_per_multiprocessor;
  guint64   context_opened;     /* the runner's primary context: when, in seconds since 1970; 0: not
                                   open, or not known */
  guint64   context_runs, context_held;         /* that used it; bytes that stay for the next */
  LoomDim3  block, grid;        /* most threads and blocks on each axis */
  GArray   *peers;              /* (element-type guint) numbers of GPUs whose memory it reaches */
} LoomDevice;

/* A line about a device, for people. */
typedef struct
{
  char *title, *value;
} LoomFact;

GPtrArray  *loom_device_list         (GVariant         *description);
gboolean    loom_device_reaches      (const LoomDevice *self,
                                      const LoomDevice *other);
GPtrArray  *loom_device_list_facts   (const LoomDevice *self);
char       *loom_device_dup_identity (const LoomDevice *self);
LoomLimits  loom_device_get_limits   (const LoomDevice *self);
const LoomDevice *loom_device_find   (const GPtrArray  *devices,
                                      const char       *id);

#define LOOM_COPY_HOST "host"   /* this computer, as an end of a copy */

/* How fast one way to copy is. */
typedef struct
{
  char     *from, *to;          /* "cuda:0", or LOOM_COPY_HOST for one of them */
  gboolean  pinned;             /* the memory of this computer is page-locked; else pageable */
  gboolean  direct;             /* from device to device: not through the memory of this computer */
  guint64   bytes;              /* that were copied for each sample */
  double    bytes_per_second;   /* 0: not measured */
  char     *why;                /* not measured; else empty */
} LoomCopyRate;

GPtrArray    *loom_copy_rate_list         (GVariant     *variant);
