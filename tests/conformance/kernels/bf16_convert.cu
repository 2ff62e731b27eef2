//! in=f32:k in=s32:k out=bf16:6 tolerance=exact
#include <cuda_bf16.h>
extern "C" __global__ void run(const float* x_, const int* n_, __nv_bfloat16* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = x_[i]; int n = n_[i];
    __nv_bfloat16* p = out + i * 6;
    p[0] = __float2bfloat16(x);
    p[1] = __float2bfloat16_rz(x);
    p[2] = __float2bfloat16_rd(x);
    p[3] = __float2bfloat16_ru(x);
    p[4] = __int2bfloat16_rn(n);
    p[5] = __uint2bfloat16_rz((unsigned)n);
}
