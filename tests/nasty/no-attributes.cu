/* nasty: refused no-attributes.cu:4 */
#define __global__

__global__ void k (int *out) { out[threadIdx.x] = 1; }
