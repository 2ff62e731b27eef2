// All lanes shuffle with the mask of those inside.
// fault: trap
// launch: block 32, grid 1
// args: a=iota:32 o=zeros:32 n=int:20
// found: thread 20
// tools: none; synccheck looks at masks of barriers, not of shuffles
extern "C" __global__ void fault (const int *a, int *o, int n)
{
  int t = threadIdx.x, value = t < n ? a[t] : 0;
  unsigned int inside = __ballot_sync (0xffffffff, t < n);
  for (int d = 16; d > 0; d /= 2)
    value += __shfl_xor_sync (inside, value, d); // here
  o[t] = value;
}

extern "C" __global__ void twin (const int *a, int *o, int n)
{
  int t = threadIdx.x, value = t < n ? a[t] : 0;
  for (int d = 16; d > 0; d /= 2)
    value += __shfl_xor_sync (0xffffffff, value, d);
  o[t] = value;
}
