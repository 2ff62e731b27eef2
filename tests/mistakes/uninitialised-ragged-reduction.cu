// What lies behind the end is not loaded, but added.
// fault: uninitialised
// launch: block 64, grid 1
// args: a=iota:40 o=zeros:1 n=int:40
// found: thread 8, array sum
// tools: initcheck of version 2025.4 or later, if asked for shared memory
extern "C" __global__ void fault (const int *a, int *o, int n)
{
  __shared__ int sum[64];
  int t = threadIdx.x;
  if (t < n)
    sum[t] = a[t];
  __syncthreads ();
  for (int s = 32; s > 0; s /= 2)
    {
      if (t < s)
        sum[t] += sum[t + s]; // here
      __syncthreads ();
    }
  if (t == 0)
    o[0] = sum[0];
}

extern "C" __global__ void twin (const int *a, int *o, int n)
{
  __shared__ int sum[64];
  int t = threadIdx.x;
  sum[t] = t < n ? a[t] : 0;
  __syncthreads ();
  for (int s = 32; s > 0; s /= 2)
    {
      if (t < s)
        sum[t] += sum[t + s];
      __syncthreads ();
    }
  if (t == 0)
    o[0] = sum[0];
}
