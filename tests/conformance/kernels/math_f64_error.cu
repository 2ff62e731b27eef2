//! in=f64:t out=f64:8 tolerance=abs:1e-14,rel:1e-13
extern "C" __global__ void run(const double* x_, double* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double x = x_[i];
    double* p = out + i * 8;
    p[0] = erf(x);
    p[1] = erfc(x);
    p[2] = erfcx(x/2);
    p[3] = erfinv(x/16);
    p[4] = normcdf(x);
    p[5] = normcdfinv(x/32+0.5);
    p[6] = tgamma(x);
    p[7] = lgamma(x);
}
