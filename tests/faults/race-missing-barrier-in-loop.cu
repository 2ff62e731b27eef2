// fault: race
// result: hangs on order
// launch: block 128, grid 2
// args: a=iota:256 o=zeros:2
// found: thread 1, array sum
extern "C" __global__ void fault (const int *a, int *o)
{
  __shared__ int sum[128];
  int t = threadIdx.x;
  sum[t] = a[blockIdx.x * 128 + t];
  __syncthreads ();
  for (int s = 64; s > 0; s /= 2)
    if (t < s)
      sum[t] += sum[t + s]; // here other
  if (t == 0)
    o[blockIdx.x] = sum[0];
}

extern "C" __global__ void twin (const int *a, int *o)
{
  __shared__ int sum[128];
  int t = threadIdx.x;
  sum[t] = a[blockIdx.x * 128 + t];
  __syncthreads ();
  for (int s = 64; s > 0; s /= 2)
    {
      if (t < s)
        sum[t] += sum[t + s];
      __syncthreads ();
    }
  if (t == 0)
    o[blockIdx.x] = sum[0];
}
