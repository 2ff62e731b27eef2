// fault: endless
// launch: block 32, grid 1, budget 200000
// args: a=iota:32 o=zeros:32
// found: thread 0
extern "C" __global__ void fault (const int *a, int *o)
{
  int t = threadIdx.x;
  unsigned x = a[t];
  o[t] = x;
  while (x != 7) // here
    x = x * 4 + 2;
  o[t] = x;
}

extern "C" __global__ void twin (const int *a, int *o)
{
  int t = threadIdx.x;
  unsigned x = a[t];
  o[t] = x;
  while (x < 7)
    x = x * 4 + 2;
  o[t] = x;
}
