// fault: race
// result: hangs on order
// launch: block 64, grid 1
// args: a=iota:64 o=zeros:8
// found: thread 0, array bins
extern "C" __global__ void fault (const int *a, int *o)
{
  __shared__ int bins[8];
  int t = threadIdx.x;
  if (t < 8)
    bins[t] = 0;
  __syncthreads ();
  bins[a[t] % 8]++; // here other
  __syncthreads ();
  if (t < 8)
    o[t] = bins[t];
}

extern "C" __global__ void twin (const int *a, int *o)
{
  __shared__ int bins[8];
  int t = threadIdx.x;
  if (t < 8)
    bins[t] = 0;
  __syncthreads ();
  atomicAdd (&bins[a[t] % 8], 1);
  __syncthreads ();
  if (t < 8)
    o[t] = bins[t];
}
