// fault: race
// result: hangs on order
// launch: block 1, grid 8
// args: o=zeros:1
// found: block 0, thread 0, array o
extern "C" __global__ void fault (int *o)
{
  o[0] += blockIdx.x; // here other
}

extern "C" __global__ void twin (int *o)
{
  atomicAdd (o, blockIdx.x);
}
