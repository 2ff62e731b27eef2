// fault: race
// launch: block 32, grid 2
// args: o=zeros:64
// found: block 0, thread 0, array last
__device__ int last;

extern "C" __global__ void fault (int *o)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  last = i; // here other
  o[i] = i;
}

extern "C" __global__ void twin (int *o)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicMax (&last, i);
  o[i] = i;
}
