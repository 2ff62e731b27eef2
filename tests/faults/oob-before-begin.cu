// fault: oob
// launch: block 32, grid 2
// args: a=iota:64 o=zeros:64
// found: thread 0, array a
extern "C" __global__ void fault (const int *a, int *o)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i] = a[i] - a[i - 1]; // here
}

extern "C" __global__ void twin (const int *a, int *o)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i] = i > 0 ? a[i] - a[i - 1] : a[i];
}
