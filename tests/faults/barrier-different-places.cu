// fault: barrier
// launch: block 96, grid 2
// args: a=iota:96 o=zeros:192
// found: thread 64
extern "C" __global__ void fault (const int *a, int *o)
{
  int t = threadIdx.x, n = blockIdx.x * blockDim.x + t;
  if (a[t] >= 64)
    {
      o[n] = 1;
      __syncthreads (); // here
      return;
    }
  o[n] = 2;
  __syncthreads (); // other
  o[n] += 2;
}

__device__ void note (int *o, int value)
{
  *o = value;
  __syncthreads ();
}

// Unrolled, peeled, and inlined twice: copies of two barriers.
extern "C" __global__ void twin (const int *a, int *o)
{
  int t = threadIdx.x, n = blockIdx.x * blockDim.x + t;
  for (int i = 0; i < 7; i++)
    {
      o[n] += i == 0 || a[t] >= 64 ? i : 2 * i;
      __syncthreads ();
    }
  if (a[t] >= 64)
    note (o + n, 1);
  else
    note (o + n, 2);
  if (a[t] >= 64)
    return;
  o[n] += 2;
}
