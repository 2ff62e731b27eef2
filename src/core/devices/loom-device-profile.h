#pragma once

#include "loom-device.h"
#include "loom-float.h"
#include "loom-limits.h"

#include <gio/gio.h>

/* A number of a device, and which document tells of it. */
typedef struct
{
  guint64     value;            /* 0: not told */
  const char *source;           /* interned; NULL: not told */
} LoomFigure;

#define LOOM_MAX_CAPACITIES 16

/* What a GPU has, whether or not there is one here: a compute capability, a board, or what a file
 * of the user's makes of one of them. */
typedef struct
{
  char       *id;               /* "8.9", "rtx-4090" */
  char       *name;             /* "GeForce RTX 4090" */
  char       *compute;          /* "8.9" */
  char       *file;             /* that it was read from, or NULL */

  /* -- of a multiprocessor -- */
  LoomFigure  warps, blocks;    /* resident ones */
  LoomFigure  registers, register_unit;         /* a warp is given a multiple of the unit, … */
  LoomFigure  partitions;       /* … by one of these, which share the registers evenly */
  LoomFigure  shared, shared_unit;              /* bytes; a block is given a multiple of the unit */
  LoomFigure  capacity;         /* the largest of: */
  guint64     capacities[LOOM_MAX_CAPACITIES];  /* bytes that can be shared memory, ascending */
  guint       n_capacities;
  LoomFigure  flops[LOOM_N_FLOATS];     /* operations in a cycle, of which a fused multiply-add is
                                           one; not told of all capabilities */

  /* -- of a block, of a thread -- */
  LoomFigure  threads_per_block, registers_per_block, registers_per_thread;
  LoomFigure  shared_per_block; /* bytes, without asking for more */
  LoomFigure  shared_per_block_most;            /* bytes */
  LoomFigure  shared_reserved;  /* bytes of each block that are the system's */

  /* -- of a board; not told of a mere compute capability -- */
  LoomFigure  multiprocessors;
  LoomFigure  clock;            /* MHz */
  LoomFigure  bandwidth;        /* of its memory, MB/s */
  LoomFigure  memory;           /* MiB */
  LoomFigure  l2;               /* bytes */
} LoomDeviceProfile;

typedef enum
{
  LOOM_FIGURE_NUMBER,
  LOOM_FIGURE_BYTES,
  LOOM_FIGURE_MIB,
  LOOM_FIGURE_MHZ,
  LOOM_FIGURE_MB_PER_SECOND,
} LoomFigureUnit;

/* One of the figures. */
typedef struct
{
  const char     *key;          /* in files and JSON */
  const char     *title;        /* for people, untranslated */
  LoomFigureUnit  unit;
  guint64         least, most;  /* that a file may say */
  gsize           member;
} LoomFigureKind;

#define LOOM_DEFAULT_PROFILE "rtx-3060" /* what the simulator is like */

const LoomFigureKind *loom_figure_list_kinds         (guint                   *n);
const LoomFigureKind *loom_figure_find_kind          (const char              *key);
const LoomFigure     *loom_device_profile_get_figure (const LoomDeviceProfile *self,
                                                      const LoomFigureKind    *kind);
char                 *loom_figure_format             (const LoomFigure        *self,
                                                      const LoomFigureKind    *kind);
GPtrArray            *loom_device_profile_list       (const char              *folder,
                                                      GPtrArray               *problems);
char                 *loom_device_profile_dup_folder (void);
const LoomDeviceProfile *loom_device_profile_find    (const GPtrArray         *profiles,
                                                      const char              *id,
                                                      GError                 **error);
LoomDeviceProfile    *loom_device_profile_new_of     (const GPtrArray         *profiles,
                                                      const LoomDevice        *device);
char                 *loom_device_profile_dup_target (const LoomDeviceProfile *self,
                                                      const char              *prefix);
LoomLimits            loom_device_profile_get_limits (const LoomDeviceProfile *self);
LoomLimits            loom_device_profile_get_simulated_limits (const LoomDeviceProfile *self);
LoomDeviceProfile    *loom_device_profile_copy       (const LoomDeviceProfile *self);
void                  loom_device_profile_free       (LoomDeviceProfile       *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomDeviceProfile, loom_device_profile_free)
