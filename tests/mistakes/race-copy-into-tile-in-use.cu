// The next asynchronous copy begins while slow warps still read the tile.
// fault: race
// launch: block 64, grid 1
// args: a=iota:256 o=zeros:64
// found: thread 0, array tile
// tools: racecheck
static __device__ void begin_copy (int *to, const int *from)
{
  asm volatile ("cp.async.ca.shared.global [%0], [%1], 4;"
                :: "r" ((unsigned) __cvta_generic_to_shared (to)), "l" (__cvta_generic_to_global (from)) : "memory"); // here
  asm volatile ("cp.async.wait_all;" ::: "memory");
}

extern "C" __global__ void fault (const int *a, int *o)
{
  __shared__ int tile[64];
  int t = threadIdx.x, sum = 0;
  for (int step = 0; step < 4; step++)
    {
      begin_copy (&tile[t], &a[64 * step + t]);
      __syncthreads ();
      sum += tile[63 - t] * step; // other
    }
  o[t] = sum;
}

extern "C" __global__ void twin (const int *a, int *o)
{
  __shared__ int tile[64];
  int t = threadIdx.x, sum = 0;
  for (int step = 0; step < 4; step++)
    {
      begin_copy (&tile[t], &a[64 * step + t]);
      __syncthreads ();
      sum += tile[63 - t] * step;
      __syncthreads ();
    }
  o[t] = sum;
}
/* gridloom
[launch]
arch=compute_80
*/
