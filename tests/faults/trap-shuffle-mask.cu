// fault: trap
// launch: block 32, grid 1
// args: a=iota:32 o=zeros:32
// found: thread 16
extern "C" __global__ void fault (const int *a, int *o)
{
  int t = threadIdx.x;
  o[t] = __shfl_xor_sync (0x0000ffff, a[t], 1); // here
}

extern "C" __global__ void twin (const int *a, int *o)
{
  int t = threadIdx.x;
  o[t] = __shfl_xor_sync (0xffffffff, a[t], 1);
}
// says: as lane 16, but is not in its own mask 0x0000ffff
