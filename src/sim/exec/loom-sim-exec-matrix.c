/* loom-sim-exec-matrix.c: handlers of products of matrices over a warp, and of where their parts
 * lie SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-exec-half-private.h"
#include "loom-sim-exec-private.h"
#include "loom-sim-matrix-private.h"

#include <fenv.h>

#define MAX_LINES LOOM_SIM_MATRIX_LINES
#define MAX_DEPTH LOOM_SIM_MATRIX_DEPTH

/* A lane's part of a matrix. */
typedef struct
{
  guint32 r[LOOM_SIM_MATRIX_REGISTERS];
} Fragment;

/* Cells of the first matrix line by line, of the second along the depth, so that the product of a
 * line with all lines of the second is one loop side by side. */
typedef union
{
  double real[MAX_LINES * MAX_DEPTH];
  gint32 integer[MAX_LINES * MAX_DEPTH];
} Cells;

static inline double
read_real (const Fragment *fragment,
           guint           index,
           guint           cell,
           LoomPtxType     type)
{
  const guint32 bits = fragment->r[index % LOOM_SIM_MATRIX_REGISTERS] >> (16 * cell);

  switch (type)
    {
    case LOOM_PTX_TYPE_F16:
      return (double) loom_sim_f16_to_float ((f16) bits);
    case LOOM_PTX_TYPE_BF16:
      return (double) loom_sim_bf16_to_float ((bf16) bits);
    case LOOM_PTX_TYPE_TF32:
      return (double) loom_sim_float_from_bits (bits & 0xffffe000u);
    case LOOM_PTX_TYPE_F32:
      return (double) loom_sim_float_from_bits (bits);
    default:
      return loom_sim_double_from_bits (fragment->r[2 * index] |
                                        (guint64) fragment->r[2 * index + 1] << 32);
    }
}

static inline gint32
read_integer (const Fragment *fragment,
              guint           index,
              guint           cell,
              LoomPtxType     type)
{
  const guint32 bits = fragment->r[index];

  switch (type)
    {
    case LOOM_PTX_TYPE_U8:
      return (guint8) (bits >> (8 * cell));
    case LOOM_PTX_TYPE_S8:
      return (gint8) (bits >> (8 * cell));
    case LOOM_PTX_TYPE_U4:
      return (gint32) (bits >> (4 * cell) & 15);
    case LOOM_PTX_TYPE_S4:
      return (gint32) (bits << (28 - 4 * cell)) >> 28;
    default:
      return (gint32) (bits >> cell & 1);
    }
}

/* One of the two matrices of a product. */
typedef struct
{
  const Fragment *lanes;
  LoomPtxType     type;
  guint           lines, depth;
  gboolean        is_first;
} Matrix;

static void
read_matrix (const Matrix *matrix,
             gboolean      is_integer,
             Cells        *cells)
{
  const guint each = loom_ptx_fragment_cells (matrix->type),
              n = MAX (matrix->lines * matrix->depth / (32 * each), 1);

  for (guint i = 0; i < n; i++)
    {
      const LoomPtxTile tile =
          loom_ptx_fragment_tile (matrix->lines, matrix->depth, each, matrix->is_first, i);

      for (guint lane = 0; lane < LOOM_SIM_WARP; lane++)
        for (guint cell = 0; cell < each; cell++)
          {
            const guint line = tile.line + lane / 4, at = tile.cell + lane % 4 * each + cell,
                        place = matrix->is_first ? line * matrix->depth + at
                                                 : at * matrix->lines + line;

            if (is_integer)
              cells->integer[place] = read_integer (&matrix->lanes[lane], i, cell, matrix->type);
            else
              cells->real[place] = read_real (&matrix->lanes[lane], i, cell, matrix->type);
          }
    }
}

/* Which cell of a line a sparse matrix has as its @index-th: of every two, four or (in pairs)
 * eight, two bits each in the registers of one, two or four lanes; a line and the one eight below
 * share a register. */
static inline guint
find_sparse_cell (LoomSimMatrix  matrix,
                  const guint32 *which,
                  guint          line,
                  guint          index)
{
  const guint pairs = loom_ptx_type_bits (matrix.a) < 8 ? 2 : 1,
              per_index = matrix.a == LOOM_PTX_TYPE_TF32 ? 4 : 2;
  const guint at = index / pairs * per_index, lanes = matrix.k / 2 / pairs * per_index / 16;
  const gboolean is_whole = matrix.d == LOOM_PTX_TYPE_S32;
  const guint lane = line % 8 * 4 + matrix.selector * lanes +
                     (is_whole ? at / 32 * 2 + line / 8 : at / 16);
  const guint32 bits = which[lane] >> (is_whole ? at % 32 : line / 8 * 16 + at % 16);

  if (matrix.a == LOOM_PTX_TYPE_TF32)
    return index * 2 + (bits >> 1 & 1);
  return (index / pairs / 2 * 4 + (bits & 3)) * pairs + index % pairs;
}

/* A sparse first matrix with zeros where it has nothing. */
static void
spread_sparse (LoomSimMatrix  matrix,
               const guint32 *which,
               gboolean       is_integer,
               Cells         *cells)
{
  const Cells packed = *cells;

  memset (cells, 0, sizeof *cells);
  for (guint line = 0; line < matrix.m; line++)
    for (guint i = 0; i < matrix.k / 2; i++)
      {
        const guint to = line * matrix.k + find_sparse_cell (matrix, which, line, i),
                    from = line * matrix.k / 2 + i;

        if (is_integer)
          cells->integer[to] = packed.integer[from];
        else
          cells->real[to] = packed.real[from];
      }
}

/* Products are exact in double, and sums nearly so; the hardware's own order and precision are not
 * documented. */
static void
add_reals (const double *first,
           const Cells  *second,
           guint         depth,
           guint         lines,
           double       *sums)
{
  for (guint k = 0; k < depth; k++)
    {
      const double cell = first[k], *row = second->real + (gsize) k * lines;

      LOOM_SIM_IVDEP
      for (guint i = 0; i < lines; i++)
        sums[i] += cell * row[i];
    }
}

static void
add_integers (LoomSimMatrix  matrix,
              const gint32  *first,
              const Cells   *second,
              guint          lines,
              gint64        *sums)
{
  for (guint k = 0; k < matrix.k; k++)
    {
      const gint32 cell = first[k], *row = second->integer + (gsize) k * lines;

      for (guint i = 0; i < lines; i++)
        sums[i] += matrix.operation == LOOM_SIM_MATRIX_XOR ? cell ^ row[i] : cell * row[i];
    }
}

/* A double's product is fused, cell after cell. */
static double
fuse (const double *first,
      const Cells  *second,
      guint         depth,
      guint         lines,
      guint         line,
      double        sum)
{
  for (guint k = 0; k < depth; k++)
    {
      LOOM_SIM_OPAQUE (sum);
      sum = loom_sim_fma_f64 (first[k], second->real[k * lines + line], sum);
    }
  return sum;
}

static double
fuse_rounded (LoomSimMatrix  matrix,
              const double  *first,
              const Cells   *second,
              guint          lines,
              guint          line,
              double         sum)
{
  static const int modes[] = {
    [LOOM_PTX_ROUNDING_NONE] = FE_TONEAREST, [LOOM_PTX_ROUNDING_RN] = FE_TONEAREST,
    [LOOM_PTX_ROUNDING_RZ] = FE_TOWARDZERO,  [LOOM_PTX_ROUNDING_RM] = FE_DOWNWARD,
    [LOOM_PTX_ROUNDING_RP] = FE_UPWARD,
  };
  double result;

  LOOM_SIM_DIRECTED (result, modes[matrix.rounding],
                     fuse (first, second, matrix.k, lines, line, sum));
  return result;
}

/* The place of the @i-th cell of a lane's part of the sum: two side by side, then as the tiles
 * go. */
static inline LoomPtxTile
find_sum (guint lines,
          guint depth,
          guint lane,
          guint i)
{
  LoomPtxTile tile = loom_ptx_fragment_tile (lines, depth, 2, TRUE, i / 2);

  tile.line += lane / 4;
  tile.cell += lane % 4 * 2 + i % 2;
  return tile;
}

static inline void
write_real (Fragment   *fragment,
            guint       i,
            LoomPtxType type,
            double      value)
{
  const guint64 bits = loom_sim_double_bits (value);
  const guint shift = 16 * (i % 2);

  switch (type)
    {
    case LOOM_PTX_TYPE_F32:
      fragment->r[i] = loom_sim_float_bits (loom_sim_one_nan ((float) value));
      break;
    case LOOM_PTX_TYPE_F64:
      fragment->r[2 * i] = (guint32) bits;
      fragment->r[2 * i + 1] = (guint32) (bits >> 32);
      break;
    default:
      fragment->r[i / 2] = (fragment->r[i / 2] & ~(0xffffu << shift)) |
                           (guint32) loom_sim_f16_round (value, 0) << shift;
      break;
    }
}

static inline double
read_sum (const Fragment *fragment,
          guint           i,
          LoomPtxType     type)
{
  return type == LOOM_PTX_TYPE_F16 ? read_real (fragment, i / 2, i % 2, type)
                                   : read_real (fragment, i, 0, type);
}

/* The two matrices, the taller one first. */
typedef struct
{
  Matrix first, second;
} Product;

static void
sum_integers (LoomSimMatrix   matrix,
              const Product  *product,
              const Cells    *first,
              const Cells    *second,
              const Fragment *c,
              Fragment       *d)
{
  const guint lines = product->first.lines, depth = product->second.lines;
  gint64 sums[MAX_LINES][MAX_LINES] = { 0, };

  for (guint line = 0; line < lines; line++)
    add_integers (matrix, first->integer + line * matrix.k, second, depth, sums[line]);
  for (guint lane = 0; lane < LOOM_SIM_WARP; lane++)
    for (guint i = 0; i < lines * depth / 32; i++)
      {
        const LoomPtxTile at = find_sum (lines, depth, lane, i);
        const gint64 sum = sums[at.line][at.cell] + (gint32) c[lane].r[i];

        d[lane].r[i] = (guint32) (matrix.saturates
                                      ? CLAMP (sum, (gint64) G_MININT32, (gint64) G_MAXINT32)
                                      : sum);
      }
}

static void
sum_reals (LoomSimMatrix   matrix,
           const Product  *product,
           const Cells    *first,
           const Cells    *second,
           const Fragment *c,
           Fragment       *d)
{
  const guint lines = product->first.lines, depth = product->second.lines;
  double sums[MAX_LINES][MAX_LINES] = { 0, };

  for (guint line = 0; line < lines && matrix.a != LOOM_PTX_TYPE_F64; line++)
    add_reals (first->real + line * matrix.k, second, matrix.k, depth, sums[line]);
  for (guint lane = 0; lane < LOOM_SIM_WARP; lane++)
    for (guint i = 0; i < lines * depth / 32; i++)
      {
        const LoomPtxTile at = find_sum (lines, depth, lane, i);
        const double addend = read_sum (&c[lane], i, matrix.c);

        write_real (&d[lane], i, matrix.d,
                    matrix.a == LOOM_PTX_TYPE_F64
                        ? fuse_rounded (matrix, first->real + at.line * matrix.k, second, depth,
                                        at.cell, addend)
                        : sums[at.line][at.cell] + addend);
      }
}

static void
multiply (Fragment       *d,
          const Fragment *a,
          const Fragment *b,
          const Fragment *c,
          const guint32  *which,
          LoomSimMatrix   matrix)
{
  const gboolean is_turned = matrix.n > 16, is_integer = matrix.d == LOOM_PTX_TYPE_S32;
  const Matrix left = {
    a, matrix.a, matrix.m, matrix.is_sparse ? matrix.k / 2 : matrix.k, !is_turned,
  };
  const Matrix right = { b, matrix.b, matrix.n, matrix.k, is_turned };
  const Product product = { is_turned ? right : left, is_turned ? left : right };
  Cells first, second;

  read_matrix (&product.first, is_integer, &first);
  read_matrix (&product.second, is_integer, &second);
  if (matrix.is_sparse)
    spread_sparse (matrix, which, is_integer, &first);
  if (is_integer)
    sum_integers (matrix, &product, &first, &second, c, d);
  else
    sum_reals (matrix, &product, &first, &second, c, d);
}

/* .m8n8k4 of f16: each quad of lanes and the one 16 above make a product of their own (PTX ISA,
 * "Matrix Fragments for mma.m8n8k4 with .f16 floating point type"). */
static inline double
read_quad (const Fragment *lanes,
           guint           quad,
           guint           line,
           guint           k,
           gboolean        by_lines)
{
  const guint half = line / 4 * 16;
  const Fragment *lane = lanes + quad * 4 + half + (by_lines ? line % 4 : k);
  const guint i = by_lines ? k : line % 4;

  return read_real (lane, i / 2, i % 2, LOOM_PTX_TYPE_F16);
}

static inline LoomPtxTile
find_quad_sum (guint       lane,
               guint       i,
               LoomPtxType type)
{
  const guint below = lane >= 16 ? 4 : 0;

  if (type == LOOM_PTX_TYPE_F16)
    return (LoomPtxTile) { lane % 4 + below, i };
  return (LoomPtxTile) { (lane & 1) + (i & 2) + below, (i & 4) + (lane & 2) + (i & 1) };
}

static void
multiply_quads (Fragment       *d,
                const Fragment *a,
                const Fragment *b,
                const Fragment *c,
                LoomSimMatrix   matrix)
{
  double addends[4][8][8];

  for (guint lane = 0; lane < LOOM_SIM_WARP; lane++)
    for (guint i = 0; i < 8; i++)
      {
        const LoomPtxTile at = find_quad_sum (lane, i, matrix.c);

        addends[lane / 4 % 4][at.line][at.cell] = read_sum (&c[lane], i, matrix.c);
      }
  for (guint lane = 0; lane < LOOM_SIM_WARP; lane++)
    for (guint i = 0; i < 8; i++)
      {
        const guint quad = lane / 4 % 4;
        const LoomPtxTile at = find_quad_sum (lane, i, matrix.d);
        double sum = 0.0;

        for (guint k = 0; k < 4; k++)
          sum += read_quad (a, quad, at.line, k, !matrix.a_by_columns) *
                 read_quad (b, quad, at.cell, k, !matrix.b_by_rows);
        write_real (&d[lane], i, matrix.d, sum + addends[quad][at.line][at.cell]);
      }
}

static const LoomSimOp *
mma_any (LoomSimVector   *v,
         const LoomSimOp *op)
{
  const LoomSimMatrix matrix = { .word = op->immediate.word };
  Fragment *d = LOOM_SIM_LANES (Fragment, op->d);
  const Fragment *a = LOOM_SIM_LANES (Fragment, op->a), *b = LOOM_SIM_LANES (Fragment, op->b);
  const Fragment *c = LOOM_SIM_LANES (Fragment, op->c);
  const guint32 *which = LOOM_SIM_LANES (guint32, op->f);

  LOOM_SIM_FOREACH_WARP (w)
    {
      const guint at = w * LOOM_SIM_WARP;
      Fragment result[LOOM_SIM_WARP] = { { { 0, } } };

      if (matrix.is_quad)
        multiply_quads (result, a + at, b + at, c + at, matrix);
      else
        multiply (result, a + at, b + at, c + at, which + at, matrix);
      LOOM_SIM_FOREACH_LANE (w, n)
        d[n] = result[n - at];
    }
  return op + 1;
}

static inline guint64
find_place (gint64  word,
            guint   lane,
            guint32 stride)
{
  const LoomSimMatrixPlace place = { .word = word };
  const guint64 line = place.line + lane / 4, cell = place.cell + lane % 4 * place.cells;

  return (place.by_lines ? line * stride + cell : cell * stride + line) * place.bits / 8;
}

LOOM_SIM_EACH2 (place_8, guint64, guint64, guint32,
               d = a + find_place (op->immediate.word, n % LOOM_SIM_WARP, b);)
LOOM_SIM_EACH2 (place_4, guint32, guint32, guint32,
               d = (guint32) (a + find_place (op->immediate.word, n % LOOM_SIM_WARP, b));)

/* PTX ISA, ldmatrix: lanes 8i and up name the rows of matrix i; lane 4g + t gets two cells of row
 * g, or of column g. */
#define ROW_PLACE(name, T) \
  static const LoomSimOp * \
  name##_any (LoomSimVector *v, const LoomSimOp *op) \
  { \
    const LoomSimMatrixRow row = { .word = op->immediate.word }; \
    T *d = LOOM_SIM_LANES (T, op->d); \
    \
    LOOM_SIM_FOREACH_WARP (w) \
      { \
        T a[LOOM_SIM_WARP]; \
        \
        memcpy (a, LOOM_SIM_LANES (T, op->a) + w * LOOM_SIM_WARP, sizeof a); \
        LOOM_SIM_FOREACH_LANE (w, n) \
          { \
            const guint g = n % LOOM_SIM_WARP / 4, t = n % 4; \
            \
            d[n] = row.is_turned ? a[8 * row.matrix + 2 * t + row.cell] + 2 * g \
                                 : a[8 * row.matrix + g] + 4 * t; \
          } \
      } \
    return op + 1; \
  }
ROW_PLACE (row_place_8, guint64)
ROW_PLACE (row_place_4, guint32)

static const LoomSimOp *
movmatrix_any (LoomSimVector   *v,
               const LoomSimOp *op)
{
  guint32 *d = LOOM_SIM_LANES (guint32, op->d);

  LOOM_SIM_FOREACH_WARP (w)
    {
      guint32 a[LOOM_SIM_WARP];

      memcpy (a, LOOM_SIM_LANES (guint32, op->a) + w * LOOM_SIM_WARP, sizeof a);
      LOOM_SIM_FOREACH_LANE (w, n)
        {
          const guint column = n % LOOM_SIM_WARP / 4, row = 2 * (n % 4), shift = column % 2 * 16;

          d[n] = LOOM_SIM_PACK (a[4 * row + column / 2] >> shift,
                                a[4 * row + 4 + column / 2] >> shift);
        }
    }
  return op + 1;
}

/* Fragments as one value. */
typedef struct
{
  guint64 low, high;
} Half;

typedef struct
{
  Half half[2];
} Whole;

LOOM_SIM_EACH2 (pack_32_16, Whole, Half, Half, d.half[0] = a; d.half[1] = b;)
LOOM_SIM_EACH1 (part_32_4, guint32, Fragment, d = a.r[op->immediate.part];)
LOOM_SIM_EACH1 (part_32_8, guint64, Fragment,
               d = a.r[2 * op->immediate.part] | (guint64) a.r[2 * op->immediate.part + 1] << 32;)

LOOM_SIM_ROWS (matrix)
{
  LOOM_SIM_ROW_ANY ("@mma", "y=yyy4", mma)
  LOOM_SIM_ROW ("@matrix.place.8", "8=84", place_8)
  LOOM_SIM_ROW ("@matrix.place.4", "4=44", place_4)
  LOOM_SIM_ROW_ANY ("@ldmatrix.place.8", "8=8", row_place_8)
  LOOM_SIM_ROW_ANY ("@ldmatrix.place.4", "4=4", row_place_4)
  LOOM_SIM_ROW_ANY ("@movmatrix", "4=4", movmatrix)
  LOOM_SIM_ROW ("@pack.32.16", "y=xx", pack_32_16)
  LOOM_SIM_ROW ("@part.32.4", "4=y", part_32_4)
  LOOM_SIM_ROW ("@part.32.8", "8=y", part_32_8)
  LOOM_SIM_ROWS_END
};
