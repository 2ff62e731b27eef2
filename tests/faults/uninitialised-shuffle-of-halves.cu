// fault: uninitialised
// launch: block 32, grid 1
// args: a=iota:32 o=zeros:32
// found: thread 0
extern "C" __global__ void fault (const int *a, int *o)
{
  int t = threadIdx.x;
  unsigned half = t < 16 ? 0x0000ffff : 0xffff0000;
  o[t] = __shfl_xor_sync (half, a[t] + 100, 16); // here
}

extern "C" __global__ void twin (const int *a, int *o)
{
  int t = threadIdx.x;
  unsigned half = t < 16 ? 0x0000ffff : 0xffff0000;
  o[t] = __shfl_xor_sync (half, a[t] + 100, 8);
}
