#pragma once

#include "loom-sim-access-private.h"
#include "loom-sim-coverage-private.h"

G_BEGIN_DECLS

/* A load or store of one element by lanes that lie regularly in one object is done group by group, as it is found; from
 * the first group on that is otherwise (another object, out of bounds, misaligned) all places are found and checked
 * first. Named by lowering after what moves: @ld.MEMORY.REGISTER with u8 s16 … in memory and the register's bytes,
 * @st.MEMORY.REGISTER in bytes. The address is op->a; a vector's parts are detail->registers. */

#define LOOM_SIM_PEEK(T, host) (((const struct { T value; } __attribute__ ((packed)) *) (host))->value)
#define LOOM_SIM_POKE(T, host) (((struct { T value; } __attribute__ ((packed)) *) (host))->value)

/* Before it is known whether the offset is in bounds, so the sum is one of numbers. */
static inline guint8 *
loom_sim_get_host (guint8  *bytes,
                   guint64  offset)
{
  return (guint8 *) ((guintptr) bytes + (guintptr) offset);
}

/* `masked` is to be a constant, which the compiler would not make it of itself: these are large. */
#define LOOM_SIM_ALWAYS_INLINE __attribute__ ((always_inline))

/* Where the lanes of an access lie in the host's memory whose shape the prologue found: the place of the lowest, NULL if
 * it must be looked at again. */
static inline guint8 *
loom_sim_find_surveyed (const LoomSimVector *v,
                        const LoomSimOp     *op,
                        const LoomSimSurvey *survey,
                        guint                size,
                        LoomSimRegion       *region)
{
  const gboolean wide = op->detail->width[0] == 8;
  const guint64 first = wide ? *LOOM_SIM_LANES (guint64, op->a) : *LOOM_SIM_LANES (guint32, op->a);
  guint64 address = first + loom_sim_get_plus (v, op) + (guint64) survey->low, offset;

  if (!wide)
    address = (guint32) address;
  loom_sim_find_region (v, op, 0, address, region);
  offset = address - region->base;
  if (offset >= region->size || region->size - offset < survey->span ||
      ((offset | survey->together) & (size - 1)) != 0 || region->slot == LOOM_SIM_LOCAL_SLOT)
    return NULL;
  return region->bytes + offset;
}

/* The same where some lanes run: `offset` is where the lowest of all lanes would go in the object.
 * Each group with a running lane lies in bounds as a whole; others may lie anywhere. */
static inline gboolean
loom_sim_find_surveyed_part (const LoomSimVector *v,
                             const LoomSimOp     *op,
                             const LoomSimSurvey *survey,
                             guint                size,
                             LoomSimRegion       *region,
                             guint64             *offset)
{
  const gboolean wide = op->detail->width[0] == 8;
  const guint64 first = wide ? *LOOM_SIM_LANES (guint64, op->a) : *LOOM_SIM_LANES (guint32, op->a);
  const guint64 length = survey->shape == LOOM_SIM_SHAPE_SPREAD ? size * LOOM_SIM_GROUP : size;
  const guint lowest = loom_sim_get_lowest_lane (v) / LOOM_SIM_GROUP;
  guint64 address = first + loom_sim_get_plus (v, op) + (guint64) survey->low + survey->at[lowest];
  guint64 end;

  if (!wide)
    address = (guint32) address;
  loom_sim_find_region (v, op, 0, address, region);
  *offset = address - region->base - survey->at[lowest];
  if (((*offset | survey->together) & (size - 1)) != 0 || region->slot == LOOM_SIM_LOCAL_SLOT)
    return FALSE;
  if (*offset < region->size && region->size - *offset >= survey->span)
    return TRUE;
  end = region->size >= length ? region->size - length + 1 : 0;
  for (guint g = lowest; g < v->n_warps * 2; g++)
    if (loom_sim_get_group (v, g) != 0 && *offset + survey->at[g] >= end)
      return FALSE;
  return TRUE;
}

static inline const LoomSimSurvey *
loom_sim_get_survey (const LoomSimVector *v,
                     const LoomSimOp     *op)
{
  const LoomSimSurvey *survey = op->detail->survey != 0 ? &v->surveys[op->detail->survey - 1] : NULL;

  return survey != NULL && survey->shape != LOOM_SIM_SHAPE_NONE ? survey : NULL;
}

/* Bytes from where a block's lanes go to where those of the next one will, which is asked for ahead:
 * its rows may lie far apart, so that no processor sees by itself where they go on. */
static inline guint64
loom_sim_find_ahead (const LoomSimVector *v,
                     const LoomSimOp     *op)
{
  const guint32 columns = v->block->launch->grid.x;

  if (!op->detail->summed || op->detail->width[0] != 8)
    return 0;
  if (v->block->id.x + 1 < columns)
    return *LOOM_SIM_LANES (guint64, op->b);
  return *LOOM_SIM_LANES (guint64, op->c) - *LOOM_SIM_LANES (guint64, op->b) * (columns - 1);
}

#define loom_sim_prefetch(place, ahead, writes) \
  __builtin_prefetch ((gconstpointer) ((guintptr) (place) + (guintptr) (ahead)), (writes), 3)

typedef struct { guint64 low, high; } LoomSimPair;

/* Running lanes of a group up to which each is looked at by itself. */
#define LOOM_SIM_FEW 3

G_END_DECLS
