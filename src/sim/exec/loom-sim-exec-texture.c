/* loom-sim-exec-texture.c: handlers of textures, and of where in a surface an access goes
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-access-private.h"
#include "loom-sim-block-private.h"
#include "loom-sim-coverage-exec-private.h"
#include "loom-sim-texture-private.h"
#include "loom-sim-watcher-private.h"

/* The object that a lane was given, NULL: it is none of the kind and geometry. */
static const LoomSimSlot *
find_object (const LoomSimVector *v,
             guint64              object,
             LoomTextureKind      kind,
             LoomPtxGeometry      geometry)
{
  const guint64 slot = object >> LOOM_SIM_SLOT_BITS;
  const LoomSimTexture *texture = slot < v->n_slots ? v->slots[slot].texture : NULL;

  if (texture == NULL || texture->how.kind != kind || object != LOOM_SIM_SLOT_ADDRESS (slot) ||
      texture->dimensions != loom_ptx_geometry_count (geometry) ||
      texture->how.is_layered != (geometry >= LOOM_PTX_GEOMETRY_A1D))
    return NULL;
  return &v->slots[slot];
}

static const LoomSimOp *
trap_object (LoomSimVector   *v,
             const LoomSimOp *op,
             guint            lane)
{
  loom_sim_trap (v, op, LOOM_ERROR_TRAP, lane);
  v->block->trap.cause = LOOM_SIM_CAUSE_NO_TEXTURE;
  return NULL;
}

/* The offsets of the cells that each lane reads, and in which slot. */
typedef struct
{
  guint32 slots[LOOM_SIM_MAX_LANES];
  guint8  n[LOOM_SIM_MAX_LANES];
  guint64 texels[LOOM_SIM_MAX_TEXELS][LOOM_SIM_MAX_LANES];
} Read;

static gboolean
is_counted (const LoomSimVector *v,
            guint32              slot)
{
  return v->tracker != NULL && (v->regions[slot].counted >> LOOM_SIM_ACCESS_LOAD & 1) != 0;
}

/* Tells who counts or watches of cell number i of all lanes, one array after the other: cells of
 * each have a size of their own. */
static void
tell_of (LoomSimVector   *v,
         const LoomSimOp *op,
         const Read      *read,
         guint            i,
         guint32          slot)
{
  LoomSimDetail detail = *op->detail;
  LoomSimOp access = *op;
  LoomSimPlaces places;

  detail.size = (guint8) v->slots[slot].texture->size;
  access.detail = &detail;
  places.n_pieces = 0;
  LOOM_SIM_FOREACH_WARP (w)
    LOOM_SIM_FOREACH_LANE (w, n)
      if (read->slots[n] == slot && i < read->n[n] && read->texels[i][n] != LOOM_SIM_NO_TEXEL)
        loom_sim_add_piece (&places, detail.size, n, 1, slot, read->texels[i][n], TRUE);
  if (places.n_pieces == 0)
    return;
  if (is_counted (v, slot))
    loom_sim_coverage_access (v->tracker, v, &access, places.pieces, places.n_pieces);
  LOOM_SIM_TELL (v->block, sample, v, &access, places.pieces, places.n_pieces);
}

static void
tell (LoomSimVector   *v,
      const LoomSimOp *op,
      const Read      *read)
{
  guint32 last = LOOM_SIM_NULL_SLOT;

  if (v->tracker == NULL && v->block->watchers == NULL)
    return;
  /* Most often all lanes have one object; of several each is told of once. */
  LOOM_SIM_FOREACH_WARP (w)
    LOOM_SIM_FOREACH_LANE (w, n)
      {
        const guint32 slot = read->slots[n];
        gboolean again = slot == last;

        for (guint m = 0; m < n && !again; m++)
          again = (v->bits[m / LOOM_SIM_WARP] >> m % LOOM_SIM_WARP & 1) != 0 &&
                  read->slots[m] == slot;
        last = slot;
        for (guint i = 0; i < LOOM_SIM_MAX_TEXELS && !again &&
                          (v->block->watchers != NULL || is_counted (v, slot)); i++)
          tell_of (v, op, read, i, slot);
      }
}

static const LoomSimOp *
texel (LoomSimVector   *v,
       const LoomSimOp *op)
{
  const LoomPtxGeometry geometry = (LoomPtxGeometry) op->immediate.texture.geometry;
  const guint64 *objects = LOOM_SIM_LANES (guint64, op->a);
  const guint32 sources[] = { op->b, op->c, op->f };
  Read read;

  LOOM_SIM_FOREACH_WARP (w)
    LOOM_SIM_FOREACH_LANE (w, n)
      {
        const LoomSimSlot *slot = find_object (v, objects[n], LOOM_TEXTURE_SAMPLED, geometry);
        LoomSimSample sample = {
          .is_integer = op->immediate.texture.is_integer,
          .component = op->immediate.texture.component,
        };
        LoomSimSampled sampled;

        if (slot == NULL)
          return trap_object (v, op, n);
        for (guint i = 0; i < 3; i++)
          {
            sample.at[i] = LOOM_SIM_LANES (float, sources[i])[n];
            sample.index[i] = LOOM_SIM_LANES (gint32, sources[i])[n];
          }
        sample.layer = LOOM_SIM_LANES (guint32, op->f)[n];
        loom_sim_texture_sample (slot->texture, slot->bytes, &sample, &sampled);
        for (guint i = 0; i < op->detail->n_elements; i++)
          LOOM_SIM_LANES (guint32, op->detail->registers[i])[n] = sampled.bits[i];
        read.slots[n] = (guint32) (slot - v->slots);
        read.n[n] = (guint8) sampled.n_texels;
        for (guint i = 0; i < sampled.n_texels; i++)
          read.texels[i][n] = sampled.texels[i];
      }
  tell (v, op, &read);
  return op + 1;
}

/* Where in a surface, in bytes of a row, rows and planes or layers. */
typedef struct
{
  gint64 at[3];
  gint64 most[3];               /* last place that an access fits */
} Place;

static gboolean
is_inside (const Place *self)
{
  for (guint i = 0; i < 3; i++)
    if (self->at[i] < 0 || self->at[i] > self->most[i])
      return FALSE;
  return TRUE;
}

static guint64
get_offset (const LoomSimTexture *texture,
            const Place          *place)
{
  guint64 at[3];

  for (guint i = 0; i < 3; i++)
    at[i] = (guint64) CLAMP (place->at[i], 0, place->most[i]);
  return (at[2] * texture->extent[1] + at[1]) * texture->extent[0] * texture->size + at[0];
}

static const LoomSimOp *
trap_surface (LoomSimVector   *v,
              const LoomSimOp *op,
              guint            lane,
              const Place     *place)
{
  LoomSimTrap *trap = &v->block->trap;

  if (trap->happened)
    return loom_sim_trap (v, op, LOOM_ERROR_OOB, lane);
  loom_sim_trap (v, op, LOOM_ERROR_OOB, lane);
  trap->cause = LOOM_SIM_CAUSE_OUTSIDE_SURFACE;
  trap->address = LOOM_SIM_LANES (guint64, op->a)[lane];
  trap->size = op->immediate.surface.size;
  trap->space = LOOM_PTX_SPACE_GLOBAL;
  for (guint i = 0; i < 3; i++)
    trap->at[i] = (gint32) place->at[i];
  return NULL;
}

static const LoomSimOp *
surface_place (LoomSimVector   *v,
               const LoomSimOp *op)
{
  const LoomPtxGeometry geometry = (LoomPtxGeometry) op->immediate.surface.geometry;
  const gboolean traps = op->immediate.surface.boundary == LOOM_PTX_BOUNDARY_TRAP;
  const gint64 size = op->immediate.surface.size;

  LOOM_SIM_FOREACH_WARP (w)
    LOOM_SIM_FOREACH_LANE (w, n)
      {
        const guint64 object = LOOM_SIM_LANES (guint64, op->a)[n];
        const LoomSimSlot *slot = find_object (v, object, LOOM_TEXTURE_SURFACE, geometry);
        const LoomSimTexture *texture = slot != NULL ? slot->texture : NULL;
        Place place = {
          .at = { LOOM_SIM_LANES (gint32, op->b)[n], LOOM_SIM_LANES (gint32, op->c)[n],
                  LOOM_SIM_LANES (gint32, op->f)[n] },
        };

        if (texture == NULL)
          return trap_object (v, op, n);
        /* Layers are counted without a sign. */
        if (texture->how.is_layered)
          place.at[2] = (guint32) place.at[2];
        place.most[0] = (gint64) texture->extent[0] * texture->size - size;
        place.most[1] = texture->extent[1] - 1;
        place.most[2] = (gint64) texture->extent[2] * texture->layers - 1;
        if (traps && !is_inside (&place))
          return trap_surface (v, op, n, &place);
        LOOM_SIM_LANES (guint64, op->d)[n] = object + get_offset (texture, &place);
        LOOM_SIM_LANES (guint8, op->e)[n] = is_inside (&place) ? 0xff : 0;
      }
  return op + 1;
}

LOOM_SIM_ROWS (texture)
{
  LOOM_SIM_ROW_ONE ("@texel", "=", texel)
  LOOM_SIM_ROW_ONE ("@surface.place", "=", surface_place)
  LOOM_SIM_ROWS_END
};
