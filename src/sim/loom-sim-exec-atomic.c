/* loom-sim-exec-atomic.c: handlers of atomics
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-access-private.h"
#include "loom-sim-block-private.h"
#include "loom-sim-exec-half-private.h"

/* Lanes take their turns in order. Other workers may be at the same place only with operations whose order does not
 * matter (loom-sim-lower.c says which), so those in global memory are host atomics. Groups in shared memory that lie
 * within bounds are done as they are found; from the first on that does not, all places are found first. */
#define ATOMIC_REGULAR(name, T, A, expression) \
  static inline guint \
  name##_regular_##A (LoomSimVector *v, const LoomSimOp *op) \
  { \
    G_GNUC_UNUSED const gboolean shared = TRUE; \
    const A *_a = LOOM_SIM_LANES (A, op->a), plus = (A) op->immediate; \
    T *_d = LOOM_SIM_LANES (T, op->d); \
    const T *_b = LOOM_SIM_LANES (T, op->b); \
    G_GNUC_UNUSED const T *_c = LOOM_SIM_LANES (T, op->c); \
    LoomSimOffsets offsets; \
    LoomSimBounds bounds; \
    guint g = 0; \
    \
    loom_sim_find_bounds (v, op, 0, sizeof (T), &bounds); \
    for (; g < v->n_warps * 2; g++) \
      { \
        const guint lanes = loom_sim_get_group (v, g); \
        \
        if (lanes == 0) \
          continue; \
        if (!loom_sim_get_offsets_##A (_a + g * LOOM_SIM_GROUP, plus, &bounds, lanes, sizeof (T), &offsets)) \
          break; \
        for (guint i = 0; i < LOOM_SIM_GROUP; i++) \
          { \
            const guint n = g * LOOM_SIM_GROUP + i; \
            T *place = (T *) (gpointer) (bounds.region.bytes + offsets.lane[i]); \
            const T b = _b[n], old = *place; \
            G_GNUC_UNUSED const T c = _c[n]; \
            G_GNUC_UNUSED const gboolean in_shared = TRUE; \
            \
            if ((lanes >> i & 1) == 0) \
              continue; \
            *place = (T) (expression); \
            _d[n] = old; \
          } \
      } \
    return g; \
  }

/* A generic address may be of the block's own memory, which it loads again. */
static gboolean
is_of_block (const LoomSimVector *v,
             const guint8        *place)
{
  return (gsize) place - (gsize) v->shared < v->shared_size ||
         (gsize) place - (gsize) v->local < (gsize) v->n_lanes * v->local_size;
}

/* What a lane gets is no wider than its address, so both may have one slot: later groups' addresses are not written. */
#define ATOMIC(name, T, expression) \
  ATOMIC_REGULAR (name, T, guint32, expression) \
  ATOMIC_REGULAR (name, T, guint64, expression) \
  static const LoomSimOp * \
  name##_some (LoomSimVector *v, const LoomSimOp *op) \
  { \
    T *_d = LOOM_SIM_LANES (T, op->d); \
    const T *_b = LOOM_SIM_LANES (T, op->b); \
    G_GNUC_UNUSED const T *_c = LOOM_SIM_LANES (T, op->c); \
    const gboolean shared = op->detail->space == LOOM_PTX_SPACE_SHARED; \
    const guint first = !shared                      ? 0 \
                        : op->detail->width[0] == 8  ? name##_regular_guint64 (v, op) \
                        : sizeof (T) <= 4            ? name##_regular_guint32 (v, op) : 0; \
    LoomSimPlaces places; \
    \
    if (first == v->n_warps * 2) \
      return op + 1; \
    places.n_pieces = 0; \
    loom_sim_resolve_from (v, op, &places, first); \
    for (guint g = first; g < v->n_warps * 2; g++) \
      for (guint left = loom_sim_placed (&places, g); left != 0; left &= left - 1) \
        { \
          const guint n = g * LOOM_SIM_GROUP + (guint) __builtin_ctz (left); \
          T *place = (T *) (gpointer) loom_sim_place (&places, n, sizeof (T)); \
          const T b = _b[n]; \
          G_GNUC_UNUSED const T c = _c[n]; \
          G_GNUC_UNUSED const gboolean in_shared = shared || is_of_block (v, (const guint8 *) place); \
          T old = *place; \
          \
          if (shared) \
            *place = (T) (expression); \
          else \
            while (!__atomic_compare_exchange_n (place, &old, (T) (expression), FALSE, \
                                                 __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) \
              ; \
          _d[n] = old; \
        } \
    return loom_sim_access_done (v, op, &places); \
  } \
  static const LoomSimOp * \
  name##_all (LoomSimVector *v, const LoomSimOp *op) \
  { \
    return name##_some (v, op); \
  }

static guint64
get_operand (const LoomSimVector *v,
             const LoomSimOp     *op,
             guint                n)
{
  switch (op->detail->size)
    {
    case 2:
      return LOOM_SIM_LANES (guint16, op->b)[n];
    case 4:
      return LOOM_SIM_LANES (guint32, op->b)[n];
    default:
      return LOOM_SIM_LANES (guint64, op->b)[n];
    }
}

/* Leaves the adds for when the launch is done, in the lanes' order. */
static const LoomSimOp *
log_adds (LoomSimVector   *v,
          const LoomSimOp *op,
          LoomSimApply     apply,
          LoomSimApply     apply_of_block)
{
  LoomSimPlaces places;

  places.n_pieces = 0;
  loom_sim_resolve_from (v, op, &places, 0);
  for (guint g = 0; g < v->n_warps * 2; g++)
    for (guint left = loom_sim_placed (&places, g); left != 0; left &= left - 1)
      {
        const guint n = g * LOOM_SIM_GROUP + (guint) __builtin_ctz (left);
        const LoomSimLogged add = { loom_sim_place (&places, n, op->detail->size), get_operand (v, op, n) };

        if (is_of_block (v, add.place))
          apply_of_block (&add, 1);
        else
          loom_sim_log_add (v->block->log, v->block->index, apply, &add);
      }
  return loom_sim_access_done (v, op, &places);
}

#define ATOMIC_APPLY(name, T, expression, is_shared) \
  static void \
  name (const LoomSimLogged *adds, gsize n_adds) \
  { \
    G_GNUC_UNUSED const gboolean in_shared = is_shared; \
    \
    for (gsize i = 0; i < n_adds; i++) \
      { \
        T *place = (T *) (gpointer) adds[i].place; \
        const T b = (T) adds[i].value, old = *place; \
        \
        *place = (T) (expression); \
      } \
  }

/* One without a result, whose order matters to its sum alone. */
#define ATOMIC_SUM(name, T, expression) \
  ATOMIC (name##_now, T, expression) \
  ATOMIC_APPLY (name##_apply, T, expression, FALSE) \
  ATOMIC_APPLY (name##_apply_of_block, T, expression, TRUE) \
  static const LoomSimOp * \
  name##_some (LoomSimVector *v, const LoomSimOp *op) \
  { \
    if (v->block->log == NULL || op->detail->space == LOOM_PTX_SPACE_SHARED) \
      return name##_now_some (v, op); \
    return log_adds (v, op, name##_apply, name##_apply_of_block); \
  } \
  static const LoomSimOp * \
  name##_all (LoomSimVector *v, const LoomSimOp *op) \
  { \
    return v->block->log == NULL ? name##_now_all (v, op) : name##_some (v, op); \
  }

static inline guint32
add_f32 (guint32  a,
         guint32  b,
         gboolean flushes)
{
  const float x = loom_sim_float_from_bits (a), y = loom_sim_float_from_bits (b);
  const float sum = flushes ? loom_sim_ftz (loom_sim_ftz (x) + loom_sim_ftz (y)) : x + y;

  return loom_sim_float_bits (loom_sim_one_nan (sum));
}

static inline guint64
add_f64 (guint64 a,
         guint64 b)
{
  return loom_sim_double_bits (loom_sim_add_f64 (loom_sim_double_from_bits (a), loom_sim_double_from_bits (b)));
}

static inline guint16
add_f16 (guint16 a,
         guint16 b)
{
  return loom_sim_f16_round ((double) loom_sim_f16_to_float (a) + (double) loom_sim_f16_to_float (b), 0);
}

static inline guint16
add_bf16 (guint16 a,
          guint16 b)
{
  return loom_sim_bf16_round ((double) loom_sim_bf16_to_float (a) + (double) loom_sim_bf16_to_float (b), 0);
}

#define BY_HALVES(add, a, b) \
  LOOM_SIM_PACK (add (LOOM_SIM_LOW (a), LOOM_SIM_LOW (b)), add (LOOM_SIM_HIGH (a), LOOM_SIM_HIGH (b)))
#define INC(old, b) ((old) >= (b) ? 0 : (old) + 1)
#define DEC(old, b) ((old) == 0 || (old) > (b) ? (b) : (old) - 1)

ATOMIC (add_32, guint32, old + b)
ATOMIC (add_64, guint64, old + b)
/* In global memory subnormal numbers count as zeros, in shared memory they do not, also by a generic address: so does the
 * hardware. */
ATOMIC_SUM (add_float, guint32, add_f32 (old, b, !in_shared))
ATOMIC_SUM (add_double, guint64, add_f64 (old, b))
ATOMIC_SUM (add_half, guint16, add_f16 (old, b))
ATOMIC_SUM (add_halves, guint32, BY_HALVES (add_f16, old, b))
ATOMIC_SUM (add_bfloat, guint16, add_bf16 (old, b))
ATOMIC_SUM (add_bfloats, guint32, BY_HALVES (add_bf16, old, b))
ATOMIC (and_32, guint32, old & b)
ATOMIC (and_64, guint64, old & b)
ATOMIC (or_32, guint32, old | b)
ATOMIC (or_64, guint64, old | b)
ATOMIC (xor_32, guint32, old ^ b)
ATOMIC (xor_64, guint64, old ^ b)
ATOMIC (exch_32, guint32, b)
ATOMIC (exch_64, guint64, b)
ATOMIC (cas_16, guint16, old == b ? c : old)
ATOMIC (cas_32, guint32, old == b ? c : old)
ATOMIC (cas_64, guint64, old == b ? c : old)
ATOMIC (inc_32, guint32, INC (old, b))
ATOMIC (dec_32, guint32, DEC (old, b))
ATOMIC (min_u32, guint32, MIN (old, b))
ATOMIC (min_s32, gint32, MIN (old, b))
ATOMIC (min_u64, guint64, MIN (old, b))
ATOMIC (min_s64, gint64, MIN (old, b))
ATOMIC (max_u32, guint32, MAX (old, b))
ATOMIC (max_s32, gint32, MAX (old, b))
ATOMIC (max_u64, guint64, MAX (old, b))
ATOMIC (max_s64, gint64, MAX (old, b))

/* A barrier in memory: threads that are missing, threads that there are (20 bits each), and phases that are over. */
#define MBARRIER_BITS 20
#define MBARRIER_COUNT ((G_GUINT64_CONSTANT (1) << MBARRIER_BITS) - 1)

static inline guint64
arrive (guint64  word,
        guint64  n,
        gboolean drops)
{
  const guint64 all = ((word >> MBARRIER_BITS) - (drops ? n : 0)) & MBARRIER_COUNT;
  const guint64 missing = ((word & MBARRIER_COUNT) - n) & MBARRIER_COUNT;
  const guint64 phase = (word >> (2 * MBARRIER_BITS)) + (missing == 0 ? 1 : 0);

  return (missing == 0 ? all : missing) | all << MBARRIER_BITS | phase << (2 * MBARRIER_BITS);
}

ATOMIC (mbarrier_arrive, guint64, arrive (old, b, FALSE))
ATOMIC (mbarrier_look, guint64, old + b)
ATOMIC (mbarrier_arrive_drop, guint64, arrive (old, b, TRUE))
LOOM_SIM_MAP1 (mbarrier_word, guint64, guint32, (a & MBARRIER_COUNT) | (a & MBARRIER_COUNT) << MBARRIER_BITS)
LOOM_SIM_MAP2 (mbarrier_passed, guint8, guint64, guint64,
               a >> (2 * MBARRIER_BITS) != b >> (2 * MBARRIER_BITS) ? 0xff : 0)
LOOM_SIM_MAP2 (mbarrier_passed_parity, guint8, guint64, guint32,
               (a >> (2 * MBARRIER_BITS) & 1) != (b & 1) ? 0xff : 0)
LOOM_SIM_MAP1 (mbarrier_missing, guint32, guint64, (guint32) (a & MBARRIER_COUNT))

LOOM_SIM_ROWS (atomic)
{
  LOOM_SIM_ROW ("@mbarrier.arrive", "8=88", mbarrier_arrive)
  LOOM_SIM_ROW ("@mbarrier.arrive_drop", "8=88", mbarrier_arrive_drop)
  LOOM_SIM_ROW ("@mbarrier.look", "8=88", mbarrier_look)
  LOOM_SIM_ROW ("@mbarrier.word", "8=4,p", mbarrier_word)
  LOOM_SIM_ROW ("@mbarrier.passed", "1=88,p", mbarrier_passed)
  LOOM_SIM_ROW ("@mbarrier.passed.parity", "1=84,p", mbarrier_passed_parity)
  LOOM_SIM_ROW ("@mbarrier.missing", "4=8,p", mbarrier_missing)
  LOOM_SIM_ROW ("@atom.add.u32", "4=84", add_32)
  LOOM_SIM_ROW ("@atom.add.s32", "4=84", add_32)
  LOOM_SIM_ROW ("@atom.add.u64", "8=88", add_64)
  LOOM_SIM_ROW ("@atom.add.s64", "8=88", add_64)
  LOOM_SIM_ROW ("@atom.add.f32", "4=84", add_float)
  LOOM_SIM_ROW ("@atom.add.f64", "8=88", add_double)
  LOOM_SIM_ROW ("@atom.add.f16", "2=82", add_half)
  LOOM_SIM_ROW ("@atom.add.f16x2", "4=84", add_halves)
  LOOM_SIM_ROW ("@atom.add.bf16", "2=82", add_bfloat)
  LOOM_SIM_ROW ("@atom.add.bf16x2", "4=84", add_bfloats)
  LOOM_SIM_ROW ("@atom.and.b32", "4=84", and_32)
  LOOM_SIM_ROW ("@atom.and.b64", "8=88", and_64)
  LOOM_SIM_ROW ("@atom.or.b32", "4=84", or_32)
  LOOM_SIM_ROW ("@atom.or.b64", "8=88", or_64)
  LOOM_SIM_ROW ("@atom.xor.b32", "4=84", xor_32)
  LOOM_SIM_ROW ("@atom.xor.b64", "8=88", xor_64)
  LOOM_SIM_ROW ("@atom.exch.b32", "4=84", exch_32)
  LOOM_SIM_ROW ("@atom.exch.b64", "8=88", exch_64)
  LOOM_SIM_ROW ("@atom.cas.b16", "2=822", cas_16)
  LOOM_SIM_ROW ("@atom.cas.b32", "4=844", cas_32)
  LOOM_SIM_ROW ("@atom.cas.b64", "8=888", cas_64)
  LOOM_SIM_ROW ("@atom.inc.u32", "4=84", inc_32)
  LOOM_SIM_ROW ("@atom.dec.u32", "4=84", dec_32)
  LOOM_SIM_ROW ("@atom.min.u32", "4=84", min_u32)
  LOOM_SIM_ROW ("@atom.min.s32", "4=84", min_s32)
  LOOM_SIM_ROW ("@atom.min.u64", "8=88", min_u64)
  LOOM_SIM_ROW ("@atom.min.s64", "8=88", min_s64)
  LOOM_SIM_ROW ("@atom.max.u32", "4=84", max_u32)
  LOOM_SIM_ROW ("@atom.max.s32", "4=84", max_s32)
  LOOM_SIM_ROW ("@atom.max.u64", "8=88", max_u64)
  LOOM_SIM_ROW ("@atom.max.s64", "8=88", max_s64)
  LOOM_SIM_ROWS_END
};
