// fault: race
// result: hangs on order
// launch: block 32, grid 4
// args: o=iota:130
// found: block 1, thread 0, array o
extern "C" __global__ void fault (int *o)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x, next = o[i + 1]; // other
  __syncthreads ();
  o[i] = next; // here
}

extern "C" __global__ void twin (int *o)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x, next = threadIdx.x < 31 ? o[i + 1] : 0;
  __syncthreads ();
  o[i] = next;
}
