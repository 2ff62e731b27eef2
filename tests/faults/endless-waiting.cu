// fault: endless
// launch: block 32, grid 1, budget 100000
// args: o=zeros:32 flag=zeros:1
// found: thread 0, array flag
extern "C" __global__ void fault (int *o, volatile int *flag)
{
  while (*flag == 0) // here
    ;
  o[threadIdx.x] = 1;
}

extern "C" __global__ void twin (int *o, volatile int *flag)
{
  if (threadIdx.x == 31)
    *flag = 1;
  while (*flag == 0)
    ;
  o[threadIdx.x] = 1;
}
