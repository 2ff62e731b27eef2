// A function with one barrier is called twice with the same scratch memory.
// fault: race
// result: hangs on order
// launch: block 128, grid 1
// args: a=iota:128 o=zeros:128
// found: thread 0, array scratch
// tools: racecheck
static __device__ int add_up (int value, int *scratch)
{
  for (int d = 16; d > 0; d /= 2)
    value += __shfl_down_sync (0xffffffff, value, d);
  if (threadIdx.x % 32 == 0)
    scratch[threadIdx.x / 32] = value; // here
  __syncthreads ();
  int sum = 0;
  for (int i = 0; i < 4; i++)
    sum += scratch[i]; // other
  return sum;
}

extern "C" __global__ void fault (const int *a, int *o)
{
  __shared__ int scratch[4];
  int t = threadIdx.x;
  int sum = add_up (a[t], scratch);
  int squares = add_up (a[t] * a[t], scratch);
  o[t] = squares - sum;
}

extern "C" __global__ void twin (const int *a, int *o)
{
  __shared__ int scratch[4];
  int t = threadIdx.x;
  int sum = add_up (a[t], scratch);
  __syncthreads ();
  int squares = add_up (a[t] * a[t], scratch);
  o[t] = squares - sum;
}
