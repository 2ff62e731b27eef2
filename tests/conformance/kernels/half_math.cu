//! in=f16:t in=f16:b out=f16:19 tolerance=ulp:2
#include <cuda_fp16.h>
extern "C" __global__ void run(const __half* x_, const __half* y_, __half* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __half x = x_[i]; __half y = y_[i];
    __half* p = out + i * 19;
    p[0] = hsin(x);
    p[1] = hcos(x);
    p[2] = hexp(x);
    p[3] = hexp2(x);
    p[4] = hlog(__habs(x));
    p[5] = hlog2(__habs(x));
    p[6] = hsqrt(__habs(x));
    p[7] = hrsqrt(__habs(x));
    p[8] = hrcp(x);
    p[9] = hceil(x);
    p[10] = hfloor(x);
    p[11] = htrunc(x);
    p[12] = hrint(x);
    p[13] = __hdiv(x,y);
    p[14] = __hfma(x,y,x);
    p[15] = __hmax(x,y);
    p[16] = __hmin(x,y);
    p[17] = __hadd_sat(x,y);
    p[18] = __hneg(x);
}
