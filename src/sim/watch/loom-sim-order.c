/* loom-sim-order.c: which accesses of a launch come before which
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-order-private.h"
#include "loom-sim-shadow-private.h"

#include <string.h>

#define FIRST_CLOCK 1u

static GHashTable *
new_table (void)
{
  return g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free,
                                (GDestroyNotify)loom_sim_clock_unref);
}

void
loom_sim_order_init (LoomSimOrder             *self,
                     const LoomSimLaunchState *launch)
{
  self->launch = launch;
  self->height = loom_sim_clock_get_height (launch->first_block + launch->n_blocks);
  self->released = new_table ();
}

void
loom_sim_order_clear (LoomSimOrder *self)
{
  g_clear_pointer (&self->released, g_hash_table_unref);
}

static void
clear_clocks (LoomSimClock **clocks,
              guint          n)
{
  for (guint i = 0; clocks != NULL && i < n; i++)
    g_clear_pointer (&clocks[i], loom_sim_clock_unref);
}

static void
clear_fences (LoomSimBlockOrder *self)
{
  for (guint wide = 0; wide < 2; wide++)
    for (guint i = 0; self->fences[wide] != NULL && i < self->n_threads; i++)
      {
        loom_sim_clock_unref (self->fences[wide][i].others);
        self->fences[wide][i] = (LoomSimFence) { 0, };
      }
}

static void
forget_others (LoomSimBlockOrder *self)
{
  clear_clocks (self->others, self->n_threads);
  clear_clocks (self->heard[0], self->n_threads);
  clear_clocks (self->heard[1], self->n_threads);
  clear_clocks (self->arrived, LOOM_SIM_N_BARRIERS);
  clear_fences (self);
  g_clear_pointer (&self->released, g_hash_table_unref);
}

void
loom_sim_block_order_restart (LoomSimBlockOrder *self)
{
  self->overflows = FALSE;
  self->base = FIRST_CLOCK;
  for (guint i = 0; i < self->n_warps * LOOM_SIM_WARP; i++)
    self->clock[i] = FIRST_CLOCK;
  for (guint w = 0; w < self->n_warps; w++)
    {
      self->warp_base[w] = FIRST_CLOCK;
      self->dirty[w] = self->mixed[w] = FALSE;
      g_clear_pointer (&self->rows[w], g_free);
    }
}

/* By how much the numbers of two blocks' first threads differ. */
guint
loom_sim_order_get_stride (const LoomSimLaunchState *launch)
{
  return 1u << g_bit_storage (MAX (launch->block_threads, LOOM_SIM_WARP) - 1);
}

void
loom_sim_block_order_begin (LoomSimBlockOrder *self,
                            LoomSimOrder      *order,
                            guint64            block)
{
  if (self->clock == NULL)
    {
      self->order = order;
      self->n_threads = order->launch->block_threads;
      self->stride = loom_sim_order_get_stride (order->launch);
      self->n_warps = (self->n_threads + LOOM_SIM_WARP - 1) / LOOM_SIM_WARP;
      self->clock = g_new0 (guint32, self->n_warps * LOOM_SIM_WARP);
      self->warp_base = g_new0 (guint32, self->n_warps);
      self->dirty = g_new0 (guint8, self->n_warps);
      self->mixed = g_new0 (guint8, self->n_warps);
      self->rows = g_new0 (guint32 *, self->n_warps);
    }
  self->block = block;
  self->first = block * self->stride;
  loom_sim_block_order_restart (self);
  forget_others (self);
}

void
loom_sim_block_order_clear (LoomSimBlockOrder *self)
{
  for (guint w = 0; w < self->n_warps; w++)
    g_free (self->rows[w]);
  forget_others (self);
  g_free (self->others);
  g_free (self->heard[0]);
  g_free (self->heard[1]);
  g_free (self->fences[0]);
  g_free (self->fences[1]);
  g_free (self->clock);
  g_free (self->warp_base);
  g_free (self->dirty);
  g_free (self->mixed);
  g_free (self->rows);
}

gboolean
loom_sim_block_order_knows (const LoomSimBlockOrder *self,
                            guint                    thread,
                            guint64                  other,
                            guint32                  clock)
{
  if (other - self->first < self->stride)
    {
      const guint32 *row = self->rows[thread / LOOM_SIM_WARP];
      const guint o = (guint) (other - self->first);

      if (o == thread || clock < self->base)
        return TRUE;
      if (o / LOOM_SIM_WARP == thread / LOOM_SIM_WARP
          && (clock < self->warp_base[o / LOOM_SIM_WARP]
              || (row != NULL
                  && clock < row[thread % LOOM_SIM_WARP * LOOM_SIM_WARP + o % LOOM_SIM_WARP])))
        return TRUE;
    }
  return self->others != NULL && loom_sim_clock_knows (self->others[thread], other / self->stride,
                                                       (guint) (other % self->stride), clock);
}

static void
advance (LoomSimBlockOrder *self,
         guint              thread,
         guint32            to)
{
  self->clock[thread] = to;
  self->overflows |= to >= LOOM_SIM_MAX_CLOCK;
}

static void
add_other (LoomSimBlockOrder *self,
           guint              thread,
           LoomSimClock      *clock)
{
  if (clock == NULL)
    return;
  if (self->others == NULL)
    self->others = g_new0 (LoomSimClock *, self->n_threads);
  loom_sim_clock_add (&self->others[thread], clock);
}

/* All that one thread knows, its own accesses until now among it, as a clock. */
static LoomSimClock *
snapshot (const LoomSimBlockOrder *self,
          guint                    thread)
{
  const guint w = thread / LOOM_SIM_WARP, first = w * LOOM_SIM_WARP;
  const guint32 *row
      = self->rows[w] != NULL ? self->rows[w] + thread % LOOM_SIM_WARP * LOOM_SIM_WARP : NULL;
  LoomSimSpan spans[LOOM_SIM_WARP + 2];
  LoomSimClock *own, *joined;
  guint n = 0;

  spans[n++] = (LoomSimSpan) { (guint16) thread, 1, self->clock[thread] + 1 };
  if (self->warp_base[w] > self->base)
    spans[n++] = (LoomSimSpan) { (guint16) first, LOOM_SIM_WARP, self->warp_base[w] };
  for (guint i = 0; row != NULL && i < LOOM_SIM_WARP; i++)
    if (row[i] > self->warp_base[w])
      spans[n++] = (LoomSimSpan) { (guint16) (first + i), 1, row[i] };
  own = loom_sim_clock_new (self->order->height, self->block, self->base, spans, n);
  if (self->others == NULL || self->others[thread] == NULL)
    return own;
  joined = loom_sim_clock_join (own, self->others[thread]);
  loom_sim_clock_unref (own);
  return joined;
}

/* Each of some lanes knows what all of them do. */
static void
join_rows (LoomSimBlockOrder *self,
           guint              warp,
           guint32            lanes)
{
  guint32 *clock = self->clock + warp * LOOM_SIM_WARP, joined[LOOM_SIM_WARP] = { 0, };

  self->mixed[warp] = TRUE;
  if (self->rows[warp] == NULL)
    self->rows[warp] = g_new0 (guint32, LOOM_SIM_WARP * LOOM_SIM_WARP);
  for (guint32 left = lanes; left != 0; left &= left - 1)
    {
      const guint i = (guint) __builtin_ctz (left);

      for (guint j = 0; j < LOOM_SIM_WARP; j++)
        joined[j] = MAX (joined[j], self->rows[warp][i * LOOM_SIM_WARP + j]);
      joined[i] = MAX (joined[i], clock[i] + 1);
    }
  for (guint32 left = lanes; left != 0; left &= left - 1)
    {
      const guint i = (guint) __builtin_ctz (left);

      memcpy (self->rows[warp] + i * LOOM_SIM_WARP, joined, sizeof joined);
      advance (self, warp * LOOM_SIM_WARP + i, clock[i] + 1);
    }
}

static void
join_others (LoomSimBlockOrder *self,
             guint              first,
             guint32            lanes)
{
  LoomSimClock *joined = NULL;

  if (self->others == NULL)
    return;
  for (guint32 left = lanes; left != 0; left &= left - 1)
    loom_sim_clock_add (&joined, self->others[first + (guint) __builtin_ctz (left)]);
  for (guint32 left = lanes; left != 0; left &= left - 1)
    add_other (self, first + (guint) __builtin_ctz (left), joined);
  loom_sim_clock_unref (joined);
}

/* All of some threads go on at the clock behind the highest of theirs. Returns: that. */
static guint32
level (LoomSimBlockOrder *self,
       guint              first,
       guint              n_threads)
{
  guint32 *clock = self->clock + first, highest = 0;

  for (guint i = 0; i < n_threads; i++)
    highest = MAX (highest, clock[i]);
  for (guint i = 0; i < n_threads; i++)
    clock[i] = highest + 1;
  advance (self, first, highest + 1);
  return highest + 1;
}

/* Lanes of a warp came together; whole: all that live. */
void
loom_sim_block_order_sync_warp (LoomSimBlockOrder *self,
                                guint              warp,
                                guint32            lanes,
                                gboolean           whole)
{
  join_others (self, warp * LOOM_SIM_WARP, lanes);
  if (!self->dirty[warp])
    return;
  if (!whole)
    {
      join_rows (self, warp, lanes);
      return;
    }
  self->warp_base[warp] = level (self, warp * LOOM_SIM_WARP, LOOM_SIM_WARP);
  self->dirty[warp] = self->mixed[warp] = FALSE;
  g_clear_pointer (&self->rows[warp], g_free);
}

static void
share_others (LoomSimBlockOrder *self)
{
  LoomSimClock *joined = NULL;

  for (guint i = 0; self->others != NULL && i < self->n_threads; i++)
    loom_sim_clock_add (&joined, self->others[i]);
  for (guint i = 0; joined != NULL && i < self->n_threads; i++)
    add_other (self, i, joined);
  loom_sim_clock_unref (joined);
}

/* A barrier of all threads that live. */
void
loom_sim_block_order_sync_all (LoomSimBlockOrder *self)
{
  self->base = level (self, 0, self->n_warps * LOOM_SIM_WARP);
  for (guint w = 0; w < self->n_warps; w++)
    {
      self->warp_base[w] = self->base;
      self->dirty[w] = self->mixed[w] = FALSE;
      g_clear_pointer (&self->rows[w], g_free);
    }
  share_others (self);
}

/* Lanes of a warp came to a barrier and went on. */
void
loom_sim_block_order_arrive (LoomSimBlockOrder *self,
                             guint              warp,
                             guint32            lanes,
                             guint              barrier)
{
  for (guint32 left = lanes; left != 0; left &= left - 1)
    {
      const guint thread = warp * LOOM_SIM_WARP + (guint) __builtin_ctz (left);
      LoomSimClock *knows = snapshot (self, thread);

      loom_sim_clock_add (&self->arrived[barrier], knows);
      loom_sim_clock_unref (knows);
      advance (self, thread, self->clock[thread] + 1);
      self->mixed[warp] = TRUE;
    }
}

static guint32
find_parked (const LoomSimVector *v,
             guint                w,
             guint                barrier)
{
  guint32 lanes = 0;

  for (guint32 left = v->parked[w]; left != 0; left &= left - 1)
    if (v->parked_on[w * LOOM_SIM_WARP + (guint) __builtin_ctz (left)] == barrier)
      lanes |= left & -left;
  return lanes;
}

/* A barrier of those who are parked at it, and of those who arrived there before. */
void
loom_sim_block_order_sync_some (LoomSimBlockOrder  *self,
                                const LoomSimBlock *block,
                                guint               barrier)
{
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < block->launch->n_vectors; i++)
      {
        const LoomSimVector *v = &block->vectors[i];

        for (guint w = 0; w < v->n_warps; w++)
          {
            const guint first = v->first + w * LOOM_SIM_WARP;
            const guint32 lanes = find_parked (v, w, barrier);

            if (pass == 0)
              loom_sim_block_order_arrive (self, first / LOOM_SIM_WARP, lanes, barrier);
            for (guint32 left = lanes; pass == 1 && left != 0; left &= left - 1)
              add_other (self, first + (guint) __builtin_ctz (left), self->arrived[barrier]);
          }
      }
  g_clear_pointer (&self->arrived[barrier], loom_sim_clock_unref);
}

static void
set_fence (LoomSimBlockOrder *self,
           guint              thread,
           guint              wide)
{
  const guint w = thread / LOOM_SIM_WARP;
  LoomSimClock *others = self->others != NULL ? self->others[thread] : NULL;
  LoomSimFence *fence;

  if (self->fences[wide] == NULL)
    self->fences[wide] = g_new0 (LoomSimFence, self->n_threads);
  fence = &self->fences[wide][thread];
  loom_sim_clock_unref (fence->others);
  fence->below = self->clock[thread] + self->dirty[w];
  fence->base = self->base;
  fence->warp_base = self->warp_base[w];
  fence->others = self->rows[w] != NULL ? snapshot (self, thread) : loom_sim_clock_ref (others);
}

void
loom_sim_block_order_fence (LoomSimBlockOrder *self,
                            guint              warp,
                            guint32            lanes,
                            gboolean           wide)
{
  self->mixed[warp] |= lanes != G_MAXUINT32;
  for (; lanes != 0; lanes &= lanes - 1)
    {
      const guint thread = warp * LOOM_SIM_WARP + (guint) __builtin_ctz (lanes);

      set_fence (self, thread, 0);
      if (wide)
        set_fence (self, thread, 1);
      if (self->dirty[warp])
        advance (self, thread, self->clock[thread] + 1);
    }
}

/* What a fence of a thread lets its writes tell; NULL: it made none. */
static LoomSimClock *
get_told (const LoomSimBlockOrder *self,
          guint                    thread,
          guint                    wide)
{
  const LoomSimFence *fence = self->fences[wide] != NULL ? &self->fences[wide][thread] : NULL;
  LoomSimSpan spans[2];
  LoomSimClock *told;
  guint n = 0;

  if (fence == NULL || fence->below == 0)
    return NULL;
  spans[n++] = (LoomSimSpan) { (guint16) thread, 1, fence->below };
  if (fence->warp_base > fence->base)
    spans[n++] = (LoomSimSpan){ (guint16)(thread / LOOM_SIM_WARP * LOOM_SIM_WARP), LOOM_SIM_WARP,
                                fence->warp_base };
  told = loom_sim_clock_new (self->order->height, self->block, fence->base, spans, n);
  loom_sim_clock_add (&told, fence->others);
  return told;
}

gboolean
loom_sim_block_order_tells (const LoomSimBlockOrder *self)
{
  return self->fences[0] != NULL || self->released != NULL
         || g_hash_table_size (self->order->released) > 0;
}

/* Whoever waits for a change hears the same over and over. */
static void
hear (LoomSimBlockOrder *self,
      guint              thread,
      LoomSimClock      *told,
      guint              wide)
{
  if (told == NULL)
    return;
  if (self->heard[wide] == NULL)
    self->heard[wide] = g_new0 (LoomSimClock *, self->n_threads);
  if (self->heard[wide][thread] == told)
    return;
  loom_sim_clock_unref (self->heard[wide][thread]);
  self->heard[wide][thread] = loom_sim_clock_ref (told);
  add_other (self, thread, told);
}

static gboolean
is_shared (guint64 address)
{
  return address >> LOOM_SIM_SLOT_BITS == LOOM_SIM_SHARED_SLOT;
}

void
loom_sim_block_order_read (LoomSimBlockOrder *self,
                           guint              thread,
                           guint64            address)
{
  if (self->released != NULL)
    hear (self, thread, g_hash_table_lookup (self->released, &address), 0);
  if (!is_shared (address) && g_hash_table_size (self->order->released) > 0)
    hear (self, thread, g_hash_table_lookup (self->order->released, &address), 1);
}

/* Takes what is told. */
static void
tell (GHashTable   *table,
      guint64       address,
      LoomSimClock *told,
      gboolean      replaces)
{
  LoomSimClock *before = g_hash_table_lookup (table, &address);

  if (told == NULL && replaces && before != NULL)
    g_hash_table_remove (table, &address);
  if (told == NULL)
    return;
  if (!replaces)
    loom_sim_clock_add (&told, before);
  g_hash_table_insert (table, g_memdup2 (&address, sizeof address), told);
}

void
loom_sim_block_order_write (LoomSimBlockOrder *self,
                            guint              thread,
                            guint64            address,
                            gboolean           replaces)
{
  LoomSimClock *narrow = get_told (self, thread, 0);

  if (self->released == NULL && narrow != NULL)
    self->released = new_table ();
  if (self->released != NULL)
    tell (self->released, address, narrow, replaces);
  if (!is_shared (address))
    tell (self->order->released, address, get_told (self, thread, 1), replaces);
}
