// fault: race
// launch: block 32, grid 4
// args: o=zeros:1 parts=zeros:4 done=zeros:1
// found: block 0, thread 0, array parts
extern "C" __global__ void fault (int *o, int *parts, unsigned int *done)
{
  __shared__ bool is_last;
  if (threadIdx.x == 0)
    {
      parts[blockIdx.x] = blockIdx.x; // here
      is_last = atomicAdd (done, 1u) == gridDim.x - 1;
    }
  __syncthreads ();
  if (is_last && threadIdx.x < 4)
    atomicAdd (o, parts[threadIdx.x]); // other
}

extern "C" __global__ void twin (int *o, int *parts, unsigned int *done)
{
  __shared__ bool is_last;
  if (threadIdx.x == 0)
    {
      parts[blockIdx.x] = blockIdx.x;
      __threadfence ();
      is_last = atomicAdd (done, 1u) == gridDim.x - 1;
    }
  __syncthreads ();
  if (is_last && threadIdx.x < 4)
    atomicAdd (o, parts[threadIdx.x]);
}
