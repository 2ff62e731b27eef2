// The last warp of a reduction relies on its lanes walking in step.
// fault: race
// launch: block 128, grid 1
// args: a=iota:128 o=zeros:1
// found: thread 1, array sum
// tools: racecheck
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
    for (int s = 32; s > 0; s /= 2)
      sum[t] += sum[t + s]; // here other
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
    for (int s = 32; s > 0; s /= 2)
      {
        int next = sum[t + s];
        __syncwarp ();
        sum[t] += next;
        __syncwarp ();
      }
  if (t == 0)
    o[0] = sum[0];
}
