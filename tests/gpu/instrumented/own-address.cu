/* A load that overwrites the register its address was in. */
__global__ void own_address (int *out, const long long *in)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  long long p = (long long) __cvta_generic_to_global (in + i / 3);

  asm volatile ("ld.global.u64 %0, [%0];" : "+l"(p));
  out[i] = (int) p;
}

/* gridloom
[launch]
block=64
grid=3
manual-grid=true
[arg out]
shape=192
[arg in]
shape=64
*/
