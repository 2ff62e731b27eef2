// fault: deadlock
// launch: block 64, grid 1
// args: o=zeros:64
// found: thread 0
extern "C" __global__ void fault (int *o)
{
  asm volatile ("bar.sync 1, 96;" ::: "memory"); // here
  o[threadIdx.x] = 1;
}

extern "C" __global__ void twin (int *o)
{
  asm volatile ("bar.sync 1, 64;" ::: "memory");
  o[threadIdx.x] = 1;
}
