// fault: race
// launch: block 128, grid 1
// args: a=iota:128 o=zeros:128
// found: thread 64, array tile
extern "C" __global__ void fault (const int *a, int *o)
{
  __shared__ int tile[128];
  int t = threadIdx.x;
  tile[t] = a[t]; // here
  asm volatile ("bar.sync %0, 64;" :: "r" (1 + t / 64) : "memory");
  o[t] = t < 64 ? 0 : tile[(t + 32) % 64 + 64] + tile[t];
  if (t == 0)
    o[0] = tile[64]; // other
}

extern "C" __global__ void twin (const int *a, int *o)
{
  __shared__ int tile[128];
  int t = threadIdx.x;
  tile[t] = a[t];
  asm volatile ("bar.sync %0, 64;" :: "r" (1 + t / 64) : "memory");
  o[t] = t < 64 ? 0 : tile[(t + 32) % 64 + 64] + tile[t];
  if (t == 0)
    o[0] = tile[63];
}
