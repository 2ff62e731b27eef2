//! in=f64:t out=f64:8 tolerance=abs:1e-15,rel:1e-14
extern "C" __global__ void run(const double* x_, double* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double x = x_[i];
    double* p = out + i * 8;
    p[0] = exp(x);
    p[1] = exp2(x);
    p[2] = exp10(x);
    p[3] = expm1(x);
    p[4] = log(fabs(x));
    p[5] = log2(fabs(x));
    p[6] = log10(fabs(x));
    p[7] = log1p(fabs(x));
}
