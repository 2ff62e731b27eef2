// fault: oob
// launch: block 64, grid 2
// args: a=iota:100 o=zeros:100 n=int:100
// found: block 1, thread 36, array a
extern "C" __global__ void fault (const int *a, int *o, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i] = a[i] * n; // here
}

extern "C" __global__ void twin (const int *a, int *o, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    o[i] = a[i] * n;
}
