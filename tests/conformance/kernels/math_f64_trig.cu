//! in=f64:t out=f64:10 tolerance=abs:1e-15,rel:1e-14
extern "C" __global__ void run(const double* x_, double* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double x = x_[i];
    double* p = out + i * 10;
    p[0] = sin(x);
    p[1] = cos(x);
    p[2] = tan(x);
    p[3] = sinpi(x);
    p[4] = cospi(x);
    p[5] = asin(x/16);
    p[6] = acos(x/16);
    p[7] = atan(x);
    p[8] = sin(x*1e9);
    p[9] = cos(x*1e15);
}
