// Bins are counted up that nobody has set to nought.
// fault: uninitialised
// launch: block 32, grid 1
// args: a=iota:32 bins=poison:8
// found: thread 0, array bins
// tools: initcheck
extern "C" __global__ void fault (const int *a, int *bins)
{
  int t = threadIdx.x;
  atomicAdd (&bins[a[t] % 8], 1); // here
}

extern "C" __global__ void twin (const int *a, int *bins)
{
  int t = threadIdx.x;
  if (t < 8)
    bins[t] = 0;
  __syncthreads ();
  atomicAdd (&bins[a[t] % 8], 1);
}
