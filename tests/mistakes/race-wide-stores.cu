// Every thread stores a pair, so each cell is stored by two.
// fault: race
// launch: block 64, grid 1
// args: a=iota:64 o=zeros:64
// found: thread 0, array o
// tools: none; racecheck looks at shared memory
extern "C" __global__ void fault (const int *a, int *o)
{
  int t = threadIdx.x;
  reinterpret_cast<int2 *> (o)[t / 2] = make_int2 (a[t], a[t] + t); // here other
}

extern "C" __global__ void twin (const int *a, int *o)
{
  int t = threadIdx.x;
  if (t < 32)
    reinterpret_cast<int2 *> (o)[t] = make_int2 (a[t], a[t] + t);
}
