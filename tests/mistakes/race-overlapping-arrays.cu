// Two arrays are cut out of dynamic shared memory; the second begins inside the first.
// fault: race
// result: hangs on order
// launch: block 64, grid 1, shared 512
// args: a=iota:64 o=zeros:64 n=int:64
// found: thread 32, array pool
// tools: racecheck
extern __shared__ int pool[];

extern "C" __global__ void fault (const int *a, int *o, int n)
{
  int *sum = pool, *count = pool + n / 2, t = threadIdx.x;
  sum[t] = a[t]; // here
  count[t] = 2 * t; // other
  __syncthreads ();
  o[t] = sum[t] + count[t];
}

extern "C" __global__ void twin (const int *a, int *o, int n)
{
  int *sum = pool, *count = pool + n, t = threadIdx.x;
  sum[t] = a[t];
  count[t] = 2 * t;
  __syncthreads ();
  o[t] = sum[t] + count[t];
}
