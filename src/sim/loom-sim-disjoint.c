/* loom-sim-disjoint.c: arrays in which the workers of a launch cannot meet, told before it runs
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-disjoint-private.h"
#include "loom-sim-sum-private.h"
#include "loom-sim-modref-private.h"

/* Workers take the grid in chunks of blocks one after the other. Where every access to an array has
 * an address of an affine form, which is a thread's part plus numbers of the launch times %ctaid
 * (loom-sim-affine.c), the range of the array that a chunk accesses follows from its first and last
 * blocks; guards of the access (loom-sim-guards.c) make it as short as it is where a grid is larger
 * than its array. If the ranges of stores are disjoint from those of all accesses of other chunks,
 * nobody need note who stored what, or copy what was there before. Otherwise nothing is said.
 *
 * A transposed array is accessed in columns: there the ranges are disjoint in each of its rows. */

#define MAX_ACCESSES 64u        /* of a kernel, to arrays */
#define MAX_CHUNKS 4096u
#define MAX_GUARDS 16u          /* of an access; others are left out, which makes ranges longer */
#define N_AXES 3
#define NO_AXIS N_AXES          /* of a comparison that has no part of the block's */

/* From the first byte to the one behind the last, from where the slot begins; or from the least
 * number to the most. Empty: the last comes first. */
#define EMPTY ((LoomSimRange) { G_MAXINT64, G_MININT64 })
#define EVERYWHERE ((LoomSimRange) { G_MININT64, G_MAXINT64 })

/* A comparison that came out in a certain way. */
typedef struct
{
  guint   axis;
  gint32 *first, *last;         /* by thread: from which block to which on the axis; NULL: all */
} Guard;

/* One op that loads or stores, and the range of each chunk of blocks. */
typedef struct
{
  const LoomSimOp *op;
  guint            slot, n_guards;
  const Guard     *guards[MAX_GUARDS];
  gint64           factors[N_AXES];
  /* Of blocks with y of 0: anywhere; of the last ones in y, as if they were there. */
  LoomSimRange     inner, outer;
  LoomSimRange    *chunks;
} Access;

typedef struct
{
  const LoomSimLaunchState *launch;
  const LoomSimBlock       *block;      /* whose prologue has run */
  guint64                   chunk, n_chunks;
  gboolean                  by_rows;    /* chunks are whole rows of blocks */
  const LoomSimOp          *comparisons[LOOM_SIM_MAX_GUARDS];
  Guard                    *guards[LOOM_SIM_MAX_GUARDS][2];     /* by comparison and outcome */
  GArray                   *accesses;   /* (element-type Access) */
} Disjoint;

static gboolean
is_empty (const LoomSimRange *range)
{
  return range->low > range->high;
}

static void
include (LoomSimRange *self,
         gint64        low,
         gint64        high)
{
  self->low = MIN (self->low, low);
  self->high = MAX (self->high, high);
}

/* Adds where blocks `first` to `last` on an axis lie. */
static void
move (LoomSimRange *self,
      gint64        factor,
      gint64        first,
      gint64        last)
{
  self->low += MIN (factor * first, factor * last);
  self->high += MAX (factor * first, factor * last);
}

/* The quotient, rounded down; b is positive. */
static gint64
divide_down (gint64 a,
             gint64 b)
{
  return a / b - (a % b < 0);
}

static guint
get_extent (const Disjoint *self,
            guint           axis)
{
  const LoomDim3 *grid = &self->launch->grid;

  return axis == 0 ? grid->x : axis == 1 ? grid->y : grid->z;
}

/* A thread's part of what a comparison compares. */
static gint32
get_number (const Disjoint  *self,
            const LoomSimOp *op,
            guint            thread)
{
  const LoomSimVector *v = &self->block->vectors[thread / self->launch->vector_lanes];

  return LOOM_SIM_LANES (gint32, op->a)[thread % self->launch->vector_lanes];
}

/* A thread's part of an address, from where the slot begins. */
static gint64
get_offset (const Disjoint *self,
            const Access   *access,
            guint           thread)
{
  const LoomSimVector *v = &self->block->vectors[thread / self->launch->vector_lanes];
  const guint64 part = LOOM_SIM_LANES (guint64, access->op->a)[thread % self->launch->vector_lanes];

  return (gint64) (part + (guint64) access->op->immediate.offset -
                   ((guint64) access->slot << LOOM_SIM_SLOT_BITS));
}

/* The numbers for which a comparison comes out in a certain way. */
static LoomSimRange
get_allowed (const LoomSimOp *op,
             gboolean         holds,
             gint64           with)
{
  static const LoomSimRelation opposite[] = { LOOM_SIM_RELATION_GE, LOOM_SIM_RELATION_GT,
                                              LOOM_SIM_RELATION_LE, LOOM_SIM_RELATION_LT,
                                              LOOM_SIM_RELATION_NE, LOOM_SIM_RELATION_EQ };
  const LoomSimRelation relation = op->detail->relation;

  switch (holds ? relation : opposite[relation])
    {
    case LOOM_SIM_RELATION_LT:
      return (LoomSimRange) { G_MININT64, with - 1 };
    case LOOM_SIM_RELATION_LE:
      return (LoomSimRange) { G_MININT64, with };
    case LOOM_SIM_RELATION_GT:
      return (LoomSimRange) { with + 1, G_MAXINT64 };
    case LOOM_SIM_RELATION_GE:
      return (LoomSimRange) { with, G_MAXINT64 };
    case LOOM_SIM_RELATION_EQ:
      return (LoomSimRange) { with, with };
    default:
      return EVERYWHERE;
    }
}

/* The axis along which a compared number changes, and by how much; FALSE: along several, or
 * backwards. */
static gboolean
get_axis (const LoomSimVector *v,
          const LoomSimOp     *op,
          guint               *axis,
          gint64              *factor)
{
  const gint32 factors[N_AXES] = { *LOOM_SIM_LANES (gint32, op->b), *LOOM_SIM_LANES (gint32, op->c),
                                   *LOOM_SIM_LANES (gint32, op->f) };

  *axis = NO_AXIS;
  *factor = 1;
  for (guint i = 0; i < N_AXES; i++)
    {
      if (factors[i] < 0 || (factors[i] > 0 && *axis != NO_AXIS))
        return FALSE;
      if (factors[i] > 0)
        {
          *axis = i;
          *factor = factors[i];
        }
    }
  return TRUE;
}

static void
fill_guard (const Disjoint     *self,
            const LoomSimOp    *op,
            const LoomSimRange *allowed,
            gint64              factor,
            Guard              *guard)
{
  const gint64 most = guard->axis == NO_AXIS ? 0 : get_extent (self, guard->axis) - 1;

  guard->first = g_new (gint32, self->launch->block_threads);
  guard->last = g_new (gint32, self->launch->block_threads);
  for (guint thread = 0; thread < self->launch->block_threads; thread++)
    {
      /* Numbers are 32 bits wide: what is allowed beyond them is as good as their ends. */
      const gint64 part = get_number (self, op, thread);
      const gint64 low = MAX (allowed->low, G_MININT32) - part,
                   high = MIN (allowed->high, G_MAXUINT32) - part;

      guard->first[thread] = (gint32) CLAMP (-divide_down (-low, factor), 0, most + 1);
      guard->last[thread] = (gint32) CLAMP (divide_down (high, factor), -1, most);
    }
}

static void
find_guard (const Disjoint  *self,
            const LoomSimOp *op,
            gboolean         holds,
            Guard           *guard)
{
  const LoomSimVector *v = &self->block->vectors[0];
  LoomSimRange numbers = EMPTY, allowed;
  gint64 factor, with;

  if (op == NULL || !get_axis (v, op, &guard->axis, &factor))
    return;
  for (guint thread = 0; thread < self->launch->block_threads; thread++)
    include (&numbers, get_number (self, op, thread), get_number (self, op, thread));
  if (guard->axis != NO_AXIS)
    numbers.high += factor * (get_extent (self, guard->axis) - 1);
  with = op->detail->is_signed ? *LOOM_SIM_LANES (gint32, op->detail->registers[0])
                               : (gint64) *LOOM_SIM_LANES (guint32, op->detail->registers[0]);
  allowed = get_allowed (op, holds, with);
  /* A number that wraps may compare otherwise than its parts say. */
  if (numbers.low >= (op->detail->is_signed ? G_MININT32 : 0) && numbers.high <= G_MAXINT32 &&
      (numbers.low < allowed.low || numbers.high > allowed.high))
    fill_guard (self, op, &allowed, factor, guard);
}

/* Finds what bounds the threads that come to an access. */
static void
find_guards (Disjoint *self,
             Access   *access)
{
  const guint64 known[2] = { access->op->detail->fails, access->op->detail->holds };

  for (guint outcome = 0; outcome < 2; outcome++)
    for (guint64 left = known[outcome]; left != 0 && access->n_guards < MAX_GUARDS;
         left &= left - 1)
      {
        const guint comparison = (guint) __builtin_ctzll (left);
        Guard **guard = &self->guards[comparison][outcome];

        if (*guard == NULL)
          {
            *guard = g_new0 (Guard, 1);
            find_guard (self, self->comparisons[comparison], outcome == 1, *guard);
          }
        if ((*guard)->first != NULL)
          access->guards[access->n_guards++] = *guard;
      }
}

/* Which blocks in x a thread can be of, at an access, if y is the last (or any). FALSE: none. */
static gboolean
get_blocks (const Disjoint *self,
            const Access   *access,
            guint           thread,
            gboolean        y_is_last,
            LoomSimRange   *x)
{
  const gint32 last_y = (gint32) self->launch->grid.y - 1;

  *x = (LoomSimRange) { 0, (gint64) self->launch->grid.x - 1 };
  for (guint i = 0; i < access->n_guards; i++)
    {
      const Guard *guard = access->guards[i];
      const gint32 first = guard->first[thread], last = guard->last[thread];

      if (guard->axis == 0)
        *x = (LoomSimRange) { MAX (x->low, first), MIN (x->high, last) };
      else if ((guard->axis == NO_AXIS && first > last) ||
               (guard->axis == 1 && y_is_last && (last_y < first || last_y > last)))
        return FALSE;
    }
  return !is_empty (x);
}

/* Where an access of the blocks with y and z of 0 goes, or, in chunks of a row, of block 0. */
static LoomSimRange
find_range (const Disjoint *self,
            const Access   *access,
            gboolean        y_is_last)
{
  LoomSimRange range = EMPTY;

  for (guint thread = 0; thread < self->launch->block_threads; thread++)
    {
      const gint64 at = get_offset (self, access, thread);
      LoomSimRange x = { 0, self->by_rows ? (gint64) self->launch->grid.x - 1 : 0 };
      LoomSimRange part = { at, at + access->op->detail->size };

      if (access->n_guards > 0 && !get_blocks (self, access, thread, y_is_last, &x))
        continue;
      /* Farther away than any array is long: the sum would overflow. */
      if (at < 0 || at >> LOOM_SIM_SLOT_BITS != 0)
        return EVERYWHERE;
      move (&part, access->factors[0], x.low, x.high);
      include (&range, part.low, part.high);
    }
  return range;
}

static LoomSimRange
get_chunk (const Disjoint *self,
           const Access   *access,
           guint64         chunk)
{
  const LoomDim3 *grid = &self->launch->grid;
  const guint64 first = chunk * self->chunk,
                last = MIN (first + self->chunk, self->launch->n_blocks) - 1;
  const gint64 row = (gint64) (first / grid->x), last_row = (gint64) (last / grid->x),
               top = (gint64) grid->y - 1;
  const gint64 z = row / grid->y, last_z = last_row / grid->y;
  const gint64 y = z == last_z ? row % grid->y : 0, last_y = z == last_z ? last_row % grid->y : top;
  LoomSimRange all = EMPTY, part = access->inner;

  if (!self->by_rows)
    {
      move (&part, access->factors[0], (gint64) first, (gint64) last);
      return part;
    }
  if (y < top && !is_empty (&part))
    {
      move (&part, access->factors[1], y, MIN (last_y, top - 1));
      include (&all, part.low, part.high);
    }
  part = access->outer;
  if (last_y == top && !is_empty (&part))
    {
      move (&part, access->factors[1], top, top);
      include (&all, part.low, part.high);
    }
  if (!is_empty (&all))
    move (&all, access->factors[2], z, last_z);
  return all;
}

/* Finds the chunks' ranges from inner and outer; FALSE: one may go beyond `size` bytes. */
static gboolean
find_chunks (const Disjoint *self,
             Access         *access,
             gint64          size)
{
  for (guint64 i = 0; i < self->n_chunks; i++)
    {
      access->chunks[i] = get_chunk (self, access, i);
      if (!is_empty (&access->chunks[i]) &&
          (access->chunks[i].low < 0 || access->chunks[i].high > size))
        return FALSE;
    }
  return TRUE;
}

/* Whether the address of an op has an affine form and how it goes on from block to block; FALSE: it
 * may be anywhere. */
static gboolean
read_access (const Disjoint  *self,
             const LoomSimOp *op,
             Access          *access)
{
  const LoomSimVector *v = &self->block->vectors[0];
  const gint64 farthest = (gint64) LOOM_SIM_SLOT_MIDDLE;
  guint64 slot;

  *access = (Access) { .op = op };
  if (op->detail->width[0] != 8 || (!op->detail->is_affine && op->detail->survey == 0))
    return FALSE;
  if (op->detail->is_affine)
    {
      access->factors[0] = *LOOM_SIM_LANES (gint64, op->b);
      access->factors[1] = *LOOM_SIM_LANES (gint64, op->c);
      access->factors[2] = *LOOM_SIM_LANES (gint64, op->f);
    }
  for (guint i = 0; i < N_AXES; i++)
    if (access->factors[i] > farthest / get_extent (self, i) ||
        access->factors[i] < -farthest / get_extent (self, i))
      return FALSE;
  slot = (*LOOM_SIM_LANES (guint64, op->a) + (guint64) op->immediate.offset) >> LOOM_SIM_SLOT_BITS;
  access->slot = (guint) slot;
  return slot >= LOOM_SIM_FIRST_SLOT && slot < self->launch->n_slots;
}

/* Finds where the chunks of an access go; FALSE: perhaps out of the slot. */
static gboolean
find_ranges (Disjoint *self,
             Access   *access)
{
  if (self->by_rows)
    find_guards (self, access);
  access->inner = find_range (self, access, FALSE);
  access->outer =
      self->by_rows && access->n_guards > 0 ? find_range (self, access, TRUE) : access->inner;
  if (access->inner.low == G_MININT64)
    return FALSE;
  access->chunks = g_new (LoomSimRange, self->n_chunks);
  return find_chunks (self, access, (gint64) ((G_GUINT64_CONSTANT (1) << LOOM_SIM_SLOT_BITS) - 1));
}

static void
exclude (const LoomSimLaunchState *launch,
         guint                     slot,
         gpointer                  data)
{
  launch->regions[slot].disjoint = FALSE;
}

/* Notes every access whose address is known, and takes from all others what they may be to. */
static void
find_accesses (Disjoint *self)
{
  const LoomSimProgram *program = self->launch->program;

  for (guint i = 0; i < program->n_ops; i++)
    {
      const LoomSimOp *op = &program->ops[i];
      gboolean is_known;
      Access access;

      if (!loom_sim_modref_is_global (op->detail))
        continue;
      is_known = self->accesses->len < MAX_ACCESSES && read_access (self, op, &access);
      if (is_known && self->launch->regions[access.slot].may.store == 0)
        continue;
      if (is_known && find_ranges (self, &access))
        {
          g_array_append_val (self->accesses, access);
          continue;
        }
      if (is_known)
        g_free (access.chunks);
      loom_sim_modref_foreach_slot (self->launch, op->detail, exclude, NULL);
    }
}

static Access *
get_access (const Disjoint *self,
            guint           i)
{
  return &g_array_index (self->accesses, Access, i);
}

static gboolean
is_store (const Access *access)
{
  return access->op->detail->kind == LOOM_SIM_ACCESS_STORE;
}

/* Whether what chunks do at b comes behind all that chunks before them did at a; or chunks after
 * them. */
static gboolean
comes_behind (const Disjoint *self,
              const Access   *a,
              const Access   *b,
              gboolean        backwards)
{
  gint64 high = G_MININT64;

  for (guint64 i = 0; i < self->n_chunks; i++)
    {
      const guint64 chunk = backwards ? self->n_chunks - 1 - i : i;

      if (b->chunks[chunk].low < high)
        return FALSE;
      high = MAX (high, a->chunks[chunk].high);
    }
  return TRUE;
}

static gboolean
have_nothing_in_common (const Disjoint *self,
                        const Access   *a,
                        const Access   *b)
{
  LoomSimRange all_a = EMPTY, all_b = EMPTY;

  for (guint64 i = 0; i < self->n_chunks; i++)
    {
      include (&all_a, a->chunks[i].low, a->chunks[i].high);
      include (&all_b, b->chunks[i].low, b->chunks[i].high);
    }
  return all_a.high <= all_b.low || all_b.high <= all_a.low;
}

static gboolean
can_meet (const Disjoint *self,
          const Access   *a,
          const Access   *b)
{
  for (guint backwards = 0; backwards < 2; backwards++)
    if (comes_behind (self, a, b, backwards) && comes_behind (self, b, a, backwards))
      return FALSE;
  return !have_nothing_in_common (self, a, b);
}

/* Whether no store to a slot can meet any access of another chunk. */
static gboolean
is_disjoint (const Disjoint *self,
             guint           slot)
{
  for (guint i = 0; i < self->accesses->len; i++)
    for (guint j = 0; j < self->accesses->len; j++)
      if (is_store (get_access (self, i)) && get_access (self, i)->slot == slot &&
          get_access (self, j)->slot == slot &&
          can_meet (self, get_access (self, i), get_access (self, j)))
        return FALSE;
  return TRUE;
}

/* How far apart lanes begin to lie that are not side by side: most often a row of the array. */
static gint64
find_period (const Disjoint *self,
             const Access   *access)
{
  const gint64 first = get_offset (self, access, 0);
  const guint n_lanes = self->block->vectors[0].n_lanes, size = access->op->detail->size;
  guint n = 1;

  while (n < n_lanes && get_offset (self, access, n) == first + (gint64) n * size)
    n++;
  return n < n_lanes ? get_offset (self, access, n) - first : 0;
}

/* Makes the chunks' ranges those within a row of the array; FALSE: they go over from row to row. */
static gboolean
reduce_to_row (const Disjoint *self,
               Access         *access,
               gint64          period)
{
  LoomSimRange x, all[2] = { EMPTY, EMPTY };

  if (!self->by_rows || self->launch->grid.z > 1 || access->factors[0] % period != 0)
    return FALSE;
  for (guint thread = 0; thread < self->launch->block_threads; thread++)
    {
      const gint64 offset = get_offset (self, access, thread) - (gint64) LOOM_SIM_SLOT_MIDDLE;
      const gint64 at = offset - divide_down (offset, period) * period;

      for (guint y_is_last = 0; y_is_last < 2; y_is_last++)
        if (get_blocks (self, access, thread, y_is_last == 1, &x))
          include (&all[y_is_last], at, at + access->op->detail->size);
    }
  access->inner = all[0];
  access->outer = all[1];
  access->factors[0] = 0;
  return find_chunks (self, access, period);
}

/* The same in each row of the array, as long as `store` tells. */
static gboolean
is_disjoint_in_rows (const Disjoint *self,
                     const Access   *store)
{
  const gint64 period = find_period (self, store);

  for (guint i = 0; period > 0 && i < self->accesses->len; i++)
    if (get_access (self, i)->slot == store->slot &&
        !reduce_to_row (self, get_access (self, i), period))
      return FALSE;
  return period > 0 && is_disjoint (self, store->slot);
}

static void
compare_accesses (const Disjoint *self)
{
  for (guint i = 0; i < self->accesses->len; i++)
    {
      const Access *store = get_access (self, i);
      LoomSimRegion *region = &self->launch->regions[store->slot];

      if (is_store (store) && region->disjoint)
        region->disjoint = is_disjoint (self, store->slot) || is_disjoint_in_rows (self, store);
    }
}

static void
clear (Disjoint *self)
{
  for (guint i = 0; i < self->accesses->len; i++)
    g_free (get_access (self, i)->chunks);
  g_array_unref (self->accesses);
  for (guint i = 0; i < LOOM_SIM_MAX_GUARDS; i++)
    for (guint outcome = 0; outcome < 2; outcome++)
      if (self->guards[i][outcome] != NULL)
        {
          g_free (self->guards[i][outcome]->first);
          g_free (self->guards[i][outcome]->last);
          g_free (self->guards[i][outcome]);
        }
}

void
loom_sim_disjoint_find (const LoomSimLaunchState *launch,
                        guint64                   chunk)
{
  const LoomSimProgram *program = launch->program;
  Disjoint self = {
    .launch = launch,
    .block = launch->spare,
    .chunk = chunk,
    .n_chunks = (launch->n_blocks + chunk - 1) / chunk,
    .by_rows = launch->grid.y > 1 || launch->grid.z > 1,
  };
  const gboolean can = self.block != NULL && launch->batch == 1 && launch->seed < 0 &&
                       (!self.by_rows || chunk % launch->grid.x == 0) &&
                       self.n_chunks <= MAX_CHUNKS && !program->makes_calls;

  for (guint i = LOOM_SIM_FIRST_SLOT; i < launch->n_slots; i++)
    launch->regions[i].disjoint = can;
  if (!can)
    return;
  for (guint i = 0; i < program->n_ops; i++)
    if (program->ops[i].detail != NULL && program->ops[i].detail->guard > 0)
      self.comparisons[program->ops[i].detail->guard - 1] = &program->ops[i];
  self.accesses = g_array_new (FALSE, FALSE, sizeof (Access));
  find_accesses (&self);
  compare_accesses (&self);
  clear (&self);
}
