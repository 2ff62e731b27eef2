#pragma once

#include "loom-wire.h"

/* An extent or a position in x, y, z as CUDA's dim3: x is the fast axis. Plain value. */
typedef struct
{
  guint32 x, y, z;
} LoomDim3;

/* Lanes of a warp, on every device that CUDA knows. */
#define LOOM_WARP_LANES 32

#define LOOM_DIM3(x, y, z) ((LoomDim3) { (x), (y), (z) })

gboolean   loom_dim3_equal  (const LoomDim3  *a,
                             const LoomDim3  *b);
gboolean   loom_dim3_volume (const LoomDim3  *self,
                             guint64         *volume);
LoomDim3   loom_dim3_unpack (const LoomDim3  *extent,
                             guint64          linear);
gboolean   loom_dim3_parse  (const char      *text,
                             LoomDim3        *dim3,
                             guint           *rank,
                             GError         **error);
gboolean   loom_dim3_parse_within (const char *text,
                             const LoomDim3  *most,
                             LoomDim3        *dim3,
                             guint           *rank,
                             GError         **error);
char      *loom_dim3_format (const LoomDim3  *self);
gboolean   loom_dim3_cover  (const LoomDim3  *range,
                             const LoomDim3  *block,
                             LoomDim3        *grid);
extern const LoomWire _loom_dim3_wire;
