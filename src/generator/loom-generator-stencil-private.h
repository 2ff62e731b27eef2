#pragma once

#include "loom-generator-slice-private.h"

#define LOOM_STENCIL_MAX_OFFSET 1024

/* One assignment: words of the part. */
typedef struct
{
  guint                start, target, equals, end;
  const LoomParameter *field;   /* NULL: a name for a value */
  char                *name;
  char                 operation;       /* that stands before =, or 0 */
  gboolean             is_centre;
} LoomAssignment;

typedef struct
{
  LoomGenerator *generator;
  LoomWords      words;         /* of the assignments */
  GArray        *assignments;   /* (element-type LoomAssignment) */
  LoomSlice      slice;
  guint64        reach;         /* the largest offset */
  guint          n_read;        /* assignments before this one have a name */
  gboolean       is_reference;  /* fields become what they are filled with */
  gboolean       is_bad;
  LoomDim3       block, range;
  gboolean       range_is_known;
} LoomStencil;

gboolean   _loom_stencil_read_assignments (LoomStencil          *self);
char      *_loom_stencil_dup_statements   (LoomStencil          *self);
const LoomParameter *_loom_stencil_get_main (LoomStencil        *self);
char      *_loom_stencil_dup_formula      (LoomGenerator        *self,
                                           const LoomParameter  *field,
                                           const gint64          offsets[3]);
char      *_loom_stencil_dup_reference    (LoomStencil          *self,
                                           const LoomAssignment *assignment);
