// fault: barrier
// launch: block 32, grid 1
// args: a=iota:32 o=zeros:32
// found: thread 1
extern "C" __global__ void fault (const int *a, int *o)
{
  int t = threadIdx.x;
  for (int i = 0; i < a[t]; i++)
    __syncthreads (); // here
  o[t] = t;
}

extern "C" __global__ void twin (const int *a, int *o)
{
  int t = threadIdx.x;
  for (int i = 0; i < a[31]; i++)
    __syncthreads ();
  o[t] = t;
}
