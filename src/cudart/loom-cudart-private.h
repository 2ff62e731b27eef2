#pragma once

#include "cuda_runtime_api.h"

#include "loom-kernel-resources.h"
#include "loom-sim.h"

#define LOOM_CUDART_REGISTERS 65536     /* of a multiprocessor, and of a block */

/* All of the runtime's own state belongs to one lock, which each entry point holds from its first
 * statement to its return. Work is done at the call that asks for it, also on streams: that is an
 * order which CUDA's rules allow for every program that waits for what it needs. */
void        _loom_cudart_lock          (void);
void        _loom_cudart_unlock        (void);
cudaError_t _loom_cudart_enter         (void);
cudaError_t _loom_cudart_leave         (cudaError_t       error);
void        _loom_cudart_lose          (cudaError_t       error);
void        _loom_cudart_warn          (const char       *format,
                                        ...) G_GNUC_PRINTF (1, 2);

static inline void
_loom_cudart_unlock_cleanup (int *locked)
{
  _loom_cudart_unlock ();
}

/* Begins an entry point: after an error that ended the context each call returns that error. */
#define LOOM_CUDART_BEGIN \
  __attribute__ ((cleanup (_loom_cudart_unlock_cleanup))) int locked G_GNUC_UNUSED = \
    (_loom_cudart_lock (), 0); \
  if (_loom_cudart_enter () != cudaSuccess) \
    return _loom_cudart_enter ()

/* -- loom-cudart-memory.c -- */

/* Where an address may be used, as CUDA tells it. */
typedef enum
{
  LOOM_CUDART_DEVICE,           /* kernels alone: the host crashes, as it does beside a GPU */
  LOOM_CUDART_MANAGED,          /* both; the address is that of the bytes */
  LOOM_CUDART_PINNED,           /* both, of the host */
  LOOM_CUDART_REGISTERED,       /* memory of the host's own, which kernels see at this address */
  LOOM_CUDART_VARIABLE,         /* of a module */
} LoomCudartPlace;

typedef struct
{
  LoomCudartPlace place;
  guint64         address;      /* as kernels have it */
  guint8         *bytes;
  gsize           size;
  gsize           pitch;        /* of rows that it was asked for as; 0: it was as bytes */
  gsize           width, height;        /* of those rows, in bytes, and how many a plane has */
  guint           number;       /* from 1, in the order in which allocations were made */
  int             device;
  guint           pooled : 1;   /* it shares its slot with others */
  guint           has_texture : 1;
  guint           is_written : 1;       /* a call wrote it, or a kernel was given it */
  LoomTexture     texture;      /* how kernels see it by its address */
  LoomType        type;
  LoomShape       shape;
} LoomCudartMemory;

LoomCudartMemory *_loom_cudart_memory_new       (LoomCudartPlace   place,
                                                 gsize             size,
                                                 guint8           *bytes);
LoomCudartMemory *_loom_cudart_memory_new_variable (guint64        address,
                                                 gsize             size,
                                                 guint8           *bytes);
cudaError_t       _loom_cudart_memory_free      (guint64           address,
                                                 LoomCudartPlace   place);
LoomCudartMemory *_loom_cudart_memory_find      (guint64           address);
gboolean          _loom_cudart_memory_is_mapped (const LoomCudartMemory *self);
gboolean          _loom_cudart_memory_is_undefined (LoomCudartMemory *self);
void              _loom_cudart_memory_set_written (guint64          address);
LoomCudartMemory *_loom_cudart_memory_find_host (const void       *bytes);
cudaError_t       _loom_cudart_memory_resolve   (const void       *address,
                                                 gsize             size,
                                                 guint8          **bytes);
guint             _loom_cudart_memory_take_slots (guint            n);
void              _loom_cudart_memory_keep_above (guint            slot);
void              _loom_cudart_memory_set_texture (LoomCudartMemory  *self,
                                                 const LoomTexture *texture,
                                                 const LoomType    *type,
                                                 const LoomShape   *shape);
void              _loom_cudart_memory_tell      (LoomSim          *sim,
                                                 guint            *known);

/* -- loom-cudart-module.c -- */

typedef struct _LoomCudartModule LoomCudartModule;

/* A kernel, which a program has by a function of its host code, or by its own address. */
typedef struct
{
  LoomCudartModule *module;
  char             *name;       /* lowered */
  gsize             shared;     /* bytes of dynamic shared memory that the program asked for */
  struct
  {
    dim3        block;
    guint       shared;
    GByteArray *params;
  }                 next;       /* of the launch that cuFuncSetBlockShape() and others of CUDA's
                                   first functions prepare, or NULL and 0 */
} LoomCudartKernel;

LoomCudartKernel *_loom_cudart_kernel_find      (const void       *stub);
cudaError_t       _loom_cudart_kernel_load      (LoomCudartKernel *self,
                                                 LoomSim         **sim);
const LoomKernelResources *_loom_cudart_kernel_get_resources (LoomCudartKernel *self);
const char       *_loom_cudart_kernel_get_unit  (LoomCudartKernel *self);
cudaError_t       _loom_cudart_variable_find    (const void       *symbol,
                                                 LoomCudartMemory **memory);
cudaError_t       _loom_cudart_module_new       (const char       *code,
                                                 LoomCudartModule **module,
                                                 char            **message);
gboolean          _loom_cudart_module_unload    (LoomCudartModule *self);
gboolean          _loom_cudart_module_is_loaded (LoomCudartModule *self);
LoomCudartKernel *_loom_cudart_module_get_kernel (LoomCudartModule *self,
                                                 const char       *name);
cudaError_t       _loom_cudart_module_get_variable (LoomCudartModule *self,
                                                 const char       *name,
                                                 LoomCudartMemory **memory);

/* -- loom-cudart-launch.c -- */

/* Where in a program a call stands. */
typedef struct
{
  gconstpointer address;        /* that the call returns to */
  const char   *file;           /* interned; NULL: only the address is known */
  guint         line;
} LoomCudartCaller;

cudaError_t       _loom_cudart_launch           (const void       *stub,
                                                 dim3              grid,
                                                 dim3              block,
                                                 void            **args,
                                                 size_t            shared,
                                                 cudaStream_t      stream,
                                                 const LoomCudartCaller *from);

/* -- loom-cudart-copy.c -- */

/* One side of a copy: its first byte, and how far apart its rows and planes begin. */
typedef struct
{
  const void *address;
  gsize       pitch, plane;
} LoomCudartSide;

cudaError_t       _loom_cudart_copy             (const char       *name,
                                                 LoomCudartSide    to,
                                                 LoomCudartSide    from,
                                                 gsize             width,
                                                 gsize             height,
                                                 gsize             depth,
                                                 cudaStream_t      stream);
cudaError_t       _loom_cudart_fill             (LoomCudartSide    to,
                                                 guint32           value,
                                                 gsize             cell,
                                                 gsize             width,
                                                 gsize             height,
                                                 gsize             depth,
                                                 cudaStream_t      stream);

/* -- loom-cudart-device.c -- */
#define LOOM_CUDART_MAX_DEVICES 16
int               _loom_cudart_get_device       (void);

/* -- loom-cudart-record.c -- */
LoomCudartCaller  _loom_cudart_caller_find      (gconstpointer     address);
void              _loom_cudart_record_launch    (LoomCudartKernel *kernel,
                                                 LoomSim          *sim,
                                                 const LoomSimLaunch *launch,
                                                 cudaStream_t      stream,
                                                 const LoomCudartCaller *caller);
void              _loom_cudart_record_outcome   (const LoomSimOutcome *outcome,
                                                 cudaError_t       error);
void              _loom_cudart_record_copy      (const char       *name,
                                                 guint64           to,
                                                 guint64           from,
                                                 gsize             size,
                                                 cudaStream_t      stream);
void              _loom_cudart_record_refusal   (const char       *name);
