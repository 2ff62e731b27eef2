// fault: race
// result: hangs on order
// launch: block 32, grid 8
// args: o=zeros:32
// found: block 0, thread 0, array o
extern "C" __global__ void fault (int *o)
{
  o[threadIdx.x] = blockIdx.x; // here other
}

extern "C" __global__ void twin (int *o)
{
  atomicMax (o + threadIdx.x, blockIdx.x);
}
