// fault: null
// launch: block 32, grid 1
// args: a=null o=zeros:32
// found: thread 0
extern "C" __global__ void fault (const int *a, int *o)
{
  o[threadIdx.x] = a[threadIdx.x]; // here
}

extern "C" __global__ void twin (const int *a, int *o)
{
  o[threadIdx.x] = a != nullptr ? a[threadIdx.x] : 0;
}
