// fault: race
// result: hangs on order
// launch: block 64, grid 1
// args: a=iota:256 o=zeros:64
// found: thread 0, array tile
extern "C" __global__ void fault (const int *a, int *o)
{
  __shared__ int tile[64];
  int t = threadIdx.x, sum = 0;
  for (int step = 0; step < 4; step++)
    {
      tile[t] = a[step * 64 + t]; // here
      __syncthreads ();
      sum += tile[(t + 33) % 64]; // other
    }
  o[t] = sum;
}

extern "C" __global__ void twin (const int *a, int *o)
{
  __shared__ int tile[64];
  int t = threadIdx.x, sum = 0;
  for (int step = 0; step < 4; step++)
    {
      tile[t] = a[step * 64 + t];
      __syncthreads ();
      sum += tile[(t + 33) % 64];
      __syncthreads ();
    }
  o[t] = sum;
}
