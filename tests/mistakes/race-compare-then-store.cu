// The largest value is looked for by comparing and storing in two steps.
// fault: race
// result: hangs on order
// launch: block 32, grid 2
// args: a=iota:64 o=zeros:1
// found: block 0, thread 1, array o
// tools: none; racecheck looks at shared memory
extern "C" __global__ void fault (const int *a, int *o)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (a[i] > o[0]) o[0] = a[i]; // here other
}

extern "C" __global__ void twin (const int *a, int *o)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicMax (o, a[i]);
}
