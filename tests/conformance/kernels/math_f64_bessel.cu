//! in=f64:t out=f64:8 tolerance=abs:1e-13,rel:1e-12
extern "C" __global__ void run(const double* x_, double* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double x = x_[i];
    double* p = out + i * 8;
    p[0] = j0(x);
    p[1] = j1(x);
    p[2] = jn(2,x);
    p[3] = y0(fabs(x)+0.1);
    p[4] = y1(fabs(x)+0.1);
    p[5] = yn(3,fabs(x)+0.1);
    p[6] = cyl_bessel_i0(x);
    p[7] = cyl_bessel_i1(x);
}
