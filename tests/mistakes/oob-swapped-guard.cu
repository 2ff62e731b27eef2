// The guard compares columns with rows.
// fault: oob
// launch: block 8 8, grid 1
// args: o=zeros:32 rows=int:4 columns=int:8
// found: thread 0 4, array o
// tools: memcheck
extern "C" __global__ void fault (int *o, int rows, int columns)
{
  int x = threadIdx.x, y = threadIdx.y;
  if (x < rows && y < columns)
    o[y * columns + x] = 1; // here
}

extern "C" __global__ void twin (int *o, int rows, int columns)
{
  int x = threadIdx.x, y = threadIdx.y;
  if (x < columns && y < rows)
    o[y * columns + x] = 1;
}
