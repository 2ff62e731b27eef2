// The stride of a loop over the whole array is that of one block.
// fault: race
// launch: block 32, grid 2
// args: a=iota:128 o=zeros:128 n=int:128
// found: block 0, thread 0, array o
// tools: none; racecheck looks at shared memory
extern "C" __global__ void fault (const int *a, int *o, int n)
{
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x)
    o[i] += a[i]; // here other
}

extern "C" __global__ void twin (const int *a, int *o, int n)
{
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    o[i] += a[i];
}
