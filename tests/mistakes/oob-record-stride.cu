// Packed triples are read as if they were padded to four.
// fault: oob
// launch: block 32, grid 1
// args: points=iota:96 o=zeros:32
// found: thread 24, array points
// tools: memcheck, unless an array lies behind
extern "C" __global__ void fault (const int *points, int *o)
{
  int t = threadIdx.x;
  o[t] = points[4 * t + 2]; // here
}

extern "C" __global__ void twin (const int *points, int *o)
{
  int t = threadIdx.x;
  o[t] = points[3 * t + 2];
}
