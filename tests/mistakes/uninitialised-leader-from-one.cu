// __ffs counts from one, lanes from zero.
// fault: uninitialised
// launch: block 32, grid 1
// args: a=iota:32 o=zeros:32
// found: thread 5
// tools: none; no tool looks at shuffles
extern "C" __global__ void fault (const int *a, int *o)
{
  int t = threadIdx.x;
  bool found = a[t] % 8 == 5;
  unsigned int mask = __ballot_sync (0xffffffff, found);
  if (found)
    o[t] = __shfl_sync (mask, a[t] + 100, __ffs (mask)); // here
}

extern "C" __global__ void twin (const int *a, int *o)
{
  int t = threadIdx.x;
  bool found = a[t] % 8 == 5;
  unsigned int mask = __ballot_sync (0xffffffff, found);
  if (found)
    o[t] = __shfl_sync (mask, a[t] + 100, __ffs (mask) - 1);
}
