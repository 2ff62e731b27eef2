//! in=f16:a in=f16:b out=s32:15 tolerance=exact
#include <cuda_fp16.h>
extern "C" __global__ void run(const __half* x_, const __half* y_, int* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __half x = x_[i]; __half y = y_[i];
    int* p = out + i * 15;
    p[0] = __heq(x,y);
    p[1] = __hne(x,y);
    p[2] = __hlt(x,y);
    p[3] = __hle(x,y);
    p[4] = __hgt(x,y);
    p[5] = __hge(x,y);
    p[6] = __hequ(x,y);
    p[7] = __hltu(x,y);
    p[8] = __hisnan(x);
    p[9] = __hisinf(x);
    p[10] = __half2int_rn(x);
    p[11] = __half2int_rz(y);
    p[12] = (int)__half2short_rd(x);
    p[13] = (int)__half2ushort_ru(x);
    p[14] = (int)__half_as_ushort(__hmul(x,y));
}
