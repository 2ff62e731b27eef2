// A tile is copied whole, though only its beginning was filled; too much of the copy is added.
// fault: uninitialised
// launch: block 32, grid 1
// args: a=iota:32 o=zeros:32 n=int:20
// found: thread 20, array tile
// says: ends up in o
// tools: initcheck of version 2025.4 or later, if asked for shared memory, also of the twin
extern "C" __global__ void fault (const int *a, int *o, int n)
{
  __shared__ int tile[32], copy[32];
  int t = threadIdx.x, sum = 0;
  if (t < n)
    tile[t] = a[t];
  __syncthreads ();
  copy[t] = tile[t]; // here
  __syncthreads ();
  for (int i = 0; i <= n; i++)
    sum += copy[i];
  o[t] = sum;
}

extern "C" __global__ void twin (const int *a, int *o, int n)
{
  __shared__ int tile[32], copy[32];
  int t = threadIdx.x, sum = 0;
  if (t < n)
    tile[t] = a[t];
  __syncthreads ();
  copy[t] = tile[t];
  __syncthreads ();
  for (int i = 0; i < n; i++)
    sum += copy[i];
  o[t] = sum;
}
