// fault: race
// result: hangs on order
// launch: block 128, grid 1
// args: a=iota:128 o=zeros:128
// found: thread 1, array cell
extern "C" __global__ void fault (const int *a, int *o)
{
  __shared__ int cell[128];
  int t = threadIdx.x;
  cell[t] = a[t] * a[t] * a[t];
  __syncthreads ();
  if (t > 0 && t < 127)
    {
      int next = (cell[t - 1] + cell[t + 1]) / 2; // other
      cell[t] = next; // here
    }
  __syncthreads ();
  o[t] = cell[t];
}

extern "C" __global__ void twin (const int *a, int *o)
{
  __shared__ int cell[128];
  int t = threadIdx.x, next;
  cell[t] = a[t] * a[t] * a[t];
  __syncthreads ();
  if (t > 0 && t < 127)
    next = (cell[t - 1] + cell[t + 1]) / 2;
  __syncthreads ();
  if (t > 0 && t < 127)
    cell[t] = next;
  __syncthreads ();
  o[t] = cell[t];
}
