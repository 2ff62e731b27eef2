// The last warp has no upper half to add.
// fault: uninitialised
// launch: block 48, grid 1
// args: a=iota:48 o=zeros:2
// found: thread 32
// tools: none; no tool looks at shuffles
extern "C" __global__ void fault (const int *a, int *o)
{
  int t = threadIdx.x, value = a[t];
  for (int d = 16; d > 0; d /= 2)
    value += __shfl_down_sync (0xffffffff, value, d); // here
  if (t % 32 == 0)
    o[t / 32] = value;
}

extern "C" __global__ void twin (const int *a, int *o)
{
  int t = threadIdx.x, value = a[t], lanes = min (32, 48 - t / 32 * 32);
  for (int d = lanes / 2; d > 0; d /= 2)
    value += __shfl_down_sync (lanes == 32 ? 0xffffffff : 0xffff, value, d, lanes);
  if (t % 32 == 0)
    o[t / 32] = value;
}
