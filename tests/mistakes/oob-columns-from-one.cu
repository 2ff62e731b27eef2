// The columns of a sparse matrix came from a file that counts from one.
// fault: oob
// launch: block 32, grid 1
// args: rows=iota:33 columns=count:32 values=iota:32 x=iota:32 o=zeros:32
// found: thread 31, array x
// tools: memcheck, unless an array lies behind
extern "C" __global__ void fault (const int *rows, const int *columns, const int *values,
                                  const int *x, int *o)
{
  int row = threadIdx.x, sum = 0;
  for (int j = rows[row]; j < rows[row + 1]; j++)
    sum += values[j] * x[columns[j]]; // here
  o[row] = sum;
}

extern "C" __global__ void twin (const int *rows, const int *columns, const int *values,
                                 const int *x, int *o)
{
  int row = threadIdx.x, sum = 0;
  for (int j = rows[row]; j < rows[row + 1]; j++)
    sum += values[j] * x[columns[j] - 1];
  o[row] = sum;
}
