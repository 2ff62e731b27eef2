//! in=f64:a in=f64:b out=f64:16 tolerance=exact
extern "C" __global__ void run(const double* x_, const double* y_, double* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double x = x_[i]; double y = y_[i];
    double* p = out + i * 16;
    int e = 0; double ip;
    p[0] = ceil(x);
    p[1] = floor(x);
    p[2] = trunc(x);
    p[3] = round(x);
    p[4] = rint(x);
    p[5] = copysign(x,y);
    p[6] = nextafter(x,y);
    p[7] = logb(x);
    p[8] = scalbn(x,-9);
    p[9] = ldexp(x,30);
    p[10] = frexp(x,&e);
    p[11] = (double)e;
    p[12] = modf(x,&ip);
    p[13] = ip;
    p[14] = (double)(long long)fmin(fmax(x,-1e18),1e18);
    p[15] = (double)(float)x;
}
