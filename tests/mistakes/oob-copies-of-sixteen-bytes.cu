// Every thread copies sixteen bytes, where a quarter of them would do.
// fault: oob
// launch: block 32, grid 1
// args: a=iota:128 o=zeros:32
// found: thread 8, array tile
// tools: memcheck
static __device__ void copy (int *to, const int *from)
{
  asm volatile ("cp.async.cg.shared.global [%0], [%1], 16;"
                :: "r" ((unsigned) __cvta_generic_to_shared (to)), "l" (__cvta_generic_to_global (from)) : "memory"); // here
}

extern "C" __global__ void fault (const int *a, int *o)
{
  __shared__ __align__ (16) int tile[32];
  int t = threadIdx.x;
  copy (&tile[4 * t], &a[4 * t]);
  asm volatile ("cp.async.wait_all;" ::: "memory");
  __syncthreads ();
  o[t] = tile[31 - t];
}

extern "C" __global__ void twin (const int *a, int *o)
{
  __shared__ __align__ (16) int tile[32];
  int t = threadIdx.x;
  if (t < 8)
    copy (&tile[4 * t], &a[4 * t]);
  asm volatile ("cp.async.wait_all;" ::: "memory");
  __syncthreads ();
  o[t] = tile[31 - t];
}
/* gridloom
[launch]
arch=compute_80
*/
