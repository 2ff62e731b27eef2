#pragma once

#include "loom-source-scan.h"
#include "loom-texture.h"

/* What a source tells of a texture or surface. */
typedef struct
{
  LoomTexture how;
  LoomType    type;             /* that it is read as; float where nothing is said */
  guint       rank;             /* of its array, layers too; 0: not known */
} LoomSourceTexture;

gboolean loom_source_texture_read (LoomSourceScan    *scan,
                                   const char        *kernel,
                                   const char        *param,
                                   LoomSourceTexture *texture);
