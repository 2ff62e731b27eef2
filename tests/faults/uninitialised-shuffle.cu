// fault: uninitialised
// launch: block 40, grid 1
// args: a=iota:40 o=zeros:40
// found: thread 4
extern "C" __global__ void fault (const int *a, int *o)
{
  int t = threadIdx.x;
  if (t < 8)
    o[t] = __shfl_down_sync (0xff, a[t] + 100, 4); // here
}

extern "C" __global__ void twin (const int *a, int *o)
{
  int t = threadIdx.x;
  if (t < 8)
    o[t] = __shfl_down_sync (0xff, a[t] + 100, 4, 8);
}
