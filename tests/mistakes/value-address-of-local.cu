// A thread publishes the address of a variable of its own; each reads its own under it.
// fault: none
// missed: the address of local memory is the same number in every thread
// launch: block 32, grid 1
// args: a=iota:32 o=zeros:32
// found: nothing
// tools: none
static __device__ __noinline__ void count_up (int *value)
{
  *value += 1;
}

extern "C" __global__ void fault (const int *a, int *o)
{
  __shared__ int *best;
  int t = threadIdx.x, own = a[t];
  count_up (&own);
  if (t == 5)
    best = &own;
  __syncthreads ();
  o[t] = *best;
}

extern "C" __global__ void twin (const int *a, int *o)
{
  __shared__ int best;
  int t = threadIdx.x, own = a[t];
  count_up (&own);
  if (t == 5)
    best = own;
  __syncthreads ();
  o[t] = best;
}
