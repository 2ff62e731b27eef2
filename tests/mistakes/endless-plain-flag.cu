// A flag that is not volatile is read once and never again.
// fault: endless
// launch: block 64, grid 1, budget 100000
// args: o=zeros:64
// found: thread 0
// tools: none; the program hangs
extern "C" __global__ void fault (int *o)
{
  __shared__ int ready;
  int t = threadIdx.x, rounds = 0;
  if (t == 0)
    ready = 0;
  __syncthreads ();
  if (t == 63)
    atomicExch (&ready, 1);
  while (ready == 0) o[t] = ++rounds; // here
}

extern "C" __global__ void twin (int *o)
{
  __shared__ int ready;
  int t = threadIdx.x, rounds = 0;
  if (t == 0)
    ready = 0;
  __syncthreads ();
  if (t == 63)
    atomicExch (&ready, 1);
  while (atomicAdd (&ready, 0) == 0)
    o[t] = ++rounds;
}
