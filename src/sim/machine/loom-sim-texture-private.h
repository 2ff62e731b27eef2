#pragma once

#include "loom-sim-memory-private.h"

/* Cells that a linear filter takes in three dimensions. */
#define LOOM_SIM_MAX_TEXELS 8
#define LOOM_SIM_NO_TEXEL G_MAXUINT64

/* An array as a texture or surface, by its slot. */
struct _LoomSimTexture
{
  LoomTexture how;
  LoomScalar  scalar;
  guint       lanes, size;      /* of a cell: numbers and bytes */
  guint       dimensions;       /* without layers */
  guint32     extent[3];        /* cells along x, y, z; 1 where there are no more */
  guint32     layers;           /* 1 where there are none */
};

/* What one thread asks for. */
typedef struct
{
  float    at[3];
  gint32   index[3];            /* instead, if is_integer */
  guint32  layer;
  gboolean is_integer;
  gint     component;           /* that is gathered of four cells, -1: none is */
} LoomSimSample;

/* What it gets, and the cells that this is made of: their offsets, LOOM_SIM_NO_TEXEL for none. */
typedef struct
{
  guint32 bits[4];
  guint   n_texels;
  guint64 texels[LOOM_SIM_MAX_TEXELS];
} LoomSimSampled;

LoomSimTexture *loom_sim_texture_new    (const LoomTexture    *texture,
                                         const LoomType       *type,
                                         const LoomShape      *shape);
void            loom_sim_texture_sample (const LoomSimTexture *self,
                                         const guint8         *bytes,
                                         const LoomSimSample  *sample,
                                         LoomSimSampled       *sampled);
