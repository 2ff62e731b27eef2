// fault: assert
// launch: block 32, grid 1
// args: a=iota:32 o=zeros:32
// found: thread 9
#include <assert.h>

extern "C" __global__ void fault (const int *a, int *o)
{
  int t = threadIdx.x;
  assert (a[t] < 9); // here
  o[t] = 1;
}

extern "C" __global__ void twin (const int *a, int *o)
{
  int t = threadIdx.x;
  assert (a[t] < 32);
  o[t] = 1;
}
