// The same with volatile, as it was right before Volta.
// fault: race
// missed: volatile accesses do not race with each other; but seeds show that the result hangs on order
// launch: block 128, grid 1
// args: a=iota:128 o=zeros:1
// found: thread 1, array sum
// tools: racecheck
static __device__ void add_up (volatile int *sum, int t)
{
  for (int s = 32; s > 0; s /= 2)
    sum[t] += sum[t + s]; // here other
}

extern "C" __global__ void fault (const int *a, int *o)
{
  __shared__ int sum[128];
  int t = threadIdx.x;
  sum[t] = a[t];
  __syncthreads ();
  if (t < 64)
    sum[t] += sum[t + 64];
  __syncthreads ();
  if (t < 32)
    add_up (sum, t);
  if (t == 0)
    o[0] = sum[0];
}

extern "C" __global__ void twin (const int *a, int *o)
{
  __shared__ int sum[128];
  int t = threadIdx.x;
  sum[t] = a[t];
  __syncthreads ();
  if (t < 64)
    sum[t] += sum[t + 64];
  __syncthreads ();
  if (t < 32)
    {
      int own = sum[t] + sum[t + 32];
      for (int s = 16; s > 0; s /= 2)
        own += __shfl_down_sync (0xffffffff, own, s);
      if (t == 0)
        o[0] = own;
    }
}
