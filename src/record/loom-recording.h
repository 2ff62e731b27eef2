#pragma once

#include "loom-compiled.h"
#include "loom-dim3.h"
#include "loom-texture.h"

#include <gio/gio.h>

/* An allocation that a parameter of a launch leads to. */
typedef struct
{
  guint    parameter;
  guint64  at;                  /* of the pointer, in the parameter */
  guint64  offset;              /* of what it points to, in the allocation */
  guint    memory;              /* the allocation's number */
  guint64  size;                /* of the allocation */
  guint64  pitch;               /* of rows that it was asked for as; 0: it was as bytes */
  guint64  width, height;       /* of those rows, in bytes, and how many a plane has */
  char    *contents;            /* name of the file that has what it held before, or NULL */
  gboolean is_mapped;           /* the host may write it without a call that is recorded */
  gboolean is_undefined;        /* nothing is known to have written it */
  LoomTexture texture;          /* how the kernel saw it, where it got an object of it */
  LoomType    type;             /* of a cell of that object */
  LoomShape   shape;            /* likewise */
} LoomRecordedArray;

/* A variable of the launched kernel's module. */
typedef struct
{
  char    *lowered;
  guint64  size;
  char    *contents;            /* as above */
} LoomRecordedVariable;

#define LOOM_RECORDED_NO_UNIT G_MAXUINT

typedef struct
{
  guint64    number;            /* from 1, in the order of the program */
  guint      unit;              /* index of its source; LOOM_RECORDED_NO_UNIT: it has PTX alone */
  char      *kernel;            /* lowered */
  char      *name;              /* of the kernel, as a person reads it */
  LoomDim3   grid, block;
  guint64    shared;            /* dynamic, bytes */
  guint64    stream;            /* its handle; 0: the default stream */
  guint64    address;           /* of the call in the program; 0: not known */
  char      *file;              /* in which it stands, absolute, NULL: not known */
  guint      line;
  GPtrArray *parameters;        /* (element-type GBytes) */
  GPtrArray *arrays;            /* (element-type LoomRecordedArray) */
  GPtrArray *variables;         /* (element-type LoomRecordedVariable) */
  GArray    *written;           /* (element-type guint) allocations that were copied into or filled
                                   since the launch before */
  gboolean   follows_variable;  /* a variable was, likewise */
  char      *error;             /* CUDA's name of why it failed, NULL: it did not */
  char      *text;              /* in words, or NULL */
} LoomRecordedLaunch;

/* What a program did on the device. */
typedef struct
{
  char      *folder;            /* with the contents */
  GPtrArray *launches;          /* (element-type LoomRecordedLaunch) */
  GPtrArray *refused;           /* (element-type utf8) functions that are not supported */
  GArray    *written;           /* (element-type guint) as above, since the last launch */
  gboolean   is_variable_written;       /* likewise */
  gboolean   is_full;           /* it has no room for what came later */
  guint      bad_line;          /* that is not as a recording has it: nothing behind it was read; 0:
                                   there is none */
} LoomRecording;

/* Launches of one kernel at one place of the program, with the same extents. */
typedef struct
{
  const LoomRecordedLaunch *first, *last;
  guint                     n;
} LoomLaunchSite;

LoomRecording *loom_recording_read      (const char                *folder,
                                         GError                   **error);
void           loom_recording_free      (LoomRecording             *self);
gboolean       loom_recording_is_contents (const char               *name);
GBytes        *loom_recording_load      (LoomRecording             *self,
                                         const char                *contents,
                                         guint64                    size,
                                         GError                   **error);
const LoomRecordedArray *loom_recorded_launch_find_array (const LoomRecordedLaunch *self,
                                         guint                     parameter);
guint          loom_recording_count_repeats (LoomRecording         *self,
                                         guint                      index);
GArray        *loom_recording_list_sites (LoomRecording            *self);
guint          loom_recording_count_bare (LoomRecording            *self);
gboolean       loom_recorded_launch_is_bare (const LoomRecordedLaunch *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomRecording, loom_recording_free)
