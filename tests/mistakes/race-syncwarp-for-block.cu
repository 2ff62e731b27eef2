// A barrier of the warp is taken for one of the block.
// fault: race
// result: hangs on order
// launch: block 64, grid 1
// args: a=iota:64 o=zeros:64
// found: thread 0, array tile
// tools: racecheck
extern "C" __global__ void fault (const int *a, int *o)
{
  __shared__ int tile[64];
  int t = threadIdx.x;
  tile[t] = 0;
  __syncthreads ();
  tile[t] = a[t]; // here
  __syncwarp ();
  o[t] = tile[63 - t]; // other
}

extern "C" __global__ void twin (const int *a, int *o)
{
  __shared__ int tile[64];
  int t = threadIdx.x;
  tile[t] = 0;
  __syncthreads ();
  tile[t] = a[t];
  __syncthreads ();
  o[t] = tile[63 - t];
}
