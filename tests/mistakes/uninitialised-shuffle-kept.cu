// The upper lanes get what lanes give that take no part, and only one kernel drops it.
// fault: uninitialised
// launch: block 24, grid 1
// args: a=iota:24 o=zeros:24 n=int:16
// found: thread 16
// says: ends up in o
// tools: none; no tool looks at shuffles
extern "C" __global__ void fault (const int *a, int *o, int n)
{
  int t = threadIdx.x, value = a[t] + 100;
  int other = __shfl_down_sync (0x00ffffff, value, 8); // here
  if (t <= n)
    value += other;
  o[t] = value;
}

extern "C" __global__ void twin (const int *a, int *o, int n)
{
  int t = threadIdx.x, value = a[t] + 100;
  int other = __shfl_down_sync (0x00ffffff, value, 8);
  if (t < n)
    value += other;
  o[t] = value;
}
