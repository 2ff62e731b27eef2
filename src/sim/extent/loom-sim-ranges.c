/* loom-sim-ranges.c: which part of an array each share of a launch's blocks can access, told before
 * it runs
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-ranges-private.h"
#include "loom-sim-sum-private.h"

/* Where an access has an address of an affine form, which is a thread's part plus numbers of the
 * launch times %ctaid (loom-sim-affine.c), the range of the array that a share of the grid accesses
 * follows from its first and last blocks; guards of the access (loom-sim-guards.c) make it as short
 * as it is where a grid is larger than its array. */

#define MAX_CHUNKS 4096u
#define SLOT_SIZE ((gint64) 1 << LOOM_SIM_SLOT_BITS)
#define EVERYWHERE ((LoomSimRange) { G_MININT64, G_MAXINT64 })
#define NO_AXIS LOOM_SIM_RANGES_AXES    /* of a comparison that has no part of the block's */

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

static guint
get_extent (const LoomSimRanges *self,
            guint                axis)
{
  const LoomDim3 *grid = &self->launch->grid;

  return axis == 0 ? grid->x : axis == 1 ? grid->y : grid->z;
}

/* A thread's part of what a comparison compares. */
static gint32
get_number (const LoomSimRanges *self,
            const LoomSimOp     *op,
            guint                thread)
{
  const LoomSimVector *v = &self->block->vectors[thread / self->launch->vector_lanes];

  return LOOM_SIM_LANES (gint32, op->a)[thread % self->launch->vector_lanes];
}

/* A thread's part of an address, from where the slot begins. */
gint64
loom_sim_ranges_get_offset (const LoomSimRanges *self,
                            const LoomSimRanged *access,
                            guint                thread)
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
  const gint32 factors[LOOM_SIM_RANGES_AXES] = { *LOOM_SIM_LANES (gint32, op->b),
                                                 *LOOM_SIM_LANES (gint32, op->c),
                                                 *LOOM_SIM_LANES (gint32, op->f) };

  *axis = NO_AXIS;
  *factor = 1;
  for (guint i = 0; i < LOOM_SIM_RANGES_AXES; i++)
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
fill_guard (const LoomSimRanges *self,
            const LoomSimOp     *op,
            const LoomSimRange  *allowed,
            gint64               factor,
            LoomSimGuard        *guard)
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

      guard->first[thread] = (gint32) CLAMP (-loom_sim_divide_down (-low, factor), 0, most + 1);
      guard->last[thread] = (gint32) CLAMP (loom_sim_divide_down (high, factor), -1, most);
    }
}

static void
find_guard (const LoomSimRanges *self,
            const LoomSimOp     *op,
            gboolean             holds,
            LoomSimGuard        *guard)
{
  const LoomSimVector *v = &self->block->vectors[0];
  LoomSimRange numbers = LOOM_SIM_EMPTY_RANGE, allowed;
  gint64 factor, with;

  if (op == NULL || !get_axis (v, op, &guard->axis, &factor))
    return;
  for (guint thread = 0; thread < self->launch->block_threads; thread++)
    loom_sim_range_include (&numbers, get_number (self, op, thread), get_number (self, op, thread));
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
find_guards (LoomSimRanges *self,
             LoomSimRanged *access)
{
  const guint64 known[2] = { access->op->detail->fails, access->op->detail->holds };

  for (guint outcome = 0; outcome < 2; outcome++)
    for (guint64 left = known[outcome]; left != 0 && access->n_guards < LOOM_SIM_RANGED_GUARDS;
         left &= left - 1)
      {
        const guint comparison = (guint) __builtin_ctzll (left);
        LoomSimGuard **guard = &self->guards[comparison][outcome];

        if (*guard == NULL)
          {
            *guard = g_new0 (LoomSimGuard, 1);
            find_guard (self, self->comparisons[comparison], outcome == 1, *guard);
          }
        if ((*guard)->first != NULL)
          access->guards[access->n_guards++] = *guard;
      }
}

/* Which blocks in x a thread can be of, at an access, if y is the last (or any). FALSE: none. */
gboolean
loom_sim_ranges_get_blocks (const LoomSimRanges *self,
                            const LoomSimRanged *access,
                            guint                thread,
                            gboolean             y_is_last,
                            LoomSimRange        *x)
{
  const gint32 last_y = (gint32) self->launch->grid.y - 1;

  *x = (LoomSimRange) { 0, (gint64) self->launch->grid.x - 1 };
  for (guint i = 0; i < access->n_guards; i++)
    {
      const LoomSimGuard *guard = access->guards[i];
      const gint32 first = guard->first[thread], last = guard->last[thread];

      if (guard->axis == 0)
        *x = (LoomSimRange) { MAX (x->low, first), MIN (x->high, last) };
      else if ((guard->axis == NO_AXIS && first > last) ||
               (guard->axis == 1 && y_is_last && (last_y < first || last_y > last)))
        return FALSE;
    }
  return !loom_sim_range_is_empty (x);
}

/* Where an access of the blocks with y and z of 0 goes, or, in chunks of a row, of block 0. */
static LoomSimRange
find_range (const LoomSimRanges *self,
            const LoomSimRanged *access,
            gboolean             y_is_last)
{
  LoomSimRange range = LOOM_SIM_EMPTY_RANGE;

  for (guint thread = 0; thread < self->launch->block_threads; thread++)
    {
      const gint64 at = loom_sim_ranges_get_offset (self, access, thread);
      LoomSimRange x = { 0, self->by_rows ? (gint64) self->launch->grid.x - 1 : 0 };
      LoomSimRange part = { at, at + access->op->detail->size };

      if (access->n_guards > 0 && !loom_sim_ranges_get_blocks (self, access, thread, y_is_last, &x))
        continue;
      /* Farther away than any array is long: the sum would overflow. */
      if (at < 0 || at >> LOOM_SIM_SLOT_BITS != 0)
        return EVERYWHERE;
      move (&part, access->factors[0], x.low, x.high);
      loom_sim_range_include (&range, part.low, part.high);
    }
  return range;
}

static LoomSimRange
get_chunk (const LoomSimRanges *self,
           const LoomSimRanged *access,
           guint64              chunk)
{
  const LoomDim3 *grid = &self->launch->grid;
  const guint64 begin = self->launch->first_block, first = begin + chunk * self->chunk,
                last = MIN (first + self->chunk, begin + self->launch->n_blocks) - 1;
  const gint64 row = (gint64) (first / grid->x), last_row = (gint64) (last / grid->x),
               top = (gint64) grid->y - 1;
  const gint64 z = row / grid->y, last_z = last_row / grid->y;
  const gint64 y = z == last_z ? row % grid->y : 0, last_y = z == last_z ? last_row % grid->y : top;
  LoomSimRange all = LOOM_SIM_EMPTY_RANGE, part = access->inner;

  if (!self->by_rows)
    {
      move (&part, access->factors[0], (gint64) first, (gint64) last);
      return part;
    }
  if (y < top && !loom_sim_range_is_empty (&part))
    {
      move (&part, access->factors[1], y, MIN (last_y, top - 1));
      loom_sim_range_include (&all, part.low, part.high);
    }
  part = access->outer;
  if (last_y == top && !loom_sim_range_is_empty (&part))
    {
      move (&part, access->factors[1], top, top);
      loom_sim_range_include (&all, part.low, part.high);
    }
  if (!loom_sim_range_is_empty (&all))
    move (&all, access->factors[2], z, last_z);
  return all;
}

/* Finds the chunks' ranges from inner and outer; FALSE: one may go beyond `size` bytes. */
gboolean
loom_sim_ranges_find_chunks (const LoomSimRanges *self,
                             LoomSimRanged       *access,
                             gint64               size)
{
  for (guint64 i = 0; i < self->n_chunks; i++)
    {
      access->chunks[i] = get_chunk (self, access, i);
      if (!loom_sim_range_is_empty (&access->chunks[i]) &&
          (access->chunks[i].low < 0 || access->chunks[i].high > size))
        return FALSE;
    }
  return TRUE;
}

/* Whether the address of an op has an affine form and how it goes on from block to block; FALSE: it
 * may be anywhere. */
gboolean
loom_sim_ranges_read (const LoomSimRanges *self,
                      const LoomSimOp     *op,
                      LoomSimRanged       *access)
{
  const LoomSimVector *v = &self->block->vectors[0];
  const gint64 farthest = (gint64) LOOM_SIM_SLOT_MIDDLE;
  guint64 slot;

  *access = (LoomSimRanged) { .op = op };
  if (op->detail->width[0] != 8 || (!op->detail->is_affine && op->detail->survey == 0))
    return FALSE;
  if (op->detail->is_affine)
    {
      access->factors[0] = *LOOM_SIM_LANES (gint64, op->b);
      access->factors[1] = *LOOM_SIM_LANES (gint64, op->c);
      access->factors[2] = *LOOM_SIM_LANES (gint64, op->f);
    }
  for (guint i = 0; i < LOOM_SIM_RANGES_AXES; i++)
    if (access->factors[i] > farthest / get_extent (self, i) ||
        access->factors[i] < -farthest / get_extent (self, i))
      return FALSE;
  slot = (*LOOM_SIM_LANES (guint64, op->a) + (guint64) op->immediate.offset) >> LOOM_SIM_SLOT_BITS;
  access->slot = (guint) slot;
  return slot >= LOOM_SIM_FIRST_SLOT && slot < self->launch->n_slots;
}

/* Finds where the chunks of an access go; FALSE: perhaps out of the slot. */
gboolean
loom_sim_ranges_find (LoomSimRanges *self,
                      LoomSimRanged *access)
{
  if (self->by_rows)
    find_guards (self, access);
  access->inner = find_range (self, access, FALSE);
  access->outer =
      self->by_rows && access->n_guards > 0 ? find_range (self, access, TRUE) : access->inner;
  if (access->inner.low == G_MININT64)
    return FALSE;
  access->chunks = g_new (LoomSimRange, self->n_chunks);
  return loom_sim_ranges_find_chunks (self, access, SLOT_SIZE - 1);
}
/* Makes ready for finding ranges. chunk: blocks of a share, one after the other. FALSE: nothing can
 * be told of this launch, and there is nothing to be cleared. */
gboolean
loom_sim_ranges_init (LoomSimRanges            *self,
                      const LoomSimLaunchState *launch,
                      guint64                   chunk)
{
  const LoomSimProgram *program = launch->program;

  *self = (LoomSimRanges) {
    .launch = launch,
    .block = launch->spare,
    .chunk = chunk,
    .n_chunks = (launch->n_blocks + chunk - 1) / chunk,
    .by_rows = launch->grid.y > 1 || launch->grid.z > 1,
  };
  if (self->block == NULL || launch->batch > 1 || launch->seed >= 0 || program->makes_calls ||
      self->n_chunks > MAX_CHUNKS ||
      (self->by_rows &&
       (chunk % launch->grid.x != 0 || launch->first_block % launch->grid.x != 0)))
    return FALSE;
  for (guint i = 0; i < program->n_ops; i++)
    if (program->ops[i].detail != NULL && program->ops[i].detail->guard > 0)
      self->comparisons[program->ops[i].detail->guard - 1] = &program->ops[i];
  return TRUE;
}

void
loom_sim_ranges_clear (LoomSimRanges *self)
{
  for (guint i = 0; i < LOOM_SIM_MAX_GUARDS; i++)
    for (guint outcome = 0; outcome < 2; outcome++)
      if (self->guards[i][outcome] != NULL)
        {
          g_free (self->guards[i][outcome]->first);
          g_free (self->guards[i][outcome]->last);
          g_free (self->guards[i][outcome]);
        }
}
