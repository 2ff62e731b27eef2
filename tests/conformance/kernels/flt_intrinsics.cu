//! in=f32:a in=f32:b out=f32:14 tolerance=exact
extern "C" __global__ void run(const float* x_, const float* y_, float* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = x_[i]; float y = y_[i];
    float* p = out + i * 14;
    p[0] = __fadd_rn(x,y);
    p[1] = __fadd_rz(x,y);
    p[2] = __fadd_ru(x,y);
    p[3] = __fadd_rd(x,y);
    p[4] = __fsub_ru(x,y);
    p[5] = __fmul_rd(x,y);
    p[6] = __fmaf_rz(x,y,x);
    p[7] = __fmaf_ru(x,y,y);
    p[8] = __frcp_rn(x);
    p[9] = __frcp_rd(x);
    p[10] = __fsqrt_ru(x);
    p[11] = __frsqrt_rn(x);
    p[12] = __fdiv_rz(x,y);
    p[13] = __fdiv_ru(x,y);
}
