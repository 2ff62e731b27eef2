// Whoever is done leaves a loop that has a barrier.
// fault: barrier
// launch: block 32, grid 1
// args: a=iota:32 o=zeros:32
// found: thread 15
// tools: synccheck
extern "C" __global__ void fault (const int *a, int *o)
{
  __shared__ int tile[32];
  int t = threadIdx.x;
  tile[t] = a[t];
  for (int i = 0; i < 8; i++)
    {
      if (tile[t] + i > 14)
        break;
      __syncthreads (); // other
    }
  __syncthreads (); // here
  o[t] = tile[31 - t];
}

extern "C" __global__ void twin (const int *a, int *o)
{
  __shared__ int tile[32];
  int t = threadIdx.x;
  bool done = false;
  tile[t] = a[t];
  for (int i = 0; i < 8; i++)
    {
      done = done || tile[t] + i > 14;
      __syncthreads ();
    }
  __syncthreads ();
  o[t] = done ? tile[31 - t] : 0;
}
