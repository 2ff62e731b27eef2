#pragma once

#include "loom-ptx-module.h"

#define LOOM_SIM_WARP LOOM_WARP_LANES
#define LOOM_SIM_MAX_WARPS 8                    /* of a vector */
#define LOOM_SIM_MAX_LANES (LOOM_SIM_WARP * LOOM_SIM_MAX_WARPS)
#define LOOM_SIM_KEY_BITS 22                    /* of an op's index; the call depth stands above
                                                   it */
#define LOOM_SIM_MAX_OPS ((1u << LOOM_SIM_KEY_BITS) - 1)
#define LOOM_SIM_MAX_DEPTH 1000                 /* frames of a call stack */
#define LOOM_SIM_NO_KEY G_MAXUINT32
#define LOOM_SIM_MAX_SURVEYS 256                /* of a program */
#define LOOM_SIM_MAX_SHARED 0xfff0u             /* variables of shared memory that are told apart */
#define LOOM_SIM_MAX_GUARDS 64u                 /* comparisons of a program that are looked at */

typedef struct _LoomSimVector LoomSimVector;
typedef struct _LoomSimOp LoomSimOp;
typedef struct _LoomSimProgram LoomSimProgram;

typedef const LoomSimOp *(*LoomSimFunc) (LoomSimVector   *v,
                                         const LoomSimOp *op);

/* What pointers begin with that a kernel computes. */
typedef enum
{
  LOOM_SIM_POINTER_PARAM,       /* at: bytes from the parameters' beginning */
  LOOM_SIM_POINTER_VARIABLE,    /* of the module; at: its slot */
  LOOM_SIM_POINTER_SHARED,      /* at: its index among the shared variables */
} LoomSimPointerKind;

typedef struct
{
  LoomSimPointerKind kind;
  guint64            at;
} LoomSimPointer;

/* The provenance of an address: a set of the program's pointers, and more
 * (loom-sim-provenance.c). */
#define LOOM_SIM_MAX_POINTERS 61u
#define LOOM_SIM_PROVENANCE_NUMBER (G_GUINT64_CONSTANT (1) << 61)
#define LOOM_SIM_PROVENANCE_WINDOW (G_GUINT64_CONSTANT (1) << 62)
#define LOOM_SIM_PROVENANCE_UNKNOWN (G_GUINT64_CONSTANT (1) << 63)

/* How a sum compares with a number of the launch. */
typedef enum
{
  LOOM_SIM_RELATION_LT,
  LOOM_SIM_RELATION_LE,
  LOOM_SIM_RELATION_GT,
  LOOM_SIM_RELATION_GE,
  LOOM_SIM_RELATION_EQ,
  LOOM_SIM_RELATION_NE,
} LoomSimRelation;

/* A value that a call passes, or takes back: bytes in the caller's and the callee's frame of local
 * memory. */
typedef struct
{
  guint32 from, to, size;
} LoomSimArgument;

/* What lowering adds to an op that needs more than registers. Owned by the program. */
typedef struct
{
  guint8        space;          /* LoomPtxSpace of an access */
  guint8        size;           /* bytes that one lane accesses */
  guint8        element;        /* bytes of each register's part of it */
  guint8        n_elements;
  guint8        kind;           /* LoomSimAccessKind */
  guint8        extend;         /* loads: 's' sign-extends, 'u' zero-extends, 0: widths agree */
  guint8        aligned;        /* barriers: all lanes of a warp wait at the same one */
  guint8        invert;         /* guards and branches: on a false predicate */
  guint8        counted;        /* barriers: op->b holds a thread count */
  guint8        reduction;      /* barriers: LoomPtxAtomic over op->c */
  guint8        register_width; /* stores: bytes of a register, 0: of an element */
  guint8        width[8];       /* of registers, bytes */
  guint8        is_texel;       /* accesses: of an object's cells, of a size that it knows */
  guint8        is_affine;      /* accesses: the address is an affine form, its factors op->b,
                                   op->c, op->f */
  guint16       survey;         /* one more than its index, 0: none */
  guint8        guard;          /* comparisons of sums: one more than the bit in `holds` and
                                   `fails`, 0: none */
  guint8        relation;       /* of those: LoomSimRelation */
  guint8        is_signed;      /* of those; of loads that carry: the rest of a register is the
                                   sign */
  guint64       holds, fails;   /* of accesses: comparisons that came out so for every lane that
                                   comes there */
  guint64       provenance;     /* of an access's address */
  gboolean      stored_back;    /* loads: each thread then stores to the same place */
  gboolean      adds_floats;    /* atomics: all that they do */
  guint16       shared;         /* of accesses: one more than the index of the only shared
                                   variable that they mean, 0: any */
  guint32       from, end;      /* where that lies; end 0: as far as shared memory goes */
  guint32       registers[8];   /* slots of a vector's elements, or of a call's arguments */
  guint32       n_arguments, n_returns;         /* of calls */
  LoomSimArgument *arguments, *returns;
  guint32       callee;         /* of direct calls: the module's function */
  guint32       n_steps;        /* of @step: instructions that it stands before */
  guint32       n_targets;      /* of an indexed branch, or a call by address */
  const LoomSimOp **targets;    /* of an indexed branch */
  gboolean      is_observed;    /* of accesses: an @observe stands before it */
  gboolean      passes;         /* of those: what calls pass, which nobody else cares for */
  gboolean      carries;        /* of those: a load, or a store of what may be undefined */
  guint32       undefined[16];  /* slots of undefined bits and of their origin, for each element */
  guint8        widths[8];      /* bytes of each element's register */
} LoomSimDetail;

/* What an op has besides registers; its opcode tells which of these it is. */
typedef union
{
  gint64 word;                  /* any of them as a number; packed by matrix and video ops */
  gint64 value;                 /* of a constant */
  gint64 offset;                /* from an address, in a frame, in the parameters */
  gint64 part;                  /* of a whole: which, from the lowest */
  gint64 size;                  /* bytes of each lane */
  gint64 flip;                  /* of a branch: all ones where its predicate is to be false, or 0 */
  gint64 is_full;               /* of @converge: its mask names the whole warp */
  gint64 is_wide;               /* of @fence: it reaches beyond the block */
  gint64 left;                  /* of @copies: groups that may go on, or LOOM_SIM_COPIES_… */
  struct { guint32 size, offset; } frame;       /* of @enter.local */
  struct { guint8 geometry, is_integer; gint8 component; } texture;     /* component -1: all */
  struct { guint8 geometry, boundary; guint32 size; } surface;
} LoomSimImmediate;

/* One lowered instruction. run[0]: all lanes of the vector run; run[1]: some. loom_sim_run_op()
 * chooses. */
struct _LoomSimOp
{
  LoomSimFunc               run[2];
  guint32                   d, e, a, b, c, f;   /* byte offsets in the frame; 0 is scratch */
  LoomSimImmediate          immediate;
  guint32                   key;                /* own index in the program */
  guint32                   ordinal;            /* PTX instructions before it */
  guint32                   begin;              /* those behind lanes that begin here: what was
                                                   hoisted or dropped between the op before and this
                                                   one is still to be counted */
  guint32                   opcode;             /* LoomSimOpcode */
  const LoomSimOp          *target;             /* of a branch or call */
  const LoomSimDetail      *detail;
  const LoomPtxInstruction *source;             /* NULL: made by lowering */
};

/* Whether anybody looks at some of `n` bytes that an access loads, from its byte `at` on. */
static inline gboolean
loom_sim_op_uses (const LoomSimOp *op,
                  guint            at,
                  guint            n)
{
  const guint32 used = op->source->used_bytes;

  return used == 0 || (used >> at & ((1u << n) - 1)) != 0;
}

typedef struct
{
  guint32  offset;                              /* in shared memory */
  guint64  size;
  const LoomPtxVariable *variable;
} LoomSimShared;

/* What ops a program has besides, for watchers. */
typedef enum
{
  LOOM_SIM_WATCHED_NOT      = 0,
  LOOM_SIM_WATCHED_ACCESSES = 1 << 0,   /* @observe before each access, @fence, @enter.local */
  LOOM_SIM_WATCHED_STEPS    = 1 << 1,   /* @step before each stretch that the running lanes execute
                                           together */
  LOOM_SIM_WATCHED_TRACE    = 1 << 2,   /* @trace.begin before and @trace.end after each
                                           instruction */
  LOOM_SIM_WATCHED_REGISTERS = 1 << 3,  /* what follows undefined bits: see
                                           loom-sim-lower-undefined.c */
  LOOM_SIM_WATCHED_CONSTANTS = 1 << 4,  /* @observe before loads of constants as well */
} LoomSimWatched;

/* An entry, ready to run. Immutable, shared by all workers. */
struct _LoomSimProgram
{
  LoomPtxModule          *module;
  const LoomPtxFunction  *entry;
  LoomSimOp              *ops;
  guint                   n_ops;
  LoomSimOp              *prologue;             /* run once for each register file, with all lanes
                                                   on */
  guint                   n_prologue;
  guint                   n_surveys;            /* that a vector keeps */
  guint32                 frame_size;           /* bytes of registers for each lane of one frame,
                                                   times lanes */
  guint                   max_lanes;            /* that offsets were made for */
  GArray                 *shared;               /* (element-type LoomSimShared) */
  guint32                 shared_size;          /* static; dynamic shared memory begins here,
                                                   aligned */
  guint32                 entry_local, call_local;  /* bytes of local memory: of the entry's frame,
                                                       of each call's */
  gboolean                has_calls;
  guint                   call_depth;           /* so many can be open at a time;
                                                   LOOM_SIM_MAX_DEPTH: nothing bounds it */
  gboolean                has_heap;             /* calls malloc */
  gboolean                unset;                /* some way reads a register that it has not
                                                   written, and that is watched */
  gboolean                shuffles;             /* and is watched for undefined bits, which that
                                                   can make */
  gboolean                sums;                 /* was lowered with loom-sim-affine.c */
  LoomSimWatched          watched;
  gboolean                order_matters;        /* live results of global atomics, volatile or
                                                   acquire loads, malloc */
  gboolean                adds_floats;          /* by global atomics without a live result */
  gboolean                syncs_grid;           /* all blocks must be resident at once */
  gboolean                needs_own_block;      /* does what blocks cannot that run together */
  GArray                 *pointers;             /* (element-type LoomSimPointer) that addresses
                                                   begin with */
  gboolean                notes_exits;          /* threads may wait for others, and those that are
                                                   gone are asked where they left */
  gboolean                makes_calls;          /* of functions, or of what the run time provides */
  GPtrArray              *details;
};

/* One spelling of an instruction: the mnemonic with its whole suffix chain, less what lowering
 * takes away (see loom-sim-lower-name.c: .uni, cache hints, the .rn that is the default of add, sub
 * and mul). */
typedef struct
{
  const char   *name;
  const char   *signature;
  LoomSimFunc   all, some;
} LoomSimRow;

LoomSimProgram *loom_sim_program_begin (LoomPtxModule         *module,
                                        const LoomPtxFunction *entry,
                                        guint                  lanes,
                                        LoomSimWatched         watched,
                                        gboolean               sums);
/* addresses: of the module's variables, by index. lanes: of a vector, a multiple of LOOM_SIM_WARP.
 * sums: only for launches whose blocks have them, says loom_sim_block_has_sums(). */
LoomSimProgram *loom_sim_program_new  (LoomPtxModule         *module,
                                       const LoomPtxFunction *entry,
                                       const guint64         *addresses,
                                       guint                  lanes,
                                       LoomSimWatched         watched,
                                       gboolean               sums,
                                       GError               **error);
void            loom_sim_program_free (LoomSimProgram        *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomSimProgram, loom_sim_program_free)
