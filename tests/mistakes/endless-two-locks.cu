// Each takes its own lock, and then that of its neighbour.
// fault: endless
// launch: block 2, grid 1, budget 100000
// args: o=zeros:1 lock=zeros:2
// found: thread 0, array lock
// tools: none; the program hangs
extern "C" __global__ void fault (int *o, int *lock)
{
  int first = threadIdx.x, second = 1 - first;
  while (atomicCAS (&lock[first], 0, 1) != 0)
    ;
  while (atomicCAS (&lock[second], 0, 1) != 0) // here
    ;
  __threadfence ();
  o[0] += 1;
  __threadfence ();
  atomicExch (&lock[second], 0);
  atomicExch (&lock[first], 0);
}

extern "C" __global__ void twin (int *o, int *lock)
{
  int first = 0, second = 1;
  while (atomicCAS (&lock[first], 0, 1) != 0)
    ;
  while (atomicCAS (&lock[second], 0, 1) != 0)
    ;
  __threadfence ();
  o[0] += 1;
  __threadfence ();
  atomicExch (&lock[second], 0);
  atomicExch (&lock[first], 0);
}
