// A matrix is transposed in place without taking both cells first.
// fault: race
// result: hangs on order
// launch: block 16 16, grid 1
// args: a=iota:256
// found: thread 1 0, array a
// tools: none; racecheck looks at shared memory
extern "C" __global__ void fault (int *a)
{
  int x = threadIdx.x, y = threadIdx.y;
  a[16 * y + x] = a[16 * x + y]; // here other
}

extern "C" __global__ void twin (int *a)
{
  int x = threadIdx.x, y = threadIdx.y;
  int its = a[16 * x + y];
  __syncthreads ();
  a[16 * y + x] = its;
}
