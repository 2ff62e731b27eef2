/* loom-sim-exec-atomic.c: handlers of atomics
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-access-private.h"
#include "loom-sim-exec-half-private.h"

/* Runs a statement once for each lane that has a place, in order. */
#define FOREACH_PLACE(v, places, n) \
  for (guint _g = 0; _g < (v)->n_warps * 2; _g++) \
    for (guint _i = 0, n = _g * LOOM_SIM_GROUP; _i < LOOM_SIM_GROUP; _i++, n++) \
      if (((places).lanes[_g] >> _i & 1) != 0)

/* A generic address may be of the block's own memory, which it loads again. */
static gboolean
is_of_block (const LoomSimVector *v,
             const guint8        *place)
{
  return (gsize) place - (gsize) v->shared < v->shared_size ||
         (gsize) place - (gsize) v->local < (gsize) v->n_lanes * v->local_size;
}

/* What each lane does to its place when it has its turn. */
#define TURNS(T, is_shared, update) \
  FOREACH_PLACE (v, places, n) \
    { \
      T *place = (T *) (gpointer) places.lane[n]; \
      const T b = _b[n]; \
      G_GNUC_UNUSED const T c = _c[n]; \
      G_GNUC_UNUSED const gboolean in_shared = is_shared; \
      T old = *place; \
      \
      update; \
      _d[n] = old; \
    }

/* Lanes take their turns in order. Other workers may be at the same place only with operations
 * whose order does not matter (loom-sim-lower.c says which), so those in global memory are host
 * atomics. */
#define ATOMIC(name, T, expression) \
  static const LoomSimOp * \
  name (LoomSimVector *v, const LoomSimOp *op) \
  { \
    T *_d = LOOM_SIM_LANES (T, op->d); \
    const T *_b = LOOM_SIM_LANES (T, op->b); \
    G_GNUC_UNUSED const T *_c = LOOM_SIM_LANES (T, op->c); \
    LoomSimPlaces places; \
    \
    loom_sim_resolve (v, op, LOOM_SIM_RESOLVE_LANES, &places); \
    if (op->detail->space == LOOM_PTX_SPACE_SHARED) \
      { \
        TURNS (T, TRUE, *place = (T) (expression)) \
      } \
    else \
      { \
        TURNS (T, is_of_block (v, places.lane[n]), \
               while (!__atomic_compare_exchange_n (place, &old, (T) (expression), FALSE, \
                                                    __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))) \
      } \
    return loom_sim_access_done (v, op, &places); \
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

  loom_sim_resolve (v, op, LOOM_SIM_RESOLVE_LANES, &places);
  FOREACH_PLACE (v, places, n)
    {
      const LoomSimLogged add = { places.lane[n], get_operand (v, op, n) };

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
  name (LoomSimVector *v, const LoomSimOp *op) \
  { \
    if (v->block->log == NULL || op->detail->space == LOOM_PTX_SPACE_SHARED) \
      return name##_now (v, op); \
    return log_adds (v, op, name##_apply, name##_apply_of_block); \
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
  return loom_sim_double_bits (
      loom_sim_add_f64 (loom_sim_double_from_bits (a), loom_sim_double_from_bits (b)));
}

static inline guint16
add_f16 (guint16 a,
         guint16 b)
{
  return loom_sim_f16_round ((double)loom_sim_f16_to_float (a) + (double)loom_sim_f16_to_float (b),
                             0);
}

static inline guint16
add_bf16 (guint16 a,
          guint16 b)
{
  return loom_sim_bf16_round (
      (double)loom_sim_bf16_to_float (a) + (double)loom_sim_bf16_to_float (b), 0);
}

#define BY_HALVES(add, a, b)                                                                       \
  LOOM_SIM_PACK (add (LOOM_SIM_LOW (a), LOOM_SIM_LOW (b)),                                         \
                 add (LOOM_SIM_HIGH (a), LOOM_SIM_HIGH (b)))
#define INC(old, b) ((old) >= (b) ? 0 : (old) + 1)
#define DEC(old, b) ((old) == 0 || (old) > (b) ? (b) : (old) - 1)

ATOMIC (add_32, guint32, old + b)
ATOMIC (add_64, guint64, old + b)
/* In global memory subnormal numbers count as zeros, in shared memory they do not, also by a
 * generic address: so does the hardware. */
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

/* A barrier in memory: threads that are missing, threads that there are (20 bits each), and
 * phases that are over. */
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
LOOM_SIM_MAP1 (mbarrier_word,
               guint64,
               guint32,
               (a & MBARRIER_COUNT) | (a & MBARRIER_COUNT) << MBARRIER_BITS)
LOOM_SIM_MAP2 (mbarrier_passed, guint8, guint64, guint64,
               a >> (2 * MBARRIER_BITS) != b >> (2 * MBARRIER_BITS) ? 0xff : 0)
LOOM_SIM_MAP2 (mbarrier_passed_parity, guint8, guint64, guint32,
               (a >> (2 * MBARRIER_BITS) & 1) != (b & 1) ? 0xff : 0)
LOOM_SIM_MAP1 (mbarrier_missing, guint32, guint64, (guint32) (a & MBARRIER_COUNT))

LOOM_SIM_ROWS (atomic)
{
  LOOM_SIM_ROW_ONE ("@mbarrier.arrive", "8=88", mbarrier_arrive)
  LOOM_SIM_ROW_ONE ("@mbarrier.arrive_drop", "8=88", mbarrier_arrive_drop)
  LOOM_SIM_ROW_ONE ("@mbarrier.look", "8=88", mbarrier_look)
  LOOM_SIM_ROW ("@mbarrier.word", "8=4,p", mbarrier_word)
  LOOM_SIM_ROW ("@mbarrier.passed", "1=88,p", mbarrier_passed)
  LOOM_SIM_ROW ("@mbarrier.passed.parity", "1=84,p", mbarrier_passed_parity)
  LOOM_SIM_ROW ("@mbarrier.missing", "4=8,p", mbarrier_missing)
  LOOM_SIM_ROW_ONE ("@atom.add.u32", "4=84", add_32)
  LOOM_SIM_ROW_ONE ("@atom.add.s32", "4=84", add_32)
  LOOM_SIM_ROW_ONE ("@atom.add.u64", "8=88", add_64)
  LOOM_SIM_ROW_ONE ("@atom.add.s64", "8=88", add_64)
  LOOM_SIM_ROW_ONE ("@atom.add.f32", "4=84", add_float)
  LOOM_SIM_ROW_ONE ("@atom.add.f64", "8=88", add_double)
  LOOM_SIM_ROW_ONE ("@atom.add.f16", "2=82", add_half)
  LOOM_SIM_ROW_ONE ("@atom.add.f16x2", "4=84", add_halves)
  LOOM_SIM_ROW_ONE ("@atom.add.bf16", "2=82", add_bfloat)
  LOOM_SIM_ROW_ONE ("@atom.add.bf16x2", "4=84", add_bfloats)
  LOOM_SIM_ROW_ONE ("@atom.and.b32", "4=84", and_32)
  LOOM_SIM_ROW_ONE ("@atom.and.b64", "8=88", and_64)
  LOOM_SIM_ROW_ONE ("@atom.or.b32", "4=84", or_32)
  LOOM_SIM_ROW_ONE ("@atom.or.b64", "8=88", or_64)
  LOOM_SIM_ROW_ONE ("@atom.xor.b32", "4=84", xor_32)
  LOOM_SIM_ROW_ONE ("@atom.xor.b64", "8=88", xor_64)
  LOOM_SIM_ROW_ONE ("@atom.exch.b32", "4=84", exch_32)
  LOOM_SIM_ROW_ONE ("@atom.exch.b64", "8=88", exch_64)
  LOOM_SIM_ROW_ONE ("@atom.cas.b16", "2=822", cas_16)
  LOOM_SIM_ROW_ONE ("@atom.cas.b32", "4=844", cas_32)
  LOOM_SIM_ROW_ONE ("@atom.cas.b64", "8=888", cas_64)
  LOOM_SIM_ROW_ONE ("@atom.inc.u32", "4=84", inc_32)
  LOOM_SIM_ROW_ONE ("@atom.dec.u32", "4=84", dec_32)
  LOOM_SIM_ROW_ONE ("@atom.min.u32", "4=84", min_u32)
  LOOM_SIM_ROW_ONE ("@atom.min.s32", "4=84", min_s32)
  LOOM_SIM_ROW_ONE ("@atom.min.u64", "8=88", min_u64)
  LOOM_SIM_ROW_ONE ("@atom.min.s64", "8=88", min_s64)
  LOOM_SIM_ROW_ONE ("@atom.max.u32", "4=84", max_u32)
  LOOM_SIM_ROW_ONE ("@atom.max.s32", "4=84", max_s32)
  LOOM_SIM_ROW_ONE ("@atom.max.u64", "8=88", max_u64)
  LOOM_SIM_ROW_ONE ("@atom.max.s64", "8=88", max_s64)
  LOOM_SIM_ROWS_END
};
