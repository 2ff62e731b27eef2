/* loom-sim-exec-matrix.c: the handler of mma
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-exec-half-private.h"
#include "loom-sim-exec-private.h"
#include "loom-sim-matrix-private.h"

#define MAX_M 16
#define MAX_N 8
#define MAX_K 32

/* A lane's part of a matrix. PTX ISA, "Matrix Fragments for mma": lane 4g + t holds, of an input, in register r the
 * cells t E … t E + E - 1 along k, E to a register, 4 E further for each later r; row or column g, and of the first
 * matrix 8 below that in odd registers. Of the sum it holds columns 2t and 2t + 1 of rows g and g + 8. */
typedef struct
{
  guint32 r[4];
} Fragment;

typedef union
{
  gdouble real;
  gint64  integer;
} Cell;

static inline guint
cells_of (LoomPtxType type)
{
  return type == LOOM_PTX_TYPE_TF32 ? 1 : type == LOOM_PTX_TYPE_U8 || type == LOOM_PTX_TYPE_S8 ? 4 : 2;
}

static inline Cell
read_cell (guint32     bits,
           guint       e,
           LoomPtxType type)
{
  switch (type)
    {
    case LOOM_PTX_TYPE_F16:
      return (Cell) { .real = (double) loom_sim_f16_to_float ((f16) (bits >> (16 * e))) };
    case LOOM_PTX_TYPE_BF16:
      return (Cell) { .real = (double) loom_sim_bf16_to_float ((bf16) (bits >> (16 * e))) };
    case LOOM_PTX_TYPE_TF32:
      return (Cell) { .real = (double) loom_sim_float_from_bits (bits & 0xffffe000u) };
    case LOOM_PTX_TYPE_U8:
      return (Cell) { .integer = (guint8) (bits >> (8 * e)) };
    default:
      return (Cell) { .integer = (gint8) (bits >> (8 * e)) };
    }
}

static void
read_first (const Fragment *lanes,
            LoomSimMatrix   matrix,
            Cell            cells[MAX_M][MAX_K])
{
  const guint e = cells_of (matrix.a), halves = matrix.m / 8, registers = matrix.k / (4 * e) * halves;

  for (guint lane = 0; lane < LOOM_SIM_WARP; lane++)
    for (guint i = 0; i < registers * e; i++)
      {
        const guint r = i / e, row = lane / 4 + r % halves * 8, k = lane % 4 * e + i % e + r / halves * 4 * e;

        cells[row][k] = read_cell (lanes[lane].r[r], i % e, matrix.a);
      }
}

static void
read_second (const Fragment *lanes,
             LoomSimMatrix   matrix,
             Cell            cells[MAX_K][MAX_N])
{
  const guint e = cells_of (matrix.b), registers = matrix.k / (4 * e);

  for (guint lane = 0; lane < LOOM_SIM_WARP; lane++)
    for (guint i = 0; i < registers * e; i++)
      cells[lane % 4 * e + i % e + i / e * 4 * e][lane / 4] = read_cell (lanes[lane].r[i / e], i % e, matrix.b);
}

static inline guint32
add_integers (LoomSimMatrix matrix,
              Cell          first[MAX_K],
              Cell          second[MAX_K][MAX_N],
              guint         column,
              guint32       c)
{
  gint64 sum = (gint32) c;

  for (guint k = 0; k < matrix.k; k++)
    sum += first[k].integer * second[k][column].integer;
  return (guint32) (matrix.saturates ? CLAMP (sum, (gint64) G_MININT32, (gint64) G_MAXINT32) : sum);
}

/* Products are exact in double, and sums nearly so; the hardware's own order and precision are not documented. */
static inline double
add_reals (LoomSimMatrix matrix,
           Cell          first[MAX_K],
           Cell          second[MAX_K][MAX_N],
           guint         column,
           double        c)
{
  double sum = 0.0;

  for (guint k = 0; k < matrix.k; k++)
    sum += first[k].real * second[k][column].real;
  return sum + c;
}

static inline double
read_sum (const Fragment *fragment,
          guint           i,
          LoomPtxType     type)
{
  if (type == LOOM_PTX_TYPE_F32)
    return (double) loom_sim_float_from_bits (fragment->r[i]);
  return (double) loom_sim_f16_to_float ((f16) (fragment->r[i / 2] >> (16 * (i % 2))));
}

static inline void
write_sum (Fragment   *fragment,
           guint       i,
           LoomPtxType type,
           double      value)
{
  const guint shift = 16 * (i % 2);

  if (type == LOOM_PTX_TYPE_F32)
    fragment->r[i] = loom_sim_float_bits ((float) value);
  else
    fragment->r[i / 2] = (fragment->r[i / 2] & ~(0xffffu << shift)) | (guint32) loom_sim_f16_round (value, 0) << shift;
}

static void
multiply (Fragment       *d,
          const Fragment *a,
          const Fragment *b,
          const Fragment *c,
          LoomSimMatrix   matrix,
          guint32         running)
{
  Cell first[MAX_M][MAX_K] = { 0, }, second[MAX_K][MAX_N] = { 0, };

  read_first (a, matrix, first);
  read_second (b, matrix, second);
  for (guint lane = 0; lane < LOOM_SIM_WARP; lane++)
    {
      Fragment sum = { { 0, } };

      for (guint i = 0; i < matrix.m / 4; i++)
        {
          const guint row = lane / 4 + i / 2 * 8, column = lane % 4 * 2 + i % 2;

          if (matrix.d == LOOM_PTX_TYPE_S32)
            sum.r[i] = add_integers (matrix, first[row], second, column, c[lane].r[i]);
          else
            write_sum (&sum, i, matrix.d,
                       add_reals (matrix, first[row], second, column, read_sum (&c[lane], i, matrix.c)));
        }
      if ((running >> lane & 1) != 0)
        d[lane] = sum;
    }
}

static const LoomSimOp *
mma_some (LoomSimVector   *v,
          const LoomSimOp *op)
{
  const LoomSimMatrix matrix = { .word = op->immediate };
  Fragment *d = LOOM_SIM_LANES (Fragment, op->d);
  const Fragment *a = LOOM_SIM_LANES (Fragment, op->a), *b = LOOM_SIM_LANES (Fragment, op->b);
  const Fragment *c = LOOM_SIM_LANES (Fragment, op->c);

  LOOM_SIM_FOREACH_WARP (w)
    multiply (d + w * LOOM_SIM_WARP, a + w * LOOM_SIM_WARP, b + w * LOOM_SIM_WARP, c + w * LOOM_SIM_WARP, matrix,
              v->bits[w]);
  return op + 1;
}

static const LoomSimOp *
mma_all (LoomSimVector   *v,
         const LoomSimOp *op)
{
  return mma_some (v, op);
}

LOOM_SIM_ROWS (matrix)
{
  LOOM_SIM_ROW ("@mma", "x=xxx", mma)
  LOOM_SIM_ROWS_END
};
