// fault: barrier
// launch: block 32, grid 1
// args: a=iota:32 o=zeros:32
// found: thread 16
extern "C" __global__ void fault (const int *a, int *o)
{
  int t = threadIdx.x;
  if (a[t] < 16)
    {
      o[t] = 1;
      __syncthreads (); // other
      o[t] += 1;
    }
  else
    {
      o[t] = 2;
      __syncthreads (); // here
      o[t] += 3;
    }
}

extern "C" __global__ void twin (const int *a, int *o)
{
  int t = threadIdx.x;
  o[t] = a[t] < 16 ? 1 : 2;
  __syncthreads ();
  o[t] += a[t] < 16 ? 1 : 3;
}
