#pragma once

#include "loom-type.h"

typedef enum
{
  LOOM_TEXTURE_NONE,            /* an array like any other */
  LOOM_TEXTURE_SAMPLED,         /* cudaTextureObject_t */
  LOOM_TEXTURE_SURFACE,         /* cudaSurfaceObject_t */
} LoomTextureKind;

/* What a coordinate outside means; numbers as CUDA has them. */
typedef enum
{
  LOOM_ADDRESS_WRAP,            /* without normalised coordinates as CLAMP, and so is MIRROR */
  LOOM_ADDRESS_CLAMP,
  LOOM_ADDRESS_MIRROR,
  LOOM_ADDRESS_BORDER,          /* zeros outside */
} LoomAddressMode;

/* How a kernel sees an array as a texture or a surface; zeros are what CUDA's descriptor of zeros
 * asks for. */
typedef struct
{
  guint32  kind;                /* LoomTextureKind */
  guint32  address[3];          /* LoomAddressMode of x, y, z */
  gboolean is_layered;          /* the slowest extent counts layers */
  gboolean is_linear;           /* filters, else takes the nearest */
  gboolean is_normalized;       /* coordinates from 0 to 1 */
  gboolean reads_normalized;    /* integers become floats from 0 or -1 to 1 */
  gboolean is_buffer;           /* memory itself, as tex1Dfetch needs it */
} LoomTexture;

const char *loom_texture_get_word     (LoomTextureKind     kind,
                                       guint               index);
gboolean   loom_texture_parse          (const char         *text,
                                        LoomTextureKind     kind,
                                        LoomTexture        *texture,
                                        GError            **error);
char      *loom_texture_format         (const LoomTexture  *self);
gboolean   loom_texture_check          (const LoomTexture  *self,
                                        const char         *name,
                                        const LoomType     *type,
                                        const LoomShape    *shape,
                                        GError            **error);
guint      loom_texture_get_dimensions (const LoomTexture  *self,
                                        const LoomShape    *shape);
extern const LoomWire _loom_texture_wire;
