// The last round of a loop with a barrier is for some warps only.
// fault: barrier
// launch: block 64, grid 1
// args: a=iota:96 o=zeros:64 n=int:96
// found: thread 0
// tools: none; synccheck counts arrivals, and all arrive
extern "C" __global__ void fault (const int *a, int *o, int n)
{
  __shared__ int tile[64];
  int t = threadIdx.x, sum = 0;
  for (int i = t; i < n; i += 64)
    {
      sum += a[i];
      __syncthreads (); // here
    }
  tile[t] = sum;
  __syncthreads (); // other
  o[t] = tile[t ^ 1];
}

extern "C" __global__ void twin (const int *a, int *o, int n)
{
  __shared__ int tile[64];
  int t = threadIdx.x, sum = 0;
  for (int from = 0; from < n; from += 64)
    {
      if (from + t < n)
        sum += a[from + t];
      __syncthreads ();
    }
  tile[t] = sum;
  __syncthreads ();
  o[t] = tile[t ^ 1];
}
