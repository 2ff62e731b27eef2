/* Filling a rectangle
 *
 * Two-dimensional arrays get two-dimensional blocks. Each cell receives the number of the
 * thread that owns it: its block's number times the threads of a block, plus its number
 * inside the block. Look at the values: within a block, x runs fastest, then y, and 32
 * numbers in a row are one warp. In memory the columns run fastest too, so the threads of
 * a warp write side by side.
 */
extern "C" __global__ void
fill (int *f, int cols, int rows)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int block = blockIdx.y * gridDim.x + blockIdx.x;
  int thread = threadIdx.y * blockDim.x + threadIdx.x;

  if (x < cols && y < rows)
    f[y * cols + x] = block * (blockDim.x * blockDim.y) + thread;
}

/* gridloom
[launch]
block=8,8
grid=auto

[arg f]
shape=20,28
fill=zeros

[expect]
domain=1

[view]
array=f
lens=value
*/
