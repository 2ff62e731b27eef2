#pragma once

#include "loom-read-extent.h"
#include "loom-type.h"
#include "loom-wire.h"

typedef struct
{
  char           *text;         /* what stands there: "d_a", "n / 2" */
  LoomReadNumber  value;        /* of a whole number */
  LoomReadNumber  bytes;        /* that are allocated for a pointer */
  gboolean        is_real;      /* a floating-point number that stands there: 2.0f */
  double          real;
} LoomReadArgument;

/* `kernel<<<grid, block, shared>>> (arguments)` in host code. */
typedef struct
{
  char           *kernel;       /* without namespaces and template arguments: "scale" */
  char           *instance;     /* as `kernel=` names it: "math::scale<float, 4>"; NULL: what stands
                                 * there does not tell */
  char           *template_name;        /* "math::scale", where its instance is not told; or NULL */
  char           *function;     /* of the host that holds it: "main"; or NULL */
  char           *file;         /* in which it stands, NULL: the document */
  guint           line;
  LoomReadExtent  grid, block;
  LoomReadNumber  shared;       /* bytes of dynamic shared memory */
  gint64          shared_per_warp;      /* where shared memory follows a block that is not certain:
                                           for each 32 threads of it; 0: it does not */
  gint64          shared_besides;       /* and that for any block */
  char           *shared_text;  /* what stands there; NULL: nothing, which is 0 */
  GArray         *arguments;    /* (element-type LoomReadArgument) */
} LoomSourceLaunch;

LoomSourceLaunch *loom_source_launch_new          (void);
LoomSourceLaunch *loom_source_launch_copy         (const LoomSourceLaunch *self);
void              loom_source_launch_free         (LoomSourceLaunch       *self);
gboolean          loom_source_launch_is_certain   (const LoomSourceLaunch *self);
char             *loom_read_argument_dup_value    (const LoomReadArgument *self,
                                                   LoomScalar              scalar);
char             *loom_source_launch_dup_kernel   (const LoomSourceLaunch *self);
gint              loom_source_launch_find_same    (const LoomSourceLaunch *self,
                                                   guint                   index);
LOOM_DECLARE_WIRE (LoomSourceLaunch, loom_source_launch)
extern const LoomWire _loom_source_launch_wire;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomSourceLaunch, loom_source_launch_free)
