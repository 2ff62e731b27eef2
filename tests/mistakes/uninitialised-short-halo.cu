// One cell of the right halo of a stencil is never loaded.
// fault: uninitialised
// launch: block 64, grid 1
// args: a=iota:68 o=zeros:64
// found: thread 63, array tile
// tools: initcheck of version 2025.4 or later, if asked for shared memory
extern "C" __global__ void fault (const int *a, int *o)
{
  __shared__ int tile[68];
  int t = threadIdx.x, sum = 0;
  tile[t + 2] = a[t + 2];
  if (t < 2)
    tile[t] = a[t];
  if (t < 1)
    tile[t + 66] = a[t + 66];
  __syncthreads ();
  for (int j = 0; j <= 4; j++)
    sum += tile[t + j]; // here
  o[t] = sum;
}

extern "C" __global__ void twin (const int *a, int *o)
{
  __shared__ int tile[68];
  int t = threadIdx.x, sum = 0;
  tile[t + 2] = a[t + 2];
  if (t < 2)
    tile[t] = a[t];
  if (t < 2)
    tile[t + 66] = a[t + 66];
  __syncthreads ();
  for (int j = 0; j <= 4; j++)
    sum += tile[t + j];
  o[t] = sum;
}
