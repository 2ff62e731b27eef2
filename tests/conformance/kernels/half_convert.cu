//! in=f32:k in=f64:k in=s32:k out=f16:10 tolerance=exact
#include <cuda_fp16.h>
extern "C" __global__ void run(const float* x_, const double* d_, const int* n_, __half* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = x_[i]; double d = d_[i]; int n = n_[i];
    __half* p = out + i * 10;
    p[0] = __float2half(x);
    p[1] = __float2half_rz(x);
    p[2] = __float2half_rd(x);
    p[3] = __float2half_ru(x);
    p[4] = __double2half(d);
    p[5] = __int2half_rn(n);
    p[6] = __int2half_rd(n);
    p[7] = __uint2half_rz((unsigned)n);
    p[8] = __short2half_rn((short)n);
    p[9] = __ll2half_rn(1ll*n*4);
}
