// A tile is read across before the rest of the block has filled it.
// fault: race
// result: hangs on order
// launch: block 16 16, grid 1
// args: a=iota:256 o=zeros:256
// found: thread 1 0, array tile
// tools: racecheck
extern "C" __global__ void fault (const int *a, int *o)
{
  __shared__ int tile[16][17];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = 0;
  __syncthreads ();
  tile[y][x] = a[16 * y + x]; // here
  o[16 * y + x] = tile[x][y]; // other
}

extern "C" __global__ void twin (const int *a, int *o)
{
  __shared__ int tile[16][17];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = a[16 * y + x];
  __syncthreads ();
  o[16 * y + x] = tile[x][y];
}
