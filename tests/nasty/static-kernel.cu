/* nasty: launches k out=1,1,1 */
static __device__ int counter;
static __global__ void k (int *out) { out[threadIdx.x] = 1; }
static void __global__ unused (int *out);
static int host () { return counter; }
