// Doubles are cut out of dynamic shared memory behind an odd number of bytes.
// fault: misaligned
// launch: block 32, grid 1, shared 304
// args: a=iota:32 o=zeros:32 n=int:12
// found: thread 0, array pool
// tools: memcheck
extern __shared__ __align__ (8) char pool[];

extern "C" __global__ void fault (const int *a, int *o, int n)
{
  double *half = reinterpret_cast<double *> (pool + n);
  int t = threadIdx.x;
  if (t < n)
    pool[t] = 1;
  half[t] = a[t] * 0.5; // here
  __syncthreads ();
  o[t] = (int) half[31 - t] + pool[t % n];
}

extern "C" __global__ void twin (const int *a, int *o, int n)
{
  double *half = reinterpret_cast<double *> (pool + (n + 7) / 8 * 8);
  int t = threadIdx.x;
  if (t < n)
    pool[t] = 1;
  half[t] = a[t] * 0.5;
  __syncthreads ();
  o[t] = (int) half[31 - t] + pool[t % n];
}
