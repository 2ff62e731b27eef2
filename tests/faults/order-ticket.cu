// fault: none
// result: hangs on order
// launch: block 32, grid 4
// args: o=zeros:128 next=zeros:1
// found: nothing, as each takes its own ticket; but who gets which hangs on the order
extern "C" __global__ void fault (int *o, int *next)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i] = atomicAdd (next, 1);
}

extern "C" __global__ void twin (int *o, int *next)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd (next, 1);
  o[i] = i;
}
