// A prefix sum adds what a neighbour may have added to already.
// fault: race
// result: hangs on order
// launch: block 64, grid 1
// args: a=iota:64 o=zeros:64
// found: thread 1, array sum
// tools: racecheck
extern "C" __global__ void fault (const int *a, int *o)
{
  __shared__ int sum[64];
  int t = threadIdx.x;
  sum[t] = a[t];
  __syncthreads ();
  for (int d = 1; d < 64; d *= 2)
    {
      if (t >= d)
        sum[t] += sum[t - d]; // here other
      __syncthreads ();
    }
  o[t] = sum[t];
}

extern "C" __global__ void twin (const int *a, int *o)
{
  __shared__ int sum[64];
  int t = threadIdx.x;
  sum[t] = a[t];
  __syncthreads ();
  for (int d = 1; d < 64; d *= 2)
    {
      int before = t >= d ? sum[t - d] : 0;
      __syncthreads ();
      sum[t] += before;
      __syncthreads ();
    }
  o[t] = sum[t];
}
