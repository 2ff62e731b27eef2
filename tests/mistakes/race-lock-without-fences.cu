// A lock is taken and given back without fences around what it guards.
// fault: race
// launch: block 1, grid 8
// args: a=iota:8 o=zeros:1 lock=zeros:1
// found: block 0, thread 0, array o
// tools: none; racecheck looks at shared memory
extern "C" __global__ void fault (const int *a, int *o, int *lock)
{
  while (atomicCAS (lock, 0, 1) != 0)
    ;
  o[0] += a[blockIdx.x]; // here other
  atomicExch (lock, 0);
}

extern "C" __global__ void twin (const int *a, int *o, int *lock)
{
  while (atomicCAS (lock, 0, 1) != 0)
    ;
  __threadfence ();
  o[0] += a[blockIdx.x];
  __threadfence ();
  atomicExch (lock, 0);
}
