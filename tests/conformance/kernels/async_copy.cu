//! in=s32:a out=s32:2 arch=compute_80
#include <cuda_pipeline.h>
extern "C" __global__ void run (const int* a, int* out)
{
    __shared__ __align__ (16) int s[2][64];
    int b = blockIdx.x * blockDim.x, t = threadIdx.x;
    if (t < 16) __pipeline_memcpy_async (&s[0][t * 4], a + b + t * 4, 16);
    __pipeline_commit ();
    __pipeline_memcpy_async (&s[1][t], a + b + (t ^ 1), 4);
    __pipeline_commit ();
    __pipeline_wait_prior (1); __syncthreads ();
    out[(b + t) * 2] = s[0][63 - t];
    __pipeline_wait_prior (0); __syncthreads ();
    out[(b + t) * 2 + 1] = s[1][t];
}
