/* loom-sim-divergence.c: which lanes of a vector run together, and where they go on
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-exec-private.h"

#include <string.h>

/* Lowest key first: see struct _LoomSimVector. A group that spins on what a waiting lane must do
 * would have its turn for ever; so after so many backward branches the next waiting group is
 * elected, and no other runs until it exits, parks or has made as many backward branches itself.
 * Turns get shorter where they are needed: a lock changes hands often. */
#define MIN_PATIENCE 64

void
loom_sim_set_running (LoomSimVector *v,
                      const guint32 *bits)
{
  guint warps = 0;
  guint32 missing = 0;

  for (guint w = 0; w < v->n_warps; w++)
    {
      v->bits[w] = bits[w];
      warps |= (guint) (bits[w] != 0) << w;
      missing |= bits[w] ^ v->full[w];
      loom_sim_spread_bits (v->on + w * LOOM_SIM_WARP, bits[w]);
    }
  v->warps = warps;
  v->masked = missing != 0;
}

/* Sets the key at which lanes go on. The caller looks after `lowest`. */
void
loom_sim_wait_at (LoomSimVector *v,
                  const guint32 *bits,
                  guint32        key)
{
  for (guint w = 0; w < v->n_warps; w++)
    {
      guint32 *wait = v->wait + w * LOOM_SIM_WARP;
      const guint32 lanes = bits[w];

      if (lanes == 0)
        continue;
      for (guint i = 0; i < LOOM_SIM_WARP; i++)
        wait[i] = (lanes >> i & 1) != 0 ? key : wait[i];
    }
}

static guint32
find_lowest (const LoomSimVector *v)
{
  guint32 lowest = LOOM_SIM_NO_KEY;

  for (guint i = 0; i < v->n_warps * LOOM_SIM_WARP; i++)
    lowest = MIN (lowest, v->wait[i]);
  return lowest;
}

/* The lowest key above the group that had the last turn out of order, else the lowest of all. */
static guint32
find_next_turn (const LoomSimVector *v)
{
  guint32 next = LOOM_SIM_NO_KEY;

  for (guint i = 0; i < v->n_warps * LOOM_SIM_WARP; i++)
    if (v->wait[i] > v->rotor && v->wait[i] < next)
      next = v->wait[i];
  return next != LOOM_SIM_NO_KEY ? next : find_lowest (v);
}

/* In one go: the lanes of `waits` wait at a key from now on, and those that wait at another do no
 * longer; they are added to bits. Returns the lowest key that is left. */
#ifdef __AVX512F__
static guint32
exchange (LoomSimVector *v,
          const guint32 *waits,
          guint32        at,
          guint32        key,
          guint32       *bits)
{
  const __m512i none = _mm512_set1_epi32 (-1), new = _mm512_set1_epi32 ((gint) at);
  const __m512i found = _mm512_set1_epi32 ((gint) key);
  __m512i lowest = none;

  for (guint w = 0; w < v->n_warps; w++)
    {
      guint32 *wait = v->wait + w * LOOM_SIM_WARP;
      __m512i low = _mm512_load_si512 (wait), high = _mm512_load_si512 (wait + 16);
      __mmask16 low_lanes, high_lanes;

      low = _mm512_mask_mov_epi32 (low, (__mmask16) waits[w], new);
      high = _mm512_mask_mov_epi32 (high, (__mmask16) (waits[w] >> 16), new);
      low_lanes = _mm512_cmpeq_epi32_mask (low, found);
      high_lanes = _mm512_cmpeq_epi32_mask (high, found);
      low = _mm512_mask_mov_epi32 (low, low_lanes, none);
      high = _mm512_mask_mov_epi32 (high, high_lanes, none);
      _mm512_store_si512 (wait, low);
      _mm512_store_si512 (wait + 16, high);
      lowest = _mm512_min_epu32 (lowest, _mm512_min_epu32 (low, high));
      bits[w] |= low_lanes | (guint32) high_lanes << 16;
    }
  return _mm512_reduce_min_epu32 (lowest);
}
#else
static guint32
exchange (LoomSimVector *v,
          const guint32 *waits,
          guint32        at,
          guint32        key,
          guint32       *bits)
{
  guint32 lowest = LOOM_SIM_NO_KEY;

  for (guint w = 0; w < v->n_warps; w++)
    {
      guint32 *wait = v->wait + w * LOOM_SIM_WARP;
      guint32 lanes = 0;

      for (guint i = 0; i < LOOM_SIM_WARP; i++)
        {
          const guint32 on = 0u - (waits[w] >> i & 1);

          wait[i] ^= (wait[i] ^ at) & on;
        }
      for (guint i = 0; i < LOOM_SIM_WARP; i++)
        lanes |= (guint32) (wait[i] == key) << i;
      for (guint i = 0; i < LOOM_SIM_WARP; i++)
        {
          wait[i] = wait[i] == key ? LOOM_SIM_NO_KEY : wait[i];
          lowest = MIN (lowest, wait[i]);
        }
      bits[w] |= lanes;
    }
  return lowest;
}
#endif

static const guint32 nobody[LOOM_SIM_MAX_WARPS];

/* Runs the group that waits at a key; the lanes of `waits` wait at another. Returns its op. */
static const LoomSimOp *
run_group (LoomSimVector *v,
           const guint32 *waits,
           guint32        at,
           guint32        key)
{
  guint32 bits[LOOM_SIM_MAX_WARPS] = { 0, };
  const LoomSimOp *op = loom_sim_op_of_key (v, key);
  guint depth = loom_sim_depth_of_key (key);

  v->lowest = exchange (v, waits, at, key, bits);
  loom_sim_set_running (v, bits);
  if (depth != v->depth)
    {
      v->depth = depth;
      v->depth_key = loom_sim_key_of_depth (depth);
      v->frame = loom_sim_vector_get_frame (v, depth);
      v->local_frame = loom_sim_vector_get_local_frame (v, depth);
    }
  v->segment = op->begin;
  return op;
}

const LoomSimOp *
loom_sim_resume (LoomSimVector *v)
{
  guint32 key = find_lowest (v), any = 0;

  /* A turn that is over leaves patience as it is: else short turns would never use it up. */
  if (v->elected)
    v->patience = v->patience_limit;
  v->elected = FALSE;
  if (key != LOOM_SIM_NO_KEY)
    return run_group (v, nobody, 0, key);
  for (guint w = 0; w < v->n_warps; w++)
    {
      any |= v->live[w];
      v->bits[w] = 0;
    }
  v->warps = 0;
  v->masked = TRUE;
  v->lowest = LOOM_SIM_NO_KEY;
  v->stop = any != 0 ? LOOM_SIM_STOP_WAIT : LOOM_SIM_STOP_EXIT;
  return NULL;
}

/* The lanes that ran had their turn, and wait: another group goes on. */
static const LoomSimOp *
elect (LoomSimVector *v)
{
  const LoomSimOp *op;
  guint32 key;

  if (v->elected)
    return loom_sim_resume (v);
  key = find_next_turn (v);
  op = run_group (v, nobody, 0, key);
  v->rotor = key;
  v->elected = TRUE;
  v->lowest = LOOM_SIM_NO_KEY;
  v->patience_limit = MAX (v->patience_limit / 2, MIN_PATIENCE);
  v->patience = v->patience_limit;
  return op;
}

/* The same for other vectors. */
static const LoomSimOp *
yield (LoomSimVector *v)
{
  loom_sim_set_running (v, nobody);
  v->stop = LOOM_SIM_STOP_FUEL;
  return NULL;
}

/* Whether a branch back was one too many while others wait. */
static inline gboolean
is_impatient (LoomSimVector *v)
{
  return (v->lowest != LOOM_SIM_NO_KEY || v->elected) && --v->patience == 0;
}

/* The running lanes go on at a target, unless others come first. */
const LoomSimOp *
loom_sim_proceed (LoomSimVector   *v,
                  gboolean         back,
                  const LoomSimOp *target)
{
  if (back)
    {
      const gboolean ends = v->issued >= v->fuel;

      if (G_UNLIKELY (ends || (v->masked && is_impatient (v))))
        {
          loom_sim_wait_at (v, v->bits, loom_sim_vector_key (v, target));
          return ends ? yield (v) : elect (v);
        }
    }
  /* Not while a group is elected: nothing is lower then. */
  if (v->masked && loom_sim_vector_key (v, target) > v->lowest)
    return run_group (v, v->bits, loom_sim_vector_key (v, target), v->lowest);
  v->segment = target->begin;
  return target;
}

const LoomSimOp *
loom_sim_go (LoomSimVector   *v,
             const LoomSimOp *op,
             const LoomSimOp *target)
{
  loom_sim_count (v, op->ordinal + 1);
  return loom_sim_proceed (v, target <= op, target);
}

const LoomSimOp *
loom_sim_split (LoomSimVector   *v,
                const LoomSimOp *op,
                const guint32   *taken,
                const LoomSimOp *target)
{
  guint32 rest[LOOM_SIM_MAX_WARPS] = { 0, }, waiting;
  const gboolean back = target <= op;

  loom_sim_count (v, op->ordinal + 1);
  for (guint w = 0; w < v->n_warps; w++)
    rest[w] = v->bits[w] & ~taken[w];
  waiting = loom_sim_vector_key (v, back ? op + 1 : target);
  loom_sim_wait_at (v, back ? rest : taken, waiting);
  loom_sim_set_running (v, back ? taken : rest);
  if (!v->elected)
    v->lowest = MIN (v->lowest, waiting);
  /* Even where all that they would run was dropped, and a label follows, they still count it. */
  if (!back && loom_sim_vector_key (v, op + 1) <= v->lowest)
    return op + 1;
  return loom_sim_proceed (v, back, back ? target : op + 1);
}

const LoomSimOp *
loom_sim_join (LoomSimVector   *v,
               const LoomSimOp *op)
{
  guint32 bits[LOOM_SIM_MAX_WARPS];
  const guint32 key = loom_sim_vector_key (v, op);

  if (key != v->lowest)
    return op + 1;
  loom_sim_count (v, op->ordinal);
  memcpy (bits, v->bits, sizeof bits);
  v->lowest = exchange (v, nobody, 0, key, bits);
  loom_sim_set_running (v, bits);
  return op + 1;
}

const LoomSimOp *
loom_sim_leave (LoomSimVector   *v,
                const LoomSimOp *op)
{
  loom_sim_count (v, op->ordinal + 1);
  return loom_sim_resume (v);
}

/* The running lanes go on where each of them waits by now. back: some of them further up. */
const LoomSimOp *
loom_sim_scatter (LoomSimVector   *v,
                  const LoomSimOp *op,
                  gboolean         back)
{
  loom_sim_count (v, op->ordinal + 1);
  if (back && v->issued >= v->fuel)
    return yield (v);
  if (back && is_impatient (v))
    return elect (v);
  return loom_sim_resume (v);
}
