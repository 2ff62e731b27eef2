// fault: oob
// launch: block 64, grid 1
// args: a=iota:64 o=zeros:64
// found: thread 63, array o
extern "C" __global__ void fault (const int *a, int *o)
{
  int t = threadIdx.x;
  o[t + 1] = a[t]; // here
}

extern "C" __global__ void twin (const int *a, int *o)
{
  int t = threadIdx.x;
  if (t < 63)
    o[t + 1] = a[t];
}
