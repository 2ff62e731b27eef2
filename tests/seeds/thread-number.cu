/* Which thread is this? The number of its block times the threads of a block, plus its own
 * number: once in one dimension and once with both axes of a grid of 3 x 2 blocks. */
extern "C" __global__ void
line (int *number)
{
  number[blockIdx.x * blockDim.x + threadIdx.x] = 1000 * blockIdx.x + threadIdx.x;
}

extern "C" __global__ void
plane (int *number, int cols, int rows)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;

  if (x < cols && y < rows)
    number[y * cols + x] = 1000 * (blockIdx.y * gridDim.x + blockIdx.x) + threadIdx.y * blockDim.x + threadIdx.x;
}

/* gridloom
[launch line]
block=64
shape=256

[launch plane]
block=16,8
shape=13,41

[expect]
domain=1
*/
