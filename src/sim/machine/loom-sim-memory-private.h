#pragma once

#include "loom-sim-types.h"

/* Virtual addresses. Each object of global or constant memory has a slot of 2^40 bytes with its
 * first byte in the middle, so that no 32-bit index times 16 bytes reaches another. Slot 0 is
 * null's; the windows of shared and local memory have slots of their own, in which generic
 * addresses of them begin. */
#define LOOM_SIM_SLOT_BITS 40
#define LOOM_SIM_SLOT_MIDDLE (G_GUINT64_CONSTANT (1) << (LOOM_SIM_SLOT_BITS - 1))
#define LOOM_SIM_NULL_SLOT 0
#define LOOM_SIM_SHARED_SLOT 1
#define LOOM_SIM_LOCAL_SLOT 2
#define LOOM_SIM_FUNCTION_SLOT 3        /* addresses of functions */
#define LOOM_SIM_PARAM_SLOT 4           /* the entry's parameters */
#define LOOM_SIM_FIRST_SLOT 5
#define LOOM_SIM_SHARED_WINDOW ((guint64) LOOM_SIM_SHARED_SLOT << LOOM_SIM_SLOT_BITS)
#define LOOM_SIM_LOCAL_WINDOW ((guint64) LOOM_SIM_LOCAL_SLOT << LOOM_SIM_SLOT_BITS)
#define LOOM_SIM_SLOT_ADDRESS(slot) \
  (((guint64) (slot) << LOOM_SIM_SLOT_BITS) + LOOM_SIM_SLOT_MIDDLE)

typedef struct _LoomSimCoverage LoomSimCoverage;
typedef struct _LoomSimTexture LoomSimTexture;

/* What a kernel may do to an object: bytes of its narrowest load and store, 0 if there is none. */
typedef struct
{
  guint    load, store;
  gboolean loads_others;        /* what the loading thread does not store to itself, as far as
                                   can be seen */
  gboolean hears_others;        /* the same, where no atomics are meant */
  gboolean adds;                /* floats, by atomics */
  gboolean other;               /* anything but such adds */
  gboolean undefined;           /* stores of what may have no contents */
} LoomSimAccesses;

/* One object: an array, a module variable, a heap block. What a launch does to it is its region's.
 * bytes NULL: never made, or freed. */
typedef struct
{
  guint8           *bytes;
  guint64           size;
  char             *name;
  gboolean          is_output;  /* an array, or a variable of global memory: threads that store
                                   there are not idle */
  gboolean          is_constant;
  gboolean          is_owned;   /* bytes are the simulator's */
  gboolean          is_heap;    /* made by malloc() */
  gsize             cell_size;
  LoomSimPlanes     planes;
  LoomSimCoverage  *coverage;   /* NULL: nobody ever counted */
  guint             no_padding; /* bytes at a multiple of their number that cannot all be a
                                   structure's padding; 0: one */
  LoomSimTexture   *texture;    /* how kernels see it by its address, NULL: as bytes; owned */
  guint8           *undefined;  /* a bit for each byte that has no contents yet; NULL: all have */
} LoomSimSlot;

/* Marks the cells that n bytes of an object lie in; plane: of that object, or NULL. */
static inline void
loom_sim_slot_mark (const LoomSimSlot *self,
                    guint8            *plane,
                    guint64            offset,
                    guint64            n,
                    guint8             mark)
{
  if (plane == NULL)
    return;
  for (guint64 cell = offset / self->cell_size;
       cell <= (MIN (offset + n, self->size) - 1) / self->cell_size; cell++)
    plane[cell] |= mark;
}

/* What one launch may do to the object of a slot, and what is to be done at its stores and loads.
 * It lasts until what was counted is collected, when slots may have moved, so it has a copy of what
 * that needs. */
typedef struct
{
  guint            counted;     /* bits of LoomSimAccessKind that the tracker is told of */
  gboolean         deferred;    /* accesses may be counted when the launch is done: nobody asks
                                   before */
  gboolean         is_output;
  LoomSimCoverage *coverage;    /* NULL: not counted */
  guint8          *journal;     /* by page: LoomSimJournalState, atomic; NULL: needs no undoing;
                                   owned */
  guint8          *bytes;
  guint64          size;
  LoomSimPlanes    planes;
  gboolean         disjoint;    /* workers cannot meet in it */
  LoomSimAccesses  may;
} LoomSimRegion;

/* Accesses of consecutive lanes that lie side by side, or all at one place. */
typedef struct
{
  guint64  offset;              /* in the object, of the first lane */
  guint32  slot;                /* LOOM_SIM_SHARED_SLOT, LOOM_SIM_LOCAL_SLOT, or an object's */
  guint16  lane, n_lanes;       /* first, in the vector */
  gboolean spread;              /* each lane a size further; FALSE: all at the same offset */
} LoomSimPiece;

/* Where in the object a lane of a piece accesses, size: of each lane's access. */
static inline guint64
loom_sim_piece_get_offset (const LoomSimPiece *self,
                           guint               lane,
                           guint               size)
{
  return self->offset + (self->spread ? (guint64) (lane - self->lane) * size : 0);
}

/* The generic address of an object's first byte. */
static inline guint64
loom_sim_get_slot_address (guint slot)
{
  return slot == LOOM_SIM_SHARED_SLOT  ? LOOM_SIM_SHARED_WINDOW
         : slot == LOOM_SIM_LOCAL_SLOT ? LOOM_SIM_LOCAL_WINDOW
                                       : LOOM_SIM_SLOT_ADDRESS (slot);
}

typedef enum
{
  LOOM_SIM_ACCESS_LOAD,
  LOOM_SIM_ACCESS_STORE,
  LOOM_SIM_ACCESS_ATOMIC,
} LoomSimAccessKind;
