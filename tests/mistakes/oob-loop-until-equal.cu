// A loop in strides ends where its index equals a number that it skips.
// fault: oob
// launch: block 32, grid 1
// args: a=iota:72 o=zeros:32 n=int:72
// found: thread 9, array a
// tools: memcheck, unless an array lies behind
extern "C" __global__ void fault (const int *a, int *o, int n)
{
  for (int i = threadIdx.x; i != n; i += blockDim.x)
    o[threadIdx.x] += a[i]; // here
}

extern "C" __global__ void twin (const int *a, int *o, int n)
{
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    o[threadIdx.x] += a[i];
}
