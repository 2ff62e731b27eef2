// Rows are clamped to their number, not to the last of them.
// fault: oob
// launch: block 8 8, grid 1
// args: a=iota:64 o=zeros:64 rows=int:8 columns=int:8
// found: thread 0 7, array a
// tools: memcheck, unless an array lies behind
extern "C" __global__ void fault (const int *a, int *o, int rows, int columns)
{
  int x = threadIdx.x, y = threadIdx.y;
  int below = min (y + 1, rows), above = max (y - 1, 0);
  o[y * columns + x] = a[below * columns + x] - a[above * columns + x]; // here
}

extern "C" __global__ void twin (const int *a, int *o, int rows, int columns)
{
  int x = threadIdx.x, y = threadIdx.y;
  int below = min (y + 1, rows - 1), above = max (y - 1, 0);
  o[y * columns + x] = a[below * columns + x] - a[above * columns + x];
}
