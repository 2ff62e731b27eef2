// fault: oob
// launch: block 32, grid 1, shared 128
// args: a=iota:32 o=zeros:32
// found: thread 5, array pool
extern __shared__ int pool[];

extern "C" __global__ void fault (const int *a, int *o)
{
  int t = threadIdx.x;
  pool[a[t] == 5 ? 1 << 20 : t] = 1; // here
  __syncthreads ();
  o[t] = pool[t];
}

extern "C" __global__ void twin (const int *a, int *o)
{
  int t = threadIdx.x;
  pool[a[t] == 5 ? 5 : t] = 1;
  __syncthreads ();
  o[t] = pool[t];
}
// says: bytes past the end of pool (128 bytes)
