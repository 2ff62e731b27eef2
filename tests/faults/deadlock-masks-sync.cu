// fault: deadlock
// launch: block 32, grid 1
// args: a=iota:32 o=zeros:32
// found: thread 0
// says: lane 0 of a warp waits with mask 0xff00ffff for lane 24, which is there with mask 0xffff00ff
extern "C" __global__ void fault (const int *a, int *o)
{
  int t = threadIdx.x;
  unsigned int mask = a[t] < 16 ? 0xff00ffff : 0xffff00ff;
  o[t] = a[t];
  __syncwarp (mask); // here
}

extern "C" __global__ void twin (const int *a, int *o)
{
  int t = threadIdx.x;
  unsigned int mask = a[t] < 16 ? 0x0000ffff : 0xffff0000;
  o[t] = a[t];
  __syncwarp (mask);
}
