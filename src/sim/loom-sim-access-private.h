#pragma once

#include "loom-sim-exec-private.h"

G_BEGIN_DECLS

/* Lanes are looked at sixteen at a time: most groups lie side by side or at one place, and are checked and moved whole. */
#define LOOM_SIM_GROUP 16
#define LOOM_SIM_GROUP_MASK 0xffffu
#define LOOM_SIM_MAX_GROUPS (LOOM_SIM_MAX_LANES / LOOM_SIM_GROUP)

typedef enum
{
  LOOM_SIM_SHAPE_NONE,          /* no lane */
  LOOM_SIM_SHAPE_SPREAD,        /* each lane a size after the one before */
  LOOM_SIM_SHAPE_SAME,          /* all lanes at one place */
  LOOM_SIM_SHAPE_LANES,         /* each running lane has its own host address */
} LoomSimShape;

/* Where the lanes of one access go, checked. */
typedef struct
{
  guint8        shape[LOOM_SIM_MAX_GROUPS];     /* LoomSimShape */
  guint8       *host[LOOM_SIM_MAX_GROUPS];      /* of a group's first lane */
  guint16       lanes[LOOM_SIM_MAX_GROUPS];     /* of shape LANES */
  guint8       *lane[LOOM_SIM_MAX_LANES];       /* of shape LANES */
  guint         n_pieces;                       /* only where an observer looks */
  LoomSimPiece  pieces[LOOM_SIM_MAX_LANES];
  gint          fault;                          /* lowest lane that may not, or -1 */
  guint64       fault_address;
} LoomSimPlaces;

#define loom_sim_resolve LOOM_SIM_ISA (loom_sim_resolve)

/* Finds the running lanes' places for op's detail: space, size, kind; registers at op->a, plus op->immediate. Tells the
 * observer of them, before the access. Lanes that fault have no place. */
void loom_sim_resolve (LoomSimVector   *v,
                       const LoomSimOp *op,
                       LoomSimPlaces   *places);

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

/* Host address of a lane that has a place. */
static inline guint8 *
loom_sim_place (const LoomSimPlaces *places,
                guint                n,
                guint                size)
{
  const guint g = n / LOOM_SIM_GROUP;

  switch ((LoomSimShape) places->shape[g])
    {
    case LOOM_SIM_SHAPE_SPREAD:
      return places->host[g] + n % LOOM_SIM_GROUP * size;
    case LOOM_SIM_SHAPE_SAME:
      return places->host[g];
    case LOOM_SIM_SHAPE_LANES:
      return places->lane[n];
    case LOOM_SIM_SHAPE_NONE:
      break;
    }
  return NULL;
}

/* Whether a lane has a place: it ran and did not fault. */
static inline guint
loom_sim_placed (const LoomSimPlaces *places,
                 guint                g)
{
  switch ((LoomSimShape) places->shape[g])
    {
    case LOOM_SIM_SHAPE_SPREAD:
    case LOOM_SIM_SHAPE_SAME:
      return LOOM_SIM_GROUP_MASK;
    case LOOM_SIM_SHAPE_LANES:
      return places->lanes[g];
    case LOOM_SIM_SHAPE_NONE:
      break;
    }
  return 0;
}

G_END_DECLS
