//! in=bf16:t in=bf16:m out=bf16:16 tolerance=ulp:2 arch=compute_80
#include <cuda_bf16.h>
extern "C" __global__ void run(const __nv_bfloat16* x_, const __nv_bfloat16* y_, __nv_bfloat16* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __nv_bfloat16 x = x_[i]; __nv_bfloat16 y = y_[i];
    __nv_bfloat16* p = out + i * 16;
    p[0] = x+y;
    p[1] = x-y;
    p[2] = x*y;
    p[3] = __hfma(x,y,x);
    p[4] = __hdiv(x,y);
    p[5] = hexp(x);
    p[6] = hlog(__habs(x));
    p[7] = hsqrt(__habs(x));
    p[8] = hfloor(x);
    p[9] = hceil(x);
    p[10] = hrint(x);
    p[11] = __hmax(x,y);
    p[12] = __hmin(x,y);
    p[13] = __hneg(x);
    p[14] = __habs(y);
    p[15] = __float2bfloat16(sinf(__bfloat162float(x)));
}
