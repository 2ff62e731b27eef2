// fault: misaligned
// launch: block 8, grid 1
// args: a=iota:64 o=zeros:64
// found: thread 1, array tile
extern "C" __global__ void fault (const int *a, int *o)
{
  __shared__ __align__ (16) int tile[64];
  int t = threadIdx.x;
  for (int i = t; i < 64; i += 8)
    tile[i] = a[i];
  __syncthreads ();
  int2 v = *reinterpret_cast<int2 *> (tile + 3 * t); // here
  o[t] = v.x + v.y;
}

extern "C" __global__ void twin (const int *a, int *o)
{
  __shared__ __align__ (16) int tile[64];
  int t = threadIdx.x;
  for (int i = t; i < 64; i += 8)
    tile[i] = a[i];
  __syncthreads ();
  int2 v = *reinterpret_cast<int2 *> (tile + 4 * t);
  o[t] = v.x + v.y;
}
