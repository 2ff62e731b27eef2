// fault: trap
// launch: block 32, grid 1
// args: a=iota:32 o=zeros:32
// found: thread 7
extern "C" __global__ void fault (const int *a, int *o)
{
  int t = threadIdx.x;
  if (a[t] == 7)
    __trap (); // here
  o[t] = 1;
}

extern "C" __global__ void twin (const int *a, int *o)
{
  int t = threadIdx.x;
  if (a[t] == 77)
    __trap ();
  o[t] = 1;
}
// says: written in the source
