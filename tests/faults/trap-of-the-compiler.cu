// fault: trap
// launch: block 64, grid 1
// args: a=iota:64 o=zeros:64
// found: thread 40
extern "C" __global__ void fault (const int *a, int *o)
{
  int t = threadIdx.x, *last = nullptr;
  o[t] = 1;
  if (a[t] == 40)
    *last = 2; // here
  o[t] = 3;
}

extern "C" __global__ void twin (const int *a, int *o)
{
  int t = threadIdx.x, *last = nullptr;
  o[t] = 1;
  if (a[t] == 40)
    last = o + t;
  if (last != nullptr)
    *last = 2;
}
// says: most often a null pointer is used
