//! in=f64:a in=f64:b out=f64:13 tolerance=abs:1e-320,rel:1e-14
extern "C" __global__ void run(const double* x_, const double* y_, double* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double x = x_[i]; double y = y_[i];
    double* p = out + i * 13;
    p[0] = pow(x,y);
    p[1] = cbrt(x);
    p[2] = rcbrt(x);
    p[3] = sqrt(x);
    p[4] = rsqrt(x);
    p[5] = hypot(x,y);
    p[6] = rhypot(x,y);
    p[7] = fmod(x,y);
    p[8] = remainder(x,y);
    p[9] = fdim(x,y);
    p[10] = fmax(x,y);
    p[11] = fmin(x,y);
    p[12] = atan2(x,y);
}
