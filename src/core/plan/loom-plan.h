#pragma once

#include "loom-compiled.h"
#include "loom-dim3.h"
#include "loom-document.h"
#include "loom-expect.h"
#include "loom-fill.h"
#include "loom-finding.h"
#include "loom-limits.h"
#include "loom-source-indices.h"
#include "loom-split.h"
#include "loom-texture.h"

/* One argument or module variable, bound: everything the runner needs to make its bytes. Its kind
 * says which of the members below the first ones count. */
typedef struct
{
  char          *name;          /* parameter's or variable's name in the source */
  LoomParamKind  kind;          /* of a pointer that is null: a scalar without a value */
  LoomType       type;
  gint           owner;         /* index into args of the struct that a pointer lies in, else -1 */
  guint          offset;        /* where in it */

  /* A scalar. */
  char          *value;         /* a number or an expression in cols rows planes size; NULL: a null
                                   pointer, or a number of a struct that is 0 */

  /* A struct or an array. */
  LoomFill       fill;
  GPtrArray     *members;       /* (element-type LoomPlanArg) numbers of a struct or vector that are
                                   given by name, a cell's as arrays, or NULL */

  /* An array or a module variable. */
  LoomShape      shape;
  guint64        pitch;         /* bytes from a row to the next; 0: those of a row */
  char          *cells;         /* single cells over the fill, for loom-cell-values.h, or NULL */
  LoomExpect     expect;
  LoomTexture    texture;       /* where the kernel gets an object, not a pointer */
  gint           same;          /* index into args of an array that this one is as well, else -1:
                                   loom_plan_arg_has_memory() */
  gboolean       is_const;
  gboolean       is_rows;       /* the kernel gets an array of pointers to the rows */
  gboolean       is_extra;      /* only other launches among the steps have this array */
  gboolean       is_split;      /* the array lies in bands over the devices */
  char          *symbol;        /* lowered name of a module variable, else NULL */
} LoomPlanArg;

/* A number of a launch that is computed each time when its turn comes. */
typedef struct
{
  guint  index;                 /* of the launch's argument */
  char  *text;                  /* an expression of loom-evaluator.h */
} LoomPlanValue;

/* One statement of [steps], bound: its names are indices into the arguments of the plan. */
typedef struct
{
  LoomStatementKind  kind;
  guint              line;      /* of the document, from 1; 0: none */
  char              *text;      /* as it is written */
  gint               first, second;     /* the arrays of COPY (from, to), SWAP and FILL; -1: none,
                                           or the host */
  guint              partner;   /* index into steps: of REPEAT its END, of END its REPEAT */
  char              *count, *until;     /* expressions of REPEAT, or NULL */
  char              *counter;   /* the name of its counter, or NULL */
  char              *stream;    /* NULL: the default stream */
  char              *event;     /* of RECORD and WAIT, else NULL */
  struct _LoomPlan  *launch;    /* of LAUNCH, else NULL; it has no steps */
  GArray            *arrays;    /* (element-type gint32) for each argument of the launch the one of
                                   this plan that is the same array, -1 for numbers */
  GPtrArray         *values;    /* (element-type LoomPlanValue) of LAUNCH, else empty */
  LoomPlanArg       *fill;      /* of FILL: the array with that fill, else NULL */
} LoomPlanStep;

/* What nobody said, so that the plan chose it. */
typedef struct
{
  char *name;                   /* of an argument; NULL: it is of the launch itself */
  char *key;                    /* of the setting that would say it: "shape", "value.x", "range" */
  char *value;                  /* as that setting would have it */
  char *why;
  gboolean is_extent;           /* a number that was taken from the shape of the main array */
} LoomGuess;

/* One launch, wholly decided: the settings of a document bound to a kernel's signature. Where a
 * document has steps it is the launch that is shown, and the steps say all that is done.
 * Immutable once made, reference counted. */
typedef struct _LoomPlan
{
  char      *kernel;            /* in the source */
  char      *entry;             /* in the PTX */
  GPtrArray *args;              /* (element-type LoomPlanArg) in the order of the parameters, then
                                   the arrays that structs among them point to, then those that
                                   only other launches among the steps have */
  GPtrArray *symbols;           /* (element-type LoomPlanArg) only those the document sets */
  gint       main_array;        /* index into args, -1 if there is none */
  guint      rank;              /* of the range: 1, 2 or 3 */
  LoomDim3   range;             /* the threads that the user wants */
  gboolean   range_known;
  char      *reason;            /* why range and arrays are so if no setting says it, or NULL */
  gboolean   grid_auto;         /* the grid was derived: ceil (range / block) */
  LoomDim3   block, grid;
  guint64    shared;            /* dynamic shared memory, bytes */
  guint      launches;          /* in a row */
  GArray    *swaps;             /* (element-type guint) pairs of arguments, swapped each time */
  LoomSourceIndices indices;    /* which the kernel reads, as far as its source tells */
  GPtrArray *steps;             /* (element-type LoomPlanStep) empty: `launches` launches are all */
  gint       shown;             /* index into steps of the launch that this plan is, -1: no steps */
  LoomSplit  split;             /* where there are several devices, there are steps */
  struct _LoomPlan *reference;  /* another kernel, run first with the same arrays: what it leaves in
                                   them is expected; or NULL */
  GPtrArray *guesses;           /* (element-type LoomGuess) */
  GPtrArray *findings;          /* (element-type LoomFinding) hints about this launch */
  GPtrArray *problems;          /* (element-type LoomDiagnostic) about lines of the settings */
} LoomPlan;

/* What is laid over the document's own settings: by the command line, or in a field. */
typedef struct
{
  const char *kernel;
  const char *block, *grid, *shape;   /* texts as in the document; NULL: not overridden */
  const char *devices, *halo;          /* of the split, too */
  GStrv       set;                     /* "NAME=VALUE" */
  const char *group, *key, *value;     /* a setting as it is being typed; NULL: none */
  gboolean    is_reference;             /* the kernel is run for what it leaves: nothing is expected
                                           of that */
} LoomOverrides;

#define LOOM_TYPE_PLAN (loom_plan_get_type ())

GType      loom_plan_get_type     (void) G_GNUC_CONST;
/* An empty plan: one launch of one thread, no main array, no arguments. For recorded cases,
 * which are no documents. */
LoomPlan  *loom_plan_new          (void);
LoomPlanArg *loom_plan_arg_new  (void);
LoomPlanArg *loom_plan_arg_copy (const LoomPlanArg      *self);
void       loom_plan_arg_free     (LoomPlanArg          *self);
const LoomPlanArg *loom_plan_args_find (const GPtrArray  *args,
                                   const char           *name);
gint       loom_plan_find_array   (LoomPlan             *self,
                                   const char           *name);
const LoomPlanArg *loom_plan_get_main_array (const LoomPlan *self);
const LoomPlanArg *loom_plan_get_array (const LoomPlan   *self,
                                   guint                 index);
GPtrArray *loom_plan_list_arrays  (const LoomPlan       *self);
LoomPlanStep *loom_plan_step_new  (LoomStatementKind     kind);
void       loom_plan_step_free    (LoomPlanStep         *self);
void       loom_plan_value_free   (LoomPlanValue        *self);
gboolean   loom_plan_arg_is_kept  (const LoomPlanArg    *self);
gboolean   loom_plan_arg_is_null  (const LoomPlanArg    *self);
gboolean   loom_plan_arg_has_memory (const LoomPlanArg  *self);
gboolean   loom_plan_arg_is_like  (const LoomPlanArg    *self,
                                   const LoomPlanArg    *other);
const LoomPlanArg *loom_plan_lookup_array (LoomPlan       *self,
                                   const char           *name);
guint64    loom_plan_arg_get_pitch (const LoomPlanArg   *self);
gboolean   loom_plan_arg_get_size (const LoomPlanArg    *self,
                                   guint64              *size);
guint      loom_plan_count_params (LoomPlan             *self);
gboolean   loom_plan_step_is_split (const LoomPlan       *self,
                                   const LoomPlanStep   *step);
LoomSplitLaunch loom_plan_get_extents (const LoomPlan     *launch);
LoomSplitRange loom_plan_get_blocks (const LoomPlan      *self,
                                   const LoomPlanStep   *step,
                                   guint                 device);
const char *loom_plan_find_computed (LoomPlan            *self,
                                   guint                 index);
void       loom_guess_free        (LoomGuess            *self);
const LoomGuess *loom_plan_find_guess (LoomPlan          *self,
                                   const char           *name,
                                   const char           *key);
char      *loom_plan_dup_guess    (LoomPlan             *self,
                                   const char           *name,
                                   const char           *key);
void       loom_plan_doubt        (LoomPlan             *self,
                                   LoomFinding          *finding);
/* folder: where `file:` names are looked up (only headers are read here), or NULL.
 * Errors: LOOM_ERROR_LAUNCH (a limit: which, by how much, nearest legal value),
 * LOOM_ERROR_DOCUMENT, LOOM_ERROR_FILE. */
LoomPlan  *loom_plan_bind         (LoomDocument         *document,
                                   LoomCompiled         *compiled,
                                   const LoomOverrides  *overrides,
                                   const LoomLimits     *limits,
                                   GFile                *folder,
                                   GError              **error);
LoomDim3   loom_plan_get_default_block (guint            rank);
LoomPlan  *loom_plan_ref          (LoomPlan             *self);
void       loom_plan_unref        (LoomPlan             *self);
gboolean   loom_plan_check_setting (LoomDocument         *document,
                                   LoomCompiled         *compiled,
                                   const LoomLimits     *limits,
                                   GFile                *folder,
                                   const char           *group,
                                   const char           *key,
                                   const char           *value,
                                   GError              **error);
GVariant  *loom_plan_to_variant   (LoomPlan             *self);
LoomPlan  *loom_plan_from_variant (GVariant             *variant,
                                   GError              **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomPlan, loom_plan_unref)
