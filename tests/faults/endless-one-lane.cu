// fault: endless
// launch: block 64, grid 2, budget 100000
// args: a=iota:64 o=zeros:128 flags=zeros:8
// found: block 1, thread 37, array flags
extern "C" __global__ void fault (const int *a, int *o, int *flags)
{
  int t = threadIdx.x, n = blockIdx.x * blockDim.x + t;
  o[n] = a[t];
  if (n == 101)
    {
      int rounds = 0;
      while (atomicAdd (flags + 3, 0) == 0) // here
        rounds++;
      o[n] = rounds;
    }
  o[n] += 1;
}

extern "C" __global__ void twin (const int *a, int *o, int *flags)
{
  int t = threadIdx.x, n = blockIdx.x * blockDim.x + t;
  o[n] = a[t];
  if (n == 102)
    atomicAdd (flags + 3, 1);
  if (n == 101)
    {
      int rounds = 0;
      while (atomicAdd (flags + 3, 0) == 0)
        rounds++;
      o[n] = rounds > 0;
    }
  o[n] += 1;
}
// says: at offset 12 of flags
