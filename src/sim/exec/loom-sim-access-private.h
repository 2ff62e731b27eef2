#pragma once

#include "loom-sim-exec-private.h"
#include "loom-sim-sum-private.h"

/* How running lanes lie in memory. */
typedef enum
{
  LOOM_SIM_SHAPE_NONE,          /* no lane; of all groups: each has a shape of its own */
  LOOM_SIM_SHAPE_ROW,           /* of a group, each lane a size after the one before */
  LOOM_SIM_SHAPE_SAME,          /* of a group, all lanes at one place */
  LOOM_SIM_SHAPE_LANES,         /* of a group, each running lane has its own host address */
  LOOM_SIM_SHAPE_OFFSETS,       /* each lane has an offset */
  LOOM_SIM_SHAPE_ONE,           /* of all groups, all lanes at one place */
} LoomSimShape;

/* Where the lanes of one access go, checked. A row is inside its object also where lanes do not
 * run. */
typedef struct
{
  LoomSimShape   all;           /* of all groups of one element that have running lanes, and then
                                   neither `shape` nor `lanes` is set; NONE: each has its own */
  guint8         shape[LOOM_SIM_MAX_GROUPS];    /* LoomSimShape */
  guint16        lanes[LOOM_SIM_MAX_GROUPS];    /* those that have a place: they run, no fault */
  guint8        *host[LOOM_SIM_MAX_GROUPS];     /* of a group's first lane, if ROW or SAME; what
                                                   its lanes' offsets are from */
  guint32        near[LOOM_SIM_MAX_LANES] __attribute__ ((aligned (64)));
                                                /* offsets that are found here */
  guint8        *lane[LOOM_SIM_MAX_LANES];      /* of shape LANES */
  guint8        *base;                          /* of all groups: what `offsets` are from */
  const guint32 *offsets;                       /* of all groups: by lane, if OFFSETS, else of each
                                                   group's first lane */
  guint          n_pieces;
  LoomSimPiece   pieces[LOOM_SIM_MAX_LANES];    /* of objects whose accesses are counted */
  gint           fault;                         /* lowest lane that may not, or -1 */
  guint64        fault_address;
} LoomSimPlaces;

typedef enum
{
  LOOM_SIM_RESOLVE_DEFAULT = 0,
  LOOM_SIM_RESOLVE_LANES   = 1 << 0,    /* each lane's host address is wanted, in `lane` */
  LOOM_SIM_RESOLVE_PIECES  = 1 << 1,    /* nothing but pieces is wanted, of all objects */
} LoomSimResolveFlags;

#define loom_sim_resolve LOOM_SIM_ISA (loom_sim_resolve)

/* Finds the running lanes' places for op's detail: space, size, kind; registers at op->a, plus
 * op->immediate.offset and the sum of the block's part. The vector's tracker is told of them,
 * before the access, unless just pieces are wanted. Lanes that fault have no place. */
void loom_sim_resolve (LoomSimVector       *v,
                       const LoomSimOp     *op,
                       LoomSimResolveFlags  flags,
                       LoomSimPlaces       *places);

/* What is added to each lane's register to make its address. */
static inline guint64
loom_sim_get_displacement (const LoomSimVector *v,
                           const LoomSimOp     *op)
{
  if (!op->detail->is_affine)
    return (guint64) op->immediate.offset;
  if (op->detail->width[0] == 8)
    return (guint64) op->immediate.offset + loom_sim_get_block_sum (v, op);
  return (guint64) op->immediate.offset + loom_sim_get_block_sum_narrow (v, op);
}

/* The same for what lies in shared memory as a whole, of which the prologue found how lanes lie;
 * FALSE: it must be looked at. A product of tiles takes 0.8 of the time. */
static inline gboolean
loom_sim_resolve_tile (const LoomSimVector *v,
                       const LoomSimOp     *op,
                       LoomSimPlaces       *places)
{
  const LoomSimDetail *detail = op->detail;
  const LoomSimSurvey *survey;
  guint32 offset, size;

  if (detail->survey == 0 || detail->space != LOOM_PTX_SPACE_SHARED ||
      detail->width[0] != 4 || detail->is_affine)
    return FALSE;
  survey = &v->surveys[detail->survey - 1];
  offset = *LOOM_SIM_LANES (guint32, op->a) + (guint32) op->immediate.offset +
           (guint32) survey->low - detail->from;
  size = (detail->end != 0 ? detail->end : v->shared_size) - detail->from;
  if (survey->shape != LOOM_SIM_SHAPE_ROW &&
      (survey->shape != LOOM_SIM_SHAPE_SAME || detail->kind != LOOM_SIM_ACCESS_LOAD))
    return FALSE;
  if (offset >= size || size - offset < survey->span ||
      ((offset | survey->together) & (detail->size - 1)) != 0)
    return FALSE;
  places->all = (LoomSimShape) survey->shape;
  places->base = v->shared + detail->from + offset;
  places->offsets = survey->at;
  places->fault = -1;
  return TRUE;
}

/* The running lanes of a group. */
static inline guint
loom_sim_get_group (const LoomSimVector *v,
                    guint                g)
{
  return v->bits[g / 2] >> (g % 2 * LOOM_SIM_GROUP) & LOOM_SIM_GROUP_MASK;
}

/* The op to go on with once the lanes that may have had their access. */
static inline const LoomSimOp *
loom_sim_access_done (LoomSimVector       *v,
                      const LoomSimOp     *op,
                      const LoomSimPlaces *places)
{
  if (G_UNLIKELY (places->fault >= 0))
    return loom_sim_trap_access (v, op, (guint) places->fault, places->fault_address);
  return op + 1;
}

/* Adds consecutive lanes that access an object side by side, or at one place: to the last piece if
 * that goes on so. Each lane has local memory of its own. */
static inline void
loom_sim_add_piece (LoomSimPlaces *places,
                    guint          size,
                    guint          lane,
                    guint          n_lanes,
                    guint32        slot,
                    guint64        offset,
                    gboolean       spread)
{
  LoomSimPiece *piece = places->pieces + places->n_pieces, *last = piece - 1;

  if (places->n_pieces > 0 && last->slot == slot && slot != LOOM_SIM_LOCAL_SLOT &&
      last->lane + last->n_lanes == lane)
    {
      const gboolean goes_on = last->spread && spread &&
                               last->offset + (guint64) last->n_lanes * size == offset;
      const gboolean stays = last->offset == offset && (!last->spread || last->n_lanes == 1) &&
                             (!spread || n_lanes == 1);

      if (goes_on || stays)
        {
          last->n_lanes = (guint16) (last->n_lanes + n_lanes);
          last->spread = goes_on;
          return;
        }
    }
  *piece = (LoomSimPiece) {
    .offset = offset, .slot = slot, .lane = (guint16) lane, .n_lanes = (guint16) n_lanes,
    .spread = spread
  };
  places->n_pieces++;
}

/* Adds those lanes of a group that run, all in a row that begins where its first lane would be. */
static inline void
loom_sim_add_row (LoomSimPlaces *places,
                  guint          size,
                  guint          lane,
                  guint          lanes,
                  guint32        slot,
                  guint64        origin)
{
  while (lanes != 0)
    {
      const guint first = (guint) __builtin_ctz (lanes);
      const guint many = (guint) __builtin_ctz (~(lanes >> first));

      loom_sim_add_piece (places, size, lane + first, many, slot, origin + first * size, TRUE);
      lanes &= ~0u << first << many;
    }
}

/* Before a loop over a group's lanes that is to become vector code: lanes do not depend on each
 * other, and a loop of sixteen that is unrolled first becomes none. */
#define LOOM_SIM_GROUP_LOOP _Pragma ("GCC ivdep") _Pragma ("GCC unroll 1")

/* Numbers in the host's memory, wherever they begin. */
#define LOOM_SIM_PEEK(T, host) \
  (((const struct { T value; } __attribute__ ((packed)) *) (host))->value)
#define LOOM_SIM_POKE(T, host) (((struct { T value; } __attribute__ ((packed)) *) (host))->value)

typedef struct { guint64 low, high; } LoomSimPair;
