// fault: race
// launch: block 1, grid 2
// args: o=zeros:2 flag=zeros:1
// found: block 0, thread 0, array o
extern "C" __global__ void fault (int *o, volatile int *flag)
{
  if (blockIdx.x == 0)
    {
      o[0] = 42; // here
      *flag = 1;
    }
  else
    {
      while (*flag == 0)
        ;
      o[1] = o[0]; // other
    }
}

extern "C" __global__ void twin (int *o, volatile int *flag)
{
  if (blockIdx.x == 0)
    {
      o[0] = 42;
      __threadfence ();
      *flag = 1;
    }
  else
    {
      while (*flag == 0)
        ;
      __threadfence ();
      o[1] = o[0];
    }
}
