// Threads set bits of the same word as if each had it to itself.
// fault: race
// result: hangs on order
// launch: block 64, grid 1
// args: a=iota:64 bits=zeros:2
// found: thread 0, array bits
// tools: none; racecheck looks at shared memory
extern "C" __global__ void fault (const int *a, unsigned int *bits)
{
  int t = threadIdx.x;
  if (a[t] % 3 == 0)
    bits[t % 2] |= 1u << t / 2; // here other
}

extern "C" __global__ void twin (const int *a, unsigned int *bits)
{
  int t = threadIdx.x;
  if (a[t] % 3 == 0)
    atomicOr (&bits[t % 2], 1u << t / 2);
}
