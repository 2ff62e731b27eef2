// fault: endless
// launch: block 1024, grid 1, budget 300000
// args: o=zeros:1
// found: thread 0
extern "C" __global__ void fault (volatile int *o)
{
  do { __syncthreads (); } while (o[0] == 0); // here
}

extern "C" __global__ void twin (volatile int *o)
{
  int round = 0;
  do
    __syncthreads ();
  while (o[0] == 0 && round++ < 20);
}
