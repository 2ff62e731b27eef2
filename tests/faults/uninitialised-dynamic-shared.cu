// fault: uninitialised
// launch: block 32, grid 2, shared 256
// args: o=zeros:64
// found: thread 16, array scratch
extern __shared__ int scratch[];

extern "C" __global__ void fault (int *o)
{
  int t = threadIdx.x;
  if (t < 16)
    scratch[t] = t;
  __syncthreads ();
  o[blockIdx.x * 32 + t] = scratch[t]; // here
}

extern "C" __global__ void twin (int *o)
{
  int t = threadIdx.x;
  if (t < 16)
    scratch[t] = t;
  __syncthreads ();
  o[blockIdx.x * 32 + t] = t < 16 ? scratch[t] : 0;
}
