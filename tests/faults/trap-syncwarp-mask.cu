// fault: trap
// launch: block 64, grid 2
// args: a=iota:64 o=zeros:128
// found: thread 36
extern "C" __global__ void fault (const int *a, int *o)
{
  int t = threadIdx.x;
  if (a[t] >= 32 && a[t] < 48)
    __syncwarp (0xffff000f); // here
  o[blockIdx.x * blockDim.x + t] = t;
}

extern "C" __global__ void twin (const int *a, int *o)
{
  int t = threadIdx.x;
  if (a[t] >= 32 && a[t] < 48)
    __syncwarp (0x0000ffff);
  o[blockIdx.x * blockDim.x + t] = t;
}
// says: as lane 4, but is not in its own mask 0xffff000f
