#pragma once

#include "loom-wire.h"

/* What one component of a cell is. BYTES: a struct or another type that is only bytes to us. */
typedef enum
{
  LOOM_SCALAR_BYTES,
  LOOM_SCALAR_BOOL,
  LOOM_SCALAR_I8,
  LOOM_SCALAR_U8,
  LOOM_SCALAR_I16,
  LOOM_SCALAR_U16,
  LOOM_SCALAR_I32,
  LOOM_SCALAR_U32,
  LOOM_SCALAR_I64,
  LOOM_SCALAR_U64,
  LOOM_SCALAR_F16,
  LOOM_SCALAR_BF16,
  LOOM_SCALAR_F32,
  LOOM_SCALAR_F64,
  LOOM_N_SCALARS
} LoomScalar;

/* The widest vector: nothing in CUDA has more components. */
#define LOOM_MAX_LANES 4

/* Between a number and none, or between two that are not counted in units of the last place. */
#define LOOM_NO_DISTANCE G_MAXUINT64

/* What a struct is made of: loom-record.h. */
typedef struct _LoomRecord LoomRecord;
typedef struct _LoomMember LoomMember;

/* The type of one cell: a scalar, a CUDA vector (float4: lanes 4), or size bytes. */
typedef struct
{
  LoomScalar        scalar;
  guint32           lanes;      /* components in a cell; 1 for BYTES */
  guint32           size;       /* bytes of a whole cell, padding included */
  const LoomRecord *record;     /* of BYTES whose members are known, else NULL */
} LoomType;

/* One number in a cell. */
typedef struct
{
  const char *name;             /* "y" of a vector, "pos.y" and "weights.2" of a struct, else "" */
  LoomScalar  scalar;
  guint32     offset;
  const LoomMember *pointer;    /* the member that it is an element of, if that is a pointer */
} LoomComponent;

/* Array extents; x of CUDA is the column. rank 1: cols; 2: rows, cols; 3: planes, rows, cols. */
typedef struct
{
  guint32 rank;
  guint64 cols, rows, planes;   /* the unused ones are 1 */
} LoomShape;

guint        loom_scalar_size       (LoomScalar        scalar);
const char  *loom_scalar_get_name   (LoomScalar        scalar);
gboolean     loom_scalar_is_float   (LoomScalar        scalar);
gboolean     loom_scalar_is_signed  (LoomScalar        scalar);
double       loom_scalar_to_double  (LoomScalar        scalar,
                                     gconstpointer     data);
guint64      loom_scalar_distance   (LoomScalar        scalar,
                                     gconstpointer     a,
                                     gconstpointer     b);
char        *loom_scalar_format     (LoomScalar        scalar,
                                     gconstpointer     data);
char        *loom_type_format       (const LoomType   *self);
gboolean     loom_type_parse        (const char       *text,
                                     LoomType         *type,
                                     GError          **error);
LoomType     loom_type_of           (LoomScalar        scalar,
                                     guint             lanes);
gboolean     loom_type_equal        (const LoomType   *a,
                                     const LoomType   *b);
/* what another process says must pass this before it is used */
gboolean     loom_type_is_valid     (const LoomType   *self);
LoomType     loom_type_of_record    (const LoomRecord *record);
guint        loom_type_count_components (const LoomType *self);
LoomComponent loom_type_get_component (const LoomType *self,
                                     guint             index);
gint         loom_type_find_component (const LoomType *self,
                                     const char       *name);
gboolean     loom_component_is_array (const LoomComponent *self);

gboolean     loom_shape_parse       (const char       *text,
                                     LoomShape        *shape,
                                     GError          **error);
char        *loom_shape_format      (const LoomShape  *self);
gboolean     loom_shape_equal       (const LoomShape  *a,
                                     const LoomShape  *b);
gboolean     loom_shape_cells       (const LoomShape  *self,
                                     guint64          *cells);
char        *loom_shape_dup_place   (const LoomShape  *self,
                                     guint64           cell);
LoomShape    loom_shape_get_default (guint             rank);
extern const LoomWire _loom_shape_wire, _loom_type_wire;
