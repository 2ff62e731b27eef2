/* nasty: launches k out=1,1,1 */
/* Code that other compilers take as well, and that has words of its own. */
#ifndef __CUDACC__
#define __global__
#define __device__
#endif
#define KERNEL extern "C" __global__ void
#define DEVICE static __forceinline__ __device__
#define HOST

DEVICE int one () { return 1; }
KERNEL k (int *out) { out[threadIdx.x] = one (); }
HOST int main () { return 0; }
