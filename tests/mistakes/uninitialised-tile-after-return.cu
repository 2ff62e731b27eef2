// Threads outside return early and load no part of the tile.
// fault: uninitialised
// launch: block 32, grid 2
// args: a=iota:40 o=zeros:40 n=int:40
// found: block 1, thread 0, array tile
// tools: initcheck of version 2025.4 or later, if asked for shared memory
extern "C" __global__ void fault (const int *a, int *o, int n)
{
  __shared__ int tile[32];
  int t = threadIdx.x, i = blockIdx.x * 32 + t, sum = 0;
  if (i >= n)
    return;
  for (int from = 0; from < n; from += 32)
    {
      tile[t] = from + t < n ? a[from + t] : 0;
      __syncthreads ();
      for (int j = 0; j < 32; j++)
        sum += tile[j] * (i - j); // here
      __syncthreads ();
    }
  o[i] = sum;
}

extern "C" __global__ void twin (const int *a, int *o, int n)
{
  __shared__ int tile[32];
  int t = threadIdx.x, i = blockIdx.x * 32 + t, sum = 0;
  for (int from = 0; from < n; from += 32)
    {
      tile[t] = from + t < n ? a[from + t] : 0;
      __syncthreads ();
      for (int j = 0; j < 32; j++)
        sum += tile[j] * (i - j);
      __syncthreads ();
    }
  if (i < n)
    o[i] = sum;
}
