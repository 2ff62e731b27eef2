// A counter of the block is set back while a slow warp has not read it.
// fault: race
// result: hangs on order
// launch: block 64, grid 1
// args: a=iota:256 o=zeros:4
// found: thread 0, array kept
// tools: racecheck
extern "C" __global__ void fault (const int *a, int *o)
{
  __shared__ int kept;
  int t = threadIdx.x;
  for (int step = 0; step < 4; step++)
    {
      if (t == 0)
        kept = 0; // here
      __syncthreads ();
      if (a[64 * step + t] % 3 == 0)
        atomicAdd (&kept, 1);
      __syncthreads ();
      if (t == 63)
        o[step] = kept; // other
    }
}

extern "C" __global__ void twin (const int *a, int *o)
{
  __shared__ int kept;
  int t = threadIdx.x;
  for (int step = 0; step < 4; step++)
    {
      if (t == 0)
        kept = 0;
      __syncthreads ();
      if (a[64 * step + t] % 3 == 0)
        atomicAdd (&kept, 1);
      __syncthreads ();
      if (t == 0)
        o[step] = kept;
    }
}
