// fault: uninitialised
// launch: block 32, grid 1
// args: o=zeros:32 n=int:8
// found: thread 0, space local
static __device__ __forceinline__ int *take (unsigned long long size)
{
  unsigned long long from;
  asm volatile ("{ .reg .u64 t; alloca.u64 t, %1; cvta.local.u64 %0, t; }" : "=l" (from) : "l" (size));
  return (int *) from;
}

extern "C" __global__ void fault (int *o, int n)
{
  int *own = take (n * sizeof (int));
  int t = threadIdx.x;
  for (int i = 1; i < n; i++)
    own[i] = t + i;
  o[t] = own[o[t] % n]; // here
}

extern "C" __global__ void twin (int *o, int n)
{
  int *own = take (n * sizeof (int));
  int t = threadIdx.x;
  for (int i = 0; i < n; i++)
    own[i] = t + i;
  o[t] = own[o[t] % n];
}
