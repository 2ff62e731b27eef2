// A pitch in bytes is added to a pointer to ints.
// fault: oob
// launch: block 8 8, grid 1
// args: o=zeros:64 pitch=int:32
// found: thread 0 2, array o
// tools: memcheck, unless an array lies behind
extern "C" __global__ void fault (int *o, int pitch)
{
  int *row = o + threadIdx.y * pitch;
  row[threadIdx.x] = 1; // here
}

extern "C" __global__ void twin (int *o, int pitch)
{
  int *row = (int *) ((char *) o + threadIdx.y * pitch);
  row[threadIdx.x] = 1;
}
