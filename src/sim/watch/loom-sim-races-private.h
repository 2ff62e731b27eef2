#pragma once

#include "loom-sim-order-private.h"
#include "loom-sim-watch-private.h"

/* What the files of the race watcher share. */

/* What the rules make of an access; PTX calls atomic and volatile ones strong. */
typedef enum
{
  LOOM_SIM_RACE_PLAIN_WRITE  = 1 << 0,
  LOOM_SIM_RACE_STRONG_READ  = 1 << 1,
  LOOM_SIM_RACE_STRONG_WRITE = 1 << 2,
  LOOM_SIM_RACE_FENCE        = 1 << 3,  /* it releases what came before it */
  LOOM_SIM_RACE_BLOCK_SCOPE  = 1 << 4,  /* all that only within the block */
} LoomSimRaceFlags;

/* An instruction that accesses memory. */
typedef struct
{
  const LoomSimOp *op;
  guint            flags;
} LoomSimRaceSite;

typedef struct
{
  LoomSimWatcher            watcher;
  const LoomSimLaunchState *launch;
  LoomSimSlot              *slots;
  GArray                   *sites;      /* (element-type LoomSimRaceSite); the first is none */
  guint16                  *site_of;    /* by op */
  LoomSimShadow            *shadows;    /* by slot, made on first use */
  gboolean                  any_block_scope;    /* some atomic in global memory has its block's
                                                   scope alone */
  guint                     shared_shift, global_shift;
  LoomSimOrder              order;
} LoomSimRaces;

/* Asynchronous copies of a block that nobody has waited for yet. */
typedef struct
{
  GArray  *begun;               /* (element-type LoomSimCopy) */
  guint    n_open;
  guint32 *open;                /* by unit of shared memory: index in begun plus one, 0: none;
                                   NULL: there never were any */
  guint32 *groups;              /* by thread: committed */
} LoomSimCopies;

/* Of one block. */
typedef struct
{
  LoomSimBlockOrder order;
  LoomSimShadow     shared;
  gboolean          used;       /* shared has records */
  LoomSimCopies     copies;
} LoomSimRaceBlock;

/* One access by all running lanes. */
typedef struct
{
  LoomSimRaces       *self;
  LoomSimRaceBlock   *block;
  LoomSimVector      *v;
  const LoomSimOp    *op;
  const LoomSimPiece *pieces;
  guint               n_pieces;
  guint               site, flags;
  guint64             first_thread;     /* of the block, in the launch */
  gboolean            uniform;  /* all lanes of the vector, which is one warp, are at one clock */
  LoomSimShadow      *shadow;   /* of the piece that is checked */
  const LoomSimPiece *piece;
} LoomSimRaceAccess;

/* unfinished: `last` is a copy that has not been waited for. */
void     loom_sim_race_access_report       (const LoomSimRaceAccess *access,
                                            guint                    lane,
                                            guint64                  unit,
                                            guint64                  last,
                                            gboolean                 unfinished);

/* loom-sim-races-copies.c: cp.async writes at any time until the thread that began it has waited
 * for it. Of a piece of shared memory: */
void     loom_sim_race_access_check_copies (const LoomSimRaceAccess *access);
void     loom_sim_race_access_begin_copies (const LoomSimRaceAccess *access);
/* left: groups that may go on; LOOM_SIM_COPIES_COMMIT: the copies so far are a group. */
void     loom_sim_races_copies             (LoomSimRaces            *self,
                                            LoomSimRaceBlock        *block,
                                            const LoomSimVector     *v,
                                            gint64                   left);
void     loom_sim_races_drop_copies        (LoomSimRaceBlock        *block);
