// One warp waits at a barrier of its own, the rest at the next one.
// fault: barrier
// launch: block 64, grid 1
// args: a=iota:64 o=zeros:128
// found: thread 0
// tools: none; synccheck counts arrivals, and all arrive
extern "C" __global__ void fault (const int *a, int *o)
{
  __shared__ int tile[32];
  int t = threadIdx.x;
  if (t < 32)
    {
      tile[t] = a[t];
      __syncthreads (); // here
      o[t] = tile[31 - t];
    }
  o[t + 64] = t;
  __syncthreads (); // other
  if (t >= 32)
    o[t] = t;
}

extern "C" __global__ void twin (const int *a, int *o)
{
  __shared__ int tile[32];
  int t = threadIdx.x;
  if (t < 32)
    tile[t] = a[t];
  __syncthreads ();
  if (t < 32)
    o[t] = tile[31 - t];
  o[t + 64] = t;
  __syncthreads ();
  if (t >= 32)
    o[t] = t;
}
