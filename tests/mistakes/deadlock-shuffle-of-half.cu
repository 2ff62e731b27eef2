// Half a warp shuffles with a mask that names the whole.
// fault: deadlock
// launch: block 32, grid 1
// args: a=iota:32 o=zeros:32
// found: thread 0
// tools: none; the program hangs
extern "C" __global__ void fault (const int *a, int *o)
{
  int t = threadIdx.x, value = a[t];
  if (t < 16)
    value += __shfl_xor_sync (0xffffffff, value, 8); // here
  __syncthreads (); // other
  o[t] = value;
}

extern "C" __global__ void twin (const int *a, int *o)
{
  int t = threadIdx.x, value = a[t];
  if (t < 16)
    value += __shfl_xor_sync (0x0000ffff, value, 8);
  __syncthreads ();
  o[t] = value;
}
