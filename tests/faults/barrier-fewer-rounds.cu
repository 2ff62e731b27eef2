// fault: barrier
// launch: block 64, grid 1
// args: a=iota:64 o=zeros:64
// found: thread 32
extern "C" __global__ void fault (const int *a, int *o)
{
  int t = threadIdx.x;
  for (int i = 0; i < 2 + a[t] / 32; i++)
    {
      o[t] += i;
      __syncthreads (); // here
    }
  o[t] *= 2;
  __syncthreads (); // other
  o[t] += 1;
}

extern "C" __global__ void twin (const int *a, int *o)
{
  int t = threadIdx.x;
  for (int i = 0; i < 2 + a[63] / 32; i++)
    {
      o[t] += i < 2 + a[t] / 32 ? i : 0;
      __syncthreads ();
    }
  o[t] *= 2;
  __syncthreads ();
  o[t] += 1;
}
