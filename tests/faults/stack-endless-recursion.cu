// fault: stack
// launch: block 2, grid 1
// args: o=zeros:2
// found: thread 0
__device__ __noinline__ int down (int *o, int n)
{
  int here = o[threadIdx.x] + n;
  return here < 0 ? here : down (o, n + 1) + here; // here
}

__device__ __noinline__ int down_to (int *o, int n)
{
  int here = o[threadIdx.x] + n;
  return n > 20 ? here : down_to (o, n + 1) + here;
}

extern "C" __global__ void fault (int *o)
{
  o[threadIdx.x] = down (o, 0);
}

extern "C" __global__ void twin (int *o)
{
  o[threadIdx.x] = down_to (o, 0);
}
