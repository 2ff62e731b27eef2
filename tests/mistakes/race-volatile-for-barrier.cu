// Shared memory is declared volatile instead of waiting.
// fault: race
// result: hangs on order
// missed: volatile accesses do not race with each other; but seeds show that the result hangs on order
// launch: block 64, grid 1
// args: a=iota:64 o=zeros:64
// found: thread 0, array tile
// tools: racecheck
extern "C" __global__ void fault (const int *a, int *o)
{
  __shared__ volatile int tile[64];
  int t = threadIdx.x;
  tile[t] = 0;
  __syncthreads ();
  tile[t] = a[t]; // here
  o[t] = tile[63 - t]; // other
}

extern "C" __global__ void twin (const int *a, int *o)
{
  __shared__ volatile int tile[64];
  int t = threadIdx.x;
  tile[t] = 0;
  __syncthreads ();
  tile[t] = a[t];
  __syncthreads ();
  o[t] = tile[63 - t];
}
