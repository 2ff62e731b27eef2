// fault: uninitialised
// launch: block 32, grid 2
// args: a=iota:64 o=poison:64
// found: thread 0, array o
extern "C" __global__ void fault (const int *a, int *o)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i] += a[i]; // here
}

extern "C" __global__ void twin (const int *a, int *o)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i] = 0;
  o[i] += a[i];
}
