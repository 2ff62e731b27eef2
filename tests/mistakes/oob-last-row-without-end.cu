// The rows of a sparse matrix lack the end of the last.
// fault: oob
// launch: block 32, grid 1
// args: rows=iota:32 values=iota:32 o=zeros:32
// found: thread 31, array rows
// tools: memcheck, unless an array lies behind
extern "C" __global__ void fault (const int *rows, const int *values, int *o)
{
  int row = threadIdx.x, end = rows[row + 1], sum = 0; // here
  for (int j = rows[row]; j < end; j++)
    sum += values[j];
  o[row] = sum;
}

extern "C" __global__ void twin (const int *rows, const int *values, int *o)
{
  int row = threadIdx.x, end = row < 31 ? rows[row + 1] : 32, sum = 0;
  for (int j = rows[row]; j < end; j++)
    sum += values[j];
  o[row] = sum;
}
