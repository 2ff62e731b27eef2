#pragma once

#include "loom-document.h"
#include "loom-plan.h"

/* What host code can be written for. */
typedef enum
{
  LOOM_HOST_CUDA,               /* CUDA C++, for nvcc */
  LOOM_HOST_CUPY,               /* Python with CuPy */
  LOOM_HOST_PYCUDA,
  LOOM_HOST_NUMBA,
  LOOM_N_HOST_TARGETS
} LoomHostTarget;

/* A document that is bound: all that host code is made from. Borrowed. */
typedef struct
{
  LoomDocument *document;
  LoomCompiled *compiled;
  LoomPlan     *plan;
  const char   *name;           /* "triangle.cu" */
  const char   *folder;         /* of the files that settings name, or NULL */
} LoomHostSource;

/* A file that the program reads. */
typedef struct
{
  char   *name;                 /* beside the program's own */
  GBytes *bytes;
} LoomHostData;

/* A program that launches a document without Gridloom, and the files that it reads. */
typedef struct
{
  char      *text;
  GPtrArray *data;              /* (element-type LoomHostData) */
} LoomHostCode;

const char     *loom_host_target_get_word   (LoomHostTarget         target);
const char     *loom_host_target_get_ending (LoomHostTarget         target);
gboolean        loom_host_target_from_word  (const char            *word,
                                             LoomHostTarget        *target);
LoomHostCode   *loom_host_code_new          (LoomHostTarget         target,
                                             const LoomHostSource  *source,
                                             const char            *path,
                                             GError               **error);
gboolean        loom_host_code_save         (const LoomHostCode    *self,
                                             const char            *path,
                                             GError               **error);
void            loom_host_code_free         (LoomHostCode          *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomHostCode, loom_host_code_free)
