#pragma once

#include "loom-backend.h"
#include "loom-cuda-capture.h"
#include "loom-cuda-module.h"
#include "loom-cuda-pool.h"

#include "loom-ptx-arena.h"

/* What a kernel did beside an array, on one side of it. */
typedef struct
{
  gboolean is_seen;
  gboolean is_counted;          /* each access was; else only what is changed is known */
  gint64   offset;              /* of the nearest byte from the array's first */
  guint64  written, read;       /* bytes */
  guint64  thread;              /* the lowest that wrote; all bits one: not known */
} LoomCudaOverrun;

typedef struct _LoomCudaTexture LoomCudaTexture;

/* One run in a thread of its own, from filled arrays to a result. */
typedef struct
{
  const LoomBackendRequest *request;
  LoomCudaContext       *context;
  LoomCudaModule        *module;        /* that is launched now */
  cudaKernel_t           kernel;
  gboolean               is_cooperative;
  guint                  n_launches;    /* in the part of a sample at hand */

  LoomRunMemory         *memory;
  GPtrArray             *values;        /* (element-type GByteArray) of each parameter */
  guint64               *addresses;     /* of each argument that is an array, on the device, now */
  gpointer              *params;        /* of each parameter: where its value is */

  LoomPtxArena           layout;        /* of the arena: of each buffer, those that are arguments
                                           first, then variables */
  LoomPtxArenaArray     *arrays;
  guint                  n_arrays;      /* without the variables */
  LoomCudaOverrun       *overruns;      /* two for each array, before it and after it */
  guint8                *arena, *image, *staging;
  gsize                  image_size;    /* arrays as in the arena, then the variables */
  gsize                 *offsets;       /* of each buffer, in the image and where it is staged */
  LoomCudaTexture       *textures;      /* of arguments that are objects */
  guint                  n_textures;
  gboolean               counts;        /* the module that is launched now counts; of steps: this
                                           whole run does */

  LoomCudaCapture       *capture;
  LoomRun               *run;
  gint64                 start;         /* µs */
} LoomCudaRun;

/* loom-cuda-run-memory.c: to the device and back */
gboolean loom_cuda_run_upload   (LoomCudaRun  *self,
                                 GError      **error);
gboolean loom_cuda_run_restore  (gpointer      run,
                                 GError      **error);
gboolean loom_cuda_run_download (LoomCudaRun  *self,
                                 GError      **error);
guint8  *loom_cuda_run_find_array (LoomCudaRun         *self,
                                   const LoomRunBuffer *buffer);

/* loom-cuda-run-texture.c: textures and surfaces */
gboolean loom_cuda_run_texture_make    (LoomCudaRun  *self,
                                        GError      **error);
gboolean loom_cuda_run_texture_restore (LoomCudaRun  *self,
                                        GError      **error);
gboolean loom_cuda_run_texture_fetch   (LoomCudaRun  *self,
                                        GError      **error);
void     loom_cuda_run_texture_forget_counts (LoomCudaRun *self);
void     loom_cuda_run_texture_free    (LoomCudaRun  *self);

/* loom-cuda-run-launch.c: warm-up and samples */
gboolean loom_cuda_run_choose   (LoomCudaRun  *self,
                                 const char   *ptx,
                                 GError      **error);
gboolean loom_cuda_run_sample   (LoomCudaRun  *self,
                                 gboolean      is_gated,
                                 double       *ms,
                                 GError      **error);
cudaKernel_t loom_cuda_run_find_kernel (LoomCudaRun *self,
                                 const LoomPlan *launch,
                                 gboolean     *is_cooperative,
                                 GError      **error);
void     loom_cuda_run_note_arguments (LoomCudaRun *self,
                                 GPtrArray    *values);
gboolean loom_cuda_run_all      (LoomCudaRun  *self,
                                 GError      **error);

/* loom-cuda-run-steps.c: the steps of a document */
gboolean loom_cuda_run_steps    (LoomCudaRun  *self,
                                 double       *ms,
                                 GError      **error);

/* loom-cuda-run-coverage.c: the launch that counts */
gboolean loom_cuda_run_count    (LoomCudaRun  *self,
                                 GError      **error);
gboolean loom_cuda_run_count_steps (LoomCudaRun *self,
                                 GError      **error);

/* loom-cuda-run-guard.c: what lies between the arrays */
void     loom_cuda_run_guard_fill (LoomCudaRun *self);
void     loom_cuda_run_guard_compare (LoomCudaRun *self);
void     loom_cuda_run_guard_count (LoomCudaRun *self);
void     loom_cuda_run_guard_add  (LoomCudaRun *self);

/* loom-cuda-run-copy.c: arrays to another device */
gboolean loom_cuda_run_copy     (LoomCudaRun  *self,
                                 GError      **error);

/* loom-cuda-backend.c */
void     loom_cuda_run_enter    (LoomCudaRun  *self,
                                 LoomStepKind  kind);
