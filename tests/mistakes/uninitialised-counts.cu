// Counters of a thread are never set to nought.
// fault: uninitialised
// launch: block 32, grid 1
// args: a=iota:64 o=zeros:32 n=int:64
// found: thread 0, space local
// tools: none; initcheck looks at global memory
extern "C" __global__ void fault (const int *a, int *o, int n)
{
  int counts[4];
  for (int i = threadIdx.x; i < n; i += 32)
    counts[a[i] % 4]++; // here
  o[threadIdx.x] = counts[threadIdx.x % 4];
}

extern "C" __global__ void twin (const int *a, int *o, int n)
{
  int counts[4] = { 0, 0, 0, 0 };
  for (int i = threadIdx.x; i < n; i += 32)
    counts[a[i] % 4]++;
  o[threadIdx.x] = counts[threadIdx.x % 4];
}
