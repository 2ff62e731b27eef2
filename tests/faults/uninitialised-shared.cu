// fault: uninitialised
// launch: block 64, grid 1
// args: a=iota:64 o=zeros:64
// found: thread 0, array tile
extern "C" __global__ void fault (const int *a, int *o)
{
  __shared__ int tile[66];
  int t = threadIdx.x;
  tile[t + 1] = a[t];
  __syncthreads ();
  o[t] = tile[t] + tile[t + 1]; // here
}

extern "C" __global__ void twin (const int *a, int *o)
{
  __shared__ int tile[66];
  int t = threadIdx.x;
  tile[t + 1] = a[t];
  if (t == 0)
    tile[0] = 0;
  __syncthreads ();
  o[t] = tile[t] + tile[t + 1];
}
