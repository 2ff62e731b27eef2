// fault: race
// launch: block 64, grid 1
// args: a=iota:64 o=zeros:64
// found: thread 0, array tile
static __device__ void begin_copy (int *to, const int *from)
{
  asm volatile ("cp.async.ca.shared.global [%0], [%1], 4;"
                :: "r" ((unsigned) __cvta_generic_to_shared (to)), "l" (__cvta_generic_to_global (from)) : "memory"); // here
}

extern "C" __global__ void fault (const int *a, int *o)
{
  __shared__ int tile[64];
  int t = threadIdx.x;
  begin_copy (&tile[t], &a[t]);
  asm volatile ("cp.async.commit_group;" ::: "memory");
  __syncthreads ();
  o[t] = tile[63 - t]; // other
}

extern "C" __global__ void twin (const int *a, int *o)
{
  __shared__ int tile[64];
  int t = threadIdx.x;
  begin_copy (&tile[t], &a[t]);
  asm volatile ("cp.async.commit_group;" ::: "memory");
  asm volatile ("cp.async.wait_group 0;" ::: "memory");
  __syncthreads ();
  o[t] = tile[63 - t];
}
/* gridloom
[launch]
arch=compute_80
*/
