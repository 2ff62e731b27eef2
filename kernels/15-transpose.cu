/* Transpose in three ways
 *
 * Reading rows and writing columns can't both be side by side in memory, unless a tile of
 * shared memory turns the data in between. naive does without: each store of a warp asks for
 * 32 sectors of memory, where 4 would do. A block of tiled reads a tile of the input row by
 * row, waits until all of it is there, and writes it row by row to the output; but the numbers
 * of a column of the tile fall into one of the 32 banks of shared memory and come one after the
 * other. padded has a column more, 33 instead of 32, which moves each row on by a bank: all 32
 * come at once.
 *
 * Switch on Profile (F5), choose one kernel after the other in the pane Launch, and rest the
 * pointer on the counts beside the lines. The requests of global memory ask for 18.00 sectors
 * each in naive, for 4.00 in the others; conflicts of banks cost 5952 passes in tiled, none in
 * padded.
 */
#define TILE 32
#define ROWS 8          /* of threads: each turns four numbers */

extern "C" __global__ void
naive (const float *in, float *out, int cols, int rows)
{
  int from_x = blockIdx.y * TILE + threadIdx.x;
  int from_y = blockIdx.x * TILE + threadIdx.y;

  for (int i = 0; i < TILE; i += ROWS)
    if (from_x < rows && from_y + i < cols)
      out[from_x * cols + from_y + i] = in[(from_y + i) * rows + from_x];
}

/* A tile of the input, and where it goes. */
template <int PITCH>
__device__ void
turn (float tile[TILE][PITCH], const float *in, float *out, int cols, int rows)
{
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  int from_x = blockIdx.y * TILE + threadIdx.x;
  int from_y = blockIdx.x * TILE + threadIdx.y;

  for (int i = 0; i < TILE; i += ROWS)
    if (from_x < rows && from_y + i < cols)
      tile[threadIdx.y + i][threadIdx.x] = in[(from_y + i) * rows + from_x];

  __syncthreads ();

  for (int i = 0; i < TILE; i += ROWS)
    if (x < cols && y + i < rows)
      out[(y + i) * cols + x] = tile[threadIdx.x][threadIdx.y + i];
}

extern "C" __global__ void
tiled (const float *in, float *out, int cols, int rows)
{
  __shared__ float tile[TILE][TILE];

  turn (tile, in, out, cols, rows);
}

extern "C" __global__ void
padded (const float *in, float *out, int cols, int rows)
{
  __shared__ float tile[TILE][TILE + 1];

  turn (tile, in, out, cols, rows);
}

/* gridloom
[launch]
kernel=padded
over=out
block=32,8
grid=3,2

[arg in]
shape=96,64
fill=iota

[arg out]
shape=64,96
fill=zeros

[expect]
domain=1
reference=expr:x * rows + y

[view]
array=out
lens=value
*/
