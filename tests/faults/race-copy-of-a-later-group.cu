// fault: race
// launch: block 32, grid 1
// args: a=iota:64 o=zeros:32
// found: thread 0, array tile
static __device__ void begin_copy (int *to, const int *from)
{
  asm volatile ("cp.async.ca.shared.global [%0], [%1], 4;"
                :: "r" ((unsigned) __cvta_generic_to_shared (to)), "l" (__cvta_generic_to_global (from)) : "memory"); // here
  asm volatile ("cp.async.commit_group;" ::: "memory");
}

extern "C" __global__ void fault (const int *a, int *o)
{
  __shared__ int tile[2][32];
  int t = threadIdx.x;
  begin_copy (&tile[0][t], &a[t]);
  begin_copy (&tile[1][t], &a[32 + t]);
  asm volatile ("cp.async.wait_group 1;" ::: "memory");
  int first = tile[0][t];
  o[t] = first + tile[1][t]; // other
}

extern "C" __global__ void twin (const int *a, int *o)
{
  __shared__ int tile[2][32];
  int t = threadIdx.x;
  begin_copy (&tile[0][t], &a[t]);
  begin_copy (&tile[1][t], &a[32 + t]);
  asm volatile ("cp.async.wait_group 1;" ::: "memory");
  int first = tile[0][t];
  asm volatile ("cp.async.wait_all;" ::: "memory");
  o[t] = first + tile[1][t];
}
/* gridloom
[launch]
arch=compute_80
*/
