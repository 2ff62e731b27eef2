#pragma once

#include "loom-sim-level-private.h"
#include "loom-sim-vector-private.h"

/* How a handler is written.
 *
 * A handler executes one lowered instruction for all running lanes of a vector (up to 256 lanes,
 * eight warps):
 *
 *   add_b32_all  (LoomSimVector *v, const LoomSimOp *op)      every lane of the vector runs
 *   add_b32_some (LoomSimVector *v, const LoomSimOp *op)      only lanes of the mask run
 *   bra_any      (LoomSimVector *v, const LoomSimOp *op)      one for both: LOOM_SIM_ROW_ANY
 *
 * and returns the op to go on with: `op + 1`, or what a control helper returned (NULL leaves the
 * vector). Registers are arrays over the lanes; operands are byte offsets in the vector's frame, in
 * the order of the row's signature: destinations op->d, op->e; sources op->a, op->b, op->c, op->f.
 * Immediates were spread into slots before the kernel started, so a handler reads arrays only.
 * Predicates are bytes, 0 or 0xff.
 *
 * What has no effect but its destination is written by one of the LOOM_SIM_MAP macros, which make
 * both variants from one expression in a, b, c, f and n (the lane's index in its vector):
 *
 *   LOOM_SIM_MAP2 (add_b32, guint32, guint32, guint32, a + b)
 *
 * and listed at the end of the file, once for each spelling that PTX has for it:
 *
 *   LOOM_SIM_ROW ("add.u32", "4=44", add_b32)
 *
 * The signature gives the width of each operand, destinations before `=`: 1 a predicate, 2, 4, 8 or
 * x (16) bytes, c the carry flag of add.cc. `,` after the sources adds flags: `p` the result
 * depends on the operands alone, so the instruction may be hoisted out of the kernel where they are
 * the same in every block (give it to all but what reads clocks, memory or other lanes).
 *
 * These files are compiled three times, for x86-64, -v3 and -v4: names that leave a file go through
 * LOOM_SIM_ISA (). No state, no libc that depends on the locale; integers wrap through unsigned
 * types; shifts are checked by hand. Floating point is IEEE's, to nearest, never contracted: an fma
 * is written fmaf (), fma (). d may be the same slot as a source.
 */

#define LOOM_SIM_ROW(name, signature, handler) { name, signature, handler##_all, handler##_some },
/* One handler for both, which looks at the mask. */
#define LOOM_SIM_ROW_ONE(name, signature, handler) { name, signature, handler, handler },
#define LOOM_SIM_ROW_ANY(name, signature, handler) \
  { name, signature, handler##_any, handler##_any },
#define LOOM_SIM_ROWS(class) \
  extern const LoomSimRow LOOM_SIM_ISA (loom_sim_rows_##class)[]; \
  const LoomSimRow LOOM_SIM_ISA (loom_sim_rows_##class)[] =
#define LOOM_SIM_ROWS_END { NULL, NULL, NULL, NULL }

/* The lanes of a register. */
#define LOOM_SIM_LANES(type, offset) \
  ((type *) (gpointer) __builtin_assume_aligned (v->frame + (offset), 32))

/* Runs a statement once for each warp with a running lane: w is its index. */
#define LOOM_SIM_FOREACH_WARP(w) \
  for (guint _left = v->warps, w = 0; \
       _left != 0 && (w = (guint) __builtin_ctz (_left), TRUE); _left &= _left - 1)

/* Runs a statement once for each running lane of warp w: n is its index in the vector. */
#define LOOM_SIM_FOREACH_LANE(w, n) \
  for (guint32 _lanes = v->bits[w], n = 0; \
       _lanes != 0 && (n = (w) * LOOM_SIM_WARP + (guint) __builtin_ctz (_lanes), TRUE); \
       _lanes &= _lanes - 1)

/* The loop over one warp that the compiler turns into vector instructions: `each` assigns `_r`. */
#define LOOM_SIM_WARP_LOOP(D, first, fetch, expression) \
  LOOM_SIM_IVDEP \
  for (guint _i = 0; _i < LOOM_SIM_WARP; _i++) \
    { \
      G_GNUC_UNUSED const gsize n = (gsize) (first) + _i; \
      fetch \
      _d[n] = (D) (expression); \
    }

/* d := r for the lanes of a warp that run, `bits` or `on`. The others are stored as they were:
 * without a condition in it the loop over a warp becomes vector code whatever is computed, and what
 * was stored whole, unlike masked, is there at once for the op that reads it next. */
#if defined (__AVX512BW__) && defined (__AVX512VL__)
static inline void
loom_sim_merge_guint8 (guint8       *d,
                       const guint8 *r,
                       guint32       bits,
                       G_GNUC_UNUSED const guint8 *on)
{
  const __m256i new = _mm256_loadu_si256 ((const __m256i_u *) r),
                old = _mm256_loadu_si256 ((const __m256i_u *) d);

  _mm256_storeu_si256 ((__m256i_u *) d, _mm256_mask_mov_epi8 (old, bits, new));
}

#define LOOM_SIM_MERGE(T, width, many) \
  static inline void \
  loom_sim_merge_##T (T *d, const T *r, guint32 bits, G_GNUC_UNUSED const guint8 *on) \
  { \
    for (guint i = 0; i < LOOM_SIM_WARP; i += many) \
      { \
        __m512i x = _mm512_mask_mov_epi##width ( \
            _mm512_loadu_si512 (d + i), (__mmask##many) (bits >> i), _mm512_loadu_si512 (r + i)); \
        \
        /* Else the compiler makes one masked store of it. */ \
        __asm__ ("" : "+v" (x)); \
        _mm512_storeu_si512 (d + i, x); \
      } \
  }

LOOM_SIM_MERGE (guint16, 16, 32)
LOOM_SIM_MERGE (guint32, 32, 16)
LOOM_SIM_MERGE (guint64, 64, 8)
#else
#define LOOM_SIM_MERGE(T) \
  static inline void \
  loom_sim_merge_##T (T *d, const T *r, G_GNUC_UNUSED guint32 bits, const guint8 *on) \
  { \
    LOOM_SIM_IVDEP \
    for (guint i = 0; i < LOOM_SIM_WARP; i++) \
      d[i] ^= (d[i] ^ r[i]) & (T) (gint8) on[i]; \
  }

LOOM_SIM_MERGE (guint8)
LOOM_SIM_MERGE (guint16)
LOOM_SIM_MERGE (guint32)
LOOM_SIM_MERGE (guint64)
#endif

static inline void
loom_sim_merge (gpointer      d,
                gconstpointer r,
                gsize         size,
                guint32       bits,
                const guint8 *on)
{
  switch (size)
    {
    case 1:
      loom_sim_merge_guint8 (d, r, bits, on);
      break;
    case 2:
      loom_sim_merge_guint16 (d, r, bits, on);
      break;
    case 4:
      loom_sim_merge_guint32 (d, r, bits, on);
      break;
    case 8:
      loom_sim_merge_guint64 (d, r, bits, on);
      break;
    default:
      for (; bits != 0; bits &= bits - 1)
        memcpy ((guint8 *) d + (guint) __builtin_ctz (bits) * size,
                (const guint8 *) r + (guint) __builtin_ctz (bits) * size, size);
    }
}

#define LOOM_SIM_WARP_LOOP_MASKED(D, w, fetch, expression) \
  { \
    D _r[LOOM_SIM_WARP] __attribute__ ((aligned (64))); \
    \
    LOOM_SIM_IVDEP \
    for (guint _i = 0; _i < LOOM_SIM_WARP; _i++) \
      { \
        G_GNUC_UNUSED const gsize n = (gsize) (w) * LOOM_SIM_WARP + _i; \
        fetch \
        _r[_i] = (D) (expression); \
      } \
    loom_sim_merge (_d + (w) * LOOM_SIM_WARP, _r, sizeof (D), v->bits[w], \
                    v->on + (w) * LOOM_SIM_WARP); \
  }

#define LOOM_SIM_MAP(name, D, declare, fetch, expression) \
  static const LoomSimOp * \
  name##_all (LoomSimVector   *v, \
              const LoomSimOp *op) \
  { \
    D *_d = LOOM_SIM_LANES (D, op->d); \
    declare \
    for (guint _w = 0; _w < v->n_warps; _w++) \
      LOOM_SIM_WARP_LOOP (D, _w * LOOM_SIM_WARP, fetch, expression) \
    return op + 1; \
  } \
  static const LoomSimOp * \
  name##_some (LoomSimVector   *v, \
               const LoomSimOp *op) \
  { \
    D *_d = LOOM_SIM_LANES (D, op->d); \
    declare \
    LOOM_SIM_FOREACH_WARP (_w) \
      { \
        if (v->bits[_w] == G_MAXUINT32) \
          LOOM_SIM_WARP_LOOP (D, _w * LOOM_SIM_WARP, fetch, expression) \
        else \
          LOOM_SIM_WARP_LOOP_MASKED (D, _w, fetch, expression) \
      } \
    return op + 1; \
  }

#define LOOM_SIM_SOURCE(T, s) const T *_##s = LOOM_SIM_LANES (T, op->s);
#define LOOM_SIM_FETCH(T, s) G_GNUC_UNUSED const T s = _##s[n];

/* d = expression in n alone; in a; in a, b; in a, b, c; in a, b, c, f. */
#define LOOM_SIM_MAP0(name, D, expression) \
  LOOM_SIM_MAP (name, D, , , expression)
#define LOOM_SIM_MAP1(name, D, A, expression) \
  LOOM_SIM_MAP (name, D, LOOM_SIM_SOURCE (A, a), LOOM_SIM_FETCH (A, a), expression)
#define LOOM_SIM_MAP2(name, D, A, B, expression) \
  LOOM_SIM_MAP (name, D, LOOM_SIM_SOURCE (A, a) LOOM_SIM_SOURCE (B, b), \
                LOOM_SIM_FETCH (A, a) LOOM_SIM_FETCH (B, b), expression)
#define LOOM_SIM_MAP3(name, D, A, B, C, expression) \
  LOOM_SIM_MAP (name, D, LOOM_SIM_SOURCE (A, a) LOOM_SIM_SOURCE (B, b) LOOM_SIM_SOURCE (C, c), \
                LOOM_SIM_FETCH (A, a) LOOM_SIM_FETCH (B, b) LOOM_SIM_FETCH (C, c), expression)
#define LOOM_SIM_MAP4(name, D, A, B, C, F, expression) \
  LOOM_SIM_MAP (name, D, \
                LOOM_SIM_SOURCE (A, a) LOOM_SIM_SOURCE (B, b) \
                LOOM_SIM_SOURCE (C, c) LOOM_SIM_SOURCE (F, f), \
                LOOM_SIM_FETCH (A, a) LOOM_SIM_FETCH (B, b) \
                LOOM_SIM_FETCH (C, c) LOOM_SIM_FETCH (F, f), \
                expression)

/* As MAP, for what does not vectorise or has a second destination: statements that set d (and e)
 * from a, b, c, f, run lane by lane. An operand that the signature does not have is the scratch
 * slot: any value, written in vain. */
#define LOOM_SIM_EACH(name, D, E, A, B, C, F, statement) \
  static const LoomSimOp * \
  name##_some (LoomSimVector *v, const LoomSimOp *op) \
  { \
    D *_d = LOOM_SIM_LANES (D, op->d); \
    G_GNUC_UNUSED E *_e = LOOM_SIM_LANES (E, op->e); \
    G_GNUC_UNUSED const A *_a = LOOM_SIM_LANES (A, op->a); \
    G_GNUC_UNUSED const B *_b = LOOM_SIM_LANES (B, op->b); \
    G_GNUC_UNUSED const C *_c = LOOM_SIM_LANES (C, op->c); \
    G_GNUC_UNUSED const F *_f = LOOM_SIM_LANES (F, op->f); \
    LOOM_SIM_FOREACH_WARP (_w) \
      LOOM_SIM_FOREACH_LANE (_w, n) \
        { \
          D d = _d[n]; \
          G_GNUC_UNUSED E e = _e[n]; \
          G_GNUC_UNUSED const A a = _a[n]; \
          G_GNUC_UNUSED const B b = _b[n]; \
          G_GNUC_UNUSED const C c = _c[n]; \
          G_GNUC_UNUSED const F f = _f[n]; \
          statement \
          _e[n] = e; \
          _d[n] = d; \
        } \
    return op + 1; \
  } \
  static const LoomSimOp * \
  name##_all (LoomSimVector *v, const LoomSimOp *op) \
  { \
    return name##_some (v, op); \
  }
/* Of one, two or three sources; a second destination, if there is one, is a predicate. */
#define LOOM_SIM_EACH1(name, D, A, statement) \
  LOOM_SIM_EACH (name, D, guint8, A, guint8, guint8, guint8, statement)
#define LOOM_SIM_EACH2(name, D, A, B, statement) \
  LOOM_SIM_EACH (name, D, guint8, A, B, guint8, guint8, statement)
#define LOOM_SIM_EACH3(name, D, A, B, C, statement) \
  LOOM_SIM_EACH (name, D, guint8, A, B, C, guint8, statement)

/* A handler that is a function with something to say besides. */
#define LOOM_SIM_CALL(name, expression) \
  static const LoomSimOp * \
  name##_any (LoomSimVector *v, const LoomSimOp *op) \
  { \
    return expression; \
  }

/* The 32 predicates of a warp as bits. */
static inline guint32
loom_sim_bits (const guint8 *bytes)
{
#if defined (__AVX512BW__) && defined (__AVX512VL__)
  return _mm256_movepi8_mask (_mm256_loadu_si256 ((const __m256i_u *) bytes));
#elif defined (__AVX2__)
  return (guint32) _mm256_movemask_epi8 (_mm256_loadu_si256 ((const __m256i_u *) bytes));
#elif defined (__SSE2__)
  return (guint32) _mm_movemask_epi8 (_mm_loadu_si128 ((const __m128i_u *) bytes)) |
         (guint32) _mm_movemask_epi8 (_mm_loadu_si128 ((const __m128i_u *) (bytes + 16))) << 16;
#else
  guint32 bits = 0;

  for (guint i = 0; i < LOOM_SIM_WARP; i++)
    bits |= (guint32) (bytes[i] >> 7) << i;
  return bits;
#endif
}

/* Bits as bytes, 0 or 0xff. */
static inline void
loom_sim_spread_bits (guint8  *bytes,
                      guint32  bits)
{
#if defined (__AVX512BW__) && defined (__AVX512VL__)
  _mm256_storeu_si256 ((__m256i_u *) bytes, _mm256_movm_epi8 (bits));
#else
  for (guint i = 0; i < LOOM_SIM_WARP; i++)
    bytes[i] = (guint8) (0u - (bits >> i & 1));
#endif
}

/* Where the running lanes go next (loom-sim-divergence.c). Each returns the op for the handler to
 * return. */
#define loom_sim_set_running LOOM_SIM_ISA (loom_sim_set_running)
#define loom_sim_wait_at LOOM_SIM_ISA (loom_sim_wait_at)
#define loom_sim_resume LOOM_SIM_ISA (loom_sim_resume)
#define loom_sim_go LOOM_SIM_ISA (loom_sim_go)
#define loom_sim_proceed LOOM_SIM_ISA (loom_sim_proceed)
#define loom_sim_split LOOM_SIM_ISA (loom_sim_split)
#define loom_sim_join LOOM_SIM_ISA (loom_sim_join)
#define loom_sim_leave LOOM_SIM_ISA (loom_sim_leave)
#define loom_sim_scatter LOOM_SIM_ISA (loom_sim_scatter)

void             loom_sim_set_running (LoomSimVector   *v,
                                       const guint32   *bits);
void             loom_sim_wait_at     (LoomSimVector   *v,
                                       const guint32   *bits,
                                       guint32          key);
const LoomSimOp *loom_sim_resume      (LoomSimVector   *v);
/* All running lanes go from the branch op to a target. */
const LoomSimOp *loom_sim_go          (LoomSimVector   *v,
                                       const LoomSimOp *op,
                                       const LoomSimOp *target);
/* The same, already counted. back: it may be for ever, so turns may end here. */
const LoomSimOp *loom_sim_proceed     (LoomSimVector   *v,
                                       gboolean         back,
                                       const LoomSimOp *target);
/* The lanes in `taken`, some but not all, go to a target, the others to the op that follows. */
const LoomSimOp *loom_sim_split       (LoomSimVector   *v,
                                       const LoomSimOp *op,
                                       const guint32   *taken,
                                       const LoomSimOp *target);
/* Lanes that wait at op run along from here. */
const LoomSimOp *loom_sim_join        (LoomSimVector   *v,
                                       const LoomSimOp *op);
/* The running lanes were parked, sent to places of their own or are gone: counts op and runs what
 * waits. */
const LoomSimOp *loom_sim_scatter     (LoomSimVector   *v,
                                       const LoomSimOp *op,
                                       gboolean         back);
const LoomSimOp *loom_sim_leave       (LoomSimVector   *v,
                                       const LoomSimOp *op);

/* Counts the running lanes' instructions before an ordinal. */
static inline void
loom_sim_count (LoomSimVector *v,
                guint32        ordinal)
{
  v->issued += (guint64) (ordinal - v->segment) * (guint) __builtin_popcount (v->warps);
  v->segment = ordinal;
}
