// Two groups of a warp vote, and each counts some lanes of the other as its own.
// fault: deadlock
// launch: block 32, grid 1
// args: a=iota:32 o=zeros:32
// found: thread 0
// says: lane 0 of a warp waits with mask 0x00ffffff for lane 16, which is there with mask 0xffffff00
// tools: none; the program hangs, or gives what a GPU makes of it
extern "C" __global__ void fault (const int *a, int *o)
{
  int t = threadIdx.x;
  unsigned int mask = a[t] < 16 ? 0x00ffffff : 0xffffff00;
  o[t] = __any_sync (mask, a[t] == 3); // here
}

extern "C" __global__ void twin (const int *a, int *o)
{
  int t = threadIdx.x;
  unsigned int mask = a[t] < 16 ? 0x0000ffff : 0xffff0000;
  o[t] = __any_sync (mask, a[t] == 3);
}
