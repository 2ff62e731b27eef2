// A recursion is as deep as the list that it walks.
// fault: stack
// launch: block 1, grid 1
// args: a=iota:50000 o=zeros:1 n=int:50000
// found: thread 0
// tools: memcheck
static __device__ __noinline__ int walk (const int *a, int i)
{
  return i < 0 ? 0 : walk (a, i - 1) / 2 ^ a[i]; // here
}

static __device__ __noinline__ int go (const int *a, int n)
{
  int result = 0;
  for (int i = 0; i < n; i++)
    result = result / 2 ^ a[i];
  return result;
}

extern "C" __global__ void fault (const int *a, int *o, int n)
{
  o[0] = walk (a, n - 1);
}

extern "C" __global__ void twin (const int *a, int *o, int n)
{
  o[0] = go (a, n);
}
