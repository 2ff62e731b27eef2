// The first lane takes places for its warp; the rest read them without waiting.
// fault: race
// launch: block 64, grid 1
// args: a=iota:64 o=zeros:64 n=zeros:1
// found: thread 0, array base
// tools: racecheck
extern "C" __global__ void fault (const int *a, int *o, int *n)
{
  __shared__ int base[2];
  int t = threadIdx.x, lane = t % 32, warp = t / 32;
  bool keep = a[t] % 2 == 1;
  unsigned int mask = __ballot_sync (0xffffffff, keep);
  if (lane == 0)
    base[warp] = atomicAdd (n, __popc (mask)); // here
  if (keep)
    o[base[warp] + __popc (mask & ((1u << lane) - 1))] = a[t]; // other
}

extern "C" __global__ void twin (const int *a, int *o, int *n)
{
  __shared__ int base[2];
  int t = threadIdx.x, lane = t % 32, warp = t / 32;
  bool keep = a[t] % 2 == 1;
  unsigned int mask = __ballot_sync (0xffffffff, keep);
  if (lane == 0)
    base[warp] = atomicAdd (n, __popc (mask));
  __syncwarp ();
  if (keep)
    o[base[warp] + __popc (mask & ((1u << lane) - 1))] = a[t];
}
