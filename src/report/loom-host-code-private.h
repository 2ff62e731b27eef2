#pragma once

#include "loom-host-code.h"

#include "loom-cells.h"
#include "loom-error.h"
#include "loom-scalar-text.h"

/* Parts of a program that are the same in each that needs them, in their order there. */
typedef enum
{
  LOOM_HOST_PART_ARRAY,
  LOOM_HOST_PART_COPY,
  LOOM_HOST_PART_READ,
  LOOM_HOST_PART_RANDOM,
  LOOM_HOST_PART_RANDOM_HALF,
  LOOM_HOST_PART_RANDOM_BFLOAT16,
  LOOM_HOST_PART_EVALUATE,
  LOOM_HOST_PART_NPY,
  LOOM_HOST_PART_HALF,
  LOOM_HOST_PART_BFLOAT16,
  LOOM_HOST_PART_COMPARISON,
  LOOM_HOST_PART_ULPS,
  LOOM_HOST_PART_IMAGE,
  LOOM_HOST_PART_BUFFER_TEXTURE,
  LOOM_HOST_PART_TIMER,
  LOOM_N_HOST_PARTS
} LoomHostPart;

/* A program while it is written. Borrows the source. */
typedef struct
{
  const LoomHostSource *source;
  LoomPlan             *plan;           /* the source's */
  const char           *stem;           /* of the program's file, NULL: it has none */
  GHashTable           *taken;          /* (element-type utf8) names that mean something else */
  GHashTable           *names;          /* LoomPlanArg → its variable in the program */
  GHashTable           *own;            /* (element-type utf8 utf8) of variables that all have */
  GHashTable           *types;          /* LoomPlanArg → the type of its cells there */
  GHashTable           *counters;       /* of the loops around: in the settings → in the program */
  GHashTable           *kernel_names;   /* of kernels: their variables in the program */
  GHashTable           *streams;        /* of [steps], and events: their variables in the program */
  GPtrArray            *data;           /* (element-type LoomHostData) */
  GString              *kernels;        /* what computes expressions, CUDA C */
  GString              *body;           /* of the main function */
  guint                 depth;          /* of blocks in there */
  guint                 indent;         /* blanks for each */
  gboolean              is_linked;      /* kernels are functions that a package links with its */
  guint                 parts;          /* a bit for each LoomHostPart */
} LoomHostWriter;

/* -- loom-host-names.c: names, types and numbers in CUDA C++ -- */
void        _loom_host_take_names     (LoomHostWriter       *self,
                                       const char * const   *common,
                                       const char * const   *own);
const char *_loom_host_get_own        (LoomHostWriter       *self,
                                       const char           *word);
char       *_loom_host_dup_macros     (LoomHostWriter       *self);
char       *_loom_host_dup_name       (LoomHostWriter       *self,
                                       const char           *wanted);
const char *_loom_host_get_name       (LoomHostWriter       *self,
                                       const LoomPlanArg    *arg);
const char *_loom_host_name_scalar    (LoomScalar            scalar);
char       *_loom_host_dup_type       (const LoomType       *type);
const char *_loom_host_get_type       (LoomHostWriter       *self,
                                       const LoomPlanArg    *arg);
const char *_loom_host_set_type       (LoomHostWriter       *self,
                                       const LoomPlanArg    *arg,
                                       char                 *type);
char       *_loom_host_dup_pointee    (const LoomParam      *param);
char       *_loom_host_dup_number     (LoomScalar            scalar,
                                       const LoomScalarBits *bits);
char       *_loom_host_dup_member     (const LoomComponent  *component);

const LoomPlanArg *_loom_host_find_array (LoomHostWriter    *self,
                                       const LoomPlan       *launch,
                                       const LoomPlanStep   *step,
                                       guint                 index);
const char *_loom_host_get_array_name (LoomHostWriter       *self,
                                       gint                  index);
const LoomPlanArg *_loom_host_find_expected (const LoomPlanArg *arg,
                                       const char           *number);

/* -- loom-host-cells.c: the numbers of cells, and single cells over the fill of an array -- */
gboolean    _loom_host_check_numbers  (const LoomPlanArg    *arg,
                                       GError              **error);
char       *_loom_host_dup_index      (guint                 n,
                                       guint                 number);

/* Some cells, all inside of the array, and the numbers that each of them has. */
typedef struct
{
  LoomBox box;
  GStrv   values;
} LoomHostCells;

GArray     *_loom_host_list_cells     (const LoomPlanArg    *arg);

/* -- loom-host-source.c: the document's own text -- */
gboolean    _loom_host_has_name       (const LoomHostWriter *self,
                                       const char           *name);
char       *_loom_host_dup_source     (const LoomHostWriter *self);

/* -- loom-host-expressions.c: what expressions of the settings come to -- */
gboolean    _loom_host_evaluate_text  (LoomHostWriter       *self,
                                       const char           *text,
                                       LoomScalar            scalar,
                                       LoomScalarBits       *bits,
                                       GError              **error);
gboolean    _loom_host_evaluate       (LoomHostWriter       *self,
                                       const LoomPlanArg    *arg,
                                       LoomScalarBits       *bits,
                                       GError              **error);
char       *_loom_host_add_kernel     (LoomHostWriter       *self,
                                       const LoomPlanArg    *arg,
                                       const char           *name,
                                       const char           *setting,
                                       const char           *text,
                                       GError              **error);
char       *_loom_host_add_file       (LoomHostWriter       *self,
                                       const LoomPlanArg    *arg,
                                       const char           *file,
                                       const char           *what,
                                       GError              **error);

/* -- loom-host-steps-words.c: expressions of [steps], over the arrays as they are then -- */
char       *_loom_host_dup_expression (LoomHostWriter       *self,
                                       const LoomPlanStep   *step,
                                       const char           *text,
                                       GError              **error);

/* -- loom-host-python.c: the program in Python -- */
gboolean    _loom_host_cupy_write     (LoomHostWriter       *self,
                                       GString              *program,
                                       GError              **error);

gboolean    _loom_host_numba_write    (LoomHostWriter       *self,
                                       GString              *program,
                                       GError              **error);
gboolean    _loom_host_pycuda_write   (LoomHostWriter       *self,
                                       GString              *program,
                                       GError              **error);

/* -- loom-host-cuda.c: the program in CUDA C++ -- */
gboolean    _loom_host_cuda_write     (LoomHostWriter       *self,
                                       GString              *program,
                                       GError              **error);
void        _loom_host_line      (LoomHostWriter       *self,
                                       const char           *format,
                                       ...) G_GNUC_PRINTF (2, 3);
void        _loom_host_cuda_begin_cells (LoomHostWriter     *self,
                                       const LoomPlanArg    *arg,
                                       guint                 lines);
void        _loom_host_cuda_end_cells (LoomHostWriter       *self,
                                       guint                 lines);
void        _loom_host_cuda_symbol    (LoomHostWriter       *self,
                                       const LoomPlanArg    *arg,
                                       gboolean              again);
void        _loom_host_begin     (LoomHostWriter       *self);
void        _loom_host_end       (LoomHostWriter       *self);

/* -- loom-host-cuda-values.c: what arrays, variables and structs begin with -- */
gboolean    _loom_host_cuda_fill      (LoomHostWriter       *self,
                                       const LoomPlanArg    *arg,
                                       const char           *cell,
                                       GError              **error);
void        _loom_host_cuda_declare_member (LoomHostWriter  *self,
                                       const LoomPlanArg    *arg,
                                       const LoomPlanArg    *member);
gboolean    _loom_host_cuda_declare   (LoomHostWriter       *self,
                                       const LoomPlanArg    *arg,
                                       GError              **error);

/* -- loom-host-cuda-launch.c: kernels and what they are given -- */
gboolean    _loom_host_cuda_launch    (LoomHostWriter       *self,
                                       LoomPlan             *launch,
                                       const LoomPlanStep   *step,
                                       GError              **error);

/* -- loom-host-cuda-images.c: textures and surfaces -- */
void        _loom_host_cuda_image     (LoomHostWriter       *self,
                                       const LoomPlanArg    *arg);

/* -- loom-host-cuda-steps.c: [steps] -- */
gboolean    _loom_host_cuda_steps     (LoomHostWriter       *self,
                                       GError              **error);

/* -- loom-host-cuda-checks.c: what arrays are held against -- */
gboolean    _loom_host_cuda_expect    (LoomHostWriter       *self,
                                       GError              **error);
void        _loom_host_cuda_compare   (LoomHostWriter       *self);
