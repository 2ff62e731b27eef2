/* nasty: refused unbalanced.cu:4 */
__global__ void k (int *out) { out[threadIdx.x] = 1; }

}

__global__ void j (int *out) { out[threadIdx.x] = 2; }
