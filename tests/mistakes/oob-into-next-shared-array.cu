// The cell behind a shared array is the first of the next.
// fault: oob
// launch: block 32, grid 1
// args: a=iota:32 o=zeros:32
// found: thread 31, array left
// tools: none; memcheck knows the shared memory of a block, not its arrays
extern "C" __global__ void fault (const int *a, int *o)
{
  __shared__ int left[32], right[32];
  int t = threadIdx.x;
  left[t] = a[t];
  right[t] = a[31 - t];
  __syncthreads ();
  o[t] = left[t + 1] + right[31 - t]; // here
}

extern "C" __global__ void twin (const int *a, int *o)
{
  __shared__ int left[32], right[32];
  int t = threadIdx.x;
  left[t] = a[t];
  right[t] = a[31 - t];
  __syncthreads ();
  o[t] = left[(t + 1) % 32] + right[31 - t];
}
