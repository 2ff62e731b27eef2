#pragma once

#include "loom-diagnostic.h"
#include "loom-kernel-resources.h"
#include "loom-source-launch.h"
#include "loom-kernel-template.h"
#include "loom-source-indices.h"
#include "loom-texture.h"
#include "loom-type.h"

typedef enum
{
  LOOM_PARAM_SCALAR,            /* a number */
  LOOM_PARAM_ARRAY,             /* a pointer to cells */
  LOOM_PARAM_STRUCT,            /* bytes passed by value */
} LoomParamKind;

typedef struct
{
  char          *name;          /* from the declaration, else "arg0", "arg1", … */
  char          *type_name;     /* as the compiler spells it, "const float*" */
  LoomParamKind  kind;
  LoomType       type;          /* of the number, of a cell, or of the struct */
  gboolean       is_const;      /* pointer to const */
  gboolean       is_rows;       /* pointer to pointers: each is a row of one array */
  LoomSourceUse  use;           /* of an array, as far as the source tells */
  guint          fixed;         /* axes that its type has extents of: one of `float (*a)[N]` */
  guint64        extents[3];    /* those, from columns on, and the next as the declaration has it,
                                   `a[8][N]`; 0: not known */
  guint          direct;        /* axes on which each thread of the grid has a cell of it, a bit for
                                   each, as far as the source tells */
  guint          owner, offset; /* of a pointer in a struct: which parameter that is, and where in
                                   it */
  LoomTexture    texture;       /* of an array that comes as an object: as the source reads it */
  guint          rank;          /* of that array, 0: not known */
} LoomParam;

typedef struct
{
  char      *name;              /* in the source: "scale<float>", "triangle" */
  char      *entry;             /* in the PTX */
  char      *file;              /* that it stands in, as seen from the document's folder; NULL: the
                                   document */
  guint      line;              /* of its declaration */
  guint      max_threads;       /* of a block (__launch_bounds__), 0: as many as the device
                                   allows */
  GPtrArray *params;            /* (element-type LoomParam) */
  GPtrArray *pointers;          /* (element-type LoomParam): arrays, too, by "NAME.MEMBER" */
  LoomSourceIndices indices;    /* that it reads, as far as the source tells */
  GPtrArray *bounds;            /* (element-type LoomSourceBound) that it tests them against */
  LoomKernelResources resources;        /* of its machine code, where that was asked for */
} LoomKernel;

/* A __constant__ or __device__ variable. */
typedef struct
{
  char      *name;              /* in the source */
  char      *lowered;           /* in the PTX */
  LoomType   type;              /* of a cell; BYTES where only the size is known */
  LoomShape  shape;
  gboolean   is_constant;
} LoomSymbol;

#define LOOM_MAX_CUBIN (32u << 20)      /* bytes of machine code */

/* What one compilation gave: PTX and signatures, or only diagnostics. Reference counted,
 * immutable. */
typedef struct
{
  char      *ptx;               /* NULL if it did not compile */
  char      *written_ptx;       /* the same without optimisation, to count what the source says; or
                                   NULL */
  GArray    *cubin;             /* (element-type guint8) machine code, where it was asked for; else
                                   none */
  GPtrArray *kernels;           /* (element-type LoomKernel) */
  GPtrArray *symbols;           /* (element-type LoomSymbol) */
  GPtrArray *templates;         /* (element-type LoomKernelTemplate): kernels, and what follows: */
  GPtrArray *types;             /* (element-type utf8): names that arguments of templates can be */
  GPtrArray *diagnostics;       /* (element-type LoomDiagnostic) */
  GPtrArray *launches;          /* (element-type LoomSourceLaunch) in the source's host code */
  GPtrArray *files;             /* (element-type utf8) headers that were read, or are missing, as
                                   seen from the document's folder */
  char      *log;               /* the compiler's own words */
  char      *compiler;          /* "NVRTC 13.0" */
  double     compile_ms;
  gboolean   is_cached;         /* the compiler had been asked the same before, and did not compile
                                   anew */
  char      *toolkit;           /* which compiler made it with which headers; NULL if the same
                                   request may get another answer, else it gets this one while: */
  GPtrArray *lookups;           /* (element-type utf8) files around the document are as they were: a
                                   name, the SHA-256 of what it held or "" for none, … */
  GPtrArray *included;          /* (element-type utf8) and headers of these names are in none of the
                                   user's folders */
} LoomCompiled;

#define LOOM_TYPE_COMPILED (loom_compiled_get_type ())

GType         loom_compiled_get_type     (void) G_GNUC_CONST;
LoomCompiled *loom_compiled_new          (void);
LoomCompiled *loom_compiled_ref          (LoomCompiled  *self);
void          loom_compiled_unref        (LoomCompiled  *self);
LoomKernel   *loom_compiled_find_kernel  (LoomCompiled  *self,
                                          const char    *name);
const LoomDiagnostic *loom_compiled_find_error (const LoomCompiled *self);
void          loom_compiled_read_source  (LoomCompiled   *self,
                                          LoomSourceScan *scan);
GVariant     *loom_compiled_to_variant   (LoomCompiled  *self);
LoomCompiled *loom_compiled_from_variant (GVariant      *variant,
                                          GError       **error);
LoomParam    *loom_param_new             (void);
void          loom_param_free            (LoomParam     *self);
LoomShape     loom_param_get_shape       (const LoomParam *self,
                                          guint64        cells);
LoomKernel   *loom_kernel_new            (void);
void          loom_kernel_free           (LoomKernel    *self);
void          loom_kernel_list_pointers  (LoomKernel    *self);
LoomSymbol   *loom_symbol_new            (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomCompiled, loom_compiled_unref)
