// The first block fills shared memory for all.
// fault: uninitialised
// launch: block 32, grid 2
// args: a=iota:32 o=zeros:64
// found: block 1, thread 0, array table
// tools: initcheck of version 2025.4 or later, if asked for shared memory
extern "C" __global__ void fault (const int *a, int *o)
{
  __shared__ int table[32];
  int t = threadIdx.x;
  if (blockIdx.x == 0)
    table[t] = a[t] * a[t];
  __syncthreads ();
  o[blockIdx.x * 32 + t] = table[31 - t]; // here
}

extern "C" __global__ void twin (const int *a, int *o)
{
  __shared__ int table[32];
  int t = threadIdx.x;
  table[t] = a[t] * a[t];
  __syncthreads ();
  o[blockIdx.x * 32 + t] = table[31 - t];
}
