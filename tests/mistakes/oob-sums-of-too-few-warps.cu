// The block has grown, the array for the sums of its warps has not.
// fault: oob
// launch: block 256, grid 1
// args: a=iota:256 o=zeros:1
// found: thread 128, array sums
// tools: memcheck
static __device__ int add_up (int value)
{
  for (int d = 16; d > 0; d /= 2)
    value += __shfl_down_sync (0xffffffff, value, d);
  return value;
}

extern "C" __global__ void fault (const int *a, int *o)
{
  __shared__ int sums[4];
  int t = threadIdx.x, sum = add_up (a[t]);
  if (t % 32 == 0)
    sums[t / 32] = sum; // here
  __syncthreads ();
  if (t == 0)
    o[0] = sums[0] + sums[1] + sums[2] + sums[3];
}

extern "C" __global__ void twin (const int *a, int *o)
{
  __shared__ int sums[8];
  int t = threadIdx.x, sum = add_up (a[t]);
  if (t % 32 == 0)
    sums[t / 32] = sum;
  __syncthreads ();
  if (t == 0)
    o[0] = sums[0] + sums[1] + sums[2] + sums[3] + sums[4] + sums[5] + sums[6] + sums[7];
}
