/* nasty: launches k out=0,2,4 */
/* One source for two languages. */
#ifdef __CUDACC__
# define __kernel extern "C" __global__
# define __private
# define __local __shared__
# define get_global_id(d) ((d) == 0 ? blockIdx.x * blockDim.x + threadIdx.x : 0)
# define barrier(flags) __syncthreads ()
# define GLOBAL
#else
# define GLOBAL __global
#endif

__kernel void
k (GLOBAL int *out)
{
  __local int line[32];
  __private int i = get_global_id (0);

  line[i] = i;
  barrier (CLK_LOCAL_MEM_FENCE);
  out[i] = line[i] * 2;
}
