/* loom-sim-exec-warp.c: handlers of what lanes of one warp do together
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-block-private.h"
#include "loom-sim-exec-private.h"
#include "loom-sim-watcher-private.h"

/* Lanes that need not wait: those with one mask came together. */
static void
tell_converged (LoomSimVector *v,
                const guint32 *mask,
                guint          w,
                guint32        lanes)
{
  while (lanes != 0)
    {
      const guint32 first = mask[w * LOOM_SIM_WARP + (guint) __builtin_ctz (lanes)];
      guint32 same = 0;

      for (guint32 left = lanes; left != 0; left &= left - 1)
        if (mask[w * LOOM_SIM_WARP + (guint) __builtin_ctz (left)] == first)
          same |= left & -left;
      LOOM_SIM_TELL (v->block, warp_sync, v, w, same);
      lanes &= ~same;
    }
}

/* Whether no running lane of a warp waits for another that lives, and each names itself. They meet
 * whom they name only if that names the same mask: all do, most often. */
static gboolean
is_complete (const LoomSimVector *v,
             const guint32       *mask,
             guint                w)
{
  const guint32 bits = v->bits[w], away = v->live[w] & ~bits;
  const guint32 first = mask[w * LOOM_SIM_WARP + (guint) __builtin_ctz (bits)];
  guint32 wrong = 0;

  for (guint i = 0; i < LOOM_SIM_WARP; i++)
    wrong |= ((mask[w * LOOM_SIM_WARP + i] & away) | (~mask[w * LOOM_SIM_WARP + i] >> i & 1) |
              (mask[w * LOOM_SIM_WARP + i] ^ first)) & (0u - (bits >> i & 1));
  return wrong == 0;
}

/* The running lanes of warp w that name a mask. */
static guint32
find_namers (const LoomSimVector *v,
             const guint32       *mask,
             guint                w,
             guint32              named)
{
  guint32 lanes = 0;

  for (guint i = 0; i < LOOM_SIM_WARP; i++)
    lanes |= (guint32) (mask[w * LOOM_SIM_WARP + i] == named) << i;
  return lanes & v->bits[w];
}

/* Before every *.sync: the lanes that a mask names come together here. Whoever need not wait goes
 * on; the others park until loom-sim-barrier.c finds them complete. immediate.is_full: the mask
 * names all lanes. */
static const LoomSimOp *
converge_some (LoomSimVector   *v,
               const LoomSimOp *op)
{
  const guint32 *mask = LOOM_SIM_LANES (guint32, op->a);
  guint32 rest[LOOM_SIM_MAX_WARPS] = { 0, }, parks = 0, runs = 0;

  LOOM_SIM_FOREACH_WARP (w)
    {
      guint32 parked = 0, ready = v->bits[w];

      if (v->parked[w] == 0 && is_complete (v, mask, w))
        {
          rest[w] = ready;
          runs |= ready;
          if (v->block->watchers != NULL)
            tell_converged (v, mask, w, ready);
          continue;
        }
      LOOM_SIM_FOREACH_LANE (w, n)
        {
          if ((mask[n] >> (n % LOOM_SIM_WARP) & 1) == 0)
            {
              v->block->trap.cause = LOOM_SIM_CAUSE_OUTSIDE_MASK;
              v->block->trap.mask = mask[n];
              return loom_sim_trap (v, op, LOOM_ERROR_TRAP, n);
            }
          if ((mask[n] & v->live[w] & ~find_namers (v, mask, w, mask[n])) != 0)
            parked |= 1u << (n % LOOM_SIM_WARP);
        }
      /* Lanes that came before may be complete now. */
      if ((parked | v->parked[w]) != 0)
        parked = v->bits[w];
      ready &= ~parked;
      if (parked != 0)
        loom_sim_vector_park (v, op, w, parked, LOOM_SIM_PARKED_ON_WARP);
      if (v->block->watchers != NULL)
        tell_converged (v, mask, w, ready);
      rest[w] = ready;
      parks |= parked;
      runs |= ready;
    }
  if (parks == 0)
    return op + 1;
  loom_sim_count (v, op->ordinal);
  if (runs == 0)
    return loom_sim_resume (v);
  loom_sim_set_running (v, rest);
  return op + 1;
}

static const LoomSimOp *
converge_all (LoomSimVector   *v,
              const LoomSimOp *op)
{
  if (!op->immediate.is_full)
    return converge_some (v, op);
  for (guint w = 0; v->block->watchers != NULL && w < v->n_warps; w++)
    LOOM_SIM_TELL (v->block, warp_sync, v, w, v->full[w]);
  return op + 1;
}

/* Lane that lane i reads, and whether it is in range; c: clamp in bits 0-4, segment mask in bits
 * 8-12. */
static inline guint
get_shuffle_source (guint     mode,
                    guint     i,
                    guint32   b,
                    guint32   c,
                    gboolean *in_range)
{
  const gint clamp = (gint) (c & 31), segment = (gint) (c >> 8 & 31);
  const gint lane = (gint) i, by = (gint) (b & 31);
  const gint highest = (lane & segment) | (clamp & ~segment), lowest = lane & segment;
  gint from = lane;

  switch (mode)
    {
    case LOOM_PTX_MODE_UP:
      from = lane - by;
      *in_range = from >= highest;
      break;
    case LOOM_PTX_MODE_DOWN:
      from = lane + by;
      *in_range = from <= highest;
      break;
    case LOOM_PTX_MODE_BFLY:
      from = lane ^ by;
      *in_range = from <= highest;
      break;
    default:
      from = lowest | (by & ~segment);
      *in_range = from <= highest;
      break;
    }
  return *in_range ? (guint) from : i;
}

/* to[i] := a[from[i]] */
static inline void
permute (const guint32 *a,
         const guint32 *from,
         guint32       *to)
{
#ifdef __AVX512F__
  const __m512i low = _mm512_loadu_si512 (a), high = _mm512_loadu_si512 (a + 16);

  for (guint i = 0; i < LOOM_SIM_WARP; i += 16)
    _mm512_storeu_si512 (
        to + i, _mm512_permutex2var_epi32 (low, _mm512_loadu_si512 (from + i), high));
#else
  for (guint i = 0; i < LOOM_SIM_WARP; i++)
    to[i] = a[from[i]];
#endif
}

/* Whether all lanes of a warp shuffle together. */
static inline gboolean
is_one_shuffle (const guint32 *mask,
                guint32        bits)
{
  guint32 different = 0;

  for (guint i = 0; i < LOOM_SIM_WARP; i++)
    different |= mask[i] ^ mask[0];
  return bits == G_MAXUINT32 && different == 0;
}

/* The lanes of a warp whose source takes no part in the shuffle. Lanes that name another mask
 * shuffle among themselves. */
static guint32
find_misled (const LoomSimVector *v,
             guint                w,
             const guint32       *mask,
             const guint32       *from)
{
  guint32 misled = 0;

  for (guint i = 0; i < LOOM_SIM_WARP; i++)
    misled |= (guint32) ((v->bits[w] >> from[i] & 1) == 0 || mask[from[i]] != mask[i]) << i;
  return misled;
}

/* Lanes that do not run have a source as well, which nobody hears of. */
static inline const LoomSimOp *
shuffle (LoomSimVector   *v,
         const LoomSimOp *op,
         guint            mode)
{
  LOOM_SIM_FOREACH_WARP (w)
    {
      const guint first = w * LOOM_SIM_WARP;
      const guint32 *b = LOOM_SIM_LANES (guint32, op->b) + first,
                    *c = LOOM_SIM_LANES (guint32, op->c) + first;
      const guint32 *mask = LOOM_SIM_LANES (guint32, op->f) + first;
      guint32 from[LOOM_SIM_WARP], result[LOOM_SIM_WARP];
      guint8 in_range[LOOM_SIM_WARP];

      for (guint i = 0; i < LOOM_SIM_WARP; i++)
        {
          gboolean ok;

          from[i] = get_shuffle_source (mode, i, b[i], c[i], &ok);
          in_range[i] = ok ? 0xff : 0;
        }
      permute (LOOM_SIM_LANES (guint32, op->a) + first, from, result);
      /* PTX does not say what those get; the hardware gives 0. */
      if (!is_one_shuffle (mask, v->bits[w]))
        for (guint32 misled = find_misled (v, w, mask, from), i = 0; i < LOOM_SIM_WARP; i++)
          result[i] &= (misled >> i & 1) - 1;
      loom_sim_merge_guint32 (LOOM_SIM_LANES (guint32, op->d) + first, result, v->bits[w],
                              v->on + first);
      loom_sim_merge_guint8 (LOOM_SIM_LANES (guint8, op->e) + first, in_range, v->bits[w],
                             v->on + first);
    }
  return op + 1;
}

/* Of a shuffle to come: where the source takes no part, all bits that a lane gets are undefined. */
static inline const LoomSimOp *
mark_absent (LoomSimVector   *v,
             const LoomSimOp *op,
             guint            mode)
{
  guint32 *bits = LOOM_SIM_LANES (guint32, op->d), *origin = LOOM_SIM_LANES (guint32, op->e);
  const guint32 *b = LOOM_SIM_LANES (guint32, op->a), *c = LOOM_SIM_LANES (guint32, op->b);

  LOOM_SIM_FOREACH_WARP (w)
    {
      const guint first = w * LOOM_SIM_WARP;
      const guint32 *mask = LOOM_SIM_LANES (guint32, op->c) + first;
      guint32 from[LOOM_SIM_WARP], misled;

      if (is_one_shuffle (mask, v->bits[w]))
        continue;
      for (guint i = 0; i < LOOM_SIM_WARP; i++)
        {
          gboolean in_range;

          from[i] = get_shuffle_source (mode, i, b[first + i], c[first + i], &in_range);
        }
      misled = find_misled (v, w, mask, from) & v->bits[w];
      for (; misled != 0; misled &= misled - 1)
        {
          const guint i = (guint) __builtin_ctz (misled);

          v->has_undefined = TRUE;
          bits[first + i] = G_MAXUINT32;
          LOOM_SIM_TELL (v->block, absent_source, v, op, first + i, from[i], &origin[first + i]);
        }
    }
  return op + 1;
}

#define SHUFFLE(name, mode) \
  LOOM_SIM_CALL (name, shuffle (v, op, mode)) \
  LOOM_SIM_CALL (absent_##name, mark_absent (v, op, mode))

SHUFFLE (shfl_up, LOOM_PTX_MODE_UP)
SHUFFLE (shfl_down, LOOM_PTX_MODE_DOWN)
SHUFFLE (shfl_bfly, LOOM_PTX_MODE_BFLY)
SHUFFLE (shfl_idx, LOOM_PTX_MODE_IDX)

/* Runs a body for each group of running lanes of a warp that name the same mask: `lanes` are those
 * of them that run. */
#define FOREACH_MASK(w, masks, lanes) \
  for (guint32 _rest = v->bits[w], lanes; \
       _rest != 0 && (lanes = find_same_mask (masks, _rest), TRUE); _rest &= ~lanes)

static inline guint32
find_same_mask (const guint32 *masks,
                guint32        rest)
{
  const guint32 mask = masks[__builtin_ctz (rest)];
  guint32 same = 0;

  for (guint i = 0; i < LOOM_SIM_WARP; i++)
    same |= (guint32) (masks[i] == mask) << i;
  return same & rest & (mask | (rest & -rest));
}

/* A handler that does a statement for each group `lanes` of a warp w. */
#define TOGETHER(name, declare, statement) \
  static const LoomSimOp * \
  name##_any (LoomSimVector *v, const LoomSimOp *op) \
  { \
    LOOM_SIM_FOREACH_WARP (w) \
      { \
        guint32 masks[LOOM_SIM_WARP]; \
        declare \
        \
        memcpy (masks, LOOM_SIM_LANES (guint32, op->b) + w * LOOM_SIM_WARP, sizeof masks); \
        FOREACH_MASK (w, masks, lanes) \
          { \
            statement \
          } \
      } \
    return op + 1; \
  }
#define OF_WARP(T, operand) (LOOM_SIM_LANES (T, operand) + w * LOOM_SIM_WARP)
#define GIVE(d, value) \
  for (guint i = 0; i < LOOM_SIM_WARP; i++) \
    (d)[i] = (lanes >> i & 1) != 0 ? (value) : (d)[i];

/* d := what `expression` makes of `votes`, the lanes of the group whose predicate holds, and
 * `lanes`, the group. */
#define VOTE(name, D, expression) \
  TOGETHER (name, \
            const guint32 holds = loom_sim_bits (OF_WARP (guint8, op->a)); \
            D *d = OF_WARP (D, op->d);, \
            const guint32 votes = holds & lanes; \
            const D result = (D) (expression); \
            GIVE (d, result))

VOTE (vote_all, guint8, votes == lanes ? 0xff : 0)
VOTE (vote_any, guint8, votes != 0 ? 0xff : 0)
VOTE (vote_uni, guint8, votes == lanes || votes == 0 ? 0xff : 0)
VOTE (vote_ballot, guint32, votes)

/* The lanes of the group with the same value as each; .all: those of the group if they all
 * agree. */
#define MATCH(name, T, all) \
  TOGETHER (name, \
            guint32 *d = OF_WARP (guint32, op->d); \
            guint8 *p = OF_WARP (guint8, op->e); \
            T a[LOOM_SIM_WARP]; \
            memcpy (a, OF_WARP (T, op->a), sizeof a);, \
            for (guint32 left = lanes; left != 0; left &= left - 1) \
              { \
                const guint i = (guint) __builtin_ctz (left); \
                guint32 same = 0; \
                \
                for (guint32 other = lanes; other != 0; other &= other - 1) \
                  same |= a[__builtin_ctz (other)] == a[i] ? other & -other : 0; \
                d[i] = !(all) || same == lanes ? same : 0; \
                p[i] = same == lanes ? 0xff : 0; \
              })

MATCH (match_any_32, guint32, FALSE)
MATCH (match_any_64, guint64, FALSE)
MATCH (match_all_32, guint32, TRUE)
MATCH (match_all_64, guint64, TRUE)

/* x: what the lanes before came to, y: this lane's. */
#define REDUX(name, T, expression) \
  TOGETHER (name, \
            T *d = OF_WARP (T, op->d); \
            T a[LOOM_SIM_WARP]; \
            memcpy (a, OF_WARP (T, op->a), sizeof a);, \
            T x = a[__builtin_ctz (lanes)]; \
            \
            for (guint32 left = lanes & (lanes - 1); left != 0; left &= left - 1) \
              { \
                const T y = a[__builtin_ctz (left)]; \
                x = (T) (expression); \
              } \
            GIVE (d, x))

REDUX (redux_add, guint32, x + y)
REDUX (redux_min_u32, guint32, MIN (x, y))
REDUX (redux_max_u32, guint32, MAX (x, y))
REDUX (redux_min_s32, gint32, MIN (x, y))
REDUX (redux_max_s32, gint32, MAX (x, y))
REDUX (redux_and, guint32, x & y)
REDUX (redux_or, guint32, x | y)
REDUX (redux_xor, guint32, x ^ y)

LOOM_SIM_MAP0 (activemask, guint32, v->bits[n / LOOM_SIM_WARP])

LOOM_SIM_ROWS (warp)
{
  LOOM_SIM_ROW ("@converge", "=4", converge)
  LOOM_SIM_ROW_ANY ("shfl.sync.up.b32", "41=4444", shfl_up)
  LOOM_SIM_ROW_ANY ("shfl.sync.down.b32", "41=4444", shfl_down)
  LOOM_SIM_ROW_ANY ("shfl.sync.bfly.b32", "41=4444", shfl_bfly)
  LOOM_SIM_ROW_ANY ("shfl.sync.idx.b32", "41=4444", shfl_idx)
  LOOM_SIM_ROW_ANY ("@undefined.absent.up.b32", "44=444", absent_shfl_up)
  LOOM_SIM_ROW_ANY ("@undefined.absent.down.b32", "44=444", absent_shfl_down)
  LOOM_SIM_ROW_ANY ("@undefined.absent.bfly.b32", "44=444", absent_shfl_bfly)
  LOOM_SIM_ROW_ANY ("@undefined.absent.idx.b32", "44=444", absent_shfl_idx)
  LOOM_SIM_ROW_ANY ("vote.sync.all.pred", "1=14", vote_all)
  LOOM_SIM_ROW_ANY ("vote.sync.any.pred", "1=14", vote_any)
  LOOM_SIM_ROW_ANY ("vote.sync.uni.pred", "1=14", vote_uni)
  LOOM_SIM_ROW_ANY ("vote.sync.ballot.b32", "4=14", vote_ballot)
  LOOM_SIM_ROW_ANY ("match.any.sync.b32", "41=44", match_any_32)
  LOOM_SIM_ROW_ANY ("match.any.sync.b64", "41=84", match_any_64)
  LOOM_SIM_ROW_ANY ("match.all.sync.b32", "41=44", match_all_32)
  LOOM_SIM_ROW_ANY ("match.all.sync.b64", "41=84", match_all_64)
  LOOM_SIM_ROW_ANY ("redux.sync.add.u32", "4=44", redux_add)
  LOOM_SIM_ROW_ANY ("redux.sync.add.s32", "4=44", redux_add)
  LOOM_SIM_ROW_ANY ("redux.sync.min.u32", "4=44", redux_min_u32)
  LOOM_SIM_ROW_ANY ("redux.sync.max.u32", "4=44", redux_max_u32)
  LOOM_SIM_ROW_ANY ("redux.sync.min.s32", "4=44", redux_min_s32)
  LOOM_SIM_ROW_ANY ("redux.sync.max.s32", "4=44", redux_max_s32)
  LOOM_SIM_ROW_ANY ("redux.sync.and.b32", "4=44", redux_and)
  LOOM_SIM_ROW_ANY ("redux.sync.or.b32", "4=44", redux_or)
  LOOM_SIM_ROW_ANY ("redux.sync.xor.b32", "4=44", redux_xor)
  LOOM_SIM_ROW ("activemask.b32", "4=", activemask)
  LOOM_SIM_ROWS_END
};
