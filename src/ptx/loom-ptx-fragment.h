#pragma once

#include "loom-ptx-module.h"

/* Matrices over a warp.
 *
 * A matrix lies over the lanes in tiles: eight rows (or columns) by four times `cells` along the
 * other side, which are the cells that one register holds. Lane 4g + t holds line g and cells t *
 * cells … of every tile, a register for each (PTX ISA, "Matrix Fragments for mma"; wmma's are the
 * same on an H200, whose registers were recorded). The taller side of the product comes first: its
 * tiles go down by two, then along, then down again; those of the other matrix go along first. So
 * .m8n32k16 is its own transpose: b comes first, a second. */

typedef struct
{
  guint line, cell;             /* of the first cell in the tile */
} LoomPtxTile;

/* A matrix in memory, of wmma.load and wmma.store. */
typedef struct
{
  LoomPtxType type;
  guint       lines, depth;
  guint       cells;            /* that a register holds */
  guint       spread;           /* cells of a tile that one lane has */
  gboolean    by_lines;         /* cells of a line lie side by side */
  gboolean    is_first;
} LoomPtxFragment;

/* Cells that a register holds. A double has a register of 64 bits. */
static inline guint
loom_ptx_fragment_cells (LoomPtxType type)
{
  return type == LOOM_PTX_TYPE_F64 ? 1 : 32 / loom_ptx_type_bits (type);
}

/* The tile of a lane's register; @lines, @depth: of the whole matrix. Registers beyond the last
 * begin again. */
static inline LoomPtxTile
loom_ptx_fragment_tile (guint    lines,
                        guint    depth,
                        guint    cells,
                        gboolean is_first,
                        guint    index)
{
  const guint along = depth > 4 * cells ? depth / (4 * cells) : 1, down = lines / 8;
  const guint pair = is_first && down > 1 ? 2 : 1;

  index %= along * down;
  if (is_first)
    return (LoomPtxTile) { 8 * (index % pair + pair * (index / (pair * along))),
                           4 * cells * (index / pair % along) };
  return (LoomPtxTile) { 8 * (index / along), 4 * cells * (index % along) };
}

void        loom_ptx_fragment_init      (LoomPtxFragment          *self,
                                         const LoomPtxInstruction *instruction);
LoomPtxTile loom_ptx_fragment_get_place (const LoomPtxFragment    *self,
                                         guint                     index,
                                         guint                     cell);
