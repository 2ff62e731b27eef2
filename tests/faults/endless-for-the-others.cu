// fault: endless
// launch: block 96, grid 1, budget 100000
// args: a=iota:96 o=zeros:96 flags=zeros:4
// found: thread 0, array flags
extern "C" __global__ void fault (const int *a, int *o, volatile int *flags)
{
  int t = threadIdx.x;
  if (a[t] == 70)
    while (flags[1] == 0) // other
      ;
  __syncthreads (); // here
  o[t] = 1;
}

extern "C" __global__ void twin (const int *a, int *o, volatile int *flags)
{
  int t = threadIdx.x;
  if (a[t] == 5)
    flags[1] = 1;
  if (a[t] == 70)
    while (flags[1] == 0)
      ;
  __syncthreads ();
  o[t] = 1;
}
// says: at line 9, at offset 4 of flags
