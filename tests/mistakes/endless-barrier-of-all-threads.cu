// A barrier of the grid waits until as many have come as there are blocks, but all threads come.
// fault: endless
// launch: block 32, grid 4, budget 100000
// args: o=zeros:128 come=zeros:1
// found: block 0, thread 0, array come
// tools: none; the program hangs
extern "C" __global__ void fault (int *o, unsigned int *come)
{
  __threadfence ();
  atomicAdd (come, 1u);
  while (*(volatile unsigned int *) come != gridDim.x) // here
    ;
  o[blockIdx.x * 32 + threadIdx.x] = 1;
}

extern "C" __global__ void twin (int *o, unsigned int *come)
{
  __syncthreads ();
  if (threadIdx.x == 0)
    {
      __threadfence ();
      atomicAdd (come, 1u);
      while (*(volatile unsigned int *) come != gridDim.x)
        ;
    }
  __syncthreads ();
  o[blockIdx.x * 32 + threadIdx.x] = 1;
}
