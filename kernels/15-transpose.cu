/* Tiled transpose
 *
 * Reading rows and writing columns can't both be side by side in memory, unless a tile of
 * shared memory turns the data in between: the block reads a tile of the input row by row,
 * waits until all of it is there, and writes it row by row to the output. The numbers of a
 * column of the tile would fall into only two of the 32 memory banks and be fetched one
 * after the other; one extra column, 17 instead of 16, moves each row on by a bank and
 * spreads them.
 */
#define TILE 16

extern "C" __global__ void
transpose (const float *in, float *out, int cols, int rows)
{
  __shared__ float tile[TILE][TILE + 1];
  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  int from_x = blockIdx.y * TILE + threadIdx.x;
  int from_y = blockIdx.x * TILE + threadIdx.y;

  if (from_x < rows && from_y < cols)
    tile[threadIdx.y][threadIdx.x] = in[from_y * rows + from_x];

  __syncthreads ();

  if (x < cols && y < rows)
    out[y * cols + x] = tile[threadIdx.x][threadIdx.y];
}

/* gridloom
[launch]
over=out
block=16,16
grid=auto

[arg in]
shape=40,56
fill=iota

[arg out]
shape=56,40
fill=zeros

[expect]
domain=1
reference=expr:x * rows + y

[view]
array=out
lens=value
*/
