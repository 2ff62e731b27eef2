// The largest value falls into the bin behind the last.
// fault: oob
// launch: block 64, grid 1
// args: a=iota:64 o=zeros:8
// found: thread 63, array bins
// tools: memcheck
extern "C" __global__ void fault (const int *a, int *o)
{
  __shared__ int bins[8];
  int t = threadIdx.x;
  if (t < 8)
    bins[t] = 0;
  __syncthreads ();
  int bin = (int) (a[t] * 8.0f / 63.0f);
  atomicAdd (&bins[bin], 1); // here
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
  int bin = min ((int) (a[t] * 8.0f / 63.0f), 7);
  atomicAdd (&bins[bin], 1);
  __syncthreads ();
  if (t < 8)
    o[t] = bins[t];
}
