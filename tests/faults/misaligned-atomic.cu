// fault: misaligned
// launch: block 4, grid 1
// args: o=zeros:64
// found: thread 0, array o
extern "C" __global__ void fault (int *o)
{
  atomicAdd (reinterpret_cast<unsigned long long *> (o + 2 * threadIdx.x + 1), 1ull); // here
}

extern "C" __global__ void twin (int *o)
{
  atomicAdd (reinterpret_cast<unsigned long long *> (o + 2 * threadIdx.x), 1ull);
}
