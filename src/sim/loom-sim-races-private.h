#pragma once

#include "loom-sim-order-private.h"
#include "loom-sim-watch-private.h"

G_BEGIN_DECLS

/* What the files of the race watcher share. */

/* What the rules make of an access. */
typedef enum
{
  LOOM_SIM_RACE_PLAIN_WRITE = 1 << 0,
  LOOM_SIM_RACE_HEARS       = 1 << 1,         /* an atomic or volatile read */
  LOOM_SIM_RACE_TELLS       = 1 << 2,         /* an atomic or volatile write */
  LOOM_SIM_RACE_RELEASES    = 1 << 3,         /* is a fence as well */
  LOOM_SIM_RACE_NARROW      = 1 << 4,         /* all that only within the block */
} LoomSimRaceFlags;

typedef struct
{
  const LoomSimOp *op;
  guint            flags;
} LoomSimRaceAccess;

typedef struct
{
  LoomSimWatcher            watcher;
  const LoomSimLaunchState *launch;
  LoomSimSlot              *slots;
  GArray                   *accesses;   /* (element-type LoomSimRaceAccess); the first is none */
  guint16                  *access_of;  /* by op */
  LoomSimShadow            *shadows;    /* by slot, made on first use */
  gboolean                  any_narrow; /* some atomic in global memory holds within its block alone */
  guint                     shared_shift, global_shift;
  LoomSimOrder              order;
} LoomSimRaces;

/* Asynchronous copies of a block that nobody has waited for yet. */
typedef struct
{
  GArray  *begun;               /* (element-type LoomSimCopy) */
  guint    n_open;
  guint32 *open;                /* by unit of shared memory: index in begun plus one, 0: none; NULL: there never were any */
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

/* One access of all running lanes. */
typedef struct
{
  LoomSimRaces              *self;
  LoomSimRaceBlock              *block;
  LoomSimVector      *v;
  const LoomSimOp    *op;
  const LoomSimPiece *pieces;
  guint               n_pieces;
  guint               access, flags;
  gboolean            uniform;  /* all lanes of the vector, which is one warp, are at one clock */
  LoomSimShadow      *shadow;   /* of the piece looked at */
  const LoomSimPiece *piece;
} LoomSimLook;

static inline guint
loom_sim_look_get_thread (const LoomSimLook *look,
                          guint              lane)
{
  return look->v->first + lane;
}

static inline guint64
loom_sim_look_get_first_thread (const LoomSimLook *look)
{
  return look->v->block->index * look->block->order.stride;
}

static inline gboolean
loom_sim_look_is_copy (const LoomSimLook *look)
{
  return look->op->source->opcode == LOOM_PTX_OP_CP_ASYNC_CA || look->op->source->opcode == LOOM_PTX_OP_CP_ASYNC_CG;
}

/* loom-sim-races-accesses.c: numbers all accesses, and finds the widest unit that none is narrower than. */
void     loom_sim_races_find_accesses (LoomSimRaces           *self);

/* loom-sim-races-shadow.c. NULL: nobody can race there. */
LoomSimShadow *loom_sim_races_find_shadow (LoomSimLook        *look,
                                       const LoomSimPiece     *piece);
void     loom_sim_races_make_others   (LoomSimShadow          *shadow);
void     loom_sim_races_clear_shadow  (LoomSimShadow          *shadow);
void     loom_sim_races_clear_records (LoomSimShadow          *shadow);
/* Forgets what some threads did. */
void     loom_sim_races_forget        (LoomSimShadow          *shadow,
                                       guint64                 first,
                                       guint64                 n);

/* loom-sim-races-report.c */
/* Whether two writes leave the same: that of this lane now, and the last one, by another lane of this very op or earlier. */
gboolean loom_sim_look_is_same_value  (const LoomSimLook      *look,
                                       guint                   lane,
                                       guint64                 unit,
                                       guint64                 last);
/* unfinished: `last` is a copy that has not been waited for. */
void     loom_sim_look_report         (const LoomSimLook      *look,
                                       guint                   lane,
                                       guint64                 unit,
                                       guint64                 last,
                                       gboolean                unfinished);

/* loom-sim-races-copies.c: cp.async writes at any time until the thread that began it has waited for it. */
/* Of a piece of shared memory, before it is looked at otherwise. */
void     loom_sim_look_check_copies   (const LoomSimLook      *look);
void     loom_sim_look_begin_copies   (const LoomSimLook      *look);
/* left: groups that may go on; LOOM_SIM_COPIES_COMMIT: the copies so far are a group. */
void     loom_sim_races_copies        (LoomSimRaces           *self,
                                       LoomSimRaceBlock       *block,
                                       const LoomSimVector    *v,
                                       gint64                  left);
void     loom_sim_races_drop_copies   (LoomSimRaceBlock       *block);

G_END_DECLS
