//! in=f64:a in=f64:b out=f64:10 tolerance=exact
extern "C" __global__ void run(const double* x_, const double* y_, double* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double x = x_[i]; double y = y_[i];
    double* p = out + i * 10;
    p[0] = __dadd_rz(x,y);
    p[1] = __dadd_ru(x,y);
    p[2] = __dsub_rd(x,y);
    p[3] = __dmul_ru(x,y);
    p[4] = __fma_rd(x,y,x);
    p[5] = __drcp_rz(x);
    p[6] = __dsqrt_rd(x);
    p[7] = __ddiv_ru(x,y);
    p[8] = __ddiv_rn(x,y);
    p[9] = fma(x,y,-x);
}
