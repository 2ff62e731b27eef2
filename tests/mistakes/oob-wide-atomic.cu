// Counters of 32 bits are counted up as if they had 64.
// fault: oob
// launch: block 64, grid 1
// args: o=zeros:64
// found: thread 32, array o
// tools: memcheck, unless an array lies behind
extern "C" __global__ void fault (int *o)
{
  atomicAdd (reinterpret_cast<unsigned long long *> (o) + threadIdx.x, 1ull); // here
}

extern "C" __global__ void twin (int *o)
{
  atomicAdd (reinterpret_cast<unsigned int *> (o) + threadIdx.x, 1u);
}
