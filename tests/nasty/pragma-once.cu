/* nasty: launches k out=1,1,1 */
#pragma once
#pragma nv_diag_suppress 177
#pragma omp parallel
_Pragma ("once")

__global__ void k (int *out)
{
#pragma unroll 4
  for (int i = 0; i < 1; i++)
    out[threadIdx.x] = 1;
}
