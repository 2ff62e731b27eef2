// The leader of a warp reads what the others wrote, and stands beside their mask.
// fault: race
// launch: block 32, grid 1
// args: a=iota:32 o=zeros:1
// found: thread 1, array tile
// tools: racecheck
extern "C" __global__ void fault (const int *a, int *o)
{
  __shared__ int tile[32];
  int lane = threadIdx.x;
  if (lane > 0)
    {
      tile[lane] = a[lane]; // here
      __syncwarp (0xfffffffe);
    }
  if (lane == 0)
    o[0] = tile[1] + tile[31]; // other
}

extern "C" __global__ void twin (const int *a, int *o)
{
  __shared__ int tile[32];
  int lane = threadIdx.x;
  if (lane > 0)
    tile[lane] = a[lane];
  __syncwarp ();
  if (lane == 0)
    o[0] = tile[1] + tile[31];
}
