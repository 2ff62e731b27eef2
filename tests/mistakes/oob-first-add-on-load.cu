// Each thread of a reduction loads two cells, and only the first is guarded.
// fault: oob
// launch: block 64, grid 1
// args: a=iota:96 o=zeros:64 n=int:96
// found: thread 32, array a
// tools: memcheck, unless an array lies behind
extern "C" __global__ void fault (const int *a, int *o, int n)
{
  int i = blockIdx.x * blockDim.x * 2 + threadIdx.x;
  if (i < n)
    o[threadIdx.x] = a[i] + a[i + blockDim.x]; // here
}

extern "C" __global__ void twin (const int *a, int *o, int n)
{
  int i = blockIdx.x * blockDim.x * 2 + threadIdx.x;
  if (i < n)
    o[threadIdx.x] = a[i] + (i + blockDim.x < n ? a[i + blockDim.x] : 0);
}
