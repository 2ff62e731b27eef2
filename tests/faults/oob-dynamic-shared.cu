// fault: oob
// launch: block 96, grid 2, shared 32
// args: a=iota:192 o=zeros:192
// found: thread 8, array pool
extern __shared__ int pool[];

extern "C" __global__ void fault (const int *a, int *o)
{
  int t = threadIdx.x, n = blockIdx.x * blockDim.x + t, *second = pool + blockDim.x;
  pool[t] = a[n]; // here
  __syncthreads ();
  second[95 - t] = pool[t];
  __syncthreads ();
  o[n] = second[t];
}

extern "C" __global__ void twin (const int *a, int *o)
{
  int t = threadIdx.x, n = blockIdx.x * blockDim.x + t;
  if (t < 8)
    pool[t] = a[n];
  __syncthreads ();
  o[n] = pool[t % 8];
}
// says: this block needs shared=768
