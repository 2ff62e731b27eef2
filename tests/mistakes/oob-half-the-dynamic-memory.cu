// Dynamic shared memory was counted in cells, but is given in bytes.
// fault: oob
// launch: block 64, grid 1, shared 64
// args: a=iota:64 o=zeros:64
// found: thread 16, array pool
// tools: memcheck
extern __shared__ int pool[];

extern "C" __global__ void fault (const int *a, int *o)
{
  int t = threadIdx.x;
  pool[t] = a[t]; // here
  __syncthreads ();
  o[t] = pool[63 - t];
}

extern "C" __global__ void twin (const int *a, int *o)
{
  int t = threadIdx.x;
  if (t < 16)
    pool[t] = a[t];
  __syncthreads ();
  o[t] = pool[15 - t % 16];
}
