// fault: race
// launch: block 32, grid 1
// args: a=iota:32 o=zeros:32
// found: thread 0, array tile
extern "C" __global__ void fault (const int *a, int *o)
{
  __shared__ int tile[32];
  int t = threadIdx.x;
  tile[t] = 0;
  __syncwarp ();
  tile[t] = a[t]; // here
  o[t] = tile[t ^ 1]; // other
}

extern "C" __global__ void twin (const int *a, int *o)
{
  __shared__ int tile[32];
  int t = threadIdx.x;
  tile[t] = 0;
  __syncwarp ();
  tile[t] = a[t];
  __syncwarp ();
  o[t] = tile[t ^ 1];
}
