// fault: endless
// launch: block 2, grid 1, budget 100000
// args: o=zeros:2 lock=zeros:1
// found: thread 1, array lock
extern "C" __global__ void fault (int *o, int *lock)
{
  while (atomicCAS (lock, 0, 1) != 0) // here
    ;
  o[threadIdx.x] = 1;
}

extern "C" __global__ void twin (int *o, int *lock)
{
  while (atomicCAS (lock, 0, 1) != 0)
    ;
  o[threadIdx.x] = 1;
  __threadfence ();
  atomicExch (lock, 0);
}
