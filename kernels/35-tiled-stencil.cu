/* Stencil from a tile
 *
 * The mean of four neighbours, as in the five-point stencil. plain reads each cell up to four times
 * from global memory. tiled brings what a block needs, its cells and a halo around them, into
 * shared memory once, waits, and reads the neighbours there. Only the halos are read by more than
 * one block.
 *
 * Choose one kernel after the other in the pane Launch: in is read 3600 times by plain, 1280 times
 * by tiled. The lens counts reads: with tiled the halos stand out, a frame around each block.
 */
#define COLS 16
#define ROWS 8

extern "C" __global__ void
plain (const float *in, float *out, int cols, int rows)
{
  int x = blockIdx.x * COLS + threadIdx.x;
  int y = blockIdx.y * ROWS + threadIdx.y;
  int i = y * cols + x;

  if (x > 0 && x < cols - 1 && y > 0 && y < rows - 1)
    out[i] = 0.25f * (in[i - 1] + in[i + 1] + in[i - cols] + in[i + cols]);
}

extern "C" __global__ void
tiled (const float *in, float *out, int cols, int rows)
{
  __shared__ float tile[ROWS + 2][COLS + 2];
  int x = blockIdx.x * COLS + threadIdx.x, tile_x = threadIdx.x + 1;
  int y = blockIdx.y * ROWS + threadIdx.y, tile_y = threadIdx.y + 1;

  tile[tile_y][tile_x] = in[y * cols + x];
  if (threadIdx.x == 0 && x > 0)
    tile[tile_y][0] = in[y * cols + x - 1];
  if (threadIdx.x == COLS - 1 && x < cols - 1)
    tile[tile_y][COLS + 1] = in[y * cols + x + 1];
  if (threadIdx.y == 0 && y > 0)
    tile[0][tile_x] = in[(y - 1) * cols + x];
  if (threadIdx.y == ROWS - 1 && y < rows - 1)
    tile[ROWS + 1][tile_x] = in[(y + 1) * cols + x];

  __syncthreads ();

  if (x > 0 && x < cols - 1 && y > 0 && y < rows - 1)
    out[y * cols + x] = 0.25f * (tile[tile_y][tile_x - 1] + tile[tile_y][tile_x + 1]
                                 + tile[tile_y - 1][tile_x] + tile[tile_y + 1][tile_x]);
}

/* gridloom
[launch]
kernel=tiled
over=out
block=16,8
grid=auto

[arg in]
shape=32,32
fill=expr:x * x + y * y

[arg out]
shape=32,32
fill=zeros

[expect out]
domain=x > 0 && x < cols - 1 && y > 0 && y < rows - 1
reference=expr:x > 0 && x < cols - 1 && y > 0 && y < rows - 1 ? x * x + y * y + 1 : 0

[view]
array=in
lens=reads
*/
