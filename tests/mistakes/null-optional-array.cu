// An optional array is used without asking if it was given.
// fault: null
// launch: block 32, grid 1
// args: a=iota:32 bias=null o=zeros:32
// found: thread 5
// tools: memcheck
extern "C" __global__ void fault (const int *a, const int *bias, int *o)
{
  int t = threadIdx.x;
  o[t] = a[t] > 4 ? a[t] + bias[t] : a[t]; // here
}

extern "C" __global__ void twin (const int *a, const int *bias, int *o)
{
  int t = threadIdx.x;
  o[t] = a[t] > 4 && bias != nullptr ? a[t] + bias[t] : a[t];
}
