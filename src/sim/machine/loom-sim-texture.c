/* loom-sim-texture.c: what a texture has at some coordinates, as the CUDA programming guide says of
 * texture fetching
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-texture-private.h"

#include <math.h>
#include <string.h>

#define STEPS 256               /* of a weight: eight bits of fraction */
#define PARTS 0x1p21            /* of a texture's extent, which normalised coordinates are cut to:
                                   what lies between is lost, an H200 shows */
#define FAR 0x1p30              /* beyond any extent, and no step of it overflows */

LoomSimTexture *
loom_sim_texture_new (const LoomTexture *texture,
                      const LoomType    *type,
                      const LoomShape   *shape)
{
  LoomSimTexture *self = g_new0 (LoomSimTexture, 1);
  const guint64 extents[] = { shape->cols, shape->rows, shape->planes };

  self->how = *texture;
  self->scalar = type->scalar;
  self->lanes = type->lanes;
  self->size = type->size;
  self->dimensions = loom_texture_get_dimensions (texture, shape);
  self->layers = 1;
  for (guint i = 0; i < 3; i++)
    self->extent[i] = i < self->dimensions ? (guint32) extents[i] : 1;
  if (texture->is_layered)
    self->layers = (guint32) extents[self->dimensions];
  return self;
}

static gboolean
is_float (const LoomSimTexture *self)
{
  return loom_scalar_is_float (self->scalar) || self->how.reads_normalized;
}

/* A cell's number as a float, from 0 or -1 to 1 if it is read so. */
static float
read_float (const LoomSimTexture *self,
            const guint8         *cell,
            guint                 lane)
{
  const guint size = loom_scalar_size (self->scalar);
  const double value = loom_scalar_to_double (self->scalar, cell + lane * size);
  const gboolean is_signed = self->scalar == LOOM_SCALAR_I8 || self->scalar == LOOM_SCALAR_I16;
  const double most = is_signed ? (size == 1 ? 127 : 32767) : (size == 1 ? 255 : 65535);

  if (loom_scalar_is_float (self->scalar))
    return (float) value;
  return (float) MAX (value / most, -1.0);
}

static guint32
read_integer (const LoomSimTexture *self,
              const guint8         *cell,
              guint                 lane)
{
  const guint size = loom_scalar_size (self->scalar);

  return (guint32) (gint64) loom_scalar_to_double (self->scalar, cell + lane * size);
}

static guint32
get_float_bits (float value)
{
  guint32 bits;

  memcpy (&bits, &value, sizeof bits);
  return bits;
}

/* What a cell that has fewer numbers gives for the others: nothing, and one for the last. */
static guint32
get_default (const LoomSimTexture *self,
             guint                 lane)
{
  return lane < 3 ? 0 : is_float (self) ? get_float_bits (1) : 1;
}

/* A coordinate in cells, in the first period of its axis, or of a mirror's two. */
static double
scale (const LoomSimTexture *self,
       guint                 axis,
       float                 coordinate)
{
  const double n = self->extent[axis];
  const LoomAddressMode mode = (LoomAddressMode) self->how.address[axis];
  const double period = mode == LOOM_ADDRESS_WRAP ? 1 : 2;
  double at = coordinate;

  if (isnan (at))
    return 0;
  if (!self->how.is_normalized)
    return CLAMP (at, -FAR, FAR);
  if (mode == LOOM_ADDRESS_CLAMP || mode == LOOM_ADDRESS_BORDER)
    at = CLAMP (at, -FAR, FAR);
  else
    at = isinf (at) ? 0 : at - floor (at / period) * period;
  return floor (at * PARTS) * n / PARTS;
}

/* The cell along an axis that an index means; -1: none, it is the border. */
static gint64
address (const LoomSimTexture *self,
         guint                 axis,
         gint64                index)
{
  const gint64 n = self->extent[axis];

  if (index >= 0 && index < n)
    return index;
  if (self->how.address[axis] == LOOM_ADDRESS_BORDER)
    return -1;
  if (self->how.is_normalized && self->how.address[axis] == LOOM_ADDRESS_WRAP)
    return ((index % n) + n) % n;
  if (self->how.is_normalized && self->how.address[axis] == LOOM_ADDRESS_MIRROR)
    {
      const gint64 at = ((index % (2 * n)) + 2 * n) % (2 * n);

      return at < n ? at : 2 * n - 1 - at;
    }
  return index < 0 ? 0 : n - 1;
}

/* Along one axis the two cells that are taken, and how many steps of the second. */
typedef struct
{
  gint64 cells[2];
  guint  weight;
} Axis;

static void
find_axis (const LoomSimTexture *self,
           const LoomSimSample  *sample,
           guint                 axis,
           Axis                 *found)
{
  const gboolean is_pair = self->how.is_linear || sample->component >= 0;
  gint64 index;

  found->weight = 0;
  if (sample->is_integer)
    index = sample->index[axis];
  else if (is_pair)
    {
      const gint64 fixed
        = (gint64) floor ((scale (self, axis, sample->at[axis]) - 0.5) * STEPS + 0.5);

      index = fixed >> 8;
      found->weight = (guint) (fixed & (STEPS - 1));
    }
  else
    index = (gint64) floor (scale (self, axis, sample->at[axis]));

  /* Memory has nothing outside. */
  found->cells[0] = self->how.is_buffer && (index < 0 || index >= self->extent[axis])
                        ? -1 : address (self, axis, index);
  found->cells[1] = address (self, axis, index + 1);
}

static guint64
find_texel (const LoomSimTexture *self,
            const LoomSimSample  *sample,
            const Axis           *axes,
            guint                 corner)
{
  const guint64 layer = MIN (sample->layer, self->layers - 1);
  guint64 cell = self->how.is_layered ? layer : 0;

  for (guint i = self->dimensions; i-- > 0; )
    {
      const gint64 at = axes[i].cells[corner >> i & 1];

      if (at < 0)
        return LOOM_SIM_NO_TEXEL;
      cell = cell * self->extent[i] + (guint64) at;
    }
  return cell * self->size;
}

/* Corners that are the same cell, at an edge, are one read. */
static void
note_texel (LoomSimSampled *sampled,
            guint64         texel)
{
  for (guint i = 0; i < sampled->n_texels; i++)
    if (sampled->texels[i] == texel)
      return;
  sampled->texels[sampled->n_texels++] = texel;
}

/* Sums what a linear filter takes, each with its weight. */
static void
blend (const LoomSimTexture *self,
       const guint8         *bytes,
       const Axis           *axes,
       const LoomSimSample  *sample,
       LoomSimSampled       *sampled)
{
  double sums[4] = { 0, };

  for (guint corner = 0; corner < 1u << self->dimensions; corner++)
    {
      double weight = 1;
      guint64 texel;

      for (guint i = 0; i < self->dimensions; i++)
        weight *= (double) ((corner >> i & 1) != 0 ? axes[i].weight : STEPS - axes[i].weight)
                  / STEPS;
      if (weight == 0)
        continue;
      texel = find_texel (self, sample, axes, corner);
      note_texel (sampled, texel);
      for (guint i = 0; i < self->lanes && texel != LOOM_SIM_NO_TEXEL; i++)
        sums[i] += weight * (double) read_float (self, bytes + texel, i);
    }
  for (guint i = 0; i < self->lanes; i++)
    sampled->bits[i] = get_float_bits ((float) sums[i]);
}

static guint32
read_texel (const LoomSimTexture *self,
            const guint8         *bytes,
            guint64               texel,
            guint                 lane)
{
  if (texel == LOOM_SIM_NO_TEXEL)
    return 0;
  return is_float (self) ? get_float_bits (read_float (self, bytes + texel, lane))
                         : read_integer (self, bytes + texel, lane);
}

/* One number of each of four cells, against the clock from the lower left; 0 where cells have fewer
 * numbers. */
static void
gather (const LoomSimTexture *self,
        const guint8         *bytes,
        const Axis           *axes,
        const LoomSimSample  *sample,
        LoomSimSampled       *sampled)
{
  static const guint corners[] = { 2, 3, 1, 0 };

  for (guint i = 0; i < 4; i++)
    {
      const guint64 texel = find_texel (self, sample, axes, corners[i]);

      note_texel (sampled, texel);
      sampled->bits[i] = (guint) sample->component < self->lanes
                             ? read_texel (self, bytes, texel, (guint) sample->component) : 0;
    }
}

void
loom_sim_texture_sample (const LoomSimTexture *self,
                         const guint8         *bytes,
                         const LoomSimSample  *sample,
                         LoomSimSampled       *sampled)
{
  Axis axes[3];

  sampled->n_texels = 0;
  for (guint i = 0; i < 4; i++)
    sampled->bits[i] = get_default (self, i);
  for (guint i = 0; i < self->dimensions; i++)
    find_axis (self, sample, i, &axes[i]);
  if (sample->component >= 0)
    gather (self, bytes, axes, sample, sampled);
  else if (self->how.is_linear && !sample->is_integer)
    blend (self, bytes, axes, sample, sampled);
  else
    {
      sampled->n_texels = 1;
      sampled->texels[0] = find_texel (self, sample, axes, 0);
      for (guint i = 0; i < self->lanes; i++)
        sampled->bits[i] = read_texel (self, bytes, sampled->texels[0], i);
    }
}
