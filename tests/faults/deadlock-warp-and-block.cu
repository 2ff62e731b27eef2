// fault: deadlock
// launch: block 32, grid 1
// args: a=iota:32 o=zeros:32
// found: thread 0
extern "C" __global__ void fault (const int *a, int *o)
{
  int t = threadIdx.x;
  if (a[t] < 16)
    __syncwarp (0xffffffff); // here
  else
    __syncthreads (); // other
  o[t] = t;
}

extern "C" __global__ void twin (const int *a, int *o)
{
  int t = threadIdx.x;
  if (a[t] < 16)
    __syncwarp (0x0000ffff);
  __syncthreads ();
  o[t] = t;
}
