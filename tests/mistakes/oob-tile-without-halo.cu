// A tile is as large as the block, but filled as if it had a halo.
// fault: oob
// launch: block 16 16, grid 1
// args: a=iota:256 o=zeros:256
// found: thread 15 14, array tile
// tools: memcheck
extern "C" __global__ void fault (const int *a, int *o)
{
  __shared__ int tile[16][16];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y + 1][x + 1] = a[16 * y + x]; // here
  __syncthreads ();
  o[16 * y + x] = tile[16 - y][16 - x];
}

extern "C" __global__ void twin (const int *a, int *o)
{
  __shared__ int tile[18][18];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y + 1][x + 1] = a[16 * y + x];
  __syncthreads ();
  o[16 * y + x] = tile[16 - y][16 - x];
}
