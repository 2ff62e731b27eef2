// A product that overflows makes the remainder negative.
// fault: oob
// launch: block 32, grid 1
// args: a=iota:32 o=zeros:64
// found: thread 2, array o
// tools: memcheck, unless an array lies before
extern "C" __global__ void fault (const int *a, int *o)
{
  int slot = a[threadIdx.x] * 1640531527 % 64;
  atomicAdd (&o[slot], 1); // here
}

extern "C" __global__ void twin (const int *a, int *o)
{
  unsigned int slot = a[threadIdx.x] * 1640531527u % 64;
  atomicAdd (&o[slot], 1);
}
