// A binary search begins with an end that is no cell.
// fault: oob
// launch: block 64, grid 1
// args: a=iota:64 o=zeros:64 n=int:64
// found: thread 32, array a
// tools: memcheck, unless an array lies behind
static __device__ int find (const int *a, int low, int high, int key)
{
  while (low <= high)
    {
      int middle = (low + high) / 2;
      if (a[middle] < key) // here
        low = middle + 1;
      else
        high = middle - 1;
    }
  return low;
}

extern "C" __global__ void fault (const int *a, int *o, int n)
{
  o[threadIdx.x] = find (a, 0, n, 2 * threadIdx.x);
}

extern "C" __global__ void twin (const int *a, int *o, int n)
{
  o[threadIdx.x] = find (a, 0, n - 1, 2 * threadIdx.x);
}
