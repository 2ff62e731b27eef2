// A variable that each thread should have for itself is shared.
// fault: race
// result: hangs on order
// launch: block 64, grid 1
// args: a=iota:64 o=zeros:64
// found: thread 0, array own
// tools: racecheck
extern "C" __global__ void fault (const int *a, int *o)
{
  __shared__ int own;
  int t = threadIdx.x;
  own = a[t] * a[t]; // here other
  __syncthreads ();
  o[t] = own;
}

extern "C" __global__ void twin (const int *a, int *o)
{
  int own;
  int t = threadIdx.x;
  own = a[t] * a[t];
  __syncthreads ();
  o[t] = own;
}
