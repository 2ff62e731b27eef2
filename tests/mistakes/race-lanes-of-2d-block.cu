// Lane and warp are taken from threadIdx.x alone, in a block of 16 columns.
// fault: race
// result: hangs on order
// launch: block 16 8, grid 1
// args: a=iota:128 o=zeros:128
// found: thread 0 1, array sums
// tools: racecheck
static __device__ int add_up (int value)
{
  for (int d = 16; d > 0; d /= 2)
    value += __shfl_xor_sync (0xffffffff, value, d);
  return value;
}

extern "C" __global__ void fault (const int *a, int *o)
{
  __shared__ int sums[4];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int sum = add_up (a[16 * threadIdx.y + threadIdx.x]);
  if (lane == 0)
    sums[warp] = sum; // here other
  __syncthreads ();
  o[16 * threadIdx.y + threadIdx.x] = sums[warp];
}

extern "C" __global__ void twin (const int *a, int *o)
{
  __shared__ int sums[4];
  int t = blockDim.x * threadIdx.y + threadIdx.x, lane = t % 32, warp = t / 32;
  int sum = add_up (a[16 * threadIdx.y + threadIdx.x]);
  if (lane == 0)
    sums[warp] = sum;
  __syncthreads ();
  o[16 * threadIdx.y + threadIdx.x] = sums[warp];
}
