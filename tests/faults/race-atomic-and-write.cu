// fault: race
// result: hangs on order
// launch: block 64, grid 1
// args: o=zeros:2
// found: thread 0, array o
extern "C" __global__ void fault (int *o)
{
  int t = threadIdx.x;
  if (t == 0)
    o[0] = 100; // here
  atomicAdd (o, t); // other
}

extern "C" __global__ void twin (int *o)
{
  int t = threadIdx.x;
  if (t == 0)
    o[0] = 100;
  __syncthreads ();
  atomicAdd (o, t);
}
