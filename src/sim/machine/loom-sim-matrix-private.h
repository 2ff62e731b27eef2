#pragma once

#include "loom-ptx-fragment.h"

/* Products of matrices over a warp. How they lie over its lanes: loom-ptx-fragment.h. */

#define LOOM_SIM_MATRIX_REGISTERS 8     /* of a lane, 32 bits each */
#define LOOM_SIM_MATRIX_LINES 32
#define LOOM_SIM_MATRIX_DEPTH 256

typedef enum
{
  LOOM_SIM_MATRIX_MULTIPLY,
  LOOM_SIM_MATRIX_XOR,          /* b1: how many ones a ^ b has */
  LOOM_SIM_MATRIX_AND,
} LoomSimMatrixOperation;

/* What an mma multiplies, packed into an op's immediate. Types are LoomPtxType, rounding is
 * LoomPtxRounding. */
typedef union
{
  gint64 word;
  struct
  {
    guint64 m : 6, n : 6, k : 9;
    guint64 d : 5, a : 5, b : 5, c : 5;
    guint64 operation : 2;      /* LoomSimMatrixOperation */
    guint64 saturates : 1;
    guint64 rounding : 3;
    guint64 is_quad : 1;        /* four products of eight lanes each */
    guint64 a_by_columns : 1, b_by_rows : 1;    /* of a quad's matrices */
    guint64 is_sparse : 1;
    guint64 selector : 2;       /* which lanes of four give what a sparse matrix has */
  };
} LoomSimMatrix;

/* Where in memory a lane's register of a fragment begins, packed into an op's immediate. */
typedef union
{
  gint64 word;
  struct
  {
    guint64 line : 8;           /* first of the tile */
    guint64 cell : 9;           /* along it: first of the tile, plus which of the register */
    guint64 cells : 7;          /* that a register holds */
    guint64 bits : 8;           /* of a cell */
    guint64 by_lines : 1;       /* cells of a line lie side by side */
  };
} LoomSimMatrixPlace;

/* Which row or column of which matrices an ldmatrix loads, packed into an op's immediate. */
typedef union
{
  gint64 word;
  struct
  {
    guint64 matrix : 3;
    guint64 is_turned : 1;
    guint64 cell : 1;
  };
} LoomSimMatrixRow;

G_STATIC_ASSERT (sizeof (LoomSimMatrix) == sizeof (gint64));
G_STATIC_ASSERT (sizeof (LoomSimMatrixPlace) == sizeof (gint64));
G_STATIC_ASSERT (LOOM_PTX_N_TYPES <= 32);
