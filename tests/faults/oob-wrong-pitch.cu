// fault: oob
// launch: block 8 8, grid 1
// args: o=zeros:48 columns=int:8
// found: thread 0 6, array o
extern "C" __global__ void fault (int *o, int columns)
{
  o[threadIdx.y * columns + threadIdx.x] = 1; // here
}

extern "C" __global__ void twin (int *o, int columns)
{
  if (threadIdx.y < 6)
    o[threadIdx.y * columns + threadIdx.x] = 1;
}
