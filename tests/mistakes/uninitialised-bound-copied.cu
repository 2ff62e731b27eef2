// Whether there is an end was never said; a copy of the record decides how far a loop goes.
// fault: uninitialised
// launch: block 32, grid 1
// args: a=iota:32 o=zeros:32
// found: thread 0, array ranges
// tools: initcheck of version 2025.4 or later, if asked for shared memory, also of the twin
struct Range
{
  int  from, to;
  bool open;
};

extern "C" __global__ void fault (const int *a, int *o)
{
  __shared__ Range ranges[32];
  int t = threadIdx.x;
  ranges[t].from = 0;
  ranges[t].to = a[t];
  __syncthreads ();
  Range range = ranges[31 - t]; // here
  if (range.open)
    range.to = 32;
  for (int i = range.from; i < range.to; i++) // other
    o[i] = i;
}

extern "C" __global__ void twin (const int *a, int *o)
{
  __shared__ Range ranges[32];
  int t = threadIdx.x;
  ranges[t].from = 0;
  ranges[t].to = a[t];
  __syncthreads ();
  Range range = ranges[31 - t];
  for (int i = range.from; i < range.to; i++)
    atomicMax (&o[i], i);
}
