//! in=f64:t out=f64:6 tolerance=abs:1e-15,rel:1e-14
extern "C" __global__ void run(const double* x_, double* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double x = x_[i];
    double* p = out + i * 6;
    p[0] = sinh(x);
    p[1] = cosh(x);
    p[2] = tanh(x);
    p[3] = asinh(x);
    p[4] = acosh(fabs(x)+1);
    p[5] = atanh(x/16);
}
